#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "experiments.hpp"

// The command itself, as a user meets it: arguments, files, exit status.
namespace nebel::lab {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

class LabProgram : public ::testing::Test {
 protected:
    void SetUp() override {
        if (access(NEBEL_PROGRAM, X_OK) != 0)
            GTEST_SKIP() << NEBEL_PROGRAM << " has not been built";
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        root_ = fs::temp_directory_path() /
                ("nebel-lab-" + std::to_string(getpid()) + "-" + info->name());
        fs::create_directories(root_ / "small");
        write_text(root_ / "small" / "experiment.toml", testing::kGrid);
    }
    void TearDown() override {
        if (!root_.empty())
            fs::remove_all(root_);
    }

    /// Exit status; what was printed on both streams is in `output_`.
    int lab(const std::string& arguments) {
        const auto log = root_ / "log";
        const std::string command = "'" NEBEL_PROGRAM "' lab " + arguments + " --dir '" +
                                    root_.string() + "' >'" + log.string() + "' 2>&1";
        const int status = std::system(command.c_str());
        output_ = read_text(log);
        return WEXITSTATUS(status);
    }

    fs::path root_;
    std::string output_;
};

TEST_F(LabProgram, RunsAndReports) {
    EXPECT_EQ(lab("list"), 0);
    EXPECT_THAT(output_, HasSubstr("Two against one (not measured yet)"));
    EXPECT_EQ(lab("report small"), 2);
    EXPECT_THAT(output_, HasSubstr("first: nebel lab run small"));
    ASSERT_EQ(lab("run small --jobs 2"), 0) << output_;
    EXPECT_THAT(output_, HasSubstr("[3/3] taker, 160: "));
    ASSERT_EQ(lab("report small"), 0) << output_;
    EXPECT_THAT(read_text(root_ / "small" / "report.md"), HasSubstr("244-240-16"));
    EXPECT_TRUE(fs::exists(root_ / "small" / "draws.svg"));
    EXPECT_EQ(lab("list"), 0);
    EXPECT_THAT(output_, HasSubstr("(measured: 3)"));
}

TEST_F(LabProgram, ASmallRunDoesNotReplaceALargeOne) {
    ASSERT_EQ(lab("run small"), 0) << output_;
    const auto before = read_text(root_ / "small" / "measured.json");
    EXPECT_EQ(lab("run small --games 1"), 2);
    EXPECT_THAT(output_, HasSubstr("give --out FOLDER"));
    EXPECT_EQ(read_text(root_ / "small" / "measured.json"), before);
    EXPECT_EQ(lab("run small --games 1 --out '" + (root_ / "try").string() + "'"), 0) << output_;
    EXPECT_TRUE(fs::exists(root_ / "try" / "measured.json"));
    EXPECT_EQ(read_text(root_ / "small" / "measured.json"), before);
}

TEST_F(LabProgram, MistakesAreOneLineAndStatusTwo) {
    EXPECT_EQ(lab("run big"), 2);
    EXPECT_THAT(output_, HasSubstr("no experiment 'big'; experiments: small\n"));
    write_text(root_ / "small" / "experiment.toml",
               testing::replaced(testing::kGrid, "seed = 7", "sed = 7"));
    EXPECT_EQ(lab("run small"), 2);
    EXPECT_THAT(output_, HasSubstr("line 9: unknown key 'sed'"));
    EXPECT_EQ(std::count(output_.begin(), output_.end(), '\n'), 1);
}

}  // namespace
}  // namespace nebel::lab
