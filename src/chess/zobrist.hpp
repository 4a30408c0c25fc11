#pragma once

#include <array>

#include "chess/types.hpp"
#include "core/rng.hpp"

namespace nebel::chess {

/// Random numbers whose exclusive-or names a position. Fixed for ever: keys may be stored.
struct Zobrist {
    std::array<std::array<Key, 64>, 16> piece{};
    std::array<Key, 16> castling{};
    std::array<Key, 8> ep_file{};
    Key black_to_move = 0;
    std::array<std::array<Key, 9>, 9> shape{};  ///< [width][height]

    constexpr Zobrist() {
        std::uint64_t state = 0x6e6562656cULL;
        for (auto& row : piece)
            for (auto& key : row)
                key = splitmix64(state);
        for (auto& key : castling)
            key = splitmix64(state);
        castling[0] = 0;
        for (auto& key : ep_file)
            key = splitmix64(state);
        black_to_move = splitmix64(state);
        for (auto& row : shape)
            for (auto& key : row)
                key = splitmix64(state);
        shape[8][8] = 0;
    }
};

inline constexpr Zobrist kZobrist;

}  // namespace nebel::chess
