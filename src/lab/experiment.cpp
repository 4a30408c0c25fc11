#include "lab/experiment.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/version.hpp"

namespace nebel::lab {

namespace {

std::string with_column(std::string text, const std::string& column) {
    constexpr std::string_view kPlace = "{column}";
    for (auto at = text.find(kPlace); at != std::string::npos;
         at = text.find(kPlace, at + column.size()))
        text.replace(at, kPlace.size(), column);
    return text;
}

}  // namespace

std::vector<GridSpec::Cell> GridSpec::cells() const {
    std::vector<Cell> all;
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t column = 0; column < columns.size(); ++column)
            if (const auto& skip = rows[row].skip;
                std::find(skip.begin(), skip.end(), columns[column].name) == skip.end())
                all.push_back({row, column});
    return all;
}

match::MatchSpec GridSpec::match(const Cell& cell) const {
    const GridColumn& column = columns[cell.column];
    match::MatchSpec spec;
    spec.game = game;
    spec.rules = rules;
    spec.contestants[0] = rows[cell.row].contestant;
    spec.contestants[0].player = with_column(spec.contestants[0].player, column.name);
    spec.contestants[1] = opponent ? *opponent : column.contestant.value();
    spec.seed = seed;
    spec.version = kVersion;
    return spec;
}

Experiment Experiment::load(const std::filesystem::path& folder) {
    const auto file = folder / "experiment.toml";
    auto name = std::filesystem::weakly_canonical(folder).filename().string();
    auto parsed = parse(read_text(file), name, file.string());
    if (!parsed)
        throw UserError(parsed.error().message);
    return std::move(*parsed);
}

std::uint64_t Experiment::sample() const {
    if (const auto* playouts = std::get_if<PlayoutsSpec>(&body))
        return playouts->playouts;
    return std::get<GridSpec>(body).games;
}

std::vector<std::filesystem::path> experiment_folders(const std::filesystem::path& root) {
    std::vector<std::filesystem::path> found;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(root, ignored))
        if (std::filesystem::is_regular_file(entry.path() / "experiment.toml", ignored))
            found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

std::string read_text(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    if (!in || !(text << in.rdbuf()))
        throw UserError("cannot read " + file.string());
    return text.str();
}

void write_text(const std::filesystem::path& file, std::string_view text) {
    auto half = file;
    half += ".new";
    std::ofstream out(half, std::ios::binary);
    out << text;
    out.close();
    std::error_code error;
    if (out)
        std::filesystem::rename(half, file, error);
    if (!out || error)
        throw UserError("cannot write " + file.string());
}

}  // namespace nebel::lab
