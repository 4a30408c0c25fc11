#pragma once

#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "cli/match_games.hpp"
#include "match/game_summary.hpp"

namespace nebel::cli {

struct OutputFiles {
    std::string json;     ///< "-" is standard output
    std::string records;  ///< JSON Lines
    std::string pgn;
};

/// Where the games and the result go besides the screen. Every file is opened before the first
/// game, so that a mistake is found then. All throw UserError.
class MatchOutput {
 public:
    MatchOutput(const OutputFiles& files, const GameKit& kit, std::string_view game);

    void write_game(const match::GameSummary& game);
    /// The JSON file appears whole or not at all.
    void write_result(const nlohmann::json& result);
    [[nodiscard]] bool json_to_stdout() const { return files_.json == "-"; }

 private:
    OutputFiles files_;
    const GameKit& kit_;
    std::ofstream records_;
    std::ofstream pgn_;
    std::ofstream json_;
};

}  // namespace nebel::cli
