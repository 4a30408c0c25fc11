#include "darkchess/endgame_table.hpp"

#include <atomic>
#include <map>
#include <mutex>

#include "darkchess/cannon.hpp"

namespace nebel::darkchess {

namespace {

using Placement = std::array<Square, EndgameTable::kMaxMen>;
using Family = std::map<std::uint64_t, std::shared_ptr<const EndgameTable>>;

struct Cache {
    std::mutex mutex;
    Family tables;
    std::atomic<std::int64_t> nanoseconds_a_position{100};
};
Cache& cache() {
    static Cache shared;
    return shared;
}

constexpr Square kFlipColumns = 3;
constexpr Square kFlipRows = 28;

/// What reflects a square into the quarter a1-b4.
constexpr Square reflection(Square s) {
    return static_cast<Square>((column_of(s) >= 2 ? kFlipColumns : 0) |
                               (row_of(s) >= 4 ? kFlipRows : 0));
}

/// Twice the number of a placement, plus the side to move.
std::uint32_t number(const Placement& squares, std::size_t men, Colour side) {
    const Square mirror = reflection(squares[0]);
    std::uint32_t n = 0;
    for (std::size_t i = men; i-- > 1;)
        n = n * kSquares + (squares[i] ^ mirror);
    const auto first = static_cast<Square>(squares[0] ^ mirror);
    n = n * 8 + static_cast<std::uint32_t>(row_of(first) * 2 + column_of(first));
    return 2 * n + static_cast<std::uint32_t>(side);
}

Placement placement(std::uint32_t number, std::size_t men) {
    Placement squares{};
    number /= 2;
    squares[0] = square(static_cast<int>(number % 2), static_cast<int>(number / 2 % 4));
    number /= 8;
    for (std::size_t i = 1; i < men; ++i, number /= kSquares)
        squares[i] = static_cast<Square>(number % kSquares);
    return squares;
}

constexpr Squares neighbours(Square s) {
    const Squares here = bit(s);
    return here << 4 | here >> 4 | (here << 1 & 0xeeeeeeeeu) | (here >> 1 & 0x77777777u);
}

constexpr std::size_t positions_of(std::size_t men) {
    return std::size_t{16} << (5 * (men - 1));
}

int men_in(std::uint64_t signature) {
    int men = 0;
    for (; signature != 0; signature >>= 3)
        men += static_cast<int>(signature & 7u);
    return men;
}

bool both_colours(std::uint64_t signature) {
    constexpr std::uint64_t kRed = (std::uint64_t{1} << 21) - 1;
    return (signature & kRed) != 0 && (signature & ~kRed) != 0;
}

}  // namespace

/// Solves one set of men by working back from the ends, ply by ply.
class EndgameBuilder {
 public:
    EndgameBuilder(std::uint64_t signature, Family& family) : table_(new EndgameTable) {
        auto& men = table_->men_;
        for (const Man m : kAllMen)
            for (auto n = signature / signature_unit(m) & 7u; n > 0; --n)
                men.push_back(m);
        for (std::size_t i = 0; i < men.size(); ++i) {
            const auto left = signature - signature_unit(men[i]);
            smaller_.push_back(both_colours(left) ? &table(left, family) : nullptr);
        }
    }

    std::shared_ptr<const EndgameTable> build() {
        const std::size_t positions = positions_of(table_->men_.size());
        table_->values_.assign(positions, 0);
        hopes_.assign(positions, 0);
        for (std::uint32_t position = 0; position < positions; ++position)
            look_forward(position);
        std::vector<std::uint32_t> before;
        for (std::size_t plies = 0; plies < news_.size() || !before.empty(); ++plies) {
            decided_.clear();
            plies_ = static_cast<int>(plies);
            if (plies < news_.size())
                for (const auto& [position, wins] : news_[plies])
                    learn(position, wins);
            for (const auto position : before)
                look_back(position);
            before.swap(decided_);
        }
        return table_;
    }

    /// The caller holds the cache's lock.
    static const EndgameTable& table(std::uint64_t signature, Family& family) {
        auto& slot = family[signature];
        if (!slot) {
            EndgameBuilder builder(signature, family);
            const auto start = std::chrono::steady_clock::now();
            slot = builder.build();
            // Two men are too few to measure by.
            if (slot->men_.size() > 2)
                cache().nanoseconds_a_position =
                    (std::chrono::steady_clock::now() - start) / std::chrono::nanoseconds(1) /
                    static_cast<std::int64_t>(positions_of(slot->men_.size()));
        }
        return *slot;
    }

 private:
    /// After these plies the position is seen to have a winning move, or one hope fewer.
    struct News {
        std::uint32_t position;
        bool wins;
    };

    /// Counts the moves of a position and follows its captures into the smaller tables.
    void look_forward(std::uint32_t position) {
        const auto& men = table_->men_;
        const Placement squares = placement(position, men.size());
        const auto side = static_cast<Colour>(position & 1u);
        Squares occupied = 0;
        for (std::size_t i = 0; i < men.size(); ++i)
            occupied |= bit(squares[i]);
        if (std::popcount(occupied) != static_cast<int>(men.size()))
            return;
        int moves = 0;
        for (std::size_t i = 0; i < men.size(); ++i) {
            if (colour_of(men[i]) != side)
                continue;
            const bool jumps = kind_of(men[i]) == Kind::Cannon;
            moves += std::popcount(neighbours(squares[i]) & ~occupied);
            const Squares reach =
                jumps ? cannon_reach(squares[i], occupied) : neighbours(squares[i]) & occupied;
            if (reach == 0)
                continue;
            for (std::size_t j = 0; j < men.size(); ++j)
                if ((reach & bit(squares[j])) != 0 && colour_of(men[j]) != side &&
                    (jumps || takes_by_step(kind_of(men[i]), kind_of(men[j])))) {
                    ++moves;
                    follow_capture(position, squares, i, j);
                }
        }
        hopes_[position] = static_cast<std::uint8_t>(moves);
        if (moves == 0)
            tell(0, {position, false});
    }

    void follow_capture(std::uint32_t position, Placement squares, std::size_t by, std::size_t of) {
        int value = 1;  // no man left: lost at once
        if (smaller_[of] != nullptr) {
            squares[by] = squares[of];
            for (std::size_t i = of; i + 1 < table_->men_.size(); ++i)
                squares[i] = squares[i + 1];
            value = smaller_[of]->values_[number(squares, table_->men_.size() - 1,
                                                 static_cast<Colour>(~position & 1u))];
        }
        if (value != 0)
            tell(value, {position, value % 2 != 0});
    }

    void tell(int plies, News news) {
        if (news_.size() <= static_cast<std::size_t>(plies))
            news_.resize(static_cast<std::size_t>(plies) + 1);
        news_[static_cast<std::size_t>(plies)].push_back(news);
    }

    void learn(std::uint32_t position, bool wins) {
        auto& value = table_->values_[position];
        if (value != 0)
            return;
        if (!wins && hopes_[position] > 0 && --hopes_[position] > 0)
            return;
        NEBEL_CHECK(plies_ < 255);
        value = static_cast<std::uint8_t>(plies_ + 1);
        decided_.push_back(position);
    }

    /// Tells every position from which a quiet step of the other side leads here.
    void look_back(std::uint32_t position) {
        const auto& men = table_->men_;
        const Placement squares = placement(position, men.size());
        const auto mover = static_cast<Colour>(~position & 1u);
        const bool wins = table_->values_[position] % 2 != 0;
        Squares occupied = 0;
        for (std::size_t i = 0; i < men.size(); ++i)
            occupied |= bit(squares[i]);
        for (std::size_t i = 0; i < men.size(); ++i) {
            if (colour_of(men[i]) != mover)
                continue;
            Placement before = squares;
            for (Squares origins = neighbours(squares[i]) & ~occupied; origins != 0;) {
                before[i] = pop_lowest(origins);
                learn(number(before, men.size(), mover), wins);
            }
        }
    }

    std::shared_ptr<EndgameTable> table_;
    std::vector<const EndgameTable*> smaller_;  ///< by the man that is captured
    std::vector<std::uint8_t> hopes_;           ///< moves not yet known to lose
    std::vector<std::vector<News>> news_;       ///< from captures, by plies
    std::vector<std::uint32_t> decided_;
    int plies_ = 0;
};

EndgameValue EndgameTable::probe(const Board& board) const {
    Placement squares{};
    for (std::size_t i = 0; i < men_.size();) {
        Squares set = board.squares_of(men_[i]);
        NEBEL_CHECK(set != 0);
        for (; set != 0 && i < men_.size(); ++i)
            squares[i] = pop_lowest(set);
    }
    const int value = values_[number(squares, men_.size(), board.to_move())];
    if (value == 0)
        return {};
    using Result = EndgameValue::Result;
    return {value % 2 == 0 ? Result::Win : Result::Loss, value - 1};
}

std::shared_ptr<const EndgameTable> EndgameTable::get(const Board& board) {
    return board.dark() != 0 ? nullptr : get(Material(board).signature());
}

std::shared_ptr<const EndgameTable> EndgameTable::get(std::uint64_t signature) {
    if (men_in(signature) > kMaxMen || !both_colours(signature))
        return nullptr;
    Cache& shared = cache();
    const std::lock_guard lock(shared.mutex);
    EndgameBuilder::table(signature, shared.tables);
    return shared.tables[signature];
}

bool EndgameTable::ready(std::uint64_t signature) {
    Cache& shared = cache();
    const std::lock_guard lock(shared.mutex);
    return shared.tables.contains(signature);
}

std::chrono::microseconds EndgameTable::expected_build(int men) {
    return std::chrono::microseconds(
        cache().nanoseconds_a_position *
        static_cast<std::int64_t>(positions_of(static_cast<std::size_t>(men))) / 1000);
}

}  // namespace nebel::darkchess
