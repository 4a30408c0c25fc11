#include "kriegspiel/players/sure_mate.hpp"

#include <gtest/gtest.h>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

namespace {

World world(const char* fen, double weight = 1) {
    return {.position = chess::parse_fen(fen).value(), .weight = weight};
}

std::vector<Action> tries_of(const chess::Position& board) {
    chess::MoveList moves;
    chess::generate_legal(board, moves);
    std::vector<Action> tries;
    for (const auto move : moves)
        tries.push_back({move.from(), move.to(), move.promotion()});
    return tries;
}

std::optional<MatePlan> find(const std::vector<World>& worlds, const char* rules = "wild16") {
    BudgetMeter unlimited({});
    return SureMate(worlds).find(Rules::parse(rules).value(), tries_of(worlds[0].position),
                                 unlimited);
}

/// White: Ka1, Rb1. Black: a king and a pawn.
std::string fen_of(chess::Square king, chess::Square pawn) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int gap = 0;
        for (int file = 0; file < 8; ++file) {
            const auto s = chess::make_square(file, rank);
            const char man = s == king ? 'k' : s == pawn ? 'p' : s == 0 ? 'K' : s == 1 ? 'R' : ' ';
            if (man == ' ') {
                ++gap;
                continue;
            }
            if (gap > 0)
                text += std::to_string(gap);
            gap = 0;
            text += man;
        }
        if (gap > 0)
            text += std::to_string(gap);
        text += rank > 0 ? "/" : " w - - 0 1";
    }
    return text;
}

}  // namespace

// The king steps to b6 or c7; whatever the other one does, the rook mates.
constexpr const char* kCornered = "k7/8/2K5/7p/8/8/8/6R1 w - - 0 1";
constexpr const char* kElsewhere = "7k/8/2K5/7p/8/8/8/6R1 w - - 0 1";

TEST(SureMate, FindsAQuietBeginning) {
    const auto plan = find({world(kCornered)});
    ASSERT_TRUE(plan);
    EXPECT_EQ(chess::square_name(plan->action.from), "c6");
    EXPECT_EQ(plan->moves, 2);
    EXPECT_TRUE(plan->complete);
}

TEST(SureMate, AsksEachBoardOnceAndNotTheUnlikely) {
    const std::vector<World> sure{world(kCornered, 60), world(kCornered, 39), world(kElsewhere, 1)};
    EXPECT_EQ(SureMate(sure).boards(), 1U);
    EXPECT_TRUE(find(sure));
    // A king in the other corner that is to be reckoned with: no plan mates them both.
    const std::vector<World> open{world(kCornered, 60), world(kElsewhere, 40)};
    EXPECT_EQ(SureMate(open).boards(), 2U);
    EXPECT_FALSE(find(open));
}

TEST(SureMate, KeepsNoneWhereThereAreTooMany) {
    std::vector<World> worlds;
    const auto add = [&](int files) {
        for (int file = 3; file < 3 + files; ++file)
            for (int rank = 2; rank < 8; ++rank)
                for (int pawn = 1; pawn < 7; ++pawn)
                    worlds.push_back(
                        world(fen_of(chess::make_square(file, rank), chess::make_square(2, pawn))
                                  .c_str()));
    };
    add(4);
    EXPECT_GT(SureMate(worlds).boards(), 100U);
    add(5);
    EXPECT_EQ(SureMate(worlds).boards(), 0U);
    EXPECT_FALSE(find(worlds));
}

// Ra1 mates on the one board and is refused on the other, where a knight stands in its way.
TEST(SureMate, TriesWhatCostsNothing) {
    const std::vector<World> worlds{world("k7/2K5/8/7p/8/8/8/6R1 w - - 0 1"),
                                    world("7k/2K5/8/7p/8/8/8/3n2R1 w - - 0 1")};
    const auto plan = find(worlds, "wild16");
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->action.text(), "g1a1");
    EXPECT_FALSE(plan->complete);
    EXPECT_FALSE(find(worlds, "berkeley")) << "the opponent would hear a refusal";
}

}  // namespace nebel::kriegspiel
