#include "fuzz.hpp"
#include "match/time_control.hpp"
#include "match/tournament.hpp"

// Tournament files and clocks.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace nebel;
    const auto text = fuzz::as_text(data, size);
    fuzz::expect_explained(match::TournamentSpec::parse(text, "fuzz.toml"));
    fuzz::expect_explained(match::TimeControl::parse(text));
    return 0;
}
