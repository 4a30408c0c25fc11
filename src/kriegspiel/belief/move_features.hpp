#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "chess/attacks.hpp"
#include "chess/position.hpp"
#include "kriegspiel/belief/story.hpp"

namespace nebel::kriegspiel {

/// The one who moves, as far as its choice depends on it and not on the board.
struct Mover {
    Mover(const Said& said,
          chess::Move before = {},
          std::uint8_t which = 0,
          bool tries_blindly = false)
        : heard(&said), last(before), kind(which), probes(tries_blindly) {}

    /// Whether it has reason to take with a pawn on this board: it was told, or it finds out.
    [[nodiscard]] bool pawns_can_take(const chess::Position& position) const;

    const Said* heard;  ///< what was said when its turn began
    chess::Move last;   ///< its move before; none if it made none or nobody knows it
    std::uint8_t kind;  ///< of opponent (MoveKinds)
    bool probes;        ///< nobody tells it what its pawns can take, so it tries (probes_pawns)
};

/// Whether movers have to try what their pawns can take, because no umpire tells them unasked.
bool probes_pawns(const Rules& rules);

/// What distinguishes one legal move of a hidden opponent from another: a handful of yes/no
/// features out of kCount. Most are what its maker could know (its own men, what it was told); a
/// few say how the move stands to the men it cannot see, because good opponents guess those well.
/// The weights are learned (MoveModel).
class MoveFeatures {
 public:
    static constexpr int kTypes = 6;
    static constexpr int kClasses = 4;  ///< pawn, minor, major, king
    static constexpr int kPhases = 4;   ///< opening, later, late, few men left
    static constexpr int kPlaces = 64;  ///< rank as its side counts x file
    static constexpr int kStages = 2;   ///< opening and all that follows
    static constexpr int kGains = 6;  ///< takes a man of less, the same, more worth; guarded or not

    static constexpr int kCares = 81;  ///< lose a guard, get one x pawns, pieces x 0, 1, 2 or more

    enum : int {
        kPhase = 0,                                  ///< phase x which man moves
        kFrom = kPhase + kPhases * kTypes,           ///< type x place it leaves
        kTo = kFrom + kTypes * kPlaces,              ///< stage x type x place it goes to
        kRetake = kTo + kStages * kTypes * kPlaces,  ///< takes where a man was just lost, by type
        kTake = kRetake + kTypes,                    ///< any other capture, by type
        kToldPawnTake = kTake + kTypes,  ///< a pawn capture after pawn tries were announced
        kTakeChecker = kToldPawnTake + 1,
        kKingOutOfCheck = kTakeChecker + 1,
        kCastle = kKingOutOfCheck + 1,
        kQueens = kCastle + 1,  ///< promotes to a queen
        kUnderpromotes = kQueens + 1,
        kDoubleStep = kUnderpromotes + 1,
        kBacked = kDoubleStep + 1,            ///< class x own men guarding the target (0, 1, 2+)
        kIntoPawn = kBacked + kClasses * 3,   ///< class: target attacked by an unseen pawn
        kIntoMan = kIntoPawn + kClasses,      ///< class: attacked by another unseen man
        kLeavesAttack = kIntoMan + kClasses,  ///< class: was attacked where it stood
        kChecks = kLeavesAttack + kClasses,   ///< class: attacks the unseen king
        kDistance = kChecks + kClasses,       ///< bishop, rook, queen x steps 1, 2, 3, 4+
        kAgain = kDistance + 12,              ///< class: the man that moved last
        kBack = kAgain + kClasses,            ///< class: to where it came from with its last move
        kGain = kBack + kClasses,             ///< captures but retaking ones
        kUnguards = kGain + kGains,  ///< pawns, pieces: 1, 2 or more own ones that lose their guard
        kGuards = kUnguards + 4,     ///< the same that had none and get one
        kCount = kGuards + 4,
    };

    MoveFeatures(const chess::Position& position, const Mover& mover);

    /// A move as the features see it.
    struct Traits {
        int phase;
        int type;  ///< the man that moves, 0 a pawn
        int kind;  ///< its class
        int from;  ///< places
        int to;
        int guards;  ///< other own men that guard the target: 0, 1, 2 or more
        int into;    ///< the target is in reach of 1 a man, 2 a pawn, 3 both; unseen ones
        int leaves;  ///< 1: it stood in such reach
        int checks;  ///< 1: it attacks the unseen king
        int steps;   ///< of a bishop, rook or queen: 1 to 4 or more; 0 of others
        int again;   ///< 1: it moved last, too; 2: and goes back now
        int care;    ///< other own men that lose or get their guard, of kCares
    };
    /// What all moves of one man share.
    struct Leaving {
        int type;
        int kind;
        int from;
        int leaves;
        int again;              ///< 1: it moved last
        chess::Bitboard alone;  ///< own men that nobody else guards
    };
    [[nodiscard]] Leaving leaving(chess::Square from) const;
    [[nodiscard]] Traits traits(const Leaving& leaving, chess::Move move) const;
    [[nodiscard]] Traits traits(chess::Move move) const {
        return traits(leaving(move.from()), move);
    }
    [[nodiscard]] int phase() const { return phase_; }

    /// Calls add(index) for each feature the move has.
    template <class Add>
    void visit(chess::Move move, Add&& add) const;
    /// The features that few moves have: captures, promotion, castling, leaving check.
    template <class Add>
    void visit_special(chess::Move move, int type, Add&& add) const;

    /// The features of one of the kCares.
    template <class Add>
    static void visit_care(int care, Add&& add);

    /// The feature of the place a move goes to.
    static int to_index(const Traits& t) {
        return kTo + ((t.phase > 0 ? kTypes : 0) + t.type) * kPlaces + t.to;
    }

    /// A readable name, for weight files.
    static std::string name(int index);

 private:
    static int class_of(int type) {
        constexpr int kClass[kTypes] = {0, 1, 1, 2, 2, 3};
        return kClass[type];
    }
    [[nodiscard]] int place(chess::Square s) const {
        return 8 * shape_.relative_rank(mover_, s) + chess::file_of(s);
    }

    /// Which of the kGains a capture is: worth of the man taken beside that of the taker, and
    /// whether anything guards it.
    [[nodiscard]] int gain_of(chess::Move move, int type) const {
        using namespace chess;
        const Square victim = position_.capture_square(move);
        const int taken = class_of(type_of(position_.piece_on(victim)) - kPawn);
        const int taker = class_of(type);
        const int guarded = contains(enemy_reach_ | enemy_pawn_reach_, victim) ? 3 : 0;
        return guarded + (taken < taker ? 0 : taken == taker ? 1 : 2);
    }

    [[nodiscard]] int care_of(const Leaving& leaving, chess::Move move) const {
        using namespace chess;
        const Square from = move.from();
        const Square to = move.to();
        const Bitboard unguarded = unguarded_ & ~bit(from);
        const auto man = static_cast<PieceType>(leaving.type + kPawn);
        Bitboard now = 0;
        if (man == kPawn)
            now = pawn_attacks(mover_, to);
        else if (reach_on_empty(man, to) & (leaving.alone | unguarded))
            now = attacks_of(man, to, (own_ | shape_.wall) & ~bit(from));
        const Bitboard loses = leaving.alone & ~now;
        const Bitboard gets = unguarded & now;
        if (!(loses | gets))
            return 0;
        const auto upto2 = [](Bitboard set) { return std::min(2, popcount(set)); };
        return ((upto2(loses & pawns_) * 3 + upto2(loses & ~pawns_)) * 3 + upto2(gets & pawns_)) *
                   3 +
               upto2(gets & ~pawns_);
    }

    const chess::Position& position_;
    const chess::Shape& shape_;
    chess::Colour mover_;
    chess::Square lost_on_;
    bool told_of_tries_;
    bool in_check_;
    chess::Square last_from_ = chess::kNoSquare;
    chess::Square last_to_ = chess::kNoSquare;
    int phase_ = 0;
    chess::Bitboard own_ = 0;
    chess::Bitboard pawns_ = 0;              ///< of its own
    chess::Bitboard guardable_ = 0;          ///< own men but the king
    std::array<chess::Bitboard, 64> reach_;  ///< of each own man, seeing only its own
    chess::Bitboard guarded_once_ = 0;       ///< by the mover's men, seeing only its own
    chess::Bitboard guarded_twice_ = 0;
    chess::Bitboard unguarded_ = 0;  ///< of the guardable ones
    chess::Bitboard enemy_pawn_reach_ = 0;
    chess::Bitboard enemy_reach_ = 0;
    std::array<chess::Bitboard, kTypes> checking_{};  ///< from where each kind gives check
};

inline MoveFeatures::Leaving MoveFeatures::leaving(chess::Square from) const {
    using namespace chess;
    const int type = type_of(position_.piece_on(from)) - kPawn;
    return {.type = type,
            .kind = class_of(type),
            .from = place(from),
            .leaves = contains(enemy_reach_ | enemy_pawn_reach_, from) ? 1 : 0,
            .again = from == last_to_ ? 1 : 0,
            .alone = guardable_ & guarded_once_ & ~guarded_twice_ &
                     reach_[static_cast<std::size_t>(from)]};
}

inline MoveFeatures::Traits MoveFeatures::traits(const Leaving& leaving, chess::Move move) const {
    using namespace chess;
    const Square from = move.from();
    const Square to = move.to();
    const auto has = [](Bitboard set, Square s) { return static_cast<int>(set >> s & 1); };
    Traits t;
    t.phase = phase_;
    t.type = leaving.type;
    t.kind = leaving.kind;
    t.from = leaving.from;
    t.to = place(to);
    // The man itself guards squares it is about to leave behind; one guard of a piece's target is
    // its own reach.
    const int self = t.type == 0 && file_of(from) == file_of(to) ? 0 : 1;
    t.guards = std::max(0, has(guarded_once_, to) + has(guarded_twice_, to) - self);
    t.into = has(enemy_reach_, to) + 2 * has(enemy_pawn_reach_, to);
    t.leaves = leaving.leaves;
    t.checks = has(checking_[static_cast<std::size_t>(t.type)], to);
    const bool slides = t.type >= kBishop - kPawn && t.type <= kQueen - kPawn;
    t.steps = slides ? std::min(4, std::max(std::abs(file_of(from) - file_of(to)),
                                            std::abs(rank_of(from) - rank_of(to))))
                     : 0;
    t.care = care_of(leaving, move);
    t.again = leaving.again == 0 ? 0 : to == last_from_ ? 2 : 1;
    return t;
}

template <class Add>
void MoveFeatures::visit(chess::Move move, Add&& add) const {
    const Traits t = traits(move);
    add(kPhase + t.phase * kTypes + t.type);
    add(kFrom + t.type * kPlaces + t.from);
    add(to_index(t));
    add(kBacked + t.kind * 3 + t.guards);
    if (t.into > 0)
        add((t.into > 1 ? kIntoPawn : kIntoMan) + t.kind);
    if (t.leaves)
        add(kLeavesAttack + t.kind);
    if (t.checks)
        add(kChecks + t.kind);
    if (t.steps > 0)
        add(kDistance + (t.type - 2) * 4 + t.steps - 1);
    if (t.again > 0)
        add((t.again > 1 ? kBack : kAgain) + t.kind);
    visit_care(t.care, add);
    visit_special(move, t.type, add);
}

template <class Add>
void MoveFeatures::visit_care(int care, Add&& add) {
    const int counts[4] = {care / 27, care / 9 % 3, care / 3 % 3, care % 3};
    for (int i = 0; i < 4; ++i)
        if (counts[i] > 0)
            add(kUnguards + 2 * i + counts[i] - 1);
}

template <class Add>
void MoveFeatures::visit_special(chess::Move move, int type, Add&& add) const {
    using namespace chess;
    const bool pawn = type == 0;
    const bool king = type == kKing - kPawn;
    if (position_.is_capture(move)) {
        if (move.to() == lost_on_) {
            add(kRetake + type);
        } else {
            add(kTake + type);
            add(kGain + gain_of(move, type));
        }
        if (pawn && told_of_tries_)
            add(kToldPawnTake);
        if (in_check_ && contains(position_.checkers(), position_.capture_square(move)))
            add(kTakeChecker);
    }
    if (pawn) {
        if (move.is_promotion())
            add(move.promotion() == kQueen ? kQueens : kUnderpromotes);
        else if (std::abs(rank_of(move.to()) - rank_of(move.from())) == 2)
            add(kDoubleStep);
    } else if (king) {
        if (in_check_)
            add(kKingOutOfCheck);
        if (move.kind() == MoveKind::kCastling)
            add(kCastle);
    }
}

}  // namespace nebel::kriegspiel
