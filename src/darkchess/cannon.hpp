#pragma once

#include <array>

#include "darkchess/types.hpp"

// Where a cannon lands: along its row or column, the second man it meets.
namespace nebel::darkchess {

namespace cannon_detail {

/// In a line of `length` squares: which men stand right behind exactly one other, seen from `at`.
constexpr unsigned second_men(unsigned occupied, int at, int length) {
    unsigned found = 0;
    for (const int step : {-1, 1}) {
        int met = 0;
        for (int s = at + step; s >= 0 && s < length; s += step)
            if ((occupied >> s) & 1u)
                if (++met == 2)
                    found |= 1u << s;
    }
    return found;
}

inline constexpr auto kAlongRow = [] {
    std::array<std::array<std::uint8_t, 16>, kColumns> table{};
    for (int at = 0; at < kColumns; ++at)
        for (unsigned occupied = 0; occupied < 16; ++occupied)
            table[static_cast<std::size_t>(at)][occupied] =
                static_cast<std::uint8_t>(second_men(occupied, at, kColumns));
    return table;
}();

inline constexpr auto kAlongColumn = [] {
    std::array<std::array<Squares, 256>, kRows> table{};
    for (int at = 0; at < kRows; ++at)
        for (unsigned occupied = 0; occupied < 256; ++occupied) {
            const unsigned line = second_men(occupied, at, kRows);
            for (int row = 0; row < kRows; ++row)
                if ((line >> row) & 1u)
                    table[static_cast<std::size_t>(at)][occupied] |= bit(square(0, row));
        }
    return table;
}();

/// The eight squares of a column as eight adjacent bits.
constexpr Squares column_bits(Squares set, int column) {
    const Squares spread = (set >> column) & 0x11111111u;
    return (((spread | spread >> 3) & 0x03030303u) * 0x01041040u) >> 24;
}

}  // namespace cannon_detail

/// Every man, dark or not, that a cannon on `s` reaches over exactly one other man. The caller
/// keeps the revealed enemies among them.
constexpr Squares cannon_reach(Square s, Squares occupied) {
    const auto column = static_cast<unsigned>(column_of(s));
    const auto row = static_cast<unsigned>(row_of(s));
    const Squares in_row = (occupied >> (row * kColumns)) & 0xfu;
    const Squares in_column = cannon_detail::column_bits(occupied, static_cast<int>(column));
    return Squares{cannon_detail::kAlongRow[column][in_row]} << (row * kColumns) |
           cannon_detail::kAlongColumn[row][in_column] << column;
}

}  // namespace nebel::darkchess
