#include "match/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/text.hpp"

namespace nebel::match {

namespace {

using Json = nlohmann::json;

Json finite_or_null(double number) {
    return std::isfinite(number) ? Json(number) : Json();
}

double per(double amount, std::uint64_t count) {
    return count == 0 ? 0 : amount / static_cast<double>(count);
}

double milliseconds(const Effort& effort) {
    return static_cast<double>(effort.time.count()) / 1000;
}

Json sprt_json(const Score& score) {
    if (!score.sprt())
        return {};
    const SprtSpec& sprt = *score.sprt();
    return {{"elo0", sprt.elo0},
            {"elo1", sprt.elo1},
            {"alpha", sprt.alpha},
            {"beta", sprt.beta},
            {"model", sprt.model == EloModel::Logistic ? "logistic" : "normalised"},
            {"llr", score.llr()},
            {"lower", sprt.lower_bound()},
            {"upper", sprt.upper_bound()},
            {"verdict", text(score.verdict())}};
}

std::uint64_t pairs_won(const Pentanomial& pairs) {
    return pairs.counts[3] + pairs.counts[4];
}

std::uint64_t pairs_lost(const Pentanomial& pairs) {
    return pairs.counts[0] + pairs.counts[1];
}

std::string reasons_text(const Score& score) {
    std::vector<std::pair<std::uint64_t, std::string>> sorted;
    for (const auto& [reason, count] : score.reasons())
        sorted.emplace_back(count, reason);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> pieces;
    for (const auto& [count, reason] : sorted)
        pieces.push_back(fmt::format("{} {}", reason, count));
    return join(pieces, ", ");
}

std::string player_rows(const MatchSpec& spec, const Score& score) {
    std::size_t width = 6;
    std::size_t budget_width = 6;
    for (const auto& side : spec.contestants) {
        width = std::max(width, side.player.size());
        budget_width = std::max(budget_width, side.budget.text().size());
    }
    std::string out = fmt::format("{:{}}  {:{}} {:>9} {:>10} {:>9} {:>11} {:>10} {:>8}\n", "player",
                                  width, "budget", budget_width, "moves", "tries/move", "ms/move",
                                  "nodes/move", "sims/move", "failures");
    for (std::size_t i = 0; i < spec.contestants.size(); ++i) {
        const Effort& effort = score.effort(i);
        out += fmt::format(
            "{:{}}  {:{}} {:>9} {:>10.2f} {:>9.2f} {:>11.1f} {:>10.1f} {:>8}\n",
            spec.contestants[i].player, width, spec.contestants[i].budget.text(), budget_width,
            effort.moves, per(static_cast<double>(effort.tries), effort.moves),
            per(milliseconds(effort), effort.moves),
            per(static_cast<double>(effort.nodes), effort.moves),
            per(static_cast<double>(effort.simulations), effort.moves), score.failures(i));
    }
    return out;
}

}  // namespace

Json score_json(const MatchSpec& spec, const Score& score) {
    const Strength strength = score.strength();
    Json players = Json::array();
    for (std::size_t i = 0; i < spec.contestants.size(); ++i) {
        const Effort& effort = score.effort(i);
        players.push_back({{"name", spec.contestants[i].player},
                           {"budget", spec.contestants[i].budget.text()},
                           {"moves", effort.moves},
                           {"tries", effort.tries},
                           {"nodes", effort.nodes},
                           {"simulations", effort.simulations},
                           {"time_ms", milliseconds(effort)},
                           {"failures", score.failures(i)}});
    }
    return {{"game", spec.game},
            {"rules", spec.rules},
            {"seed", spec.seed},
            {"version", spec.version},
            {"clock", spec.clock ? Json(spec.clock->text()) : Json()},
            {"limits", spec.limits_text()},
            {"games", score.games()},
            {"wins", score.total().wins},
            {"losses", score.total().losses},
            {"draws", score.total().draws},
            {"score", strength.score},
            {"score_low", strength.score_interval.low},
            {"score_high", strength.score_interval.high},
            {"elo", finite_or_null(strength.elo)},
            {"elo_error", finite_or_null(strength.elo_error)},
            {"elo_low", finite_or_null(strength.elo_interval.low)},
            {"elo_high", finite_or_null(strength.elo_interval.high)},
            {"nelo", finite_or_null(strength.normalised_elo)},
            {"nelo_error", finite_or_null(strength.normalised_elo_error)},
            {"los", strength.superiority},
            {"p_value", sign_test(pairs_won(score.pairs()), pairs_lost(score.pairs()))},
            {"pentanomial", score.pairs().counts},
            {"first_seat_score", score.first_seat_score()},
            {"reasons", score.reasons()},
            {"sprt", sprt_json(score)},
            {"players", std::move(players)}};
}

std::string elo_text(const Strength& strength) {
    return fmt::format("{:+.1f} +- {:.1f}", strength.elo, strength.elo_error);
}

std::string score_line(const Score& score, std::uint64_t planned) {
    const Strength strength = score.strength();
    std::string line = fmt::format("games {} of {}: +{} ={} -{}, score {:.1f} %, elo {}",
                                   score.games(), planned, score.total().wins, score.total().draws,
                                   score.total().losses, 100 * strength.score, elo_text(strength));
    if (score.sprt())
        line += fmt::format(", llr {:.2f}", score.llr());
    return line;
}

std::string score_table(const MatchSpec& spec, const Score& score, std::uint64_t planned) {
    const Strength strength = score.strength();
    const auto& pairs = score.pairs().counts;
    std::string out = fmt::format("{} {}, seed {}{}\n", spec.game, spec.rules, spec.seed,
                                  spec.clock ? ", clock " + spec.clock->text() : "");
    out += fmt::format("{} against {}\n", spec.contestants[0].player, spec.contestants[1].player);
    out += fmt::format("games   {} of {}: +{} ={} -{}\n", score.games(), planned,
                       score.total().wins, score.total().draws, score.total().losses);
    out += fmt::format("score   {:.1f} %  (95 %: {:.1f} to {:.1f}; first seat {:.1f} %)\n",
                       100 * strength.score, 100 * strength.score_interval.low,
                       100 * strength.score_interval.high, 100 * score.first_seat_score());
    out += fmt::format("elo     {}  (nelo {:+.1f} +- {:.1f}, LOS {:.1f} %)\n", elo_text(strength),
                       strength.normalised_elo, strength.normalised_elo_error,
                       100 * strength.superiority);
    out += fmt::format("pairs   LL {}, LD {}, DD/WL {}, WD {}, WW {}\n", pairs[0], pairs[1],
                       pairs[2], pairs[3], pairs[4]);
    if (score.sprt())
        out += fmt::format(
            "sprt    {}: llr {:.2f} ({:.2f}, {:.2f}), {}\n", score.sprt()->text(), score.llr(),
            score.sprt()->lower_bound(), score.sprt()->upper_bound(),
            score.decided() ? fmt::format("accepts {}", text(score.verdict())) : "undecided");
    out += fmt::format("ends    {}\n", reasons_text(score));
    return out + player_rows(spec, score);
}

}  // namespace nebel::match
