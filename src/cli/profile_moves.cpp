#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/game_files.hpp"
#include "cli/profile_commands.hpp"
#include "core/text.hpp"
#include "core/version.hpp"
#include "kriegspiel/belief/move_learning.hpp"

namespace nebel::cli {

namespace {

using namespace kriegspiel;

struct MovesArguments {
    std::vector<std::string> files;
    std::vector<std::string> players;
    std::string out;
    std::string model = "standard";
    std::string note;
    int passes = MoveLearning::Settings{}.passes;
    double decay = MoveLearning::Settings{}.decay;
    bool no_habits = false;
};

struct Games {
    MoveLearning learning;
    std::set<std::string> players;
};

Games read_games(const MovesArguments& arguments, std::size_t held_back) {
    Games games{MoveLearning(held_back), {}};
    each_kriegspiel_game(arguments.files, [&](const auto& record) {
        PerSeat<bool> wanted;
        for (const Seat seat : kSeats) {
            wanted[seat] = arguments.players.empty() ||
                           std::any_of(arguments.players.begin(), arguments.players.end(),
                                       [&](const std::string& player) {
                                           return is_player(record.players[seat], player);
                                       });
            if (wanted[seat])
                games.players.insert(record.players[seat]);
        }
        games.learning.add(record, wanted);
        return true;
    });
    if (games.learning.decisions() == 0)
        throw UserError("these games hold no move to learn from");
    fmt::print(stderr, "{} games, {} moves\n", games.learning.games(), games.learning.decisions());
    return games;
}

/// `which` moves were scored.
void print_score(const char* which, const MoveLearning& learning, const MoveModel& model) {
    const auto score = learning.score(model);
    fmt::print("{}: {} moves; mean log-probability of the move made (nats)\n", which,
               score.decisions);
    fmt::print("  all moves alike  {:.3f}\n", score.uniform);
    fmt::print("  simple prior     {:.3f}\n", score.simple);
    fmt::print("  model            {:.3f}\n", score.model);
}

void learn(const MovesArguments& arguments) {
    const auto games = read_games(arguments, MoveLearning::kHeldBack);
    MoveLearning::Settings settings;
    settings.passes = arguments.passes;
    settings.decay = arguments.decay;
    if (arguments.no_habits)
        settings.habits_from = std::numeric_limits<std::size_t>::max();
    else if (!games.learning.enough_for_habits(settings))
        fmt::print(stderr, "too few moves to learn habits from: features of single moves only\n");
    const auto model = games.learning.fit(settings, [&](int pass, double likelihood) {
        if (pass % 4 == 0 || pass == settings.passes)
            fmt::print(stderr, "pass {} of {}: {:.4f}\n", pass, settings.passes, likelihood);
    });
    std::ofstream out(arguments.out, std::ios::binary);
    out << fmt::format("# how a hidden opponent moves: {} moves of {} games\n",
                       games.learning.decisions(), games.learning.games())
        << fmt::format("# of {}\n", join({games.players.begin(), games.players.end()}, ", "))
        << fmt::format("# learned by nebel {}\n", kVersion);
    if (!arguments.note.empty())
        out << "# " << arguments.note << "\n";
    out << model.text();
    out.close();
    if (!out)
        throw UserError("cannot write " + arguments.out);
    print_score("held back", games.learning, model);
    fmt::print("wrote {}; a player takes it as prior={}\n", arguments.out, arguments.out);
}

void score(const MovesArguments& arguments) {
    const auto model = load_move_model(arguments.model);
    if (model == nullptr)
        throw UserError("there is nothing to score of the model 'none'");
    print_score("scored", read_games(arguments, 1).learning, *model);
}

}  // namespace

void add_profile_moves(Command& profile) {
    auto arguments = std::make_shared<MovesArguments>();
    auto& a = *arguments;
    auto learn_command = profile.add_command(
        "learn-moves", "fit how a hidden opponent chooses its moves (for the belief of champion)");
    auto score_command = profile.add_command(
        "score-moves", "how well such a model foresees the moves of games it has not seen");
    for (auto command : {learn_command, score_command}) {
        command.add_option("FILES", a.files, "records (JSON lines), stores of nebel match, or PGN")
            .required();
        command.add_option("--player", a.players,
                           "only this player's moves; may be given several times (default: all)");
    }
    learn_command.add_option("--out", a.out, "where to write the model").required();
    learn_command.add_option("--decay", a.decay, "pull of every weight towards 0 (1.5e-04)")
        .range(0.0, 1.0);
    learn_command.add_option("--passes", a.passes, "times through all moves (24)").range(1, 10000);
    learn_command.add_flag("--no-habits", a.no_habits,
                           "features of single moves only, without the net");
    learn_command.add_option("--note", a.note, "one more line about the games");
    score_command.add_option("--model", a.model, "standard or a file of learn-moves (standard)");
    learn_command.callback([arguments] { learn(*arguments); });
    score_command.callback([arguments] { score(*arguments); });
}

}  // namespace nebel::cli
