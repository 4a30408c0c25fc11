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
        weights.idle_hit = static_cast<float>(options.real("idle"));
        weights.ignored_capture = static_cast<float>(options.real("ignore"));
        weights.control = static_cast<float>(options.real("control"));
        weights.threat = static_cast<float>(options.real("threat"));
        weights.home = static_cast<float>(options.real("home"));
        if (options.text("men") == "paper")
            weights.material = {};
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
          OptionSpec::choice("men",
                             "halfway",
                             {"halfway", "paper"},
                             "what men are worth: the authors' values, or halfway to a chess "
                             "player's"),
          OptionSpec::real("retaliation",
                           0.55,
                           0,
                           1,
                           "chance to be taken back for each piece that controls the square"),
          OptionSpec::real("hit",
                           0.09,
                           0,
                           1,
                           "chance that the man just moved is taken by a piece that controls it"),
          OptionSpec::real("idle", 0.03, 0, 1, "the same of a man that has not moved"),
          OptionSpec::real("ignore", 0.01, 0, 1, "captures less likely than this are left out"),
          OptionSpec::real("control", 0.04, 0, 5, "worth of a square that own men attack"),
          OptionSpec::real("threat", 0.0, 0, 5, "worth of an enemy man that is attacked"),
          OptionSpec::real("home", 0.2, 0, 5, "cost of each rank that the king has left")})},
    [](const Options& options) { return std::make_unique<MctsC>(options); }};

}  // namespace

}  // namespace nebel::kriegspiel
