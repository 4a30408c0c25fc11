#include "kriegspiel/finish/pair_table.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "core/error.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::Square;
using chess::Squares;

namespace {

constexpr std::size_t kPlacements = 64 * 64;

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

using Pairs = std::array<Bitboard, 64>;  ///< [first]: the second squares

struct Next {
    std::size_t to;  ///< the placement after a try
    Bitboard accepted;
};

}  // namespace

const PairTable& PairTable::shared(const chess::Shape& shape, chess::PieceType piece) {
    static std::mutex mutex;
    static std::map<std::pair<const chess::Shape*, chess::PieceType>, std::unique_ptr<PairTable>>
        tables;
    const std::lock_guard lock(mutex);
    auto& table = tables[{&shape, piece}];
    if (!table)
        table = std::make_unique<PairTable>(shape, piece);
    return *table;
}

PairTable::PairTable(const chess::Shape& shape, chess::PieceType piece)
    : shape_(&shape), piece_(piece), row_(64, -1) {
    NEBEL_CHECK(piece == chess::kQueen || piece == chess::kRook);
    int rows = 0;
    for (const Square s : Squares(shape.mask)) {
        const Mirror mirror = mirror_for(s);
        if (!mirror.files && !mirror.ranks && !mirror.diagonal)
            row_[s] = rows++;
    }
    distance_.assign(static_cast<std::size_t>(rows) * 64 * 64 * 64, kNever);
    solve();
}

PairTable::Mirror PairTable::mirror_for(Square king) const {
    Mirror mirror;
    int file = chess::file_of(king);
    int rank = chess::rank_of(king);
    mirror.files = 2 * file > shape_->width - 1;
    if (mirror.files)
        file = shape_->width - 1 - file;
    mirror.ranks = 2 * rank > shape_->height - 1;
    if (mirror.ranks)
        rank = shape_->height - 1 - rank;
    mirror.diagonal = shape_->width == shape_->height && rank > file;
    return mirror;
}

Square PairTable::seen(Square s, Mirror mirror) const {
    int file = chess::file_of(s);
    int rank = chess::rank_of(s);
    if (mirror.files)
        file = shape_->width - 1 - file;
    if (mirror.ranks)
        rank = shape_->height - 1 - rank;
    return mirror.diagonal ? chess::make_square(rank, file) : chess::make_square(file, rank);
}

Bitboard PairTable::seen(Bitboard set, Mirror mirror) const {
    if (mirror.files)
        set = flip_files(set) >> (8 - shape_->width);
    if (mirror.ranks)
        set = __builtin_bswap64(set) >> (8 * (8 - shape_->height));
    return mirror.diagonal ? flip_diagonal(set) : set;
}

bool PairTable::place(std::size_t index, Hunters& men) const {
    men = Hunters();
    men.shape = shape_;
    men.king = static_cast<Square>(index / 64);
    const auto piece = static_cast<Square>(index % 64);
    if (men.king == piece || !shape_->on_board(men.king) || !shape_->on_board(piece))
        return false;
    men.of[chess::kKing] = bit(men.king);
    men.of[piece_] = bit(piece);
    men.all = bit(men.king) | bit(piece);
    return true;
}

PairTable::Distance PairTable::distance(const Hunters& men, Bitboard kings) const {
    const Mirror mirror = mirror_for(men.king);
    const Square king = seen(men.king, mirror);
    const Square piece = seen(chess::lsb(men.of[piece_]), mirror);
    const std::uint8_t* row =
        &distance_[(static_cast<std::size_t>(row_[king]) * 64 + piece) * 64 * 64];
    Distance result;
    for (Bitboard rest = seen(kings, mirror); rest;) {
        const Square first = chess::lsb(rest);
        const std::uint8_t* seconds = row + static_cast<std::size_t>(first) * 64;
        for (const Square second : Squares(rest)) {
            result.most = std::max<int>(result.most, seconds[second]);
            result.total += seconds[second];
        }
        rest &= rest - 1;
    }
    return result;
}

int PairTable::distance(const Hunters& men, Square a, Square b) const {
    return distance(men, bit(a) | bit(b)).most;
}

void PairTable::solve() {
    struct Placement {
        Hunters men;
        bool exists = false;
        Bitboard safe = 0;
        Bitboard kings = 0;       ///< squares for the king when it is to move
        Bitboard lost_alone = 0;  ///< king to move, known square
        Pairs group{};            ///< kings that are told the same as this one
    };
    const CheckMap checks(*shape_);
    std::vector<Placement> all(kPlacements);
    std::vector<Pairs> won(kPlacements);   // our turn
    std::vector<Pairs> lost(kPlacements);  // the king's turn, same announcement
    for (std::size_t i = 0; i < kPlacements; ++i) {
        auto& p = all[i];
        won[i].fill(0);
        lost[i].fill(0);
        p.exists = place(i, p.men);
        if (!p.exists)
            continue;
        const Attacks attacks = p.men.attacks();
        p.safe = shape_->mask & ~attacks.all;
        p.kings = shape_->mask & ~p.men.all & ~chess::king_attacks(p.men.king);
        for (const Square k : Squares(p.kings))
            p.group[k] = checks.told(attacks, p.kings, checks.kinds(attacks, k));
    }
    const auto canonical = [&](std::size_t i) { return all[i].exists && row_[i / 64] >= 0; };
    // Every mirrored placement from its canonical one.
    const auto reflect = [&](std::vector<Pairs>& pairs, bool alone) {
        for (std::size_t i = 0; i < kPlacements; ++i) {
            if (!all[i].exists || row_[i / 64] >= 0)
                continue;
            const Mirror mirror = mirror_for(all[i].men.king);
            // Seen back, the diagonal comes first: the files and ranks change places.
            const Mirror back = mirror.diagonal ? Mirror{mirror.ranks, mirror.files, true} : mirror;
            const std::size_t source =
                index(seen(all[i].men.king, mirror), seen(static_cast<Square>(i % 64), mirror));
            for (const Square k : Squares(all[i].kings))
                pairs[i][k] = seen(pairs[source][seen(k, mirror)], back);
            if (alone)
                all[i].lost_alone = seen(all[source].lost_alone, back);
        }
    };
    bool changed = true;
    for (int n = 0; changed && n < kNever - 1; ++n) {
        changed = false;
        for (std::size_t i = 0; i < kPlacements; ++i) {
            if (!canonical(i))
                continue;
            auto& p = all[i];
            Pairs common;  // what may stand beside every flight of this king
            p.lost_alone = 0;
            const Bitboard stalemated = p.kings & p.safe & ~neighbours(p.safe);
            for (const Square k : Squares(p.kings & ~stalemated)) {
                const Bitboard flights = chess::king_attacks(k) & p.safe;
                common[k] = ~Bitboard{0};
                for (const Square to : Squares(flights))
                    common[k] &= won[i][to];
                if ((flights & ~common[k]) == 0)
                    p.lost_alone |= bit(k);
            }
            for (const Square k : Squares(p.lost_alone))
                lost[i][k] = p.lost_alone & ~neighbours(p.safe & ~common[k]);
        }
        reflect(lost, true);
        for (std::size_t i = 0; i < kPlacements; ++i) {
            if (!canonical(i))
                continue;
            const auto& p = all[i];
            const Bitboard kings = p.kings & p.safe;
            HuntTries tries;
            list_tries(p.men, tries);
            InlineVec<Next, 64> next;
            Bitboard won_alone = 0;
            for (const auto& action : tries) {
                Hunters after = p.men;
                after.move(action);
                const std::size_t to = index(after.king, chess::lsb(after.of[piece_]));
                const Bitboard accepted = kings & ~refused_squares(p.men, action);
                if (!all[to].exists || !accepted)
                    continue;
                next.push_back({to, accepted});
                won_alone |= all[to].lost_alone & accepted;
            }
            std::uint8_t* row =
                &distance_[(static_cast<std::size_t>(row_[p.men.king]) * 64 + i % 64) * 64 * 64];
            for (const Square k : Squares(won_alone)) {
                Bitboard seconds = won[i][k];
                for (const auto& [to, accepted] : next) {
                    const Bitboard alone = all[to].lost_alone & accepted;
                    if (!chess::contains(accepted, k)) {
                        seconds |= alone;
                    } else if (chess::contains(alone, k)) {
                        const Bitboard same = all[to].group[k];
                        seconds |= (lost[to][k] & accepted & same) | (alone & ~same) |
                                   (won_alone & ~accepted);
                    }
                }
                const Bitboard fresh = seconds & ~won[i][k];
                if (!fresh)
                    continue;
                changed = true;
                won[i][k] = seconds;
                for (const Square second : Squares(fresh))
                    row[static_cast<std::size_t>(k) * 64 + second] =
                        static_cast<std::uint8_t>(n + 1);
            }
        }
        reflect(won, false);
    }
}

}  // namespace nebel::kriegspiel
