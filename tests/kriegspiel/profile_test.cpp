#include "kriegspiel/belief/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "chess/bitboard.hpp"
#include "chess/start_positions.hpp"
#include "kriegspiel/belief/profile_learner.hpp"
#include "kriegspiel/recorded_game.hpp"
#include "support/shared_data.hpp"

namespace nebel::kriegspiel {

namespace {

using chess::Square;
using testing::HasSubstr;

// A game of given moves, by players of these names.
GameRecord<Kriegspiel> game(const std::vector<const char*>& moves, const std::string& start = "") {
    const Rules rules;
    nebel::Table<Kriegspiel> table(
        rules, start.empty() ? Referee::from_start(rules, chess::start_positions()[0].fen).value()
                             : Referee::from_start(rules, start).value());
    table.name_players("anna:depth=3", "bert");
    for (const char* move : moves)
        table.act(Action::parse(move).value());
    return table.record();
}

Profile learned(const std::vector<GameRecord<Kriegspiel>>& games,
                PerSeat<bool> wanted = {{true, true}}) {
    ProfileLearner learner;
    for (const auto& record : games)
        EXPECT_TRUE(learner.add(record, wanted));
    return learner.learn({"a test"});
}

double total(const Profile& profile, chess::Colour colour, chess::PieceType kind, int time) {
    double sum = 0;
    for (int s = 0; s < 64; ++s)
        sum += profile.at(colour, kind, time, static_cast<Square>(s));
    return sum;
}

std::string error_of(const std::string& text) {
    const auto read = Profile::read(text);
    return read ? "no error" : read.error().message;
}

}  // namespace

TEST(Profile, CountsWhereMenStoodAfterEachMove) {
    const auto profile = learned({game({"e2e4", "g8f6", "b1c3"}), game({"d2d4", "g8h6"})});
    EXPECT_FLOAT_EQ(profile.at(chess::kWhite, chess::kPawn, 0, chess::kE2), 0.125F);
    EXPECT_NEAR(profile.at(chess::kWhite, chess::kPawn, 1, chess::kE4), 0.0625, 0.01);
    EXPECT_NEAR(profile.gradient(chess::kWhite, chess::kPawn, 0, chess::kE2), -0.0625, 0.01);
    EXPECT_NEAR(profile.at(chess::kBlack, chess::kKnight, 1, chess::kF6), 0.25, 0.05);
    EXPECT_NEAR(profile.at(chess::kBlack, chess::kKnight, 1, chess::kB8), 0.5, 0.1);
    // Only one game went on, and its side had moved the knight.
    EXPECT_NEAR(profile.at(chess::kWhite, chess::kKnight, 2, chess::kC3), 0.5, 0.15);
    EXPECT_FLOAT_EQ(profile.men(chess::kBlack, chess::kQueen, 1), 1);
}

TEST(Profile, EverySheetIsADistribution) {
    const auto profile = learned({recorded_game("wild16", "capturer", "recapture", 4, 300)});
    for (const auto colour : {chess::kWhite, chess::kBlack})
        for (int k = chess::kPawn; k <= chess::kKing; ++k)
            for (const int time : {0, 1, 7, 16, 33, 60, 99})
                EXPECT_NEAR(total(profile, colour, static_cast<chess::PieceType>(k), time), 1, 1e-3)
                    << k << ' ' << time;
    for (const auto c : {Profile::Class::King, Profile::Class::Pawn, Profile::Class::Piece}) {
        double sum = 0;
        for (const float share : profile.of(chess::kBlack, c, 12))
            sum += share;
        EXPECT_NEAR(sum, 1, 1e-4);
    }
    EXPECT_EQ(profile.of(chess::kWhite, Profile::Class::King, 0)[chess::kE1], 1);
    EXPECT_EQ(profile.at(chess::kWhite, chess::kPawn, 40, chess::kA8), 0);
}

TEST(Profile, OneSideCanBeLearnedAlone) {
    const auto profile = learned({game({"e2e4", "g8f6"})}, {{false, true}});
    EXPECT_NEAR(profile.at(chess::kBlack, chess::kKnight, 1, chess::kF6), 0.5, 0.15);
    EXPECT_NEAR(profile.at(chess::kWhite, chess::kKnight, 1, chess::kF3), 0.5, 0.15)
        << "the other colour is its mirror";
}

TEST(Profile, OtherStartsDoNotCount) {
    ProfileLearner learner;
    EXPECT_FALSE(learner.add(game({"e1e2"}, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), {{true, true}}));
    EXPECT_EQ(learner.sides(), 0u);
}

TEST(Profile, TextGoesBothWays) {
    const auto profile = learned({recorded_game("wild16", "capturer", "recapture", 4, 300)});
    const auto text = profile.text();
    const auto again = Profile::read(text);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->about(), profile.about());
    for (int s = 0; s < 64; ++s)
        EXPECT_NEAR(again->at(chess::kBlack, chess::kQueen, 21, static_cast<Square>(s)),
                    profile.at(chess::kBlack, chess::kQueen, 21, static_cast<Square>(s)), 3e-4);
    EXPECT_LT(text.size(), 100'000u);
}

TEST(Profile, SaysWhatIsWrongWithAText) {
    const auto text = Profile::standard()->text();
    EXPECT_THAT(error_of(""), HasSubstr("nebel-profile 1"));
    EXPECT_THAT(error_of("nebel-profile 1\n"), HasSubstr("288 sheets, this one has 0"));
    EXPECT_THAT(error_of("nebel-profile 1\nwhite pawn 0\n"), HasSubstr("line 2: expected"));
    EXPECT_THAT(error_of("nebel-profile 1\nwhite pawn 16 8\n"), HasSubstr("16 is not one"));
    EXPECT_THAT(error_of("nebel-profile 1\nwhite pawn 0 -1\n"), HasSubstr("between 0 and 64"));
    EXPECT_THAT(error_of("nebel-profile 1\nwhite pawn 0 8\n. . .\n"), HasSubstr("line 3: a rank"));
    EXPECT_THAT(error_of("nebel-profile 1\nwhite king 0 1\n. . . . 10001 . . .\n"),
                HasSubstr("a share is"));
    EXPECT_THAT(error_of("nebel-profile 1\nwhite king 0 1\n*\nwhite king 0 1\n*\n"),
                HasSubstr("given before"));
    EXPECT_THAT(error_of(text.substr(0, text.size() / 2)), testing::Not("no error"));
}

TEST(Profile, AnOptionNamesNoneTheDefaultOrAFile) {
    EXPECT_EQ(load_profile("none"), nullptr);
    EXPECT_EQ(load_profile("default"), Profile::standard());
    EXPECT_THROW(load_profile("/no/such/profile"), UserError);
    const auto path = std::filesystem::temp_directory_path() / "nebel_profile_test.txt";
    std::ofstream(path) << Profile::standard()->text();
    EXPECT_EQ(load_profile(path.string())->about(), Profile::standard()->about());
    std::ofstream(path) << "nonsense";
    EXPECT_THROW(load_profile(path.string()), UserError);
    std::filesystem::remove(path);
}

TEST(Profile, TheDefaultSaysWhereItComesFrom) {
    const auto profile = Profile::standard();
    ASSERT_GE(profile->about().size(), 2u);
    EXPECT_THAT(profile->about()[0], HasSubstr("games"));
    EXPECT_THAT(profile->about()[1], HasSubstr("nebel"));
    EXPECT_GT(profile->at(chess::kWhite, chess::kPawn, 0, chess::kE2), 0.12);
}

// How much the mean of some moments is like where people's men stood on the Internet Chess Club.
double likeness(const nlohmann::json& people, const Profile& profile, int from, int to) {
    double xy = 0;
    double xx = 0;
    double yy = 0;
    for (const auto colour : {chess::kWhite, chess::kBlack})
        for (int k = chess::kPawn; k <= chess::kKing; ++k) {
            const auto kind = static_cast<chess::PieceType>(k);
            const auto key =
                std::string(colour == chess::kWhite ? "w" : "b") + chess::type_letter(kind);
            for (std::size_t s = 0; s < 64; ++s) {
                double ours = 0;
                for (int time = from; time <= to; ++time)
                    ours +=
                        profile.at(colour, kind, time, static_cast<Square>(s)) / (to - from + 1);
                const double x = ours - 1.0 / 64;
                const double y = people[key][s].get<double>() - 1.0 / 64;
                xy += x * y;
                xx += x * x;
                yy += y * y;
            }
        }
    return xy / std::sqrt(xx * yy);
}

TEST(Profile, TheDefaultResemblesPeoplesGames) {
    const auto path = testing_support::shared_data("kriegspiel/icc_piece_square.json");
    if (!std::filesystem::exists(path))
        GTEST_SKIP() << testing_support::no_shared_data(path);
    const auto people = nlohmann::json::parse(testing_support::read_text(path));
    const auto whole = likeness(people, *Profile::standard(), 0, 40);
    const auto start = likeness(people, *Profile::standard(), 0, 0);
    RecordProperty("correlation", std::to_string(whole));
    RecordProperty("of_the_start", std::to_string(start));
    EXPECT_GT(whole, start) << "more than that all games begin alike";
    EXPECT_GT(whole, 0.8);
}

}  // namespace nebel::kriegspiel
