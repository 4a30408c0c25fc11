#include "stratego/view.hpp"

#include <fmt/format.h>

#include "stratego/setup_sources.hpp"

namespace nebel::stratego {

View::View(const Rules& rules, Seat seat) : seat_(seat), position_(rules) {}

bool View::my_turn() const {
    if (outcome_)
        return false;
    if (playing_)
        return position_.to_move() == seat_;
    if (rules().setup != SetupSource::Player)
        return false;
    return !ready_[seat_] && (seat_ == Seat::First || ready_[Seat::First]);
}

Man& View::man(Seat seat, Square at) {
    for (Man& candidate : men_[seat])
        if (candidate.at == at)
            return candidate;
    throw UserError("an event speaks of a man that is not there");
}

const Man* View::man_at(Square at) const {
    for (const Seat seat : kSeats)
        for (const Man& candidate : men_[seat])
            if (candidate.at == at && at != kNowhere)
                return &candidate;
    return nullptr;
}

void View::begin(const Sight& sight) {
    position_ = Position(rules());
    const Arena& arena = rules().arena();
    for (int i = 0; i < sight.cells(); ++i) {
        const Cell cell = sight.cell(i);
        if (cell == Cell::Empty || cell == Cell::Lake)
            continue;
        const Seat owner = cell == Cell::Enemy ? other(seat_) : seat_;
        const Rank rank = cell == Cell::Enemy ? Rank::Unknown : static_cast<Rank>(cell);
        const Square at = arena.cell(i);
        position_.place(owner, at, rank);
        men_[owner].push_back({at, at, rank, false, false});
    }
    playing_ = true;
}

void View::fall(Man& man, Seat seat) {
    ++lost_[seat][index(man.rank)];
    man.at = kNowhere;
}

void View::relocate(const Event& event) {
    const Move move = event.move;
    Man& mover = man(event.seat, move.from);
    mover.moved = true;
    if (event.kind == Event::Kind::Move) {
        mover.at = move.to;
        if (distance(move.from, move.to) > 1) {
            mover.rank = Rank::Scout;
            mover.shown = true;
            position_.learn(move.from, Rank::Scout);
        }
        position_.step(move);
        return;
    }
    Man& struck = man(other(event.seat), move.to);
    mover.rank = event.attacker;
    struck.rank = event.defender;
    mover.shown = struck.shown = true;
    position_.learn(move.from, event.attacker);
    position_.learn(move.to, event.defender);
    position_.strike(move, event.result);
    if (event.result != Strike::Loses)
        fall(struck, other(event.seat));
    if (event.result == Strike::Loses || event.result == Strike::Both)
        fall(mover, event.seat);
    else
        mover.at = move.to;
}

bool View::fits_arena(const Sight& sight) const {
    PerSeat<std::size_t> count{};
    for (int i = 0; i < sight.cells(); ++i) {
        const Cell cell = sight.cell(i);
        if (cell == Cell::Empty || cell == Cell::Lake)
            continue;
        const Seat owner = cell == Cell::Enemy ? other(seat_) : seat_;
        if (!rules().arena().open.has(rules().arena().cell(i)) || ++count[owner] > Men::capacity())
            return false;
    }
    return true;
}

// A referee of ours never says anything else; a stranger's may.
bool View::could_follow(const Event& event) const {
    const auto stands = [&](Seat seat, Square at) {
        const Man* man = man_at(at);
        return man != nullptr && position_.men(seat).has(at);
    };
    const auto& arena = rules().arena();
    switch (event.kind) {
        case Event::Kind::Setup:
        case Event::Kind::Ready:
        case Event::Kind::End:
            return true;
        case Event::Kind::Board:
            if (playing_ || event.sight.width != arena.width || event.sight.height != arena.height)
                return false;
            return fits_arena(event.sight);
        case Event::Kind::Move:
            return playing_ && event.seat == position_.to_move() &&
                   stands(event.seat, event.move.from) && arena.open.has(event.move.to) &&
                   man_at(event.move.to) == nullptr;
        case Event::Kind::Strike:
            return playing_ && event.seat == position_.to_move() &&
                   stands(event.seat, event.move.from) && stands(other(event.seat), event.move.to);
    }
    return false;
}

void View::hear(const Event& event) {
    if (!could_follow(event))
        throw UserError("an event does not fit the game so far: " + event.text());
    switch (event.kind) {
        case Event::Kind::Setup:
        case Event::Kind::Ready:
            ready_[event.seat] = true;
            break;
        case Event::Kind::Board:
            begin(event.sight);
            break;
        case Event::Kind::Move:
        case Event::Kind::Strike:
            relocate(event);
            break;
        case Event::Kind::End:
            outcome_ = event.ending;
            break;
    }
}

void View::legal_moves(MoveList& moves) const {
    moves.clear();
    if (playing_ && my_turn())
        position_.legal_moves(moves);
}

Action View::random_action(Rng& rng) const {
    if (setting_up())
        return Action::of(random_setup(rules(), rng));
    const auto move = my_turn() ? position_.random_move(rng) : std::nullopt;
    NEBEL_CHECK(move);
    return Action::of(*move);
}

View::Counts View::hidden() const {
    Counts counts = rules().arena().army;
    for (const Man& enemy : men_[other(seat_)])
        if (enemy.rank != Rank::Unknown)
            --counts[index(enemy.rank)];
    return counts;
}

std::string View::text() const {
    std::string text = fmt::format("stratego {} seat {}", rules().text(), seat_name(seat_));
    if (outcome_)
        text += fmt::format(" over {} {}", nebel::text(outcome_->result),
                            nebel::text(outcome_->reason));
    else
        text += fmt::format(" {} {}", playing_ ? "playing" : "setting up",
                            my_turn() ? "to act" : "waiting");
    if (!playing_)
        return text + fmt::format(" red {} blue {}\n", ready_[Seat::First], ready_[Seat::Second]);
    text += fmt::format(" ply {} quiet {}\n", position_.plies(), position_.quiet_plies());
    const Arena& arena = rules().arena();
    for (int row = arena.height - 1; row >= 0; --row) {
        text += fmt::format("{:2} ", row + 1);
        for (int file = 0; file < arena.width; ++file) {
            const Square at = square(file, row);
            const Man* man = man_at(at);
            const Seat owner = position_.men(Seat::First).has(at) ? Seat::First : Seat::Second;
            text += man == nullptr               ? (arena.open.has(at) ? '.' : '_')
                    : man->rank == Rank::Unknown ? '?'
                                                 : letter(man->rank, owner);
        }
        text += '\n';
    }
    for (const Seat seat : kSeats) {
        text += std::string(seat_name(seat));
        for (const Man& man : men_[seat])
            text += fmt::format(" {}:{}{}{}{}", square_text(man.start),
                                man.rank == Rank::Unknown ? '?' : letter(man.rank, seat),
                                man.alive() ? square_text(man.at) : "-", man.moved ? "m" : "",
                                man.shown ? "s" : "");
        text += " lost ";
        for (const Rank rank : kAllRanks)
            text += std::string(lost_[seat][index(rank)], letter(rank, seat));
        text += '\n';
    }
    return text;
}

}  // namespace nebel::stratego
