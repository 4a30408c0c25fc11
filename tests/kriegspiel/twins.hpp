#pragma once

#include <optional>
#include <span>
#include <vector>

#include "game/table.hpp"
#include "kriegspiel/game.hpp"

namespace nebel::kriegspiel {

/// Another game that sounds the same to `seat` and ends on another board: its own actions are
/// repeated, the opponent's are drawn anew among those that give the seat the same events. Beam
/// search over referees; nothing when it finds none.
inline std::optional<GameRecord<Kriegspiel>> twin_of(const GameRecord<Kriegspiel>& record,
                                                     Seat seat,
                                                     std::uint64_t seed) {
    Rng rng(seed);
    const auto start = Referee::from_start(record.rules, record.start).value();
    std::vector<nebel::Table<Kriegspiel>> beam(1, nebel::Table<Kriegspiel>(record.rules, start));
    const std::size_t width = 24;
    for (const auto& entry : record.actions) {
        // Refused tries of the opponent that the seat did not hear are no part of its story.
        if (entry.seat != seat && entry.heard[seat].empty())
            continue;
        std::vector<nebel::Table<Kriegspiel>> next;
        for (const auto& table : beam) {
            std::vector<Action> choices;
            if (entry.seat == seat) {
                choices.push_back(entry.action);
            } else {
                View view(record.rules, entry.seat);
                for (const auto& event : table.record().heard_by(entry.seat))
                    view.hear(event);
                TryList offered;
                view.actions(offered);
                choices.assign(offered.begin(), offered.end());
                rng.shuffle(std::span<Action>(choices));
            }
            std::size_t kept = 0;
            for (const auto& action : choices) {
                auto branch = table;
                const auto answer = branch.act(action);
                const auto& heard = answer.events[seat];
                if (std::vector<Event>(heard.begin(), heard.end()) == entry.heard[seat]) {
                    next.push_back(std::move(branch));
                    if (++kept == 3)
                        break;
                }
            }
        }
        rng.shuffle(std::span<nebel::Table<Kriegspiel>>(next));
        if (next.size() > width)
            next.erase(next.begin() + static_cast<std::ptrdiff_t>(width), next.end());
        beam = std::move(next);
        if (beam.empty())
            return std::nullopt;
    }
    const auto end = replay(record).value().state_text();
    for (const auto& table : beam)
        if (table.truth().state_text() != end)
            return table.record();
    return std::nullopt;
}

}  // namespace nebel::kriegspiel
