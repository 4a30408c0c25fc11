#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/error.hpp"
#include "core/rng.hpp"

// What every fuzzer shares: a parser must either explain itself in one line or return a value whose
// text it reads back as the same value.
namespace nebel::fuzz {

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

template <class T>
void expect_explained(const Parsed<T>& parsed) {
    if (!parsed) {
        NEBEL_CHECK(!parsed.error().message.empty());
        NEBEL_CHECK(parsed.error().message.find('\n') == std::string::npos);
    }
}

template <class T>
void parse_and_print(std::string_view text) {
    const auto parsed = T::parse(text);
    expect_explained(parsed);
    if (parsed) {
        const auto again = T::parse(parsed->text());
        NEBEL_CHECK(again.has_value());
        NEBEL_CHECK(*again == *parsed);
    }
}

}  // namespace nebel::fuzz
