#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sprt.hpp"
#include "match/match_spec.hpp"
#include "match/score.hpp"

namespace nebel::match {

enum class TournamentKind : std::uint8_t {
    RoundRobin,  ///< everyone meets everyone
    Gauntlet,    ///< the first meets everyone else
};

struct Entrant {
    std::string name;  ///< what the crosstable calls it
    Contestant contestant;
};

/// Several players, every pairing a match of its own. All pairings use the same seed, so everyone
/// meets the same deals.
struct TournamentSpec {
    std::string game;
    std::string rules;
    TournamentKind kind = TournamentKind::RoundRobin;
    std::uint64_t games = 100;  ///< for each pairing
    std::uint64_t seed = 1;
    unsigned jobs = 1;
    std::optional<TimeControl> clock;
    std::optional<SprtSpec> sprt;
    Limits limits;
    std::string store;  ///< empty: nothing is kept
    std::vector<Entrant> entrants;

    /// Reads a tournament file (TOML, docs/match.md). `name` is for messages. An unknown key, a
    /// value of the wrong kind or out of range is an error that names it and its line.
    static Parsed<TournamentSpec> parse(std::string_view toml, std::string_view name);

    struct Pairing {
        std::size_t first;
        std::size_t second;
    };
    [[nodiscard]] std::vector<Pairing> pairings() const;
    /// The match of one pairing, played by this version of the program.
    [[nodiscard]] MatchSpec match(const Pairing& pairing) const;
};

/// Everyone against everyone: points, then Elo against the field with its error, best first.
class Crosstable {
 public:
    explicit Crosstable(const TournamentSpec& spec) : spec_(spec) {}

    /// Adds a match, complete or not. Each pairing once.
    void add(const TournamentSpec::Pairing& pairing, const Score& score);

    [[nodiscard]] std::string text() const;
    [[nodiscard]] nlohmann::json json() const;

 private:
    struct Cell {
        TournamentSpec::Pairing pairing;
        Score score;
    };
    struct Row {
        std::size_t entrant = 0;
        Trinomial total;
        Pentanomial pairs;
        [[nodiscard]] Strength strength() const { return nebel::strength(total, pairs); }
    };

    /// Best first; equals in the order of the file.
    [[nodiscard]] std::vector<Row> rows() const;
    [[nodiscard]] std::string cell_text(std::size_t entrant, std::size_t opponent) const;

    const TournamentSpec& spec_;
    std::vector<Cell> cells_;
};

}  // namespace nebel::match
