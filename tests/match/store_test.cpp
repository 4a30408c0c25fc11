#include "store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "toy_match.hpp"

namespace nebel::store {
namespace {

using match::toy::run_toy;
using match::toy::table_without_time;
using match::toy::Toy;
using match::toy::toy_spec;

class StoreTest : public testing::Test {
 protected:
    void SetUp() override {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::temp_directory_path() /
                  ("nebel-store-" + std::to_string(getpid()) + "-" + info->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::filesystem::path file(const char* name = "games.db") const {
        return folder_ / name;
    }

    static std::string message(const std::filesystem::path& path) {
        try {
            Store store(path);
        } catch (const UserError& error) {
            return error.what();
        }
        return "no error";
    }

    std::filesystem::path folder_;
};

TEST_F(StoreTest, GamesComeBackAsTheyWere) {
    const auto spec = toy_spec("random", "bad:how=crash,after=2");
    Store store(file());
    const auto archive = store.archive(store.open_match(spec));
    const auto played = run_toy(spec, {20, 2}, archive.get());
    EXPECT_EQ(archive->indices().size(), 20u);
    for (const auto& game : played.games)
        EXPECT_EQ(archive->load(game.index), game);
}

TEST_F(StoreTest, AMatchGoesOnAfterEveryInterruption) {
    const auto spec = toy_spec("random", "forgetful");
    const auto expected = table_without_time(spec, run_toy(spec, {12, 1}).score);
    for (std::uint64_t cut = 0; cut <= 12; ++cut) {
        const auto name = file(std::to_string(cut).c_str());
        {
            Store store(name);
            run_toy(spec, {cut, 2}, store.archive(store.open_match(spec)).get());
        }
        Store store(name);
        const auto resumed = run_toy(spec, {12, 2}, store.archive(store.open_match(spec)).get());
        EXPECT_EQ(resumed.report.from_archive, cut);
        EXPECT_EQ(table_without_time(spec, resumed.score), expected);
    }
}

TEST_F(StoreTest, OtherParametersAreAnotherMatch) {
    Store store(file());
    const auto spec = toy_spec("random", "forgetful");
    const auto id = store.open_match(spec);
    EXPECT_EQ(store.open_match(spec), id);
    std::set<std::int64_t> ids{id};
    const auto changed = [&](auto change) {
        auto other = spec;
        change(other);
        ids.insert(store.open_match(other));
    };
    changed([](auto& s) { s.seed = 8; });
    changed([](auto& s) { s.rules = "20"; });
    changed([](auto& s) { s.contestants[0].player = "forgetful"; });
    changed([](auto& s) { std::swap(s.contestants[0], s.contestants[1]); });
    changed([](auto& s) { s.contestants[1].budget.nodes = 10; });
    changed([](auto& s) { s.clock = match::TimeControl{std::chrono::seconds(1), {}}; });
    changed([](auto& s) { s.limits.refusals_per_turn = 3; });
    changed([](auto& s) { s.limits.drawn_actions = 2; });
    changed([](auto& s) { s.version = "other"; });
    EXPECT_EQ(ids.size(), 10u);
}

TEST_F(StoreTest, ListsMatchesAndGames) {
    Store store(file());
    const auto spec = toy_spec("random", "forgetful", ~std::uint64_t{0});
    const auto id = store.open_match(spec);
    const auto played = run_toy(spec, {7, 1}, store.archive(id).get());
    store.open_match(toy_spec("random", "random"));

    const auto matches = store.matches();
    ASSERT_EQ(matches.size(), 2u);
    EXPECT_EQ(matches[1].id, id);
    EXPECT_EQ(matches[1].games, 7u);
    EXPECT_EQ(matches[1].seed, ~std::uint64_t{0});
    EXPECT_EQ(matches[1].second_player, "forgetful");
    EXPECT_EQ(matches[0].games, 0u);

    const auto games = store.games(id, 3, 2);
    ASSERT_EQ(games.size(), 3u);
    EXPECT_EQ(games[0].index, 2u);
    EXPECT_EQ(games[1].players[Seat::First], "forgetful");
    EXPECT_EQ(games[1].outcome, played.games[3].outcome);
    EXPECT_EQ(store.record(id, 3), played.games[3].record);
    EXPECT_FALSE(store.record(id, 99));
}

TEST_F(StoreTest, TwoProgramsMayShareAFile) {
    const auto spec = toy_spec("random", "forgetful");
    Store first(file());
    Store second(file());
    const auto id = first.open_match(spec);
    EXPECT_EQ(second.open_match(spec), id);
    run_toy(spec, {10, 1}, first.archive(id).get());
    const auto seen = run_toy(spec, {20, 1}, second.archive(id).get());
    EXPECT_EQ(seen.report.from_archive, 10u);
    first.archive(id)->save(seen.games);  // again: nothing changes
    EXPECT_EQ(first.archive(id)->indices().size(), 20u);
}

TEST_F(StoreTest, RefusesWhatIsNoStore) {
    std::ofstream(file("text")) << std::string(5000, 'x');
    EXPECT_NE(message(file("text")).find("text: file is not a database"), std::string::npos)
        << message(file("text"));
    {
        SQLite::Database foreign(file("foreign").string(),
                                 SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        foreign.exec("CREATE TABLE wine (year INTEGER)");
    }
    EXPECT_NE(message(file("foreign")).find("not a store of games"), std::string::npos);
    { const Store store(file("newer")); }
    {
        SQLite::Database newer(file("newer").string(), SQLite::OPEN_READWRITE);
        newer.exec("PRAGMA user_version = 99");
    }
    EXPECT_NE(message(file("newer")).find("schema 99"), std::string::npos);
    EXPECT_NE(message(folder_ / "nowhere" / "games.db").find("unable to open"), std::string::npos);
    EXPECT_EQ(message(file("fresh")), "no error");
}

}  // namespace
}  // namespace nebel::store
