#include <chrono>

#include "game/registry.hpp"
#include "kriegspiel/players/mcts_a_model.hpp"
#include "kriegspiel/players/mcts_player.hpp"

namespace nebel::kriegspiel {

namespace {

/// Approach A: the tree search of other games, on boards made up for each iteration.
class MctsA final : public MctsPlayer {
 public:
    using Search = search::SampledThreeTier<PlayedBoards>;
    enum class Boards : std::uint8_t { Densities, Histories };

    MctsA(Settings settings, const Search::Settings& search, Boards boards, int threads)
        : MctsPlayer(std::move(settings)), boards_(boards), trees_(search, threads) {}

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
    static constexpr std::size_t kPool = 600;

    RootReport think(const Budget& budget, const TryList& tries, bool again) override {
        const auto start = std::chrono::steady_clock::now();
        std::optional<BoardGuesser> guesser;
        if (view().board()) {
            model_->set_board(*view().board());
        } else if (sampler_) {
            model_->set_boards(sampler_->boards());
        } else {
            guesser.emplace(densities().maps(), densities().story());
            model_->set_guesser(&*guesser);
        }
        model_->set_tries(tries, lost_on());
        if (again)
            trees_.keep_only(tries);
        else
            trees_.clear(next_seed());
        RootReport found = trees_.grow(*model_, budget, [&](const RootReport& so_far) {
            report(so_far,
                   std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        });
        // No board may have allowed any of the tries that are left.
        if (found.moves.empty())
            found.moves.push_back({try_key(tries[0]), 0, 0});
        return found;
    }

    Boards boards_;
    RootTrees<Search> trees_;
    std::optional<PlayedBoards> model_;
    std::optional<SampledBoards> sampler_;
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"mcts-a",
     "tree search on boards made up for each simulation (Ciancarini and Favini 2010)",
     {OptionSpec::choice("boards",
                         "densities",
                         {"densities", "histories"},
                         "where boards come from: men put down one by one, or hidden histories "
                         "that explain everything heard"),
      profile_option(), OptionSpec::integer("threads", 1, 1, 64, "trees grown side by side"),
      OptionSpec::real("exploration", 1.0, 0, 100, "constant of the UCT rule")}},
    [](const Options& options) {
        MctsPlayer::Settings settings;
        settings.profile = load_profile(options.text("profile"));
        settings.default_nodes = 1000;
        MctsA::Search::Settings search;
        search.exploration = options.real("exploration");
        return std::make_unique<MctsA>(settings, search,
                                       options.text("boards") == "histories"
                                           ? MctsA::Boards::Histories
                                           : MctsA::Boards::Densities,
                                       static_cast<int>(options.integer("threads")));
    }};

}  // namespace

}  // namespace nebel::kriegspiel
