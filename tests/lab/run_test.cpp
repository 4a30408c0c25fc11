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

/// Plays like any worker, counts the games, and gives the whole run up in place of one too many.
class CountedWorker final : public match::Worker {
 public:
    CountedWorker(std::unique_ptr<match::Worker> inner,
                  std::atomic<std::uint64_t>& played,
                  std::uint64_t most,
                  std::atomic<bool>& stop_all)
        : inner_(std::move(inner)), played_(played), most_(most), stop_all_(stop_all) {}

    std::optional<match::GameSummary> play(std::uint64_t index,
                                           const std::atomic<bool>& stop) override {
        if (played_ == most_) {
            stop_all_ = true;
            return std::nullopt;
        }
        ++played_;
        return inner_->play(index, stop);
    }

 private:
    std::unique_ptr<match::Worker> inner_;
    std::atomic<std::uint64_t>& played_;
    std::uint64_t most_;
    std::atomic<bool>& stop_all_;
};

struct Played {
    Measured measured;
    std::uint64_t games = 0;  ///< played by this run, not taken from the store
};

Played play(const Experiment& experiment,
            store::Store* store,
            unsigned jobs = 1,
            std::uint64_t most = 1000) {
    std::atomic<std::uint64_t> played{0};
    std::atomic<bool> stop{false};
    const WorkersOf workers = [&](const match::MatchSpec& spec) -> match::WorkerFactory {
        return [&, make = match::workers_for<darkchess::DarkChess>(spec)] {
            return std::make_unique<CountedWorker>(make(), played, most, stop);
        };
    };
    const auto& rules = std::get<GridSpec>(experiment.body).rules;
    auto measured = run_grid(experiment, match::canonical_rules<darkchess::DarkChess>(rules),
                             workers, store, {0, jobs}, {}, stop);
    return {std::move(measured), played};
}

std::string table(const Experiment& experiment, const Measured& measured) {
    return make_report(experiment, measured).markdown;
}

TEST(RunGrid, AStoppedRunGoesOnToTheSameTable) {
    const auto experiment = testing::experiment(testing::kGrid);
    const auto whole = play(experiment, nullptr).measured;
    ASSERT_TRUE(whole.complete);
    const auto& cells = std::get<GridCells>(whole.results);
    ASSERT_EQ(cells.size(), 3u);
    for (const auto& cell : cells)
        EXPECT_EQ(cell.total.games(), 3u);

    for (std::uint64_t games = 0; games < 9; ++games) {
        const TemporaryFile file;
        {
            store::Store store(file.path());
            const auto part = play(experiment, &store, 1, games).measured;
            EXPECT_FALSE(part.complete) << games;
            EXPECT_EQ(std::get<GridCells>(part.results).size(), games / 3 + 1)
                << "the interrupted cell is shown as far as it got";
        }
        store::Store store(file.path());
        const auto rest = play(experiment, &store, 2);
        EXPECT_TRUE(rest.measured.complete);
        EXPECT_EQ(rest.games, 9 - games) << "the others were in the store";
        EXPECT_EQ(std::get<GridCells>(rest.measured.results), cells) << "stopped after " << games;
        EXPECT_EQ(table(experiment, rest.measured), table(experiment, whole));
    }
}

TEST(RunGrid, AMisspeltPlayerCostsNoGame) {
    const auto experiment =
        testing::experiment(testing::replaced(testing::kGrid, "\"capturer\"", "\"captuer\""));
    const TemporaryFile file;
    store::Store store(file.path());
    EXPECT_THROW(play(experiment, &store), UserError);
    EXPECT_TRUE(store.matches().empty());
}

TEST(RunGrid, ThePlayersOfTheExperimentsProvidedExist) {
    for (const auto& folder : experiment_folders(NEBEL_SOURCE_DIR "/experiments")) {
        const auto experiment = Experiment::load(folder);
        const auto* grid = std::get_if<GridSpec>(&experiment.body);
        if (grid == nullptr || grid->game != darkchess::DarkChess::kName)
            continue;
        for (const auto& cell : grid->cells())
            EXPECT_NO_THROW(match::workers_for<darkchess::DarkChess>(grid->match(cell))())
                << folder << ": " << grid->match(cell).key();
    }
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
    const auto grid = play(testing::experiment(testing::kGrid), nullptr).measured;
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
