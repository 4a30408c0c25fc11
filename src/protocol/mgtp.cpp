#include "protocol/mgtp.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace nebel::protocol::mgtp {

std::string command_line(Id id, std::string_view arguments) {
    const auto number = static_cast<std::size_t>(id);
    return arguments.empty() ? fmt::format("{} {}", number, kCommands[number])
                             : fmt::format("{} {} {}", number, kCommands[number], arguments);
}

std::optional<Reply> parse_reply(std::string_view line, Id id) {
    if (line.empty() || (line[0] != '=' && line[0] != '?'))
        return std::nullopt;
    const auto rest = line.substr(1);
    const auto end = std::min(rest.find_first_of(" \t"), rest.size());
    if (parse_number<int>(rest.substr(0, end)) != static_cast<int>(id))
        return std::nullopt;
    return Reply{line[0] == '=', std::string(trim(rest.substr(end)))};
}

std::string action_text(darkchess::Action action) {
    return darkchess::square_text(action.from) + " " + darkchess::square_text(action.to);
}

std::optional<darkchess::Action> parse_action(std::string_view text) {
    const auto words = split_words(text);
    if (words.size() != 2)
        return std::nullopt;
    const auto from = darkchess::parse_square(words[0]);
    const auto to = darkchess::parse_square(words[1]);
    if (!from || !to)
        return std::nullopt;
    return darkchess::Action{*from, *to};
}

std::string event_line(const darkchess::Event& event) {
    if (event.type() == darkchess::Event::Type::Flip)
        return command_line(Id::Flip,
                            fmt::format("{} {}", darkchess::square_text(event.action().from),
                                        darkchess::letter(event.man())));
    return command_line(Id::Move, action_text(event.action()));
}

int num_repetition(const darkchess::Rules& rules) {
    return rules.repetition == darkchess::Repetition::Off ? 0 : 3;
}

int num_moves_to_draw(const darkchess::Rules& rules) {
    return rules.quiet != 0 ? rules.quiet : rules.cap;
}

}  // namespace nebel::protocol::mgtp
