#include <fmt/format.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cli/commands.hpp"
#include "cli/lab_exploit.hpp"
#include "cli/match_games.hpp"
#include "cli/match_run.hpp"
#include "core/text.hpp"
#include "lab/report.hpp"
#include "lab/run.hpp"
#include "match/report.hpp"
#include "store/store.hpp"

namespace nebel::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostGames = 100'000'000;
constexpr unsigned kMostJobs = 1024;

/// The command line as it was typed.
struct LabArguments {
    std::string root = "experiments";
    std::string experiment;
    std::string store;
    std::string out;
    std::string measured;
    lab::RunSettings settings;
};

std::string names_in(const fs::path& root) {
    std::vector<std::string> names;
    for (const auto& folder : lab::experiment_folders(root))
        names.push_back(folder.filename().string());
    return names.empty() ? "there are none in " + root.string() : join(names, ", ");
}

/// A name below the root, or a path to a folder.
fs::path folder_of(const LabArguments& arguments) {
    std::error_code ignored;
    for (const fs::path& folder :
         {fs::path(arguments.root) / arguments.experiment, fs::path(arguments.experiment)})
        if (fs::is_regular_file(folder / "experiment.toml", ignored))
            return folder;
    throw UserError(fmt::format("no experiment {}; experiments: {}", quote(arguments.experiment),
                                names_in(arguments.root)));
}

void list(const LabArguments& arguments) {
    const auto folders = lab::experiment_folders(arguments.root);
    if (folders.empty())
        throw UserError("no experiments in " + arguments.root + "; give --dir FOLDER");
    for (const auto& folder : folders) {
        const auto experiment = lab::Experiment::load(folder);
        std::error_code ignored;
        std::string state = "not measured yet";
        if (fs::exists(folder / "measured.json", ignored)) {
            const auto measured = lab::Measured::load(folder / "measured.json");
            state = fmt::format("measured: {}{}", measured.sample,
                                measured.complete ? "" : ", not complete");
        }
        fmt::print("{:<22} {} ({})\n", experiment.name, experiment.title, state);
    }
}

/// A small trial must not replace a large measurement by accident.
void refuse_to_shrink(const fs::path& file, std::uint64_t sample) {
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        return;
    const auto before = lab::Measured::load(file);
    if (before.sample > sample)
        throw UserError(
            fmt::format("{} holds a measurement of {}, more than {}; give --out FOLDER "
                        "to write elsewhere, or remove it",
                        file.string(), before.sample, sample));
}

/// Shows a run: the cell under way redraws itself on a terminal, else one line a cell.
class LabScreen {
 public:
    [[nodiscard]] lab::LabHooks hooks(const fs::path& file, std::uint64_t sample) {
        lab::LabHooks hooks;
        hooks.on_begin = [this](std::size_t done, std::size_t all, const std::string& name) {
            fmt::print("[{}/{}] {}{}", done + 1, all, name, terminal_ ? "\n" : "");
            std::fflush(stdout);
        };
        hooks.on_progress = [this, sample](const match::Score& score) {
            if (!terminal_ || score.games() == shown_)
                return;
            shown_ = score.games();
            fmt::print("\r\033[K  {}", match::score_line(score, sample));
            std::fflush(stdout);
        };
        hooks.on_measured = [this, file](const lab::Measured& measured) {
            measured.save(file);
            shown_ = 0;
            fmt::print("{}{}\n", terminal_ ? "\r\033[K  " : ": ", last(measured));
            std::fflush(stdout);
        };
        return hooks;
    }

 private:
    static std::string last(const lab::Measured& measured) {
        if (const auto* rows = std::get_if<lab::PlayoutRows>(&measured.results)) {
            const auto& row = rows->back();
            return fmt::format("{:.2f} men, {:.2f} plies, {:.0f} % drawn", *row.men, *row.plies,
                               100 * *row.draws);
        }
        const auto& cell = std::get<lab::GridCells>(measured.results).back();
        const auto score = strength(cell.total, cell.pairs);
        return fmt::format("{} won, {} drawn, {} lost of {}: {:.1f} %", cell.total.wins,
                           cell.total.draws, cell.total.losses, cell.total.games(),
                           100 * score.score);
    }

    bool terminal_ = isatty(STDOUT_FILENO) == 1;
    std::uint64_t shown_ = 0;
};

lab::Measured measure(const lab::Experiment& experiment,
                      const std::string& store_file,
                      const lab::RunSettings& settings,
                      const lab::LabHooks& hooks) {
    const StopOnSignal stop;
    const auto* grid = std::get_if<lab::GridSpec>(&experiment.body);
    if (grid == nullptr)
        return lab::run_playouts(experiment, settings, hooks, stop.flag());
    const auto kit = game_kit(grid->game);
    store::Store store(store_file);
    return lab::run_grid(experiment, kit.canonical_rules(grid->rules), kit.workers, &store,
                         settings, hooks, stop.flag());
}

void run(const LabArguments& arguments) {
    const auto folder = folder_of(arguments);
    const auto experiment = lab::Experiment::load(folder);
    const fs::path out = arguments.out.empty() ? folder : fs::path(arguments.out);
    std::error_code error;
    fs::create_directories(out, error);
    if (error)
        throw UserError("cannot make the folder " + out.string());
    const auto sample =
        arguments.settings.sample != 0 ? arguments.settings.sample : experiment.sample();
    const auto file = out / "measured.json";
    refuse_to_shrink(file, sample);
    const auto store = arguments.store.empty() ? (out / "games.db").string() : arguments.store;
    LabScreen screen;
    const auto measured =
        measure(experiment, store, arguments.settings, screen.hooks(file, sample));
    if (!measured.complete) {
        fmt::print("stopped; the same command goes on from here\n");
        throw ExitStatus{kInterrupted};
    }
    fmt::print("wrote {}; nebel lab report {} makes the tables and figures\n", file.string(),
               arguments.experiment);
}

void report(const LabArguments& arguments) {
    const auto folder = folder_of(arguments);
    const auto experiment = lab::Experiment::load(folder);
    const fs::path file =
        arguments.measured.empty() ? folder / "measured.json" : fs::path(arguments.measured);
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        throw UserError(fmt::format("{} is not there; first: nebel lab run {}", file.string(),
                                    arguments.experiment));
    const auto made = lab::make_report(experiment, lab::Measured::load(file));
    const fs::path out = arguments.out.empty() ? folder : fs::path(arguments.out);
    made.save(out);
    fmt::print("wrote {}", (out / "report.md").string());
    for (const auto& figure : made.figures)
        fmt::print(", {}", figure.file);
    fmt::print("\n");
}

}  // namespace

void add_lab(Command& program) {
    auto command = program.add_command("lab", "measure again what papers have measured");
    command.require_command();
    auto arguments = std::make_shared<LabArguments>();
    auto& a = *arguments;
    const auto common = [&](Command& sub, bool named) {
        sub.add_option("--dir", a.root, "the folder of all experiments (experiments)");
        if (named)
            sub.add_option("EXPERIMENT", a.experiment, "its name, or the path to its folder")
                .required();
    };
    auto list_command = command.add_command("list", "every experiment and what is measured");
    common(list_command, false);
    list_command.callback([arguments] { list(*arguments); });

    auto run_command = command.add_command("run", "play; goes on where it was stopped");
    common(run_command, true);
    run_command.add_option("--games", a.settings.sample, "games in each cell, playouts in each row")
        .range(std::uint64_t{1}, kMostGames);
    run_command.add_option("--jobs", a.settings.jobs, "games at the same time (1)")
        .range(1u, kMostJobs);
    run_command.add_option("--store", a.store, "where games are kept (games.db beside the result)");
    run_command.add_option("--out", a.out, "folder of measured.json (the experiment's)");
    run_command.callback([arguments] { run(*arguments); });

    auto report_command = command.add_command("report", "tables and figures beside the paper's");
    common(report_command, true);
    report_command.add_option("--out", a.out, "folder to write to (the experiment's)");
    report_command.add_option("--measured", a.measured, "what was measured (its measured.json)");
    report_command.callback([arguments] { report(*arguments); });

    add_lab_exploit(command);
}

}  // namespace nebel::cli
