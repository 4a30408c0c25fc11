#include "match/tournament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/version.hpp"
#include "match/report.hpp"

namespace nebel::match {

namespace {

Trinomial reversed(const Trinomial& games) {
    return {games.wins, games.draws, games.losses};
}

Pentanomial reversed(Pentanomial pairs) {
    std::reverse(pairs.counts.begin(), pairs.counts.end());
    return pairs;
}

std::string number_text(double points) {
    return points == std::floor(points) ? fmt::format("{:.0f}", points)
                                        : fmt::format("{:.1f}", points);
}

double points_of(const Trinomial& games) {
    return static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2;
}

nlohmann::json finite_or_null(double number) {
    return std::isfinite(number) ? nlohmann::json(number) : nlohmann::json();
}

}  // namespace

std::vector<TournamentSpec::Pairing> TournamentSpec::pairings() const {
    std::vector<Pairing> all;
    const std::size_t hosts = kind == TournamentKind::Gauntlet ? 1 : entrants.size();
    for (std::size_t first = 0; first < hosts; ++first)
        for (std::size_t second = first + 1; second < entrants.size(); ++second)
            all.push_back({first, second});
    return all;
}

MatchSpec TournamentSpec::match(const Pairing& pairing) const {
    MatchSpec spec;
    spec.game = game;
    spec.rules = rules;
    spec.contestants = {entrants[pairing.first].contestant, entrants[pairing.second].contestant};
    spec.clock = clock;
    spec.limits = limits;
    spec.seed = seed;
    spec.version = kVersion;
    return spec;
}

void Crosstable::add(const TournamentSpec::Pairing& pairing, const Score& score) {
    cells_.push_back({pairing, score});
}

std::vector<Crosstable::Row> Crosstable::rows() const {
    std::vector<Row> rows(spec_.entrants.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].entrant = i;
    const auto gather = [](Row& row, const Trinomial& total, const Pentanomial& pairs) {
        row.total.losses += total.losses;
        row.total.draws += total.draws;
        row.total.wins += total.wins;
        for (std::size_t i = 0; i < pairs.counts.size(); ++i)
            row.pairs.counts[i] += pairs.counts[i];
    };
    for (const auto& cell : cells_) {
        gather(rows[cell.pairing.first], cell.score.total(), cell.score.pairs());
        gather(rows[cell.pairing.second], reversed(cell.score.total()),
               reversed(cell.score.pairs()));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        return a.strength().score > b.strength().score;
    });
    return rows;
}

std::string Crosstable::cell_text(std::size_t entrant, std::size_t opponent) const {
    for (const auto& cell : cells_) {
        const bool straight = cell.pairing.first == entrant && cell.pairing.second == opponent;
        const bool swapped = cell.pairing.first == opponent && cell.pairing.second == entrant;
        if (!straight && !swapped)
            continue;
        const auto total = straight ? cell.score.total() : reversed(cell.score.total());
        return fmt::format("{}/{}", number_text(points_of(total)), total.games());
    }
    return entrant == opponent ? "-" : "";
}

std::string Crosstable::text() const {
    const auto ranking = rows();
    std::size_t width = 6;
    for (const auto& entrant : spec_.entrants)
        width = std::max(width, entrant.name.size());
    std::string out = fmt::format("{:>3} {:{}} {:>7} {:>7} {:>17}", "", "player", width, "games",
                                  "score", "elo (field)");
    for (std::size_t i = 0; i < ranking.size(); ++i)
        out += fmt::format(" {:>11}", i + 1);
    out += "\n";
    for (std::size_t i = 0; i < ranking.size(); ++i) {
        const Row& row = ranking[i];
        const Strength strength = row.strength();
        out += fmt::format("{:>3} {:{}} {:>7} {:>5.1f} % {:>17}", i + 1,
                           spec_.entrants[row.entrant].name, width, row.total.games(),
                           100 * strength.score, elo_text(strength));
        for (const auto& opponent : ranking)
            out += fmt::format(" {:>11}", cell_text(row.entrant, opponent.entrant));
        out += "\n";
    }
    return out;
}

nlohmann::json Crosstable::json() const {
    auto players = nlohmann::json::array();
    for (const auto& row : rows()) {
        const Strength strength = row.strength();
        const Entrant& entrant = spec_.entrants[row.entrant];
        players.push_back({{"name", entrant.name},
                           {"player", entrant.contestant.player},
                           {"budget", entrant.contestant.budget.text()},
                           {"games", row.total.games()},
                           {"wins", row.total.wins},
                           {"losses", row.total.losses},
                           {"draws", row.total.draws},
                           {"score", strength.score},
                           {"elo", finite_or_null(strength.elo)},
                           {"elo_error", finite_or_null(strength.elo_error)}});
    }
    auto matches = nlohmann::json::array();
    for (const auto& cell : cells_)
        matches.push_back(score_json(spec_.match(cell.pairing), cell.score));
    return {{"game", spec_.game},
            {"rules", spec_.rules},
            {"type", spec_.kind == TournamentKind::Gauntlet ? "gauntlet" : "round-robin"},
            {"seed", spec_.seed},
            {"version", kVersion},
            {"players", std::move(players)},
            {"matches", std::move(matches)}};
}

}  // namespace nebel::match
