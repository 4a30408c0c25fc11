#pragma once

#include <array>
#include <cstdint>

#include "core/inline_vec.hpp"
#include "kriegspiel/event.hpp"
#include "kriegspiel/own_men.hpp"
#include "kriegspiel/rules.hpp"

namespace nebel::kriegspiel {

using TryList = InlineVec<Action, 512>;

/// All tries of one own man: a set of squares, each of which stands for the four promotions when
/// `promotes`.
struct TrySet {
    chess::Bitboard targets;
    chess::Square from;
    bool promotes;

    [[nodiscard]] int count() const { return chess::popcount(targets) << (promotes ? 2 : 0); }
};
using TrySets = InlineVec<TrySet, 64>;

/// What a pawn can become, in the order in which its tries are listed.
inline constexpr std::array<chess::PieceType, 4> kPromotions{chess::kQueen, chess::kRook,
                                                             chess::kBishop, chess::kKnight};

/// What has been said to the side to move since its turn began, as far as it bears on the tries it
/// may still make. The umpire keeps one to tell nonsense from bad luck, a view keeps one to list
/// its tries: the same events, the same answer.
class Turn {
 public:
    /// A new turn begins; nothing has been said yet.
    void reset() {
        kinds_ = 0;
        asked_ = must_capture_ = false;
        capturing_pawns_ = ~chess::Bitboard{0};
        refusals_.clear();
    }

    /// An announcement to the side to move during (or opening) its turn. `own` are its men.
    void hear(const Event& event, const Announcements& says, const OwnMen& own);

    /// Could the mover, knowing its own men and what was said of pawn captures, expect this to be
    /// possible at all? False is what the umpire calls nonsense. A try that only the announced
    /// check rules out is not nonsense: umpires judge the man's way of moving, not the answer to a
    /// check.
    [[nodiscard]] bool conceivable(const OwnMen& own, const Action& action) const;

    /// May "Any?" be asked (again)?
    [[nodiscard]] bool may_ask(const Announcements& says) const {
        return says.pawns == PawnInformation::OnAsking && !asked_;
    }

    /// Every try worth making: conceivable, and not excluded by the check that was announced or by
    /// what this turn's refusals imply. Does not include "Any?". `enemy_men` beside the king.
    void list(const OwnMen& own, int enemy_men, TryList& tries) const;
    /// The same tries man by man; a man without any may be left out or have an empty set. Much
    /// cheaper where only one of them will be made.
    void sets(const OwnMen& own, int enemy_men, TrySets& sets) const;

    [[nodiscard]] std::uint8_t check_kinds() const { return kinds_; }
    [[nodiscard]] bool must_capture_with_pawn() const { return must_capture_; }
    [[nodiscard]] chess::Bitboard capturing_pawns() const { return capturing_pawns_; }

    [[nodiscard]] const TryList& refusals() const { return refusals_; }

    bool operator==(const Turn&) const = default;

 private:
    [[nodiscard]] chess::Bitboard excluded_by_refusals(const OwnMen& own, chess::Square from) const;
    [[nodiscard]] chess::Bitboard answers_to_check(const OwnMen& own) const;
    [[nodiscard]] chess::Bitboard capture_targets(const OwnMen& own, chess::Bitboard answers) const;
    [[nodiscard]] bool refused(const Action& action) const;

    std::uint8_t kinds_ = 0;
    bool asked_ = false;
    bool must_capture_ = false;
    /// Pawns that may capture as far as was said: all while nothing was, none after a "no".
    chess::Bitboard capturing_pawns_ = ~chess::Bitboard{0};
    TryList refusals_;
};

/// Where the man on `refusal.from` cannot go either, now that this try was refused in a turn that
/// began with that check (0: none). Contains the refused square.
chess::Bitboard closed_by_refusal(const OwnMen& own,
                                  const Action& refusal,
                                  std::uint8_t check_kinds);

/// Whether this is a pawn's diagonal step of ours.
bool is_pawn_capture_try(const OwnMen& own, const Action& action);

/// Where the own man on `from` could go if the unseen squares were empty or held an enemy, castling
/// included. Ignores everything that was announced.
chess::Bitboard reach(const OwnMen& own, chess::Square from);

/// The directions from which the side to move is in check.
std::uint8_t check_kinds(const chess::Position& position);

}  // namespace nebel::kriegspiel
