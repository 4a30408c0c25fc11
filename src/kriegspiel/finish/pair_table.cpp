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

}  // namespace

const PairTable& PairTable::shared(const chess::Shape& shape,
                                   std::vector<chess::PieceType> pieces) {
    static std::mutex mutex;
    static std::map<std::pair<const chess::Shape*, std::vector<chess::PieceType>>,
                    std::unique_ptr<PairTable>>
        tables;
    std::sort(pieces.begin(), pieces.end());
    const std::lock_guard lock(mutex);
    auto& table = tables[{&shape, pieces}];
    if (!table)
        table = std::make_unique<PairTable>(shape, pieces);
    return *table;
}

bool PairTable::covers(const Hunters& men) const {
    if (men.shape != shape_ || chess::popcount(men.all) != static_cast<int>(pieces_.size()) + 1)
        return false;
    if (two_bishops())
        return chess::popcount(men.of[chess::kBishop]) == 2 && men.suffice();
    return std::all_of(pieces_.begin(), pieces_.end(),
                       [&](chess::PieceType type) { return men.of[type] != 0; });
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

// Squares of one colour are every second square: half their number tells them apart.
bool PairTable::place(std::size_t placement, Hunters& men) const {
    men = Hunters();
    men.shape = shape_;
    men.king = kings_[placement / slots_];
    men.of[chess::kKing] = men.all = bit(men.king);
    std::size_t slot = placement % slots_;
    const auto put = [&](chess::PieceType type, Square s) {
        if (!shape_->on_board(s) || chess::contains(men.all, s))
            return false;
        men.of[type] |= bit(s);
        men.all |= bit(s);
        return true;
    };
    if (two_bishops()) {
        const auto of_colour = [](std::size_t half, Bitboard colour) {
            const auto s = static_cast<Square>(2 * half);
            return chess::contains(colour, s) ? s : static_cast<Square>(s + 1);
        };
        return put(chess::kBishop, of_colour(slot / 32, chess::kLightSquares)) &&
               put(chess::kBishop, of_colour(slot % 32, chess::kDarkSquares));
    }
    for (std::size_t i = pieces_.size(); i-- > 0; slot /= 64)
        if (!put(pieces_[i], static_cast<Square>(slot % 64)))
            return false;
    return true;
}

std::size_t PairTable::placement(const Hunters& men, Mirror mirror) const {
    std::size_t slot = 0;
    if (two_bishops()) {
        const Bitboard bishops = seen(men.of[chess::kBishop], mirror);
        slot = static_cast<std::size_t>(chess::lsb(bishops & chess::kLightSquares) / 2) * 32 +
               static_cast<std::size_t>(chess::lsb(bishops & chess::kDarkSquares) / 2);
    } else {
        for (const auto type : pieces_)
            slot = slot * 64 + seen(chess::lsb(men.of[type]), mirror);
    }
    return row_[seen(men.king, mirror)] * slots_ + slot;
}

PairTable::Distance PairTable::distance(const Hunters& men, Bitboard kings) const {
    const Mirror mirror = mirror_for(men.king);
    const std::uint8_t* row = &distance_[placement(men, mirror) * kPairs];
    kings = seen(kings, mirror);
    Distance result;
    for (const Square high : Squares(kings)) {
        const std::uint8_t* lows = row + pair(0, high);
        for (const Square low : Squares(kings & (bit(high) | (bit(high) - 1)))) {
            result.most = std::max<int>(result.most, lows[low]);
            result.total += lows[low];
        }
    }
    return result;
}

int PairTable::distance(const Hunters& men, Square a, Square b) const {
    return distance(men, bit(a) | bit(b)).most;
}

/// The retrograde analysis, round by round: the king's turn from ours, then ours from the king's.
/// Keeps placements that are not mirrored only.
class PairTable::Solver {
 public:
    explicit Solver(PairTable& table);
    void solve();

 private:
    struct Placement {
        Hunters men;
        bool exists = false;
        bool won_grew = true;
        bool lost_grew = true;
        Bitboard safe = 0;
        Bitboard kings = 0;                 ///< squares for the king when it is to move
        Bitboard lost_alone = 0;            ///< king to move, known square
        InlineVec<Bitboard, 16> told_same;  ///< kings that hear the same, set by set
    };
    /// Where a try leads.
    struct Next {
        std::size_t to;
        Mirror mirror;
        Bitboard accepted;
        Bitboard alone;  ///< accepted, and lost if we knew the square
    };

    void find_lost(std::size_t i);
    bool find_won(std::size_t i, int n);
    [[nodiscard]] Bitboard lost_beside(const Next& next, Square k) const;

    PairTable& table_;
    std::vector<Placement> all_;
    std::vector<Pairs> won_;   ///< our turn
    std::vector<Pairs> lost_;  ///< the king's turn, same announcement
};

PairTable::Solver::Solver(PairTable& table)
    : table_(table),
      all_(table.kings_.size() * table.slots_),
      won_(all_.size(), Pairs{}),
      lost_(all_.size(), Pairs{}) {
    const CheckMap checks(*table.shape_);
    for (std::size_t i = 0; i < all_.size(); ++i) {
        auto& p = all_[i];
        p.exists = table.place(i, p.men);
        if (!p.exists)
            continue;
        const Attacks attacks = p.men.attacks();
        p.safe = table.shape_->mask & ~attacks.all;
        p.kings = table.shape_->mask & ~p.men.all & ~chess::king_attacks(p.men.king);
        for (Bitboard rest = p.kings; rest;) {
            const Square k = chess::lsb(rest);
            p.told_same.push_back(checks.told(attacks, rest, checks.kinds(attacks, k)));
            rest &= ~p.told_same[p.told_same.size() - 1];
        }
    }
}

void PairTable::Solver::find_lost(std::size_t i) {
    auto& p = all_[i];
    p.lost_grew = false;
    if (!p.exists || !p.won_grew)
        return;
    Pairs common;  // what may stand beside every flight of this king
    const Bitboard alone_before = p.lost_alone;
    p.lost_alone = 0;
    const Bitboard stalemated = p.kings & p.safe & ~neighbours(p.safe);
    for (const Square k : Squares(p.kings & ~stalemated)) {
        const Bitboard flights = chess::king_attacks(k) & p.safe;
        common[k] = ~Bitboard{0};
        for (const Square to : Squares(flights))
            common[k] &= won_[i][to];
        if ((flights & ~common[k]) == 0)
            p.lost_alone |= bit(k);
    }
    p.lost_grew = p.lost_alone != alone_before;
    for (const Square k : Squares(p.lost_alone)) {
        const Bitboard lost = p.lost_alone & ~neighbours(p.safe & ~common[k]);
        p.lost_grew = p.lost_grew || lost != lost_[i][k];
        lost_[i][k] = lost;
    }
}

/// The kings that are lost together with k when they are told the same.
Bitboard PairTable::Solver::lost_beside(const Next& next, Square k) const {
    const Square there = next.mirror.plain() ? k : table_.seen(k, next.mirror);
    const auto& p = all_[next.to];
    Bitboard same = 0;
    for (const Bitboard group : p.told_same)
        if (chess::contains(group, there))
            same = group;
    const Bitboard lost = (lost_[next.to][there] & same) | (p.lost_alone & ~same);
    return next.mirror.plain() ? lost : table_.seen(lost, next.mirror.back());
}

bool PairTable::Solver::find_won(std::size_t i, int n) {
    auto& p = all_[i];
    p.won_grew = false;
    if (!p.exists)
        return false;
    const Bitboard kings = p.kings & p.safe;
    HuntTries tries;
    list_tries(p.men, tries);
    InlineVec<Next, 64> nexts;
    Bitboard won_alone = 0;
    bool news = false;
    for (const auto& action : tries) {
        Hunters after = p.men;
        after.move(action);
        const Bitboard accepted = kings & ~refused_squares(p.men, action);
        if (!accepted)
            continue;
        const Mirror mirror = table_.mirror_for(after.king);
        const std::size_t to = table_.placement(after, mirror);
        const Bitboard alone = accepted & table_.seen(all_[to].lost_alone, mirror.back());
        if (!alone)
            continue;
        nexts.push_back({to, mirror, accepted, alone});
        won_alone |= alone;
        news = news || all_[to].lost_grew;
    }
    if (!news)
        return false;
    std::uint8_t* row = &table_.distance_[i * kPairs];
    for (const Square k : Squares(won_alone)) {
        Bitboard seconds = won_[i][k];
        if (seconds == won_alone)
            continue;
        for (const auto& next : nexts) {
            if (!chess::contains(next.accepted, k))
                seconds |= next.alone;
            else if (chess::contains(next.alone, k))
                seconds |= (lost_beside(next, k) & next.accepted) | (won_alone & ~next.accepted);
        }
        const Bitboard fresh = seconds & ~won_[i][k];
        if (!fresh)
            continue;
        p.won_grew = true;
        won_[i][k] = seconds;
        for (const Square second : Squares(fresh))
            row[pair(std::min(k, second), std::max(k, second))] = static_cast<std::uint8_t>(n + 1);
    }
    return p.won_grew;
}

void PairTable::Solver::solve() {
    bool changed = true;
    for (int n = 0; changed && n < kNever - 1; ++n) {
        changed = false;
        for (std::size_t i = 0; i < all_.size(); ++i)
            find_lost(i);
        for (std::size_t i = 0; i < all_.size(); ++i)
            changed = find_won(i, n) || changed;
    }
}

PairTable::PairTable(const chess::Shape& shape, std::vector<chess::PieceType> pieces)
    : shape_(&shape), pieces_(std::move(pieces)), row_(64, 0) {
    std::sort(pieces_.begin(), pieces_.end());
    using Pieces = std::vector<chess::PieceType>;
    NEBEL_CHECK(pieces_ == Pieces{chess::kQueen} || pieces_ == Pieces{chess::kRook} ||
                (pieces_ == Pieces{chess::kKnight, chess::kBishop}) ||
                (two_bishops() && pieces_[0] == chess::kBishop));
    slots_ = two_bishops() ? 32 * 32 : pieces_.size() == 2 ? 64 * 64 : 64;
    for (const Square s : Squares(shape.mask))
        if (mirror_for(s).plain()) {
            row_[s] = kings_.size();
            kings_.push_back(s);
        }
    distance_.assign(kings_.size() * slots_ * kPairs, kNever);
    Solver(*this).solve();
}

}  // namespace nebel::kriegspiel
