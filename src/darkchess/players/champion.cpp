#include "darkchess/players/expectimax.hpp"
#include "game/registry.hpp"

namespace nebel::darkchess {

namespace {

/// What each level may spend at most, whatever more the budget allows; the last is not held back.
constexpr std::array<std::uint64_t, 4> kNodesOfLevel{300, 3000, 30000, 0};

/// The strongest settings of the engine that matches have shown, and three honest weaker levels:
/// the same player with less to think about, never with mistakes thrown in.
class Champion final : public Player<DarkChess> {
 public:
    Champion(const ExpectimaxSettings& settings, std::uint64_t most_nodes)
        : player_(settings), most_nodes_(most_nodes) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        player_.begin(rules, seat, seed);
    }
    void hear(const Event& event) override { player_.hear(event); }
    Action act(const Budget& budget) override {
        Budget spending = budget;
        if (most_nodes_ != 0)
            spending.nodes = budget.nodes == 0 ? most_nodes_ : std::min(budget.nodes, most_nodes_);
        player_.on_info = on_info;
        return player_.act(spending);
    }
    [[nodiscard]] Work work() const override { return player_.work(); }

 private:
    ExpectimaxPlayer player_;
    std::uint64_t most_nodes_;
};

const PlayerRegistration<DarkChess> kChampion(
    {"champion",
     "the strongest player: expectimax as tuned by matches; level 1 to 4",
     {OptionSpec::integer(
          "level", 4, 1, 4, "nodes at most: 300, 3,000, 30,000, as the budget says"),
      OptionSpec::integer("nodes", 500000, 1, 1000000000, "nodes when the budget says nothing"),
      OptionSpec::integer("hash", 16, 1, 4096, "megabytes of transposition table")}},
    [](const Options& options) {
        ExpectimaxSettings settings;
        settings.default_nodes = static_cast<std::uint64_t>(options.integer("nodes"));
        settings.hash = static_cast<std::size_t>(options.integer("hash"));
        return std::make_unique<Champion>(
            settings, kNodesOfLevel[static_cast<std::size_t>(options.integer("level") - 1)]);
    });

}  // namespace

}  // namespace nebel::darkchess
