#include <gtest/gtest.h>

#include "game/registry.hpp"
#include "game/table.hpp"
#include "sandbox.hpp"
#include "stratego/game.hpp"

namespace nebel::stratego {
namespace {

Outcome one_game(const Rules& rules, const char* first, const char* second, std::uint64_t seed) {
    const auto& registry = PlayerRegistry<Stratego>::instance();
    std::array<std::unique_ptr<Player<Stratego>>, 2> players{registry.make(first),
                                                             registry.make(second)};
    Table<Stratego> table(rules, seed);
    for (const Seat seat : kSeats) {
        players[index(seat)]->begin(rules, seat, mix_seed(seed, index(seat)));
        for (const auto& event : table.opening(seat))
            players[index(seat)]->hear(event);
    }
    while (!table.outcome()) {
        const auto answer = table.act(players[index(table.to_act())]->act({}));
        EXPECT_EQ(answer.verdict, Verdict::Accepted) << answer.why;
        if (answer.verdict != Verdict::Accepted)
            break;
        for (const Seat seat : kSeats)
            for (const auto& event : answer.events[seat])
                players[index(seat)]->hear(event);
    }
    return table.outcome().value_or(draw(Reason::Abandoned));
}

TEST(StrategoPlayers, CapturerBeatsRandomWithEitherColour) {
    for (const char* text : {"classic", "barrage", "8x8,setup=random"}) {
        const auto rules = *Rules::parse(text);
        double score = 0;
        constexpr int kPairs = 10;
        for (std::uint64_t seed = 0; seed < kPairs; ++seed) {
            score += one_game(rules, "capturer", "random", seed).score(Seat::First);
            score += one_game(rules, "random", "capturer", seed).score(Seat::Second);
        }
        RecordProperty(text, std::to_string(score));
        EXPECT_GT(score, 1.3 * kPairs) << text;
    }
}

// A captain, a sergeant and a marshal have shown themselves around red's colonel: it takes the
// captain, whatever the seed; and once only the marshal is left it stays away from it.
TEST(StrategoPlayers, CapturerTakesTheBestSurePreyAndLeavesItsBetters) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto rules = *Rules::parse("classic");
        auto referee =
            board_with({"Ja4", "Db4", "Da5", "Da3", "Gj4", "Mj1", "Rb5", "Ta6", "Xa2", "Yj10"});
        const auto player = PlayerRegistry<Stratego>::instance().make("capturer");
        player->begin(rules, Seat::First, seed);
        auto same_start = *Referee::from_start(rules, referee.start_text());
        const auto hear = [&player](const Answer<Event>& answer) {
            for (const auto& event : answer.events[Seat::First])
                player->hear(event);
        };
        hear(same_start.open());
        for (const char* move : {"j4j5", "b5b4", "j5j6", "a6a5", "j6j7", "a2a3"})
            hear(play(referee, move));
        EXPECT_EQ(player->act({}).text(), "a4a5");
        for (const char* move : {"a4a5", "b4c4", "a5a4", "c4d4"})
            hear(play(referee, move));
        EXPECT_NE(player->act({}).text(), "a4a3");
    }
}

}  // namespace
}  // namespace nebel::stratego
