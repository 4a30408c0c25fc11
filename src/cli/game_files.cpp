#include "cli/game_files.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "game/record_json.hpp"
#include "kriegspiel/pgn.hpp"
#include "store/store.hpp"

namespace nebel::cli {

namespace {

using kriegspiel::Kriegspiel;
using Visit = std::function<bool(const GameRecord<Kriegspiel>&)>;

constexpr std::string_view kDatabase = "SQLite format 3";

enum class Form { Lines, Database, Pgn };

Form form_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in || in.peek() == std::ifstream::traits_type::eof())
        throw UserError(fmt::format("cannot read games from {}: {}", file,
                                    in.eof() ? "it is empty" : "no such file"));
    std::string first(kDatabase.size(), '\0');
    in.read(first.data(), static_cast<std::streamsize>(first.size()));
    if (first == kDatabase)
        return Form::Database;
    const auto at = first.find_first_not_of(" \t\r\n");
    return at != std::string::npos && first[at] == '{' ? Form::Lines : Form::Pgn;
}

bool visit_lines(const std::string& file, const Visit& visit) {
    std::ifstream in(file);
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        if (trim(line).empty())
            continue;
        const auto record = record_from_line<Kriegspiel>(line);
        if (!record)
            throw UserError(fmt::format("{}, line {}: {}", file, number, record.error().message));
        if (!visit(*record))
            return false;
    }
    return true;
}

bool visit_database(const std::string& file, const Visit& visit) {
    store::Store store(file);
    for (const auto& match : store.matches()) {
        if (match.game != Kriegspiel::kName)
            continue;
        for (const auto& game : store.games(match.id, match.games)) {
            const auto line = store.record(match.id, game.index);
            if (!line)
                continue;
            const auto record = record_from_line<Kriegspiel>(*line);
            if (!record)
                throw UserError(fmt::format("{}, match {}, game {}: {}", file, match.id, game.index,
                                            record.error().message));
            if (!visit(*record))
                return false;
        }
    }
    return true;
}

bool visit_pgn(const std::string& file, const Visit& visit) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto games = value_or_throw(kriegspiel::from_pgn(text), file);
    for (const auto& record : games)
        if (!visit(record))
            return false;
    return true;
}

}  // namespace

void each_kriegspiel_game(const std::vector<std::string>& files, const Visit& visit) {
    for (const auto& file : files) {
        bool more = true;
        switch (form_of(file)) {
            case Form::Lines:
                more = visit_lines(file, visit);
                break;
            case Form::Database:
                more = visit_database(file, visit);
                break;
            case Form::Pgn:
                more = visit_pgn(file, visit);
                break;
        }
        if (!more)
            return;
    }
}

bool is_player(const std::string& full_name, const std::string& asked) {
    return full_name == asked || full_name.substr(0, full_name.find(':')) == asked;
}

}  // namespace nebel::cli
