#include "darkchess/playout.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "darkchess/nth_bit.hpp"
#include "positions.hpp"

namespace nebel::darkchess {

namespace {

/// Chi-square against expected shares; the shares must sum to 1 and cover everything counted.
void expect_shares(const std::map<std::string, double>& shares,
                   const std::map<std::string, int>& counts,
                   int draws) {
    double chi = 0;
    double total = 0;
    for (const auto& [what, share] : shares) {
        const auto found = counts.find(what);
        const double count = found == counts.end() ? 0 : found->second;
        chi += (count - share * draws) * (count - share * draws) / (share * draws);
        total += share;
    }
    EXPECT_NEAR(total, 1, 1e-9);
    for (const auto& [what, count] : counts)
        EXPECT_TRUE(shares.contains(what)) << what << " should never happen";
    const double freedom = static_cast<double>(shares.size()) - 1;
    EXPECT_LT(chi, freedom + 5 * std::sqrt(2 * freedom)) << "not the right shares";
    EXPECT_GT(chi, freedom - 5 * std::sqrt(2 * freedom)) << "too regular to be random";
}

/// Every position one uniformly random ply leads to, by its text, with its probability.
std::map<std::string, double> one_ply(const Board& board) {
    Actions actions;
    generate(board, actions);
    std::map<std::string, double> shares;
    for (const Action action : actions) {
        const double share = 1.0 / static_cast<double>(actions.size());
        if (!action.is_flip()) {
            Board after = board;
            after.move(action.from, action.to);
            shares[after.text()] += share;
            continue;
        }
        for (const Man m : kAllMen)
            if (board.dark_left(m) > 0) {
                Board after = board;
                after.flip(action.from, m);
                shares[after.text()] += share * board.dark_left(m) / std::popcount(board.dark());
            }
    }
    return shares;
}

const std::string kCrowded = "b4C b5P b8g b3p b1k a4p c4P d4c d6C d7K d8m";

}  // namespace

TEST(NthBit, BothWaysFindTheBit) {
    Rng rng(4);
    const bool deposit = NthBitByDeposit::available();
    for (int i = 0; i < 3000; ++i) {
        std::uint64_t word = rng.next();
        for (std::uint32_t thin = rng.below(4); thin > 0; --thin)
            word &= rng.next();
        if (i == 0)
            word = ~std::uint64_t{0};
        unsigned n = 0;
        for (unsigned b = 0; b < 64; ++b)
            if ((word >> b) & 1u) {
                ASSERT_EQ(NthBitByTable()(word, n), b) << word;
                if (deposit) {
                    ASSERT_EQ(NthBitByDeposit()(word, n), b) << word;
                }
                ++n;
            }
    }
}

TEST(Playout, EveryLegalActionIsEquallyLikely) {
    for (const Board& board :
         {testing::position(testing::kMiddleGame), testing::few_men(kCrowded, "red"),
          testing::few_men(kCrowded, "black")}) {
        SCOPED_TRACE(board.text());
        std::map<std::string, double> shares;
        for (const auto& text : testing::legal_texts(board))
            shares[text] = 1.0 / count_actions(board);
        Rng rng(11);
        std::map<std::string, int> counts;
        const int draws = 40000;
        for (int i = 0; i < draws; ++i)
            ++counts[random_action(board, rng)->text()];
        expect_shares(shares, counts, draws);
    }
    Rng rng(1);
    EXPECT_FALSE(random_action(testing::few_men("a1K a2p b1p", "red"), rng));
}

// What a flip shows is drawn from the men left, so that one ply is dealt exactly as by a referee.
TEST(Playout, OnePlyHasTheRightDistribution) {
    PlayoutLimits one;
    one.plies = 1;
    for (const Board& board :
         {Board(), testing::position(testing::kMiddleGame), testing::few_men(kCrowded, "red")}) {
        SCOPED_TRACE(board.text());
        Rng rng(12);
        std::map<std::string, int> counts;
        const int draws = 60000;
        for (int i = 0; i < draws; ++i) {
            Board after = board;
            EXPECT_EQ(play_out(after, rng, one).plies, 1);
            ++counts[after.text()];
        }
        expect_shares(one_ply(board), counts, draws);
    }
}

TEST(Playout, TheEndIsTheOneTheLastPositionShows) {
    Rng rng(13);
    std::map<Reason, int> seen;
    for (const auto& start :
         {Board(), testing::position(testing::kMiddleGame), testing::few_men("a3P b1P a1k", "red")})
        for (int i = 0; i < 3000; ++i) {
            Board board = start;
            PlayoutLimits limits;
            limits.quiet = 40;
            limits.plies = i % 3 == 0 ? 150 : 2000;
            const auto [outcome, plies] = play_out(board, rng, limits);
            ++seen[outcome.reason];
            const Seat winner = board.seat_of(other(board.to_move()));
            if (outcome.reason == Reason::NoMen) {
                ASSERT_TRUE(no_men(board));
                ASSERT_EQ(outcome, win_for(winner, Reason::NoMen));
            } else if (outcome.reason == Reason::NoMove) {
                ASSERT_TRUE(no_move(board) && !no_men(board));
                ASSERT_EQ(outcome, win_for(winner, Reason::NoMove));
            } else if (outcome.reason == Reason::QuietLimit) {
                ASSERT_EQ(board.quiet(), 40);
                ASSERT_EQ(outcome.result, Result::Draw);
            } else {
                ASSERT_EQ(outcome, draw(Reason::PlyLimit));
                ASSERT_EQ(plies, limits.plies);
            }
        }
    EXPECT_EQ(seen.size(), 4u) << "some way to end was not met";
}

TEST(Playout, QuietPliesBeforeTheStartCount) {
    Board board = testing::few_men("a1G d8g", "red");
    board.move(*parse_square("a1"), *parse_square("a2"));
    PlayoutLimits limits;
    limits.quiet = 3;
    Rng rng(1);
    const auto [outcome, plies] = play_out(board, rng, limits);
    EXPECT_EQ(outcome, draw(Reason::QuietLimit));
    EXPECT_EQ(plies, 2);
}

// An independent program measured 211 plies, 6.0 men and 87 % draws with a limit of 40.
TEST(Playout, FromTheStartAsMeasuredElsewhere) {
    Rng rng(2);
    const int playouts = 20000;
    std::uint64_t plies = 0;
    int men = 0;
    int draws = 0;
    for (int i = 0; i < playouts; ++i) {
        Board board;
        const auto end = play_out(board, rng, PlayoutLimits(*Rules::parse("seed40")));
        plies += static_cast<std::uint64_t>(end.plies);
        men += board.alive(Colour::Red) + board.alive(Colour::Black);
        draws += end.outcome.result == Result::Draw;
    }
    EXPECT_NEAR(static_cast<double>(plies) / playouts, 211, 1.5);
    EXPECT_NEAR(static_cast<double>(men) / playouts, 6.0, 0.06);
    EXPECT_NEAR(static_cast<double>(draws) / playouts, 0.87, 0.01);
}

TEST(Playout, ACounterThatOnlyFlipsSetBackEndsEarlier) {
    Rng rng(3);
    PlayoutLimits limits(*Rules::parse("seed40"));
    limits.capture_resets = false;
    double men = 0;
    for (int i = 0; i < 3000; ++i) {
        Board board;
        play_out(board, rng, limits);
        men += board.alive(Colour::Red) + board.alive(Colour::Black);
    }
    EXPECT_GT(men / 3000, 10);
}

}  // namespace nebel::darkchess
