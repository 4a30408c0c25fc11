#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "fuzz.hpp"

// A FEN that is accepted can be written, read again and played on.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace nebel;
    const auto text = fuzz::as_text(data, size);
    fuzz::expect_explained(chess::parse_uci(text));
    const auto position = chess::parse_fen(text);
    fuzz::expect_explained(position);
    if (!position)
        return 0;
    const auto again = chess::parse_fen(chess::to_fen(*position));
    NEBEL_CHECK(again.has_value());
    NEBEL_CHECK(chess::to_fen(*again) == chess::to_fen(*position));
    chess::MoveList moves;
    chess::generate_legal(*position, moves);
    for (const auto move : moves) {
        const auto read = chess::parse_san(*position, chess::to_san(*position, move));
        NEBEL_CHECK(read.has_value() && *read == move);
        chess::Position next = *position;
        next.do_move(move);
        NEBEL_CHECK(next.key() == next.key_from_scratch());
    }
    return 0;
}
