#pragma once

#include <cstdint>

#include "core/inline_vec.hpp"
#include "kriegspiel/event.hpp"
#include "kriegspiel/own_men.hpp"
#include "kriegspiel/rules.hpp"

namespace nebel::kriegspiel {

using TryList = InlineVec<Action, 512>;

/// What has been said to the side to move since its turn began, as far as it bears on the tries it
/// may still make. The umpire keeps one to tell nonsense from bad luck, a view keeps one to list
/// its tries: the same events, the same answer.
class Turn {
 public:
    /// A new turn begins; nothing has been said yet.
    void reset() { *this = Turn(); }

    /// An announcement to the side to move during (or opening) its turn. `own` are its men.
    void hear(const Event& event, const Announcements& says, const OwnMen& own);

    /// Could the mover, knowing its own men and what was said of pawn captures, expect this to be
    /// possible at all? False is what the umpire calls nonsense. A try that only the announced check
    /// rules out is not nonsense: umpires judge the man's way of moving, not the answer to a check.
    [[nodiscard]] bool conceivable(const OwnMen& own, const Action& action) const;

    /// May "Any?" be asked (again)?
    [[nodiscard]] bool may_ask(const Announcements& says) const {
        return says.pawns == PawnInformation::OnAsking && !asked_;
    }

    /// Every try worth making: conceivable, and not excluded by the check that was announced or by
    /// what this turn's refusals imply. Does not include "Any?". `enemy_men` beside the king.
    void list(const OwnMen& own, int enemy_men, TryList& tries) const;

    [[nodiscard]] std::uint8_t check_kinds() const { return kinds_; }
    [[nodiscard]] bool must_capture_with_pawn() const { return must_capture_; }
    [[nodiscard]] chess::Bitboard capturing_pawns() const { return capturing_pawns_; }

    [[nodiscard]] const TryList& refusals() const { return refusals_; }

    bool operator==(const Turn&) const = default;

 private:
    [[nodiscard]] chess::Bitboard excluded_by_refusals(const OwnMen& own, chess::Square from) const;
    [[nodiscard]] chess::Bitboard answers_to_check(const OwnMen& own) const;
    [[nodiscard]] bool refused(const Action& action) const;

    std::uint8_t kinds_ = 0;
    bool asked_ = false;
    bool must_capture_ = false;
    /// Pawns that may capture as far as was said: all while nothing was, none after a "no".
    chess::Bitboard capturing_pawns_ = ~chess::Bitboard{0};
    TryList refusals_;
};

/// Whether this is a pawn's diagonal step of ours.
bool is_pawn_capture_try(const OwnMen& own, const Action& action);

/// Where the own man on `from` could go if the unseen squares were empty or held an enemy, castling
/// included. Ignores everything that was announced.
chess::Bitboard reach(const OwnMen& own, chess::Square from);

/// The directions from which the side to move is in check.
std::uint8_t check_kinds(const chess::Position& position);

}  // namespace nebel::kriegspiel
