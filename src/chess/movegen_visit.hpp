#pragma once

// The one walk over all legal moves. What becomes of them (list, count, stop at the first) is the
// sink's business, so every use pays only for what it needs.

#include "chess/position.hpp"

namespace nebel::chess::detail {

/// Which moves a walk visits: all, or captures and promotions.
enum class Visit { kAll, kTactical };

/// A sink has
///   bool piece(Square from, Bitboard targets)          one man, any number of targets
///   bool pawns(Bitboard targets, int delta)            pawns that come from target - delta
///   bool promotions(Bitboard targets, int delta)       the same onto the last rank
///   bool single(Move m)                                en passant and castling
/// and answers true to stop the walk. Sets may be empty.
template <Colour Us, Visit What, class Sink>
class LegalWalk {
 public:
    LegalWalk(const Position& pos, Sink& sink) : pos_(pos), sink_(sink) {}

    bool run() {
        const Bitboard checkers = pos_.checkers();
        if (king_moves())
            return true;
        if (more_than_one(checkers))
            return false;
        pinned_ = pos_.pinned(Us);
        Bitboard allowed = pos_.shape().mask & ~us_;
        if (checkers)
            allowed &= between(king_, lsb(checkers)) | checkers;
        const Bitboard piece_targets = What == Visit::kAll || checkers ? allowed : allowed & them_;
        if (piece_moves(piece_targets) || pawn_moves(allowed, checkers != 0))
            return true;
        return What == Visit::kAll && !checkers && pos_.castling() && castling_moves();
    }

 private:
    static constexpr Colour kThem = ~Us;
    static constexpr int kUp = forward(Us);
    static constexpr int kUpEast = kUp + 1;
    static constexpr int kUpWest = kUp - 1;

    bool king_moves() {
        Bitboard targets = king_attacks(king_) & pos_.shape().mask & ~us_;
        if (What == Visit::kTactical && !pos_.checkers())
            targets &= them_;
        targets &= ~(pawn_set_attacks<kThem>(them_ & pos_.pieces(kPawn)) |
                     king_attacks(pos_.king_square(kThem)));
        // The king does not shield the squares behind it.
        const Bitboard occupied = pos_.occupied() ^ bit(king_);
        const Bitboard knights = them_ & pos_.pieces(kKnight);
        const Bitboard diagonal = them_ & pos_.pieces(kBishop, kQueen);
        const Bitboard straight = them_ & pos_.pieces(kRook, kQueen);
        Bitboard safe = targets;
        while (targets) {
            const Square to = pop_lsb(targets);
            if ((knight_attacks(to) & knights) || (bishop_attacks(to, occupied) & diagonal) ||
                (rook_attacks(to, occupied) & straight))
                safe ^= bit(to);
        }
        return sink_.piece(king_, safe);
    }

    bool piece_moves(Bitboard targets) {
        const Bitboard occupied = pos_.occupied();
        // A pinned knight cannot move at all.
        for (Bitboard b = us_ & pos_.pieces(kKnight) & ~pinned_; b;) {
            const Square from = pop_lsb(b);
            if (sink_.piece(from, knight_attacks(from) & targets))
                return true;
        }
        const Bitboard diagonal = us_ & pos_.pieces(kBishop, kQueen);
        for (Bitboard b = diagonal & ~pinned_; b;) {
            const Square from = pop_lsb(b);
            if (sink_.piece(from, bishop_attacks(from, occupied) & targets))
                return true;
        }
        const Bitboard straight = us_ & pos_.pieces(kRook, kQueen);
        for (Bitboard b = straight & ~pinned_; b;) {
            const Square from = pop_lsb(b);
            if (sink_.piece(from, rook_attacks(from, occupied) & targets))
                return true;
        }
        for (Bitboard b = diagonal & pinned_; b;) {
            const Square from = pop_lsb(b);
            if (sink_.piece(from, bishop_attacks(from, occupied) & targets & line(king_, from)))
                return true;
        }
        for (Bitboard b = straight & pinned_; b;) {
            const Square from = pop_lsb(b);
            if (sink_.piece(from, rook_attacks(from, occupied) & targets & line(king_, from)))
                return true;
        }
        return false;
    }

    bool emit_pawns(Bitboard targets, int delta) {
        const Bitboard last = pos_.shape().promotion[Us];
        return sink_.pawns(targets & ~last, delta) ||
               ((targets & last) && sink_.promotions(targets & last, delta));
    }

    bool pawn_moves(Bitboard allowed, bool in_check) {
        const Bitboard pawns = us_ & pos_.pieces(kPawn);
        const Bitboard empty = ~pos_.occupied();
        const Bitboard enemies = them_ & allowed;
        const Bitboard last = pos_.shape().promotion[Us];
        const Bitboard pushes =
            allowed & (What == Visit::kAll || in_check ? pos_.shape().mask : last);

        // Pushes: a pinned pawn may only move along the king's file.
        const Bitboard on_file = file_bits(file_of(king_));
        const Bitboard pushers = pawns & (~pinned_ | on_file);
        const Bitboard once = shift<kUp>(pushers) & empty;
        if (emit_pawns(once & pushes, kUp))
            return true;
        if (What == Visit::kAll || in_check) {
            const Bitboard twice = shift<kUp>(once & pos_.shape().double_from[Us]) & empty;
            if (sink_.pawns(twice & pushes, 2 * kUp))
                return true;
        }

        // Captures: pinned pawns one by one, there are hardly ever any.
        const Bitboard free = pawns & ~pinned_;
        if (emit_pawns(shift<kUpEast>(free) & enemies, kUpEast) ||
            emit_pawns(shift<kUpWest>(free) & enemies, kUpWest))
            return true;
        for (Bitboard b = pawns & pinned_; b;) {
            const Square from = pop_lsb(b);
            const Bitboard along = enemies & line(king_, from);
            if (emit_pawns(shift<kUpEast>(bit(from)) & along, kUpEast) ||
                emit_pawns(shift<kUpWest>(bit(from)) & along, kUpWest))
                return true;
        }
        return pos_.ep_square() != kNoSquare && en_passant();
    }

    /// Two men leave one rank at once, which no pin mask covers: look at the board afterwards.
    bool en_passant() {
        const Square to = pos_.ep_square();
        const Bitboard taken = bit(offset(to, -kUp));
        for (Bitboard b = pawn_attacks(kThem, to) & us_ & pos_.pieces(kPawn); b;) {
            const Square from = pop_lsb(b);
            if (en_passant_is_safe(pos_, from, to, taken, king_) &&
                sink_.single(Move::en_passant(from, to)))
                return true;
        }
        return false;
    }

    bool castling_moves() {
        const Bitboard free = pos_.occupied();
        const auto safe = [&](Square s) { return !pos_.is_attacked(s, kThem); };
        if (pos_.castling() & (Us == kWhite ? kWhiteShort : kBlackShort)) {
            const Square a = offset(king_, 1);
            const Square b = offset(king_, 2);
            if (!(free & (bit(a) | bit(b))) && safe(a) && safe(b) &&
                sink_.single(Move::castling(king_, b)))
                return true;
        }
        if (pos_.castling() & (Us == kWhite ? kWhiteLong : kBlackLong)) {
            const Square a = offset(king_, -1);
            const Square b = offset(king_, -2);
            if (!(free & (bit(a) | bit(b) | bit(offset(king_, -3)))) && safe(a) && safe(b) &&
                sink_.single(Move::castling(king_, b)))
                return true;
        }
        return false;
    }

 public:
    static bool en_passant_is_safe(
        const Position& pos, Square from, Square to, Bitboard taken, Square king) {
        const Bitboard them = pos.pieces(kThem);
        const Bitboard occupied = (pos.occupied() ^ bit(from) ^ taken) | bit(to);
        return !(rook_attacks(king, occupied) & them & pos.pieces(kRook, kQueen)) &&
               !(bishop_attacks(king, occupied) & them & pos.pieces(kBishop, kQueen)) &&
               !(knight_attacks(king) & them & pos.pieces(kKnight)) &&
               !(pawn_attacks(Us, king) & them & pos.pieces(kPawn) & ~taken);
    }

 private:
    const Position& pos_;
    Sink& sink_;
    const Bitboard us_ = pos_.pieces(Us);
    const Bitboard them_ = pos_.pieces(kThem);
    const Square king_ = pos_.king_square(Us);
    Bitboard pinned_ = 0;
};

/// Appends to a list.
struct ListSink {
    MoveList& moves;
    bool piece(Square from, Bitboard targets) {
        while (targets)
            moves.push_back_unchecked(Move(from, pop_lsb(targets)));
        return false;
    }
    bool pawns(Bitboard targets, int delta) {
        while (targets) {
            const Square to = pop_lsb(targets);
            moves.push_back_unchecked(Move(offset(to, -delta), to));
        }
        return false;
    }
    bool promotions(Bitboard targets, int delta) {
        while (targets) {
            const Square to = pop_lsb(targets);
            for (const PieceType t : {kQueen, kKnight, kRook, kBishop})
                moves.push_back_unchecked(Move::promotion(offset(to, -delta), to, t));
        }
        return false;
    }
    bool single(Move m) {
        moves.push_back_unchecked(m);
        return false;
    }
};

/// Counts.
struct CountSink {
    int count = 0;
    bool piece(Square, Bitboard targets) {
        count += popcount(targets);
        return false;
    }
    bool pawns(Bitboard targets, int) {
        count += popcount(targets);
        return false;
    }
    bool promotions(Bitboard targets, int) {
        count += 4 * popcount(targets);
        return false;
    }
    bool single(Move) {
        ++count;
        return false;
    }
};

/// Stops at the first move.
struct AnySink {
    bool piece(Square, Bitboard targets) { return targets != 0; }
    bool pawns(Bitboard targets, int) { return targets != 0; }
    bool promotions(Bitboard targets, int) { return targets != 0; }
    bool single(Move) { return true; }
};

template <Colour Us, Visit What, class Sink>
inline bool walk_legal(const Position& pos, Sink& sink) {
    return LegalWalk<Us, What, Sink>(pos, sink).run();
}

}  // namespace nebel::chess::detail
