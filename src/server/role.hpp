#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "game/seat.hpp"

namespace nebel::server {

/// Who listens: one of the two seats, or a watcher, who hears what both seats have heard.
enum class Role : std::uint8_t { First, Second, Watch };

inline constexpr std::array<Role, 3> kRoles{Role::First, Role::Second, Role::Watch};

constexpr std::size_t index(Role role) {
    return static_cast<std::size_t>(role);
}
constexpr Role role_of(Seat seat) {
    return seat == Seat::First ? Role::First : Role::Second;
}
constexpr std::optional<Seat> seat_of(Role role) {
    if (role == Role::Watch)
        return std::nullopt;
    return role == Role::First ? Seat::First : Seat::Second;
}
constexpr std::string_view text(Role role) {
    return role == Role::First ? "first" : role == Role::Second ? "second" : "watch";
}
constexpr std::string_view seat_text(Seat seat) {
    return text(role_of(seat));
}

}  // namespace nebel::server
