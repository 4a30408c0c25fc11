#include "darkchess/quiet_line.hpp"

#include <algorithm>

namespace nebel::darkchess {

void QuietLine::restart(const Board& after) {
    actions_.clear();
    keys_.assign(1, after.key());
}

void QuietLine::extend(Action played, const Board& after) {
    actions_.push_back(played);
    keys_.push_back(after.key());
}

int QuietLine::occurrences() const {
    return static_cast<int>(std::count(keys_.begin(), keys_.end(), keys_.back()));
}

int QuietLine::cycle() const {
    const auto end = actions_.end();
    for (std::ptrdiff_t p = 2; 3 * p <= std::ssize(actions_); p += 2)
        // The last 2p plies, each equal to the one p plies before it.
        if (std::equal(end - 2 * p, end, end - 3 * p))
            return static_cast<int>(p);
    return 0;
}

bool QuietLine::repeats(Repetition rule) const {
    switch (rule) {
        case Repetition::Position3:
            return occurrences() >= 3;
        case Repetition::Platform:
            return cycle() > 0;
        case Repetition::Off:
            break;
    }
    return false;
}

}  // namespace nebel::darkchess
