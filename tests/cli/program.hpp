#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// Runs the built program as a person or a script would.
namespace nebel::test {

struct Run {
    int status = -1;
    std::string out;
    std::string err;

    [[nodiscard]] std::vector<std::string> lines() const;
    /// Each line of standard output as JSON; a line that is not fails the test.
    [[nodiscard]] std::vector<nlohmann::json> objects() const;
    /// The line of standard output that begins with the word, without it.
    [[nodiscard]] std::string value(const std::string& word) const;
};

/// Waits for the end; standard input is a pipe with this text.
Run run_program(const std::vector<std::string>& arguments, const std::string& input = "");

/// Starts the program with standard input left open, sends the signal once a line of output has
/// the text, and waits for the end.
Run interrupt_program(const std::vector<std::string>& arguments,
                      const std::string& when,
                      int signal_number);

/// A path in a fresh temporary place that is removed with the test program.
std::string temporary_path(const std::string& name);

}  // namespace nebel::test
