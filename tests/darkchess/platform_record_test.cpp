#include "darkchess/platform_record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "game/battery.hpp"

namespace nebel::darkchess {

using ::testing::HasSubstr;

namespace {

const std::filesystem::path kRecords =
    std::filesystem::path(NEBEL_SOURCE_DIR) / "../shared/data/darkchess/records";

std::string contents(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

const Rules kPlatform = *Rules::parse("ntu60,repetition=platform");

std::string message(std::string_view text) {
    const auto record = read_platform_record(text, kPlatform);
    return record ? "read" : record.error().message;
}

/// The reasons that stand behind a word in a record's file name.
std::vector<Reason> reasons(const std::string& word) {
    if (word == "NoMove")
        return {Reason::NoMove, Reason::NoMen};
    if (word == "NoEatFlipDraw")
        return {Reason::QuietLimit};
    if (word.starts_with("PositionRepetitionDraw"))
        return {Reason::Repetition};
    if (word == "TimeOut")
        return {Reason::TimeOut};
    return {};
}

}  // namespace

TEST(PlatformRecords, EveryPlyIsLegalAndTheEndComesWhenAndAsRecorded) {
    if (!std::filesystem::is_directory(kRecords))
        GTEST_SKIP() << "no records at " << kRecords;
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kRecords)) {
        const auto name = entry.path().stem().string();
        SCOPED_TRACE(name);
        const auto text = contents(entry.path());
        const auto record = read_platform_record(text, kPlatform);
        ASSERT_TRUE(record) << record.error().message;
        ASSERT_TRUE(record->outcome);
        // "NN-Reason": the referee's own word, not the record's.
        EXPECT_THAT(reasons(name.substr(3)), ::testing::Contains(record->outcome->reason));
        battery::expect_replays(*record);

        // Once more as the platform would write it.
        const auto written = write_platform_record(*record);
        const auto again = read_platform_record(written, kPlatform);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(*again, *record);
        // Without its last ply the game is not over.
        if (record->outcome->reason != Reason::TimeOut) {
            auto referee = *Referee::from_start(kPlatform, record->start);
            for (std::size_t i = 0; i + 1 < record->actions.size(); ++i)
                referee.act(record->actions[i].action);
            EXPECT_FALSE(referee.outcome());
        }
        ++files;
    }
    EXPECT_GE(files, 26);
}

TEST(PlatformRecords, AnotherQuietLimitEndsElsewhere) {
    const auto path = kRecords / "09-NoEatFlipDraw.txt";
    if (!std::filesystem::exists(path))
        GTEST_SKIP() << "no record " << path;
    const auto text = contents(path);
    for (const int limit : {59, 61}) {
        Rules rules = kPlatform;
        rules.quiet = limit;
        EXPECT_FALSE(read_platform_record(text, rules)) << limit;
    }
}

TEST(PlatformRecords, RandomGamesSurviveWritingAndReading) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        auto table = battery::random_game<DarkChess>(Rules{}, seed, seed % 2 ? 20000 : 40);
        table.name_players("left hand", "right");
        if (seed % 4 == 0)
            table.conclude(win_for(Seat::Second, Reason::Resignation));
        const auto record = table.record();
        const auto again = read_platform_record(write_platform_record(record), Rules{});
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->actions, record.actions);
        EXPECT_EQ(again->outcome, record.outcome);
        EXPECT_EQ(again->players, record.players);
    }
}

TEST(PlatformRecords, FillsTheDealWithTheMenLeft) {
    const auto record = read_platform_record("* a vs b\n* 1. a8(k) d1(P)\n", kPlatform);
    ASSERT_TRUE(record);
    EXPECT_FALSE(record->outcome);
    EXPECT_EQ(record->start.front(), 'k');
    EXPECT_EQ(record->start.back(), 'P');
    EXPECT_TRUE(Referee::from_start(kPlatform, record->start));
    EXPECT_EQ(record->players[Seat::First], "a");
}

TEST(PlatformRecords, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(message(""), "the record is empty");
    EXPECT_THAT(message("hello"), HasSubstr("NAME vs NAME"));
    EXPECT_EQ(message("* vs \n"), "read");
    EXPECT_THAT(message("* a vs b\n* 2. a1(k)"), HasSubstr("line 2: move number 1 expected"));
    EXPECT_THAT(message("* a vs b\n* -1. a1(k)"), HasSubstr("line 2"));
    EXPECT_THAT(message("* a vs b\n* 1. a1(x)"), HasSubstr("is not a flip"));
    EXPECT_THAT(message("* a vs b\n* 1. a1"), HasSubstr("neither a flip"));
    EXPECT_THAT(message("* a vs b\n* 1."), HasSubstr("two plies"));
    EXPECT_THAT(message("* a vs b\n* 1. a1(k)\n* 2. a2(K)"), HasSubstr("line 3"));
    EXPECT_THAT(message("* a vs b\n* 1. a1(k) a1(K)"), HasSubstr("flipped twice"));
    EXPECT_THAT(message("* a vs b\n* 1. a1(k) a2(k)"), HasSubstr("only 1 of 'k'"));
    EXPECT_THAT(message("* a vs b\n* 1. a1(k) a1-a2"), HasSubstr("a1-a2: that is the opponent's"));
    EXPECT_THAT(message("* a vs b\n* X K X X"), HasSubstr("every man dark"));
    EXPECT_THAT(message("* a vs b\n* 1 2 2 2 2 2 5 1 2 2 2 2 2 4"), HasSubstr("1 2 2 2 2 2 5"));
    EXPECT_THAT(message("* a vs b\n* NoMove a wins 1,0"), HasSubstr("the game goes on"));
    EXPECT_THAT(message("* a vs b\n* NoMove a wins"), HasSubstr("points"));
    EXPECT_THAT(message("* a vs b\n* Boredom a wins 1,0"), HasSubstr("not a known reason"));
    EXPECT_THAT(message("* a vs b\n* Resign a wins 1,0\n* 1. a1(k)"), HasSubstr("after the end"));
    EXPECT_EQ(message("* a vs b\n* 1. a1(k)\n* Resign a wins 1,0"), "read");
}

TEST(PlatformRecords, NoTextBreaksTheReader) {
    const std::string whole =
        "* a vs b\n* 1 2 2 2 2 2 5 1 2 2 2 2 2 5\n* X X X X\n* first 0\n* time 900\n"
        "* 1. b8(K) b6(r)\n* 2. b4(p) d8(p)\n* 3. c4(m) c7(n)\n* TimeOut a Wins 1.0,0.0\n";
    ASSERT_EQ(message(whole), "read");
    EXPECT_TRUE(rc::check("a spoilt record is read or refused, never worse", [&] {
        auto text = whole;
        const auto edits = *rc::gen::container<std::vector<std::pair<std::size_t, char>>>(
            rc::gen::pair(rc::gen::inRange<std::size_t>(0, whole.size()),
                          rc::gen::elementOf(std::string("ax8.,-(*) \n0K9\xff"))));
        for (const auto& [at, c] : edits)
            text[at] = c;
        message(text);
        message(text.substr(0, *rc::gen::inRange<std::size_t>(0, whole.size())));
    }));
}

}  // namespace nebel::darkchess
