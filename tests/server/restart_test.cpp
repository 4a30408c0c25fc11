#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "darkchess/game.hpp"
#include "game/record_json.hpp"
#include "kriegspiel/game.hpp"
#include "server/table.hpp"
#include "stratego/game.hpp"

// The table dies without warning and comes back: every game goes on at the very try where it was.
namespace nebel::server::testing {
namespace {

/// A table in a process of its own, which can be killed as the machine would.
class Child {
 public:
    explicit Child(const std::filesystem::path& store) {
        int ends[2];
        EXPECT_EQ(pipe(ends), 0);
        process_ = fork();
        if (process_ == 0) {
            Server server(test_setting(store));
            const auto port = server.port();
            if (write(ends[1], &port, sizeof port) != sizeof port)
                _exit(1);
            server.run(false);
            _exit(0);
        }
        EXPECT_EQ(read(ends[0], &port_, sizeof port_), static_cast<ssize_t>(sizeof port_));
        close(ends[0]);
        close(ends[1]);
    }
    ~Child() { die(); }
    Child(const Child&) = delete;

    void die() {
        if (process_ <= 0)
            return;
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
        process_ = -1;
    }
    [[nodiscard]] std::uint16_t port() const { return port_; }

 private:
    pid_t process_ = -1;
    std::uint16_t port_ = 0;
};

template <Game G>
void expect_survival(std::string_view rules, std::uint64_t seed) {
    SCOPED_TRACE(std::string(G::kName));
    const Folder folder;
    Rng rng(seed);
    json told = json::array();
    std::size_t last = 0;
    std::string id;
    std::string token;
    bool over = false;
    for (int life = 0; !over; ++life) {
        Child child(folder / "table.db");
        if (life == 0) {
            const auto made = create_game(child.port(), G::kName, rules, kPerson, engine("random"));
            id = made["id"];
            token = made["tokens"]["first"];
        }
        Page page(child.port(), id, token, last);
        play_randomly(page, child.port(), rng, life < 3 ? 6 : 1 << 30);
        over = page.over();
        // Killed with a question on its way: what was answered before must be there again.
        if (!over && page.view.value("phase", "") != "setup")
            page.socket.send(json{{"type", "act"}, {"action", page.view["tries"][0]}}.dump());
        child.die();
        for (const auto& event : page.events)
            told.push_back(event);
        last = page.last;
    }
    // Whoever comes anew is told the same story, and the referee agrees with it.
    Child child(folder / "table.db");
    Page fresh(child.port(), id, token);
    fresh.until("view");
    EXPECT_EQ(fresh.events, told);
    const auto line = request(child.port(), "GET", "/api/games/" + id + "/record.json").body;
    const auto record = record_from_line<G>(line.substr(0, line.find('\n')));
    ASSERT_TRUE(record);
    EXPECT_TRUE(replay(*record)) << replay(*record).error().message;
}

TEST(Restart, KriegspielGoesOn) {
    expect_survival<kriegspiel::Kriegspiel>("wild16,board=6x6", 1);
}
TEST(Restart, DarkChessGoesOn) {
    expect_survival<darkchess::DarkChess>("ntu60", 2);
}
TEST(Restart, StrategoGoesOn) {
    expect_survival<stratego::Stratego>("barrage,cap=120", 3);
}

TEST(Restart, IsAtTheVeryTryWhereItWas) {
    const Folder folder;
    json made;
    json before;
    {
        Child child(folder / "table.db");
        made = create_game(child.port(), "kriegspiel", "wild16", kPerson, kPerson);
        Page white(child.port(), made["id"], made["tokens"]["first"]);
        Page black(child.port(), made["id"], made["tokens"]["second"]);
        white.until("view");
        EXPECT_EQ(white.act("e2e4"), "accepted");
        black.until_my_turn();
        EXPECT_EQ(black.act("d7d5"), "accepted");
        white.until_my_turn();
        EXPECT_EQ(white.act("e4f5"), "refused");
        before = white.view;
        EXPECT_EQ(before["refused"], json::array({"e4f5"}));
    }
    Child child(folder / "table.db");
    Page white(child.port(), made["id"], made["tokens"]["first"]);
    white.until("view");
    EXPECT_EQ(white.view, before);
    EXPECT_EQ(white.act("e4d5"), "accepted");
    // A resignation is kept as well as a move.
    white.socket.send(R"({"type":"resign"})");
    white.until("view");
    child.die();
    Child third(folder / "table.db");
    EXPECT_EQ(get_json(third.port(), "/api/games/" + made["id"].get<std::string>())["result"],
              "0-1");
}

TEST(Restart, OneTableHoldsAFile) {
    const Folder folder;
    Child child(folder / "table.db");
    EXPECT_THROW(Server(test_setting(folder / "table.db")), UserError);
}

/// Listens and remembers.
class Ear final : public Listener {
 public:
    void send(std::string message) override { heard.push_back(json::parse(message)); }
    void close(int code, std::string_view) override { closed = code; }
    [[nodiscard]] json last_clock() const {
        for (auto message = heard.rbegin(); message != heard.rend(); ++message)
            if (message->contains("clock") && (*message)["type"] == "view")
                return (*message)["clock"];
        return nullptr;
    }
    std::vector<json> heard;
    int closed = 0;
};

/// A hall whose time is the test's own.
Hall::Setting timed_hall(const std::filesystem::path& store, std::int64_t& now) {
    Hall::Setting setting;
    setting.store = store;
    setting.entropy = fixed_entropy(9);
    setting.post = [](const std::function<void()>& body) { body(); };
    setting.wall_ms = [&now] { return now; };
    setting.steady_ms = [&now] { return now; };
    return setting;
}

Hall::Wish timed_wish() {
    Hall::Wish wish;
    wish.game = "kriegspiel";
    wish.rules = "wild16";
    wish.base_ms = 60'000;
    wish.increment_ms = 2'000;
    return wish;
}

TEST(Clock, WaitsForBothThenRunsAndAdds) {
    const Folder folder;
    std::int64_t now = 1'000'000;
    Hall hall(timed_hall(folder / "table.db", now));
    const auto session = hall.create(timed_wish());
    const auto white = std::make_shared<Ear>();
    const auto black = std::make_shared<Ear>();
    session->attach(Role::First, white, 0);
    now += 30'000;
    hall.tick();
    EXPECT_EQ(white->last_clock()["first_ms"], 60'000);  // the friend is not there yet
    EXPECT_TRUE(white->last_clock()["running"].is_null());
    session->attach(Role::Second, black, 0);
    now += 5'000;
    session->receive(Role::First, *white, R"({"type":"act","action":"e2e4"})");
    EXPECT_EQ(black->last_clock()["first_ms"], 57'000);
    EXPECT_EQ(black->last_clock()["second_ms"], 60'000);
    EXPECT_EQ(black->last_clock()["running"], "second");
    now += 59'999;
    hall.tick();
    EXPECT_FALSE(session->game().outcome());
    now += 1;
    hall.tick();
    ASSERT_TRUE(session->game().outcome());
    EXPECT_EQ(*session->game().outcome(), win_for(Seat::First, Reason::TimeOut));
}

TEST(Clock, DoesNotRunWhileTheTableIsDown) {
    const Folder folder;
    std::int64_t now = 1'000'000;
    const pid_t process = fork();
    if (process == 0) {
        Hall hall(timed_hall(folder / "table.db", now));
        const auto session = hall.create(timed_wish());
        session->attach(Role::First, std::make_shared<Ear>(), 0);
        session->attach(Role::Second, std::make_shared<Ear>(), 0);
        now += 10'000;
        hall.tick();
        now += 400;
        _exit(0);  // no destructor runs: the power is gone
    }
    waitpid(process, nullptr, 0);
    now += 3'600'000;
    Hall hall(timed_hall(folder / "table.db", now));
    const auto ids = hall.ledger().running();
    ASSERT_EQ(ids.size(), 1u);
    const auto session = hall.find(ids[0]);
    const auto white = std::make_shared<Ear>();
    now += 30'000;  // nobody is there yet: the clock waits
    hall.tick();
    session->attach(Role::First, white, 0);
    EXPECT_EQ(white->last_clock()["first_ms"], 50'000);
    EXPECT_TRUE(white->last_clock()["running"].is_null());
    now += 31'000;  // a minute after the restart it waits no longer for the other
    hall.tick();
    session->attach(Role::First, white, 0);
    EXPECT_EQ(white->last_clock()["running"], "first");
    now += 50'000;
    hall.tick();
    EXPECT_EQ(session->game().outcome(), win_for(Seat::Second, Reason::TimeOut));
}

}  // namespace
}  // namespace nebel::server::testing
