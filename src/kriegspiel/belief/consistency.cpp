#include "kriegspiel/belief/consistency.hpp"

#include "chess/draws.hpp"

namespace nebel::kriegspiel {

bool agrees_standing(const chess::Position& after, const Said& said) {
    if ((said.kinds != 0) != after.in_check())
        return false;
    if (said.kinds != 0 && check_kinds(after) != said.kinds)
        return false;
    if (said.pawn_count >= 0 || said.pawn_any >= 0 || said.pawn_squares_told) {
        const auto captures = chess::legal_pawn_captures(after);
        if (said.pawn_count >= 0 && captures.count != said.pawn_count)
            return false;
        if (said.pawn_any >= 0 && (captures.count > 0) != (said.pawn_any == 1))
            return false;
        if (said.pawn_squares_told && captures.from != said.pawn_squares)
            return false;
    }
    // Had it been mate, stalemate or a dead draw, the game would be over.
    if (chess::popcount(after.pieces()) <= 4 && chess::is_insufficient_material(after))
        return false;
    return chess::has_legal_move(after);
}

bool agrees_taking(const chess::Position& before,
                   chess::Move move,
                   const Said& said,
                   const Announcements& says) {
    if (says.promotion_told && move.is_promotion() != said.promotion)
        return false;
    const bool takes = before.is_capture(move);
    if (takes != (said.capture != chess::kNoSquare))
        return false;
    if (!takes)
        return true;
    const bool passing = move.kind() == chess::MoveKind::kEnPassant;
    if (says.en_passant_told && passing != said.en_passant)
        return false;
    const auto square = says.en_passant_told && passing ? move.to() : before.capture_square(move);
    if (square != said.capture)
        return false;
    if (said.man == Man::Unsaid)
        return true;
    return (chess::type_of(before.captured_by(move)) == chess::kPawn) == (said.man == Man::Pawn);
}

bool agrees_with_turn(const chess::Position& position,
                      std::span<const Action> refused,
                      std::int8_t asked) {
    for (const auto& action : refused)
        if (chess::to_legal_move(position, action.from, action.to, action.promotion))
            return false;
    return asked < 0 || (chess::legal_pawn_captures(position).count > 0) == (asked == 1);
}

bool make_own_ply(chess::Position& position, const Ply& ply, const Story& story) {
    const auto move =
        chess::to_legal_move(position, ply.move.from, ply.move.to, ply.move.promotion);
    if (!move || !agrees_taking(position, *move, ply.said, story.view().rules().says()) ||
        !agrees_with_turn(position, story.tries(ply), ply.asked))
        return false;
    position.do_move(*move);
    return agrees_standing(position, ply.said);
}

bool make_hidden_ply(chess::Position& position,
                     chess::Move move,
                     const Ply& ply,
                     const Announcements& says) {
    if (!agrees_taking(position, move, ply.said, says))
        return false;
    if (ply.asked >= 0) {
        if ((chess::legal_pawn_captures(position).count > 0) != (ply.asked == 1))
            return false;
        // After a yes the turn may have to end with a pawn's capture.
        const bool pawn_takes = chess::type_of(position.piece_on(move.from())) == chess::kPawn &&
                                position.is_capture(move);
        if (ply.asked == 1 && says.obligation == AnyObligation::CompleteCapture && !pawn_takes)
            return false;
    }
    position.do_move(move);
    return agrees_standing(position, ply.said);
}

}  // namespace nebel::kriegspiel
