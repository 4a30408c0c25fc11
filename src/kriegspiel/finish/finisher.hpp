#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

#include "core/budget.hpp"
#include "kriegspiel/finish/hunt_memory.hpp"
#include "kriegspiel/finish/hunters.hpp"
#include "kriegspiel/view.hpp"

namespace nebel::kriegspiel {

class HuntSearch;

/// Mates a bare king that nobody sees. Follows one seat's game from its events; once the enemy has
/// nothing but its king it knows exactly on which squares that king may stand, and searches over
/// such sets. Any player may keep one and ask it before it thinks for itself:
///
///     if (const auto finish = finisher.act(budget)) return *finish;
///
/// The same events, restrictions and node limits give the same tries.
class Finisher {
 public:
    /// Positions of the search (about 3 ms) when a budget does not say less; up to sixteen times as
    /// many as the fifty moves run out.
    static constexpr std::uint64_t kDefaultNodes = 10'000;

    Finisher();
    ~Finisher();
    /// A copy knows what this one knows.
    Finisher(const Finisher& other);
    Finisher& operator=(const Finisher& other);
    Finisher(Finisher&&) noexcept;
    Finisher& operator=(Finisher&&) noexcept;

    /// A new game. Forgets the one before.
    void begin(const Rules& rules, Seat seat);
    /// Every event of the own seat, in order. Cheap.
    void hear(const Event& event);

    /// Whether the enemy is bare, it is our turn and our men suffice to mate: then act() answers.
    [[nodiscard]] bool ready() const;
    /// The try to make now; nothing unless ready(). A refusal is part of the plan: ask again. Never
    /// a try after which a possible king is stalemated (where that draws) or takes the last man
    /// that could mate, as long as there is any other. Keeps to the budget's nodes, time and stop
    /// flag. The first questions about an ending also make its tables (50 ms for king and queen, 25
    /// for king and rook; two bishops 0.4 s, bishop and knight 2 s): at once where no time is
    /// given, otherwise with half of it at each question, and without them until then.
    std::optional<Action> act(const Budget& budget = {});

    /// Where the enemy's king may stand at our turn, exactly as far as was heard since it is bare;
    /// every square of the board before that.
    [[nodiscard]] chess::Bitboard king_squares() const { return known_.possible; }
    /// A player that knows more (a belief that followed the whole game) says so at its turn: the
    /// king stands on one of these. Taken as likely, not as certain: should it turn out wrong, the
    /// exact set serves again. An impossible hint is ignored.
    void restrict(chess::Bitboard squares);

    [[nodiscard]] const View& view() const { return *view_; }
    /// Half-moves since a capture or pawn move, as far as known.
    [[nodiscard]] int clock() const { return known_.clock; }
    /// Positions searched in this game.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
    void look_around();
    void hear_refusal(const Event& event);
    void hear_own_move(const Event& event);
    void hear_enemy_move();
    void hear_capture(const Event& event, bool own);
    void keep(chess::Bitboard squares);
    void remember();
    void forget();
    std::chrono::milliseconds prepare(const Hunters& men, const Budget& budget);
    [[nodiscard]] bool barred(const Hunters& before, const Action& action) const;
    [[nodiscard]] chess::Bitboard drawn_by(const Hunters& before,
                                           const Action& action,
                                           chess::Bitboard kings) const;
    [[nodiscard]] int visits(const Hunters& before, const Action& action) const;
    static bool is_special(const Hunters& men, const Action& action);

    /// All that was learned from events: what a copy copies.
    struct Known {
        bool bare = false;
        chess::Bitboard possible = 0;
        chess::Bitboard likely = 0;   ///< within possible; empty: nobody knows more
        std::uint8_t said_check = 0;  ///< to the enemy, after our latest move
        int clock = 0;
        /// How often our men have stood like this since the clock began, after a move of ours.
        std::unordered_map<std::uint64_t, int> stood;
        /// What the searches since then have taught, and what the latest one will have taught once
        /// its try is made: to ask twice teaches nothing.
        HuntMemory memory;
        struct Lesson {
            Hunters men;
            chess::Bitboard kings = 0;
            Cost cost = kMate;
        };
        std::optional<Lesson> lesson;
    };

    std::optional<View> view_;
    std::optional<CheckMap> checks_;
    Known known_;
    std::unique_ptr<HuntSearch> search_;
    std::uint64_t nodes_ = 0;
};

}  // namespace nebel::kriegspiel
