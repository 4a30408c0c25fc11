#include "cli/match_run.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/match_progress.hpp"
#include "match/report.hpp"
#include "store/store.hpp"

namespace nebel::cli {

namespace {

using match::MatchSpec;
using match::RunEnd;
using match::Score;

struct Finished {
    Score score;
    match::RunReport report;
};

// The first worker is made before anything is written anywhere: a player that does not exist must
// leave no trace.
match::WorkerFactory checked(match::WorkerFactory make) {
    auto first = std::make_shared<std::unique_ptr<match::Worker>>(make());
    return [first, make = std::move(make)] { return *first ? std::move(*first) : make(); };
}

/// The screen, the files and the store of one run of the command.
class Session {
 public:
    Session(const GameKit& kit, const MatchCommand& command, std::string_view game)
        : command_(command),
          output_(command.files, kit, game),
          screen_(output_.json_to_stdout() ? stderr : stdout) {
        if (!command.store.empty())
            store_.emplace(command.store);
    }

    Finished play(const MatchSpec& spec, match::WorkerFactory workers) {
        MatchProgress progress(spec, command_.games, screen_, command_.quiet);
        Finished finished{Score(command_.sprt), {}};
        match::RunHooks hooks;
        hooks.on_game = [&](const match::GameSummary& game) {
            output_.write_game(game);
            progress.game_added(finished.score);
        };
        hooks.on_progress = [&](const Score& score) { progress.tick(score); };
        const auto archive = store_ ? store_->archive(store_->open_match(spec)) : nullptr;
        finished.report = match::run_match({command_.games, command_.jobs}, workers, archive.get(),
                                           hooks, stop_.flag(), finished.score);
        progress.clear();
        return finished;
    }

    void show(const std::string& text) {
        if (command_.quiet && output_.json_to_stdout())
            return;
        fmt::print(screen_, "{}", text);
        std::fflush(screen_);
    }

    void show_provenance(const Finished& finished) {
        if (finished.report.from_archive > 0)
            show(fmt::format("{} of {} games taken from {}\n", finished.report.from_archive,
                             finished.score.games(), command_.store));
    }

    /// How to go on after a stop.
    void show_resume() {
        show(store_ ? fmt::format("stopped; the same command goes on with what is in {}\n",
                                  command_.store)
                    : "stopped; with --store FILE the same command could go on from here\n");
    }

    void write(const nlohmann::json& result) { output_.write_result(result); }

 private:
    const MatchCommand& command_;
    MatchOutput output_;
    std::FILE* screen_;
    std::optional<store::Store> store_;
    StopOnSignal stop_;
};

nlohmann::json result_json(const MatchSpec& spec, const Finished& finished) {
    auto json = match::score_json(spec, finished.score);
    json["end"] = finished.report.end == RunEnd::Stopped   ? "stopped"
                  : finished.report.end == RunEnd::Decided ? "decided"
                                                           : "complete";
    return json;
}

}  // namespace

int run_one_match(const MatchSpec& spec, const GameKit& kit, const MatchCommand& command) {
    auto workers = checked(kit.workers(spec));
    Session session(kit, command, spec.game);
    const auto finished = session.play(spec, std::move(workers));
    session.show(match::score_table(spec, finished.score, command.games));
    session.show_provenance(finished);
    session.write(result_json(spec, finished));
    if (finished.report.end != RunEnd::Stopped)
        return 0;
    session.show_resume();
    return kInterrupted;
}

int run_tournament(const match::TournamentSpec& spec,
                   const GameKit& kit,
                   const MatchCommand& command) {
    const auto pairings = spec.pairings();
    std::vector<match::WorkerFactory> workers;
    for (const auto& pairing : pairings)
        workers.push_back(checked(kit.workers(spec.match(pairing))));
    Session session(kit, command, spec.game);
    match::Crosstable table(spec);
    bool stopped = false;
    for (std::size_t i = 0; i < pairings.size() && !stopped; ++i) {
        session.show(fmt::format("{} against {}:\n", spec.entrants[pairings[i].first].name,
                                 spec.entrants[pairings[i].second].name));
        const auto finished = session.play(spec.match(pairings[i]), std::move(workers[i]));
        session.show(fmt::format("  {}\n", match::score_line(finished.score, command.games)));
        session.show_provenance(finished);
        table.add(pairings[i], finished.score);
        stopped = finished.report.end == RunEnd::Stopped;
    }
    session.show("\n" + table.text());
    auto json = table.json();
    json["end"] = stopped ? "stopped" : "complete";
    session.write(json);
    if (!stopped)
        return 0;
    session.show_resume();
    return kInterrupted;
}

}  // namespace nebel::cli
