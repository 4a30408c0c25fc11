#pragma once

#include <map>

#include "core/version.hpp"
#include "match/match.hpp"
#include "match/report.hpp"
#include "match/runner.hpp"
#include "toy_game.hpp"

namespace nebel::match::toy {

inline MatchSpec toy_spec(std::string first, std::string second, std::uint64_t seed = 7) {
    MatchSpec spec;
    spec.game = Toy::kName;
    spec.rules = Rules{}.text();
    spec.contestants[0].player = std::move(first);
    spec.contestants[1].player = std::move(second);
    spec.seed = seed;
    spec.version = kVersion;
    return spec;
}

/// An archive that lives as long as the test; can refuse to take more than so many games.
class MemoryArchive final : public Archive {
 public:
    std::set<std::uint64_t> indices() override {
        std::set<std::uint64_t> all;
        for (const auto& [index, game] : games)
            all.insert(index);
        return all;
    }
    GameSummary load(std::uint64_t index) override { return games.at(index); }
    void save(std::span<const GameSummary> more) override {
        for (const auto& game : more)
            games[game.index] = game;
    }
    std::map<std::uint64_t, GameSummary> games;
};

struct Played {
    Score score;
    RunReport report;
    std::vector<GameSummary> games;
};

inline Played run_toy(const MatchSpec& spec,
                      RunOptions options,
                      Archive* archive = nullptr,
                      std::optional<SprtSpec> sprt = std::nullopt) {
    Played played{Score(sprt), {}, {}};
    const std::atomic<bool> never{false};
    RunHooks hooks;
    hooks.on_game = [&](const GameSummary& game) { played.games.push_back(game); };
    played.report = run_match(options, workers_for<Toy>(spec), archive, hooks, never, played.score);
    return played;
}

/// The table without the one column that is not a function of the spec.
inline std::string table_without_time(const MatchSpec& spec, const Score& score) {
    auto json = score_json(spec, score);
    for (auto& player : json["players"])
        player.erase("time_ms");
    return json.dump();
}

}  // namespace nebel::match::toy
