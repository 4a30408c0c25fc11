#include "kriegspiel/belief/belief_score.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "chess/bitboard.hpp"
#include "kriegspiel/recorded_game.hpp"
#include "support/shared_data.hpp"

namespace nebel::kriegspiel {

namespace {

std::vector<BeliefRow> score(const std::vector<std::string>& names, int stride = 1) {
    BeliefSettings settings;
    settings.boards = 400;
    std::vector<BeliefRow> rows;
    for (const auto& name : names)
        rows.push_back(belief_row(name, settings));
    const auto record = recorded_game("wild16", "capturer", "recapture", 2, 120);
    for (const Seat seat : kSeats)
        score_game(record, seat, stride, rows);
    return rows;
}

// A transcript of kriegspiel.org's library as a record of ours.
GameRecord<Kriegspiel> from_transcript(const Json& game) {
    const auto rules =
        Rules::parse(game["ruleset"].get<std::string>() + ",fifty=off,repetition=off").value();
    nebel::Table<Kriegspiel> table(
        rules, Referee::from_start(rules, game["start"].get<std::string>()).value());
    for (const auto& entry : game["log"])
        table.act(Action::parse(entry["q"].get<std::string>()).value());
    return table.record();
}

}  // namespace

TEST(BeliefScore, OfAUniformGuessIsKnown) {
    const auto rows = score({"uniform"});
    ASSERT_GT(rows[0].moments, 20u);
    EXPECT_EQ(rows[0].games, 2u);
    const double nats = rows[0].king_nats / static_cast<double>(rows[0].moments);
    EXPECT_GE(nats, std::log(48) - 1e-6);
    EXPECT_LE(nats, std::log(63));
    // The Brier score of a guess p where a share p is true: p (1 - p).
    EXPECT_NEAR(rows[0].brier / static_cast<double>(rows[0].moments), 1.0 / 3 * 2 / 3, 0.1);
}

TEST(BeliefScore, EveryBeliefKnowsMoreThanAUniformGuess) {
    const auto rows = score(belief_names(), 3);
    ASSERT_EQ(rows.size(), belief_names().size());
    for (std::size_t i = 1; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].moments, rows[0].moments);
        EXPECT_LT(rows[i].king_nats, rows[0].king_nats) << rows[i].name;
        EXPECT_LT(rows[i].occupied_nats, rows[0].occupied_nats) << rows[i].name;
        EXPECT_LT(rows[i].brier, rows[0].brier) << rows[i].name;
    }
    EXPECT_EQ(rows[1].lost, 0u) << "the truth is always possible";
    EXPECT_GT(rows.back().proposals, 0u);
}

TEST(BeliefScore, DensitiesKnowMoreInEveryRulesetOfTheTranscripts) {
    const auto path = testing_support::shared_data("kriegspiel/transcripts.jsonl.gz");
    if (!std::filesystem::exists(path))
        GTEST_SKIP() << testing_support::no_shared_data(path);
    std::map<std::string, std::vector<BeliefRow>> scores;
    std::map<std::string, int> games;
    std::istringstream lines(testing_support::read_gzip(path));
    for (std::string line; std::getline(lines, line);) {
        const auto game = Json::parse(line);
        const auto ruleset = game["ruleset"].get<std::string>();
        if (++games[ruleset] > 4)
            continue;
        auto& rows = scores[ruleset];
        if (rows.empty())
            rows = {belief_row("uniform", {}), belief_row("densities", {})};
        const auto record = from_transcript(game);
        for (const Seat seat : kSeats)
            score_game(record, seat, 3, rows);
    }
    EXPECT_EQ(scores.size(), 6u);
    for (const auto& [ruleset, rows] : scores) {
        const auto n = static_cast<double>(rows[0].moments);
        for (const auto& row : rows)
            RecordProperty(ruleset + "_" + row.name,
                           std::to_string(row.king_nats / n) + " " + std::to_string(row.brier / n));
        EXPECT_LT(rows[1].king_nats, 0.8 * rows[0].king_nats) << ruleset;
        EXPECT_LT(rows[1].brier, 0.9 * rows[0].brier) << ruleset;
    }
}

TEST(BeliefScore, NamesWhatIsKnown) {
    EXPECT_THROW(belief_row("hunch", {}), UserError);
    BeliefSettings settings;
    settings.profile = "/no/such/file";
    EXPECT_THROW(belief_row("densities+profile", settings), UserError);
}

}  // namespace nebel::kriegspiel
