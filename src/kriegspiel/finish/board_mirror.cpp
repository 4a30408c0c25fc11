#include "kriegspiel/finish/board_mirror.hpp"

namespace nebel::kriegspiel {

using chess::Bitboard;
using chess::Square;

namespace {

Bitboard flip_files(Bitboard b) {
    b = ((b >> 1) & 0x5555555555555555ULL) | ((b & 0x5555555555555555ULL) << 1);
    b = ((b >> 2) & 0x3333333333333333ULL) | ((b & 0x3333333333333333ULL) << 2);
    return ((b >> 4) & 0x0f0f0f0f0f0f0f0fULL) | ((b & 0x0f0f0f0f0f0f0f0fULL) << 4);
}

Bitboard flip_diagonal(Bitboard b) {
    Bitboard t = 0x0f0f0f0f00000000ULL & (b ^ (b << 28));
    b ^= t ^ (t >> 28);
    t = 0x3333000033330000ULL & (b ^ (b << 14));
    b ^= t ^ (t >> 14);
    t = 0x5500550055005500ULL & (b ^ (b << 7));
    return b ^ t ^ (t >> 7);
}

}  // namespace

Mirror mirror_for(const chess::Shape& shape, Square king) {
    Mirror mirror;
    int file = chess::file_of(king);
    int rank = chess::rank_of(king);
    mirror.files = 2 * file > shape.width - 1;
    if (mirror.files)
        file = shape.width - 1 - file;
    mirror.ranks = 2 * rank > shape.height - 1;
    if (mirror.ranks)
        rank = shape.height - 1 - rank;
    mirror.diagonal = shape.width == shape.height && rank > file;
    return mirror;
}

Square seen(const chess::Shape& shape, Square s, Mirror mirror) {
    int file = chess::file_of(s);
    int rank = chess::rank_of(s);
    if (mirror.files)
        file = shape.width - 1 - file;
    if (mirror.ranks)
        rank = shape.height - 1 - rank;
    return mirror.diagonal ? chess::make_square(rank, file) : chess::make_square(file, rank);
}

Bitboard seen(const chess::Shape& shape, Bitboard set, Mirror mirror) {
    if (mirror.files)
        set = flip_files(set) >> (8 - shape.width);
    if (mirror.ranks)
        set = __builtin_bswap64(set) >> (8 * (8 - shape.height));
    return mirror.diagonal ? flip_diagonal(set) : set;
}

}  // namespace nebel::kriegspiel
