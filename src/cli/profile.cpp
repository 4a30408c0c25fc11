#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/types.hpp"
#include "cli/commands.hpp"
#include "cli/game_files.hpp"
#include "cli/profile_commands.hpp"
#include "cli/terminal.hpp"
#include "core/text.hpp"
#include "core/version.hpp"
#include "kriegspiel/belief/profile_learner.hpp"

namespace nebel::cli {

namespace {

using kriegspiel::Profile;
using kriegspiel::ProfileLearner;

struct ProfileArguments {
    std::vector<std::string> files;
    std::string player;
    std::string out;
    std::string note;
    std::string profile = "default";
    std::string colour = "white";
    std::string man = "knight";
    int time = 10;
    bool gradient = false;
};

constexpr std::array<std::pair<std::string_view, chess::PieceType>, 7> kMen{
    {{"pawn", chess::kPawn},
     {"knight", chess::kKnight},
     {"bishop", chess::kBishop},
     {"rook", chess::kRook},
     {"queen", chess::kQueen},
     {"king", chess::kKing},
     {"piece", chess::kNoType}}};

// A line that redraws itself on a terminal, and a line every thousand games elsewhere.
void show_progress(std::uint64_t games, bool last) {
    static const bool terminal = standard_output_is_terminal();
    if (terminal && (last || games % 20 == 0))
        fmt::print(stderr, "\r{} games{}", games, last ? "\n" : "");
    else if (!terminal && games % 1000 == 0 && !last)
        fmt::print(stderr, "{} games\n", games);
}

void learn(const ProfileArguments& arguments) {
    ProfileLearner learner;
    std::set<std::string> names;
    std::uint64_t games = 0;
    std::uint64_t other_starts = 0;
    each_kriegspiel_game(arguments.files, [&](const auto& record) {
        PerSeat<bool> wanted;
        for (const Seat seat : kSeats) {
            names.insert(record.players[seat]);
            wanted[seat] =
                arguments.player.empty() || is_player(record.players[seat], arguments.player);
        }
        ++games;
        show_progress(games, false);
        if ((wanted[Seat::First] || wanted[Seat::Second]) && !learner.add(record, wanted))
            ++other_starts;
        return true;
    });
    show_progress(games, true);
    if (learner.sides() == 0) {
        if (!arguments.player.empty() && games > other_starts)
            throw UserError(fmt::format("no game of {}; players in these games: {}",
                                        quote(arguments.player),
                                        join({names.begin(), names.end()}, ", ")));
        throw UserError("no game from the usual start on the usual board among these");
    }
    std::vector<std::string> about;
    about.push_back(fmt::format("{}: {} games as white, {} as black",
                                arguments.player.empty()
                                    ? "the average of " + join({names.begin(), names.end()}, ", ")
                                    : arguments.player,
                                learner.sides(chess::kWhite), learner.sides(chess::kBlack)));
    about.push_back(fmt::format("learned by nebel {}", kVersion));
    if (!arguments.note.empty())
        about.push_back(arguments.note);
    if (other_starts > 0)
        fmt::print(stderr, "{} games from other starts were left out\n", other_starts);
    const auto text = learner.learn(std::move(about)).text();
    if (arguments.out.empty()) {
        fmt::print("{}", text);
        return;
    }
    std::ofstream file(arguments.out, std::ios::binary);
    file << text;
    file.close();
    if (!file)
        throw UserError("cannot write " + arguments.out);
    fmt::print("wrote {}; nebel profile show {} draws it\n", arguments.out, arguments.out);
}

float value(
    const Profile& profile, chess::Colour colour, chess::PieceType man, int time, chess::Square s) {
    if (man != chess::kNoType)
        return profile.at(colour, man, time, s);
    return profile.of(colour, Profile::Class::Piece, time)[s];
}

// Each square in hundredths of one man; on a terminal the darker the likelier.
void draw(const Profile& profile, const ProfileArguments& arguments, chess::PieceType man) {
    const auto colour = arguments.colour == "white" ? chess::kWhite : chess::kBlack;
    const auto paint = Paint::for_standard_output();
    for (int rank = 7; rank >= 0; --rank) {
        fmt::print("{} ", rank + 1);
        for (int file = 0; file < 8; ++file) {
            const auto s = chess::make_square(file, rank);
            float here = value(profile, colour, man, arguments.time, s);
            if (arguments.gradient)
                here = value(profile, colour, man, arguments.time + 1, s) - here;
            const double percent = 100.0 * here;
            const auto shown = std::abs(percent) < 0.05 ? "    ." : fmt::format("{:5.1f}", percent);
            const double strength = std::abs(percent);
            const Ink ink = percent < -0.05   ? Ink::Red
                            : strength < 0.05 ? Ink::Dim
                            : strength < 1.5  ? Ink::Plain
                                              : (strength < 10 ? Ink::Cyan : Ink::Bold);
            fmt::print(" {}", paint(ink, shown));
        }
        fmt::print("\n");
    }
    fmt::print("  ");
    for (char file = 'a'; file <= 'h'; ++file)
        fmt::print("     {}", file);
    fmt::print("\n");
}

void show(const ProfileArguments& arguments) {
    const auto profile = kriegspiel::load_profile(arguments.profile);
    if (profile == nullptr)
        throw UserError("there is nothing to show of the profile 'none'");
    const auto found = std::find_if(
        kMen.begin(), kMen.end(), [&](const auto& entry) { return entry.first == arguments.man; });
    for (const auto& line : profile->about())
        fmt::print("{}\n", line);
    const auto colour = arguments.colour == "white" ? chess::kWhite : chess::kBlack;
    if (found->second != chess::kNoType)
        fmt::print("{:.2f} {}s on average; ", profile->men(colour, found->second, arguments.time),
                   arguments.man);
    if (arguments.gradient)
        fmt::print("{} {}, move {} against move {}: hundredths of one man\n", arguments.colour,
                   arguments.man, arguments.time + 1, arguments.time);
    else
        fmt::print("{} {} after {} moves: hundredths of one man\n", arguments.colour, arguments.man,
                   arguments.time);
    draw(*profile, arguments, found->second);
}

}  // namespace

void add_profile(Command& program) {
    auto command = program.add_command(
        "profile",
        "how a Kriegspiel opponent's men tend to stand and move: learn it from games, look at it");
    command.require_command();
    auto arguments = std::make_shared<ProfileArguments>();
    auto& a = *arguments;

    auto learn_command = command.add_command("learn", "make a profile from games");
    learn_command
        .add_option("FILES", a.files, "records (JSON lines), stores of nebel match, or PGN")
        .required();
    learn_command.add_option("--player", a.player,
                             "only this player's men (default: the average of all)");
    learn_command.add_option("--out", a.out, "write here (default: standard output)");
    learn_command.add_option("--note", a.note, "one more line about the games");
    learn_command.callback([arguments] { learn(*arguments); });

    std::vector<std::string> men;
    for (const auto& entry : kMen)
        men.emplace_back(entry.first);
    auto show_command = command.add_command("show", "draw a profile as a board");
    show_command.add_option("PROFILE", a.profile, "default or a file of learn (default)");
    show_command.add_option("--colour", a.colour, "white or black (white)")
        .one_of({"white", "black"});
    show_command.add_option("--man", a.man, "pawn, knight ... king, or piece (knight)").one_of(men);
    show_command.add_option("--time", a.time, "moves that side has made (10)")
        .range(0, Profile::kLastTime);
    show_command.add_flag("--gradient", a.gradient, "the change to the next move instead");
    show_command.callback([arguments] { show(*arguments); });
    add_profile_moves(command);
}

}  // namespace nebel::cli
