#pragma once

#include <nlohmann/json_fwd.hpp>
#include <variant>

#include "core/statistics.hpp"
#include "lab/experiment.hpp"

namespace nebel::lab {

/// What one cell of a grid came to, from the row's point of view.
struct MeasuredCell {
    std::string row;
    std::string column;
    Trinomial total;
    Pentanomial pairs;
    std::uint64_t failures = 0;  ///< games either side lost by time, crash or nonsense
    bool operator==(const MeasuredCell&) const = default;
};

using PlayoutRows = std::vector<PlayoutRow>;
using GridCells = std::vector<MeasuredCell>;

/// The content of measured.json: what was found, how and by which program. Of a grid it is a pure
/// function of the experiment, the games and the program, however often the run was interrupted;
/// only the seconds are the machine's.
struct Measured {
    std::string experiment;
    std::string command;
    std::string version;
    std::uint64_t sample = 0;  ///< games planned in each cell, or playouts in each row
    bool complete = false;     ///< all of them were played
    double seconds = 0;        ///< both sides thinking, or playing out
    std::variant<PlayoutRows, GridCells> results;

    [[nodiscard]] nlohmann::ordered_json json() const;
    static Parsed<Measured> parse(std::string_view json);
    /// Throws UserError.
    static Measured load(const std::filesystem::path& file);
    void save(const std::filesystem::path& file) const;
};

}  // namespace nebel::lab
