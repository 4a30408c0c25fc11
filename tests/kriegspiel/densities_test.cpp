#include "kriegspiel/belief/densities.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "kriegspiel/belief/densities_query.hpp"
#include "kriegspiel/belief/densities_rays.hpp"
#include "kriegspiel/recorded_game.hpp"

namespace nebel::kriegspiel {

namespace {

using chess::Square;

float sum(const std::array<float, 64>& map) {
    return std::accumulate(map.begin(), map.end(), 0.0F);
}

// Everything that must hold of the maps at any moment, whatever was heard.
void expect_sound(const Densities& densities, const std::string& when) {
    const auto& maps = densities.maps();
    const auto& view = densities.view();
    const auto& model = densities.model();
    ASSERT_EQ(model.own(), view.own()) << when;
    EXPECT_NEAR(sum(maps.king), 1, 1e-3) << when;
    EXPECT_NEAR(sum(maps.pawn), model.pawns(), 2e-3) << when;
    EXPECT_NEAR(sum(maps.piece), model.pieces(), 2e-3) << when;
    EXPECT_NEAR(model.pawns() + model.pieces(), view.enemy_men(), 2e-3) << when;
    const auto& shape = view.own().shape();
    for (int s = 0; s < 64; ++s) {
        const auto square = static_cast<Square>(s);
        for (const float value : {maps.king[s], maps.pawn[s], maps.piece[s]})
            ASSERT_TRUE(value >= 0 && value <= 1.0001F) << when << ' ' << s << ' ' << value;
        EXPECT_LE(maps.man(square), 1.001F) << when << ' ' << chess::square_name(square);
        if (!shape.on_board(square) || view.own().on(square) != chess::kNoType) {
            EXPECT_EQ(maps.man(square), 0) << when << ' ' << chess::square_name(square);
        }
    }
    for (const Square s : chess::Squares(chess::king_attacks(view.own().king())))
        EXPECT_EQ(maps.king[s], 0) << when << ": the kings stand side by side";
    for (const Square s : chess::Squares(shape.promotion[0] | shape.promotion[1]))
        EXPECT_EQ(maps.pawn[s], 0) << when << ": a pawn on the last rank";
}

// Both seats listen to a whole game.
void listen(const GameRecord<Kriegspiel>& record, std::shared_ptr<const Profile> profile) {
    for (const Seat seat : kSeats) {
        Densities densities(record.rules, seat, profile);
        for (const auto& event : record.opening[seat])
            densities.hear(event);
        expect_sound(densities, "opening of " + record.rules.text());
        for (std::size_t i = 0; i < record.actions.size(); ++i) {
            for (const auto& event : record.actions[i].heard[seat])
                densities.hear(event);
            expect_sound(densities, record.rules.text() + " action " + std::to_string(i));
            if (testing::Test::HasFailure())
                return;
        }
    }
}

// White's densities of a game that is played out by hand.
struct WhiteListens {
    nebel::Table<Kriegspiel> table;
    Densities densities;

    explicit WhiteListens(const Rules& rules = {}) : WhiteListens(rules, {rules, 1}) {}
    WhiteListens(const Rules& rules, const std::string& fen)
        : WhiteListens(rules, {rules, Referee::from_start(rules, fen).value()}) {}
    void act(const char* action) {
        const auto answer = table.act(Action::parse(action).value());
        ASSERT_NE(answer.verdict, Verdict::Invalid) << action;
        for (const auto& event : answer.events[Seat::First])
            densities.hear(event);
    }
    [[nodiscard]] const DensityMaps& maps() const { return densities.maps(); }

 private:
    WhiteListens(const Rules& rules, nebel::Table<Kriegspiel> table_)
        : table(std::move(table_)), densities(rules, Seat::First, nullptr) {
        for (const auto& event : table.opening(Seat::First))
            densities.hear(event);
    }
};

}  // namespace

TEST(Densities, StaySoundInEveryRuleset) {
    std::uint64_t seed = 1;
    for (const auto& says : all_announcements())
        for (const char* options : {"", ",board=6x6", ",board=silverman4x4"}) {
            ++seed;
            listen(recorded_game(std::string(says.name) + options, "capturer", "random", seed,
                                 options[0] == '\0' ? 250 : 120),
                   seed % 2 == 0 ? Profile::standard() : nullptr);
        }
}

TEST(Densities, StaySoundFromAnotherStart) {
    const Rules rules;
    const std::string fen = "4k3/1p2p3/8/3n4/8/2N5/4P2P/R3K3 b Q - 0 1";
    nebel::Table<Kriegspiel> table(rules, Referee::from_start(rules, fen).value());
    PerSeat<std::unique_ptr<Densities>> densities;
    for (const Seat seat : kSeats) {
        densities[seat] = std::make_unique<Densities>(rules, seat, Profile::standard());
        for (const auto& event : table.opening(seat))
            densities[seat]->hear(event);
        expect_sound(*densities[seat], "start");
    }
    EXPECT_NEAR(densities[Seat::First]->model().pawns(), 2, 1e-6);
    EXPECT_NEAR(densities[Seat::First]->model().pieces(), 1, 1e-6);
    Rng rng(3);
    PerSeat<std::unique_ptr<View>> views;
    for (const Seat seat : kSeats) {
        views[seat] = std::make_unique<View>(rules, seat);
        for (const auto& event : table.opening(seat))
            views[seat]->hear(event);
    }
    for (int i = 0; i < 200 && !table.outcome(); ++i) {
        const auto answer = table.act(views[table.to_act()]->random_action(rng));
        for (const Seat seat : kSeats) {
            for (const auto& event : answer.events[seat]) {
                views[seat]->hear(event);
                densities[seat]->hear(event);
            }
            expect_sound(*densities[seat], "action " + std::to_string(i));
        }
    }
}

TEST(Densities, KnowTheStart) {
    const WhiteListens game;
    for (const Square s : {chess::kA7, chess::kH7})
        EXPECT_EQ(game.maps().pawn[s], 1);
    EXPECT_EQ(game.maps().king[chess::kE8], 1);
    EXPECT_EQ(game.maps().piece[chess::kG8], 1);
    EXPECT_EQ(game.maps().man(chess::kE5), 0);
}

TEST(Densities, InOpenAreTheBoard) {
    WhiteListens game(Rules::parse("open").value());
    game.act("e2e4");
    game.act("g8f6");
    EXPECT_EQ(game.maps().piece[chess::kF6], 1);
    EXPECT_EQ(game.maps().piece[chess::kG8], 0);
}

TEST(Densities, OneManMovesATurn) {
    WhiteListens game;
    game.act("e2e4");
    game.act("e7e5");
    const auto& maps = game.maps();
    float left = 0;
    for (int s = 48; s < 64; ++s)
        left += maps.man(static_cast<Square>(s));
    EXPECT_NEAR(left, 15, 0.1);
    EXPECT_EQ(maps.pawn[chess::kE4], 0);
    EXPECT_GT(maps.pawn[chess::kE5], 0.01);
    EXPECT_EQ(maps.man(chess::kE3), 0) << "nothing gets there in one move";
}

TEST(Densities, ASquareThatWasPassedIsEmptyAndARefusedStepBlocked) {
    WhiteListens game;
    for (const char* move : {"e2e4", "d7d5", "d2d3", "d5d4"})
        game.act(move);
    const float before = game.maps().man(chess::kD4);
    game.act("d3d4");  // refused
    EXPECT_GT(game.maps().man(chess::kD4), 0.9);
    EXPECT_LT(before, 0.6);
    game.act("c1g5");
    for (const Square s : {chess::kD2, chess::kE3, chess::kF4, chess::kG5})
        EXPECT_EQ(game.maps().man(s), 0);
}

TEST(Densities, NoPawnCaptureMeansNothingThere) {
    WhiteListens game;
    for (const char* move : {"c2c4", "a7a6", "c4c5", "a6a5"})
        game.act(move);  // "no pawn tries" for White
    EXPECT_EQ(game.maps().man(chess::kB6), 0);
    EXPECT_EQ(game.maps().man(chess::kD6), 0);
    game.act("a2a3");
    game.act("d7d6");  // one try now
    EXPECT_GT(game.maps().man(chess::kB6) + game.maps().man(chess::kD6), 0.6);
}

TEST(Densities, ACapturesTakerStandsThere) {
    WhiteListens game;
    for (const char* move : {"e2e4", "d7d5", "e4d5", "d8d5"})
        game.act(move);
    EXPECT_NEAR(game.maps().man(chess::kD5), 1, 0.05);
    EXPECT_NEAR(game.densities.model().pawns(), 7, 1e-5);
    EXPECT_GT(game.maps().piece[chess::kD5], game.maps().pawn[chess::kD5])
        << "no pawn capture had been announced to Black";
    EXPECT_LT(game.maps().piece[chess::kD8], 1);
}

TEST(Densities, WhereCapturesDoNotNameTheManTheSplitIsAnExpectation) {
    WhiteListens game(Rules::parse("berkeley").value());
    for (const char* move : {"e2e4", "d7d5", "e4d5"})
        game.act(move);
    const auto& model = game.densities.model();
    EXPECT_NEAR(model.pawns() + model.pieces(), 14, 1e-4);
    EXPECT_GT(model.pieces(), 6);
    EXPECT_LT(model.pawns(), 8);
    EXPECT_LT(model.pawns(), 7.5) << "on d5 it was rather a pawn";
}

TEST(Densities, ACheckTellsWhereTheKingIs) {
    WhiteListens game(Rules(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    game.act("a1a8");  // a rank check
    float on_rank = 0;
    for (int file = 1; file < 8; ++file)
        on_rank += game.maps().king[chess::make_square(file, 7)];
    EXPECT_NEAR(on_rank, 1, 1e-3);
    game.act("e8e7");
    EXPECT_EQ(game.maps().king[chess::kB8], 0) << "beside the rook on its rank";
    EXPECT_EQ(game.maps().king[chess::kE3], 0) << "too far for one step";
}

TEST(Densities, BeingCheckedTellsWhereTheCheckerIs) {
    WhiteListens game;
    for (const char* move : {"f2f3", "e7e5", "a2a3", "d8h4"})
        game.act(move);
    const auto& maps = game.maps();
    float on_line = 0;
    for (const Square s : {chess::kG3, chess::kH4, chess::kF2})
        on_line += maps.piece[s] + maps.pawn[s];
    EXPECT_GT(on_line, 0.7);
}

TEST(Densities, DoNotDependOnHowOftenTheyAreAsked) {
    const auto record = recorded_game("wild16", "capturer", "recapture", 9, 150);
    Densities often(record.rules, Seat::Second, Profile::standard());
    Densities once(record.rules, Seat::Second, Profile::standard());
    for (const auto& event : record.heard_by(Seat::Second)) {
        often.hear(event);
        once.hear(event);
        EXPECT_GE(often.maps().king[chess::kA1], 0);
    }
    EXPECT_EQ(often.maps(), once.maps());
}

TEST(Densities, TellMoreThanAUniformGuess) {
    double densities_nats = 0;
    double uniform_nats = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const auto record = recorded_game("wild16", "capturer", "recapture", seed, 400);
        auto position = chess::parse_fen(record.start).value();
        Densities densities(record.rules, Seat::First, nullptr);
        for (const auto& entry : record.actions) {
            for (const auto& event : entry.heard[Seat::First])
                densities.hear(event);
            if (!entry.accepted)
                continue;
            position.do_move(*chess::to_legal_move(position, entry.action.from, entry.action.to,
                                                   entry.action.promotion));
            const auto open = 64 - chess::popcount(position.pieces(chess::kWhite));
            const float p = densities.maps().king[position.king_square(chess::kBlack)];
            densities_nats -= std::log(std::max(p, 1e-4F));
            uniform_nats += std::log(open);
        }
    }
    EXPECT_LT(densities_nats, 0.8 * uniform_nats);
}

}  // namespace nebel::kriegspiel
