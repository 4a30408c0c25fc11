#include "chess/movegen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "chess/brute_force.hpp"
#include "chess/random_games.hpp"

namespace nebel::chess {
namespace {

using testing::BruteForce;
using testing::for_random_positions;
using testing::tricky_fens;

std::vector<std::string> texts(const MoveList& moves) {
    std::vector<std::string> out;
    for (const Move m : moves)
        out.push_back(to_uci(m));
    std::sort(out.begin(), out.end());
    return out;
}

/// All positions up to this many plies from the tricky ones.
void for_tricky_positions(int plies,
                          const std::function<void(const Position&, const MoveList&)>& visit) {
    const std::function<void(const Position&, int)> walk = [&](const Position& pos, int depth) {
        MoveList moves;
        generate_legal(pos, moves);
        visit(pos, moves);
        if (depth == 0)
            return;
        for (const Move m : moves) {
            Position next = pos;
            next.do_move(m);
            walk(next, depth - 1);
        }
    };
    for (const std::string& fen : tricky_fens())
        walk(parse_fen(fen).value(), plies);
}

void expect_brute_force(const Position& pos, const MoveList& moves) {
    ASSERT_EQ(texts(moves), BruteForce(pos).legal_moves()) << to_fen(pos);
    ASSERT_EQ(count_legal(pos), static_cast<int>(moves.size())) << to_fen(pos);
    ASSERT_EQ(has_legal_move(pos), !moves.empty()) << to_fen(pos);
}

TEST(Movegen, EqualsBruteForceInRandomGamesOnEverySize) {
    for_random_positions(11, 2, 80, expect_brute_force);
}

TEST(Movegen, EqualsBruteForceAroundTrickyPositions) {
    for_tricky_positions(1, expect_brute_force);
}

/// Every (from, to, promotion) there is, squares outside the board included.
void expect_resolves(const Position& pos, const MoveList& moves) {
    std::set<std::uint16_t> found;
    for (int from = 0; from <= 64; ++from)
        for (int to = 0; to <= 64; ++to)
            for (int promotion = kNoType; promotion <= kKing; ++promotion) {
                const auto move =
                    to_legal_move(pos, static_cast<Square>(from), static_cast<Square>(to),
                                  static_cast<PieceType>(promotion));
                if (!move)
                    continue;
                ASSERT_EQ(move->from(), from);
                ASSERT_EQ(move->to(), to);
                ASSERT_EQ(move->promotion(), promotion);
                ASSERT_TRUE(found.insert(move->raw()).second);
            }
    std::set<std::uint16_t> expected;
    for (const Move m : moves)
        expected.insert(m.raw());
    ASSERT_EQ(found, expected) << to_fen(pos);
}

TEST(Legality, ToLegalMoveAgreesWithTheListInRandomGames) {
    for_random_positions(12, 1, 60, expect_resolves);
}

TEST(Legality, ToLegalMoveAgreesWithTheListInTrickyPositions) {
    for_tricky_positions(1, expect_resolves);
}

/// is_pseudo_legal and is_legal together accept exactly the legal moves, out of all 65,536.
void expect_judges(const Position& pos, const MoveList& moves) {
    std::set<std::uint16_t> expected;
    for (const Move m : moves)
        expected.insert(m.raw());
    for (int raw = 1; raw < 65536; ++raw) {
        const Move m = Move::from_raw(static_cast<std::uint16_t>(raw));
        // Bits that mean nothing in a move of this kind are never set by its makers.
        if (!m.is_promotion() && (raw & (3 << 12)))
            continue;
        const bool accepted = is_pseudo_legal(pos, m) && is_legal(pos, m);
        ASSERT_EQ(accepted, expected.count(m.raw()) == 1) << to_uci(m) << " in " << to_fen(pos);
    }
}

TEST(Legality, PseudoLegalAndLegalTogetherAreTheList) {
    for_tricky_positions(0, expect_judges);
    int n = 0;
    for_random_positions(13, 1, 60, [&](const Position& pos, const MoveList& moves) {
        if (n++ % 10 == 0)
            expect_judges(pos, moves);
    });
}

void expect_pawn_captures(const Position& pos, const MoveList&) {
    const auto expected = BruteForce(pos).pawn_captures();
    PawnCaptures brute;
    brute.count = static_cast<int>(expected.size());
    for (const std::string& pair : expected)
        brute.from |= bit(*parse_square(pair.substr(0, 2)));
    ASSERT_EQ(legal_pawn_captures(pos), brute) << to_fen(pos);
}

TEST(Legality, PawnCapturesEqualBruteForce) {
    for_random_positions(14, 2, 80, expect_pawn_captures);
    for_tricky_positions(1, expect_pawn_captures);
    // Pinned at the edge: beside these pawns there is no square on one side.
    for (const char* fen : {"6nr/7P/7K/8/8/8/8/k7 w - - 0 1", "7K/8/8/8/8/k7/p7/RN6 b - - 0 1"})
        expect_pawn_captures(parse_fen(fen).value(), {});
}

TEST(Movegen, TacticalMovesAreTheCapturesAndPromotions) {
    const auto check = [](const Position& pos, const MoveList& moves) {
        MoveList tactical;
        generate_tactical(pos, tactical);
        std::vector<std::string> expected;
        for (const Move m : moves)
            if (pos.in_check() || pos.is_capture(m) || m.is_promotion())
                expected.push_back(to_uci(m));
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(texts(tactical), expected) << to_fen(pos);
    };
    for_random_positions(15, 1, 80, check);
    for_tricky_positions(1, check);
}

TEST(Movegen, AttackedSquaresEqualAskingEachSquare) {
    for_random_positions(16, 1, 60, [](const Position& pos, const MoveList&) {
        for (const Colour c : {kWhite, kBlack}) {
            Bitboard asked = 0;
            for (const Square s : Squares(pos.shape().mask))
                if (pos.is_attacked(s, c))
                    asked |= bit(s);
            ASSERT_EQ(attacked_squares(pos, c), asked) << to_fen(pos);
        }
    });
}

TEST(Movegen, PinnedMenAreThoseWhoseRemovalUncoversTheKing) {
    for_random_positions(17, 2, 80, [](const Position& pos, const MoveList&) {
        for (const Colour c : {kWhite, kBlack}) {
            const Square king = pos.king_square(c);
            Bitboard expected = 0;
            for (const Square s : Squares(pos.pieces(c) & ~bit(king))) {
                const Bitboard before = pos.attackers_to(king) & pos.pieces(~c);
                const Bitboard after =
                    pos.attackers_to(king, pos.occupied() ^ bit(s)) & pos.pieces(~c);
                if (after & ~before)
                    expected |= bit(s);
            }
            ASSERT_EQ(pos.pinned(c), expected) << to_fen(pos);
        }
    });
}

}  // namespace
}  // namespace nebel::chess
