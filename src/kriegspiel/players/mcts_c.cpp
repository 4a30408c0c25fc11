#include <chrono>

#include "game/registry.hpp"
#include "kriegspiel/players/mcts_c_model.hpp"
#include "kriegspiel/players/mcts_player.hpp"

namespace nebel::kriegspiel {

namespace {

/// Approach C: every node valued once as the weighted average over what the umpire may say, the
/// best move backed up.
class MctsC final : public MctsPlayer {
 public:
    using Search = search::WeightedThreeTier<WeighedMessages>;

    MctsC(Settings settings,
          const Search::Settings& search,
          const WeighedSettings& weights,
          int threads)
        : MctsPlayer(std::move(settings)), trees_(search, threads), model_(weights) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        if (rules.says().moves_told)
            throw PlayerFailure(Reason::Nonsense, "mcts-c plays in the dark; in open try mcts-a");
        MctsPlayer::begin(rules, seat, seed);
    }

 private:
    RootReport think(const Budget& budget, const TryList& tries, bool again) override {
        model_.set_root(densities().model(), view().rules().says(), tries,
                        view().turn().check_kinds());
        if (again) {
            trees_.keep_only(tries);
            trees_.for_each([&](Search& search) { search.refresh_root(model_); });
        } else {
            trees_.clear(next_seed());
        }
        const auto start = std::chrono::steady_clock::now();
        return trees_.grow(model_, budget, [&](const RootReport& found) {
            report(found,
                   std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        });
    }

    RootTrees<Search> trees_;
    WeighedMessages model_;
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"mcts-c",
     "tree search on what the umpire may say, one evaluation a node (Ciancarini and Favini 2010)",
     {profile_option(), OptionSpec::integer("threads", 1, 1, 64, "trees grown side by side"),
      OptionSpec::real("exploration", 0.05, 0, 100, "constant of the UCT rule"),
      OptionSpec::integer("expand", 3, 1, 100000, "visits after which a move gets its children"),
      OptionSpec::real("trust", 0.5, 0, 1, "share of the best move below in a node's value"),
      OptionSpec::real("illegal", 0.05, 0, 2, "cost of a refusal that the opponent hears"),
      OptionSpec::real("private", 0.0, 0, 2, "cost of a refusal that it does not hear"),
      OptionSpec::real("retaliation", 0.5, 0, 1, "chance that the opponent takes back"),
      OptionSpec::real("pawn", 0.6, 0, 5, "worth of a pawn for each of its ranks"),
      OptionSpec::real("hit", 0.1, 0, 1, "chance that an exposed man is taken unawares")}},
    [](const Options& options) {
        MctsPlayer::Settings settings;
        settings.profile = load_profile(options.text("profile"));
        settings.takes_back = chess::kBishop;  // rooks and queens only where the search says so
        MctsC::Search::Settings search;
        search.exploration = options.real("exploration");
        search.expand_at = static_cast<std::uint32_t>(options.integer("expand"));
        search.trust = static_cast<float>(options.real("trust"));
        WeighedSettings weights;
        weights.illegal_cost = static_cast<float>(options.real("illegal"));
        weights.private_cost = static_cast<float>(options.real("private"));
        weights.hit = static_cast<float>(options.real("hit"));
        weights.retaliation = static_cast<float>(options.real("retaliation"));
        weights.material.pawn_rank = static_cast<float>(options.real("pawn"));
        return std::make_unique<MctsC>(settings, search, weights,
                                       static_cast<int>(options.integer("threads")));
    }};

}  // namespace

}  // namespace nebel::kriegspiel
