#include "kriegspiel/finish/hunt_search.hpp"

#include <algorithm>

namespace nebel::kriegspiel {

using chess::Bitboard;

namespace {

constexpr std::size_t kTableSize = std::size_t{1} << 16;
constexpr int kDeepest = 12;
constexpr Cost kWeariness = 40;            ///< for each time our men stood so before
constexpr Cost kWaiting = 16;              ///< for each half-move that our king has waited
constexpr Cost kStep = 20;                 ///< what a move costs that a lesson is learned by
constexpr Cost kUnknown = kDraw + 10'000;  ///< worse than everything

/// Where a draw cannot be excluded: rather for few kings, and rather late.
Cost draw_of(Bitboard kings, int ply) {
    return kDraw + 64 * chess::popcount(kings) - std::min(ply, 63);
}

std::uint64_t mixed(std::uint64_t men, Bitboard kings, int clock) {
    std::uint64_t key = men ^ (kings * 0x9e3779b97f4a7c15ULL);
    key ^= key >> 29;
    key = (key + static_cast<std::uint64_t>(clock)) * 0xbf58476d1ce4e5b9ULL;
    return key ^ (key >> 32);
}

}  // namespace

HuntSearch::HuntSearch(const Rules& rules, const chess::Shape& shape)
    : fifty_(rules.fifty),
      cap_(rules.cap),
      stalemate_wins_(rules.says().stalemate_loses),
      checks_(shape),
      evaluation_(shape),
      table_(kTableSize) {}

bool HuntSearch::drawn_by_clock(int clock) const {
    return (fifty_ && clock >= 100) || (cap_ != 0 && clock >= cap_);
}

Cost HuntSearch::accepted(const Hunters& before,
                          const Action& action,
                          Bitboard kings,
                          int depth,
                          int ply,
                          int clock,
                          Cost alpha,
                          Cost limit) {
    Hunters men = before;
    men.move(action);
    const int clock_now = before.of[chess::kPawn] & chess::bit(action.from) ? 0 : clock + 1;
    Split outcome;
    split(men, men.attacks(), checks_, kings, outcome);
    if (outcome.branches.empty() && (stalemate_wins_ || !outcome.stalemated))
        return kMate + ply + 1;
    if (drawn_by_clock(clock_now) || drawn_by_clock(clock_now + 1))
        return draw_of(kings, ply);
    const Bitboard drawn = lost_to_draw(men, kings, outcome, stalemate_wins_);
    if (drawn)
        return draw_of(drawn, ply);
    Cost worst = kMate + ply + 1;
    for (const auto& branch : outcome.branches) {
        Cost cost;
        if (branch.captured != chess::kNoSquare) {
            Hunters fewer = men;
            fewer.lose(branch.captured);
            cost =
                search(fewer, branch.kings, depth - 1, ply + 1, 0, std::max(alpha, worst), limit);
        } else {
            cost = search(men, branch.kings, depth - 1, ply + 1, clock_now + 1,
                          std::max(alpha, worst), limit);
        }
        worst = std::max(worst, cost);
        if (worst >= limit)
            break;
    }
    return worst;
}

// Tries that look best first; those that no king of the set allows are left out.
void HuntSearch::order(const Hunters& men, Bitboard kings, int ply, int clock, TryList& tries) {
    HuntTries all;
    list_tries(men, all);
    for (const auto& action : all) {
        const Bitboard refused = kings & refused_squares(men, action);
        if (refused == kings)
            continue;
        tries.push_back({action, refused,
                         accepted(men, action, kings & ~refused, 1, ply, clock, kMate, kUnknown)});
    }
    std::stable_sort(tries.begin(), tries.end(),
                     [](const Try& a, const Try& b) { return a.guess < b.guess; });
}

Cost HuntSearch::search(
    const Hunters& men, Bitboard kings, int depth, int ply, int clock, Cost alpha, Cost beta) {
    if (depth <= 0) {
        meter_->spend_node();
        const Cost guess = evaluation_.cost(men, kings);
        return memory_ ? std::max(guess, memory_->at_least(men, kings)) : guess;
    }
    if (meter_->exhausted())
        return kUnknown;
    const std::uint64_t key = mixed(men.key(), kings, clock);
    Entry& entry = slot(key);
    if (entry.key == key && entry.depth == depth) {
        // Mates are kept as seen from this node.
        const Cost known = entry.cost < kMateBound ? entry.cost + ply : entry.cost;
        if (entry.bound == 0 || (entry.bound > 0 && known >= beta) ||
            (entry.bound < 0 && known <= alpha))
            return known;
    }
    const Cost first_alpha = alpha;
    Cost best = kUnknown;
    const auto consider = [&](const Action& action, Bitboard refused) {
        const Cost limit = std::min(beta, best);
        Cost cost = accepted(men, action, kings & ~refused, depth, ply, clock, alpha, limit);
        if (refused && cost < limit)
            cost = std::max(cost, search(men, refused, depth - 1, ply, clock, alpha, limit));
        best = std::min(best, cost);
        return best > alpha;
    };
    if (depth == 1) {
        HuntTries all;
        list_tries(men, all);
        for (const auto& action : all) {
            const Bitboard refused = kings & refused_squares(men, action);
            if (refused != kings && !consider(action, refused))
                break;
        }
    } else {
        TryList tries;
        order(men, kings, ply, clock, tries);
        for (const auto& attempt : tries)
            if (!consider(attempt.action, attempt.refused))
                break;
    }
    if (meter_->exhausted())
        return kUnknown;
    Entry& now = slot(key);
    now.key = key;
    now.cost = best < kMateBound ? best - ply : best;
    now.depth = static_cast<std::int8_t>(depth);
    now.bound = best <= first_alpha ? -1 : best >= beta ? 1 : 0;
    return best;
}

std::optional<HuntSearch::Found> HuntSearch::find(const Question& question, const Budget& budget) {
    BudgetMeter meter(budget);
    meter_ = &meter;
    memory_ = question.memory;
    std::fill(table_.begin(), table_.end(), Entry{});
    TryList tries;
    order(question.men, question.kings, 0, question.clock, tries);
    if (tries.empty())
        return std::nullopt;
    // What must not be is set aside while there is anything else.
    if (question.barred)
        for (auto& attempt : tries)
            attempt.barred = question.barred(attempt.action);
    const auto hopeful = [](const Try& attempt) {
        return attempt.guess < kDraw && !attempt.barred;
    };
    const auto keep = [&tries](const auto& wanted) {
        const auto end = std::stable_partition(tries.begin(), tries.end(), wanted);
        if (end != tries.begin())
            tries.truncate(static_cast<std::size_t>(end - tries.begin()));
        return end != tries.begin();
    };
    const bool risky = !keep(hopeful);
    if (question.visits)
        for (auto& attempt : tries)
            attempt.weariness = kWeariness * question.visits(attempt.action);
    // Where every try may cost the game, our king's moves often risk least, and for ever the same:
    // the longer that has gone on, the rather another man must move.
    if (risky)
        for (auto& attempt : tries)
            if (attempt.action.from == question.men.king)
                attempt.weariness += kWaiting * question.clock;
    if (question.regret)
        for (auto& attempt : tries)
            attempt.weariness += question.regret(attempt.action);
    Found found{tries[0].action, tries[0].guess, kMate, 0, 0};
    for (int depth = 1; depth <= kDeepest; ++depth) {
        Cost best = kUnknown;
        std::size_t chosen = 0;
        for (std::size_t i = 0; i < tries.size(); ++i) {
            const auto& attempt = tries[i];
            Cost cost = accepted(question.men, attempt.action, question.kings & ~attempt.refused,
                                 depth, 0, question.clock, kMate, best);
            if (attempt.refused && cost < best)
                cost = std::max(cost, search(question.men, attempt.refused, depth, 0,
                                             question.clock, kMate, best));
            if (meter.exhausted())
                break;
            if (cost > kMateBound && cost < kUnknown)
                cost += attempt.weariness;
            if (cost < best) {
                best = cost;
                chosen = i;
            }
        }
        // A deeper search that was cut short still knows better where its first try held out.
        if (best < kUnknown && (!meter.exhausted() || chosen != 0 || best <= found.cost)) {
            found.action = tries[chosen].action;
            found.cost = best;
            found.lesson = best < kMateBound || best >= kDraw
                               ? kMate
                               : best - tries[chosen].weariness + kStep * depth;
            found.depth = depth;
        }
        std::rotate(tries.begin(), tries.begin() + chosen, tries.begin() + chosen + 1);
        if (meter.exhausted() || best < kMateBound || tries.size() == 1)
            break;
    }
    found.nodes = meter.nodes();
    meter_ = nullptr;
    memory_ = nullptr;
    return found;
}

}  // namespace nebel::kriegspiel
