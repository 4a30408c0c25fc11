#pragma once

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "darkchess/game.hpp"
#include "game/table.hpp"

namespace nebel::darkchess::testing {

/// The same game over another deal: the men under squares nobody flipped change places.
inline GameRecord<DarkChess> twin(const GameRecord<DarkChess>& record, Rng& rng) {
    auto deal = *parse_placement(record.start);
    Squares unknown = ~Squares{0};
    for (const auto& entry : record.actions)
        if (entry.action.is_flip())
            unknown &= ~bit(entry.action.from);
    std::vector<Man> hidden;
    for (Squares set = unknown; set != 0;)
        hidden.push_back(deal[pop_lowest(set)]);
    rng.shuffle(std::span<Man>(hidden));
    for (const Man m : hidden)
        deal[pop_lowest(unknown)] = m;

    Table<DarkChess> table(record.rules, *Referee::from_start(record.rules, placement_text(deal)));
    for (const auto& entry : record.actions)
        EXPECT_EQ(table.act(entry.action).verdict, Verdict::Accepted);
    return table.record();
}

}  // namespace nebel::darkchess::testing
