#include "game/options.hpp"

#include <gtest/gtest.h>

namespace nebel {

namespace {

const std::vector<OptionSpec> kSpecs{
    OptionSpec::integer("depth", 4, 1, 20, "plies"),
    OptionSpec::real("c", 1.5, 0, 10, "exploration"),
    OptionSpec::boolean("eval", true, "use the evaluation"),
    OptionSpec::choice("policy", "random", {"random", "capture"}, "playout policy"),
    OptionSpec::free_text("profile", "none", "a file"),
};

std::string complaint(std::string_view assignments) {
    try {
        Options options(kSpecs, assignments);
        return "";
    } catch (const UserError& error) {
        return error.what();
    }
}

}  // namespace

TEST(Options, DefaultsAndOverrides) {
    const Options defaults(kSpecs, "");
    EXPECT_EQ(defaults.integer("depth"), 4);
    EXPECT_EQ(defaults.real("c"), 1.5);
    EXPECT_TRUE(defaults.boolean("eval"));
    EXPECT_EQ(defaults.text("policy"), "random");
    const Options set(kSpecs, "depth=20, c=0.25,eval=off,policy=capture,profile=a b.txt");
    EXPECT_EQ(set.integer("depth"), 20);
    EXPECT_EQ(set.real("c"), 0.25);
    EXPECT_FALSE(set.boolean("eval"));
    EXPECT_EQ(set.text("policy"), "capture");
    EXPECT_EQ(set.text("profile"), "a b.txt");
}

TEST(Options, MistakesNameWhatIsAccepted) {
    EXPECT_NE(complaint("depth=21").find("1..20"), std::string::npos);
    EXPECT_NE(complaint("depth=x").find("1..20"), std::string::npos);
    EXPECT_NE(complaint("eval=yes").find("on|off"), std::string::npos);
    EXPECT_NE(complaint("policy=best").find("random|capture"), std::string::npos);
    EXPECT_NE(complaint("colour=red").find("depth=1..20"), std::string::npos);
    EXPECT_NE(complaint("depth").find("unknown option"), std::string::npos);
    EXPECT_NE(complaint("c=nan"), "");
}

}  // namespace nebel
