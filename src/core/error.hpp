#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace nebel {

/// Untrusted text was wrong. The message is one line and names what was wrong and what is accepted.
struct ParseError {
    std::string message;
    bool operator==(const ParseError&) const = default;
};

/// The result of reading untrusted text: a value, or a reason. Parsers never throw.
template <class T>
using Parsed = tl::expected<T, ParseError>;

inline tl::unexpected<ParseError> parse_error(std::string message) {
    return tl::make_unexpected(ParseError{std::move(message)});
}

/// A user's or a configuration's mistake: reported as one line on stderr with exit status 2.
class UserError : public std::runtime_error {
 public:
    using std::runtime_error::runtime_error;
};

/// The value, or the parser's message thrown as a UserError with the place it came from in front.
template <class T>
T value_or_throw(Parsed<T>&& parsed, std::string_view what) {
    if (!parsed)
        throw UserError(std::string(what) + ": " + parsed.error().message);
    return std::move(*parsed);
}

/// Reports a broken invariant and aborts: the program is wrong, going on would lie.
[[noreturn]] void check_failed(const char* file, int line, const char* condition);

}  // namespace nebel

/// An invariant that is checked in every build.
#define NEBEL_CHECK(condition)                                     \
    do {                                                           \
        if (!(condition)) [[unlikely]]                             \
            ::nebel::check_failed(__FILE__, __LINE__, #condition); \
    } while (false)
