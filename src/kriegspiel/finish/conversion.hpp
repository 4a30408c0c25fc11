#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kriegspiel/finish/defender.hpp"
#include "kriegspiel/rules.hpp"

// How well won endings are won: random starts, an attacker that knows nothing of the king's
// whereabouts, and defenders from blind to all-knowing.
namespace nebel::kriegspiel {

/// The attacker's men of an ending against a bare king: "KRK", "KBNK", "KPPK".
struct Ending {
    std::string name;
    std::vector<chess::PieceType> men;  ///< beside the king

    static Parsed<Ending> parse(std::string_view text);
};

/// How one game ended.
struct Conversion {
    bool mated = false;
    Reason reason = Reason::Agreement;
    int moves = 0;    ///< of the attacker
    int refused = 0;  ///< tries
    std::uint64_t nodes = 0;
    std::chrono::microseconds slowest{0};  ///< processor time of the longest thought
    std::string start;                     ///< FEN
};

/// The n-th random start: attacker to move, sides alternate, bishops on both colours where there
/// are two, the defender neither in check nor without a move, and at least one first try that keeps
/// the game won wherever the king stands. Depends on seed and n only.
std::string conversion_start(const Ending& ending,
                             const Rules& rules,
                             std::uint64_t seed,
                             std::uint64_t n);

/// Plays one game, each try within the budget. `on_line` (may be empty) is told every try and
/// answer, for people.
Conversion convert(const Rules& rules,
                   const std::string& fen,
                   Defender& defender,
                   const Budget& budget,
                   std::uint64_t seed,
                   const std::function<void(const std::string&)>& on_line = {});

/// The figures of many games.
struct ConversionTally {
    int games = 0;
    int mated = 0;
    int stalemates = 0;
    int fifty = 0;
    int repetitions = 0;
    int others = 0;          ///< the last man lost, mostly
    int worst = 0;           ///< moves of the longest mate
    std::int64_t moves = 0;  ///< of all mates together
    std::chrono::microseconds slowest{0};

    void add(const Conversion& game);
    [[nodiscard]] double mean() const { return mated == 0 ? 0 : double(moves) / mated; }
};

}  // namespace nebel::kriegspiel
