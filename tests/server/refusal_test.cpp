#include <gtest/gtest.h>

#include "server/limits.hpp"
#include "server/table.hpp"

// Strangers, accidents and malice: everything gets an answer with a reason, nothing hurts a game.
namespace nebel::server::testing {
namespace {

class Refusal : public ::testing::Test {
 protected:
    int ask(const std::string& target, const Headers& headers) {
        return request(table_.port(), "GET", target, {}, headers).status;
    }
    int listen(const std::string& target, const Headers& headers = {}) {
        try {
            WebSocket socket(table_.port(), target, headers);
            return 101;
        } catch (const Refused& refused) {
            return refused.reply.status;
        }
    }
    [[nodiscard]] std::string ours() const { return "127.0.0.1:" + std::to_string(table_.port()); }

    Folder folder_;
    Serving table_{[this] {
        auto setting = test_setting(folder_ / "table.db");
        setting.message_burst = 20;
        return setting;
    }()};
};

TEST_F(Refusal, OfForeignHostsAndOrigins) {
    const auto made = create_game(table_.port(), "darkchess", "", kPerson, engine("random"));
    const auto target = "/ws/" + made["id"].get<std::string>() +
                        "?token=" + made["tokens"]["first"].get<std::string>();
    EXPECT_EQ(ask("/api/games", {{"Host", "evil.example"}}), 403);
    EXPECT_EQ(ask("/api/games", {{"Host", "192.168.1.5:80"}}), 403);  // not a table for others
    EXPECT_EQ(ask("/api/games", {{"Host", "localhost:99"}}), 200);
    EXPECT_EQ(ask("/api/games", {{"Origin", "http://evil.example"}}), 403);
    EXPECT_EQ(ask("/api/games", {{"Origin", "http://127.0.0.1:1"}}), 403);
    EXPECT_EQ(ask("/api/games", {{"Origin", "null"}}), 403);
    EXPECT_EQ(ask("/api/games", {{"Origin", "http://" + ours()}}), 200);
    EXPECT_EQ(ask("/api/games", {{"Sec-Fetch-Site", "cross-site"}}), 403);
    EXPECT_EQ(listen(target, {{"Origin", "http://evil.example"}}), 403);
    EXPECT_EQ(listen(target, {{"Host", "evil.example"}}), 403);
    EXPECT_EQ(listen(target, {{"Host", "evil.example"}, {"Origin", "http://evil.example"}}), 403);
    EXPECT_EQ(listen(target, {{"Origin", "http://" + ours()}}), 101);
}

TEST_F(Refusal, OfTokensThatAreNone) {
    const auto made = create_game(table_.port(), "kriegspiel", "", kPerson, engine("random"));
    const auto other = create_game(table_.port(), "kriegspiel", "", kPerson, engine("random"));
    const auto path = "/ws/" + made["id"].get<std::string>();
    const std::string right = made["tokens"]["first"];
    EXPECT_EQ(listen(path), 403);
    EXPECT_EQ(listen(path + "?token="), 403);  // an engine's seat has an empty one
    EXPECT_EQ(listen(path + "?token=" + right.substr(1)), 403);
    EXPECT_EQ(listen(path + "?token=" + right + "x"), 403);
    EXPECT_EQ(listen(path + "?token=" + other["tokens"]["first"].get<std::string>()), 403);
    EXPECT_EQ(listen("/ws/nobody?token=" + right), 404);
    EXPECT_EQ(listen("/elsewhere?token=" + right), 404);
    EXPECT_EQ(listen(path + "?token=" + right), 101);
    EXPECT_GE(right.size(), 22u);
    EXPECT_NE(right, other["tokens"]["first"]);
}

TEST_F(Refusal, OfMessagesThatMeanNothing) {
    const auto made = create_game(table_.port(), "kriegspiel", "", kPerson, engine("random"));
    Page page(table_.port(), made["id"], made["tokens"]["first"]);
    page.until("view");
    for (const char* text :
         {"", "{", "[]", "7", "null", "{}", R"({"type":7})", R"({"type":"dance"})",
          R"({"type":"act"})", R"({"type":"act","action":5})",
          R"({"type":"act","id":{},"action":"e2e4"})",
          R"({"type":"act","action":"e2e4","n":-3})"}) {
        page.socket.send(text);
        EXPECT_FALSE(page.until("error")["reason"].get<std::string>().empty()) << text;
    }
    EXPECT_EQ(page.act("e2e9"), "invalid");
    EXPECT_FALSE(page.answer()["reason"].get<std::string>().empty());
    page.socket.send_frame(2, "bytes");
    EXPECT_EQ(page.until("error")["reason"], "a message is text, not bytes");
    EXPECT_EQ(page.act("e2e4"), "accepted");
}

TEST_F(Refusal, HurtsNoOtherGame) {
    const auto made = create_game(table_.port(), "kriegspiel", "", kPerson, kPerson);
    const std::string id = made["id"];
    Page white(table_.port(), id, made["tokens"]["first"]);
    Page black(table_.port(), id, made["tokens"]["second"]);
    white.until("view");
    {
        // Too large, too fast, not text, not a frame: each costs its own line only.
        const auto other = create_game(table_.port(), "darkchess", "", kPerson, engine("random"));
        const auto target = "/ws/" + other["id"].get<std::string>() +
                            "?token=" + other["tokens"]["first"].get<std::string>();
        WebSocket large(table_.port(), target);
        large.send(std::string(limits::kMessageSize + 1, ' '));
        while (large.receive()) {
        }
        EXPECT_EQ(large.close_code(), 1009);
        WebSocket fast(table_.port(), target);
        for (int i = 0; i < 200; ++i)
            fast.send(R"({"type":"ping"})");
        std::string last;
        while (const auto message = fast.receive())
            last = *message;
        EXPECT_EQ(json::parse(last)["type"], "bye");
        EXPECT_EQ(fast.close_code(), 4003);
        WebSocket garbled(table_.port(), target);
        garbled.send("\xff\xfe");
        while (garbled.receive()) {
        }
        EXPECT_EQ(garbled.close_code(), 1007);
        WebSocket odd(table_.port(), target);
        odd.send_frame(3, "no such frame");
        while (odd.receive()) {
        }
        EXPECT_EQ(odd.close_code(), 1002);
    }
    EXPECT_EQ(white.act("e2e4"), "accepted");
    black.until_my_turn();
    EXPECT_EQ(black.act("e7e5"), "accepted");
}

TEST_F(Refusal, OfRequestsThatMakeNoSense) {
    const auto port = table_.port();
    const auto post = [&](const std::string& body) {
        const auto reply = request(port, "POST", "/api/games", body);
        EXPECT_FALSE(json::parse(reply.body)["error"].get<std::string>().empty());
        return reply.status;
    };
    EXPECT_EQ(post("{"), 400);
    EXPECT_EQ(post("[]"), 400);
    EXPECT_EQ(post(R"({"game":"go","seats":[{"kind":"person"},{"kind":"person"}]})"), 400);
    EXPECT_EQ(
        post(
            R"({"game":"kriegspiel","rules":"wild17","seats":[{"kind":"person"},{"kind":"person"}]})"),
        400);
    EXPECT_EQ(post(R"({"game":"kriegspiel","seats":[{"kind":"person"}]})"), 400);
    EXPECT_EQ(
        post(
            R"({"game":"kriegspiel","seats":[{"kind":"engine","player":"cmd","level":"easy"},{"kind":"person"}]})"),
        400);
    EXPECT_EQ(
        post(
            R"({"game":"kriegspiel","seats":[{"kind":"engine","player":"random"},{"kind":"engine","player":"random"}]})"),
        400);
    EXPECT_EQ(
        post(
            R"({"game":"kriegspiel","rules":"wild16","seats":[{"kind":"engine","player":"alphabeta"},{"kind":"person"}]})"),
        400);
    EXPECT_EQ(
        post(
            R"({"game":"kriegspiel","seats":[{"kind":"person"},{"kind":"person"}],"clock":{"base_s":-1}})"),
        400);
    EXPECT_EQ(post(std::string(limits::kRequestBodySize + 1, ' ')), 413);
    const std::string wish =
        R"({"game":"darkchess","seats":[{"kind":"person"},{"kind":"person"}]})";
    EXPECT_EQ(request(port, "POST", "/api/games", wish, {{"Content-Type", "text/plain"}}).status,
              415);
    EXPECT_EQ(request(port, "DELETE", "/api/games").status, 405);
    EXPECT_EQ(request(port, "GET", "/api/nothing").status, 404);
    EXPECT_EQ(request(port, "GET", "/api/games/nobody").status, 404);
    EXPECT_EQ(request(port, "GET", "/api/games/nobody/review").status, 404);
    EXPECT_EQ(request(port, "GET", "/api/stratego/setup?rules=classic&kind=odd").status, 400);
    EXPECT_NE(raw_exchange(port, "HELLO\r\n\r\n").find(" 400 "), std::string::npos);
    EXPECT_NE(raw_exchange(port, "GET / HTTP/1.1\r\nX: " + std::string(10000, 'x') + "\r\n\r\n")
                  .find(" 431 "),
              std::string::npos);
}

TEST_F(Refusal, OfTooManyGames) {
    const std::string wish =
        R"({"game":"darkchess","seats":[{"kind":"person"},{"kind":"person"}]})";
    int made = 0;
    int status = 201;
    for (; status == 201 && made < 2 * limits::kCreateBurst; ++made)
        status = request(table_.port(), "POST", "/api/games", wish).status;
    EXPECT_EQ(status, 429);
    EXPECT_GE(made, limits::kCreateBurst);
}

}  // namespace
}  // namespace nebel::server::testing
