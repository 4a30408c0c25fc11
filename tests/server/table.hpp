#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "core/rng.hpp"
#include "server/client.hpp"
#include "server/server.hpp"

// A real table on a free port of this machine, for tests.
namespace nebel::server::testing {

using nlohmann::json;

/// A folder that goes when the test goes.
class Folder {
 public:
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "nebel-XXXXXX").string();
        path_ = mkdtemp(pattern.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    [[nodiscard]] std::filesystem::path operator/(std::string_view name) const {
        return path_ / name;
    }

 private:
    std::filesystem::path path_;
};

/// Names and seeds that are the same in every run.
inline Entropy fixed_entropy(std::uint64_t seed) {
    return [rng = std::make_shared<Rng>(seed)] { return rng->next(); };
}

/// A setting for tests: as fast as it goes, one worker.
inline Server::Setting test_setting(const std::filesystem::path& store) {
    Server::Setting setting;
    setting.hall.store = store;
    setting.hall.workers = 2;
    setting.page = store.parent_path() / "page";
    setting.message_burst = 1e9;
    return setting;
}

/// A table that serves from a thread of its own while the object lives.
class Serving {
 public:
    explicit Serving(Server::Setting setting)
        : server_(std::move(setting)), thread_([this] { server_.run(false); }) {}
    ~Serving() {
        server_.stop();
        thread_.join();
    }
    [[nodiscard]] std::uint16_t port() const { return server_.port(); }
    Server& server() { return server_; }

    /// Runs a function in the table's thread and waits for it.
    void inside(const std::function<void(Hall&)>& body) {
        std::atomic<bool> done = false;
        server_.post([&] {
            body(server_.hall());
            done = true;
            done.notify_all();
        });
        done.wait(false);
    }

 private:
    Server server_;
    std::thread thread_;
};

inline const json kPerson{{"kind", "person"}};
inline json engine(std::string_view player, std::string_view level = "strong") {
    return {{"kind", "engine"}, {"player", player}, {"level", level}};
}

/// Asks for a game and gives the answer.
inline json create_game(std::uint16_t port,
                        std::string_view game,
                        std::string_view rules,
                        const json& first,
                        const json& second,
                        const json& clock = nullptr) {
    const json wish{{"game", game}, {"rules", rules}, {"seats", {first, second}}, {"clock", clock}};
    const auto reply = request(port, "POST", "/api/games", wish.dump());
    EXPECT_EQ(reply.status, 201) << reply.body;
    return json::parse(reply.body);
}

inline json get_json(std::uint16_t port, const std::string& target) {
    const auto reply = request(port, "GET", target);
    EXPECT_EQ(reply.status, 200) << target << ": " << reply.body;
    return json::parse(reply.body, nullptr, false);
}

/// A person's page: keeps what it was told and acts.
class Page {
 public:
    Page(std::uint16_t port, const std::string& id, const std::string& token, std::size_t after = 0)
        : socket(port, "/ws/" + id + "?token=" + token + "&after=" + std::to_string(after)),
          last(after) {}

    /// Reads one message and keeps it; nothing when the table has closed the line.
    std::optional<json> next() {
        const auto text = socket.receive();
        if (!text)
            return std::nullopt;
        json message = json::parse(*text);
        const std::string type = message["type"];
        if (type == "hello") {
            hello = message;
        } else if (type == "event") {
            EXPECT_EQ(message["n"], last + 1) << "an event was lost or came twice";
            last = message["n"];
            events.push_back(message);
        } else if (type == "view") {
            EXPECT_EQ(message["n"], last);
            view = message["view"];
            if (message.contains("clock"))
                clock = message["clock"];
        }
        return message;
    }

    /// Reads until a message of this type has come.
    json until(std::string_view type) {
        while (true) {
            const auto message = next();
            if (!message)
                throw std::runtime_error("the line was closed");
            if ((*message)["type"] == type)
                return *message;
        }
    }

    /// Reads until it is this seat's turn or the game is over.
    void until_my_turn() {
        while (view.is_null() || (!view["my_turn"].get<bool>() && view["outcome"].is_null()))
            until("view");
    }

    /// Asks, and reads everything that comes of it: the answer, and the view unless it was invalid.
    std::string act(const std::string& action) {
        socket.send(json{{"type", "act"}, {"id", ++asked_}, {"action", action}}.dump());
        const auto answer = until("answer");
        EXPECT_EQ(answer["id"], asked_);
        answer_ = answer;
        if (answer["verdict"] != "invalid")
            until("view");
        return answer["verdict"];
    }
    [[nodiscard]] const json& answer() const { return answer_; }
    [[nodiscard]] bool over() const { return !view.is_null() && !view["outcome"].is_null(); }

    WebSocket socket;
    std::size_t last;
    json hello;
    json events = json::array();
    json view;
    json clock;

 private:
    int asked_ = 0;
    json answer_;
};

/// Plays the offered tries at random until the game is over or `limit` answers were given. The
/// set-up of Stratego is asked of the table.
inline int play_randomly(Page& page, std::uint16_t port, Rng& rng, int limit = 1 << 30) {
    int answers = 0;
    for (page.until_my_turn(); !page.over() && answers < limit; ++answers) {
        if (page.view.value("phase", "") == "setup") {
            const auto setup = get_json(port, "/api/stratego/setup?kind=random&rules=" +
                                                  page.hello["rules"].get<std::string>());
            EXPECT_EQ(page.act(setup["setup"]), "accepted");
        } else {
            const auto& tries = page.view["tries"];
            EXPECT_FALSE(tries.empty());
            page.act(tries[rng.below(static_cast<std::uint32_t>(tries.size()))]);
        }
        page.until_my_turn();
    }
    return answers;
}

}  // namespace nebel::server::testing
