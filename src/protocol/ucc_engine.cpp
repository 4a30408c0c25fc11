#include "protocol/ucc_engine.hpp"

#include <utility>

#include "core/text.hpp"

namespace nebel::protocol {

using stratego::Action;
using stratego::Event;

UccEngine::UccEngine(std::string player_text,
                     std::uint64_t seed,
                     const Budget& budget,
                     const stratego::Rules& rules)
    : source_(std::move(player_text)), seed_(seed), budget_(budget), rules_(rules) {
    if (rules.variant != stratego::Variant::Classic || rules.setup != stratego::SetupSource::Player)
        throw UserError("the ucc dialect knows the classic game only, with setup=player");
}

LineKind UccEngine::kind(std::string_view line) const {
    const auto words = split_words(line);
    if (words.empty())
        return LineKind::Ordinary;
    // Any row of a board may be the last, after which the engine thinks.
    return words[0] == "QUIT" ? LineKind::Quit
           : words[0] == "RED" || words[0] == "BLUE" || ucc::is_board_row(line)
               ? LineKind::Go
               : LineKind::Ordinary;
}

Budget UccEngine::budget(const std::atomic<bool>& stop) const {
    Budget result = budget_;
    result.stop = &stop;
    return result;
}

void UccEngine::handle(std::string_view line, const std::atomic<bool>& stop) {
    line = trim(line);
    const auto words = split_words(line);
    try {
        if (words.size() == 4 && words[2] == "10" && words[3] == "10" &&
            (words[0] == "RED" || words[0] == "BLUE"))
            set_up(words[0] == "RED" ? Seat::First : Seat::Second, stop);
        else if (!view_)
            return;
        else if (line == "START")
            board_.clear();
        else if (ucc::is_board_row(line))
            take_row(line, stop);
        else if (const auto report = ucc::parse_report(line))
            take_report(*report);
    } catch (const std::exception&) {
        view_.reset();  // silence until the next game: the judge counts the time
    }
}

void UccEngine::hear(const Event& event) {
    view_->hear(event);
    source_.player().hear(event);
}

void UccEngine::set_up(Seat seat, const std::atomic<bool>& stop) {
    view_.emplace(rules_, seat);
    board_.clear();
    first_report_.reset();
    source_.player().begin(rules_, seat, mix_seed(seed_, ++games_));
    if (seat == Seat::Second)
        hear(Event::ready(Seat::First));
    const auto action = source_.player().act(budget(stop));
    NEBEL_CHECK(action.kind == Action::Kind::Setup);
    setup_ = action.setup;
    for (const auto& row : ucc::setup_rows(seat, setup_))
        say(row);
    hear(Event::own_setup(seat, setup_));
}

void UccEngine::take_report(const ucc::Report& report) {
    board_.clear();
    if (!view_->playing()) {
        // Red has moved before blue has seen a board.
        if (view_->seat() == Seat::Second)
            first_report_ = report;
        return;
    }
    const Seat mover = view_->position().to_move();
    if (const auto event = ucc::event_of(report, mover)) {
        check_fits(*event);
        hear(*event);
    } else if (report.outcome == std::vector<std::string>{"VICTORY_FLAG"}) {
        hear(Event::end(win_for(mover, Reason::FlagTaken)));
    } else {
        throw UserError("the game is over for a reason the rules do not know");
    }
}

void UccEngine::take_row(std::string_view row, const std::atomic<bool>& stop) {
    board_ += row;
    if (board_.size() < ucc::kSide * ucc::kSide)
        return;
    if (!view_->playing()) {
        if (view_->seat() == Seat::First)
            hear(Event::ready(Seat::Second));
        hear(Event::board(view_->seat(), first_sight()));
        if (first_report_)
            take_report(*std::exchange(first_report_, std::nullopt));
    }
    board_.clear();
    move(stop);
}

stratego::Sight UccEngine::first_sight() const {
    using stratego::Cell;
    stratego::Sight sight;
    sight.width = sight.height = ucc::kSide;
    const auto& arena = rules_.arena();
    for (int i = 0; i < sight.cells(); ++i) {
        const bool enemy = board_[static_cast<std::size_t>(i)] == '#';
        sight.set(i, !arena.open.has(arena.cell(i)) ? Cell::Lake
                     : enemy                        ? Cell::Enemy
                                                    : Cell::Empty);
    }
    if (first_report_) {  // red's first move taken back
        sight.set(first_report_->move.to, Cell::Empty);
        sight.set(first_report_->move.from, Cell::Enemy);
    }
    for (int i = 0; i < setup_.size; ++i)
        sight.set(arena.setup_square(view_->seat(), i),
                  static_cast<Cell>(setup_.ranks[static_cast<std::size_t>(i)]));
    return sight;
}

void UccEngine::check_fits(const Event& event) const {
    const auto& position = view_->position();
    const auto known = [&](stratego::Square at, stratego::Rank rank) {
        return position.rank(at) == stratego::Rank::Unknown || position.rank(at) == rank;
    };
    const bool quiet = event.kind == Event::Kind::Move;
    const bool fits =
        position.men(event.seat).has(event.move.from) &&
        (quiet
             ? rules_.arena().open.has(event.move.to) && position.empty(event.move.to)
             : position.men(other(event.seat)).has(event.move.to) &&
                   known(event.move.from, event.attacker) && known(event.move.to, event.defender));
    if (!fits)
        throw UserError("a report does not fit the game so far");
}

void UccEngine::move(const std::atomic<bool>& stop) {
    if (!view_->my_turn())
        return;
    stratego::MoveList moves;
    view_->legal_moves(moves);
    if (moves.empty())
        return say("NO_MOVE");
    say(ucc::move_text(source_.player().act(budget(stop)).move));
}

}  // namespace nebel::protocol
