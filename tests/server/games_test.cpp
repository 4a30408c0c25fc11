#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>

#include "darkchess/game.hpp"
#include "game/battery.hpp"
#include "game/record_json.hpp"
#include "game/registry.hpp"
#include "game/view_player.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/pgn.hpp"
#include "server/face.hpp"
#include "server/table.hpp"
#include "stratego/game.hpp"

namespace nebel::server::testing {
namespace {

/// A whole game of a person who tries at random against `random`, over real sockets, and everything
/// that can be asked afterwards.
template <Game G>
void expect_whole_game(std::string_view rules, Seat person, std::uint64_t seed) {
    SCOPED_TRACE(std::string(G::kName) + " " + std::string(rules));
    const Folder folder;
    auto setting = test_setting(folder / "table.db");
    setting.hall.entropy = fixed_entropy(seed);
    Serving table(std::move(setting));
    const bool first = person == Seat::First;
    const auto made = create_game(table.port(), G::kName, rules, first ? kPerson : engine("random"),
                                  first ? engine("random") : kPerson);
    const std::string id = made["id"];
    ASSERT_EQ(made["tokens"].size(), 1u);
    Page page(table.port(), id, made["tokens"][first ? "first" : "second"]);
    page.until("hello");
    EXPECT_EQ(page.hello["game"], G::kName);
    EXPECT_EQ(page.hello["seat"], first ? "first" : "second");
    page.until("view");
    EXPECT_EQ(request(table.port(), "GET", "/api/games/" + id + "/review").status, 403);

    Rng rng(seed);
    play_randomly(page, table.port(), rng);
    ASSERT_TRUE(page.over());
    EXPECT_EQ(page.act("a1a2"), "invalid");
    EXPECT_EQ(page.answer()["reason"], "the game is over");

    // The record is the game as the seat heard it, and the referee agrees with every answer.
    const auto line = request(table.port(), "GET", "/api/games/" + id + "/record.json").body;
    const auto record = record_from_line<G>(line.substr(0, line.find('\n')));
    ASSERT_TRUE(record) << record.error().message;
    ASSERT_TRUE(replay(*record)) << replay(*record).error().message;
    const auto heard = record->heard_by(person);
    ASSERT_EQ(heard.size(), page.events.size());
    for (std::size_t i = 0; i < heard.size(); ++i)
        EXPECT_EQ(heard[i].to_json(), page.events[i]["event"]);
    EXPECT_EQ(page.view["outcome"]["result"], std::string(text(record->outcome->result)));

    const auto review = get_json(table.port(), "/api/games/" + id + "/review");
    EXPECT_GE(review["steps"].size(), record->actions.size() + 1);
    EXPECT_EQ(review["result"], page.view["outcome"]["result"]);
    const auto& last = review["steps"].back();
    for (const char* seat : {"first", "second"})
        EXPECT_FALSE(last["views"][seat]["outcome"].is_null());
    EXPECT_FALSE(last["truth"].is_null());

    const auto listed = get_json(table.port(), "/api/games");
    EXPECT_EQ(listed["total"], 1);
    EXPECT_EQ(listed["games"][0]["status"], "over");
    const auto opponents = get_json(table.port(), "/api/statistics")["opponents"];
    ASSERT_EQ(opponents.size(), 1u);
    const double score = record->outcome->score(person);
    EXPECT_EQ(opponents[0]["won"], score == 1 ? 1 : 0);
    EXPECT_EQ(opponents[0]["drawn"], score == 0.5 ? 1 : 0);
    EXPECT_EQ(opponents[0]["lost"], score == 0 ? 1 : 0);
}

TEST(WholeGame, Kriegspiel) {
    expect_whole_game<kriegspiel::Kriegspiel>("wild16,board=5x5", Seat::First, 1);
    expect_whole_game<kriegspiel::Kriegspiel>("berkeley_any,board=4x5", Seat::Second, 2);
}

TEST(WholeGame, DarkChess) {
    expect_whole_game<darkchess::DarkChess>("ntu60", Seat::First, 3);
    expect_whole_game<darkchess::DarkChess>("icga180", Seat::Second, 4);
}

TEST(WholeGame, Stratego) {
    expect_whole_game<stratego::Stratego>("5x5", Seat::First, 5);
    expect_whole_game<stratego::Stratego>("6x6", Seat::Second, 6);
}

TEST(Kriegspiel, WhatTheMachineBelievedIsKeptForTheReview) {
    for (const char* player : {"metaposition", "aosp", "mcts-c"}) {
        SCOPED_TRACE(player);
        const Folder folder;
        Serving table(test_setting(folder / "table.db"));
        const auto made =
            create_game(table.port(), "kriegspiel", "wild16", kPerson, engine(player));
        const std::string id = made["id"];
        Page page(table.port(), id, made["tokens"]["first"]);
        Rng rng(3);
        play_randomly(page, table.port(), rng, 3);
        page.socket.send(R"({"type":"resign"})");
        page.until("view");
        int believed = 0;
        const auto review = get_json(table.port(), "/api/games/" + id + "/review");
        for (const auto& step : review["steps"]) {
            if (step["seat"] != "second" || !step.contains("info") ||
                !step["info"].contains("belief"))
                continue;
            ++believed;
            double kings = 0;
            for (const double share : step["info"]["belief"]["king"])
                kings += share;
            EXPECT_NEAR(kings, 1, 0.05);
        }
        EXPECT_GT(believed, 0);
    }
}

TEST(Kriegspiel, IsDownloadedAsPgnAndSeenThroughTheFog) {
    const Folder folder;
    Serving table(test_setting(folder / "table.db"));
    const auto made = create_game(table.port(), "kriegspiel", "wild16", kPerson, engine("random"));
    const std::string id = made["id"];
    Page page(table.port(), id, made["tokens"]["first"]);
    Rng rng(3);
    play_randomly(page, table.port(), rng, 10);
    page.socket.send(R"({"type":"fog","id":"f"})");
    const auto fog = page.until("fog");
    EXPECT_EQ(fog["id"], "f");
    EXPECT_EQ(fog["n"], page.last);
    double kings = 0;
    for (const double share : fog["king"])
        kings += share;
    EXPECT_NEAR(kings, 1, 0.05);
    EXPECT_EQ(request(table.port(), "GET", "/api/games/" + id + "/fog?seat=second&step=3").status,
              403);
    page.socket.send(R"({"type":"resign"})");
    page.until("view");
    ASSERT_TRUE(page.over());
    EXPECT_EQ(page.view["outcome"]["reason"], "resignation");
    const auto later = get_json(table.port(), "/api/games/" + id + "/fog?seat=second&step=3");
    EXPECT_EQ(later["pawns"].size(), 64u);
    const auto pgn = request(table.port(), "GET", "/api/games/" + id + "/record.pgn");
    ASSERT_EQ(pgn.status, 200);
    EXPECT_EQ(pgn.headers.at("content-disposition"), "attachment; filename=\"" + id + ".pgn\"");
    const auto games = kriegspiel::from_pgn(pgn.body);
    ASSERT_TRUE(games) << games.error().message;
    EXPECT_EQ(games->size(), 1u);
}

/// Draws its moves and uses a person's time until it is stopped.
class Brooder final : public ViewPlayer<kriegspiel::Kriegspiel> {
 public:
    static inline std::atomic<int> begun = 0;
    static inline std::atomic<int> stopped = 0;
    static inline std::atomic<bool> breaks = false;

    kriegspiel::Action act(const Budget&) override { return view().random_action(rng()); }
    void ponder(const std::atomic<bool>& stop) override {
        EXPECT_FALSE(view().my_turn());
        ++begun;
        if (breaks)
            throw std::runtime_error("too much to think about");
        while (!stop)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++stopped;
    }

    static void forget() {
        begun = stopped = 0;
        breaks = false;
    }
};

const PlayerRegistration<kriegspiel::Kriegspiel> kBrooder{
    {"brooder", "uses a person's time until it is stopped", {}},
    [](const Options&) { return std::make_unique<Brooder>(); }};

/// Looks at a number until it is at least so large, for ten seconds at most.
void expect_to_reach(const std::atomic<int>& number, int wanted) {
    for (int i = 0; i < 10000 && number < wanted; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(number, wanted);
}

/// A person is White, a brooder Black.
struct BrooderTable {
    explicit BrooderTable(bool pondering = true) {
        Brooder::forget();
        auto setting = test_setting(folder / "table.db");
        setting.hall.pondering = pondering;
        serving.emplace(std::move(setting));
        made = create_game(serving->port(), "kriegspiel", "wild16", kPerson, engine("brooder"));
    }
    [[nodiscard]] Page page() const {
        Page opened(serving->port(), made["id"], made["tokens"]["first"]);
        opened.until("view");
        return opened;
    }

    Folder folder;
    std::optional<Serving> serving;
    json made;
};

// Once for each thing its seat is told: refusals that it does not hear neither stop it nor make it
// begin again, or it would know of them.
TEST(Pondering, UsesThePersonsTimeAndHearsOfNoRefusal) {
    const BrooderTable table;
    {
        Page page = table.page();
        expect_to_reach(Brooder::begun, 1);
        EXPECT_EQ(page.act("e2d3"), "refused");
        EXPECT_EQ(page.act("e2f3"), "refused");
        // A page that is opened again brings nothing new either.
        Page again = table.page();
        EXPECT_EQ(Brooder::begun, 1);
        EXPECT_EQ(Brooder::stopped, 0);
        EXPECT_EQ(again.act("e2e4"), "accepted");
        again.until_my_turn();
        EXPECT_EQ(Brooder::stopped, 1);
        expect_to_reach(Brooder::begun, 2);
        again.socket.send(R"({"type":"resign"})");
        again.until("view");
    }
    expect_to_reach(Brooder::stopped, 2);
    EXPECT_EQ(Brooder::begun, 2);
}

TEST(Pondering, EndsWithTheTable) {
    {
        const BrooderTable table;
        const Page page = table.page();
        expect_to_reach(Brooder::begun, 1);
    }
    EXPECT_EQ(Brooder::stopped, 1);
}

TEST(Pondering, CanBeForbidden) {
    const BrooderTable table(false);
    Page page = table.page();
    EXPECT_EQ(page.act("e2e4"), "accepted");
    page.until_my_turn();
    EXPECT_EQ(Brooder::begun, 0);
}

TEST(Pondering, ThatBreaksLosesWhenItIsToAct) {
    const BrooderTable table;
    Brooder::breaks = true;
    Page page = table.page();
    expect_to_reach(Brooder::begun, 1);
    EXPECT_TRUE(page.view["outcome"].is_null());
    EXPECT_EQ(page.act("e2e4"), "accepted");
    page.until_my_turn();
    EXPECT_EQ(page.view["outcome"]["result"], "1-0");
    EXPECT_EQ(page.view["outcome"]["reason"], "crash");
}

// Resigning does not wait for an engine that thinks for half a second.
TEST(Resignation, IsHeardWhileTheEngineThinks) {
    const Folder folder;
    Serving table(test_setting(folder / "table.db"));
    const auto made =
        create_game(table.port(), "kriegspiel", "open", engine("alphabeta", "strong"), kPerson);
    Page page(table.port(), made["id"], made["tokens"]["second"]);
    page.until("view");
    if (page.view["my_turn"].get<bool>())
        GTEST_SKIP() << "the engine was quicker";
    page.socket.send(R"({"type":"resign"})");
    while (!page.over())
        page.until("view");
    EXPECT_EQ(page.view["outcome"]["result"], "1-0");
}

TEST(Fog, CanBeComputedAtEveryMomentOfAGame) {
    for (const auto& says : kriegspiel::all_announcements()) {
        const auto rules = *kriegspiel::Rules::parse(says.name);
        const auto record = battery::random_game<kriegspiel::Kriegspiel>(rules, 4, 60).record();
        for (const Seat seat : kSeats) {
            const auto heard = record.heard_by(seat);
            for (std::size_t n = 0; n <= heard.size(); n += 3) {
                const auto events = heard.begin() + static_cast<std::ptrdiff_t>(n);
                const Json fog = fog_of(rules, seat, {heard.begin(), events})();
                double kings = 0;
                for (const double share : fog["king"])
                    kings += share;
                EXPECT_NEAR(kings, 1, 0.05) << says.name << " " << n;
            }
        }
    }
}

TEST(Rematch, ExchangesTheSeats) {
    const Folder folder;
    Serving table(test_setting(folder / "table.db"));
    const auto made = create_game(table.port(), "darkchess", "", kPerson, engine("random"));
    Page page(table.port(), made["id"], made["tokens"]["first"]);
    page.until("view");
    page.socket.send(R"({"type":"rematch"})");
    EXPECT_EQ(page.until("error")["reason"], "the game is not over");
    page.socket.send(R"({"type":"resign"})");
    page.until("view");
    page.socket.send(R"({"type":"rematch"})");
    const auto next = page.until("rematch");
    EXPECT_EQ(next["seat"], "second");
    Page again(table.port(), next["id"], next["token"]);
    again.until("hello");
    EXPECT_EQ(again.hello["seats"][0]["player"], "random");
    again.until_my_turn();
}

TEST(Friends, PlayEachOtherAndAskForMore) {
    const Folder folder;
    Serving table(test_setting(folder / "table.db"));
    const auto made = create_game(table.port(), "kriegspiel", "wild16", kPerson, kPerson);
    ASSERT_EQ(made["tokens"].size(), 2u);
    Page white(table.port(), made["id"], made["tokens"]["first"]);
    white.until("presence");
    Page black(table.port(), made["id"], made["tokens"]["second"]);
    EXPECT_EQ(white.until("presence")["second"], true);
    black.until("presence");
    EXPECT_EQ(black.act("e7e5"), "invalid");
    EXPECT_EQ(black.answer()["reason"], "it is not your turn");
    EXPECT_EQ(white.act("e2e4"), "accepted");
    black.until_my_turn();
    EXPECT_EQ(black.act("d7d5"), "accepted");
    white.until_my_turn();
    EXPECT_EQ(white.act("e4f5"), "refused");  // a pawn takes only what is there
    EXPECT_EQ(white.view["refused"], json::array({"e4f5"}));
    EXPECT_EQ(white.act("e4d5"), "accepted");
    black.until_my_turn();
    EXPECT_EQ(black.view["enemy"]["men"], 15);
    black.socket.send(R"({"type":"resign"})");
    black.until("view");
    while (!white.over())
        white.until("view");
    white.socket.send(R"({"type":"rematch"})");
    EXPECT_EQ(black.until("rematch")["offer"], "first");
    EXPECT_EQ(white.until("rematch")["offer"], "first");
    black.socket.send(R"({"type":"rematch"})");
    EXPECT_EQ(white.until("rematch")["seat"], "second");
    EXPECT_EQ(black.until("rematch")["seat"], "first");
}

// What was missed comes again, once, and nothing else.
TEST(Reconnect, GivesExactlyWhatWasMissed) {
    const Folder folder;
    Serving table(test_setting(folder / "table.db"));
    const auto made = create_game(table.port(), "kriegspiel", "berkeley", kPerson, kPerson);
    const std::string id = made["id"];
    Page white(table.port(), id, made["tokens"]["first"]);
    white.until("presence");
    json told;
    std::size_t last = 0;
    {
        Page black(table.port(), id, made["tokens"]["second"]);
        black.until("presence");
        white.act("e2e4");
        black.until_my_turn();
        black.act("e7e5");
        told = black.events;
        last = black.last;
    }
    white.until_my_turn();
    white.act("g1f3");
    Page black(table.port(), id, made["tokens"]["second"], last);
    black.until("hello");
    EXPECT_GT(black.hello["last"], last);
    black.until("view");
    EXPECT_TRUE(black.view["my_turn"].get<bool>());
    for (const auto& event : black.events)
        told.push_back(event);
    Page fresh(table.port(), id, made["tokens"]["second"]);
    fresh.until("view");
    EXPECT_EQ(fresh.events, told);
    EXPECT_EQ(fresh.view, black.view);
    // A seat has one page: the older one is told and closed.
    EXPECT_EQ(black.until("bye")["reason"], "this seat was opened elsewhere");
    EXPECT_FALSE(black.next());
    EXPECT_EQ(black.socket.close_code(), 4002);
    // A try made for an older moment is not taken for a try now.
    fresh.socket.send(R"({"type":"act","id":1,"action":"a7a6","n":1})");
    EXPECT_EQ(fresh.until("answer")["reason"], "stale");
}

TEST(Catalog, EveryPlayerHasThreeLevelsThatPlay) {
    const Folder folder;
    Serving table(test_setting(folder / "table.db"));
    const auto catalog = get_json(table.port(), "/api/catalog");
    ASSERT_EQ(catalog["games"].size(), 3u);
    for (const auto& game : catalog["games"]) {
        EXPECT_FALSE(game["rules"].empty());
        EXPECT_FALSE(game["boards"].empty());
        for (const auto& rules : game["rules"])
            EXPECT_FALSE(rules["announcements"].empty());
        bool has_default = false;
        for (const auto& player : game["players"]) {
            ASSERT_EQ(player["levels"].size(), 3u);
            has_default = has_default || player["id"] == game["default"]["player"];
            const std::string rules =
                player["id"] == "alphabeta" ? "open" : game["default"]["rules"].get<std::string>();
            for (const auto& level : player["levels"]) {
                EXPECT_FALSE(level["about"].get<std::string>().empty());
                create_game(
                    table.port(), game["id"].get<std::string>(), rules, kPerson,
                    engine(player["id"].get<std::string>(), level["id"].get<std::string>()));
            }
        }
        EXPECT_TRUE(has_default) << game["id"];
    }
}

}  // namespace
}  // namespace nebel::server::testing
