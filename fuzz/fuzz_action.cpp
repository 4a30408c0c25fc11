#include "core/text.hpp"
#include "fuzz.hpp"
#include "games.hpp"

// Lines of actions: each is explained or answered; no action, however strange, breaks a referee or
// leaves a trace when it is invalid.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace nebel;
    const auto text = fuzz::as_text(data, size);
    fuzz::for_every_game([&]<Game G>() {
        Rng rng(7);
        typename G::Referee referee(typename G::Rules(), rng);
        referee.open();
        for (const auto line : split(text, '\n')) {
            fuzz::parse_and_print<typename G::Action>(line);
            const auto action = G::Action::parse(line);
            if (!action)
                continue;
            const auto before = referee.state_text();
            const auto answer = referee.act(*action);
            if (answer.verdict != Verdict::Accepted)
                NEBEL_CHECK(referee.state_text() == before);
            if (answer.verdict == Verdict::Invalid) {
                NEBEL_CHECK(!answer.why.empty());
                for (const Seat seat : kSeats)
                    NEBEL_CHECK(answer.events[seat].empty());
            }
        }
    });
    return 0;
}
