#include "game/battery.hpp"

#include <gtest/gtest.h>

#include "darkchess/game.hpp"
#include "twins.hpp"

namespace nebel::darkchess {

TEST(DarkChessBattery, EveryPresetAndRepetition) {
    for (const std::string preset : {"seed40", "icga180", "ntu60"})
        for (const auto repetition : {"position3", "platform"})
            battery::run_battery<DarkChess>(preset + ",repetition=" + repetition, 8);
}

TEST(DarkChessBattery, WithoutDrawRules) {
    battery::run_battery<DarkChess>("quiet=off,repetition=off,cap=700", 5);
    battery::run_battery<DarkChess>("quiet=off", 5);
    battery::run_battery<DarkChess>("cap=33", 5);
}

TEST(DarkChessSecret, TwinsShowAndPlayTheSame) {
    Rng rng(17);
    int different = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const int limit = 3 + static_cast<int>(seed);
        const auto record = battery::random_game<DarkChess>(Rules{}, seed, limit).record();
        const auto other = testing::twin(record, rng);
        different += record.start != other.start;
        for (const Seat seat : kSeats)
            battery::expect_secret_kept(record, other, seat, {"random", "capturer"});
    }
    EXPECT_GE(different, 30) << "twins that are one prove nothing";
}

TEST(DarkChessPlayers, TheCapturerTakesTheGreatestManItCan) {
    int captures = 0;
    int quiet = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const auto record = battery::random_game<DarkChess>(Rules{}, seed).record();
        for (const Seat seat : kSeats) {
            const auto player = PlayerRegistry<DarkChess>::instance().make("capturer");
            player->begin(record.rules, seat, seed);
            View view(record.rules, seat);
            for (const auto& entry : record.actions) {
                if (entry.seat == seat) {
                    Actions offered;
                    view.actions(offered);
                    int best = kKinds;
                    for (const Action action : offered)
                        if (const Man m = view.board().at(action.to); is_man(m))
                            best = std::min(best, static_cast<int>(kind_of(m)));
                    const Action chosen = player->act({});
                    ASSERT_EQ(why_illegal(view.board(), chosen), "");
                    const Man taken = view.board().at(chosen.to);
                    ASSERT_EQ(is_man(taken) ? static_cast<int>(kind_of(taken)) : kKinds, best);
                    ++(is_man(taken) ? captures : quiet);
                }
                for (const auto& event : entry.heard[seat]) {
                    player->hear(event);
                    view.hear(event);
                }
            }
        }
    }
    EXPECT_GT(captures, 100);
    EXPECT_GT(quiet, 100);
}

}  // namespace nebel::darkchess
