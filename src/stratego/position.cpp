#include "stratego/position.hpp"

#include "core/error.hpp"

namespace nebel::stratego {

std::string_view text(Fault fault) {
    switch (fault) {
        case Fault::None:
            return {};
        case Fault::NotOnBoard:
            return "the squares are not both squares of the board that men can stand on";
        case Fault::NotOwnMan:
            return "there is no man of yours to move";
        case Fault::CannotWalk:
            return "bombs and the flag do not move";
        case Fault::OwnManThere:
            return "a man of yours stands there";
        case Fault::TooFar:
            return "men move one square up, down, left or right; a scout over free squares in a "
                   "line";
        case Fault::TwoSquares:
            return "two-squares rule: the man has gone to and fro here too often";
        case Fault::MoreSquares:
            break;
    }
    return "more-squares rule: the chase would repeat a position";
}

Position::Position(const Rules& rules) : rules_(rules), open_(rules.arena().open) {}

void Position::place(Seat seat, Square at, Rank rank) {
    NEBEL_CHECK(open_.has(at) && !men_[Seat::First].has(at) && !men_[Seat::Second].has(at));
    men_[seat].add(at);
    learn(at, rank);
}

void Position::learn(Square at, Rank rank) {
    const Seat seat = men_[Seat::First].has(at) ? Seat::First : Seat::Second;
    ranks_[at] = rank;
    if (walks(rank))
        walkers_[seat].add(at);
    if (rank == Rank::Scout)
        scouts_[seat].add(at);
}

Fault Position::repetition_fault(Move move) const {
    if (rules_.two_squares != 0 && repetition_.two_squares(to_move_, move, rules_.two_squares))
        return Fault::TwoSquares;
    if (rules_.more_squares && !enemies().has(move.to) &&
        repetition_.more_squares(to_move_, move, enemies()))
        return Fault::MoreSquares;
    return Fault::None;
}

Fault Position::fault(Move move) const {
    if (move.from >= kSquares || move.to >= kSquares || move.from == move.to ||
        !open_.has(move.from) || !open_.has(move.to))
        return Fault::NotOnBoard;
    if (!men_[to_move_].has(move.from))
        return Fault::NotOwnMan;
    if (!walkers_[to_move_].has(move.from))
        return Fault::CannotWalk;
    if (men_[to_move_].has(move.to))
        return Fault::OwnManThere;
    const bool straight =
        file_of(move.from) == file_of(move.to) || row_of(move.from) == row_of(move.to);
    const int steps = distance(move.from, move.to);
    if (!straight || (steps > 1 && !scouts_[to_move_].has(move.from)))
        return Fault::TooFar;
    const int stride = (move.to - move.from) / steps;
    for (int at = move.from + stride; at != move.to; at += stride)
        if (!open_.has(static_cast<Square>(at)) || !empty(static_cast<Square>(at)))
            return Fault::TooFar;
    return repetition_fault(move);
}

// Calls visit(targets, offset) for every direction and length of a move: a man `offset` squares
// behind each of the targets can go there. Repetition is not looked at. Stops when visit says so.
template <class Visit>
void Position::for_each_target_set(Visit&& visit) const {
    const Bits landing = open_ & ~men_[to_move_];
    const Bits free = landing & ~enemies();
    for (const Direction direction : kDirections) {
        const Bits near = stepped(walkers_[to_move_], direction) & landing;
        if (near && visit(near, stride_of(direction)))
            return;
        Bits passing = stepped(scouts_[to_move_], direction) & free;
        for (int length = 2; passing; ++length) {
            const Bits far = stepped(passing, direction) & landing;
            if (far && visit(far, stride_of(direction) * length))
                return;
            passing = far & free;
        }
    }
}

namespace {
Move arriving(Square to, int offset) {
    return {static_cast<Square>(to - offset), to};
}
}  // namespace

void Position::legal_moves(MoveList& moves) const {
    moves.clear();
    for_each_target_set([&](Bits targets, int offset) {
        while (targets) {
            const Move move = arriving(targets.take_first(), offset);
            if (repetition_fault(move) == Fault::None)
                moves.push_back(move);
        }
        return false;
    });
}

bool Position::has_legal_move() const {
    bool found = false;
    for_each_target_set([&](Bits targets, int offset) {
        while (targets && !found)
            found = repetition_fault(arriving(targets.take_first(), offset)) == Fault::None;
        return found;
    });
    return found;
}

std::optional<Move> Position::random_move(Rng& rng) const {
    struct Group {
        Bits targets;
        int offset;
        int size;
    };
    InlineVec<Group, 4 * 9> groups;
    int total = 0;
    for_each_target_set([&](Bits targets, int offset) {
        const int size = targets.size();
        groups.push_back_unchecked({targets, offset, size});
        total += size;
        return false;
    });
    if (total == 0)
        return std::nullopt;
    // Almost every move is free of repetition: draw until one is, and list them only if many are
    // not.
    constexpr int kTries = 8;
    for (int i = 0; i < kTries; ++i) {
        int n = static_cast<int>(rng.below(static_cast<std::uint32_t>(total)));
        const Group* group = groups.begin();
        while (n >= group->size)
            n -= (group++)->size;
        const Move move = arriving(group->targets.nth(n), group->offset);
        if (repetition_fault(move) == Fault::None)
            return move;
    }
    MoveList moves;
    legal_moves(moves);
    if (moves.empty())
        return std::nullopt;
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

bool Position::has_free_man(Seat seat) const {
    for (const Direction direction : kDirections)
        if (stepped(walkers_[seat], direction) & open_ & ~men_[seat])
            return true;
    return false;
}

void Position::remove(Square at) {
    for (const Seat seat : kSeats) {
        men_[seat].remove(at);
        walkers_[seat].remove(at);
        scouts_[seat].remove(at);
    }
    ranks_[at] = Rank::Unknown;
}

void Position::put(Square at, Rank rank) {
    men_[to_move_].add(at);
    ranks_[at] = rank;
    if (walks(rank))
        walkers_[to_move_].add(at);
    if (rank == Rank::Scout)
        scouts_[to_move_].add(at);
}

void Position::finish(Move move, bool was_strike) {
    repetition_.remember(to_move_, move, was_strike, enemies());
    ++plies_;
    quiet_plies_ = was_strike ? 0 : quiet_plies_ + 1;
    to_move_ = other(to_move_);
}

void Position::step(Move move) {
    const Rank rank = ranks_[move.from];
    remove(move.from);
    put(move.to, rank);
    finish(move, false);
}

void Position::strike(Move move, Strike result) {
    const Rank rank = ranks_[move.from];
    remove(move.from);
    if (result != Strike::Loses)
        remove(move.to);
    if (result == Strike::Wins || result == Strike::Flag)
        put(move.to, rank);
    finish(move, true);
}

std::optional<Strike> Position::play(Move move) {
    if (!enemies().has(move.to)) {
        step(move);
        return std::nullopt;
    }
    const Strike result = stratego::strike(ranks_[move.from], ranks_[move.to]);
    strike(move, result);
    return result;
}

std::optional<Outcome> Position::outcome_without_move() const {
    if (has_legal_move())
        return std::nullopt;
    const Seat waiting = other(to_move_);
    if (has_free_man(waiting))
        return win_for(waiting, Reason::NoMove);
    return draw(Reason::NobodyCanMove);
}

std::optional<Outcome> Position::outcome_by_limit() const {
    if (rules_.quiet != 0 && quiet_plies_ >= rules_.quiet)
        return draw(Reason::QuietLimit);
    if (plies_ >= rules_.cap)
        return draw(Reason::PlyLimit);
    return std::nullopt;
}

}  // namespace nebel::stratego
