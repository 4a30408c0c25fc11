#include "fuzz.hpp"
#include "game/record_json.hpp"
#include "games.hpp"

// Records: what is accepted is written and read as the same record, and replaying never breaks.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace nebel;
    const auto text = fuzz::as_text(data, size);
    fuzz::for_every_game([&]<Game G>() {
        const auto record = record_from_line<G>(text);
        fuzz::expect_explained(record);
        if (!record)
            return;
        NEBEL_CHECK(record_from_line<G>(record_to_line(*record)).value() == *record);
        fuzz::expect_explained(replay(*record));
    });
    return 0;
}
