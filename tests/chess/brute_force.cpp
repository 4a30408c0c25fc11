#include "chess/brute_force.hpp"

#include <algorithm>

namespace nebel::chess::testing {

namespace {

const std::vector<std::pair<int, int>> kStraight = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
const std::vector<std::pair<int, int>> kDiagonal = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
const std::vector<std::pair<int, int>> kJumps = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                                 {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

std::vector<std::pair<int, int>> steps_of(PieceType type) {
    std::vector<std::pair<int, int>> steps;
    if (type == kKnight)
        return kJumps;
    if (type == kRook || type == kQueen || type == kKing)
        steps.insert(steps.end(), kStraight.begin(), kStraight.end());
    if (type == kBishop || type == kQueen || type == kKing)
        steps.insert(steps.end(), kDiagonal.begin(), kDiagonal.end());
    return steps;
}

bool is(Piece p, Colour c) {
    return p != kNoPiece && colour_of(p) == c;
}

}  // namespace

std::vector<Square> BruteForce::walks(const Board& board, Square from) const {
    std::vector<Square> targets;
    const Piece man = board[from];
    const bool far = type_of(man) == kBishop || type_of(man) == kRook || type_of(man) == kQueen;
    for (const auto& [df, dr] : steps_of(type_of(man))) {
        int file = file_of(from) + df;
        int rank = rank_of(from) + dr;
        for (; inside(file, rank); file += df, rank += dr) {
            const Square s = make_square(file, rank);
            if (is(board[s], colour_of(man)))
                break;
            targets.push_back(s);
            if (board[s] != kNoPiece || !far)
                break;
        }
    }
    return targets;
}

bool BruteForce::attacked(const Board& board, Square target, Colour by) const {
    Board trial = board;
    if (!is(trial[target], ~by))
        trial[target] = make_piece(~by, kQueen);
    for (int i = 0; i < 64; ++i) {
        const auto s = static_cast<Square>(i);
        if (!is(trial[s], by))
            continue;
        if (type_of(trial[s]) == kPawn) {
            const int ahead = by == kWhite ? 1 : -1;
            if (rank_of(target) == rank_of(s) + ahead &&
                std::abs(file_of(target) - file_of(s)) == 1)
                return true;
            continue;
        }
        const auto targets = walks(trial, s);
        if (std::find(targets.begin(), targets.end(), target) != targets.end())
            return true;
    }
    return false;
}

bool BruteForce::king_safe(const Board& board, Colour c) const {
    const auto king = std::find(board.begin(), board.end(), make_piece(c, kKing));
    return !attacked(board, static_cast<Square>(king - board.begin()), ~c);
}

void BruteForce::try_move(std::vector<std::string>& out,
                          Square from,
                          Square to,
                          const Board& after) const {
    if (king_safe(after, setup_.side))
        out.push_back(square_name(from) + square_name(to));
}

void BruteForce::add_pawn_moves(std::vector<std::string>& out, Square from) const {
    const Colour us = setup_.side;
    const int ahead = us == kWhite ? 1 : -1;
    const int home = us == kWhite ? 1 : setup_.shape->height - 2;
    const int last = us == kWhite ? setup_.shape->height - 1 : 0;
    const int file = file_of(from);
    const int rank = rank_of(from);
    std::vector<std::string> found;
    const auto step = [&](int to_file, int to_rank, Square taken) {
        const Square to = make_square(to_file, to_rank);
        Board after = setup_.board;
        if (taken != kNoSquare)
            after[taken] = kNoPiece;
        after[to] = after[from];
        after[from] = kNoPiece;
        try_move(found, from, to, after);
    };
    if (setup_.board[make_square(file, rank + ahead)] == kNoPiece) {
        step(file, rank + ahead, kNoSquare);
        if (setup_.shape->double_step && rank == home &&
            setup_.board[make_square(file, rank + 2 * ahead)] == kNoPiece)
            step(file, rank + 2 * ahead, kNoSquare);
    }
    for (const int side : {-1, 1}) {
        if (!inside(file + side, rank + ahead))
            continue;
        const Square to = make_square(file + side, rank + ahead);
        if (is(setup_.board[to], ~us))
            step(file + side, rank + ahead, to);
        else if (to == setup_.ep)
            step(file + side, rank + ahead, make_square(file + side, rank));
    }
    for (const std::string& move : found) {
        if (move[3] - '1' != last) {
            out.push_back(move);
            continue;
        }
        for (const char* letter : {"q", "r", "b", "n"})
            out.push_back(move + letter);
    }
}

void BruteForce::add_castling(std::vector<std::string>& out, Square from) const {
    const Colour us = setup_.side;
    const Board& board = setup_.board;
    if (attacked(board, from, ~us))
        return;
    const int rank = rank_of(from);
    const auto free = [&](int file) { return board[make_square(file, rank)] == kNoPiece; };
    const auto safe = [&](int file) { return !attacked(board, make_square(file, rank), ~us); };
    if ((setup_.castling & (us == kWhite ? kWhiteShort : kBlackShort)) && free(5) && free(6) &&
        safe(5) && safe(6))
        out.push_back(square_name(from) + square_name(make_square(6, rank)));
    if ((setup_.castling & (us == kWhite ? kWhiteLong : kBlackLong)) && free(1) && free(2) &&
        free(3) && safe(3) && safe(2))
        out.push_back(square_name(from) + square_name(make_square(2, rank)));
}

std::vector<std::string> BruteForce::legal_moves() const {
    std::vector<std::string> out;
    for (int i = 0; i < 64; ++i) {
        const auto from = static_cast<Square>(i);
        const Piece man = setup_.board[from];
        if (!is(man, setup_.side))
            continue;
        if (type_of(man) == kPawn) {
            add_pawn_moves(out, from);
            continue;
        }
        for (const Square to : walks(setup_.board, from)) {
            Board after = setup_.board;
            after[to] = man;
            after[from] = kNoPiece;
            try_move(out, from, to, after);
        }
        if (type_of(man) == kKing)
            add_castling(out, from);
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<std::string> BruteForce::pawn_captures() const {
    std::vector<std::string> out;
    for (const std::string& move : legal_moves()) {
        const Square from = *parse_square(move.substr(0, 2));
        if (type_of(setup_.board[from]) == kPawn && move[0] != move[2])
            out.push_back(move.substr(0, 4));
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace nebel::chess::testing
