#include "chess/piece_square.hpp"

namespace nebel::chess {

namespace {

constexpr int kSides = Shape::kMaxSide - Shape::kMinSide + 1;

constexpr PieceSquareTable make_table(int width, int height) {
    PieceSquareTable t;
    for (int type = kPawn; type <= kKing; ++type)
        for (int rank = 0; rank < height; ++rank)
            for (int file = 0; file < width; ++file) {
                const auto man = static_cast<PieceType>(type);
                const Score v = detail::placed_value(man, file, rank, width, height);
                t.value[make_piece(kWhite, man)][make_square(file, rank)] = v;
                t.value[make_piece(kBlack, man)][make_square(file, height - 1 - rank)] =
                    Score{} - v;
            }
    return t;
}

constexpr auto kTables = [] {
    std::array<std::array<PieceSquareTable, kSides>, kSides> tables{};
    for (int w = 0; w < kSides; ++w)
        for (int h = 0; h < kSides; ++h)
            tables[w][h] = make_table(w + Shape::kMinSide, h + Shape::kMinSide);
    return tables;
}();

}  // namespace

const PieceSquareTable& piece_square_table(const Shape& shape) {
    return kTables[shape.width - Shape::kMinSide][shape.height - Shape::kMinSide];
}

}  // namespace nebel::chess
