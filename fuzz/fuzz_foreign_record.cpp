#include "darkchess/platform_record.hpp"
#include "fuzz.hpp"
#include "stratego/setup.hpp"
#include "stratego/strados2.hpp"

// Records of other programs: the dark chess platform's text and StraDoS2's XML; and set-ups.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace nebel;
    const auto text = fuzz::as_text(data, size);
    const auto rules = darkchess::Rules::parse("ntu60,repetition=platform").value();
    const auto record = darkchess::read_platform_record(text, rules);
    fuzz::expect_explained(record);
    if (record)
        fuzz::expect_explained(
            darkchess::read_platform_record(darkchess::write_platform_record(*record), rules));
    fuzz::expect_explained(stratego::import_strados2(text));
    fuzz::parse_and_print<stratego::Setup>(text);
    return 0;
}
