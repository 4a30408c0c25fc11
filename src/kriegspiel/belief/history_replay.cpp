#include "kriegspiel/belief/history_replay.hpp"

#include <algorithm>
#include <cmath>

#include "kriegspiel/belief/consistency.hpp"

namespace nebel::kriegspiel {

void HistoryReplay::load(const Histories& histories,
                         Histories::Node last,
                         std::uint32_t root,
                         std::size_t plies) {
    histories_ = &histories;
    root_ = root;
    plies_ = plies;
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
    const double probability = prior_.probability(position_, *move, heard_before(ply));
    if (!make_hidden_ply(position_, *move, story_.plies()[ply], story_.view().rules().says()))
        return false;
    fresh_.push_back({Histories::kNone, *move, static_cast<float>(std::log(probability))});
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
