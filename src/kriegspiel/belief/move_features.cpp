#include "kriegspiel/belief/move_features.hpp"

#include <fmt/format.h>

#include <array>

#include "chess/reach.hpp"

namespace nebel::kriegspiel {

namespace {

using namespace chess;

constexpr int kLaterMove = 15;
constexpr int kLateMove = 40;
constexpr int kFewMen = 6;

}  // namespace

bool Mover::pawns_can_take(const Position& position) const {
    if (heard->pawn_count > 0 || heard->pawn_any == 1 || heard->pawn_squares != 0)
        return true;
    if (!probes || heard->pawn_any == 0)
        return false;
    const Colour us = position.side();
    const Bitboard pawns = position.pieces(us, kPawn);
    return (chess::pawn_reach(pawns, us) & position.pieces(~us)) != 0;
}

bool probes_pawns(const Rules& rules) {
    const auto pawns = rules.says().pawns;
    return pawns == PawnInformation::None || pawns == PawnInformation::OnAsking;
}

MoveFeatures::MoveFeatures(const Position& position, const Mover& mover)
    : position_(position),
      shape_(position.shape()),
      mover_(position.side()),
      lost_on_(mover.heard->capture),
      told_of_tries_(mover.pawns_can_take(position)),
      in_check_(position.in_check()) {
    if (!(mover.last == Move())) {
        last_from_ = mover.last.from();
        last_to_ = mover.last.to();
    }
    const Bitboard own = own_ = position.pieces(mover_);
    pawns_ = position.pieces(mover_, kPawn);
    guardable_ = own & ~position.pieces(kKing);
    const int move = position.fullmove_number();
    phase_ = popcount(own) <= kFewMen ? 3 : move > kLateMove ? 2 : move > kLaterMove ? 1 : 0;
    const auto guards = [this](Square s, PieceType, Bitboard reach) {
        reach_[static_cast<std::size_t>(s)] = reach;
        guarded_twice_ |= guarded_once_ & reach;
        guarded_once_ |= reach;
    };
    for (const Square s : Squares(pawns_))
        guards(s, kPawn, pawn_attacks(mover_, s));
    visit_reach(position, own, own | shape_.wall, guards);
    unguarded_ = guardable_ & ~guarded_once_;
    const Bitboard blockers = position.occupied();
    enemy_pawn_reach_ = pawn_reach(position.pieces(~mover_, kPawn), ~mover_);
    visit_reach(position, position.pieces(~mover_), blockers,
                [this](Square, PieceType, Bitboard reach) { enemy_reach_ |= reach; });
    const Square king = position.king_square(~mover_);
    checking_[kPawn - kPawn] = pawn_attacks(~mover_, king);
    checking_[kKnight - kPawn] = knight_attacks(king);
    checking_[kBishop - kPawn] = bishop_attacks(king, blockers);
    checking_[kRook - kPawn] = rook_attacks(king, blockers);
    checking_[kQueen - kPawn] = checking_[kBishop - kPawn] | checking_[kRook - kPawn];
}

std::string MoveFeatures::name(int index) {
    constexpr std::array kMen = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    constexpr std::array kKinds = {"pawn", "minor", "major", "king"};
    constexpr std::array kTimes = {"opening", "later", "late", "few men"};
    constexpr std::array kWorths = {"less", "as much", "more"};
    enum class By { Nothing, Phase, Man, Stage, Class, Slider, Gain, Men };
    struct Block {
        int begin;
        const char* what;
        By by;
        int values;  ///< how many for each
    };
    constexpr std::array kBlocks = {
        Block{kPhase, "moves", By::Phase, kTypes},
        Block{kFrom, "from", By::Man, kPlaces},
        Block{kTo, "to", By::Stage, kPlaces},
        Block{kRetake, "takes back", By::Man, 1},
        Block{kTake, "takes", By::Man, 1},
        Block{kToldPawnTake, "takes as announced", By::Nothing, 1},
        Block{kTakeChecker, "takes the checking man", By::Nothing, 1},
        Block{kKingOutOfCheck, "king leaves check", By::Nothing, 1},
        Block{kCastle, "castles", By::Nothing, 1},
        Block{kQueens, "promotes to queen", By::Nothing, 1},
        Block{kUnderpromotes, "promotes to less", By::Nothing, 1},
        Block{kDoubleStep, "double step", By::Nothing, 1},
        Block{kBacked, "guards behind it", By::Class, 3},
        Block{kIntoPawn, "into a pawn's reach", By::Class, 1},
        Block{kIntoMan, "into a man's reach", By::Class, 1},
        Block{kLeavesAttack, "leaves an attack", By::Class, 1},
        Block{kChecks, "gives check", By::Class, 1},
        Block{kDistance, "steps", By::Slider, 4},
        Block{kAgain, "moves again", By::Class, 1},
        Block{kBack, "goes back", By::Class, 1},
        Block{kGain, "takes what is worth", By::Gain, kGains},
        Block{kUnguards, "left without a guard", By::Men, 2},
        Block{kGuards, "guarded anew", By::Men, 2},
    };
    const Block* block = &kBlocks.front();
    for (const auto& candidate : kBlocks)
        if (candidate.begin <= index)
            block = &candidate;
    const auto who = static_cast<std::size_t>((index - block->begin) / block->values);
    const int value = (index - block->begin) % block->values;
    const std::string what = block->what;
    const auto place = fmt::format("{}{}", static_cast<char>('a' + value % 8), value / 8 + 1);
    switch (block->by) {
        case By::Nothing:
            return what;
        case By::Phase:
            return fmt::format("{} {}, {}", kMen[static_cast<std::size_t>(value)], what,
                               kTimes[who]);
        case By::Man:
            if (block->values == 1)
                return fmt::format("{} {}", kMen[who], what);
            return fmt::format("{} {} {}", kMen[who], what, place);
        case By::Stage:
            return fmt::format("{} {} {}, {}", kMen[who % kTypes], what, place,
                               who < kTypes ? "opening" : "after it");
        case By::Gain:
            return fmt::format("{} {}, {}", what, kWorths[static_cast<std::size_t>(value % 3)],
                               value < 3 ? "unguarded" : "guarded");
        case By::Class:
            return block->values == 1 ? fmt::format("{} {}", kKinds[who], what)
                                      : fmt::format("{} {} {}", kKinds[who], what, value);
        case By::Men:
            return fmt::format("{} {} {}", who == 0 ? "pawns" : "pieces", what, value + 1);
        case By::Slider:
            return fmt::format("{} {} {}", kMen[who + 2], what, value + 1);
    }
    NEBEL_CHECK(false);
}

}  // namespace nebel::kriegspiel
