#include "kriegspiel/finish/finisher.hpp"

#include <algorithm>

#include "kriegspiel/finish/hunt_search.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::Square;

namespace {

/// If a try loses the game for every king that could draw anyway.
constexpr Cost kRegret = 300;

}  // namespace

Finisher::Finisher() = default;
Finisher::~Finisher() = default;
Finisher::Finisher(const Finisher& other)
    : view_(other.view_), checks_(other.checks_), known_(other.known_), nodes_(other.nodes_) {}
Finisher& Finisher::operator=(const Finisher& other) {
    return *this = Finisher(other);
}
Finisher::Finisher(Finisher&&) noexcept = default;
Finisher& Finisher::operator=(Finisher&&) noexcept = default;

void Finisher::begin(const Rules& rules, Seat seat) {
    view_.emplace(rules, seat);
    checks_.emplace(rules.start().shape());
    search_.reset();
    nodes_ = 0;
    known_ = {};
    known_.possible = rules.start().shape().mask;
    look_around();
}

// The enemy has just become bare (or the game began so): everything the moment allows is possible.
void Finisher::look_around() {
    known_.bare = view_->enemy_men() == 0 && view_->own().has_king();
    if (!known_.bare)
        return;
    const Hunters men(view_->own());
    known_.possible = men.shape->mask & ~men.all & ~chess::king_attacks(men.king);
    if (view_->to_move() == view_->seat())
        known_.possible &= ~men.attacks().all;
    known_.likely = 0;
}

void Finisher::hear(const Event& event) {
    const bool own = event.seat == view_->seat();
    switch (event.type) {
        case Event::Type::Refused:
            if (own)
                hear_refusal(event);
            break;
        case Event::Type::Moved:
            own ? hear_own_move(event) : hear_enemy_move();
            break;
        default:
            break;
    }
    view_->hear(event);
    switch (event.type) {
        case Event::Type::Capture:
            hear_capture(event, own);
            break;
        case Event::Type::Check:
            known_.said_check = own ? 0 : event.kinds;
            break;
        case Event::Type::Placed:
            look_around();
            break;
        default:
            break;
    }
    if (known_.bare && view_->board())
        known_.possible = bit(view_->board()->king_square(~colour_of(view_->seat())));
    if (known_.bare && known_.possible == 0)
        look_around();  // what was heard contradicts itself: better to know less than nonsense
}

void Finisher::hear_refusal(const Event& event) {
    if (!known_.bare || event.nonsense || !event.has_action() ||
        !view_->turn().conceivable(view_->own(), event.action))
        return;
    const Hunters men(view_->own());
    if (is_special(men, event.action))
        return;
    remember();
    keep(refused_squares(men, event.action));
}

void Finisher::hear_own_move(const Event& event) {
    known_.said_check = 0;
    const bool pawn = event.has_action() && view_->own().on(event.action.from) == chess::kPawn;
    known_.clock = pawn ? 0 : known_.clock + 1;
    pawn ? forget() : remember();
    if (!known_.bare || !event.has_action())
        return;
    Hunters men(view_->own());
    if (!is_special(men, event.action)) {
        keep(~refused_squares(men, event.action));
        men.move(event.action);
        ++known_.stood[men.key()];
    }
}

void Finisher::hear_enemy_move() {
    ++known_.clock;
    if (!known_.bare)
        return;
    const Hunters men(view_->own());
    const Attacks attacks = men.attacks();
    const Bitboard empty = men.shape->mask & ~attacks.all & ~men.all;
    const auto moved = [&](Bitboard kings) {
        return neighbours(checks_->told(attacks, kings, known_.said_check)) & empty;
    };
    // Where it took a man of ours is said next; until then it took none.
    known_.possible = moved(known_.possible);
    known_.likely = moved(known_.likely);
    known_.said_check = 0;
    if (known_.possible == 0)
        known_.possible = empty;
}

void Finisher::hear_capture(const Event& event, bool own) {
    known_.clock = 0;
    forget();
    if (own)
        look_around();
    else if (known_.bare)
        known_.possible = bit(event.square), known_.likely = 0;
}

void Finisher::keep(Bitboard squares) {
    known_.possible &= squares;
    known_.likely &= squares;
}

void Finisher::remember() {
    if (known_.lesson)
        known_.memory.learn(known_.lesson->men, known_.lesson->kings, known_.lesson->cost);
    known_.lesson.reset();
}

// From here on everything is new: no placement of our men can come back.
void Finisher::forget() {
    known_.stood.clear();
    known_.memory.clear();
    known_.lesson.reset();
}

void Finisher::restrict(Bitboard squares) {
    if (!known_.bare || (squares & known_.possible) == 0)
        return;
    const Bitboard narrowed = known_.likely ? known_.likely & squares : 0;
    known_.likely = narrowed ? narrowed : known_.possible & squares;
}

bool Finisher::ready() const {
    return known_.bare && view_ && view_->my_turn() && Hunters(view_->own()).suffice();
}

std::optional<Action> Finisher::act(const Budget& budget) {
    if (!ready())
        return std::nullopt;
    HuntSearch::Question question;
    question.men = Hunters(view_->own());
    question.kings = known_.likely ? known_.likely : known_.possible;
    question.clock = known_.clock;
    question.barred = [&](const Action& action) { return barred(question.men, action); };
    question.visits = [&](const Action& action) { return visits(question.men, action); };
    question.memory = &known_.memory;
    if (!search_)
        search_ = std::make_unique<HuntSearch>(view_->rules(), *question.men.shape);
    Budget limited = budget;
    limited.time = prepare(question.men, budget);
    // Kings that can draw anyway are not planned for, but they may have missed it.
    const Bitboard all = question.kings;
    question.kings = search_->winnable(question.men, all);
    if (question.kings != all)
        question.regret = [&, all](const Action& action) {
            return kRegret * chess::popcount(drawn_by(question.men, action, all)) /
                   chess::popcount(all);
        };
    // The longer it takes, the longer it thinks: a long hunt is one that runs in circles.
    const auto patience = static_cast<std::uint64_t>(1 + std::min(known_.clock, 60) / 20);
    const std::uint64_t wanted = kDefaultNodes * patience * patience;
    limited.nodes = budget.nodes == 0 ? wanted : std::min(budget.nodes, wanted);
    const auto found = search_->find(question, limited);
    if (!found)
        return std::nullopt;
    nodes_ += found->nodes;
    known_.lesson = {question.men, question.kings, found->lesson};
    return found->action;
}

// Tables get up to half of a turn's time until they are finished. Returns what is left.
std::chrono::milliseconds Finisher::prepare(const Hunters& men, const Budget& budget) {
    if (budget.time.count() == 0 && !budget.clock && budget.stop == nullptr) {
        search_->prepare(men, nullptr);
        return budget.time;
    }
    constexpr std::chrono::milliseconds least{1};
    Budget part = budget;
    part.nodes = part.simulations = 0;
    if (part.time.count() != 0)
        part.time = std::max(least, part.time / 2);
    BudgetMeter meter(part);
    search_->prepare(men, &meter);
    if (budget.time.count() == 0)
        return budget.time;
    return std::max(least, budget.time - std::chrono::duration_cast<std::chrono::milliseconds>(
                                             meter.elapsed()));
}

// What the search does not see: a third time the same men, and kings that are possible though a
// hint calls them unlikely.
bool Finisher::barred(const Hunters& before, const Action& action) const {
    if (view_->rules().repetition && visits(before, action) >= 2)
        return true;
    return known_.likely != 0 &&
           drawn_by(before, action, search_->winnable(before, known_.possible)) != 0;
}

Bitboard Finisher::drawn_by(const Hunters& before, const Action& action, Bitboard kings) const {
    Hunters men = before;
    men.move(action);
    Split outcome;
    const Bitboard accepted = kings & ~refused_squares(before, action);
    split(men, men.attacks(), *checks_, accepted, outcome);
    return lost_to_draw(men, accepted, outcome, view_->rules().says().stalemate_loses);
}

int Finisher::visits(const Hunters& before, const Action& action) const {
    Hunters men = before;
    men.move(action);
    const auto stood = known_.stood.find(men.key());
    return stood == known_.stood.end() ? 0 : stood->second;
}

// Castling, and a pawn's capture, which a bare king never allows: nothing is learned from them.
bool Finisher::is_special(const Hunters& men, const Action& action) {
    if (action.from == men.king)
        return !chess::contains(chess::king_attacks(men.king), action.to);
    return chess::contains(men.of[chess::kPawn], action.from) &&
           chess::file_of(action.from) != chess::file_of(action.to);
}

}  // namespace nebel::kriegspiel
