#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

// The parts of CLI11 that the commands use, without its templates: those cost ten seconds a file,
// so command_line.cpp alone includes them.
namespace nebel::cli {

/// A named option or a positional argument. A handle: the command line owns what it stands for.
class Option {
 public:
    explicit Option(CLI::Option* option) : option_(option) {}

    // Each of these returns the same option, so that another may follow.
    Option required();
    /// Both ends belong to the range. The help names their type.
    Option range(int least, int most);
    Option range(unsigned least, unsigned most);
    Option range(std::uint64_t least, std::uint64_t most);
    Option range(double least, double most);
    Option one_of(const std::vector<std::string>& words);
    /// Several values may come in one word, joined by this.
    Option delimiter(char joint);
    Option excludes(const Option& other);

    /// Whether the command line had it; for callbacks, which run once all is read.
    [[nodiscard]] bool given() const;

 private:
    CLI::Option* option_;
};

/// A command with its options. A handle: the command line owns what it stands for.
class Command {
 public:
    explicit Command(CLI::App* app) : app_(app) {}

    Command add_command(const std::string& name, const std::string& help);
    /// One of its sub-commands has to follow.
    void require_command();

    /// What is read goes into `value`, which must outlive the parsing and keeps what it holds where
    /// the option is not given. A name without dashes makes a positional argument.
    Option add_option(const std::string& name, std::string& value, const std::string& help);
    Option add_option(const std::string& name,
                      std::vector<std::string>& value,
                      const std::string& help);
    Option add_option(const std::string& name, int& value, const std::string& help);
    Option add_option(const std::string& name, unsigned& value, const std::string& help);
    Option add_option(const std::string& name, std::uint16_t& value, const std::string& help);
    Option add_option(const std::string& name, std::uint64_t& value, const std::string& help);
    Option add_option(const std::string& name, double& value, const std::string& help);
    void add_flag(const std::string& name, bool& value, const std::string& help);

    /// Run by CommandLine::run when this command was asked for.
    void callback(std::function<void()> body);

 private:
    CLI::App* app_;
};

/// The program's whole command line: add commands to its root, then run it.
class CommandLine {
 public:
    /// `version` is what --version prints.
    CommandLine(const std::string& about, const std::string& version);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    [[nodiscard]] Command root();
    /// Reads the arguments and runs the command that they ask for; --help and --version print
    /// instead. Throws UserError for arguments that cannot be read, and whatever the command
    /// throws.
    void run(int argc, char** argv);

 private:
    std::unique_ptr<CLI::App> app_;
};

}  // namespace nebel::cli
