#include <string>

#include "core/text.hpp"
#include "fuzz.hpp"
#include "games.hpp"
#include "protocol/command_line.hpp"
#include "protocol/mgtp.hpp"
#include "protocol/mgtp_engine.hpp"
#include "protocol/nep.hpp"
#include "protocol/nep_engine.hpp"
#include "protocol/ucc.hpp"
#include "protocol/ucc_engine.hpp"
#include "protocol/uci_engine.hpp"

// Engines fed with any lines, and the readers of what engines say. The first byte chooses whom to
// talk to, so that the fuzzer need not meet five engines at once.
namespace {

void talk(nebel::protocol::Dialect& dialect, std::string_view text) {
    const std::atomic<bool> stop{false};
    std::size_t said = 0;
    dialect.say = [&said](std::string_view line) {
        NEBEL_CHECK(line.find('\n') == std::string_view::npos);
        ++said;
    };
    for (const auto line : nebel::split(text, '\n')) {
        if (dialect.kind(line) == nebel::protocol::LineKind::Quit)
            return;
        dialect.handle(line, stop);
    }
}

void read_engines_lines(std::string_view text) {
    using namespace nebel;
    fuzz::expect_explained(protocol::split_command(text));
    for (const auto line : split(text, '\n')) {
        fuzz::expect_explained(protocol::NewGame::parse(line));
        fuzz::expect_explained(protocol::NumberedEvent::parse(line));
        fuzz::expect_explained(protocol::parse_go(line));
        fuzz::expect_explained(protocol::parse_option(line));
        (void)protocol::parse_info(line);
        (void)protocol::mgtp::parse_reply(line, protocol::mgtp::Id::GenMove);
        (void)protocol::mgtp::parse_action(line);
        (void)protocol::ucc::parse_report(line);
        int rank = 0;
        (void)protocol::parse_uci_info(line, rank);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace nebel;
    if (size == 0)
        return 0;
    const auto text = fuzz::as_text(data + 1, size - 1);
    switch (data[0] % 6) {
        case 0: {
            protocol::NepEngine<kriegspiel::Kriegspiel> engine("random", 1);
            talk(engine, text);
            break;
        }
        case 1: {
            protocol::NepEngine<darkchess::DarkChess> engine("random", 1);
            talk(engine, text);
            break;
        }
        case 2: {
            protocol::NepEngine<stratego::Stratego> engine("random", 1);
            talk(engine, text);
            break;
        }
        case 3: {
            protocol::MgtpEngine engine("random", 1, {});
            talk(engine, text);
            break;
        }
        case 4: {
            protocol::UccEngine engine("random", 1, {}, stratego::Rules());
            talk(engine, text);
            break;
        }
        default:
            read_engines_lines(text);
    }
    return 0;
}
