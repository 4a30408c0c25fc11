#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nebel {

std::string_view trim(std::string_view text);

/// Splits at every separator; empty pieces are kept. "" gives one empty piece.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Splits at runs of white space; no empty pieces.
std::vector<std::string_view> split_words(std::string_view text);

std::string join(const std::vector<std::string>& pieces, std::string_view separator);

std::string lower(std::string_view text);

/// The whole text as a number, or nothing.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    if (text.empty() || result.ec != std::errc{} || result.ptr != end)
        return std::nullopt;
    return value;
}

/// Untrusted text made safe to quote in a message: control characters escaped, long text cut.
std::string quote(std::string_view text);

/// A message of another library on one line: control characters become spaces.
std::string one_line(std::string_view text);

}  // namespace nebel
