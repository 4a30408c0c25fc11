#include "kriegspiel/turn.hpp"

#include <algorithm>

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::contains;
using chess::Square;

namespace {

Bitboard pawn_pushes(const OwnMen& own, Square from) {
    const auto& shape = own.shape();
    const int step = chess::forward(own.colour());
    const Square one = chess::offset(from, step);
    if (contains(own.blockers(), one))
        return 0;
    Bitboard result = bit(one);
    if (contains(shape.double_from[own.colour()], one)) {
        const Square two = chess::offset(one, step);
        if (!contains(own.blockers(), two))
            result |= bit(two);
    }
    return result;
}

Bitboard castling_targets(const OwnMen& own) {
    Bitboard result = 0;
    const Square king = own.king();
    const int rank = chess::rank_of(king);
    const auto free = [&](Square rook) { return (chess::between(king, rook) & own.all()) == 0; };
    if (own.can_castle_short() && free(chess::make_square(own.shape().width - 1, rank)))
        result |= bit(chess::offset(king, 2));
    if (own.can_castle_long() && free(chess::make_square(0, rank)))
        result |= bit(chess::offset(king, -2));
    return result;
}

// Squares of the line from `from` through `to` that lie behind `to`.
Bitboard beyond(Square from, Square to) {
    Bitboard result = 0;
    for (const Square s : chess::Squares(chess::line(from, to)))
        if (contains(chess::between(from, s), to))
            result |= bit(s);
    return result;
}

// The diagonal through `king` and `other`, and whether it is the longer of the king's two. On odd
// boards both can be equally long; then both are called long.
std::uint8_t diagonal_kind(const chess::Shape& shape, Square king, Square other) {
    const int length = chess::popcount(chess::line(king, other) & shape.mask);
    const int both = chess::popcount((chess::bishop_attacks(king, 0) | bit(king)) & shape.mask) + 1;
    return length >= both - length ? kLongCheck : kShortCheck;
}

std::uint8_t line_kind(const chess::Shape& shape, Square king, Square other) {
    if (chess::rank_of(king) == chess::rank_of(other))
        return kRankCheck;
    if (chess::file_of(king) == chess::file_of(other))
        return kFileCheck;
    return diagonal_kind(shape, king, other);
}

}  // namespace

std::uint8_t check_kinds(const chess::Position& position) {
    std::uint8_t kinds = 0;
    const Square king = position.king_square(position.side());
    for (const Square s : chess::Squares(position.checkers()))
        kinds |= chess::type_of(position.piece_on(s)) == chess::kKnight
                     ? static_cast<std::uint8_t>(kKnightCheck)
                     : line_kind(position.shape(), king, s);
    return kinds;
}

bool is_pawn_capture_try(const OwnMen& own, const Action& action) {
    return own.on(action.from) == chess::kPawn &&
           contains(chess::pawn_attacks(own.colour(), action.from), action.to);
}

Bitboard reach(const OwnMen& own, Square from) {
    const Bitboard free = own.shape().mask & ~own.all();
    switch (own.on(from)) {
        case chess::kNoType:
            return 0;
        case chess::kPawn:
            return pawn_pushes(own, from) | (chess::pawn_attacks(own.colour(), from) & free);
        case chess::kKing:
            return (chess::king_attacks(from) & free) | castling_targets(own);
        default:
            return chess::attacks_of(own.on(from), from, own.blockers()) & free;
    }
}

void Turn::hear(const Event& event, const Announcements& says, const OwnMen& own) {
    switch (event.type) {
        case Event::Type::Check:
            kinds_ = event.kinds;
            break;
        case Event::Type::PawnTries:
            if (event.squares_told)
                capturing_pawns_ = event.squares;
            else if (event.count == 0 || event.any == 0)
                capturing_pawns_ = 0;
            break;
        case Event::Type::Answer:
            asked_ = true;
            if (event.any == 1)
                must_capture_ = says.obligation != AnyObligation::None;
            else
                capturing_pawns_ = 0;
            break;
        case Event::Type::Refused:
            if (!event.has_action())
                break;
            if (!refused(event.action) && refusals_.size() < TryList::capacity())
                refusals_.push_back(event.action);
            if (says.obligation == AnyObligation::OneTry && is_pawn_capture_try(own, event.action))
                must_capture_ = false;
            break;
        default:
            break;
    }
}

bool Turn::refused(const Action& action) const {
    return std::find(refusals_.begin(), refusals_.end(), action) != refusals_.end();
}

bool Turn::conceivable(const OwnMen& own, const Action& action) const {
    if (action.is_any() || action.from == chess::kNoSquare ||
        !contains(reach(own, action.from), action.to))
        return false;
    const bool promotes = own.on(action.from) == chess::kPawn &&
                          contains(own.shape().promotion[own.colour()], action.to);
    if (promotes != (action.promotion != chess::kNoType))
        return false;
    const bool pawn_capture = is_pawn_capture_try(own, action);
    if (pawn_capture && !contains(capturing_pawns_, action.from))
        return false;
    if (must_capture_ && !pawn_capture)
        return false;
    return !refused(action);
}

// Where a man other than the king must go to end the check that was announced.
Bitboard Turn::answers_to_check(const OwnMen& own) const {
    if (kinds_ == 0)
        return ~Bitboard{0};
    if ((kinds_ & (kinds_ - 1)) != 0)
        return 0;  // from two directions: only the king can move
    const Square king = own.king();
    if (kinds_ == kKnightCheck)
        return chess::knight_attacks(king);
    Bitboard result = 0;
    for (const Square s : chess::Squares(chess::queen_attacks(king, own.blockers())))
        if (own.shape().on_board(s) && line_kind(own.shape(), king, s) == kinds_)
            result |= bit(s);
    return result;
}

Bitboard Turn::excluded_by_refusals(const OwnMen& own, Square from) const {
    Bitboard result = 0;
    for (const auto& refusal : refusals_) {
        if (refusal.from != from)
            continue;
        result |= bit(refusal.to);
        // Out of check a refusal says more than itself. A slide was blocked, or the man is pinned
        // and leaves its line: either way the squares behind are closed too. A knight cannot be
        // blocked, so it is pinned and stays. (In check a longer slide may be the one that helps.)
        if (kinds_ != 0)
            continue;
        const auto type = own.on(from);
        if (type == chess::kKnight)
            result = ~Bitboard{0};
        else if (type == chess::kPawn && chess::file_of(refusal.to) == chess::file_of(from))
            result |= beyond(from, refusal.to);
        else if (type == chess::kBishop || type == chess::kRook || type == chess::kQueen)
            result |= beyond(from, refusal.to);
        else if (type == chess::kKing && chess::rank_of(refusal.to) == chess::rank_of(from))
            result |= bit(chess::offset(refusal.to, refusal.to - from));  // castling through it
    }
    return result;
}

void Turn::list(const OwnMen& own, int enemy_men, TryList& tries) const {
    const auto colour = own.colour();
    const Bitboard promotion = own.shape().promotion[colour];
    const Bitboard free = own.shape().mask & ~own.all();
    const Bitboard answers = answers_to_check(own);
    const bool plain = refusals_.empty();
    const auto add_all = [&](Square from, Bitboard targets) {
        if (!plain)
            targets &= ~excluded_by_refusals(own, from);
        for (; targets; targets &= targets - 1)
            tries.push_back_unchecked({from, chess::lsb(targets), chess::kNoType});
    };

    // A pawn that checks by its double step can be taken in passing by landing off the line.
    const bool diagonal_check = kinds_ == kLongCheck || kinds_ == kShortCheck;
    const Bitboard passing_checkers =
        diagonal_check ? chess::pawn_attacks(colour, own.king()) : Bitboard{0};
    for (const Square from : chess::Squares(own.of(chess::kPawn))) {
        Bitboard targets = must_capture_ ? 0 : pawn_pushes(own, from) & answers;
        if (contains(capturing_pawns_, from) && enemy_men > 0) {
            for (const Square to : chess::Squares(chess::pawn_attacks(colour, from) & free)) {
                const Square passed = chess::offset(to, -chess::forward(colour));
                if (contains(answers, to) || contains(passing_checkers, passed))
                    targets |= bit(to);
            }
        }
        if (!plain)
            targets &= ~excluded_by_refusals(own, from);
        for (; targets; targets &= targets - 1) {
            const Square to = chess::lsb(targets);
            if (!contains(promotion, to)) {
                tries.push_back_unchecked({from, to, chess::kNoType});
                continue;
            }
            for (const auto piece : {chess::kQueen, chess::kRook, chess::kBishop, chess::kKnight})
                tries.push_back_unchecked({from, to, piece});
        }
    }
    if (must_capture_)
        return;

    const Bitboard targets = free & answers;
    const Bitboard blockers = own.blockers();
    if (targets) {
        for (const Square from : chess::Squares(own.of(chess::kKnight)))
            add_all(from, chess::knight_attacks(from) & targets);
        for (const Square from : chess::Squares(own.of(chess::kBishop)))
            add_all(from, chess::bishop_attacks(from, blockers) & targets);
        for (const Square from : chess::Squares(own.of(chess::kRook)))
            add_all(from, chess::rook_attacks(from, blockers) & targets);
        for (const Square from : chess::Squares(own.of(chess::kQueen)))
            add_all(from, chess::queen_attacks(from, blockers) & targets);
    }
    const Square king = own.king();
    add_all(king, (chess::king_attacks(king) & free) | (kinds_ ? 0 : castling_targets(own)));
}

}  // namespace nebel::kriegspiel
