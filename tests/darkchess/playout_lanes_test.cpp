#include "darkchess/playout_lanes.hpp"

#include <gtest/gtest.h>

#include "darkchess/nth_bit.hpp"
#include "darkchess/playout_loop.hpp"
#include "darkchess/policies_moves.hpp"
#include "positions.hpp"

namespace nebel::darkchess {

namespace {

/// The plain course with the plain choice.
PlayoutEnd plain(Board& board, bool captures, Rng& rng, const PlayoutLimits& limits, int quiet) {
    return run_playout(
        board, rng, limits, quiet, [&](const Board& here, const NumberedActions& all, Rng& chance) {
            const auto taking = policies::captures(here, all.destinations);
            if (captures && taking.any())
                return taking.get(chance.below(taking.size()), all.destinations, NthBitByTable());
            return all.get(chance.below(all.size), NthBitByTable());
        });
}

template <class NthBit>
void expect_same(const Board& start, const PlayoutLimits& limits, int quiet, std::uint64_t seed) {
    for (const bool captures : {false, true}) {
        Board expected = start;
        Board board = start;
        Rng expected_rng(seed);
        Rng rng(seed);
        const PlayoutEnd wanted = plain(expected, captures, expected_rng, limits, quiet);
        const PlayoutEnd end = captures ? lanes::play<true, NthBit>(board, rng, limits, quiet)
                                        : lanes::play<false, NthBit>(board, rng, limits, quiet);
        ASSERT_EQ(end.outcome, wanted.outcome) << start.text();
        ASSERT_EQ(end.plies, wanted.plies) << start.text();
        ASSERT_EQ(board, expected) << start.text() << "\n"
                                   << board.text() << "\n"
                                   << expected.text();
        ASSERT_EQ(rng, expected_rng);
    }
}

}  // namespace

TEST(PlayoutLanes, PlayWhatThePlainCoursePlays) {
    Rng rng(11);
    int ends = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        PlayoutLimits limits;
        limits.quiet = std::array{0, 1, 12, 40, 180}[seed % 5];
        limits.plies = seed % 3 == 0 ? static_cast<int>(rng.below(40)) : 1000;
        limits.capture_resets = seed % 2 == 0;
        // From the start, and from any moment of a game on.
        Board board;
        PlayoutLimits some;
        some.plies = seed % 7 == 0 ? 0 : static_cast<int>(rng.below(300));
        play_out(board, rng, some);
        const int quiet = static_cast<int>(rng.below(10));
        expect_same<NthBitByTable>(board, limits, quiet, seed);
        if (NthBitByDeposit::available())
            expect_same<NthBitByDeposit>(board, limits, quiet, seed);
        ends += board.alive(board.to_move()) == 0;
    }
    EXPECT_GT(ends, 0) << "positions that are over are among them";
}

}  // namespace nebel::darkchess
