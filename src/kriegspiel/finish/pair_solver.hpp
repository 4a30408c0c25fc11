#pragma once

#include <array>
#include <bit>
#include <vector>

#include "kriegspiel/finish/pair_table.hpp"

namespace nebel::kriegspiel {

/// The retrograde analysis behind a PairTable, round by round: the king's turn from ours, then ours
/// from the king's. A round looks again only at those rows (placement of our men, square of one
/// king) that something new leads to. Can be left at any placement and taken up again.
class PairTable::Solver {
 public:
    explicit Solver(PairTable& table)
        : table_(table),
          checks_(*table.shape_),
          count_(table.kings_.size() * table.slots_),
          all_(table.slots_),
          won_(table.slots_),
          lost_(table.slots_) {}
    /// True when everything is solved, false when the meter was exhausted.
    bool work(BudgetMeter& meter);

 private:
    using Pairs = std::array<chess::Bitboard, 64>;  ///< [first]: the second squares

    /// An array that grows by the placements of one own king at a time: to clear a hundred
    /// megabytes at once would take longer than a slice may.
    template <class T>
    class Rows {
     public:
        explicit Rows(std::size_t slots) : bits_(std::countr_zero(slots)), mask_(slots - 1) {}
        void grow() { rows_.emplace_back(mask_ + 1); }
        T& operator[](std::size_t i) { return rows_[i >> bits_][i & mask_]; }
        const T& operator[](std::size_t i) const { return rows_[i >> bits_][i & mask_]; }

     private:
        int bits_;
        std::size_t mask_;
        std::vector<std::vector<T>> rows_;
    };

    /// First, while it costs little, how long a king lasts that we see all the time; then what the
    /// umpire says tells kings apart.
    enum class Phase { Placing, Linking, SeenLost, SeenWon, Hearing, Lost, Won, Done };

    /// Where a try leads.
    struct Next {
        chess::Bitboard accepted;  ///< the kings on which the umpire accepts it
        std::uint32_t to;
        Mirror mirror;
    };
    struct Placement {
        bool exists = false;
        chess::Bitboard safe = 0;
        chess::Bitboard kings = 0;                 ///< squares for the king when it is to move
        chess::Bitboard seen_lost = 0;             ///< king to move, on an open board
        chess::Bitboard seen_won = 0;              ///< our turn, on an open board
        bool seen_grew = false;                    ///< seen_lost, in this round
        chess::Bitboard lost_alone = 0;            ///< king to move, known square
        chess::Bitboard won_alone = 0;             ///< our turn, known square
        chess::Bitboard lost_rows = 0;             ///< that grew in this round
        chess::Bitboard won_rows = 0;              ///< that grew in the latest one
        InlineVec<chess::Bitboard, 12> told_same;  ///< kings that hear the same, set by set
        std::array<std::uint8_t, 64> group_of{};   ///< by square: its place in told_same
        std::uint32_t first_next = 0;
        std::uint32_t end_next = 0;
    };

    void work_at(std::size_t i);
    void next_phase();
    void place(std::size_t i);
    void link(std::size_t i);
    void find_seen_lost(std::size_t i);
    void find_seen_won(std::size_t i);
    void hear(std::size_t i);
    void find_lost(std::size_t i);
    void find_won(std::size_t i);
    void add(std::size_t i, chess::Square k, chess::Bitboard seconds);
    [[nodiscard]] chess::Bitboard lost_alone_after(const Next& next) const;
    [[nodiscard]] chess::Bitboard lost_beside(const Next& next, chess::Square k) const;

    PairTable& table_;
    CheckMap checks_;
    std::size_t count_;  ///< of placements
    Phase phase_ = Phase::Placing;
    std::size_t at_ = 0;
    int round_ = 0;
    bool changed_ = false;
    Rows<Placement> all_;
    std::vector<Next> nexts_;
    Rows<Pairs> won_;   ///< our turn
    Rows<Pairs> lost_;  ///< the king's turn, same announcement; both must be lost alone
};

}  // namespace nebel::kriegspiel
