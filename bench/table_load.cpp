// Holds many games at once against a running `nebel serve` and says how quickly it answers, how
// much memory a game costs, and whether anything is lost when the table is killed in the middle.
//
//   table_load PROGRAM [GAMES [SECONDS [PACE_MS]]]
//
// Each client sends one try every PACE_MS milliseconds when it is its turn, as a quick person
// would.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/rng.hpp"
#include "core/text.hpp"
#include "server/client.hpp"

namespace {

using nebel::Rng;
using nebel::server::testing::request;
using nebel::server::testing::WebSocket;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// `nebel serve` as a process of ours.
class Program {
 public:
    Program(const std::string& program, const std::string& store) {
        int ends[2];
        if (pipe(ends) != 0)
            throw std::runtime_error("no pipe");
        process_ = fork();
        if (process_ == 0) {
            dup2(ends[1], STDOUT_FILENO);
            close(ends[0]);
            close(ends[1]);
            execl(program.c_str(), program.c_str(), "serve", "--port", "0", "--store",
                  store.c_str(), static_cast<char*>(nullptr));
            _exit(1);
        }
        close(ends[1]);
        std::string text;
        char byte = 0;
        while (read(ends[0], &byte, 1) == 1 && byte != '\n')
            text += byte;
        close(ends[0]);
        const auto colon = text.rfind(':');
        const auto port =
            nebel::parse_number<std::uint16_t>(text.substr(colon + 1, text.rfind('/') - colon - 1));
        if (!port)
            throw std::runtime_error("the table did not open: " + text);
        port_ = *port;
    }
    ~Program() { die(); }
    Program(const Program&) = delete;

    void die() {
        if (process_ > 0) {
            kill(process_, SIGKILL);
            waitpid(process_, nullptr, 0);
        }
        process_ = -1;
    }
    [[nodiscard]] std::uint16_t port() const { return port_; }

    /// Resident memory in kilobytes.
    [[nodiscard]] long memory() const {
        std::ifstream status(fmt::format("/proc/{}/status", process_));
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("VmRSS:"))
                return std::stol(line.substr(6));
        return 0;
    }

    /// Seconds of processor time since it began.
    [[nodiscard]] double processor() const {
        std::ifstream stat(fmt::format("/proc/{}/stat", process_));
        std::string text;
        std::getline(stat, text);
        const auto words = nebel::split_words(text.substr(text.rfind(')') + 1));
        constexpr std::size_t kUser = 11;  // counted from behind the name
        return (nebel::parse_number<double>(words.at(kUser)).value_or(0) +
                nebel::parse_number<double>(words.at(kUser + 1)).value_or(0)) /
               static_cast<double>(sysconf(_SC_CLK_TCK));
    }

 private:
    pid_t process_ = -1;
    std::uint16_t port_ = 0;
};

/// One person of the load.
struct Client {
    std::string id;
    std::string token;
    std::unique_ptr<WebSocket> socket;
    json view;
    std::vector<std::string> told;  ///< every event, as it came
    Clock::time_point asked;
    Clock::time_point due;
    bool waiting_for_answer = false;
    bool waiting_for_turn = false;
    bool over = false;

    void connect(std::uint16_t port) {
        socket = std::make_unique<WebSocket>(
            port, "/ws/" + id + "?token=" + token + "&after=" + std::to_string(told.size()));
        waiting_for_answer = waiting_for_turn = false;
    }
};

struct Times {
    std::vector<double> answers;  ///< a try, until its verdict
    std::vector<double> turns;  ///< a try, until the opponent has answered and it is our turn again

    static std::string line(std::string_view what, std::vector<double> times) {
        if (times.empty())
            return fmt::format("{}: none", what);
        std::sort(times.begin(), times.end());
        const auto at = [&](double share) {
            return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
        };
        return fmt::format("{}: {} of them, median {:.2f} ms, 99% {:.2f} ms, worst {:.2f} ms", what,
                           times.size(), at(0.5), at(0.99), times.back());
    }
};

void hear(Client& client, Times& times) {
    while (const auto text = client.socket->poll()) {
        const auto message = json::parse(*text);
        const std::string type = message["type"];
        if (type == "event") {
            if (message["n"] != client.told.size() + 1)
                throw std::runtime_error("an event was lost or came twice");
            client.told.push_back(*text);
        } else if (type == "answer") {
            times.answers.push_back(ms_since(client.asked));
            client.waiting_for_answer = false;
        } else if (type == "view") {
            client.view = message["view"];
            client.over = !client.view["outcome"].is_null();
            if (client.waiting_for_turn && client.view["my_turn"].get<bool>()) {
                client.waiting_for_turn = false;
                times.turns.push_back(ms_since(client.asked));
            }
        }
    }
}

/// Plays on all lines for so long.
void play(std::vector<Client>& clients, double seconds, int pace, Rng& rng, Times& times) {
    const auto start = Clock::now();
    std::vector<pollfd> lines;
    for (const auto& client : clients)
        lines.push_back({client.socket->descriptor(), POLLIN, 0});
    // What came with the answer to the handshake has been read already.
    for (auto& client : clients)
        hear(client, times);
    while (ms_since(start) < seconds * 1000) {
        poll(lines.data(), lines.size(), 1);
        for (std::size_t i = 0; i < clients.size(); ++i) {
            Client& client = clients[i];
            if (lines[i].revents != 0)
                hear(client, times);
            if (client.over || client.view.is_null() || !client.view["my_turn"].get<bool>() ||
                client.waiting_for_answer || Clock::now() < client.due)
                continue;
            const auto& tries = client.view["tries"];
            const std::string action = tries[rng.below(static_cast<std::uint32_t>(tries.size()))];
            client.asked = Clock::now();
            client.due =
                client.asked +
                std::chrono::milliseconds(
                    pace / 2 + static_cast<int>(rng.below(static_cast<std::uint32_t>(pace))));
            client.waiting_for_answer = client.waiting_for_turn = true;
            client.socket->send(json{{"type", "act"}, {"id", 1}, {"action", action}}.dump());
        }
    }
}

int run(const std::string& program, std::size_t games, double seconds, int pace) {
    std::string pattern = (std::filesystem::temp_directory_path() / "nebel-load-XXXXXX").string();
    const std::filesystem::path folder = mkdtemp(pattern.data());
    const std::string store = (folder / "table.db").string();
    Rng rng(1);
    Times times;
    std::vector<Client> clients(games);
    {
        Program table(program, store);
        const long empty = table.memory();
        const json wish{{"game", "kriegspiel"},
                        {"rules", "wild16"},
                        {"seats",
                         {{{"kind", "person"}},
                          {{"kind", "engine"}, {"player", "random"}, {"level", "strong"}}}}};
        const auto start = Clock::now();
        for (auto& client : clients) {
            const auto made =
                json::parse(request(table.port(), "POST", "/api/games", wish.dump()).body);
            client.id = made["id"];
            client.token = made["tokens"]["first"];
            client.connect(table.port());
        }
        fmt::print("{} games made and joined in {:.0f} ms\n", games, ms_since(start));
        const double before = table.processor();
        play(clients, seconds, pace, rng, times);
        const double used = table.processor() - before;
        const long full = table.memory();
        fmt::print("{}\n{}\n", Times::line("answers to a try", times.answers),
                   Times::line("until the opponent has moved", times.turns));
        fmt::print(
            "the table's processor time: {:.2f} ms for each try with the opponent's reply\n",
            1000 * used / static_cast<double>(std::max<std::size_t>(times.answers.size(), 1)));
        fmt::print("memory: {} KB before, {} KB with {} games: {:.1f} KB a game\n", empty, full,
                   games, static_cast<double>(full - empty) / static_cast<double>(games));
        fmt::print("killing the table under this load\n");
        table.die();
    }
    for (auto& client : clients) {
        Times ignored;
        hear(client, ignored);  // what was on its way when it died
    }
    const auto start = Clock::now();
    Program table(program, store);
    fmt::print("open again after {:.0f} ms\n", ms_since(start));
    std::size_t lost = 0;
    for (auto& client : clients) {
        Client fresh;
        fresh.id = client.id;
        fresh.token = client.token;
        fresh.connect(table.port());
        Times ignored;
        for (hear(fresh, ignored); fresh.view.is_null(); hear(fresh, ignored)) {
            pollfd line{fresh.socket->descriptor(), POLLIN, 0};
            poll(&line, 1, 10000);
        }
        const bool kept = fresh.told.size() >= client.told.size() &&
                          std::equal(client.told.begin(), client.told.end(), fresh.told.begin());
        lost += kept ? 0 : 1;
        client = std::move(fresh);
    }
    fmt::print("games that lost something: {} of {}\n", lost, games);
    Times after;
    play(clients, std::min(seconds, 5.0), pace, rng, after);
    fmt::print("{}\n", Times::line("answers after the restart", after.answers));
    table.die();
    std::filesystem::remove_all(folder);
    return lost == 0 && !after.answers.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const auto number = [&](int i, double fallback) {
            return argc > i ? nebel::parse_number<double>(argv[i]).value_or(fallback) : fallback;
        };
        if (argc < 2) {
            fmt::print(stderr, "usage: table_load PROGRAM [GAMES [SECONDS [PACE_MS]]]\n");
            return 2;
        }
        return run(argv[1], static_cast<std::size_t>(number(2, 200)), number(3, 30),
                   static_cast<int>(number(4, 1000)));
    } catch (const std::exception& error) {
        fmt::print(stderr, "table_load: {}\n", error.what());
        return 1;
    }
}
