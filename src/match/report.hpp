#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "match/match_spec.hpp"
#include "match/score.hpp"

// The score of a match for people and for programs. docs/match.md says what each number means.
namespace nebel::match {

/// Numbers that are not finite become null.
nlohmann::json score_json(const MatchSpec& spec, const Score& score);

/// Several lines, each ended by a line break. `planned` is the number of games asked for.
std::string score_table(const MatchSpec& spec, const Score& score, std::uint64_t planned);

/// One line: games, score and Elo.
std::string score_line(const Score& score, std::uint64_t planned);

/// "+12.3 +- 45.6", "inf +- inf".
std::string elo_text(const Strength& strength);

}  // namespace nebel::match
