#include "game/outcome.hpp"

#include <array>
#include <utility>

#include "core/text.hpp"

namespace nebel {

namespace {
constexpr std::array<std::string_view, 3> kResults{"1-0", "0-1", "1/2-1/2"};
constexpr std::array<std::string_view, 18> kReasons{
    "checkmate",   "stalemate",       "insufficient_material",
    "fifty_moves", "repetition",      "ply_limit",
    "no_men",      "no_move",         "quiet_limit",
    "flag_taken",  "nobody_can_move", "resignation",
    "agreement",   "time_out",        "crash",
    "nonsense",    "adjudication",    "abandoned"};
static_assert(kReasons.size() == static_cast<std::size_t>(Reason::Abandoned) + 1);
}  // namespace

std::string_view text(Result result) {
    return kResults[static_cast<std::size_t>(result)];
}

std::string_view text(Reason reason) {
    return kReasons[static_cast<std::size_t>(reason)];
}

Parsed<Result> parse_result(std::string_view text) {
    for (std::size_t i = 0; i < kResults.size(); ++i)
        if (kResults[i] == text)
            return static_cast<Result>(i);
    return parse_error(quote(text) + " is not a result; accepted: 1-0, 0-1, 1/2-1/2");
}

Parsed<Reason> parse_reason(std::string_view text) {
    for (std::size_t i = 0; i < kReasons.size(); ++i)
        if (kReasons[i] == text)
            return static_cast<Reason>(i);
    return parse_error(quote(text) + " is not a known reason for the end of a game");
}

}  // namespace nebel
