#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "stratego/game.hpp"

namespace nebel::stratego {

/// A referee on a hand-made board of the classic size: men given as "Ma4" (red) or "xa5"...: the
/// letter of the man (B..M red, N..Y blue) and its square. Both flags must be among them.
inline Referee board_with(const std::vector<std::string>& men, std::string_view rules = "classic") {
    const auto parsed = Rules::parse(rules);
    EXPECT_TRUE(parsed);
    const Arena& arena = parsed->arena();
    std::string board;
    for (int i = 0; i < arena.cells(); ++i)
        board += arena.open.has(arena.cell(i)) ? 'A' : '_';
    for (const std::string& man : men) {
        const auto at = parse_square(std::string_view(man).substr(1));
        EXPECT_TRUE(at) << man;
        board[static_cast<std::size_t>(row_of(*at) * arena.width + file_of(*at))] = man[0];
    }
    auto referee = Referee::from_start(*parsed, board);
    EXPECT_TRUE(referee) << (referee ? "" : referee.error().message);
    Referee opened = *referee;
    opened.open();
    return opened;
}

inline Answer<Event> play(Referee& referee, std::string_view move) {
    const auto action = Action::parse(move);
    EXPECT_TRUE(action) << move;
    return referee.act(*action);
}

/// Plays moves of both seats in turn; every one must be accepted.
inline void play_all(Referee& referee, const std::vector<std::string>& moves) {
    for (const std::string& move : moves) {
        const auto answer = play(referee, move);
        ASSERT_EQ(answer.verdict, Verdict::Accepted) << move << ": " << answer.why;
    }
}

}  // namespace nebel::stratego
