#include "stratego/referee.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "stratego/setup_sources.hpp"

namespace nebel::stratego {

namespace {

Sight sight_of(const Position& position, Seat seat) {
    const Arena& arena = position.rules().arena();
    Sight sight;
    sight.width = static_cast<std::uint8_t>(arena.width);
    sight.height = static_cast<std::uint8_t>(arena.height);
    for (int i = 0; i < arena.cells(); ++i) {
        const Square at = arena.cell(i);
        if (!arena.open.has(at))
            sight.set(i, Cell::Lake);
        else if (position.men(seat).has(at))
            sight.set(i, static_cast<Cell>(position.rank(at)));
        else if (position.men(other(seat)).has(at))
            sight.set(i, Cell::Enemy);
    }
    return sight;
}

Parsed<Position> board_from(const Rules& rules, std::string_view letters) {
    const Arena& arena = rules.arena();
    if (letters.size() != static_cast<std::size_t>(arena.cells()))
        return parse_error(fmt::format(
            "a start is 'empty', two set-ups RED/BLUE or a board of {} letters; this has {}",
            arena.cells(), letters.size()));
    Position position(rules);
    PerSeat<std::array<int, kRanks>> counts;
    for (int i = 0; i < arena.cells(); ++i) {
        const Square at = arena.cell(i);
        const char c = letters[static_cast<std::size_t>(i)];
        if ((c == '_') != !arena.open.has(at))
            return parse_error(fmt::format("{} is {} lake of the variant {}", square_text(at),
                                           c == '_' ? "no" : "a", arena.name));
        if (c == '_' || c == 'A' || c == 'a')
            continue;
        const Seat seat = c >= 'N' && c <= 'Y' ? Seat::Second : Seat::First;
        const auto rank = rank_of_letter(seat == Seat::Second ? static_cast<char>(c - 12) : c);
        if (!rank)
            return parse_error(quote(letters.substr(static_cast<std::size_t>(i), 1)) +
                               " is no letter of a board; accepted: B..M, N..Y, A, a, _");
        if (++counts[seat][index(*rank)] > arena.army[index(*rank)])
            return parse_error(fmt::format("{} has more than {} of the rank {}", seat_name(seat),
                                           arena.army[index(*rank)], text(*rank)));
        position.place(seat, at, *rank);
    }
    for (const Seat seat : kSeats)
        if (counts[seat][index(Rank::Flag)] != 1)
            return parse_error(fmt::format("{} has no flag", seat_name(seat)));
    return position;
}

}  // namespace

Referee::Referee(const Rules& rules, Rng& rng) : Referee(rules) {
    if (rules.setup == SetupSource::Player)
        return;
    const auto deal = rules.setup == SetupSource::Random ? random_setup : human_setup;
    for (const Seat seat : kSeats)
        place(seat, deal(rules, rng));
    start_ = setups_[Seat::First]->text() + "/" + setups_[Seat::Second]->text();
}

Parsed<Referee> Referee::from_start(const Rules& rules, std::string_view text) {
    Referee referee(rules);
    const auto word = trim(text);
    if (word == "empty") {
        if (rules.setup != SetupSource::Player)
            return parse_error("the start is 'empty' only with setup=player");
        return referee;
    }
    const auto slash = word.find('/');
    if (slash == std::string_view::npos) {
        auto position = board_from(rules, word);
        if (!position)
            return tl::make_unexpected(position.error());
        referee.position_ = std::move(*position);
        referee.playing_ = true;
        referee.start_ = referee.board_text();
        return referee;
    }
    for (const Seat seat : kSeats) {
        const auto setup =
            Setup::parse(seat == Seat::First ? word.substr(0, slash) : word.substr(slash + 1));
        if (!setup)
            return tl::make_unexpected(setup.error());
        if (const auto fault = setup->fault(rules); !fault.empty())
            return parse_error(fmt::format("{}: {}", seat_name(seat), fault));
        referee.place(seat, *setup);
    }
    referee.start_ = word;
    return referee;
}

void Referee::place(Seat seat, const Setup& setup) {
    setups_[seat] = setup;
    for (int i = 0; i < setup.size; ++i) {
        const Rank rank = setup.ranks[static_cast<std::size_t>(i)];
        if (rank != Rank::Unknown)
            position_.place(seat, rules_.arena().setup_square(seat, i), rank);
    }
}

Answer<Event> Referee::open() {
    Answer<Event> answer;
    for (const Seat seat : kSeats)
        if (setups_[seat]) {
            answer.tell(seat, Event::own_setup(seat, *setups_[seat]));
            answer.tell(other(seat), Event::ready(seat));
        }
    if (playing_ || (setups_[Seat::First] && setups_[Seat::Second]))
        begin_play(answer);
    return answer;
}

Seat Referee::to_act() const {
    if (playing_)
        return position_.to_move();
    return setups_[Seat::First] ? Seat::Second : Seat::First;
}

void Referee::begin_play(Answer<Event>& answer) {
    playing_ = true;
    for (const Seat seat : kSeats)
        answer.tell(seat, Event::board(seat, sight_of(position_, seat)));
    if (const auto outcome = position_.outcome_without_move())
        finish(answer, *outcome);
}

void Referee::finish(Answer<Event>& answer, Outcome outcome) {
    outcome_ = outcome;
    answer.tell_both(Event::end(outcome));
}

Answer<Event> Referee::act(const Action& action) {
    if (outcome_)
        return Answer<Event>::invalid("the game is over");
    if (playing_)
        return action.kind == Action::Kind::Move
                   ? move(action.move)
                   : Answer<Event>::invalid("the men stand already; play a move such as a4a5");
    return action.kind == Action::Kind::Setup ? set_up(action.setup)
                                              : Answer<Event>::invalid("set up your men first");
}

Answer<Event> Referee::set_up(const Setup& setup) {
    if (const auto fault = setup.fault(rules_); !fault.empty())
        return Answer<Event>::invalid(fault);
    const Seat seat = to_act();
    place(seat, setup);
    Answer<Event> answer;
    answer.tell(seat, Event::own_setup(seat, setup));
    answer.tell(other(seat), Event::ready(seat));
    if (seat == Seat::Second)
        begin_play(answer);
    return answer;
}

Answer<Event> Referee::move(Move move) {
    if (const Fault fault = position_.fault(move); fault != Fault::None)
        return Answer<Event>::invalid(text(fault));
    const Seat seat = position_.to_move();
    const Rank attacker = position_.rank(move.from);
    const Rank defender = position_.rank(move.to);
    const auto result = position_.play(move);
    Answer<Event> answer;
    answer.tell_both(result ? Event::strike(seat, move, attacker, defender)
                            : Event::quiet(seat, move));
    if (result == Strike::Flag)
        finish(answer, win_for(seat, Reason::FlagTaken));
    else if (const auto stuck = position_.outcome_without_move())
        finish(answer, *stuck);
    else if (const auto limit = position_.outcome_by_limit())
        finish(answer, *limit);
    return answer;
}

Answer<Event> Referee::conclude(Outcome outcome) {
    NEBEL_CHECK(!outcome_);
    Answer<Event> answer;
    finish(answer, outcome);
    return answer;
}

std::string Referee::board_text() const {
    const Arena& arena = rules_.arena();
    std::string letters;
    for (int i = 0; i < arena.cells(); ++i) {
        const Square at = arena.cell(i);
        const Seat owner = position_.men(Seat::Second).has(at) ? Seat::Second : Seat::First;
        letters += arena.open.has(at) ? letter(position_.rank(at), owner) : '_';
    }
    return letters;
}

std::string Referee::state_text() const {
    std::string text = fmt::format("{} {} {} {}", board_text(),
                                   playing_ ? seat_name(to_act()) : std::string_view("setup"),
                                   position_.plies(), position_.quiet_plies());
    if (outcome_)
        text += fmt::format(" {} {}", nebel::text(outcome_->result), nebel::text(outcome_->reason));
    return text;
}

}  // namespace nebel::stratego
