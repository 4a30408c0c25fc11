#include <gtest/gtest.h>

#include <algorithm>

#include "game/battery.hpp"
#include "stratego/game.hpp"

namespace nebel::stratego {
namespace {

/// The other seat's set-up with the ranks of the men that never moved and were never seen shuffled
/// among themselves: nothing this seat heard can tell the two apart.
Setup shuffled_hidden(const View& end, const Setup& setup, Rng& rng) {
    const Arena& arena = end.rules().arena();
    const Seat owner = other(end.seat());
    std::vector<std::size_t> places;
    std::vector<Rank> ranks;
    for (int i = 0; i < setup.size; ++i)
        for (const Man& man : end.men(owner))
            if (man.start == arena.setup_square(owner, i) && !man.moved &&
                man.rank == Rank::Unknown) {
                places.push_back(static_cast<std::size_t>(i));
                ranks.push_back(setup.ranks[static_cast<std::size_t>(i)]);
            }
    rng.shuffle(std::span(ranks));
    Setup twin = setup;
    for (std::size_t i = 0; i < places.size(); ++i)
        twin.ranks[places[i]] = ranks[i];
    return twin;
}

/// The game once more with another set-up of `owner`; nothing if it does not go the same way for
/// the other seat (a man less to move may end it sooner).
std::optional<GameRecord<Stratego>> replayed(const GameRecord<Stratego>& game,
                                             Seat owner,
                                             const Setup& setup) {
    Table<Stratego> table(game.rules, *Referee::from_start(game.rules, game.start));
    bool placed = false;
    for (const auto& entry : game.actions) {
        const bool replace = entry.seat == owner && !placed;
        placed = placed || replace;
        if (table.outcome() ||
            table.act(replace ? Action::of(setup) : entry.action).verdict != Verdict::Accepted)
            return std::nullopt;
    }
    if (table.record().heard_by(other(owner)) != game.heard_by(other(owner)))
        return std::nullopt;
    return table.record();
}

TEST(StrategoSecret, TwinsLookAlike) {
    for (const char* rules_text : {"classic,cap=400", "barrage,cap=200", "6x6", "5x5"}) {
        SCOPED_TRACE(rules_text);
        const auto rules = *Rules::parse(rules_text);
        Rng rng(11);
        int twins = 0;
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            const auto table = battery::random_game<Stratego>(rules, seed);
            for (const Seat seat : kSeats) {
                const auto& game = table.record();
                const auto& truth = game.actions[index(other(seat))].action.setup;
                const auto twin = shuffled_hidden(battery::rebuilt_view(game, seat), truth, rng);
                const auto other_game = replayed(game, other(seat), twin);
                if (twin == truth || !other_game)
                    continue;
                ++twins;
                EXPECT_NE(other_game->actions, game.actions);
                battery::expect_secret_kept(game, *other_game, seat, {"random", "capturer"});
            }
        }
        EXPECT_GE(twins, 8);
    }
}

// The set-up that is dealt is as secret as the one that is chosen.
TEST(StrategoSecret, DealtTwinsLookAlike) {
    const auto rules = *Rules::parse("classic,setup=human,cap=150");
    Rng rng(5);
    int twins = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const auto table = battery::random_game<Stratego>(rules, seed);
        const auto& game = table.record();
        const auto slash = game.start.find('/');
        const auto blue = *stratego::Setup::parse(game.start.substr(slash + 1));
        const auto twin = shuffled_hidden(battery::rebuilt_view(game, Seat::First), blue, rng);
        Table<Stratego> again(
            rules, *Referee::from_start(rules, game.start.substr(0, slash) + "/" + twin.text()));
        for (const auto& entry : game.actions)
            ASSERT_EQ(again.act(entry.action).verdict, Verdict::Accepted);
        ASSERT_EQ(again.record().heard_by(Seat::First), game.heard_by(Seat::First));
        twins += twin != blue;
        battery::expect_secret_kept(game, again.record(), Seat::First, {"random", "capturer"});
    }
    EXPECT_GE(twins, 6);
}

}  // namespace
}  // namespace nebel::stratego
