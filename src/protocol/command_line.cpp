#include "protocol/command_line.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "core/text.hpp"

namespace nebel::protocol {

namespace {

bool is_executable_file(const std::string& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           access(path.c_str(), X_OK) == 0;
}

}  // namespace

Parsed<std::vector<std::string>> split_command(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    char quote_mark = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool has_next = i + 1 < text.size();
        if (c == '\0')
            return parse_error("a command cannot hold a zero byte");
        if (quote_mark == '\'') {
            if (c == '\'')
                quote_mark = 0;
            else
                word += c;
        } else if (quote_mark == '"') {
            if (c == '"')
                quote_mark = 0;
            else if (c == '\\' && has_next && (text[i + 1] == '"' || text[i + 1] == '\\'))
                word += text[++i];
            else
                word += c;
        } else if (c == '\'' || c == '"') {
            quote_mark = c;
            in_word = true;
        } else if (c == '\\') {
            if (!has_next)
                return parse_error("a command cannot end in a backslash");
            word += text[++i];
            in_word = true;
        } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            if (in_word)
                words.push_back(std::move(word));
            word.clear();
            in_word = false;
        } else {
            word += c;
            in_word = true;
        }
    }
    if (quote_mark != 0)
        return parse_error(std::string("a quote ") + quote_mark + " is never closed");
    if (in_word)
        words.push_back(std::move(word));
    return words;
}

std::optional<std::string> find_program(std::string_view name) {
    if (name.empty())
        return std::nullopt;
    if (name.find('/') != std::string_view::npos) {
        std::string path(name);
        return is_executable_file(path) ? std::optional(std::move(path)) : std::nullopt;
    }
    const char* path_variable = std::getenv("PATH");
    const std::string places =
        std::string(path_variable == nullptr ? "" : path_variable) + ":/usr/games";
    for (const auto folder : split(places, ':')) {
        if (folder.empty())
            continue;
        std::string path = std::string(folder) + "/" + std::string(name);
        if (is_executable_file(path))
            return path;
    }
    return std::nullopt;
}

EngineCommand EngineCommand::parse(std::string_view text) {
    constexpr std::string_view kSetting = "option.";
    EngineCommand command;
    for (auto& word : value_or_throw(split_command(text), "command " + quote(text))) {
        if (!word.starts_with(kSetting)) {
            command.arguments.push_back(std::move(word));
            continue;
        }
        const auto equals = word.find('=');
        if (equals == std::string::npos || equals == kSetting.size())
            throw UserError("command: " + quote(word) + " is not option.NAME=VALUE");
        command.settings.push_back(
            {word.substr(kSetting.size(), equals - kSetting.size()), word.substr(equals + 1)});
    }
    if (command.arguments.empty())
        throw UserError("command " + quote(text) + " names no program");
    const auto path = find_program(command.arguments.front());
    if (!path)
        throw UserError("no executable program " + quote(command.arguments.front()) +
                        " (looked in PATH and /usr/games)");
    command.arguments.front() = *path;
    return command;
}

}  // namespace nebel::protocol
