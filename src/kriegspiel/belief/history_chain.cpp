#include "kriegspiel/belief/history_chain.hpp"

#include <array>
#include <cmath>

#include "kriegspiel/belief/consistency.hpp"

namespace nebel::kriegspiel {

using chess::Move;

void HistoryChain::load(const Histories& histories,
                        Histories::Node last,
                        std::uint32_t root,
                        std::size_t plies) {
    histories_ = &histories;
    root_ = root;
    plies_ = plies;
    histories.collect(last, steps_);
}

// The position before hidden move `hidden`; everything up to there is known to agree.
void HistoryChain::replay_until(std::size_t hidden) {
    const auto& root = histories_->root(root_);
    position_ = root.position;
    std::size_t made = 0;
    std::size_t ply = root.ply;
    for (;; ++ply) {
        const Ply& entry = story_.plies()[ply];
        if (!entry.own) {
            if (made == hidden)
                break;
            position_.do_move(steps_[made++].move);
        } else {
            position_.do_move(*chess::to_legal_move(position_, entry.move.from, entry.move.to,
                                                    entry.move.promotion));
        }
    }
    ply_at_ = ply;
}

bool HistoryChain::propose(Rng& rng) {
    const Move old = steps_[at_].move;
    swaps_ = false;
    rebases_[0] = rebases_[1] = {};
    const auto kind = rng.below(10);
    if (kind < 2) {
        if (at_ + 1 >= steps_.size())
            return false;
        swaps_ = true;
        first_ = steps_[at_ + 1].move;
        return !(first_ == old);
    }
    chess::generate_legal(position_, moves_);
    const bool same_man = kind < 6;
    std::uint32_t others = 0;
    for (const Move move : moves_)
        others += !(move == old) && (!same_man || move.from() == old.from());
    if (others == 0)
        return false;
    std::uint32_t pick = rng.below(others);
    for (const Move move : moves_)
        if (!(move == old) && (!same_man || move.from() == old.from()) && pick-- == 0)
            first_ = move;
    if (first_.from() == old.from()) {
        rebases_[0] = {old.to(), first_.to()};
    } else {
        rebases_[0] = {old.to(), old.from()};
        rebases_[1] = {first_.from(), first_.to()};
    }
    return true;
}

// A later move of a man that now stands elsewhere begins where it stands.
Move HistoryChain::rebased(Move move) {
    for (auto& rebase : rebases_)
        if (rebase.from == move.from() && rebase.from != chess::kNoSquare) {
            const auto from = rebase.to;
            rebase = {};
            return move.is_promotion() ? Move::promotion(from, move.to(), move.promotion())
                                       : Move(from, move.to());
        }
    return move;
}

bool HistoryChain::make_hidden(Move wanted, const Ply& ply, std::size_t ply_index) {
    const auto move =
        chess::to_legal_move(position_, wanted.from(), wanted.to(), wanted.promotion());
    if (!move)
        return false;
    chess::generate_legal(position_, moves_);
    std::array<double, chess::MoveList::capacity()> probabilities;
    const Said& heard = ply_index == 0 ? story_.opening() : story_.plies()[ply_index - 1].said;
    prior_.weigh(position_, moves_, heard, std::span(probabilities).first(moves_.size()));
    double probability = 0;
    for (std::size_t i = 0; i < moves_.size(); ++i)
        if (moves_[i] == *move)
            probability = probabilities[i];
    if (!make_hidden_ply(position_, *move, ply, story_.view().rules().says()))
        return false;
    fresh_.push_back({Histories::kNone, *move, static_cast<float>(std::log(probability))});
    return true;
}

bool HistoryChain::replay_rest() {
    fresh_.clear();
    std::size_t made = at_;
    for (std::size_t ply = ply_at_; ply < plies_; ++ply) {
        const Ply& entry = story_.plies()[ply];
        if (entry.own) {
            if (!make_own_ply(position_, entry, story_))
                return false;
            continue;
        }
        Move wanted = made == at_ ? first_ : rebased(steps_[made].move);
        if (swaps_ && made == at_ + 1)
            wanted = steps_[at_].move;
        if (!make_hidden(wanted, entry, ply))
            return false;
        ++made;
    }
    return true;
}

bool HistoryChain::step(Histories& histories, Rng& rng, State& result) {
    if (steps_.empty())
        return false;
    at_ = rng.below(static_cast<std::uint32_t>(steps_.size()));
    replay_until(at_);
    if (!propose(rng) || !replay_rest())
        return false;
    double ratio = 0;
    for (std::size_t i = 0; i < fresh_.size(); ++i)
        ratio += fresh_[i].log_probability - steps_[at_ + i].log_probability;
    if (ratio < 0 && std::log(rng.real()) >= ratio)
        return false;
    Histories::Node node = at_ == 0 ? Histories::kNone : steps_[at_ - 1].node;
    for (std::size_t i = 0; i < fresh_.size(); ++i) {
        node = histories.append(node, fresh_[i].move, fresh_[i].log_probability);
        steps_[at_ + i] = {node, fresh_[i].move, fresh_[i].log_probability};
    }
    result = {position_, node};
    return true;
}

}  // namespace nebel::kriegspiel
