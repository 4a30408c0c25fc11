#include "kriegspiel/belief/belief_score.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "chess/bitboard.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

std::vector<BeliefRow> score(const std::vector<std::string>& names, int stride = 1) {
    BeliefSettings settings;
    settings.boards = 60;
    std::vector<BeliefRow> rows;
    for (const auto& name : names)
        rows.push_back(belief_row(name, settings));
    const auto record = recorded_game("wild16", "capturer", "recapture", 2, 120);
    for (const Seat seat : kSeats)
        score_game(record, seat, stride, rows);
    return rows;
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

TEST(BeliefScore, NamesWhatIsKnown) {
    EXPECT_THROW(belief_row("hunch", {}), UserError);
    BeliefSettings settings;
    settings.profile = "/no/such/file";
    EXPECT_THROW(belief_row("densities+profile", settings), UserError);
}

}  // namespace nebel::kriegspiel
