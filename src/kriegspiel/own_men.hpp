#pragma once

#include <array>
#include <cstdint>

#include "chess/position.hpp"

namespace nebel::kriegspiel {

/// One side's own men and castling rights: the part of the truth that a seat sees. The umpire fills
/// one from the position, a view keeps one up from its events; the tries follow from it alone.
/// Events that contradict the board (a stranger's referee may send some) change nothing.
class OwnMen {
 public:
    OwnMen() = default;
    OwnMen(const chess::Position& truth, chess::Colour colour);

    [[nodiscard]] chess::Colour colour() const { return colour_; }
    [[nodiscard]] const chess::Shape& shape() const { return *shape_; }
    [[nodiscard]] chess::Bitboard all() const { return type_[chess::kNoType]; }
    [[nodiscard]] chess::Bitboard of(chess::PieceType type) const { return type_[type]; }
    [[nodiscard]] chess::PieceType on(chess::Square s) const { return board_[s]; }
    /// False only while another start is being told.
    [[nodiscard]] bool has_king() const { return type_[chess::kKing] != 0; }
    [[nodiscard]] chess::Square king() const { return chess::lsb(type_[chess::kKing]); }
    [[nodiscard]] bool can_castle_short() const { return short_; }
    [[nodiscard]] bool can_castle_long() const { return long_; }
    /// What own sliders run into for certain: own men and the wall.
    [[nodiscard]] chess::Bitboard blockers() const { return all() | shape_->wall; }

    /// An empty board for men that are told one kind after the other.
    OwnMen(const chess::Shape& shape, chess::Colour colour, std::uint8_t castling);
    void place(chess::PieceType type, chess::Bitboard squares);

    /// Carries out an accepted move of ours.
    void move(chess::Square from, chess::Square to, chess::PieceType promotion);
    /// The opponent took the man on s.
    void lose(chess::Square s);

    bool operator==(const OwnMen&) const = default;

 private:
    void put(chess::PieceType type, chess::Square s);
    void remove(chess::Square s);
    void drop_rights_of(chess::Square s);

    const chess::Shape* shape_ = &chess::Shape::standard();
    std::array<chess::Bitboard, 7> type_{};  ///< [kNoType]: all
    std::array<chess::PieceType, 64> board_{};
    chess::Colour colour_ = chess::kWhite;
    bool short_ = false;
    bool long_ = false;
};

}  // namespace nebel::kriegspiel
