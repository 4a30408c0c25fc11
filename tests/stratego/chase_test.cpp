#include <nlohmann/json.hpp>

#include "sandbox.hpp"
#include "shared_data.hpp"

namespace nebel::stratego {
namespace {

Move decode(int ply, Seat seat) {
    const bool vertical = ply < 900;
    const int code = vertical ? ply : ply - 900;
    const int from = code % 100;
    const int k = code / 100;
    const int row = from / 10;
    const int file = from % 10;
    const int to = vertical ? (k < row ? k : k + 1) * 10 + file : row * 10 + (k < file ? k : k + 1);
    const auto seen = [seat](int cell) {
        return static_cast<Square>(seat == Seat::First ? cell : 99 - cell);
    };
    return {seen(from), seen(to)};
}

// Recorded games whose last ply breaks the more-squares rule and nothing else.
TEST(StrategoChase, RecordedGamesAreLegalUpToTheLastPly) {
    const auto lines = shared_lines("chase.jsonl.gz");
    if (lines.empty())
        GTEST_SKIP() << "the shared chase games are not beside the checkout";
    const auto rules = Rules::parse("classic,quiet=off");
    ASSERT_TRUE(rules);
    for (std::size_t game = 0; game < lines.size(); ++game) {
        SCOPED_TRACE("game " + std::to_string(game + 1));
        const auto json = nlohmann::json::parse(lines[game]);
        auto referee = Referee::from_start(*rules, json["board"].get<std::string>());
        ASSERT_TRUE(referee) << referee.error().message;
        referee->open();
        const auto& plies = json["plies"];
        for (std::size_t i = 0; i < plies.size(); ++i) {
            ASSERT_FALSE(referee->outcome());
            const Move move = decode(plies[i].get<int>(), referee->to_act());
            const Position before = referee->position();
            MoveList legal;
            before.legal_moves(legal);
            const auto listed = std::find(legal.begin(), legal.end(), move) != legal.end();
            const auto answer = referee->act(Action::of(move));
            if (i + 1 < plies.size()) {
                ASSERT_EQ(answer.verdict, Verdict::Accepted) << "ply " << i + 1 << answer.why;
                ASSERT_TRUE(listed) << "ply " << i + 1;
                continue;
            }
            EXPECT_EQ(answer.verdict, Verdict::Invalid);
            EXPECT_EQ(answer.why, text(Fault::MoreSquares));
            EXPECT_FALSE(listed);
            EXPECT_EQ(before, referee->position());
        }
    }
}

// The same last plies are legal where the rule is off: nothing else was wrong with them.
TEST(StrategoChase, TheLastPlyIsLegalWithoutTheRule) {
    const auto lines = shared_lines("chase.jsonl.gz");
    if (lines.empty())
        GTEST_SKIP() << "the shared chase games are not beside the checkout";
    const auto rules = Rules::parse("classic,quiet=off,more_squares=off");
    for (const auto& line : lines) {
        const auto json = nlohmann::json::parse(line);
        auto referee = Referee::from_start(*rules, json["board"].get<std::string>());
        ASSERT_TRUE(referee);
        referee->open();
        for (const auto& ply : json["plies"])
            ASSERT_EQ(referee->act(Action::of(decode(ply.get<int>(), referee->to_act()))).verdict,
                      Verdict::Accepted);
    }
}

}  // namespace
}  // namespace nebel::stratego
