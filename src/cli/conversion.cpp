#include "kriegspiel/finish/conversion.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "cli/commands.hpp"
#include "cli/match_run.hpp"
#include "cli/match_stop.hpp"
#include "cli/terminal.hpp"
#include "core/text.hpp"
#include "game/end_words.hpp"
#include "kriegspiel/finish/finisher.hpp"

namespace nebel::cli {

namespace {

using kriegspiel::Conversion;
using kriegspiel::ConversionTally;
using kriegspiel::Ending;

/// The command line as it was typed.
struct ConversionArguments {
    std::vector<std::string> endings{"KQK", "KRK", "KRRK", "KQQK"};
    std::vector<std::string> defenders{"random", "seeing"};
    std::string rules = "wild16";
    int games = 1000;
    std::uint64_t seed = 1;
    std::uint64_t nodes = 0;
    std::string budget = "none";
    unsigned jobs = 1;
    std::string log;
    int show = -1;
};

/// What was played before: one line a game, so that a stopped run goes on where it was.
class ConversionLog {
 public:
    ConversionLog(const std::string& file, const std::string& settings)
        : file_(file), settings_(settings) {
        if (file_.empty())
            return;
        std::ifstream in(file_);
        std::string line;
        while (std::getline(in, line)) {
            std::istringstream words(line);
            std::string played_with, name;
            int n = 0;
            int reason = 0;
            Conversion game;
            if (words >> played_with >> name >> n >> game.mated >> reason >> game.moves &&
                played_with == settings_) {
                game.reason = static_cast<Reason>(reason);
                known_[name][n] = game;
            }
        }
        out_.open(file_, std::ios::app);
        if (!out_)
            throw UserError("cannot write " + file_);
    }

    [[nodiscard]] const std::map<int, Conversion>& known(const std::string& name) {
        return known_[name];
    }
    void add(const std::string& name, int n, const Conversion& game) {
        if (out_.is_open())
            out_ << settings_ << ' ' << name << ' ' << n << ' ' << game.mated << ' '
                 << static_cast<int>(game.reason) << ' ' << game.moves << std::endl;
    }

 private:
    std::string file_;
    std::string settings_;
    std::map<std::string, std::map<int, Conversion>> known_;
    std::ofstream out_;
};

Budget budget_of(const ConversionArguments& arguments) {
    Budget budget = value_or_throw(Budget::parse(arguments.budget), "--budget");
    if (arguments.nodes != 0)
        budget.nodes = arguments.nodes;
    return budget;
}

/// One line of the table: an ending against a defender.
class Cell {
 public:
    Cell(const ConversionArguments& arguments,
         const kriegspiel::Rules& rules,
         const Ending& ending,
         const std::string& defender,
         ConversionLog& log)
        : arguments_(arguments), rules_(rules), ending_(ending), defender_(defender), log_(log) {}

    /// False when it was stopped.
    bool run(const std::atomic<bool>& stop) {
        const std::string name = ending_.name + "/" + defender_;
        std::set<int> done;
        for (const auto& [n, game] : log_.known(name))
            if (n < arguments_.games) {
                tally_.add(game);
                done.insert(n);
            }
        std::vector<std::thread> threads;
        for (unsigned i = 0; i < arguments_.jobs; ++i)
            threads.emplace_back([&] { work(name, done, stop); });
        for (auto& thread : threads)
            thread.join();
        return tally_.games == arguments_.games;
    }

    /// Every game of this run that was not won, and how to look at it.
    [[nodiscard]] const std::string& failures() const { return failures_; }

    [[nodiscard]] std::string line() const {
        return fmt::format(
            "{:<6} {:<8} {:>6} {:>6} {:>7.1f} {:>6} {:>6} {:>6} {:>6} {:>6} {:>8.1f}", ending_.name,
            defender_, tally_.games, tally_.mated, tally_.mean(), tally_.worst, tally_.stalemates,
            tally_.fifty, tally_.repetitions, tally_.others, double(tally_.slowest.count()) / 1000);
    }

 private:
    void work(const std::string& name, const std::set<int>& done, const std::atomic<bool>& stop) {
        const auto defender =
            value_or_throw(kriegspiel::make_defender(defender_, arguments_.nodes), "--defender");
        for (int n = next_++; n < arguments_.games && !stop; n = next_++) {
            if (done.count(n) != 0)
                continue;
            const auto number = static_cast<std::uint64_t>(n);
            const auto start =
                kriegspiel::conversion_start(ending_, rules_, arguments_.seed, number);
            const auto game = kriegspiel::convert(rules_, start, *defender, budget_of(arguments_),
                                                  mix_seed(arguments_.seed, number));
            const std::lock_guard lock(mutex_);
            tally_.add(game);
            log_.add(name, n, game);
            if (!game.mated)
                failures_ += fmt::format("  not won: --show {} {} {} {} {}\n", n, ending_.name,
                                         defender_, start, nebel::text(game.reason));
            if (terminal_) {
                fmt::print("\r\033[K{}", line());
                std::fflush(stdout);
            }
        }
    }

    const ConversionArguments& arguments_;
    const kriegspiel::Rules& rules_;
    const Ending& ending_;
    const std::string& defender_;
    ConversionLog& log_;
    std::atomic<int> next_{0};
    std::mutex mutex_;
    ConversionTally tally_;
    bool terminal_ = standard_output_is_terminal();
    std::string failures_;
};

void show(const ConversionArguments& arguments,
          const kriegspiel::Rules& rules,
          const Ending& ending) {
    const auto number = static_cast<std::uint64_t>(arguments.show);
    const auto defender = value_or_throw(
        kriegspiel::make_defender(arguments.defenders.front(), arguments.nodes), "--defender");
    const auto game = kriegspiel::convert(
        rules, kriegspiel::conversion_start(ending, rules, arguments.seed, number), *defender,
        budget_of(arguments), mix_seed(arguments.seed, number),
        [](const std::string& line) { fmt::print("{}\n", line); });
    fmt::print("{} after {} moves, {} refused, {} positions\n", nebel::text(game.reason),
               game.moves, game.refused, game.nodes);
}

void run_conversion(const ConversionArguments& arguments) {
    const auto rules = value_or_throw(kriegspiel::Rules::parse(arguments.rules), "--rules");
    std::vector<Ending> endings;
    for (const auto& text : arguments.endings)
        endings.push_back(value_or_throw(Ending::parse(text), "ENDING"));
    for (const auto& name : arguments.defenders)
        value_or_throw(kriegspiel::make_defender(name, 1), "--defender");
    if (arguments.show >= 0) {
        show(arguments, rules, endings.front());
        return;
    }
    const StopOnSignal stop;
    ConversionLog log(arguments.log, fmt::format("{};seed={};{}", rules.text(), arguments.seed,
                                                 budget_of(arguments).text()));
    fmt::print("{:<6} {:<8} {:>6} {:>6} {:>7} {:>6} {:>6} {:>6} {:>6} {:>6} {:>8}\n", "ending",
               "defender", "games", "mated", "mean", "worst", "stale", "fifty", "thrice", "other",
               "slowest");
    for (const auto& ending : endings)
        for (const auto& defender : arguments.defenders) {
            Cell cell(arguments, rules, ending, defender, log);
            const bool complete = cell.run(stop.flag());
            fmt::print("{}{}\n{}", standard_output_is_terminal() ? "\r\033[K" : "", cell.line(),
                       cell.failures());
            std::fflush(stdout);
            if (!complete) {
                fmt::print("stopped{}\n",
                           arguments.log.empty() ? "" : "; the same command goes on from here");
                throw ExitStatus{kInterrupted};
            }
        }
}

}  // namespace

void add_conversion(Command& program) {
    auto command = program.add_command(
        "conversion", "how surely an unseen bare king is mated, from random starts (kriegspiel)");
    auto arguments = std::make_shared<ConversionArguments>();
    auto& a = *arguments;
    command.add_option("ENDING", a.endings, "the attacker's men and the king: KQK KRK KRRK KQQK");
    command
        .add_option("--defender", a.defenders,
                    "random, seeing (sees everything), prophet (also knows what the attacker "
                    "will try); several joined by commas (random,seeing)")
        .delimiter(',');
    command.add_option("--rules", a.rules, "ruleset and options (wild16)");
    command.add_option("--games", a.games, "starts for each ending and defender (1000)")
        .range(1, 100'000'000);
    command.add_option("--seed", a.seed, "of the starts (1)");
    command
        .add_option("--nodes", a.nodes, "positions searched a try; 0: the player's own choice (0)")
        .range(std::uint64_t{0}, std::uint64_t{1'000'000'000});
    command.add_option("--budget", a.budget,
                       "of each try: nodes=1000, time=100ms, cpu=5ms (processor time); none");
    command.add_option("--jobs", a.jobs, "games at the same time (1)").range(1u, 256u);
    command.add_option("--log", a.log, "file of finished games: a stopped run goes on from it");
    command.add_option("--show", a.show, "print the game from this start instead")
        .range(0, 100'000'000);
    command.callback([arguments] { run_conversion(*arguments); });
}

}  // namespace nebel::cli
