#include "chess/shape.hpp"

#include <array>

namespace nebel::chess {

namespace {

constexpr Shape make_shape(int width, int height) {
    Shape shape;
    shape.width = static_cast<std::uint8_t>(width);
    shape.height = static_cast<std::uint8_t>(height);
    shape.castling = width == 8;
    shape.double_step = height == 8;
    shape.mask = 0;
    for (int rank = 0; rank < height; ++rank)
        for (int file = 0; file < width; ++file)
            shape.mask |= bit(make_square(file, rank));
    shape.wall = ~shape.mask;
    shape.first_rank[kWhite] = shape.promotion[kBlack] = rank_bits(0) & shape.mask;
    shape.first_rank[kBlack] = shape.promotion[kWhite] = rank_bits(height - 1) & shape.mask;
    if (shape.double_step) {
        shape.double_from[kWhite] = rank_bits(2) & shape.mask;
        shape.double_from[kBlack] = rank_bits(height - 3) & shape.mask;
    }
    return shape;
}

constexpr auto kShapes = [] {
    std::array<std::array<Shape, 5>, 5> shapes{};
    for (int w = 0; w < 5; ++w)
        for (int h = 0; h < 5; ++h)
            shapes[w][h] = make_shape(w + Shape::kMinSide, h + Shape::kMinSide);
    return shapes;
}();

}  // namespace

const Shape& Shape::of(int width, int height) {
    NEBEL_CHECK(width >= kMinSide && width <= kMaxSide && height >= kMinSide && height <= kMaxSide);
    return kShapes[width - kMinSide][height - kMinSide];
}

}  // namespace nebel::chess
