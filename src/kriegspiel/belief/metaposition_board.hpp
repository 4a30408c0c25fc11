#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "kriegspiel/belief/story.hpp"

namespace nebel::kriegspiel {

/// How many enemy men of which sort may be left. Lower and upper bounds; only `men` is exact.
struct EnemyCounts {
    /// Officers by class; bishops by the colour of their squares, which they never change.
    enum Class : std::uint8_t { kKnights, kLightBishops, kDarkBishops, kRooks, kQueens, kClasses };

    std::int8_t men = 0;  ///< beside the king
    std::int8_t pawns_min = 0;
    std::int8_t pawns_max = 0;
    std::int8_t pawns_ever = 0;    ///< pawns at the start less those surely taken as pawns
    std::int8_t promoted_max = 0;  ///< promotions that may have happened
    std::array<std::int8_t, kClasses> class_min{};  ///< of those the game began with
    std::array<std::int8_t, kClasses> class_max{};
    std::array<std::int8_t, 8> file_min{};  ///< pawns on each file
    std::array<std::int8_t, 8> file_max{};

    [[nodiscard]] int pieces_min() const { return men - pawns_max; }
    [[nodiscard]] int pieces_max() const { return men - pawns_min; }
    [[nodiscard]] int most(Class c) const { return class_max[c] + promoted_max; }

    /// Draws the conclusions of the bounds from each other.
    void tighten();
    /// One enemy man is gone: a pawn or an officer of one of these classes (a set of 1 << Class).
    void take(bool may_be_pawn, std::uint8_t classes, int file);
    bool operator==(const EnemyCounts&) const = default;
};

/// A metaposition (Ciancarini and Favini 2007) as a value: one board that stands for all that may
/// be, with the own men and, for each other square, the enemy kinds that may stand there, whether
/// it may be empty, and how long ago anything was learnt of it.
///
/// What it promises: while it is fed what the umpire says, the true position is always one of those
/// it stands for. It is a superset, never a guess. Some 350 bytes without heap memory, and an
/// update takes about a microsecond: searches copy it freely.
class MetaBoard {
 public:
    using Bitboard = chess::Bitboard;

    /// The men of a known position, as one side sees them.
    MetaBoard(const Rules& rules, const chess::Position& known, chess::Colour own);
    /// A start in the dark: only the own men and the number of the enemy's are known.
    MetaBoard(const Rules& rules, const OwnMen& own, bool own_turn, int pawns, int pieces);

    /// Own move, accepted; what the umpire then said (checks and pawn captures are the enemy's).
    void pseudo(const Action& action, const Said& said);
    /// The enemy's hidden move and what was said after it (checks and pawn captures are ours).
    /// `pawn_capture` when an obligation leaves it nothing else.
    void meta(const Said& said, bool pawn_capture = false);
    /// An own try was refused although it was conceivable.
    void refuse(const Action& action);
    /// The side to move asked "Any?".
    void answer_any(bool yes);
    /// What was said before any move was made.
    void hear_opening(const Said& said);

    [[nodiscard]] const OwnMen& own() const { return own_; }
    [[nodiscard]] chess::Colour enemy() const { return ~own_.colour(); }
    [[nodiscard]] const chess::Shape& shape() const { return own_.shape(); }
    [[nodiscard]] const Announcements& says() const { return *says_; }
    [[nodiscard]] bool own_turn() const { return own_turn_; }

    /// Squares where an enemy man of this type may stand.
    [[nodiscard]] Bitboard may_be(chess::PieceType type) const { return may_[type]; }
    /// Squares that may be empty; never one with an own man.
    [[nodiscard]] Bitboard may_be_empty() const { return may_[chess::kNoType]; }
    [[nodiscard]] Bitboard may_be_man() const {
        return may_[1] | may_[2] | may_[3] | may_[4] | may_[5] | may_[6];
    }
    /// Any enemy man but the king.
    [[nodiscard]] Bitboard may_be_taken() const {
        return may_[1] | may_[2] | may_[3] | may_[4] | may_[5];
    }
    [[nodiscard]] Bitboard surely_man() const { return shape().mask & ~own_.all() & ~may_[0]; }
    [[nodiscard]] Bitboard surely_empty() const { return may_[0] & ~may_be_man(); }

    [[nodiscard]] const EnemyCounts& counts() const { return counts_; }
    [[nodiscard]] int age(chess::Square s) const { return age_[s]; }
    /// The directions of the check the side to move stands in.
    [[nodiscard]] std::uint8_t check_kinds() const { return check_; }
    /// Enemy castling rights that may still exist, as chess::Castling bits.
    [[nodiscard]] std::uint8_t enemy_castling() const { return castling_; }
    /// Half-moves since the last capture or own pawn move we know of. A hidden pawn move would have
    /// started the count anew: this is the most it can be.
    [[nodiscard]] int quiet_plies() const { return quiet_; }
    /// Squares our men attack: `surely` whatever stands where it may, or else possibly.
    [[nodiscard]] Bitboard own_attacks(bool surely) const;
    /// Squares that enemy men of this type may attack.
    [[nodiscard]] Bitboard enemy_attacks(chess::PieceType type) const;

    /// May this own try be accepted as far as is known? For tries that the own men allow.
    [[nodiscard]] bool may_be_legal(const Action& action) const;

    /// Is this position one of those it stands for?
    [[nodiscard]] bool contains(const chess::Position& position) const;
    /// Mean size in bits of what may stand on a square that is not our own: 0 is certainty.
    [[nodiscard]] double bits_per_square() const;
    /// The board as lines of text, one square's possibilities as letters; for people.
    [[nodiscard]] std::string text() const;

    bool operator==(const MetaBoard&) const = default;

 private:
    /// A set of squares from which one thing may have come, and what may be there.
    struct Suspects {
        Bitboard by_type[7] = {};
        [[nodiscard]] Bitboard all() const {
            return by_type[1] | by_type[2] | by_type[3] | by_type[4] | by_type[5] | by_type[6];
        }
    };
    /// How an enemy in check may answer without taking: which kings may stay, where men interpose.
    struct CheckAnswers {
        Bitboard king_stays = 0;
        Bitboard blocks = 0;
        Bitboard checkers = 0;  ///< own men that may be the ones giving check
    };

    /// What a move did to the board, as far as it matters to a check that was not there before.
    struct Change {
        Bitboard arrived = ~Bitboard{0};  ///< where the man that moved may stand now
        Bitboard left = ~Bitboard{0};     ///< squares that may have been emptied
    };
    /// Files on which an enemy pawn surely stands: nothing slides past all the squares where it may
    /// be. Computed by settle().
    struct PawnWalls {
        Bitboard above = 0;  ///< squares above them all, on such files
        Bitboard below = 0;
        Bitboard tops = 0;  ///< the highest square where the pawn may be
        Bitboard bottoms = 0;
        bool operator==(const PawnWalls&) const = default;
    };

    // metaposition_board.cpp
    void settle();
    void find_walls();
    bool settle_kings();
    bool settle_pawns();
    bool settle_officers();
    bool settle_men();
    void update_castling();

    // metaposition_moves.cpp
    void advance_ages();
    void learn_taken(chess::Square s, Man man);
    void hidden_quiet(const Said& said, const CheckAnswers& answers);
    [[nodiscard]] Change hidden_capture(const Said& said,
                                        const CheckAnswers& answers,
                                        bool pawn_capture);
    void note_promotion(Bitboard origins, bool surely);
    void note_pawn_capture(chess::Square landing, Bitboard origins, bool surely);

    // metaposition_inference.cpp
    void clear_men(Bitboard squares);
    void set_man(chess::Square s, std::uint8_t types);
    void learn_no_attack(chess::Square king, std::uint8_t except_kinds);
    void learn_own_check(std::uint8_t kinds, const Change& change);
    void learn_enemy_check(std::uint8_t kinds);
    void learn_own_pawn_tries(const Said& said);
    void learn_enemy_pawn_tries(const Said& said);
    void learn_only_suspect(const Suspects& suspects, chess::Square target);
    [[nodiscard]] Suspects attackers(chess::Square target, Bitboard free) const;
    [[nodiscard]] Suspects pinners(chess::Square man, chess::Square to) const;
    [[nodiscard]] Bitboard straight_look(Bitboard from, Bitboard free) const;
    [[nodiscard]] bool enemy_pinnable(chess::Square s) const;
    [[nodiscard]] CheckAnswers check_answers() const;

    const Announcements* says_;
    OwnMen own_;
    std::array<Bitboard, 7> may_{};  ///< [kNoType]: may be empty
    std::array<std::uint8_t, 64> age_{};
    EnemyCounts counts_;
    PawnWalls walls_;
    Bitboard capturing_pawns_ =
        ~Bitboard{0};               ///< where told: the pawns of the side to move that can capture
    Bitboard own_jumped_ = 0;       ///< squares our pawn just jumped over, or may have
    Bitboard may_have_jumped_ = 0;  ///< squares an enemy pawn may just have jumped over
    Bitboard only_by_jumping_ = 0;  ///< squares a pawn can only have reached by jumping just now
    std::int8_t pawn_tries_ = -1;   ///< of the side to move; -1: not said
    std::uint8_t check_ = 0;
    std::uint8_t castling_ = 0;
    std::uint16_t quiet_ = 0;
    bool own_turn_ = true;
};

}  // namespace nebel::kriegspiel
