#include "kriegspiel/belief/history_replay.hpp"

#include <algorithm>
#include <cmath>

#include "kriegspiel/belief/consistency.hpp"

namespace nebel::kriegspiel {

void HistoryReplay::load(const Histories& histories,
                         Histories::Node last,
                         std::uint32_t root,
                         std::size_t plies,
                         std::uint8_t kind) {
    histories_ = &histories;
    root_ = root;
    plies_ = plies;
    kind_ = kind;
    histories.collect(last, steps_);
    before_.clear();
    before_ply_.clear();
}

void HistoryReplay::replay_until(std::size_t hidden) {
    // Several alterations of one history walk the same way: each part of it once.
    std::size_t made = 0;
    std::size_t ply = 0;
    if (before_.empty()) {
        position_ = histories_->root(root_).position;
        ply = histories_->root(root_).ply;
    } else {
        made = std::min(hidden, before_.size() - 1);
        position_ = before_[made];
        ply = before_ply_[made];
    }
    for (;; ++ply) {
        const Ply& entry = story_.plies()[ply];
        if (!entry.own) {
            if (made == before_.size()) {
                before_.push_back(position_);
                before_ply_.push_back(ply);
            }
            if (made == hidden)
                break;
            position_.do_move(steps_[made++].move);
        } else {
            position_.do_move(*chess::to_legal_move(position_, entry.move.from, entry.move.to,
                                                    entry.move.promotion));
        }
    }
    at_ = hidden;
    ply_at_ = ply;
    fresh_.clear();
}

bool HistoryReplay::make_hidden(chess::Move wanted, std::size_t ply) {
    const auto move =
        chess::to_legal_move(position_, wanted.from(), wanted.to(), wanted.promotion());
    if (!move)
        return false;
    note_hidden(*move, position_, ply);
    if (make_hidden_ply(position_, *move, story_.plies()[ply], story_.view().rules().says()))
        return true;
    fresh_.pop_back();
    return false;
}

bool HistoryReplay::weigh(double least) {
    // No logarithm of a probability is above 0: what the moves not yet weighed can add at most is
    // what the steps they replace took away.
    double most = 0;
    for (std::size_t i = 0; i < fresh_.size(); ++i)
        most -= steps_[at_ + i].log_probability;
    chess::Move last = at_ == 0 ? chess::Move() : steps_[at_ - 1].move;
    for (auto& fresh : fresh_) {
        const Mover mover(heard_before(fresh.ply), last, kind_,
                          probes_pawns(story_.view().rules()));
        const double probability = prior_.probability(fresh.before, fresh.move, mover);
        last = fresh.move;
        fresh.log_probability = static_cast<float>(std::log(probability));
        most += fresh.log_probability;
        if (most < least)
            return false;
    }
    return true;
}

bool HistoryReplay::make_own(std::size_t ply) {
    return make_own_ply(position_, story_.plies()[ply], story_);
}

void HistoryReplay::commit(Histories& histories, State& result) {
    Histories::Node node = at_ == 0 ? Histories::kNone : steps_[at_ - 1].node;
    for (std::size_t i = 0; i < fresh_.size(); ++i) {
        node = histories.append(node, fresh_[i].move, fresh_[i].log_probability);
        steps_[at_ + i] = {node, fresh_[i].move, fresh_[i].log_probability};
    }
    result = {position_, node};
    before_.resize(std::min(before_.size(), at_ + 1));
    before_ply_.resize(before_.size());
}

}  // namespace nebel::kriegspiel
