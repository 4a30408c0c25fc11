#include "match/tournament.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "toy_match.hpp"

namespace nebel::match {
namespace {

using testing::HasSubstr;

constexpr const char* kFile = R"(# everyone meets everyone
game = "toy"
rules = "30"
games = 40
seed = 5
jobs = 2
budget = "nodes=10"
try_limit = 50

[[players]]
name = "guesser"
player = "random"

[[players]]
player = "forgetful"
budget = "nodes=20"

[[players]]
name = "crasher"
player = "bad:how=crash-at-begin"
)";

std::string error_of(std::string_view text) {
    const auto spec = TournamentSpec::parse(text, "cup.toml");
    return spec ? "no error" : spec.error().message;
}

TEST(Tournament, ReadsItsFile) {
    const auto spec = TournamentSpec::parse(kFile, "cup.toml");
    ASSERT_TRUE(spec) << spec.error().message;
    EXPECT_EQ(spec->game, "toy");
    EXPECT_EQ(spec->games, 40u);
    EXPECT_EQ(spec->seed, 5u);
    EXPECT_EQ(spec->jobs, 2u);
    EXPECT_EQ(spec->limits.refusals_per_turn, 50);
    ASSERT_EQ(spec->entrants.size(), 3u);
    EXPECT_EQ(spec->entrants[0].name, "guesser");
    EXPECT_EQ(spec->entrants[0].contestant.budget.nodes, 10u);
    EXPECT_EQ(spec->entrants[1].name, "forgetful");
    EXPECT_EQ(spec->entrants[1].contestant.budget.nodes, 20u);
}

TEST(Tournament, NamesWhatIsWrongAndWhere) {
    const std::string file = kFile;
    const auto with = [&](const std::string& old_text, const std::string& new_text) {
        auto changed = file;
        const auto at = changed.find(old_text);
        EXPECT_NE(at, std::string::npos);
        return error_of(changed.replace(at, old_text.size(), new_text));
    };
    EXPECT_EQ(error_of(file), "no error");
    EXPECT_THAT(with("seed = 5", "sede = 5"), HasSubstr("cup.toml, line 5: unknown key 'sede'"));
    EXPECT_THAT(with("budget = \"nodes=20\"", "budgte = \"nodes=20\""),
                HasSubstr("line 16: unknown key 'budgte'; accepted: budget, name, player"));
    EXPECT_THAT(with("games = 40", "games = \"40\""), HasSubstr("line 4: games must be"));
    EXPECT_THAT(with("games = 40", "games = 0"), HasSubstr("line 4: games must be"));
    EXPECT_THAT(with("games = 40", "games = "), HasSubstr("line 4"));
    EXPECT_THAT(with("nodes=20", "nodes=x"), HasSubstr("line 16: budget: budget nodes needs"));
    EXPECT_THAT(with("player = \"forgetful\"", "name = \"guesser\"\nplayer = \"random\""),
                HasSubstr("two players are called"));
    EXPECT_THAT(with("player = \"forgetful\"", "name = \"x\""), HasSubstr("needs player"));
    EXPECT_THAT(with("game = \"toy\"", ""), HasSubstr("game is missing"));
    EXPECT_THAT(with("rules = \"30\"", "type = \"swiss\""), HasSubstr("round-robin"));
    EXPECT_THAT(with("rules = \"30\"", "clock = \"fast\""), HasSubstr("line 3: clock: "));
    EXPECT_THAT(error_of("game = \"toy\""), HasSubstr("two or more"));
    EXPECT_THAT(error_of("players = [1, 2]\ngame = \"toy\""), HasSubstr("must be tables"));
}

TEST(Tournament, Pairings) {
    auto spec = *TournamentSpec::parse(kFile, "cup.toml");
    EXPECT_EQ(spec.pairings().size(), 3u);
    spec.kind = TournamentKind::Gauntlet;
    ASSERT_EQ(spec.pairings().size(), 2u);
    for (const auto& pairing : spec.pairings())
        EXPECT_EQ(pairing.first, 0u);
    const auto match = spec.match(spec.pairings()[0]);
    EXPECT_EQ(match.contestants[1].player, "forgetful");
    EXPECT_EQ(match.seed, 5u);
}

TEST(Tournament, TheCrosstableAddsUp) {
    const auto spec = *TournamentSpec::parse(kFile, "cup.toml");
    Crosstable table(spec);
    for (const auto& pairing : spec.pairings())
        table.add(pairing, toy::run_toy(spec.match(pairing), {spec.games, 2}).score);
    const auto json = table.json();
    ASSERT_EQ(json["players"].size(), 3u);
    double points = 0;
    for (const auto& row : json["players"]) {
        EXPECT_EQ(row["games"], 80);
        points += row["score"].get<double>() * 80;
    }
    EXPECT_NEAR(points, 120, 1e-9);
    EXPECT_EQ(json["players"][0]["name"], "guesser");
    EXPECT_EQ(json["players"][2]["name"], "crasher");
    EXPECT_EQ(json["players"][2]["score"], 0);
    EXPECT_TRUE(json["players"][2]["elo"].is_null());
    EXPECT_EQ(json["matches"].size(), 3u);
    const auto text = table.text();
    EXPECT_THAT(text, HasSubstr("40/40"));
    EXPECT_THAT(text, HasSubstr("0/40"));
    EXPECT_LT(text.find("guesser"), text.find("forgetful"));
}

}  // namespace
}  // namespace nebel::match
