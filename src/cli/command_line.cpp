#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <utility>

#include "core/error.hpp"

namespace nebel::cli {

Option Option::required() {
    option_->required();
    return *this;
}

Option Option::range(int least, int most) {
    option_->check(CLI::Range(least, most));
    return *this;
}

Option Option::range(unsigned least, unsigned most) {
    option_->check(CLI::Range(least, most));
    return *this;
}

Option Option::range(std::uint64_t least, std::uint64_t most) {
    option_->check(CLI::Range(least, most));
    return *this;
}

Option Option::range(double least, double most) {
    option_->check(CLI::Range(least, most));
    return *this;
}

Option Option::one_of(const std::vector<std::string>& words) {
    option_->check(CLI::IsMember(words));
    return *this;
}

Option Option::delimiter(char joint) {
    option_->delimiter(joint);
    return *this;
}

Option Option::excludes(const Option& other) {
    option_->excludes(other.option_);
    return *this;
}

bool Option::given() const {
    return option_->count() > 0;
}

Command Command::add_command(const std::string& name, const std::string& help) {
    return Command(app_->add_subcommand(name, help));
}

void Command::require_command() {
    app_->require_subcommand(1);
}

Option Command::add_option(const std::string& name, std::string& value, const std::string& help) {
    return Option(app_->add_option(name, value, help));
}

Option Command::add_option(const std::string& name,
                           std::vector<std::string>& value,
                           const std::string& help) {
    return Option(app_->add_option(name, value, help));
}

Option Command::add_option(const std::string& name, int& value, const std::string& help) {
    return Option(app_->add_option(name, value, help));
}

Option Command::add_option(const std::string& name, unsigned& value, const std::string& help) {
    return Option(app_->add_option(name, value, help));
}

Option Command::add_option(const std::string& name, std::uint16_t& value, const std::string& help) {
    return Option(app_->add_option(name, value, help));
}

Option Command::add_option(const std::string& name, std::uint64_t& value, const std::string& help) {
    return Option(app_->add_option(name, value, help));
}

Option Command::add_option(const std::string& name, double& value, const std::string& help) {
    return Option(app_->add_option(name, value, help));
}

void Command::add_flag(const std::string& name, bool& value, const std::string& help) {
    app_->add_flag(name, value, help);
}

void Command::callback(std::function<void()> body) {
    app_->callback(std::move(body));
}

CommandLine::CommandLine(const std::string& about, const std::string& version)
    : app_(std::make_unique<CLI::App>(about)) {
    app_->set_version_flag("--version", version);
}

CommandLine::~CommandLine() = default;

Command CommandLine::root() {
    return Command(app_.get());
}

void CommandLine::run(int argc, char** argv) {
    try {
        app_->parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // --help and --version are thrown too, and exit() prints what they ask for.
        if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success))
            throw UserError(std::string(error.what()) + " (see nebel --help)");
        app_->exit(error);
    }
}

}  // namespace nebel::cli
