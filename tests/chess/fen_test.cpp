#include "chess/fen.hpp"

#include <gtest/gtest.h>

#include "chess/random_games.hpp"
#include "chess/transcripts.hpp"

namespace nebel::chess {
namespace {

using testing::for_random_positions;
using testing::tricky_fens;

TEST(Fen, RoundTripsOnEverySize) {
    for_random_positions(31, 3, 120, [](const Position& pos, const MoveList&) {
        const std::string fen = to_fen(pos);
        const auto again = parse_fen(fen);
        ASSERT_TRUE(again) << fen << ": " << again.error().message;
        ASSERT_EQ(to_fen(*again), fen);
        ASSERT_EQ(again->pieces(), pos.pieces());
    });
}

TEST(Fen, EnPassantIsWrittenOnlyWhenLegal) {
    // Taking would uncover the rook on the king's rank.
    const auto pinned = parse_fen("8/8/8/KPp4r/8/8/8/4k3 w - c6 0 2");
    ASSERT_TRUE(pinned);
    EXPECT_EQ(pinned->ep_square(), kC6);
    EXPECT_EQ(to_fen(*pinned), "8/8/8/KPp4r/8/8/8/4k3 w - - 0 2");
    const std::string legal = "4k3/8/8/KPp5/8/8/8/8 w - c6 0 2";
    EXPECT_EQ(to_fen(*parse_fen(legal)), legal);
    // Nobody stands ready to take.
    EXPECT_EQ(to_fen(*parse_fen("4k3/8/8/2p5/8/8/8/4K3 w - c6 0 2")),
              "4k3/8/8/2p5/8/8/8/4K3 w - - 0 2");
}

TEST(Fen, CountersMayBeMissing) {
    EXPECT_EQ(to_fen(*parse_fen("4k3/8/8/8/8/8/8/4K3 b - -")), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

TEST(Fen, ShapeComesFromThePlacement) {
    const auto pos = parse_fen("rqkr/pppp/PPPP/RQKR w - - 0 1");
    ASSERT_TRUE(pos);
    EXPECT_EQ(&pos->shape(), &Shape::of(4, 4));
    EXPECT_EQ(&parse_fen("k6/7/7/7/6K b - - 0 1")->shape(), &Shape::of(7, 5));
}

TEST(Fen, RefusesWhatIsWrongAndSaysWhy) {
    const std::pair<const char*, const char*> cases[] = {
        {"", "fields"},
        {"4k3/8/8/8/8/8/8/4K3", "fields"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "fields"},
        {"4k3/8/8/8/8/8/8 w - - 0 1 1", "fields"},
        {"4k3/8/4K3 w - - 0 1", "ranks"},
        {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "ranks"},
        {"4k3/8/8/8/8/8/7/4K3 w - - 0 1", "wide"},
        {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "wider than 8"},
        {"k2/3/3/K2 w - - 0 1", "wide"},
        {"4k3/8/8/8/8/8/44/4K3 w - - 0 1", "two digits"},
        {"4k3/8/8/8/8/8/7x/4K3 w - - 0 1", "unknown letter"},
        {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move"},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", "kings"},
        {"4kk2/8/8/8/8/8/8/4K3 w - - 0 1", "kings"},
        {"4k3/8/8/8/8/8/8/4K2P w - - 0 1", "pawn"},
        {"p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawn"},
        {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/3K3R w K - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/4K2R w X - 0 1", "castling"},
        {"rqkr/4/4/RQKR w K - 0 1", "castling"},
        {"4k3/8/8/2p5/8/8/8/4K3 w - c5 0 1", "en passant"},
        {"4k3/8/8/2p5/8/8/8/4K3 w - d6 0 1", "en passant"},
        {"4k3/8/8/2p5/8/8/8/4K3 b - c6 0 1", "en passant"},
        {"4k3/2p5/8/2p5/8/8/8/4K3 w - c6 0 1", "en passant"},
        {"4k3/8/8/2p5/8/8/8/4K3 w - z9 0 1", "en passant"},
        {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "counters"},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "counters"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", "counters"},
        {"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "in check"},
        {"4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1", "men"},
    };
    for (const auto& [fen, reason] : cases) {
        const auto pos = parse_fen(fen);
        ASSERT_FALSE(pos) << fen;
        EXPECT_NE(pos.error().message.find(reason), std::string::npos)
            << fen << ": " << pos.error().message;
    }
}

TEST(Fen, PartOfABoardIsASetupButNotAPosition) {
    EXPECT_TRUE(parse_fen_setup("8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"));
    EXPECT_FALSE(parse_fen("8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"));
}

TEST(Fen, RandomBytesNeverBreakTheReader) {
    Rng rng(33);
    const std::string base = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const std::string alphabet = "kqrbnpKQRBNP12345678/ -wbx\n\t\xff";
    int accepted = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string text = base;
        for (std::uint32_t edits = 1 + rng.below(4); edits > 0; --edits)
            text[rng.below(static_cast<std::uint32_t>(text.size()))] =
                alphabet[rng.below(static_cast<std::uint32_t>(alphabet.size()))];
        const auto pos = parse_fen(text);
        if (!pos)
            continue;
        ++accepted;
        ASSERT_EQ(to_fen(*parse_fen(to_fen(*pos))), to_fen(*pos));
    }
    EXPECT_GT(accepted, 100);
}

TEST(Fen, EveryTranscriptPositionIsWrittenBackIdentically) {
    const std::string text = testing::read_transcripts();
    if (text.empty())
        GTEST_SKIP() << "no transcripts at " << testing::transcripts_path();
    int positions = 0;
    for (const std::string& fen : testing::fens_in(text)) {
        const auto pos = parse_fen(fen);
        ASSERT_TRUE(pos) << fen << ": " << pos.error().message;
        ASSERT_EQ(to_fen(*pos), fen);
        ++positions;
    }
    EXPECT_GT(positions, 1000);
}

}  // namespace
}  // namespace nebel::chess
