#include "darkchess/endgame_table.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "endgame_solver.hpp"
#include "positions.hpp"

namespace nebel::darkchess {

using Result = EndgameValue::Result;

namespace {

/// Every placement of two to four men, either side to move.
template <class Body>
void for_each_board(const std::string& letters, Body&& body) {
    std::array<Man, kSquares> men{};
    men.fill(Man::None);
    const auto place = [&](const auto& self, std::size_t i) -> void {
        if (i == letters.size()) {
            for (const Colour side : {Colour::Red, Colour::Black})
                body(Board::standing(men, side));
            return;
        }
        for (Square s = 0; s < kSquares; ++s)
            if (men[s] == Man::None) {
                men[s] = *man_from_letter(letters[i]);
                self(self, i + 1);
                men[s] = Man::None;
            }
    };
    place(place, 0);
}

}  // namespace

TEST(EndgameTable, CountsWhatTheSolverCounts) {
    testing::Endgame::Family family;
    for (const std::string letters : {"Kk", "Kg", "Kp", "Cc", "KGk", "KPk", "GGk", "CPk", "KGkp"}) {
        SCOPED_TRACE(letters);
        std::array<testing::EndgameCounts, 2> counts{};
        std::shared_ptr<const EndgameTable> table;
        for_each_board(letters, [&](const Board& board) {
            if (!table)
                table = EndgameTable::get(board);
            const auto value = table->probe(board);
            auto& count = counts[index(board.to_move())];
            ++(value.result == Result::Win    ? count.wins
               : value.result == Result::Draw ? count.draws
                                              : count.losses);
            count.longest = std::max(count.longest, value.plies);
        });
        for (const Colour side : {Colour::Red, Colour::Black}) {
            auto expected = testing::Endgame::get(letters, family).count(side);
            auto& mine = counts[index(side)];
            const std::uint64_t twins = letters == "GGk" ? 2 : 1;
            mine.wins /= twins;
            mine.draws /= twins;
            mine.losses /= twins;
            EXPECT_EQ(mine, expected);
        }
    }
}

TEST(EndgameTable, EveryValueFollowsFromTheValuesAfterIt) {
    Rng rng(3);
    for (const std::string letters : {"KGkp", "CPkp", "GCgc", "RPPn", "Kkgm"}) {
        SCOPED_TRACE(letters);
        for (int round = 0; round < 3000; ++round) {
            std::array<Square, kSquares> squares{};
            for (std::size_t i = 0; i < kSquares; ++i)
                squares[i] = static_cast<Square>(i);
            rng.shuffle(std::span<Square>(squares));
            std::array<Man, kSquares> men{};
            men.fill(Man::None);
            for (std::size_t i = 0; i < letters.size(); ++i)
                men[squares[i]] = *man_from_letter(letters[i]);
            const Board board =
                Board::standing(men, rng.below(2) == 0 ? Colour::Red : Colour::Black);
            const auto value = EndgameTable::get(board)->probe(board);

            Actions actions;
            generate(board, actions);
            std::optional<int> fastest_win;
            int slowest_loss = 0;
            bool draws = false;
            for (const Action action : actions) {
                Board next = board;
                next.move(action.from, action.to);
                EndgameValue after{Result::Loss, 0};
                if (!no_men(next))
                    after = EndgameTable::get(next)->probe(next);
                draws |= after.result == Result::Draw;
                if (after.result == Result::Loss)
                    fastest_win = std::min(fastest_win.value_or(1000), after.plies + 1);
                else if (after.result == Result::Win)
                    slowest_loss = std::max(slowest_loss, after.plies + 1);
            }
            const EndgameValue expected = fastest_win ? EndgameValue{Result::Win, *fastest_win}
                                          : draws     ? EndgameValue{}
                                                      : EndgameValue{Result::Loss, slowest_loss};
            ASSERT_EQ(value, expected) << board.text();
        }
    }
}

TEST(EndgameTable, OnlyFewMenOfBothColoursWithoutDarkOnes) {
    EXPECT_EQ(EndgameTable::get(testing::few_men("a1K b1G c1M a8k d8p", "red")), nullptr);
    EXPECT_EQ(EndgameTable::get(testing::few_men("a1K b1G", "red")), nullptr);
    EXPECT_EQ(EndgameTable::get(Board()), nullptr);
    EXPECT_NE(EndgameTable::get(testing::few_men("a1K b1G d8k", "red")), nullptr);
}

TEST(EndgameTable, SharedByThreads) {
    const Board board = testing::few_men("a1R b1R d8n c8n", "red");
    std::array<std::shared_ptr<const EndgameTable>, 4> tables;
    std::vector<std::thread> threads;
    for (auto& table : tables)
        threads.emplace_back([&table, &board] { table = EndgameTable::get(board); });
    for (auto& thread : threads)
        thread.join();
    for (const auto& table : tables)
        EXPECT_EQ(table, tables[0]);
}

}  // namespace nebel::darkchess
