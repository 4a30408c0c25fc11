#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "game/battery.hpp"
#include "game/registry.hpp"
#include "kriegspiel/belief/believer.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/twins.hpp"

namespace nebel::kriegspiel {

namespace {

using Table = nebel::Table<Kriegspiel>;

// Options that make a player small. One that is not named here plays with its defaults.
const std::map<std::string, std::string> kSmall{
    {"aosp", "boards=20,worlds=5"},
    {"champion", "boards=20,worlds=4"},
    {"hs", "boards=20,worlds=5,last=0.5"},
    {"ismcts", "boards=20,worlds=10"},
    {"los", "worlds=5"},
    {"mcts-a", "boards=histories"},
    {"mcts-c", "threads=2"},
    {"metaposition", "depth=2,width=3"},
    {"pimc", "boards=20,worlds=4,depth=0"},
};

// Every registered player but those that need the board or another program.
std::vector<std::string> players_in_the_dark() {
    std::vector<std::string> players;
    for (const auto& entry : PlayerRegistry<Kriegspiel>::instance().entries()) {
        if (entry.spec.raw || entry.spec.name == "alphabeta")
            continue;
        players.push_back(entry.spec.name);
        if (const auto small = kSmall.find(entry.spec.name); small != kSmall.end())
            players.push_back(entry.spec.name + ":" + small->second);
    }
    return players;
}

Budget tiny() {
    Budget budget;
    budget.nodes = 60;
    budget.simulations = 12;
    return budget;
}

// A random game from a position, at most so many actions of it.
GameRecord<Kriegspiel> random_game_from(const Rules& rules,
                                        const std::string& start,
                                        std::uint64_t seed,
                                        int limit) {
    Table table(rules, Referee::from_start(rules, start).value());
    Rng rng(seed);
    for (int i = 0; i < limit && !table.outcome(); ++i) {
        const auto view = battery::rebuilt_view<Kriegspiel>(table.record(), table.to_act());
        table.act(view.random_action(rng));
    }
    return table.record();
}

// The game is played again at a real table, so that its truth is there while the player thinks: all
// that it answers, reports, spends and believes. It is asked once every `every` of its turns.
std::string conduct(const std::string& player_text,
                    const GameRecord<Kriegspiel>& record,
                    Seat seat,
                    int every) {
    const auto player = PlayerRegistry<Kriegspiel>::instance().make(player_text);
    std::string shown;
    player->on_info = [&](const SearchInfo& info) {
        shown += fmt::format("[{} {} {} {} {}]", info.depth, info.nodes, info.simulations,
                             info.value, info.line);
    };
    Table table(record.rules, Referee::from_start(record.rules, record.start).value());
    player->begin(record.rules, seat, 99);
    for (const auto& event : table.opening(seat))
        player->hear(event);
    int turns = 0;
    for (const auto& entry : record.actions) {
        if (entry.seat == seat && ++turns % every == 0) {
            shown += player->act(tiny()).text() + " ";
            if (auto* believer = dynamic_cast<Believer*>(player.get()))
                if (const auto maps = believer->believed())
                    for (const auto* map : {&maps->king, &maps->pawn, &maps->piece})
                        shown += fmt::format("{} ", fmt::join(*map, ","));
        }
        const auto answer = table.act(entry.action);
        for (const auto& event : answer.events[seat])
            player->hear(event);
    }
    shown += fmt::format("{} {}", player->work().nodes, player->work().simulations);
    return shown;
}

// Returns how many twins were found.
int expect_the_same_conduct(const GameRecord<Kriegspiel>& record, std::uint64_t seed, int every) {
    int twins = 0;
    for (const Seat seat : kSeats) {
        const auto twin = twin_of(record, seat, seed);
        if (!twin)
            continue;
        ++twins;
        for (const auto& player : players_in_the_dark())
            EXPECT_TRUE(conduct(player, record, seat, every) == conduct(player, *twin, seat, every))
                << player << " knows more than it heard: " << record.rules.text() << ", seed "
                << seed << ", seat " << index(seat);
    }
    return twins;
}

}  // namespace

TEST(Secret, EveryPlayerDecidesAlikeWhereTwoTruthsSoundAlike) {
    for (const auto& says : all_announcements()) {
        if (says.moves_told)
            continue;
        const auto rules = Rules::parse(says.name).value();
        int twins = 0;
        for (std::uint64_t seed = 1; seed <= 12 && twins < 2; ++seed)
            twins += expect_the_same_conduct(
                battery::random_game<Kriegspiel>(rules, seed, 36).record(), seed, 3);
        EXPECT_GE(twins, 2) << says.name;
    }
}

// A bare king somewhere: what the finish does must not follow from where it is.
TEST(Secret, EveryPlayerHuntsAlikeWhereTwoTruthsSoundAlike) {
    const auto rules = Rules::parse("wild16").value();
    int twins = 0;
    for (std::uint64_t seed = 1; seed <= 2; ++seed)
        twins += expect_the_same_conduct(
            random_game_from(rules, "8/8/8/3k4/8/8/8/QR2K3 w - - 0 1", seed, 10), seed, 2);
    EXPECT_GT(twins, 0);
}

}  // namespace nebel::kriegspiel
