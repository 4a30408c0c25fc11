#include <gtest/gtest.h>

#include <span>

#include "darkchess/twins.hpp"
#include "game/battery.hpp"
#include "kriegspiel/game.hpp"
#include "server/table.hpp"
#include "stratego/game.hpp"

// The secret on the wire: every byte a seat is sent is a function of that seat's events. Two games
// with different truths that sound the same to a seat are played through real sockets, and the
// bytes are compared: handshake, frames, and what the seat's page may ask over HTTP.
namespace nebel::server::testing {
namespace {

/// Plays the record through two pages and gives every byte that `seat` was sent. The game is given
/// up by `seat` at the end unless it has ended. The public lists are asked in between.
template <Game G>
std::string bytes_for(const GameRecord<G>& record, Seat seat, bool given_start) {
    const Folder folder;
    auto setting = test_setting(folder / "table.db");
    setting.hall.entropy = fixed_entropy(5);
    setting.hall.wall_ms = [] { return std::int64_t{1'700'000'000'000}; };
    Serving table(std::move(setting));
    PerSeat<std::string> tokens;
    std::string id;
    table.inside([&](Hall& hall) {
        Hall::Wish wish;
        wish.game = std::string(G::kName);
        wish.rules = record.rules.text();
        if (given_start)
            wish.start = record.start;
        const auto session = hall.create(wish);
        id = session->entry().id;
        tokens = session->entry().tokens;
    });
    PerSeat<std::unique_ptr<Page>> pages;
    pages[seat] = std::make_unique<Page>(table.port(), id, tokens[seat]);
    pages[seat]->until("presence");
    pages[other(seat)] = std::make_unique<Page>(table.port(), id, tokens[other(seat)]);
    pages[other(seat)]->until("presence");
    pages[seat]->until("presence");
    std::string asked;
    for (const auto& entry : record.actions) {
        const auto verdict = pages[entry.seat]->act(entry.action.text());
        EXPECT_EQ(verdict, entry.accepted ? "accepted" : "refused") << entry.action.text();
        if (entry.heard[seat].empty())
            continue;  // no part of this seat's story
        if (entry.seat != seat)
            pages[seat]->until("view");
        asked += request(table.port(), "GET", "/api/games").body;
        asked += request(table.port(), "GET", "/api/games/" + id).body;
        asked += request(table.port(), "GET", "/api/statistics").body;
        if (!record.outcome)
            asked += request(table.port(), "GET", "/api/games/" + id + "/review").body;
    }
    if (std::string_view(G::kName) == "kriegspiel") {
        pages[seat]->socket.send(R"({"type":"fog"})");
        pages[seat]->until("fog");
    }
    if (!pages[seat]->over()) {
        pages[seat]->socket.send(R"({"type":"resign"})");
        pages[seat]->until("view");
    }
    // One more line to the seat, which tells everything again.
    Page again(table.port(), id, tokens[seat]);
    again.until("presence");
    return pages[seat]->socket.all_bytes() + "\n--\n" + again.socket.all_bytes() + "\n--\n" + asked;
}

template <Game G>
void expect_same_bytes(const GameRecord<G>& a,
                       const GameRecord<G>& b,
                       Seat seat,
                       bool given_start = false) {
    ASSERT_EQ(a.heard_by(seat), b.heard_by(seat)) << "not twins";
    const auto mine = bytes_for(a, seat, given_start);
    EXPECT_GT(mine.size(), 1000u);
    EXPECT_EQ(mine, bytes_for(b, seat, given_start));
    // The test would see a difference: the other seat is told another story.
    if (a.heard_by(other(seat)) != b.heard_by(other(seat))) {
        EXPECT_NE(bytes_for(a, other(seat), given_start), bytes_for(b, other(seat), given_start));
    }
}

/// Another game that sounds the same to `seat`: the opponent's tries are drawn anew among those
/// that the seat cannot tell apart, and between them come refused ones that only the opponent
/// hears of.
std::optional<GameRecord<kriegspiel::Kriegspiel>> kriegspiel_twin(
    const GameRecord<kriegspiel::Kriegspiel>& record, Seat seat, std::uint64_t seed) {
    using namespace kriegspiel;
    Rng rng(seed);
    Table<Kriegspiel> table(record.rules, *Referee::from_start(record.rules, record.start));
    for (const auto& entry : record.actions) {
        if (entry.seat != seat && entry.heard[seat].empty())
            continue;
        std::vector<Action> choices{entry.action};
        if (entry.seat != seat) {
            TryList offered;
            battery::rebuilt_view(table.record(), entry.seat).actions(offered);
            choices.assign(offered.begin(), offered.end());
            rng.shuffle(std::span<Action>(choices));
        }
        bool found = false;
        for (const auto& action : choices) {
            auto branch = table;
            const auto answer = branch.act(action);
            const std::vector<Event> heard(answer.events[seat].begin(), answer.events[seat].end());
            const bool unheard = answer.verdict == Verdict::Refused && heard.empty();
            found = answer.verdict != Verdict::Invalid && heard == entry.heard[seat];
            if (found || unheard)
                table = std::move(branch);
            if (found)
                break;
        }
        if (!found)
            return std::nullopt;
    }
    if (table.truth().state_text() == replay(record)->state_text())
        return std::nullopt;
    return table.record();
}

TEST(Leak, KriegspielSeatsAreSentTheirEventsAlone) {
    using kriegspiel::Kriegspiel;
    for (const char* rules_text : {"wild16", "berkeley", "rand"}) {
        SCOPED_TRACE(rules_text);
        const auto rules = *kriegspiel::Rules::parse(rules_text);
        int twins = 0;
        for (std::uint64_t seed = 1; seed < 200 && twins < 2; ++seed) {
            const auto record = battery::random_game<Kriegspiel>(rules, seed, 24).record();
            const Seat seat = seed % 2 == 0 ? Seat::First : Seat::Second;
            const auto twin = kriegspiel_twin(record, seat, seed);
            if (!twin)
                continue;
            ++twins;
            expect_same_bytes(record, *twin, seat);
        }
        EXPECT_EQ(twins, 2);
    }
}

TEST(Leak, DarkChessSeatsAreSentTheirEventsAlone) {
    using darkchess::DarkChess;
    Rng rng(7);
    for (const std::uint64_t seed : {1, 2}) {
        const auto record =
            battery::random_game<DarkChess>(*darkchess::Rules::parse("ntu60"), seed, 40).record();
        const auto twin = darkchess::testing::twin(record, rng);
        ASSERT_NE(record.start, twin.start);
        expect_same_bytes(record, twin, seed == 1 ? Seat::First : Seat::Second, true);
    }
}

TEST(Leak, StrategoSeatsAreSentTheirEventsAlone) {
    using namespace stratego;
    const auto rules = *Rules::parse("barrage,cap=120");
    int twins = 0;
    for (std::uint64_t seed = 1; seed < 60 && twins < 2; ++seed) {
        const auto record = battery::random_game<Stratego>(rules, seed).record();
        const Seat seat = seed % 2 == 0 ? Seat::First : Seat::Second;
        // The enemy's men that never moved and were never met change places.
        const auto end = battery::rebuilt_view(record, seat);
        stratego::Setup setup = record.actions[index(other(seat))].action.setup;
        std::vector<std::size_t> places;
        for (int i = 0; i < setup.size; ++i)
            for (const Man& man : end.men(other(seat)))
                if (man.start == rules.arena().setup_square(other(seat), i) && !man.moved &&
                    man.rank == Rank::Unknown)
                    places.push_back(static_cast<std::size_t>(i));
        if (places.size() < 2)
            continue;
        std::swap(setup.ranks[places.front()], setup.ranks[places.back()]);
        Table<Stratego> table(rules, *Referee::from_start(rules, record.start));
        std::size_t n = 0;
        for (const auto& entry : record.actions) {
            const bool replaced = n++ == index(other(seat));
            if (table.outcome() ||
                table.act(replaced ? Action::of(setup) : entry.action).verdict != Verdict::Accepted)
                break;
        }
        if (table.record().actions == record.actions ||
            table.record().heard_by(seat) != record.heard_by(seat))
            continue;
        ++twins;
        expect_same_bytes(record, table.record(), seat);
    }
    EXPECT_EQ(twins, 2);
}

// A watcher hears what both seats have heard: what only one of them knows never reaches it.
TEST(Leak, WatchersAreSentTheCommonPartAlone) {
    const Folder folder;
    Serving table(test_setting(folder / "table.db"));
    const auto made = create_game(table.port(), "kriegspiel", "wild16", kPerson, kPerson);
    const std::string id = made["id"];
    Page watcher(table.port(), id, made["watch"]);
    Page white(table.port(), id, made["tokens"]["first"]);
    Page black(table.port(), id, made["tokens"]["second"]);
    watcher.until("view");
    white.until("view");
    black.until("view");
    watcher.socket.send(R"({"type":"act","action":"e2e4"})");
    EXPECT_EQ(watcher.until("error")["reason"], "a watcher may only watch");
    watcher.socket.send(R"({"type":"resign"})");
    EXPECT_EQ(watcher.until("error")["reason"], "a watcher may only watch");
    EXPECT_EQ(white.act("e2d3"), "refused");  // heard by White alone
    EXPECT_EQ(white.act("e2e4"), "accepted");
    black.until_my_turn();
    EXPECT_EQ(black.act("d7d5"), "accepted");
    white.until_my_turn();
    EXPECT_EQ(white.act("e4d5"), "accepted");
    watcher.until("view");
    watcher.until("view");
    watcher.until("view");
    EXPECT_EQ(watcher.view["captured"]["black"], 1);
    for (const auto& event : watcher.events) {
        EXPECT_FALSE(event["event"].contains("action")) << event;
        EXPECT_NE(event["event"]["type"], "refused") << event;
        // Each of them is in both seats' own stories.
        for (const Page* page : {&white, &black}) {
            bool found = false;
            for (const auto& own : page->events) {
                json shown = own["event"];
                shown.erase("action");
                found = found || shown == event["event"];
            }
            EXPECT_TRUE(found || page == &black) << event;
        }
    }
    const auto all = watcher.events.dump() + watcher.view.dump();
    for (const char* secret : {"e2", "d3", "d7", "e4", "refused", "fen", "\"tries\""})
        EXPECT_EQ(all.find(secret), std::string::npos) << secret;
    EXPECT_NE(all.find("White captured a pawn on d5."), std::string::npos);
}

TEST(Leak, WatchersOfStrategoSeeRanksThatWereShown) {
    const Folder folder;
    Serving table(test_setting(folder / "table.db"));
    const auto made = create_game(table.port(), "stratego", "barrage", kPerson, engine("random"));
    Page watcher(table.port(), made["id"], made["watch"]);
    Page red(table.port(), made["id"], made["tokens"]["first"]);
    Rng rng(4);
    play_randomly(red, table.port(), rng, 120);
    while (watcher.view.is_null() || watcher.view["men"].empty() ||
           (watcher.events.size() + 2 < red.events.size()))
        watcher.next();
    std::size_t strikes = 0;
    for (const auto& event : watcher.events)
        strikes += event["event"]["type"] == "strike";
    for (const auto& event : watcher.events) {
        EXPECT_NE(event["event"]["type"], "setup");
        if (event["event"]["type"] != "board")
            continue;
        for (const auto& man : event["event"]["men"])
            EXPECT_TRUE(man["rank"].is_null());
    }
    for (const auto& man : watcher.view["men"]) {
        if (man["rank"].is_null())
            continue;
        // Shown by a strike, or by a step of more than one square.
        EXPECT_TRUE(strikes > 0 || man["rank"] == "scout") << man;
    }
}

}  // namespace
}  // namespace nebel::server::testing
