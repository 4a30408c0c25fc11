#include <gtest/gtest.h>

#include "endgame_solver.hpp"

namespace nebel::darkchess {

using testing::Endgame;
using testing::EndgameCounts;

namespace {

struct Vector {
    const char* men;
    std::uint64_t wins;
    std::uint64_t draws;
    std::uint64_t losses;
};

}  // namespace

// Counts over all placements, red to move, published for this project's reference by an
// independent solver.
TEST(Endgames, WinsDrawsAndLosses) {
    Endgame::Family family;
    for (const auto& [men, wins, draws, losses] : {Vector{"Kk", 512, 0, 480},
                                                   {"Kg", 512, 480, 0},
                                                   {"Kp", 0, 512, 480},
                                                   {"Cc", 0, 992, 0},
                                                   {"KGk", 29752, 0, 8},
                                                   {"KPk", 29760, 0, 0},
                                                   {"GGk", 0, 14872, 8},
                                                   {"CPk", 29752, 8, 0},
                                                   {"KGkg", 367272, 388396, 107372},
                                                   {"CPkp", 202944, 616036, 44060},
                                                   {"KGkp", 207408, 304280, 351352}}) {
        SCOPED_TRACE(men);
        const auto counts = Endgame::get(men, family).count(Colour::Red);
        EXPECT_EQ(counts.wins, wins);
        EXPECT_EQ(counts.draws, draws);
        EXPECT_EQ(counts.losses, losses);
    }
    EXPECT_EQ(Endgame::get("KGkp", family).count(Colour::Red).longest, 90);
}

}  // namespace nebel::darkchess
