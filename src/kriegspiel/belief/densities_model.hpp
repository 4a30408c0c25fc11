#pragma once

#include <cstdint>

#include "kriegspiel/belief/densities_maps.hpp"
#include "kriegspiel/belief/profile.hpp"
#include "kriegspiel/belief/story.hpp"
#include "kriegspiel/own_men.hpp"

namespace nebel::kriegspiel {

/// The maps together with all they go on from: own men, counts, what the squares may hold at all,
/// the opponent's profile. A value without allocations (about a kilobyte), so a search can copy it
/// and play on with announcements of its own making.
///
/// `Said` is what was announced after a move; a field that says "not said" teaches nothing, and a
/// fresh `Said{}` is the silent umpire of a ruleset without pawn information.
class DensityModel {
 public:
    DensityModel() = default;

    /// Where every enemy man is known: the rules' start (or a board that everybody sees).
    DensityModel(const chess::Position& start, const Rules& rules, Seat seat);
    /// Where only the own men and the enemy's counts are known, and (may be null) what opened our
    /// turn.
    DensityModel(const OwnMen& own, int pawns, int pieces, const Rules& rules, const Said* opening);

    /// The profile is not owned, must outlive the model and its copies, and may be null.
    void use_profile(const Profile* profile) { profile_ = profile; }

    [[nodiscard]] const DensityMaps& maps() const { return maps_; }
    [[nodiscard]] const OwnMen& own() const { return own_; }
    [[nodiscard]] chess::Colour enemy() const { return ~own_.colour(); }
    /// What the maps of pawns and pieces sum to.
    [[nodiscard]] float pawns() const { return pawns_; }
    [[nodiscard]] float pieces() const { return pieces_; }
    /// Moves that the enemy has made.
    [[nodiscard]] int time() const { return time_; }
    /// Where the king, a pawn can stand at all; the maps are 0 elsewhere.
    [[nodiscard]] chess::Bitboard king_squares() const { return king_may_; }
    [[nodiscard]] chess::Bitboard pawn_squares() const { return pawn_may_; }

    /// The umpire refused this try of ours; `kinds` is the check that the turn began with.
    void refused(const Action& action, std::uint8_t kinds);
    /// "Any?" was answered in our turn (1 yes, 0 no).
    void answered(std::int8_t any, std::uint8_t kinds);
    /// Our move was accepted, with what was said then.
    void own_move(const Action& action, const Said& said);
    /// The opponent moved; what was said then. `heard` is what the opponent had been told before.
    void enemy_move(const Said& said, const Said& heard);

 private:
    using Map = std::array<float, 64>;

    [[nodiscard]] chess::Bitboard open_squares() const { return own_.shape().mask & ~own_.all(); }
    void fit();
    void clear(chess::Bitboard squares);
    void take_off(chess::Square square, Man man);

    // What announcements teach of where men stand (densities_learn.cpp).
    void learn_given_check(std::uint8_t kinds, chess::Square from, chess::Square to);
    void learn_own_king_moved();
    void learn_no_pawn_check(std::uint8_t kinds);
    void learn_enemy_pawn_captures(const Said& said);
    void learn_own_pawn_captures(const Said& said);
    void learn_suffered_check(std::uint8_t kinds, const DensityMaps& before);
    void learn_attacked(chess::Square square);
    void learn_pinned(chess::Square from, float chance);
    void learn_blocked(chess::Bitboard path, chess::Square from, chess::Square to);
    void learn_not_retaken();

    // How the opponent moves (densities_spread.cpp).
    struct Flow;
    void spread(const Said& said);
    void widen_support();
    void suffer(const Said& said, const Said& heard);
    void promote();

    DensityMaps maps_;
    OwnMen own_;
    const Announcements* says_ = nullptr;
    const Profile* profile_ = nullptr;
    chess::Bitboard king_may_ = 0;
    chess::Bitboard pawn_may_ = 0;
    chess::Bitboard emptied_ = 0;  ///< found empty since the enemy's last move
    chess::Bitboard held_ = 0;     ///< announcements about these outweigh the totals
    float pawns_ = 0;
    float pieces_ = 0;
    std::int16_t time_ = 0;
    chess::Square double_step_ = chess::kNoSquare;  ///< our last move: a pawn that passed a square
    chess::Square taken_at_ = chess::kNoSquare;     ///< our last move: it took here
    std::uint8_t given_ = 0;                        ///< our last move: the check it gave
};

}  // namespace nebel::kriegspiel
