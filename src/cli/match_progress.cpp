#include "cli/match_progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "core/text.hpp"
#include "match/report.hpp"

namespace nebel::cli {

namespace {

constexpr auto kRedraw = std::chrono::milliseconds(250);

// A line that wraps would break the count of lines to go up.
std::size_t terminal_width(std::FILE* out) {
    winsize size{};
    if (ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}

}  // namespace

MatchProgress::MatchProgress(const match::MatchSpec& spec,
                             std::uint64_t planned,
                             std::FILE* out,
                             bool quiet)
    : spec_(spec),
      planned_(planned),
      out_(out),
      quiet_(quiet),
      terminal_(isatty(fileno(out)) != 0) {}

void MatchProgress::game_added(const match::Score& score) {
    if (quiet_ || terminal_)
        return;
    const std::uint64_t step = std::max<std::uint64_t>(1, planned_ / 10);
    if (score.games() % step != 0 || score.games() == planned_)
        return;
    fmt::print(out_, "{}\n", match::score_line(score, planned_));
    std::fflush(out_);
}

void MatchProgress::tick(const match::Score& score) {
    const auto now = std::chrono::steady_clock::now();
    if (quiet_ || !terminal_ || now - last_drawn_ < kRedraw)
        return;
    last_drawn_ = now;
    clear();
    const std::string table = match::score_table(spec_, score, planned_);
    const std::size_t width = terminal_width(out_);
    for (const auto line : split(trim(table), '\n')) {
        fmt::print(out_, "{}\n", line.substr(0, width - 1));
        ++drawn_lines_;
    }
    std::fflush(out_);
}

void MatchProgress::clear() {
    if (drawn_lines_ > 0)
        fmt::print(out_, "\x1b[{}A\x1b[J", drawn_lines_);
    drawn_lines_ = 0;
}

}  // namespace nebel::cli
