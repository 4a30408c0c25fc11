#include "chess/pgn.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "chess/random_games.hpp"
#include "chess/san.hpp"

namespace nebel::chess {
namespace {

PgnGame random_game(std::uint64_t seed, const StartPosition& start) {
    Rng rng(seed);
    PgnGame game;
    game.start = *start_position(start.name);
    game.set_tag("Event", "A \"quoted\" \\ event");
    game.set_tag("White", "one");
    game.set_tag("Annotator", "nobody");
    game.comment = rng.below(2) ? "before the first  move" : "";
    game.result = rng.below(2) ? "1-0" : "1/2-1/2";
    Position pos = game.start;
    for (std::uint32_t plies = rng.below(120); plies > 0; --plies) {
        MoveList moves;
        generate_legal(pos, moves);
        if (moves.empty())
            break;
        PgnMove move{moves[rng.below(static_cast<std::uint32_t>(moves.size()))], "", {}};
        if (rng.below(4) == 0)
            move.comment = "Xd3,CLF:a4-b3,a6-b5 some (text) ; with [signs] $3 and  two spaces %";
        if (rng.below(6) == 0)
            move.nags = {1, 14};
        game.moves.push_back(move);
        pos.do_move(move.move);
    }
    return game;
}

TEST(Pgn, RandomGamesRoundTripOnEverySize) {
    std::uint64_t seed = 0;
    std::string all;
    std::size_t games = 0;
    for (const StartPosition& start : start_positions()) {
        const PgnGame game = random_game(++seed, start);
        const std::string text = to_pgn(game);
        const auto read = parse_pgn(text);
        ASSERT_TRUE(read) << read.error().message << "\n" << text;
        ASSERT_EQ(read->size(), 1u);
        const PgnGame& again = read->front();
        EXPECT_EQ(again.moves, game.moves) << text;
        EXPECT_EQ(again.comment, game.comment);
        EXPECT_EQ(again.result, game.result);
        EXPECT_EQ(again.start, game.start);
        EXPECT_EQ(again.tag("Event"), game.tag("Event"));
        EXPECT_EQ(again.tag("Annotator"), "nobody");
        EXPECT_EQ(again.final_position(), game.final_position());
        EXPECT_EQ(to_pgn(again), text);
        for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos;
             at = end + 1)
            EXPECT_LE(end - at, 80u);
        all += text + "\n";
        ++games;
    }
    const auto read = parse_pgn(all);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->size(), games);
}

TEST(Pgn, ReadsSeveralGamesAsOthersWriteThem) {
    const auto read = parse_pgn(
        "\xef\xbb\xbf% an escaped line\r\n"
        "[Event \"ICC w16 1 0\"]\r\n[Result \"0-1\"]\r\n\r\n"
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.0-0 0-1\n"
        "1. d4 d5\n"
        "[White \"the one before had no result\"]\n[Result \"1-0\"]\n\n1. c4\n"
        "[FEN \"rqkr/pppp/PPPP/RQKR w - - 0 1\"]\n1. axb3 *");
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->size(), 4u);
    EXPECT_EQ((*read)[0].moves.size(), 7u);
    EXPECT_EQ((*read)[0].moves[6].move, Move::castling(kE1, kG1));
    EXPECT_EQ((*read)[0].result, "0-1");
    EXPECT_EQ((*read)[1].moves.size(), 2u);
    EXPECT_EQ((*read)[1].result, "*");
    EXPECT_EQ((*read)[2].result, "1-0");
    EXPECT_EQ(&(*read)[3].start.shape(), &Shape::of(4, 4));
    EXPECT_EQ((*read)[3].moves.size(), 1u);
}

TEST(Pgn, KeepsCommentsAndAnnotationsAndSkipsVariations) {
    const auto read = parse_pgn(
        "{start} 1.e4 $1 e5 {Xd3,P2:a4-b3} {more} 2. Nf3! (2. f4 exf4 (2... d5 {in ) here})) "
        "2... Nc6?! ; to the end of the line )\n"
        "3.Bb5 1/2-1/2");
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->size(), 1u);
    const PgnGame& game = read->front();
    EXPECT_EQ(game.comment, "start");
    ASSERT_EQ(game.moves.size(), 5u);
    EXPECT_EQ(game.moves[0].nags, std::vector<int>{1});
    EXPECT_EQ(game.moves[1].comment, "Xd3,P2:a4-b3 more");
    EXPECT_EQ(game.moves[2].nags, std::vector<int>{1});
    EXPECT_EQ(game.moves[3].nags, std::vector<int>{6});
    EXPECT_EQ(game.moves[3].comment, "to the end of the line )");
    EXPECT_EQ(game.result, "1/2-1/2");
}

TEST(Pgn, AnErrorNamesItsLine) {
    const auto line_of = [](const char* text) {
        const auto read = parse_pgn(text);
        return read ? std::string("accepted") : read.error().message.substr(0, 10);
    };
    EXPECT_EQ(line_of("1. e4\n1... e5\n2. Ke3"), "PGN line 3");
    EXPECT_EQ(line_of("[Event \"x\n\"]"), "PGN line 1");
    EXPECT_EQ(line_of("\n[Event]"), "PGN line 2");
    EXPECT_EQ(line_of("[FEN \"nonsense\"]"), "PGN line 1");
    EXPECT_EQ(line_of("1. e4 {open"), "PGN line 1");
    EXPECT_EQ(line_of("1. e4 (1. d4"), "PGN line 1");
    EXPECT_EQ(line_of("1. e4 )"), "PGN line 1");
    EXPECT_EQ(line_of("1. e4 $999"), "PGN line 1");
    EXPECT_EQ(line_of(""), "accepted");
}

TEST(Pgn, AnyBytesAreSafe) {
    EXPECT_TRUE(rc::check("what is accepted is written and read back the same", [] {
        const std::string alphabet = "[]{}();$%\"\\ \n\r.123-0O/*!?eNfxdabc4567+#=Q\xff";
        std::string text;
        const auto picks = *rc::gen::container<std::vector<int>>(
            rc::gen::inRange(0, static_cast<int>(alphabet.size())));
        for (const int i : picks)
            text += alphabet[static_cast<std::size_t>(i)];
        const auto games = parse_pgn(text);
        if (!games)
            return;
        for (const PgnGame& game : *games) {
            const auto again = parse_pgn(to_pgn(game));
            RC_ASSERT(bool(again));
            RC_ASSERT(again->size() == 1u);
            RC_ASSERT(again->front().moves == game.moves);
        }
    }));
    Rng rng(5);
    const std::string base = to_pgn(random_game(3, start_positions().front()));
    for (int round = 0; round < 2000; ++round) {
        std::string text = base;
        for (int edits = 0; edits < 3; ++edits)
            text[rng.below(static_cast<std::uint32_t>(text.size()))] =
                static_cast<char>(rng.below(256));
        (void)parse_pgn(text);
    }
}

}  // namespace
}  // namespace nebel::chess
