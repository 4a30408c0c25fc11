#include "kriegspiel/finish/pair_solver.hpp"

#include <algorithm>

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::Square;
using chess::Squares;

namespace {

/// Placements between two looks at the clock: some twenty microseconds of work.
constexpr std::size_t kSlice = 16;
constexpr std::size_t kQuickSlice = 256;

}  // namespace

bool PairTable::Solver::work(BudgetMeter& meter) {
    while (phase_ != Phase::Done) {
        const bool quick = phase_ == Phase::SeenLost || phase_ == Phase::SeenWon;
        const std::size_t slice = quick ? kQuickSlice : kSlice;
        for (; at_ < count_; ++at_) {
            if (at_ % slice == 0 && !(meter.spend_node() && meter.poll()))
                return false;
            work_at(at_);
        }
        at_ = 0;
        next_phase();
    }
    return true;
}

void PairTable::Solver::work_at(std::size_t i) {
    switch (phase_) {
        case Phase::Placing:
            return place(i);
        case Phase::Linking:
            return link(i);
        case Phase::SeenLost:
            return find_seen_lost(i);
        case Phase::SeenWon:
            return find_seen_won(i);
        case Phase::Hearing:
            return hear(i);
        case Phase::Lost:
            return find_lost(i);
        case Phase::Won:
            return find_won(i);
        case Phase::Done:
            return;
    }
}

void PairTable::Solver::next_phase() {
    switch (phase_) {
        case Phase::Placing:
            phase_ = Phase::Linking;
            break;
        case Phase::Linking:
            phase_ = Phase::SeenLost;
            break;
        case Phase::SeenLost:
            changed_ = false;
            phase_ = Phase::SeenWon;
            break;
        case Phase::SeenWon:
            ++round_;
            if (changed_ && round_ < kNever - 1) {
                phase_ = Phase::SeenLost;
                break;
            }
            table_.stage_.store(Stage::Seen, std::memory_order_release);
            phase_ = Phase::Hearing;
            break;
        case Phase::Hearing:
            round_ = 0;
            phase_ = Phase::Lost;
            break;
        case Phase::Lost:
            changed_ = false;
            phase_ = Phase::Won;
            break;
        case Phase::Won:
            ++round_;
            phase_ = changed_ && round_ < kNever - 1 ? Phase::Lost : Phase::Done;
            break;
        case Phase::Done:
            break;
    }
}

void PairTable::Solver::place(std::size_t i) {
    if (i % table_.slots_ == 0) {
        table_.seen_distance_.emplace_back(table_.slots_ * 64, kNever);
        all_.grow();
    }
    auto& p = all_[i];
    Hunters men;
    p.exists = table_.place(i, men);
    if (!p.exists)
        return;
    p.safe = table_.shape_->mask & ~men.attacks().all;
    p.kings = table_.shape_->mask & ~men.all & ~chess::king_attacks(men.king);
}

void PairTable::Solver::find_seen_lost(std::size_t i) {
    auto& p = all_[i];
    const Bitboard stalemated = p.kings & p.safe & ~neighbours(p.safe);
    const Bitboard lost = p.kings & ~neighbours(p.safe & ~p.seen_won) & ~stalemated;
    p.seen_grew = lost != p.seen_lost;
    p.seen_lost = lost;
}

void PairTable::Solver::find_seen_won(std::size_t i) {
    auto& p = all_[i];
    Bitboard won = p.seen_won;
    for (auto n = p.first_next; n < p.end_next; ++n) {
        const Next& next = nexts_[n];
        const auto& to = all_[next.to];
        if (to.seen_grew)
            won |= next.accepted &
                   (next.mirror.plain() ? to.seen_lost
                                        : seen(*table_.shape_, to.seen_lost, next.mirror.back()));
    }
    if (won == p.seen_won)
        return;
    std::uint8_t* row = table_.seen_distances(i);
    for (const Square s : Squares(won & ~p.seen_won))
        row[s] = static_cast<std::uint8_t>(round_ + 1);
    p.seen_won = won;
    changed_ = true;
}

// Which kings the umpire does not tell apart.
void PairTable::Solver::hear(std::size_t i) {
    if (i % table_.slots_ == 0) {
        table_.distance_.emplace_back(table_.slots_ * kPairs, kNever);
        won_.grow();
        lost_.grow();
    }
    auto& p = all_[i];
    Hunters men;
    if (!p.exists || !table_.place(i, men))
        return;
    const Attacks attacks = men.attacks();
    for (Bitboard rest = p.kings; rest;) {
        const Square k = chess::lsb(rest);
        const Bitboard group = checks_.told(attacks, rest, checks_.kinds(attacks, k));
        for (const Square s : Squares(group))
            p.group_of[s] = static_cast<std::uint8_t>(p.told_same.size());
        p.told_same.push_back(group);
        rest &= ~group;
    }
}

void PairTable::Solver::link(std::size_t i) {
    auto& p = all_[i];
    p.first_next = static_cast<std::uint32_t>(nexts_.size());
    Hunters men;
    if (p.exists && table_.place(i, men)) {
        HuntTries tries;
        list_tries(men, tries);
        for (const auto& action : tries) {
            const Bitboard accepted = p.kings & p.safe & ~refused_squares(men, action);
            if (!accepted)
                continue;
            Hunters after = men;
            after.move(action);
            const Mirror mirror = mirror_for(*table_.shape_, after.king);
            nexts_.push_back(
                {accepted, static_cast<std::uint32_t>(table_.placement(after, mirror)), mirror});
        }
    }
    p.end_next = static_cast<std::uint32_t>(nexts_.size());
}

// The king's turn: it is lost wherever every flight is. In the first round these are the mates.
void PairTable::Solver::find_lost(std::size_t i) {
    auto& p = all_[i];
    p.lost_rows = 0;
    if (!p.exists || (round_ > 0 && !p.won_rows))
        return;
    const Bitboard stalemated = p.kings & p.safe & ~neighbours(p.safe);
    const Bitboard affected =
        p.kings & ~stalemated & (round_ == 0 ? ~Bitboard{0} : neighbours(p.won_rows));
    for (const Square k : Squares(affected)) {
        const Bitboard flights = chess::king_attacks(k) & p.safe;
        Bitboard common = ~Bitboard{0};  // what may stand beside every flight of this king
        for (const Square to : Squares(flights))
            common &= won_[i][to];
        if (flights & ~common)
            continue;
        const Bitboard lost = ~neighbours(p.safe & ~common);
        if (lost != lost_[i][k] || !chess::contains(p.lost_alone, k)) {
            lost_[i][k] = lost;
            p.lost_alone |= bit(k);
            p.lost_rows |= bit(k);
        }
    }
}

Bitboard PairTable::Solver::lost_alone_after(const Next& next) const {
    const Bitboard lost = all_[next.to].lost_alone;
    return next.accepted &
           (next.mirror.plain() ? lost : seen(*table_.shape_, lost, next.mirror.back()));
}

/// The kings that are lost together with k.
Bitboard PairTable::Solver::lost_beside(const Next& next, Square k) const {
    const bool plain = next.mirror.plain();
    const Square there = plain ? k : seen(*table_.shape_, k, next.mirror);
    const auto& p = all_[next.to];
    const Bitboard same = p.told_same[p.group_of[there]];
    const Bitboard lost = p.lost_alone & (lost_[next.to][there] | ~same);
    return plain ? lost : seen(*table_.shape_, lost, next.mirror.back());
}

void PairTable::Solver::add(std::size_t i, Square k, Bitboard seconds) {
    const Bitboard fresh = seconds & ~won_[i][k];
    if (!fresh)
        return;
    won_[i][k] |= fresh;
    std::uint8_t* row = table_.distances(i);
    for (const Square second : Squares(fresh)) {
        won_[i][second] |= bit(k);
        row[pair(std::min(k, second), std::max(k, second))] = static_cast<std::uint8_t>(round_ + 1);
    }
    all_[i].won_rows |= fresh | bit(k);
    changed_ = true;
}

// Our turn. Pairs are kept both ways, so it is enough to look at the rows of the king that is new.
void PairTable::Solver::find_won(std::size_t i) {
    auto& p = all_[i];
    p.won_rows = 0;
    const Bitboard before = p.won_alone;
    bool news = false;
    for (auto n = p.first_next; n < p.end_next; ++n)
        if (all_[nexts_[n].to].lost_rows) {
            news = true;
            p.won_alone |= lost_alone_after(nexts_[n]);
        }
    if (!news)
        return;
    for (auto n = p.first_next; n < p.end_next; ++n) {
        const Next& next = nexts_[n];
        if (const Bitboard rows = all_[next.to].lost_rows) {
            const Bitboard here =
                next.mirror.plain() ? rows : seen(*table_.shape_, rows, next.mirror.back());
            for (const Square k : Squares(here & next.accepted)) {
                if ((p.won_alone & ~won_[i][k]) == 0)
                    continue;
                add(i, k, (lost_beside(next, k) & next.accepted) | (p.won_alone & ~next.accepted));
            }
        }
        if (const Bitboard refused = p.won_alone & ~before & ~next.accepted)
            if (const Bitboard alone = lost_alone_after(next))
                for (const Square k : Squares(refused))
                    add(i, k, alone);
    }
}

}  // namespace nebel::kriegspiel
