#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "chess/position.hpp"
#include "core/inline_vec.hpp"
#include "kriegspiel/belief/sampled_boards.hpp"
#include "kriegspiel/players/mcts_guess.hpp"
#include "kriegspiel/players/mcts_men.hpp"
#include "kriegspiel/turn.hpp"
#include "search/three_tier_sampled.hpp"

namespace nebel::kriegspiel {

/// The model of approach A: a whole board for each iteration, an opponent who moves as anybody does
/// (takes back, takes with pawns when told of it, otherwise anything), and games played to the end.
class PlayedBoards {
 public:
    static constexpr std::size_t kMoveKeys = kTryKeys;
    static constexpr bool kSameMoves = false;
    using Moves = InlineVec<std::uint32_t, TryList::capacity()>;

    struct Settings {
        double habit = 0.9;  ///< how often a chance to take back or to take with a pawn is used
        int longest = 400;   ///< half-moves of a simulated game before it is called a draw
    };

    struct State {
        chess::Position position;
        chess::Square taken_on = chess::kNoSquare;  ///< the last move took here
        bool root = false;
    };

    PlayedBoards(const Settings& settings, const Rules& rules, chess::Colour us)
        : settings_(settings), says_(&rules.says()), us_(us) {}

    /// What the next search begins from: known board, sampled boards with their weights, or a
    /// guesser (which must outlive it).
    void set_board(const chess::Position& board);
    void set_boards(std::span<const SampledBoard> boards);
    void set_guesser(const BoardGuesser* guesser);
    /// The root's moves are these tries, as far as a board allows them. `lost_on`: where the
    /// opponent has just taken.
    void set_tries(const TryList& tries, chess::Square lost_on);

    void begin(State& state, Rng& rng) const;
    void moves(const State& state, Moves& moves) const;
    search::Heard answer(State& state, std::uint32_t move, Rng& rng) const;
    search::Heard reply(State& state, Rng& rng) const;
    double simulate(State& state, Rng& rng) const;

    /// A move as a seat makes it that sees little: takes back, takes with pawns, or anything.
    [[nodiscard]] std::optional<chess::Move> pseudorandom(const State& state, Rng& rng) const;

 private:
    struct Pool {
        std::vector<chess::Position> boards;
        std::vector<double> until;  ///< cumulative weights
    };

    static void make(State& state, chess::Move move);
    [[nodiscard]] std::uint32_t message(const chess::Position& before,
                                        chess::Move move,
                                        const chess::Position& after) const;
    [[nodiscard]] std::optional<double> verdict(const chess::Position& position) const;
    [[nodiscard]] std::optional<double> adjudicated(const chess::Position& position) const;

    Settings settings_;
    const Announcements* says_;
    chess::Colour us_;
    std::shared_ptr<const Pool> pool_;
    const BoardGuesser* guesser_ = nullptr;
    std::shared_ptr<const std::vector<bool>> allowed_;
    chess::Square lost_on_ = chess::kNoSquare;
};

}  // namespace nebel::kriegspiel
