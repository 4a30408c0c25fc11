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
    if (chess::file_of(king) != 4)
        return 0;  // no right is real then
    const auto free = [&](Square rook) { return (chess::between(king, rook) & own.all()) == 0; };
    if (own.can_castle_short() && free(chess::make_square(own.shape().width - 1, rank)))
        result |= bit(chess::offset(king, 2));
    if (own.can_castle_long() && free(chess::make_square(0, rank)))
        result |= bit(chess::offset(king, -2));
    return result;
}

// Squares of the line from `from` through `to` that lie behind `to`: along a line the numbers of
// squares only rise or only fall.
Bitboard beyond(Square from, Square to) {
    const Bitboard below = bit(to) - 1;
    return chess::line(from, to) & (to > from ? ~below & ~bit(to) : below);
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
            // Only a try that could have been possible teaches anything, and one that an obligation
            // alone ruled out may be made later in the turn.
            if (!event.has_action() || !conceivable(own, event.action))
                break;
            if (refusals_.size() < TryList::capacity())
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
    if (action.is_any() || action.from == chess::kNoSquare || !own.has_king() ||
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

Bitboard closed_by_refusal(const OwnMen& own, const Action& refusal, std::uint8_t check_kinds) {
    const Square from = refusal.from;
    const Square to = refusal.to;
    // Out of check a refusal says more than itself. A slide was blocked, or the man is pinned and
    // leaves its line: either way the squares behind are closed too. A knight cannot be blocked, so
    // it is pinned and stays. (In check a longer slide may be the one that helps.)
    if (check_kinds != 0)
        return bit(to);
    switch (own.on(from)) {
        case chess::kKnight:
            return ~Bitboard{0};
        case chess::kPawn:
            return bit(to) | (chess::file_of(to) == chess::file_of(from) ? beyond(from, to) : 0);
        case chess::kBishop:
        case chess::kRook:
        case chess::kQueen:
            return bit(to) | beyond(from, to);
        case chess::kKing:
            // A step aside that fails closes castling through it.
            return bit(to) | (chess::rank_of(to) == chess::rank_of(from) ? beyond(from, to) : 0);
        default:
            return bit(to);
    }
}

Bitboard Turn::excluded_by_refusals(const OwnMen& own, Square from) const {
    Bitboard result = 0;
    for (const auto& refusal : refusals_)
        if (refusal.from == from)
            result |= closed_by_refusal(own, refusal, kinds_);
    return result;
}

void Turn::list(const OwnMen& own, int enemy_men, TryList& tries) const {
    TrySets men;
    sets(own, enemy_men, men);
    for (const TrySet& set : men)
        for (Bitboard rest = set.targets; rest; rest &= rest - 1) {
            const Square to = chess::lsb(rest);
            if (!set.promotes) {
                tries.push_back_unchecked({set.from, to, chess::kNoType});
                continue;
            }
            for (const auto piece : kPromotions)
                tries.push_back_unchecked({set.from, to, piece});
        }
}

// Where pawns may land by capturing, as far as the check that was announced allows.
Bitboard Turn::capture_targets(const OwnMen& own, Bitboard answers) const {
    // A pawn that checks by its double step can be taken in passing by landing off the line.
    Bitboard passing = 0;
    if (kinds_ == kLongCheck || kinds_ == kShortCheck) {
        const Bitboard checkers = chess::pawn_attacks(own.colour(), own.king());
        passing = own.colour() == chess::kWhite ? checkers << 8 : checkers >> 8;
    }
    return own.shape().mask & ~own.all() & (answers | passing);
}

void Turn::sets(const OwnMen& own, int enemy_men, TrySets& sets) const {
    if (!own.has_king())
        return;
    const auto colour = own.colour();
    const Bitboard promotion = own.shape().promotion[colour];
    const Bitboard free = own.shape().mask & ~own.all();
    const Bitboard answers = answers_to_check(own);
    const bool plain = refusals_.empty();
    const auto add = [&](Square from, Bitboard targets, bool promotes = false) {
        if (!plain)
            targets &= ~excluded_by_refusals(own, from);
        if (targets)
            sets.push_back_unchecked({targets, from, promotes});
    };

    const Bitboard captures = enemy_men > 0 ? capture_targets(own, answers) : 0;
    for (const Square from : chess::Squares(own.of(chess::kPawn))) {
        Bitboard targets = must_capture_ ? 0 : pawn_pushes(own, from) & answers;
        if (contains(capturing_pawns_, from))
            targets |= chess::pawn_attacks(colour, from) & captures;
        add(from, targets, (targets & promotion) != 0);
    }
    if (must_capture_)
        return;

    const Bitboard targets = free & answers;
    const Bitboard blockers = own.blockers();
    if (targets) {
        for (const Square from : chess::Squares(own.of(chess::kKnight)))
            add(from, chess::knight_attacks(from) & targets);
        for (const Square from : chess::Squares(own.of(chess::kBishop)))
            add(from, chess::bishop_attacks(from, blockers) & targets);
        for (const Square from : chess::Squares(own.of(chess::kRook)))
            add(from, chess::rook_attacks(from, blockers) & targets);
        for (const Square from : chess::Squares(own.of(chess::kQueen)))
            add(from, chess::queen_attacks(from, blockers) & targets);
    }
    const Square king = own.king();
    add(king, (chess::king_attacks(king) & free) | (kinds_ ? 0 : castling_targets(own)));
}

}  // namespace nebel::kriegspiel
