#pragma once

#include <array>
#include <cstdint>

namespace nebel {

/// One of the two sides of the table. The first seat acts first; what a seat is called (White, Red)
/// is the game's business.
enum class Seat : std::uint8_t { First = 0, Second = 1 };

inline constexpr std::array<Seat, 2> kSeats{Seat::First, Seat::Second};

constexpr Seat other(Seat seat) {
    return seat == Seat::First ? Seat::Second : Seat::First;
}
constexpr std::size_t index(Seat seat) {
    return static_cast<std::size_t>(seat);
}

/// A pair of things, one for each seat.
template <class T>
class PerSeat {
 public:
    T& operator[](Seat seat) { return items_[index(seat)]; }
    const T& operator[](Seat seat) const { return items_[index(seat)]; }
    bool operator==(const PerSeat&) const = default;

    std::array<T, 2> items_{};
};

}  // namespace nebel
