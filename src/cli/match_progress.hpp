#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "match/match_spec.hpp"
#include "match/score.hpp"

namespace nebel::cli {

/// Shows a match while it runs: a table that redraws itself on a terminal, a line after every tenth
/// of the games elsewhere.
class MatchProgress {
 public:
    MatchProgress(const match::MatchSpec& spec, std::uint64_t planned, std::FILE* out, bool quiet);

    /// A game has entered the score.
    void game_added(const match::Score& score);
    /// Some time has passed.
    void tick(const match::Score& score);
    /// Removes what was drawn, so that the final table can take its place.
    void clear();

 private:
    const match::MatchSpec& spec_;
    std::uint64_t planned_;
    std::FILE* out_;
    bool quiet_;
    bool terminal_;
    int drawn_lines_ = 0;
    std::chrono::steady_clock::time_point last_drawn_{};
};

}  // namespace nebel::cli
