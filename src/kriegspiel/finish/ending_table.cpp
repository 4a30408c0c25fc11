#include "kriegspiel/finish/ending_table.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include "core/error.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::Square;
using chess::Squares;

const EndingTable& EndingTable::shared(const chess::Shape& shape,
                                       std::vector<chess::PieceType> pieces) {
    static std::mutex mutex;
    static std::map<std::pair<const chess::Shape*, std::vector<chess::PieceType>>,
                    std::unique_ptr<EndingTable>>
        tables;
    std::sort(pieces.begin(), pieces.end());
    const std::lock_guard lock(mutex);
    auto& table = tables[{&shape, pieces}];
    if (!table)
        table = std::make_unique<EndingTable>(shape, pieces);
    return *table;
}

EndingTable::EndingTable(const chess::Shape& shape, std::vector<chess::PieceType> pieces)
    : shape_(&shape), pieces_(std::move(pieces)) {
    NEBEL_CHECK(pieces_.size() == 1 || pieces_.size() == 2);
    std::sort(pieces_.begin(), pieces_.end());
    NEBEL_CHECK(pieces_.front() > chess::kPawn && pieces_.back() < chess::kKing);
    solve();
}

bool EndingTable::covers(const Hunters& men) const {
    if (men.shape != shape_ || chess::popcount(men.all) != static_cast<int>(pieces_.size()) + 1)
        return false;
    Bitboard rest = men.all & ~men.of[chess::kKing];
    for (const auto type : pieces_) {
        const Bitboard one = rest & men.of[type];
        if (!one)
            return false;
        rest &= ~bit(chess::lsb(one));
    }
    return true;
}

std::size_t EndingTable::index(const Hunters& men) const {
    std::size_t index = men.king;
    Bitboard rest = men.all & ~men.of[chess::kKing];
    for (const auto type : pieces_) {
        const Square s = chess::lsb(rest & men.of[type]);
        rest &= ~bit(s);
        index = index * 64 + s;
    }
    return index;
}

bool EndingTable::place(std::size_t index, Hunters& men) const {
    men = Hunters();
    men.shape = shape_;
    for (std::size_t i = pieces_.size() + 1; i-- > 0; index /= 64) {
        const auto s = static_cast<Square>(index % 64);
        if (!shape_->on_board(s) || chess::contains(men.all, s))
            return false;
        men.all |= bit(s);
        men.of[i == 0 ? chess::kKing : pieces_[i - 1]] |= bit(s);
        if (i == 0)
            men.king = s;
    }
    return true;
}

int EndingTable::distance(const Hunters& men, Square king) const {
    return distance_[index(men) * 64 + king];
}

void EndingTable::solve() {
    const std::size_t placements = pieces_.size() == 1 ? 64 * 64 : 64 * 64 * 64;
    distance_.assign(placements * 64, kNever);
    attacker_distance_.assign(placements * 64, kNever);
    std::vector<Bitboard> won(placements, 0);   // attacker to move, mate in at most n
    std::vector<Bitboard> lost(placements, 0);  // king to move, mate in at most n
    const auto note = [&](std::size_t i, Bitboard fresh, int n) {
        for (const Square s : Squares(fresh & ~lost[i]))
            distance_[i * 64 + s] = static_cast<std::uint8_t>(n);
        lost[i] |= fresh;
    };
    bool changed = true;
    for (int n = 0; changed && n < kNever; ++n) {
        changed = false;
        for (std::size_t i = 0; i < placements; ++i) {
            Hunters men;
            if (!place(i, men))
                continue;
            const Bitboard attacked = men.attacks().all;
            const Bitboard safe = shape_->mask & ~attacked;
            const Bitboard kings = shape_->mask & ~men.all & ~chess::king_attacks(men.king);
            const Bitboard free_to_stay = kings & ~attacked & ~neighbours(safe);  // stalemate
            const Bitboard all_lose = kings & ~neighbours(safe & ~won[i]) & ~free_to_stay;
            if (all_lose & ~lost[i]) {
                note(i, all_lose, n);
                changed = true;
            }
        }
        if (!changed)
            break;
        std::vector<Bitboard> next = won;
        for (std::size_t i = 0; i < placements; ++i) {
            Hunters men;
            if (!place(i, men))
                continue;
            const Bitboard kings = shape_->mask & ~men.all & ~men.attacks().all;
            HuntTries tries;
            list_tries(men, tries);
            for (const auto& action : tries) {
                Hunters after = men;
                after.move(action);
                next[i] |= lost[index(after)] & kings & ~refused_squares(men, action);
            }
            for (const Square s : Squares(next[i] & ~won[i]))
                attacker_distance_[i * 64 + s] = static_cast<std::uint8_t>(n + 1);
        }
        won.swap(next);
    }
}

}  // namespace nebel::kriegspiel
