#include "match/runner.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "toy_match.hpp"

namespace nebel::match::toy {
namespace {

TEST(Runner, TheTableIsTheSameForAnyNumberOfThreads) {
    const auto spec = toy_spec("random", "forgetful");
    const auto one = run_toy(spec, {61, 1});
    EXPECT_EQ(one.report.end, RunEnd::Complete);
    EXPECT_EQ(one.score.games(), 61u);
    EXPECT_EQ(one.score.pairs().pairs(), 30u);
    for (const unsigned jobs : {2u, 5u}) {
        const auto many = run_toy(spec, {61, jobs});
        EXPECT_EQ(table_without_time(spec, many.score), table_without_time(spec, one.score));
        ASSERT_EQ(many.games.size(), one.games.size());
        for (std::size_t i = 0; i < one.games.size(); ++i) {
            EXPECT_EQ(many.games[i].index, i);
            EXPECT_EQ(many.games[i].record, one.games[i].record);
        }
    }
}

TEST(Runner, EqualsScoreHalf) {
    const auto same = run_toy(toy_spec("random", "random"), {400, 2});
    // The same player with the same luck: every pair is one point each.
    EXPECT_EQ(same.score.strength().score, 0.5);
    EXPECT_EQ(same.score.pairs().counts, (std::array<std::uint64_t, 5>{0, 0, 200, 0, 0}));
}

TEST(Runner, TheBetterPlayerWins) {
    const auto played = run_toy(toy_spec("random", "forgetful"), {200, 2});
    EXPECT_GT(played.score.strength().elo_interval.low, 0);
    EXPECT_GT(played.score.strength().superiority, 0.99);
    EXPECT_EQ(played.score.effort(0).moves > 0, true);
    const auto reversed = run_toy(toy_spec("forgetful", "random"), {200, 2});
    EXPECT_LT(reversed.score.strength().elo_interval.high, 0);
}

TEST(Runner, ResumesFromEveryPoint) {
    const auto spec = toy_spec("random", "forgetful");
    const RunOptions options{24, 2};
    MemoryArchive whole;
    const auto expected = run_toy(spec, options, &whole);
    for (std::uint64_t cut = 0; cut <= options.games; ++cut) {
        // What threads leave behind may have a hole: game `cut` is missing, a later one is there.
        MemoryArchive partial;
        for (std::uint64_t i = 0; i < cut; ++i)
            partial.games[i] = whole.games.at(i);
        if (cut + 1 < options.games)
            partial.games[cut + 1] = whole.games.at(cut + 1);
        const auto kept = partial.games.size();
        const auto resumed = run_toy(spec, options, &partial);
        EXPECT_EQ(table_without_time(spec, resumed.score),
                  table_without_time(spec, expected.score));
        EXPECT_EQ(resumed.report.from_archive, kept);
        EXPECT_EQ(partial.games.size(), options.games);
    }
}

TEST(Runner, AStopFlagLeavesAGoodBeginning) {
    const auto spec = toy_spec("random", "forgetful");
    const auto expected = run_toy(spec, {40, 1});
    MemoryArchive archive;
    std::atomic<bool> stop{false};
    RunHooks hooks;
    hooks.on_game = [&](const GameSummary& game) { stop = game.index >= 9; };
    Score score;
    const auto report = run_match({40, 2}, workers_for<Toy>(spec), &archive, hooks, stop, score);
    EXPECT_GE(score.games(), 10u);
    EXPECT_EQ(report.end == RunEnd::Stopped, score.games() < 40);
    const auto resumed = run_toy(spec, {40, 2}, &archive);
    EXPECT_EQ(table_without_time(spec, resumed.score), table_without_time(spec, expected.score));
    EXPECT_GE(resumed.report.from_archive, 10u);
}

TEST(Runner, ALongerMatchBeginsWithTheShorterOne) {
    const auto spec = toy_spec("random", "forgetful");
    MemoryArchive archive;
    run_toy(spec, {10, 1}, &archive);
    const auto longer = run_toy(spec, {30, 2}, &archive);
    EXPECT_EQ(longer.report.from_archive, 10u);
    EXPECT_EQ(table_without_time(spec, longer.score),
              table_without_time(spec, run_toy(spec, {30, 1}).score));
    const auto shorter = run_toy(spec, {10, 1}, &archive);
    EXPECT_EQ(shorter.score.games(), 10u);
}

TEST(Runner, TheSequentialTestEndsTheMatchAtTheSameGame) {
    const auto spec = toy_spec("random", "forgetful");
    const SprtSpec sprt{0, 60, 0.05, 0.05, EloModel::Logistic};
    const auto one = run_toy(spec, {5000, 1}, nullptr, sprt);
    EXPECT_EQ(one.report.end, RunEnd::Decided);
    EXPECT_EQ(one.score.verdict(), SprtVerdict::AcceptElo1);
    EXPECT_GE(one.score.llr(), sprt.upper_bound());
    EXPECT_LT(one.score.games(), 5000u);
    EXPECT_EQ(one.score.games() % 2, 0u);

    MemoryArchive archive;
    const auto many = run_toy(spec, {5000, 3}, &archive, sprt);
    EXPECT_EQ(table_without_time(spec, many.score), table_without_time(spec, one.score));
    const auto again = run_toy(spec, {5000, 1}, &archive, sprt);
    EXPECT_EQ(again.report.from_archive, one.score.games());
    EXPECT_EQ(table_without_time(spec, again.score), table_without_time(spec, one.score));

    const auto worse = run_toy(toy_spec("forgetful", "random"), {5000, 2}, nullptr, sprt);
    EXPECT_EQ(worse.score.verdict(), SprtVerdict::AcceptElo0);
    EXPECT_LE(worse.score.llr(), sprt.lower_bound());
}

TEST(Runner, FailuresAreCountedAndTheMatchGoesOn) {
    const auto spec = toy_spec("bad:how=crash", "random");
    const auto played = run_toy(spec, {12, 2});
    EXPECT_EQ(played.score.games(), 12u);
    EXPECT_EQ(played.score.failures(0), played.score.reasons().at("crash"));
    EXPECT_GT(played.score.failures(0), 6u);
    EXPECT_EQ(played.score.failures(1), 0u);
}

TEST(Runner, ABugInAPlayerIsNotHidden) {
    MemoryArchive archive;
    EXPECT_THROW(run_toy(toy_spec("bad:how=bug", "random"), {20, 2}, &archive), std::logic_error);
    EXPECT_THROW(run_toy(toy_spec("nobody", "random"), {20, 2}), UserError);
}

TEST(Report, JsonHasTheDocumentedFields) {
    const auto spec = toy_spec("random", "forgetful");
    const auto played = run_toy(spec, {50, 2}, nullptr, SprtSpec{0, 5, 0.05, 0.05, {}});
    const auto json = score_json(spec, played.score);
    for (const char* key : {"games",
                            "wins",
                            "losses",
                            "draws",
                            "score",
                            "elo",
                            "elo_error",
                            "reasons",
                            "players",
                            "pentanomial",
                            "los",
                            "sprt",
                            "seed",
                            "rules",
                            "version",
                            "nelo",
                            "nelo_error",
                            "p_value",
                            "first_seat_score",
                            "score_low",
                            "score_high",
                            "elo_low",
                            "elo_high",
                            "clock",
                            "game",
                            "limits"})
        EXPECT_TRUE(json.contains(key)) << key;
    EXPECT_EQ(json["games"], 50);
    EXPECT_EQ(json["wins"].get<int>() + json["losses"].get<int>() + json["draws"].get<int>(), 50);
    EXPECT_NEAR(json["score"].get<double>(),
                (json["wins"].get<double>() + json["draws"].get<double>() / 2) / 50, 1e-12);
    ASSERT_EQ(json["players"].size(), 2u);
    for (const char* key : {"name", "nodes", "simulations", "time_ms", "tries", "moves"})
        EXPECT_TRUE(json["players"][0].contains(key)) << key;
    EXPECT_EQ(json["players"][0]["name"], "random");
    EXPECT_EQ(json["sprt"]["verdict"], text(played.score.verdict()));
    std::uint64_t ends = 0;
    for (const auto& [reason, count] : json["reasons"].items())
        ends += count.get<std::uint64_t>();
    EXPECT_EQ(ends, 50u);
    const auto table = score_table(spec, played.score, 50);
    EXPECT_NE(table.find("random against forgetful"), std::string::npos);
    EXPECT_NE(table.find("flag_taken"), std::string::npos);
}

TEST(Report, AnInfiniteEloIsNull) {
    const auto spec = toy_spec("bad:how=crash-at-begin", "random");
    const auto json = score_json(spec, run_toy(spec, {20, 1}).score);
    EXPECT_EQ(json["score"], 0);
    EXPECT_TRUE(json["elo"].is_null() && json["elo_error"].is_null());
    EXPECT_LT(json["elo_high"].get<double>(), 0);
}

}  // namespace
}  // namespace nebel::match::toy
