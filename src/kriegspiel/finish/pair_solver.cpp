#include "kriegspiel/finish/pair_solver.hpp"

#include <algorithm>

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::Square;
using chess::Squares;

namespace {

/// Placements between two looks at the clock: some twenty microseconds of work at most.
constexpr std::size_t kSlice = 16;

}  // namespace

bool PairTable::Solver::work(BudgetMeter& meter) {
    while (phase_ != Phase::Done) {
        for (; at_ < count_; ++at_) {
            if (at_ % kSlice == 0 && !(meter.spend_node() && meter.poll()))
                return false;
            switch (phase_) {
                case Phase::Placing:
                    place(at_);
                    break;
                case Phase::Linking:
                    link(at_);
                    break;
                case Phase::Lost:
                    find_lost(at_);
                    break;
                case Phase::Won:
                    find_won(at_);
                    break;
                case Phase::Done:
                    break;
            }
        }
        at_ = 0;
        switch (phase_) {
            case Phase::Placing:
                phase_ = Phase::Linking;
                break;
            case Phase::Linking:
                phase_ = Phase::Lost;
                break;
            case Phase::Lost:
                changed_ = false;
                phase_ = Phase::Won;
                break;
            default:
                ++round_;
                phase_ = changed_ && round_ < kNever - 1 ? Phase::Lost : Phase::Done;
                break;
        }
    }
    return true;
}

void PairTable::Solver::make_room() {
    table_.distance_.emplace_back(table_.slots_ * kPairs, kNever);
    all_.grow();
    won_.grow();
    lost_.grow();
}

void PairTable::Solver::place(std::size_t i) {
    if (i % table_.slots_ == 0)
        make_room();
    auto& p = all_[i];
    Hunters men;
    p.exists = table_.place(i, men);
    if (!p.exists)
        return;
    const Attacks attacks = men.attacks();
    p.safe = table_.shape_->mask & ~attacks.all;
    p.kings = table_.shape_->mask & ~men.all & ~chess::king_attacks(men.king);
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
