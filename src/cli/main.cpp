#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "cli/commands.hpp"
#include "core/error.hpp"
#include "core/version.hpp"

namespace {

constexpr int kBadInput = 2;

int run(int argc, char** argv) {
    CLI::App app{"nebel: board games in which you cannot see everything"};
    app.set_version_flag("--version", fmt::format("nebel {}", nebel::kVersion));
    app.require_subcommand(1);
    nebel::cli::add_play(app);
    nebel::cli::add_serve(app);
    nebel::cli::add_match(app);
    nebel::cli::add_engine(app);
    nebel::cli::add_referee(app);
    nebel::cli::add_players(app);
    nebel::cli::add_perft(app);
    nebel::cli::add_bench(app);
    nebel::cli::add_lab(app);
    nebel::cli::add_conversion(app);
    nebel::cli::add_profile(app);
    nebel::cli::add_belief(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
            return app.exit(error);
        fmt::print(stderr, "nebel: {} (see nebel --help)\n", error.what());
        return kBadInput;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
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
