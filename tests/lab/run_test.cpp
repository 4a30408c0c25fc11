#include "lab/run.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "darkchess/game.hpp"
#include "experiments.hpp"
#include "lab/report.hpp"
#include "match/match.hpp"
#include "store/store.hpp"

namespace nebel::lab {
namespace {

/// A file name that is free, and is free again afterwards.
class TemporaryFile {
 public:
    TemporaryFile()
        : path_(std::filesystem::temp_directory_path() /
                ("nebel-lab-" + std::to_string(getpid()) + ".db")) {
        remove();
    }
    ~TemporaryFile() { remove(); }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
    void remove() const {
        for (const auto* end : {"", "-wal", "-shm"})
            std::filesystem::remove(path_.string() + end);
    }
    std::filesystem::path path_;
};

const WorkersOf kWorkers = match::workers_for<darkchess::DarkChess>;

Measured play(const Experiment& experiment,
              store::Store* store,
              const LabHooks& hooks,
              const std::atomic<bool>& stop,
              unsigned jobs = 1) {
    const auto& rules = std::get<GridSpec>(experiment.body).rules;
    return run_grid(experiment, match::canonical_rules<darkchess::DarkChess>(rules), kWorkers,
                    store, {0, jobs}, hooks, stop);
}

std::string table(const Experiment& experiment, const Measured& measured) {
    return make_report(experiment, measured).markdown;
}

TEST(RunGrid, AStoppedRunGoesOnToTheSameTable) {
    const auto experiment = testing::experiment(testing::kGrid);
    const std::atomic<bool> never{false};
    const auto whole = play(experiment, nullptr, {}, never);
    ASSERT_TRUE(whole.complete);
    const auto& cells = std::get<GridCells>(whole.results);
    ASSERT_EQ(cells.size(), 3u);
    for (const auto& cell : cells)
        EXPECT_EQ(cell.total.games(), 3u);

    for (std::uint64_t games = 0; games < 9; ++games) {
        const TemporaryFile file;
        std::atomic<bool> stop{games == 0};
        {
            store::Store store(file.path());
            std::uint64_t seen = 0;
            std::uint64_t before = 0;
            LabHooks hooks;
            hooks.on_begin = [&](std::size_t, std::size_t, const std::string&) { before = seen; };
            hooks.on_progress = [&](const match::Score& score) {
                seen = before + score.games();
                if (seen >= games)
                    stop = true;
            };
            const auto part = play(experiment, &store, hooks, stop);
            EXPECT_FALSE(part.complete) << games;
            EXPECT_GE(seen, games);
            EXPECT_LE(std::get<GridCells>(part.results).size(), games / 3 + 1);
        }
        store::Store store(file.path());
        const auto rest = play(experiment, &store, {}, never, 2);
        EXPECT_TRUE(rest.complete);
        EXPECT_EQ(std::get<GridCells>(rest.results), cells) << "stopped after " << games;
        EXPECT_EQ(table(experiment, rest), table(experiment, whole));
    }
}

TEST(RunGrid, WhatIsStoredIsNotPlayedAgain) {
    const auto experiment = testing::experiment(testing::kGrid);
    const std::atomic<bool> never{false};
    const TemporaryFile file;
    store::Store store(file.path());
    const auto first = play(experiment, &store, {}, never);
    std::uint64_t played = 0;
    LabHooks hooks;
    hooks.on_progress = [&](const match::Score&) { ++played; };
    EXPECT_EQ(std::get<GridCells>(play(experiment, &store, hooks, never).results),
              std::get<GridCells>(first.results));
    EXPECT_EQ(played, 0u);
}

TEST(RunGrid, AMisspeltPlayerCostsNoGame) {
    const auto experiment =
        testing::experiment(testing::replaced(testing::kGrid, "\"capturer\"", "\"captuer\""));
    const std::atomic<bool> never{false};
    bool begun = false;
    LabHooks hooks;
    hooks.on_begin = [&](std::size_t, std::size_t, const std::string&) { begun = true; };
    EXPECT_THROW(play(experiment, nullptr, hooks, never), UserError);
    EXPECT_FALSE(begun);
}

PlayoutRows without_seconds(const Measured& measured) {
    auto rows = std::get<PlayoutRows>(measured.results);
    for (auto& row : rows)
        row.seconds = std::nullopt;
    return rows;
}

TEST(RunPlayouts, EqualSeedsEqualRows) {
    const auto experiment = testing::experiment(testing::kPlayouts);
    const std::atomic<bool> never{false};
    const auto one = run_playouts(experiment, {}, {}, never);
    EXPECT_TRUE(one.complete);
    const auto rows = without_seconds(one);
    ASSERT_EQ(rows.size(), 8u) << "two policies, two limits, two counters, one position";
    EXPECT_EQ(rows, without_seconds(run_playouts(experiment, {}, {}, never)));
    // A row is the same whatever other rows there are.
    const auto fewer = testing::experiment(
        testing::replaced(testing::kPlayouts, "\"random\", \"capture\"", "\"capture\""));
    EXPECT_EQ(without_seconds(run_playouts(fewer, {}, {}, never))[0], rows[4]);
    // The counter that captures set back as well lets random playouts run longer.
    EXPECT_EQ(rows[0].counter, "paper");
    EXPECT_GT(*rows[1].plies, *rows[0].plies + 50);
    EXPECT_LT(*rows[1].men, *rows[0].men);
}

TEST(Measured, JsonRoundTrips) {
    const std::atomic<bool> never{false};
    const auto grid = play(testing::experiment(testing::kGrid), nullptr, {}, never);
    const auto playouts = run_playouts(testing::experiment(testing::kPlayouts), {}, {}, never);
    const TemporaryFile file;
    for (const auto& measured : {grid, playouts}) {
        measured.save(file.path());
        const auto back = Measured::load(file.path());
        EXPECT_EQ(back.command, measured.command);
        EXPECT_EQ(back.sample, measured.sample);
        EXPECT_EQ(back.version, measured.version);
        EXPECT_TRUE(back.complete);
        EXPECT_EQ(back.results, measured.results);
    }
    EXPECT_FALSE(Measured::parse("{}"));
    EXPECT_FALSE(Measured::parse("[1, 2"));
    EXPECT_FALSE(Measured::parse("7"));
}

}  // namespace
}  // namespace nebel::lab
