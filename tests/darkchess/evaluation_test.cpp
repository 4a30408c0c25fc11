#include "darkchess/evaluation.hpp"

#include <gtest/gtest.h>

#include "darkchess/movegen.hpp"
#include "darkchess/players/expectimax_position.hpp"
#include "darkchess/playout.hpp"
#include "positions.hpp"

namespace nebel::darkchess {

namespace {

using testing::few_men;

int value(const Board& board) {
    return evaluate(board, Material(board));
}

/// The same position with the colours exchanged.
Board recoloured(const Board& board) {
    std::string rows = board.placement();
    for (char& c : rows)
        if (const auto m = man_from_letter(c); m && is_man(*m))
            c = letter(man(other(colour_of(*m)), kind_of(*m)));
    std::string captured;
    for (const Man m : kAllMen)
        captured.append(static_cast<std::size_t>(board.captured(m)),
                        letter(man(other(colour_of(m)), kind_of(m))));
    return testing::position(rows + " " + std::string(text(other(board.to_move()))) + " " +
                             (captured.empty() ? "-" : captured));
}

/// Positions of random games, with everything a search carries along kept in step.
template <class Body>
void for_each_random_position(int games, Body&& body) {
    for (int game = 0; game < games; ++game) {
        Rng rng(11, static_cast<std::uint64_t>(game));
        Board start;
        start.flip(static_cast<Square>(rng.below(kSquares)), kAllMen[rng.below(kAllMen.size())]);
        SearchPosition position(start);
        for (int ply = 0; ply < 200; ++ply) {
            const auto action = random_action(position.board(), rng);
            if (!action)
                break;
            if (action->is_flip()) {
                InlineVec<Man, 14> hidden;
                for (const Man m : kAllMen)
                    if (position.board().dark_left(m) > 0)
                        hidden.push_back(m);
                position.flip(action->from,
                              hidden[rng.below(static_cast<std::uint32_t>(hidden.size()))]);
            } else {
                position.move(*action);
            }
            body(position);
        }
    }
}

}  // namespace

TEST(Evaluation, TheColoursAreTreatedAlike) {
    for_each_random_position(10, [](const SearchPosition& position) {
        ASSERT_EQ(value(position.board()), value(recoloured(position.board())))
            << position.board().text();
    });
}

TEST(Evaluation, KeptInStepWithTheBoard) {
    for_each_random_position(10, [](const SearchPosition& position) {
        const SearchPosition fresh(position.board());
        ASSERT_EQ(position.key(), fresh.key()) << position.board().text();
        ASSERT_EQ(position.material().signature(), fresh.material().signature());
        ASSERT_EQ(position.material().balance(), fresh.material().balance());
        ASSERT_EQ(position.evaluate(), fresh.evaluate());
        ASSERT_LE(std::abs(position.evaluate()), kMaxEvaluation);
    });
}

TEST(Evaluation, AKeyTellsHiddenMenApart) {
    // The same sight, but in one game a pawn has fallen and in the other a knight.
    const auto rows = "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XX--/K--- black ";
    const SearchPosition pawns(testing::position(std::string(rows) + "GRpnn red"));
    const SearchPosition knights(testing::position(std::string(rows) + "GRppn red"));
    EXPECT_NE(pawns.key(), knights.key());
}

TEST(Evaluation, AKeyBeforeAQuietMove) {
    const SearchPosition before(few_men("a1K b1G d8k", "red"));
    SearchPosition after = before;
    const Action action = *Action::parse("b1-c1");
    after.move(action);
    EXPECT_EQ(SearchPosition::key_before(after.key(), man(Colour::Red, Kind::General), action),
              before.key());
}

TEST(Evaluation, AManIsWorthWhatItCanStillDo) {
    const auto worth = [](const Board& board, char c) {
        return Material(board).worth(*man_from_letter(c));
    };
    // Each pawn that could take it makes a king worth less.
    EXPECT_LT(worth(few_men("a1K d8p d7p", "red"), 'K'), worth(few_men("a1K d8p d7n", "red"), 'K'));
    EXPECT_LT(worth(few_men("a1K d8p d7n", "red"), 'K'), worth(few_men("a1K d8n d7n", "red"), 'K'));
    // A general that nobody can take is worth more than one that can be taken.
    EXPECT_GT(worth(few_men("a1G d8m d7n", "red"), 'G'), worth(few_men("a1G d8k d7n", "red"), 'G'));
}

TEST(Evaluation, NearerToThePreyIsBetter) {
    EXPECT_GT(value(few_men("c6R a1P d8n", "red")), value(few_men("a1R a2P d8n", "red")));
    EXPECT_GT(value(few_men("a1R b1P d8n", "black")), value(few_men("c7R a1P d8n", "black")));
}

}  // namespace nebel::darkchess
