#include "game/registry.hpp"
#include "kriegspiel/players/mcts_c_model.hpp"
#include "kriegspiel/players/mcts_player.hpp"

namespace nebel::kriegspiel {

namespace {

/// Approach C: every node valued once as the weighted average over what the umpire may say, the
/// best move backed up.
class MctsC final : public MctsTreePlayer<search::WeightedThreeTier<WeighedMessages>> {
 public:
    explicit MctsC(const Options& options)
        : MctsTreePlayer(settings_of(options), searching(options)), model_(weights(options)) {}

 private:
    static Settings settings_of(const Options& options) {
        Settings settings = Settings::from(options);
        settings.takes_back = chess::kBishop;  // rooks and queens only where the search says so
        return settings;
    }
    static SearchSettings searching(const Options& options) {
        SearchSettings search = search_settings(options);
        search.expand_at = static_cast<std::uint32_t>(options.integer("expand"));
        search.trust = static_cast<float>(options.real("trust"));
        return search;
    }
    static WeighedSettings weights(const Options& options) {
        WeighedSettings weights;
        weights.illegal_cost = static_cast<float>(options.real("illegal"));
        weights.private_cost = static_cast<float>(options.real("private"));
        weights.hit = static_cast<float>(options.real("hit"));
        weights.retaliation = static_cast<float>(options.real("retaliation"));
        weights.material.pawn_rank = static_cast<float>(options.real("pawn"));
        return weights;
    }

    RootReport think(const Budget& budget, const TryList& tries, bool again) override {
        model_.set_root(densities().model(), view().rules().says(), tries,
                        view().turn().check_kinds());
        plant(tries, again);
        if (again)
            trees().for_each([&](auto& search) { search.refresh_root(model_); });
        return grow(model_, budget);
    }

    WeighedMessages model_;
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"mcts-c",
     "tree search on what the umpire may say, one evaluation a node (Ciancarini and Favini 2010)",
     MctsPlayer::options(
         0.05,
         {OptionSpec::integer(
              "expand", 3, 1, 100000, "visits after which a move gets its children"),
          OptionSpec::real("trust", 0.5, 0, 1, "share of the best move below in a node's value"),
          OptionSpec::real("illegal", 0.05, 0, 2, "cost of a refusal that the opponent hears"),
          OptionSpec::real("private", 0.0, 0, 2, "cost of a refusal that it does not hear"),
          OptionSpec::real("retaliation", 0.5, 0, 1, "chance that the opponent takes back"),
          OptionSpec::real("pawn", 0.6, 0, 5, "worth of a pawn for each of its ranks"),
          OptionSpec::real("hit", 0.1, 0, 1, "chance that an exposed man is taken unawares")})},
    [](const Options& options) { return std::make_unique<MctsC>(options); }};

}  // namespace

}  // namespace nebel::kriegspiel
