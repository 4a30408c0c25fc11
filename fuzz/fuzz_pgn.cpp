#include "chess/pgn.hpp"
#include "fuzz.hpp"
#include "kriegspiel/pgn.hpp"

// Plain PGN and Kriegspiel's extended form: what is accepted is written and read as the same game.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace nebel;
    const auto text = fuzz::as_text(data, size);
    const auto games = chess::parse_pgn(text);
    fuzz::expect_explained(games);
    if (games)
        for (const auto& game : *games) {
            const auto again = chess::parse_pgn(chess::to_pgn(game));
            NEBEL_CHECK(again.has_value() && again->size() == 1);
            NEBEL_CHECK(again->front().moves.size() == game.moves.size());
        }
    const auto records = kriegspiel::from_pgn(text);
    fuzz::expect_explained(records);
    if (records)
        for (const auto& record : *records) {
            const auto again = kriegspiel::from_pgn(kriegspiel::to_pgn(record));
            NEBEL_CHECK(again.has_value() && again->size() == 1);
            NEBEL_CHECK(again->front().actions == record.actions);
        }
    return 0;
}
