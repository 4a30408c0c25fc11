#include "kriegspiel/belief/history_chain.hpp"

#include <cmath>

#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

using chess::Move;

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

bool HistoryChain::replay_rest() {
    std::size_t made = at_;
    for (std::size_t ply = ply_at_; ply < plies_; ++ply) {
        if (story_.plies()[ply].own) {
            if (!make_own(ply))
                return false;
            continue;
        }
        Move wanted = made == at_ ? first_ : rebased(steps_[made].move);
        if (swaps_ && made == at_ + 1)
            wanted = steps_[at_].move;
        if (!make_hidden(wanted, ply))
            return false;
        ++made;
    }
    return true;
}

bool HistoryChain::step(Histories& histories, Rng& rng, State& result) {
    if (steps_.empty())
        return false;
    replay_until(rng.below(static_cast<std::uint32_t>(steps_.size())));
    if (!propose(rng) || !replay_rest())
        return false;
    if (!weigh(std::log(rng.real())))
        return false;
    commit(histories, result);
    return true;
}

}  // namespace nebel::kriegspiel
