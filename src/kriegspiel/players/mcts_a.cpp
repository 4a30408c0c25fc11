#include "game/registry.hpp"
#include "kriegspiel/players/mcts_a_model.hpp"
#include "kriegspiel/players/mcts_player.hpp"

namespace nebel::kriegspiel {

namespace {

/// Approach A: the tree search of other games, on boards made up for each iteration.
class MctsA final : public MctsTreePlayer<search::SampledThreeTier<PlayedBoards>> {
 public:
    explicit MctsA(const Options& options)
        : MctsTreePlayer(settings_of(options), search_settings(options)),
          boards_(options.text("boards") == "histories" ? Boards::Histories : Boards::Densities) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        MctsPlayer::begin(rules, seat, seed);
        model_.emplace(PlayedBoards::Settings{}, rules, colour_of(seat));
        sampler_.reset();
        if (boards_ == Boards::Histories) {
            SampledBoards::Options options;
            options.boards = kPool;
            sampler_.emplace(rules, seat, options, mix_seed(seed, 1));
        }
    }

    void hear(const Event& event) override {
        MctsPlayer::hear(event);
        if (sampler_)
            sampler_->hear(event);
    }

 private:
    enum class Boards : std::uint8_t { Densities, Histories };
    static constexpr std::size_t kPool = 600;

    static Settings settings_of(const Options& options) {
        Settings settings = Settings::from(options);
        settings.default_nodes = 1000;
        settings.plays_open = true;
        return settings;
    }

    // Empty without a pool, and where an umpire has left no board that could be.
    std::span<const SampledBoard> boards() {
        return sampler_ ? sampler_->boards() : std::span<const SampledBoard>{};
    }

    RootReport think(const Budget& budget, const TryList& tries, bool again) override {
        std::optional<BoardGuesser> guesser;
        if (view().board()) {
            model_->set_board(*view().board());
        } else if (const auto pool = boards(); !pool.empty()) {
            model_->set_boards(pool);
        } else {
            guesser.emplace(densities().maps(), densities().story());
            model_->set_guesser(&*guesser);
        }
        model_->set_tries(tries, lost_on());
        plant(tries, again);
        return grow(*model_, budget);
    }

    Boards boards_;
    std::optional<PlayedBoards> model_;
    std::optional<SampledBoards> sampler_;
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"mcts-a", "tree search on boards made up for each simulation (Ciancarini and Favini 2010)",
     MctsPlayer::options(
         1.0,
         {OptionSpec::choice("boards",
                             "densities",
                             {"densities", "histories"},
                             "where boards come from: men put down one by one, or hidden histories "
                             "that explain everything heard")})},
    [](const Options& options) { return std::make_unique<MctsA>(options); }};

}  // namespace

}  // namespace nebel::kriegspiel
