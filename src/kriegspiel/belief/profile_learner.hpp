#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "game/record.hpp"
#include "kriegspiel/belief/profile.hpp"
#include "kriegspiel/game.hpp"

namespace nebel::kriegspiel {

/// Counts where men stood in games whose truth is known, and makes a profile of it. Only games from
/// the usual start on the usual board count.
class ProfileLearner {
 public:
    ProfileLearner();

    /// Adds the sides of a game that are wanted. False when the game does not count: another start,
    /// or moves that cannot be replayed.
    bool add(const GameRecord<Kriegspiel>& record, PerSeat<bool> wanted);

    /// How many sides of games have been added.
    [[nodiscard]] std::uint64_t sides() const { return sides_[0] + sides_[1]; }
    [[nodiscard]] std::uint64_t sides(chess::Colour colour) const { return sides_[colour]; }

    /// The profile of what was added. A colour that was never seen is the other one mirrored;
    /// there must be at least one side. Late moments, of which there are fewer games and which
    /// vary more, are averaged over neighbouring moves and neighbouring squares.
    [[nodiscard]] Profile learn(std::vector<std::string> about) const;

 private:
    static constexpr int kTimes = 76;  ///< moves counted: a little beyond the last moment

    struct Count {
        std::uint64_t games = 0;  ///< in which the side made that many moves
        std::array<std::array<std::uint32_t, 64>, 6> men{};
    };
    using Counts = std::array<std::array<Count, kTimes>, 2>;

    [[nodiscard]] Profile::Sheet sheet(chess::Colour colour, std::size_t kind, int time) const;

    std::unique_ptr<Counts> counts_;
    std::array<std::uint64_t, 2> sides_{};
};

}  // namespace nebel::kriegspiel
