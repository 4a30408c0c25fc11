#pragma once

#include "core/inline_vec.hpp"
#include "kriegspiel/belief/history_replay.hpp"
#include "kriegspiel/belief/wanted.hpp"

namespace nebel::kriegspiel {

/// Directed repair: leads a hidden man that could explain what was heard to a square where it does,
/// by giving it some of the opponent's silent moves. The men whose moves it takes stay where they
/// were, and their later moves start from there; a move that has become impossible is replaced by
/// another that agrees with what was said. Unlike the chain this follows no distribution: it finds
/// histories that explain something, and chain steps spread them out afterwards.
class HistoryRerouter : public HistoryReplay {
 public:
    using HistoryReplay::HistoryReplay;

    /// One attempt on the loaded history, whose end is `board`. True when the altered history
    /// explains everything the old one did and has a man where it was wanted: then `result` gives
    /// the new end, written into the histories.
    bool attempt(const chess::Position& board,
                 const Wanted& wanted,
                 Histories& histories,
                 Rng& rng,
                 State& result);

 private:
    static constexpr int kLongestWay = 4;
    static constexpr int kMostPatches = 3;
    using Way = InlineVec<chess::Square, kLongestWay + 1>;

    /// A man that stands elsewhere than in the old history.
    struct Displaced {
        chess::Square old_square;
        chess::Square square;
    };

    bool choose_man(const chess::Position& board, const Wanted& wanted, Rng& rng);
    bool find_way(const chess::Position& board, chess::Piece man, chess::Bitboard goals, Rng& rng);
    bool choose_moments(Rng& rng);
    bool replay_changed(Rng& rng);
    bool patch(std::size_t ply, Rng& rng);
    void old_man_moves(chess::Move move);
    void man_moves(chess::Square from, chess::Square to);
    [[nodiscard]] chess::Square now_at(chess::Square old_square) const;
    [[nodiscard]] std::size_t ply_of(std::size_t hidden) const;

    chess::Square start_ = chess::kNoSquare;  ///< where the man is led from
    std::size_t from_ = 0;                    ///< first hidden move at which it stands there
    std::vector<std::size_t> dropped_;        ///< its own later moves, which it no longer makes
    Way way_;                                 ///< squares in order, `start_` first
    std::vector<std::size_t> moments_;        ///< the hidden moves it is given, in order
    std::vector<Displaced> displaced_;
};

}  // namespace nebel::kriegspiel
