#include <gtest/gtest.h>

#include "darkchess/game.hpp"
#include "game/registry.hpp"
#include "kriegspiel/game.hpp"
#include "protocol/nep_engine.hpp"
#include "protocol/nep_player.hpp"
#include "protocol/support.hpp"
#include "stratego/game.hpp"

// The real games over the engine protocol: what comes out must be what comes out without it.
namespace nebel::protocol {
namespace {

using namespace testing_support;
using darkchess::DarkChess;
using kriegspiel::Kriegspiel;
using stratego::Stratego;

Budget few_nodes() {
    Budget budget;
    budget.nodes = 200;
    return budget;
}

/// The same game with the player in this process and with the player behind the link.
template <Game G>
void expect_same_game(const std::string& player,
                      const std::string& rules_text,
                      std::uint64_t seed,
                      Player<G>& external) {
    SCOPED_TRACE(std::string(G::kName) + " " + player + " " + rules_text);
    const auto rules = G::Rules::parse(rules_text);
    ASSERT_TRUE(rules) << rules.error().message;
    const auto& registry = PlayerRegistry<G>::instance();
    for (const Seat seat : kSeats) {
        const auto internal = registry.make(player);
        const auto opponent = registry.make("random");
        PerSeat<Player<G>*> players{{opponent.get(), opponent.get()}};
        players[seat] = internal.get();
        players[other(seat)] = opponent.get();
        const auto expected = play_game<G>(*rules, players, seed, few_nodes());
        players[seat] = &external;
        const auto played = play_game<G>(*rules, players, seed, few_nodes());
        EXPECT_EQ(played, expected);
        EXPECT_TRUE(ended_by_the_rules(played.outcome));
    }
}

template <Game G>
void expect_same_game_over_a_link(const std::string& player, const std::string& rules) {
    NepPlayer<G> external(engine_thread<NepEngine<G>>(player, std::uint64_t{0}), {}, {});
    expect_same_game<G>(player, rules, 11, external);
    expect_same_game<G>(player, rules, 12, external);
}

TEST(NepGames, KriegspielIsTheSameOverALink) {
    for (const auto* rules : {"wild16", "berkeley", "rand", "english", "open"})
        expect_same_game_over_a_link<Kriegspiel>("random", rules);
}
TEST(NepGames, DarkChessIsTheSameOverALink) {
    expect_same_game_over_a_link<DarkChess>("random", "ntu60");
    expect_same_game_over_a_link<DarkChess>("capturer", "seed40");
    // A searching player with an option of its own, at a fixed number of nodes.
    expect_same_game_over_a_link<DarkChess>("expectimax:hash=1", "seed40");
}
TEST(NepGames, StrategoIsTheSameOverALink) {
    expect_same_game_over_a_link<Stratego>("random", "barrage");
    expect_same_game_over_a_link<Stratego>("capturer", "classic");
}

/// The whole way round: this player, `nebel engine` as a child process, its pipes.
template <Game G>
void expect_same_game_over_a_process(const std::string& player, const std::string& rules) {
    if (!find_program(NEBEL_PROGRAM))
        GTEST_SKIP() << NEBEL_PROGRAM << " has not been built";
    const auto external = PlayerRegistry<G>::instance().make("cmd:'" NEBEL_PROGRAM "' engine " +
                                                             std::string(G::kName) + " " + player);
    expect_same_game<G>(player, rules, 21, *external);
}

TEST(NepGames, KriegspielIsTheSameOverAProcess) {
    expect_same_game_over_a_process<Kriegspiel>("random", "wild16");
}
TEST(NepGames, DarkChessIsTheSameOverAProcess) {
    expect_same_game_over_a_process<DarkChess>("capturer", "icga180");
}
TEST(NepGames, StrategoIsTheSameOverAProcess) {
    expect_same_game_over_a_process<Stratego>("random", "8x8");
}

/// What an engine in White's seat is sent when it plays e2e4 from this position.
std::string bytes_sent(const std::string& fen) {
    const auto rules = Kriegspiel::Rules::parse("wild16");
    auto referee = Kriegspiel::Referee::from_start(*rules, fen);
    EXPECT_TRUE(referee) << referee.error().message;
    Table<Kriegspiel> table(*rules, *referee);
    std::string sent;
    NepPlayer<Kriegspiel> player([&] { return std::make_unique<RecordingLink>(sent, "e2e4"); }, {},
                                 {});
    player.begin(*rules, Seat::First, 5);
    for (const auto& event : table.opening(Seat::First))
        player.hear(event);
    const auto answer = table.act(player.act({}));
    for (const auto& event : answer.events[Seat::First])
        player.hear(event);
    const auto end = table.conclude(win_for(Seat::Second, Reason::TimeOut));
    for (const auto& event : end.events[Seat::First])
        player.hear(event);
    return sent;
}

TEST(NepGames, TheBytesSentKeepTheSecret) {
    // Black's knight stands elsewhere and White cannot know; a knight more, White is told.
    const auto one = bytes_sent("4k3/8/2n5/8/8/8/4P3/4K3 w - - 0 1");
    EXPECT_EQ(one, bytes_sent("4k3/8/6n1/8/8/8/4P3/4K3 w - - 0 1"));
    EXPECT_NE(one, bytes_sent("4k3/8/2n3n1/8/8/8/4P3/4K3 w - - 0 1"));
    EXPECT_EQ(one.find("n"), one.find("nep 1"));
    EXPECT_EQ(one.find("c6"), std::string::npos);
}

/// The example of docs/protocol.md must do what the page promises.
TEST(NepGames, TheExampleEnginePlaysWholeGames) {
    if (!have_python())
        GTEST_SKIP() << "python3 is not installed: the example engine cannot run";
    const std::string command = python() + " '" NEBEL_SOURCE_DIR "/docs/examples/random_engine.py'";
    const auto example = make_nep_player<Kriegspiel>(command);
    const auto opponent = PlayerRegistry<Kriegspiel>::instance().make("random");
    for (const auto* rules_text :
         {"wild16", "berkeley", "berkeley_any", "cincinnati", "rand", "english", "open"}) {
        SCOPED_TRACE(rules_text);
        const auto rules = Kriegspiel::Rules::parse(rules_text);
        ASSERT_TRUE(rules) << rules.error().message;
        for (const Seat seat : kSeats) {
            PerSeat<Player<Kriegspiel>*> players{{opponent.get(), opponent.get()}};
            players[seat] = example.get();
            const auto record = play_game<Kriegspiel>(*rules, players, 31, few_nodes());
            EXPECT_TRUE(ended_by_the_rules(record.outcome))
                << text(record.outcome->reason) << " after " << record.actions.size();
        }
    }
}

}  // namespace
}  // namespace nebel::protocol
