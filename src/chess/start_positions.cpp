#include "chess/start_positions.hpp"

#include <vector>

#include "chess/fen.hpp"
#include "core/text.hpp"

namespace nebel::chess {

namespace {

std::string upper(std::string text) {
    for (char& c : text)
        c = static_cast<char>(c - 'a' + 'A');
    return text;
}

/// The usual army of a width behind a full row of pawns.
StartPosition plain_start(int width, int height) {
    static const std::string kBackRanks[] = {"rqkr", "rnbqk", "rnqknr", "rnbqknr", "rnbqkbnr"};
    const std::string& back = kBackRanks[width - Shape::kMinSide];
    const std::string pawns(static_cast<std::size_t>(width), 'p');
    std::string fen = back + "/" + pawns + "/";
    for (int i = 0; i < height - 4; ++i)
        fen += std::to_string(width) + "/";
    fen += upper(pawns) + "/" + upper(back) + " w " + (width == 8 ? "KQkq" : "-") + " - 0 1";
    const std::string name = std::to_string(width) + "x" + std::to_string(height);
    return {name, fen, "the usual army on a board of " + name};
}

std::vector<StartPosition> make_all() {
    std::vector<StartPosition> all;
    all.push_back(plain_start(8, 8));
    all.back().name = "standard";
    all.back().about = "chess";
    for (int height = Shape::kMinSide; height <= Shape::kMaxSide; ++height)
        for (int width = Shape::kMinSide; width <= Shape::kMaxSide; ++width)
            all.push_back(plain_start(width, height));
    all.push_back({"silverman4x4", "rqkr/pppp/PPPP/RQKR w - - 0 1", "Silverman's 4x4 chess"});
    all.push_back({"reduced4x4", "rbkr/4/4/RBKR w - - 0 1",
                   "Silverman's board with a bishop for the queen and without pawns"});
    all.push_back({"gardner5x5", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", "Gardner's minichess"});
    all.push_back({"losalamos6x6", "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1",
                   "the board of Los Alamos chess (promotion to a bishop stays allowed)"});
    return all;
}

}  // namespace

std::span<const StartPosition> start_positions() {
    static const std::vector<StartPosition> all = make_all();
    return all;
}

Parsed<Position> start_position(std::string_view name) {
    for (const StartPosition& start : start_positions())
        if (start.name == name)
            return parse_fen(start.fen);
    std::string names;
    for (const StartPosition& start : start_positions())
        names += (names.empty() ? "" : ", ") + start.name;
    return parse_error("no start position " + quote(name) + "; there are " + names);
}

}  // namespace nebel::chess
