#include "kriegspiel/prove/heard.hpp"

#include "chess/draws.hpp"
#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

Said said_of(const chess::Position& before,
             chess::Move move,
             const chess::Position& after,
             const Announcements& says) {
    Said said;
    if (before.is_capture(move)) {
        said.en_passant = says.en_passant_told && move.kind() == chess::MoveKind::kEnPassant;
        said.capture = said.en_passant ? move.to() : before.capture_square(move);
        if (says.capture_tells_man)
            said.man =
                chess::type_of(before.captured_by(move)) == chess::kPawn ? Man::Pawn : Man::Piece;
    }
    said.promotion = says.promotion_told && move.is_promotion();
    if (after.in_check())
        said.kinds = check_kinds(after);
    switch (says.pawns) {
        case PawnInformation::Count:
            said.pawn_count = static_cast<std::int8_t>(chess::legal_pawn_captures(after).count);
            break;
        case PawnInformation::YesNo:
            said.pawn_any = chess::legal_pawn_captures(after).count > 0 ? 1 : 0;
            break;
        case PawnInformation::Squares:
            said.pawn_squares_told = true;
            said.pawn_squares = chess::legal_pawn_captures(after).from;
            break;
        case PawnInformation::None:
        case PawnInformation::OnAsking:
            break;
    }
    return said;
}

std::uint64_t fingerprint(const Said& said) {
    std::uint64_t words = said.capture;
    words = words << 2 | static_cast<std::uint64_t>(said.man);
    words = words << 1 | static_cast<std::uint64_t>(said.en_passant);
    words = words << 1 | static_cast<std::uint64_t>(said.promotion);
    words = words << 5 | said.kinds;
    words = words << 8 | static_cast<std::uint8_t>(said.pawn_count);
    words = words << 2 | static_cast<std::uint64_t>(said.pawn_any + 1);
    std::uint64_t mixed = (words + 1) * 0x9e3779b97f4a7c15ULL;
    mixed ^= mixed >> 32;
    mixed = (mixed ^ said.pawn_squares) * 0xbf58476d1ce4e5b9ULL;
    return mixed ^ (mixed >> 29);
}

Standing standing(const chess::Position& position, const Rules& rules) {
    if (!chess::has_legal_move(position))
        return position.in_check() ? Standing::Mated : Standing::Stalemated;
    if (chess::is_insufficient_material(position))
        return Standing::Drawn;
    const int clock = position.halfmove_clock();
    if ((rules.fifty && clock >= 100) || (rules.cap != 0 && clock >= rules.cap))
        return Standing::Drawn;
    return Standing::GoesOn;
}

}  // namespace nebel::kriegspiel
