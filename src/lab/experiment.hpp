#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error.hpp"
#include "darkchess/policies.hpp"
#include "match/match_spec.hpp"

// An experiment is a folder with experiment.toml: what to play, and what a paper found. docs/lab.md
// describes the file.
namespace nebel::lab {

/// What the paper or we found about the first action that did best, in wins, losses and draws.
struct BestMove {
    std::string action;
    double wins = 0;
    double losses = 0;
    double draws = 0;  ///< all three as shares of 1
    bool operator==(const BestMove&) const = default;
};

/// One row of playout statistics; what a paper does not print is absent.
struct PlayoutRow {
    std::string position;
    darkchess::Policy policy{};
    int limit = 0;
    std::string counter;  ///< "true" or "paper"; empty in a paper's own row
    std::optional<double> seconds;
    std::optional<double> draws;  ///< share of all playouts, without evaluation
    std::optional<double> men, men_deviation;
    std::optional<double> plies, plies_deviation;
    std::optional<BestMove> best, best_evaluated;
    bool operator==(const PlayoutRow&) const = default;
};

/// A position of a paper. When it cannot be set up, `missing` says why and nothing is played.
struct NamedPosition {
    std::string name;
    darkchess::Board board;
    std::string missing;
};

/// Dark Chess playouts of every policy from every position, up to every limit of quiet plies, with
/// every counter.
struct PlayoutsSpec {
    std::uint64_t playouts = 2000;
    std::uint64_t seed = 1;
    std::vector<std::string> counters;
    std::vector<darkchess::Policy> policies;
    std::vector<int> limits;
    std::vector<NamedPosition> positions;
    std::vector<PlayoutRow> paper;
};

/// Games a paper's player won and lost in one cell; the rest of its games were drawn.
struct PaperCell {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
};

struct GridRow {
    std::string name;
    match::Contestant contestant;   ///< "{column}" in the player stands for the column's name
    std::vector<std::string> skip;  ///< columns that are not played
    std::vector<std::optional<PaperCell>> paper;  ///< one a column, or none at all
};

struct GridColumn {
    std::string name;
    std::optional<match::Contestant> contestant;  ///< the opponent, unless the grid has one for all
};

/// A table of matches: every row against the grid's opponent, or against each column's own.
struct GridSpec {
    std::string game;
    std::string rules;
    std::uint64_t games = 100;  ///< in each cell
    std::uint64_t seed = 1;
    std::uint64_t paper_games = 0;  ///< in each cell of the paper's table
    std::string row_title;
    std::string column_title;
    std::optional<match::Contestant> opponent;
    std::vector<GridRow> rows;
    std::vector<GridColumn> columns;

    struct Cell {
        std::size_t row;
        std::size_t column;
    };
    /// Those that are played, row by row.
    [[nodiscard]] std::vector<Cell> cells() const;
    /// The match of one cell, played by this version of the program. `rules` is taken as it is.
    [[nodiscard]] match::MatchSpec match(const Cell& cell) const;
};

/// A figure drawn from the measured table beside the paper's.
struct FigureSpec {
    std::string file;  ///< in the report's folder, ends in .svg
    std::string title;
    std::string quantity;  ///< grid: "draws", "score"; playouts: "men", "plies", "draws"
    std::string position;  ///< playouts: of which position
    bool bars = false;     ///< bars side by side; else lines, one panel a source
    bool couples = false;  ///< each second line is a variant of the one before: same colour, dashed
    std::vector<std::string> rows;  ///< grid: which; empty: all
};

struct Experiment {
    std::string name;
    std::string title;
    std::string paper;
    std::string notes;
    std::variant<PlayoutsSpec, GridSpec> body;
    std::vector<FigureSpec> figures;

    /// `name` is the experiment's, `file` is for messages. An unknown key, a value of the wrong
    /// kind or out of range, a name that means nothing is an error with its line.
    static Parsed<Experiment> parse(std::string_view toml,
                                    std::string_view name,
                                    std::string_view file);
    /// Reads FOLDER/experiment.toml. Throws UserError.
    static Experiment load(const std::filesystem::path& folder);

    /// Games in a cell, or playouts in a row.
    [[nodiscard]] std::uint64_t sample() const;
};

/// The folders below `root` that hold an experiment, by name. Empty when there is no such folder.
std::vector<std::filesystem::path> experiment_folders(const std::filesystem::path& root);

/// A whole file. Throws UserError.
std::string read_text(const std::filesystem::path& file);
/// The file holds the old text or the new, never half of it. Throws UserError.
void write_text(const std::filesystem::path& file, std::string_view text);

}  // namespace nebel::lab
