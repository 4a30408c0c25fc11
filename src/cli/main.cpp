#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "core/error.hpp"
#include "core/version.hpp"

namespace {

constexpr int kBadInput = 2;

void run(int argc, char** argv) {
    nebel::cli::CommandLine line("nebel: board games in which you cannot see everything",
                                 fmt::format("nebel {}", nebel::kVersion));
    auto program = line.root();
    program.require_command();
    nebel::cli::add_play(program);
    nebel::cli::add_serve(program);
    nebel::cli::add_match(program);
    nebel::cli::add_engine(program);
    nebel::cli::add_referee(program);
    nebel::cli::add_players(program);
    nebel::cli::add_perft(program);
    nebel::cli::add_bench(program);
    nebel::cli::add_lab(program);
    nebel::cli::add_conversion(program);
    nebel::cli::add_profile(program);
    nebel::cli::add_belief(program);
    line.run(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(argc, argv);
        return 0;
    } catch (const nebel::cli::ExitStatus& status) {
        return status.code;
    } catch (const nebel::UserError& error) {
        fmt::print(stderr, "nebel: {}\n", error.what());
        return kBadInput;
    } catch (const std::exception& error) {
        fmt::print(stderr, "nebel: {}\n", error.what());
        return 1;
    }
}
