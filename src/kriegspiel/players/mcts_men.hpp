#pragma once

#include <array>
#include <cstdint>

#include "chess/attacks.hpp"
#include "chess/shape.hpp"
#include "kriegspiel/action.hpp"
#include "kriegspiel/own_men.hpp"

namespace nebel::kriegspiel {

/// A try in sixteen bits, as the trees keep it: from, to, promotion.
constexpr std::uint32_t try_key(chess::Square from, chess::Square to, chess::PieceType promotion) {
    return static_cast<std::uint32_t>(from | (to << 6) | (promotion << 12));
}
constexpr std::uint32_t try_key(const Action& action) {
    return try_key(action.from, action.to, action.promotion);
}
constexpr Action action_of(std::uint32_t key) {
    return {static_cast<chess::Square>(key & 63), static_cast<chess::Square>((key >> 6) & 63),
            static_cast<chess::PieceType>((key >> 12) & 7)};
}
inline constexpr std::size_t kTryKeys = 1 << 15;

/// The own men as bitboards and nothing else: what a tree copies for each node. Moves are carried
/// out as they are told; nothing is checked.
class LightMen {
 public:
    LightMen() = default;
    explicit LightMen(const OwnMen& own) : shape_(&own.shape()), colour_(own.colour()) {
        for (int type = 0; type <= chess::kKing; ++type)
            type_[type] = type == 0 ? own.all() : own.of(static_cast<chess::PieceType>(type));
        short_ = own.can_castle_short();
        long_ = own.can_castle_long();
    }

    [[nodiscard]] const chess::Shape& shape() const { return *shape_; }
    [[nodiscard]] chess::Colour colour() const { return colour_; }
    [[nodiscard]] chess::Bitboard all() const { return type_[chess::kNoType]; }
    [[nodiscard]] chess::Bitboard of(chess::PieceType type) const { return type_[type]; }
    [[nodiscard]] chess::Bitboard blockers() const { return all() | shape_->wall; }
    [[nodiscard]] chess::Square king() const { return chess::lsb(type_[chess::kKing]); }
    [[nodiscard]] chess::PieceType on(chess::Square s) const {
        for (int type = chess::kPawn; type <= chess::kKing; ++type)
            if (chess::contains(type_[type], s))
                return static_cast<chess::PieceType>(type);
        return chess::kNoType;
    }

    void move(chess::Square from, chess::Square to, chess::PieceType promotion) {
        const chess::PieceType type = on(from);
        const chess::Bitboard both = chess::bit(from) | chess::bit(to);
        type_[chess::kNoType] ^= both;
        type_[type] ^= chess::bit(from);
        type_[promotion == chess::kNoType ? type : promotion] ^= chess::bit(to);
        if (type == chess::kKing) {
            if ((short_ || long_) && (to == from + 2 || to == from - 2))
                castle(to, to > from);
            short_ = long_ = false;
        } else if (type == chess::kRook) {
            short_ &= chess::file_of(from) != shape_->width - 1;
            long_ &= chess::file_of(from) != 0;
        }
    }
    void lose(chess::Square s) {
        const chess::PieceType type = on(s);
        type_[type] &= ~chess::bit(s);
        type_[chess::kNoType] &= ~chess::bit(s);
        if (type == chess::kRook) {
            short_ &= chess::file_of(s) != shape_->width - 1;
            long_ &= chess::file_of(s) != 0;
        }
    }

    /// `f(from, type, targets)` for each man that could move if every unseen square were empty or
    /// held an enemy; a pawn's diagonal steps are among its targets. Castling only where it is
    /// still a right and the own way is free.
    template <class F>
    void for_each_reach(F&& f) const {
        const chess::Bitboard free = shape_->mask & ~all();
        const chess::Bitboard walls = blockers();
        for (const chess::Square from : chess::Squares(type_[chess::kPawn]))
            f(from, chess::kPawn, pushes(from) | (chess::pawn_attacks(colour_, from) & free));
        for (const chess::Square from : chess::Squares(type_[chess::kKnight]))
            f(from, chess::kKnight, chess::knight_attacks(from) & free);
        for (const chess::Square from : chess::Squares(type_[chess::kBishop]))
            f(from, chess::kBishop, chess::bishop_attacks(from, walls) & free);
        for (const chess::Square from : chess::Squares(type_[chess::kRook]))
            f(from, chess::kRook, chess::rook_attacks(from, walls) & free);
        for (const chess::Square from : chess::Squares(type_[chess::kQueen]))
            f(from, chess::kQueen, chess::queen_attacks(from, walls) & free);
        if (type_[chess::kKing])
            f(king(), chess::kKing, (chess::king_attacks(king()) & free) | castling());
    }

 private:
    [[nodiscard]] chess::Bitboard pushes(chess::Square from) const {
        const int step = chess::forward(colour_);
        const chess::Square one = chess::offset(from, step);
        if (chess::contains(blockers(), one))
            return 0;
        chess::Bitboard result = chess::bit(one);
        if (chess::contains(shape_->double_from[colour_], one) &&
            !chess::contains(blockers(), chess::offset(one, step)))
            result |= chess::bit(chess::offset(one, step));
        return result;
    }
    [[nodiscard]] chess::Bitboard castling() const {
        if (!short_ && !long_)
            return 0;
        const chess::Square from = king();
        const int rank = chess::rank_of(from);
        chess::Bitboard result = 0;
        if (chess::file_of(from) != 4)
            return 0;
        if (short_ && !(chess::between(from, chess::make_square(shape_->width - 1, rank)) & all()))
            result |= chess::bit(chess::offset(from, 2));
        if (long_ && !(chess::between(from, chess::make_square(0, rank)) & all()))
            result |= chess::bit(chess::offset(from, -2));
        return result;
    }
    void castle(chess::Square to, bool kingside) {
        const int rank = chess::rank_of(to);
        const auto rook = chess::make_square(kingside ? shape_->width - 1 : 0, rank);
        const auto beside = chess::make_square(chess::file_of(to) + (kingside ? -1 : 1), rank);
        const chess::Bitboard both = chess::bit(rook) | chess::bit(beside);
        type_[chess::kNoType] ^= both;
        type_[chess::kRook] ^= both;
    }

    std::array<chess::Bitboard, 7> type_{};  ///< [kNoType]: all
    const chess::Shape* shape_ = nullptr;
    chess::Colour colour_ = chess::kWhite;
    bool short_ = false;
    bool long_ = false;
};

}  // namespace nebel::kriegspiel
