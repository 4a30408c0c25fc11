#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "server/server.hpp"

namespace nebel::cli {

namespace {

constexpr int kPortTries = 20;

struct ServeArguments {
    std::string listen = "127.0.0.1";
    std::uint16_t port = 8080;
    bool port_given = false;
    std::vector<std::string> names;
    std::string page;
    std::string store;
    unsigned workers = 0;
    bool no_pondering = false;
    bool browser = false;
};

/// Where a user's programs keep what they must not lose.
std::filesystem::path default_store() {
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    std::filesystem::path folder;
    if (data != nullptr && *data != '\0')
        folder = data;
    else if (home != nullptr && *home != '\0')
        folder = std::filesystem::path(home) / ".local" / "share";
    else
        throw UserError(
            "neither HOME nor XDG_DATA_HOME is set: say where the games go with --store FILE");
    return folder / "nebel" / "table.db";
}

/// web/dist beside the program (an installed one), above it (a build folder in the checkout), or in
/// the checkout it was built from.
std::filesystem::path default_page() {
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    for (auto folder = program.parent_path(); !error && folder.has_relative_path();
         folder = folder.parent_path())
        for (const char* place : {"web/dist", "share/nebel/web"})
            if (std::filesystem::exists(folder / place / "index.html", error))
                return folder / place;
    return std::filesystem::path(NEBEL_SOURCE_DIR) / "web" / "dist";
}

void open_browser(const std::string& address) {
    if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr)
        return;
    if (fork() == 0) {
        execlp("xdg-open", "xdg-open", address.c_str(), static_cast<char*>(nullptr));
        _exit(1);
    }
}

void serve(const ServeArguments& arguments) {
    server::Server::Setting setting;
    setting.listen = arguments.listen;
    setting.port = arguments.port;
    // Not any free one: the browser keeps a person's seats by the page's address.
    setting.port_tries = arguments.port_given ? 1 : kPortTries;
    for (const auto& name : arguments.names)
        setting.names.push_back(lower(name));
    setting.page = arguments.page.empty() ? default_page() : std::filesystem::path(arguments.page);
    setting.hall.store =
        arguments.store.empty() ? default_store() : std::filesystem::path(arguments.store);
    if (const auto folder = setting.hall.store.parent_path(); !folder.empty()) {
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        if (error)
            throw UserError(fmt::format("{}: {}", folder.string(), error.message()));
    }
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    setting.hall.workers = arguments.workers != 0 ? arguments.workers : std::max(1u, cores - 1);
    setting.hall.pondering = !arguments.no_pondering;
    server::Server table(std::move(setting));
    const bool any = arguments.listen == "0.0.0.0" || arguments.listen == "::";
    const auto address =
        fmt::format("http://{}:{}/", any ? "127.0.0.1" : arguments.listen, table.port());
    std::string greeting = fmt::format("The table is open: {}\n", address);
    if (table.is_open())
        greeting += fmt::format(
            "Every computer that can reach {} port {} can open it, play and see the list of games "
            "and finished games.\nThe connection is not encrypted: whoever sees the traffic sees "
            "the moves and the seats' tokens. Use it in a network you trust.\n",
            arguments.listen, table.port());
    std::signal(SIGPIPE, SIG_IGN);  // whoever reads this line may go; the table stays
    fmt::print("{}Ctrl-C closes it; running games go on when it is opened again.\n", greeting);
    std::fflush(stdout);
    if (arguments.browser)
        open_browser(address);
    table.run(true);
}

}  // namespace

void add_serve(Command& program) {
    auto command = program.add_command("serve", "the web table: play in the browser");
    auto arguments = std::make_shared<ServeArguments>();
    auto& a = *arguments;
    auto port = command.add_option("--port", a.port,
                                   "the port; 0 for any free one (8080, or the next that is free)");
    command.add_option("--listen", a.listen,
                       "the address to listen on (127.0.0.1: this computer alone); 0.0.0.0 lets "
                       "every computer in");
    command.add_option("--name", a.names,
                       "a host name by which others may ask for this computer; may be repeated");
    command.add_option("--page", a.page, "the folder of the built page");
    command.add_option("--store", a.store, "the file of the games");
    command.add_option("--workers", a.workers, "threads in which engines think (cores less one)")
        .range(1, 256);
    command.add_flag("--no-pondering", a.no_pondering,
                     "engines rest while a person thinks; else one of them at a time may go on");
    command.add_flag("--browser", a.browser, "open the page if there is a screen");
    command.callback([arguments, port] {
        arguments->port_given = port.given();
        serve(*arguments);
    });
}

}  // namespace nebel::cli
