#include "kriegspiel/players/board_judge.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace nebel::kriegspiel {

JudgeRegistry& JudgeRegistry::instance() {
    static JudgeRegistry registry;
    return registry;
}

void JudgeRegistry::add(std::string name, std::string accepted, Factory make) {
    entries_.push_back({std::move(name), std::move(accepted), std::move(make)});
}

std::unique_ptr<BoardJudge> JudgeRegistry::make(std::string_view text, int depth) const {
    const auto colon = text.find(':');
    const auto name = text.substr(0, colon);
    const auto argument =
        colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
    std::vector<std::string> accepted;
    for (const auto& entry : entries_) {
        if (entry.name == name)
            return entry.make(argument, depth);
        accepted.push_back(entry.accepted);
    }
    throw UserError(
        fmt::format("unknown engine {}; accepted: {}", quote(text), join(accepted, ", ")));
}

}  // namespace nebel::kriegspiel
