#include "cli/match_output.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/error.hpp"

namespace nebel::cli {

namespace {

std::ofstream open_file(const std::string& name) {
    std::ofstream file(name, std::ios::trunc);
    if (!file)
        throw UserError("cannot write " + name);
    return file;
}

void check_written(std::ofstream& file, const std::string& name) {
    file.flush();
    if (!file)
        throw UserError("cannot write " + name + ": is the disk full?");
}

std::string unfinished(const std::string& name) {
    return name + ".part";
}

}  // namespace

MatchOutput::MatchOutput(const OutputFiles& files, const GameKit& kit, std::string_view game)
    : files_(files), kit_(kit) {
    if (!files.pgn.empty() && !kit.pgn)
        throw UserError(fmt::format("--pgn: {} has no PGN form; use --records", game));
    if (!files.records.empty())
        records_ = open_file(files.records);
    if (!files.pgn.empty())
        pgn_ = open_file(files.pgn);
    if (!files.json.empty() && !json_to_stdout())
        json_ = open_file(unfinished(files.json));
}

void MatchOutput::write_game(const match::GameSummary& game) {
    if (records_.is_open()) {
        records_ << game.record << '\n';
        check_written(records_, files_.records);
    }
    if (pgn_.is_open()) {
        pgn_ << kit_.pgn(game.record) << '\n';
        check_written(pgn_, files_.pgn);
    }
}

void MatchOutput::write_result(const nlohmann::json& result) {
    const auto text = result.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    if (json_to_stdout()) {
        fmt::print("{}", text);
        std::fflush(stdout);
    } else if (json_.is_open()) {
        json_ << text;
        check_written(json_, files_.json);
        json_.close();
        std::filesystem::rename(unfinished(files_.json), files_.json);
    }
}

}  // namespace nebel::cli
