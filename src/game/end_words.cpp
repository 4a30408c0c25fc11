#include "game/end_words.hpp"

#include <fmt/format.h>

namespace nebel {

namespace {

std::string_view verb(std::string_view name, std::string_view plain, std::string_view third) {
    return name == "You" ? plain : third;
}

std::string reason_words(Reason reason, std::string_view loser) {
    switch (reason) {
        case Reason::Checkmate:
            return "Checkmate.";
        case Reason::Stalemate:
            return "Stalemate.";
        case Reason::InsufficientMaterial:
            return "Neither side has the men to mate.";
        case Reason::FiftyMoves:
            return "Fifty moves without a capture or a pawn move.";
        case Reason::Repetition:
            return "The position has come up too often.";
        case Reason::PlyLimit:
            return "The game has reached its limit of moves.";
        case Reason::NoMen:
            return fmt::format("{} {} no men left.", loser, verb(loser, "have", "has"));
        case Reason::NoMove:
            return fmt::format("{} cannot move.", loser);
        case Reason::QuietLimit:
            return "Nothing has happened for too long.";
        case Reason::FlagTaken:
            return "The flag has fallen.";
        case Reason::NobodyCanMove:
            return "Neither side can move.";
        case Reason::Resignation:
            return fmt::format("{} {}.", loser, verb(loser, "resign", "resigns"));
        case Reason::Agreement:
            return "A draw was agreed.";
        case Reason::TimeOut:
            return fmt::format("{} ran out of time.", loser);
        case Reason::Crash:
            return fmt::format("{} stopped playing.", loser);
        case Reason::Nonsense:
            return fmt::format("{} asked for the impossible.", loser);
        case Reason::Adjudication:
            return "The game was adjudicated.";
        case Reason::Abandoned:
            break;
    }
    return "The game was abandoned.";
}

}  // namespace

std::string end_words(Outcome outcome, std::string_view first, std::string_view second) {
    if (outcome.result == Result::Draw)
        return reason_words(outcome.reason, "One side") + " It is a draw.";
    const bool first_wins = outcome.result == Result::FirstWins;
    const auto winner = first_wins ? first : second;
    const auto loser = first_wins ? second : first;
    return fmt::format("{} {} {}.", reason_words(outcome.reason, loser), winner,
                       verb(winner, "win", "wins"));
}

}  // namespace nebel
