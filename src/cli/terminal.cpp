#include "cli/terminal.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "core/text.hpp"

namespace nebel::cli {

namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view{} : std::string_view(value);
}

std::string_view code(Ink ink) {
    switch (ink) {
        case Ink::Plain:
            break;
        case Ink::Bold:
            return "1";
        case Ink::Dim:
            return "2";
        case Ink::Red:
            return "1;31";
        case Ink::Green:
            return "1;32";
        case Ink::Yellow:
            return "33";
        case Ink::Blue:
            return "1;34";
        case Ink::Cyan:
            return "36";
    }
    return "0";
}

}  // namespace

Paint Paint::for_standard_output() {
    return Paint(standard_output_is_terminal() && environment("NO_COLOR").empty() &&
                 environment("TERM") != "dumb");
}

std::string Paint::operator()(Ink ink, std::string_view text) const {
    if (!coloured_ || ink == Ink::Plain)
        return std::string(text);
    std::string painted = "\x1b[";
    painted += code(ink);
    painted += 'm';
    painted += text;
    painted += "\x1b[0m";
    return painted;
}

bool standard_output_is_terminal() {
    return isatty(STDOUT_FILENO) == 1;
}

bool is_conversation() {
    return isatty(STDIN_FILENO) == 1 && standard_output_is_terminal();
}

bool shows_unicode() {
    if (!standard_output_is_terminal())
        return false;
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const auto value = lower(environment(name));
        if (!value.empty())
            return value.find("utf-8") != std::string::npos ||
                   value.find("utf8") != std::string::npos;
    }
    return false;
}

bool LineReader::fill() {
    char chunk[4096];
    while (!ended_) {
        if (stop_ != nullptr && stop_->load())
            return false;
        const auto got = ::read(STDIN_FILENO, chunk, sizeof chunk);
        if (got > 0) {
            buffer_.append(chunk, static_cast<std::size_t>(got));
            return true;
        }
        ended_ = got == 0 || errno != EINTR;
    }
    return false;
}

std::optional<std::string> LineReader::next() {
    std::size_t end;
    while ((end = buffer_.find('\n', at_)) == std::string::npos) {
        buffer_.erase(0, at_);
        at_ = 0;
        if (fill())
            continue;
        if (!ended_ || buffer_.empty())
            return std::nullopt;
        end = buffer_.size();
        break;
    }
    std::string line = buffer_.substr(at_, end - at_);
    at_ = std::min(end + 1, buffer_.size());
    if (!line.empty() && line.back() == '\r')
        line.pop_back();
    return line;
}

}  // namespace nebel::cli
