#include "chess/perft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/start_positions.hpp"
#include "cli/commands.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "darkchess/movegen.hpp"
#include "darkchess/perft.hpp"

namespace nebel::cli {

namespace {

constexpr int kDeepest = 30;

struct PerftArguments {
    std::string game = "chess";
    std::string fen;
    std::string board;
    int depth = 0;
    bool divide = false;
};

struct Branch {
    std::string action;
    std::uint64_t nodes;
};

chess::Position chess_start(const PerftArguments& arguments) {
    if (!arguments.fen.empty())
        return value_or_throw(chess::parse_fen(arguments.fen), "--fen");
    return value_or_throw(
        chess::start_position(arguments.board.empty() ? "standard" : arguments.board), "--board");
}

std::vector<Branch> divide_chess(const chess::Position& position, int depth) {
    std::vector<Branch> branches;
    for (const auto& [move, nodes] : chess::perft_divide(position, depth))
        branches.push_back({chess::to_uci(move), nodes});
    return branches;
}

std::vector<Branch> divide_darkchess(const darkchess::Board& board, int depth) {
    darkchess::Actions actions;
    darkchess::generate(board, actions);
    std::vector<Branch> branches;
    for (const auto action : actions) {
        std::uint64_t nodes = 0;
        const auto count = [&](auto&& act) {
            darkchess::Board after = board;
            act(after);
            nodes += darkchess::perft(after, depth - 1);
        };
        if (!action.is_flip())
            count([&](darkchess::Board& after) { after.move(action.from, action.to); });
        else
            for (const auto man : darkchess::kAllMen)
                if (board.dark_left(man) > 0)
                    count([&](darkchess::Board& after) { after.flip(action.from, man); });
        branches.push_back({action.text(), nodes});
    }
    return branches;
}

void run_perft(const PerftArguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<Branch> branches;
    std::uint64_t nodes = 0;
    const auto work = [&](const auto& position, auto&& divide, auto&& count) {
        if (arguments.divide && arguments.depth > 0)
            branches = divide(position, arguments.depth);
        else
            nodes = count(position, arguments.depth);
    };
    if (arguments.game == "darkchess") {
        if (!arguments.board.empty())
            throw UserError("--board names boards of chess; give dark chess a position by --fen");
        const auto board = arguments.fen.empty()
                               ? darkchess::Board()
                               : value_or_throw(darkchess::Board::parse(arguments.fen), "--fen");
        work(board, divide_darkchess, darkchess::perft);
    } else if (arguments.game == "chess") {
        work(chess_start(arguments), divide_chess, chess::perft);
    } else {
        throw UserError("no perft for " + quote(arguments.game) + "; games: chess, darkchess");
    }
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::sort(branches.begin(), branches.end(),
              [](const Branch& a, const Branch& b) { return a.action < b.action; });
    for (const auto& branch : branches) {
        fmt::print("{} {}\n", branch.action, branch.nodes);
        nodes += branch.nodes;
    }
    fmt::print("nodes {}\nseconds {:.3f}\nnps {:.0f}\n", nodes, seconds,
               seconds > 0 ? static_cast<double>(nodes) / seconds : 0.0);
}

}  // namespace

void add_perft(Command& program) {
    auto command = program.add_command("perft", "count the lines of play to a depth");
    auto arguments = std::make_shared<PerftArguments>();
    auto fen = command.add_option("--fen", arguments->fen, "the position to start from");
    command.add_option("--board", arguments->board, "a named start position: standard, 5x6, ...")
        .excludes(fen);
    command.add_option("--depth", arguments->depth, "plies to count").required().range(0, kDeepest);
    command.add_flag("--divide", arguments->divide, "split the count by the first action");
    command.add_option("--game", arguments->game, "chess or darkchess (chess)");
    command.callback([arguments] { run_perft(*arguments); });
}

}  // namespace nebel::cli
