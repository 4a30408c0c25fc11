#include "stratego/setup_sources.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "shared_data.hpp"

namespace nebel::stratego {
namespace {

constexpr const char* kVariants[] = {"classic", "barrage", "duel", "8x8",
                                     "6x6",     "5x5",     "tiny", "micro"};

TEST(StrategoSetupSources, MakeSetupsOfTheVariant) {
    for (const char* name : kVariants) {
        const auto rules = *Rules::parse(name);
        Rng rng(4);
        for (int i = 0; i < 50; ++i)
            for (const auto source : {random_setup, human_setup}) {
                const auto setup = source(rules, rng);
                EXPECT_EQ(setup.fault(rules), "") << name << " " << setup.text();
                EXPECT_TRUE(setup.can_move(rules));
            }
    }
}

TEST(StrategoSetupSources, FollowFromTheGenerator) {
    for (const char* name : kVariants)
        for (const auto source : {random_setup, human_setup}) {
            Rng one(9);
            Rng two(9);
            EXPECT_EQ(source(*Rules::parse(name), one), source(*Rules::parse(name), two));
        }
}

TEST(StrategoSetupSources, RandomIsUniform) {
    const auto rules = *Rules::parse("micro");
    std::map<std::string, int> seen;
    Rng rng(2);
    constexpr int kDraws = 6000;
    for (int i = 0; i < kDraws; ++i)
        ++seen[random_setup(rules, rng).text()];
    EXPECT_EQ(seen.size(), 6U);
    for (const auto& [text, count] : seen)
        EXPECT_NEAR(count, kDraws / 6, 150) << text;
}

TEST(StrategoSetupSources, PeopleHideTheFlagBehindBombsOnSmallBoardsToo) {
    for (const char* name : {"barrage", "duel", "8x8", "6x6"}) {
        const auto rules = *Rules::parse(name);
        const Arena& arena = rules.arena();
        Rng rng(6);
        int shielded = 0;
        int back = 0;
        constexpr int kDraws = 400;
        for (int i = 0; i < kDraws; ++i) {
            const auto setup = human_setup(rules, rng);
            Bits bombs;
            Square flag = kNowhere;
            for (int at = 0; at < setup.size; ++at) {
                const Rank rank = setup.ranks[static_cast<std::size_t>(at)];
                if (rank == Rank::Bomb)
                    bombs.add(arena.setup_square(Seat::First, at));
                if (rank == Rank::Flag)
                    flag = arena.setup_square(Seat::First, at);
            }
            shielded += static_cast<bool>(kNeighbours[flag] & bombs);
            back += row_of(flag) == 0;
        }
        EXPECT_GT(shielded, kDraws * 6 / 10) << name;
        EXPECT_LT(shielded, kDraws * 95 / 100) << name;
        EXPECT_GT(back, kDraws * 7 / 10) << name;
    }
}

/// Shares of set-ups with a property, from letters, front row first.
struct Habits {
    std::array<double, 4> flag_row{};
    std::array<double, 5> flag_file{};                   ///< from the edge
    double flag_walled = 0;                              ///< bombs on every square next to it
    double flag_bare = 0;                                ///< none
    double spy_by_officer = 0;                           ///< next to general or marshal
    std::array<std::array<double, 40>, kRanks> place{};  ///< left and right taken together
};

Habits habits(const std::vector<std::string>& setups) {
    Habits all;
    const double one = 1.0 / static_cast<double>(setups.size());
    const auto around = [](std::size_t at) {
        std::vector<std::size_t> near;
        if (at >= 10)
            near.push_back(at - 10);
        if (at < 30)
            near.push_back(at + 10);
        if (at % 10 > 0)
            near.push_back(at - 1);
        if (at % 10 < 9)
            near.push_back(at + 1);
        return near;
    };
    for (const auto& men : setups) {
        const std::size_t flag = men.find('M');
        all.flag_row[flag / 10] += one;
        all.flag_file[std::min(flag % 10, 9 - flag % 10)] += one;
        const auto near = around(flag);
        const auto bombs = std::count_if(near.begin(), near.end(),
                                         [&men](std::size_t at) { return men[at] == 'B'; });
        all.flag_walled += bombs == static_cast<long>(near.size()) ? one : 0;
        all.flag_bare += bombs == 0 ? one : 0;
        const auto by_spy = around(men.find('C'));
        all.spy_by_officer +=
            std::any_of(by_spy.begin(), by_spy.end(),
                        [&men](std::size_t at) { return men[at] == 'K' || men[at] == 'L'; })
                ? one
                : 0;
        for (std::size_t at = 0; at < 40; ++at) {
            const auto rank = index(*rank_of_letter(men[at]));
            all.place[rank][at] += one / 2;
            all.place[rank][at / 10 * 10 + 9 - at % 10] += one / 2;
        }
    }
    return all;
}

TEST(StrategoSetupSources, HumanSetupsHaveHumanHabits) {
    const auto people = shared_lines("setups.txt.gz");
    if (people.empty())
        GTEST_SKIP() << "the shared set-ups are not beside the checkout";
    std::vector<std::string> sampled;
    Rng rng(1);
    for (int i = 0; i < 4000; ++i)
        sampled.push_back(human_setup(Rules(), rng).text());
    const Habits theirs = habits(people);
    const Habits ours = habits(sampled);
    for (std::size_t row = 0; row < 4; ++row)
        EXPECT_NEAR(ours.flag_row[row], theirs.flag_row[row], 0.025) << row;
    for (std::size_t file = 0; file < 5; ++file)
        EXPECT_NEAR(ours.flag_file[file], theirs.flag_file[file], 0.03) << file;
    EXPECT_NEAR(ours.flag_walled, theirs.flag_walled, 0.03);
    EXPECT_NEAR(ours.flag_bare, theirs.flag_bare, 0.03);
    EXPECT_NEAR(ours.spy_by_officer, theirs.spy_by_officer, 0.06);
    // The share of men that would have to change places; a random set-up has 0.3 of them wrong.
    double misplaced = 0;
    for (const Rank rank : kAllRanks)
        for (std::size_t at = 0; at < 40; ++at)
            misplaced += std::abs(ours.place[index(rank)][at] - theirs.place[index(rank)][at]) / 2;
    RecordProperty("misplaced", std::to_string(misplaced / 40));
    EXPECT_LT(misplaced / 40, 0.05);
}

}  // namespace
}  // namespace nebel::stratego
