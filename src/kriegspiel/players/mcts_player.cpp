#include "kriegspiel/players/mcts_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "kriegspiel/players/mcts_men.hpp"
#include "kriegspiel/players/stalemate_guard.hpp"

namespace nebel::kriegspiel {

std::vector<OptionSpec> MctsPlayer::options(double exploration, std::vector<OptionSpec> own) {
    std::vector<OptionSpec> all{
        profile_option(), OptionSpec::integer("threads", 1, 1, 64, "trees grown side by side"),
        OptionSpec::real("exploration", exploration, 0, 100, "constant of the UCT rule"),
        OptionSpec::boolean("finish", true,
                            "mates a bare king by the book and gives no stalemate away; off: as "
                            "the paper's programs, by search alone")};
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

MctsPlayer::Settings MctsPlayer::Settings::from(const Options& options) {
    Settings settings;
    settings.profile = load_profile(options.text("profile"));
    settings.threads = static_cast<int>(options.integer("threads"));
    settings.finish = options.boolean("finish");
    return settings;
}

void MctsPlayer::begin(const Rules& rules, Seat seat, std::uint64_t seed) {
    if (rules.says().moves_told && !settings_.plays_open)
        throw PlayerFailure(Reason::Nonsense, "plays in the dark; where all is told try mcts-a");
    densities_.emplace(rules, seat, settings_.profile);
    certain_.emplace(rules, seat);
    finisher_.begin(rules, seat);
    rng_ = Rng(seed);
    work_ = {};
    lost_on_ = chess::kNoSquare;
    pawn_captures_told_ = false;
    turn_ = 0;
    searched_turn_.reset();
    restart();
}

void MctsPlayer::hear(const Event& event) {
    densities_->hear(event);
    certain_->hear(event);
    finisher_.hear(event);
    const bool mine = event.seat == view().seat();
    switch (event.type) {
        case Event::Type::Moved:
            lost_on_ = chess::kNoSquare;
            pawn_captures_told_ = false;
            ++turn_;
            break;
        case Event::Type::Capture:
            if (!mine)
                lost_on_ = event.square;
            break;
        case Event::Type::PawnTries:
            if (mine)
                pawn_captures_told_ = event.count > 0 || event.any == 1 || event.squares != 0;
            break;
        case Event::Type::Answer:
            if (mine)
                pawn_captures_told_ = event.any == 1;
            break;
        default:
            break;
    }
}

Action MctsPlayer::act(const Budget& budget) {
    const BudgetMeter whole(budget);
    if (settings_.finish && finisher_.ready()) {
        const std::uint64_t before = finisher_.nodes();
        const auto finish = finisher_.act(budget);
        work_.nodes += finisher_.nodes() - before;
        if (finish)
            return *finish;
    }
    TryList listed;
    view().actions(listed);
    NEBEL_CHECK(!listed.empty());
    TryList tries;
    for (const Action& action : listed)
        if (!action.is_any())
            tries.push_back(action);
    const bool may_ask = tries.size() < listed.size();
    if (may_ask && (tries.empty() || worth_asking()))
        return Action::any();
    if (settings_.finish && view().enemy_men() <= StalemateRisk::kMostMen + 1)
        tries = StalemateGuard(certain_->board()).safe(tries);
    if (tries.size() == 1)
        return tries[0];
    if (const auto action = instinct(tries))
        return *action;

    const bool again = searched_turn_ == turn_ && searched_before(tries);
    searched_turn_ = turn_;
    searched_ = tries;
    Budget left = searching_budget(budget, again);
    if (left.time.count() > 0) {
        const auto gone = std::chrono::duration_cast<std::chrono::milliseconds>(whole.elapsed());
        left.time = std::max(left.time - gone, std::chrono::milliseconds(1));
    }
    const RootReport found = think(left, tries, again);
    work_.nodes += found.nodes;
    work_.simulations += found.simulations;
    report(found, std::chrono::duration<double>(whole.elapsed()).count());
    // What the search believes may exclude every try that is left.
    return found.moves.empty() ? tries[0] : action_of(found.moves.front().key);
}

Budget MctsPlayer::searching_budget(Budget budget, bool again) const {
    if (budget.unlimited())
        budget.nodes = settings_.default_nodes;
    if (!again)
        return budget;
    for (std::uint64_t* limit : {&budget.nodes, &budget.simulations})
        if (*limit != 0)
            *limit = std::max<std::uint64_t>(*limit / kAgainShare, 1);
    if (budget.clock)
        budget.time = std::max(budget.time, budget.clock->remaining / 30);
    if (budget.time.count() > 0)
        budget.time = std::max(budget.time / kAgainShare, std::chrono::milliseconds(1));
    return budget;
}

// A refusal may make a try safe that the trees have not seen.
bool MctsPlayer::searched_before(const TryList& tries) const {
    return std::all_of(tries.begin(), tries.end(), [&](const Action& action) {
        return std::find(searched_.begin(), searched_.end(), action) != searched_.end();
    });
}

std::optional<Action> MctsPlayer::instinct(const TryList& tries) const {
    if (lost_on_ != chess::kNoSquare)
        if (const auto action = take_back(tries))
            return action;
    if (pawn_captures_told_)
        return pawn_capture(tries);
    return std::nullopt;
}

// The king first: it is refused where the taker is protected, so it can lose nothing.
std::optional<Action> MctsPlayer::take_back(const TryList& tries) const {
    for (const chess::PieceType type :
         {chess::kKing, chess::kPawn, chess::kKnight, chess::kBishop, chess::kRook, chess::kQueen})
        for (const Action& action : tries)
            if (action.to == lost_on_ && (type == chess::kKing || type <= settings_.takes_back) &&
                view().own().on(action.from) == type &&
                (type != chess::kPawn || is_pawn_capture_try(view().own(), action)))
                return action;
    return std::nullopt;
}

std::optional<Action> MctsPlayer::pawn_capture(const TryList& tries) const {
    std::optional<Action> best;
    float most = -1;
    const DensityMaps& maps = densities_->maps();
    for (const Action& action : tries) {
        const float chance = maps.pawn[action.to] + maps.piece[action.to];
        if (is_pawn_capture_try(view().own(), action) && chance > most) {
            best = action;
            most = chance;
        }
    }
    return best;
}

// A "yes" binds to a pawn capture, which is what we would make anyway.
bool MctsPlayer::worth_asking() const {
    constexpr float kLikely = 0.4F;
    const OwnMen& own = view().own();
    float most = 0;
    for (const chess::Square from : chess::Squares(own.of(chess::kPawn)))
        for (const chess::Square to :
             chess::Squares(chess::pawn_attacks(own.colour(), from) & ~own.all())) {
            if (to == lost_on_)
                return true;
            most = std::max(most, densities_->maps().pawn[to] + densities_->maps().piece[to]);
        }
    return most > kLikely;
}

void MctsPlayer::report(const RootReport& found, double seconds) {
    if (!on_info || found.moves.empty())
        return;
    constexpr std::size_t kShown = 5;
    SearchInfo info;
    info.nodes = found.nodes;
    info.simulations = found.simulations;
    info.seconds = seconds;
    info.value = found.moves.front().value;
    info.depth = static_cast<int>(found.line.size());
    for (const std::uint32_t key : found.line)
        info.line += (info.line.empty() ? "" : " ") + action_of(key).text();
    for (std::size_t i = 0; i < std::min(kShown, found.moves.size()); ++i) {
        const RootMove& move = found.moves[i];
        info.detail += fmt::format("{}{} {} {:+.3f}", i == 0 ? "" : ", ",
                                   action_of(move.key).text(), move.visits, move.value);
    }
    if (seconds > 0)
        info.detail += fmt::format("; {:.0f} nodes/s, {} in the tree",
                                   static_cast<double>(found.nodes) / seconds, found.tree_nodes);
    on_info(info);
}

}  // namespace nebel::kriegspiel
