#include "kriegspiel/finish/pair_table.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "kriegspiel/finish/pair_solver.hpp"
#include "kriegspiel/finish/shared_tables.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::Square;
using chess::Squares;

namespace {

SharedTables<PairTable>& tables() {
    static SharedTables<PairTable> tables;
    return tables;
}

}  // namespace

const PairTable& PairTable::shared(const chess::Shape& shape,
                                   std::vector<chess::PieceType> pieces) {
    std::sort(pieces.begin(), pieces.end());
    return tables().whole(shape, pieces);
}

const PairTable* PairTable::shared(const chess::Shape& shape,
                                   std::vector<chess::PieceType> pieces,
                                   BudgetMeter& meter) {
    std::sort(pieces.begin(), pieces.end());
    return tables().within(shape, pieces, meter);
}

bool PairTable::covers(const Hunters& men) const {
    if (men.shape != shape_ || chess::popcount(men.all) != static_cast<int>(pieces_.size()) + 1)
        return false;
    if (two_bishops())
        return chess::popcount(men.of[chess::kBishop]) == 2 && men.suffice();
    return std::all_of(pieces_.begin(), pieces_.end(),
                       [&](chess::PieceType type) { return men.of[type] != 0; });
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
        const Bitboard bishops = seen(*shape_, men.of[chess::kBishop], mirror);
        slot = static_cast<std::size_t>(chess::lsb(bishops & chess::kLightSquares) / 2) * 32 +
               static_cast<std::size_t>(chess::lsb(bishops & chess::kDarkSquares) / 2);
    } else {
        for (const auto type : pieces_)
            slot = slot * 64 + seen(*shape_, chess::lsb(men.of[type]), mirror);
    }
    return row_[seen(*shape_, men.king, mirror)] * slots_ + slot;
}

PairTable::Distance PairTable::distance(const Hunters& men, Bitboard kings) const {
    const Mirror mirror = mirror_for(*shape_, men.king);
    const std::size_t place = placement(men, mirror);
    kings = seen(*shape_, kings, mirror);
    if (!complete())
        return seen_distance(place, kings);
    const std::uint8_t* row = distances(place);
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

// As if two kings took no longer than the worse of them.
PairTable::Distance PairTable::seen_distance(std::size_t placement, Bitboard kings) const {
    const std::uint8_t* row = &seen_distance_[placement / slots_][placement % slots_ * 64];
    Distance result;
    for (const Square s : Squares(kings)) {
        result.most = std::max<int>(result.most, row[s]);
        result.total += row[s];
    }
    result.total = result.total * (chess::popcount(kings) + 1) / 2;
    return result;
}

int PairTable::distance(const Hunters& men, Square a, Square b) const {
    return distance(men, bit(a) | bit(b)).most;
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
        if (mirror_for(shape, s).plain()) {
            row_[s] = kings_.size();
            kings_.push_back(s);
        }
}

PairTable::~PairTable() = default;

bool PairTable::build(BudgetMeter& meter) {
    if (complete())
        return true;
    if (!solver_)
        solver_ = std::make_unique<Solver>(*this);
    if (!solver_->work(meter))
        return false;
    solver_.reset();
    stage_.store(Stage::Pairs, std::memory_order_release);
    return true;
}

}  // namespace nebel::kriegspiel
