#include <fmt/format.h>

#include <algorithm>

#include "darkchess/game.hpp"
#include "darkchess/players/mcts_game.hpp"
#include "game/registry.hpp"
#include "game/view_player.hpp"
#include "search/uct_search.hpp"

namespace nebel::darkchess {

namespace {

struct MctsOptions {
    MctsGame game;
    search::UctSettings settings;
    double draw = 0.5;  ///< to the player itself
    int threads = 1;
    std::uint64_t simulations = 0;
};

/// Searches anew at every turn; the seat's view is public, so the tree starts from the position
/// itself and deals only what a flip shows.
template <class Tree>
class Mcts final : public ViewPlayer<DarkChess> {
 public:
    explicit Mcts(const MctsOptions& options)
        : options_(options), search_(options.settings, options.threads) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        ViewPlayer::begin(rules, seat, seed);
        work_ = {};
    }

    Action act(const Budget& budget) override {
        // Drawn at every turn, so that the search of one turn does not depend on another's.
        const std::uint64_t seed = rng().next();
        Actions actions;
        view().actions(actions);
        NEBEL_CHECK(!actions.empty());
        if (actions.size() == 1)
            return actions[0];
        MctsGame game = options_.game;
        game.draw = view().seat() == Seat::First ? options_.draw : 1 - options_.draw;
        search_.set_draw(game.draw);
        Budget spend = budget;
        if (budget.unlimited())
            spend.simulations = options_.simulations;
        const BudgetMeter clock(spend);
        const auto report = [&](const Result& result) { tell(result, clock); };
        const Result result = search_.run(game, view().course(), seed, spend, report);
        tell(result, clock);
        work_.nodes += result.nodes;
        work_.simulations += result.simulations;
        return result.best_move().action;
    }

    [[nodiscard]] Work work() const override { return work_; }

 private:
    using Search = search::UctSearch<Tree>;
    using Result = typename Search::Result;

    void tell(const Result& result, const BudgetMeter& clock) const {
        if (!on_info)
            return;
        SearchInfo info;
        info.depth = result.depth;
        info.nodes = result.nodes;
        info.simulations = result.simulations;
        info.seconds = std::chrono::duration<double>(clock.elapsed()).count();
        info.value = result.value();
        info.line = result.best_move().action.text();
        std::vector<search::UctMove<Action>> moves = result.moves;
        std::stable_sort(moves.begin(), moves.end(),
                         [](const auto& a, const auto& b) { return a.visits > b.visits; });
        moves.resize(std::min<std::size_t>(moves.size(), 5));
        for (const auto& move : moves)
            info.detail += fmt::format("{}{} {}x {:.3f}{}", info.detail.empty() ? "" : ", ",
                                       move.action.text(), move.visits, move.mean(result.side),
                                       move.proof == search::win_of(result.side)    ? " won"
                                       : move.proof == search::loss_of(result.side) ? " lost"
                                       : move.proof == search::Proof::Draw          ? " drawn"
                                                                                    : "");
        info.detail += fmt::format("; {} tree nodes{}", result.tree_nodes,
                                   result.full ? " (memory full)" : "");
        on_info(info);
    }

    MctsOptions options_;
    Search search_;
    Work work_;
};

std::vector<OptionSpec> option_specs() {
    return {
        OptionSpec::choice("policy", "capture",
                           std::vector<std::string>(kPolicyNames.begin(), kPolicyNames.end()),
                           "how playouts choose"),
        OptionSpec::integer("playout", 640, 1, 1000000,
                            "a playout is drawn after so many quiet plies"),
        OptionSpec::boolean("eval", false, "a drawn playout goes to the side with more material"),
        OptionSpec::choice("counter", "true", {"true", "paper"},
                           "what sets a playout's quiet counter back: captures and flips, or flips "
                           "alone as the paper's figures suggest"),
        OptionSpec::choice("quiet_start", "remaining", {"remaining", "game", "zero"},
                           "where a playout's quiet counter starts: so that the game's draw comes "
                           "when it would come, at the game's count, at zero"),
        OptionSpec::real("exploration", 0.5, 0, 100, "weight of the exploration term of UCB1"),
        OptionSpec::real("draw", 0.5, 0, 1, "worth of a draw to this player"),
        OptionSpec::choice("final", "visits", {"visits", "mean"}, "how the move is chosen at last"),
        OptionSpec::integer("early", 0, 0, 100000,
                            "plies after which a playout is stopped and estimated; 0: never"),
        OptionSpec::real("quality", 0, 0, 1,
                         "how much a playout's value depends on how short and clear a win was"),
        OptionSpec::integer("threads", 1, 1, 64, "trees searched side by side"),
        OptionSpec::integer("simulations", 5000, 1, 1000000000,
                            "simulations for a move when no budget is given"),
        OptionSpec::integer("memory", 256, 1, 1 << 16, "megabytes the trees may use"),
    };
}

/// Guidance that only chance nodes know.
std::vector<OptionSpec> chance_option_specs() {
    auto specs = option_specs();
    specs.push_back(OptionSpec::real(
        "minimax", 0, 0, 1, "share of estimates carried up by minimax in an action's value"));
    specs.push_back(
        OptionSpec::real("bias", 0, 0, 100, "weight of an action's looks, fading with its visits"));
    return specs;
}

template <class Tree>
std::unique_ptr<Player<DarkChess>> make(const Options& options) {
    MctsOptions chosen;
    chosen.game.early = static_cast<int>(options.integer("early"));
    chosen.game.quality = options.real("quality");
    if constexpr (std::is_same_v<Tree, search::ChanceTree<MctsGame>>) {
        chosen.settings.minimax = options.real("minimax");
        chosen.settings.bias = options.real("bias");
    }
    chosen.game.policy = parse_policy(options.text("policy")).value();
    chosen.game.limits.quiet = static_cast<int>(options.integer("playout"));
    chosen.game.limits.plies = Rules::kMaxCap;
    chosen.game.limits.capture_resets = options.text("counter") == "true";
    const std::string& start = options.text("quiet_start");
    chosen.game.quiet_start = start == "game"   ? QuietStart::Game
                              : start == "zero" ? QuietStart::Zero
                                                : QuietStart::Remaining;
    chosen.game.evaluate = options.boolean("eval");
    chosen.draw = options.real("draw");
    chosen.threads = static_cast<int>(options.integer("threads"));
    chosen.simulations = static_cast<std::uint64_t>(options.integer("simulations"));
    chosen.settings.exploration = options.real("exploration");
    chosen.settings.final_choice =
        options.text("final") == "visits" ? search::FinalChoice::Visits : search::FinalChoice::Mean;
    constexpr std::size_t kNodeSize = sizeof(typename Tree::Node);
    chosen.settings.max_nodes =
        std::min<std::size_t>(static_cast<std::size_t>(options.integer("memory")) << 20,
                              kNodeSize * 0xfffffff0u) /
        kNodeSize;
    return std::make_unique<Mcts<Tree>>(chosen);
}

const PlayerRegistration<DarkChess> kChance({"mcts-chance",
                                             "Monte Carlo tree with a chance node for every flip",
                                             chance_option_specs()},
                                            make<search::ChanceTree<MctsGame>>);

const PlayerRegistration<DarkChess> kGroup(
    {"mcts-group", "Monte Carlo tree with one group node for all outcomes of a flip",
     option_specs()},
    make<search::GroupTree<MctsGame>>);

}  // namespace

}  // namespace nebel::darkchess
