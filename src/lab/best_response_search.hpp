#pragma once

// The body of lab/best_response.hpp.

#include <algorithm>

#include "lab/best_response.hpp"

namespace nebel::lab {

template <Game G>
typename BestResponse<G>::Copy BestResponse<G>::deal(std::uint64_t index,
                                                     std::vector<Event>& heard) {
    Rng rng(mix_seed(spec_.seed, 1), index);
    Copy copy{index, Referee(spec_.rules, rng), kRoot, 0};
    const auto opening = copy.referee.open();
    for (const Event& event : opening.events[other(spec_.responder)])
        remember(copy, event);
    heard.insert(heard.end(), opening.events[spec_.responder].begin(),
                 opening.events[spec_.responder].end());
    return copy;
}

template <Game G>
void BestResponse<G>::remember(Copy& copy, std::optional<Event> event) {
    const std::uint64_t before = copy.story == kRoot ? copy.index : items_[copy.story].key;
    const auto key = event ? hash_on(before, event->text()) : act_key(before);
    items_.push_back({copy.story, key, std::move(event)});
    copy.story = static_cast<std::uint32_t>(items_.size() - 1);
}

template <Game G>
typename G::Action BestResponse<G>::answer_of(const Copy& copy) {
    const std::uint64_t end = copy.story == kRoot ? copy.index : items_[copy.story].key;
    const auto known = answers_.find(mix_seed(end, copy.index));
    if (known != answers_.end())
        return known->second;
    std::vector<const Item*> path;
    for (auto at = copy.story; at != kRoot; at = items_[at].before)
        path.push_back(&items_[at]);
    std::reverse(path.begin(), path.end());
    // Goes on with a player object that stands on this branch; else the game is told again, with
    // every question that was asked, because answers move a player's generator on.
    Live& live = live_[copy.index];
    const bool on_the_way = live.player && live.length <= path.size() &&
                            (live.length == 0 || path[live.length - 1]->key == live.key);
    if (!on_the_way) {
        live.player = spec_.player();
        live.player->begin(spec_.rules, other(spec_.responder), mix_seed(spec_.seed, copy.index));
        live.length = 0;
    }
    for (; live.length < path.size(); ++live.length) {
        if (path[live.length]->event) {
            live.player->hear(*path[live.length]->event);
        } else {
            ++questions_;
            live.player->act(spec_.budget);
        }
    }
    ++questions_;
    const Action action = live.player->act(spec_.budget);
    live.length = path.size() + 1;
    live.key = act_key(end);
    answers_.emplace(mix_seed(end, copy.index), action);
    return action;
}

// One action of the seat to act; false when it is none of the game.
template <Game G>
bool BestResponse<G>::step(Copy& copy,
                           const Action& action,
                           std::vector<Event>& heard,
                           double& forfeit) {
    const Seat mover = copy.referee.to_act();
    const auto answer = copy.referee.act(action);
    if (answer.verdict == Verdict::Invalid) {
        forfeit = mover == spec_.responder ? 0 : 1;
        return false;
    }
    for (const Event& event : answer.events[other(spec_.responder)])
        remember(copy, event);
    heard.insert(heard.end(), answer.events[spec_.responder].begin(),
                 answer.events[spec_.responder].end());
    if (copy.referee.outcome() || copy.referee.to_act() != mover)
        ++copy.plies;
    return true;
}

template <Game G>
std::optional<double> BestResponse<G>::ended(const Copy& copy) const {
    if (const auto outcome = copy.referee.outcome())
        return outcome->score(spec_.responder);
    if (copy.plies >= spec_.plies)
        return spec_.at_the_end(copy.referee, spec_.responder);
    return std::nullopt;
}

// The player acts until the responder is to act or the game is over.
template <Game G>
std::optional<double> BestResponse<G>::run(Copy& copy, std::vector<Event>& heard) {
    constexpr int kMostTries = 1000;  // in one turn
    const int plies = copy.plies;
    for (int tries = 0;; ++tries) {
        if (const auto score = ended(copy))
            return score;
        if (copy.referee.to_act() == spec_.responder)
            return std::nullopt;
        if (copy.plies == plies && tries >= kMostTries)
            return 1.0;
        const Action action = answer_of(copy);
        remember(copy, std::nullopt);
        double forfeit = 0;
        if (!step(copy, action, heard, forfeit))
            return forfeit;
    }
}

template <Game G>
std::uint64_t BestResponse<G>::key_after(std::uint64_t key, const std::vector<Event>& heard) {
    for (const Event& event : heard)
        key = hash_on(key, event.text());
    return key;
}

// The points that this action brings from all copies together. Nothing when it is no action of the
// game, teaches nothing, or cannot bring more than `to_beat`.
template <Game G>
std::optional<double> BestResponse<G>::value_of(const Action& action,
                                                const std::vector<Copy>& copies,
                                                const View& view,
                                                std::uint64_t key,
                                                double to_beat,
                                                const std::atomic<bool>& stop) {
    const auto mark = items_.size();
    std::map<std::uint64_t, Group> groups;
    double sum = 0;
    bool nothing_learned = true;
    for (const Copy& before : copies) {
        Copy copy = before;
        std::vector<Event> heard;
        double forfeit = 0;
        if (!step(copy, action, heard, forfeit)) {
            items_.resize(mark, {kRoot, 0, {}});
            return std::nullopt;
        }
        nothing_learned &=
            !copy.referee.outcome() && copy.plies == before.plies && copy.story == before.story;
        if (const auto score = run(copy, heard)) {
            sum += *score;
            continue;
        }
        auto& group = groups[key_after(key, heard)];
        if (group.copies.empty())
            group.heard = std::move(heard);
        group.copies.push_back(std::move(copy));
    }
    // The same men, the same copies, and the player heard nothing: the other tries are looked at
    // anyway.
    if (nothing_learned && groups.size() == 1) {
        items_.resize(mark, {kRoot, 0, {}});
        return std::nullopt;
    }
    double open = 0;
    for (const auto& [state, group] : groups)
        open += static_cast<double>(group.copies.size());
    for (const auto& [state, group] : groups) {
        if (sum + open <= to_beat || stop.load(std::memory_order_relaxed))
            break;
        View then = view;
        for (const Event& event : group.heard)
            then.hear(event);
        sum += best(group.copies, then, state, stop, false);
        open -= static_cast<double>(group.copies.size());
    }
    items_.resize(mark, {kRoot, 0, {}});
    if (open > 0)
        return std::nullopt;
    return sum;
}

template <Game G>
double BestResponse<G>::best(const std::vector<Copy>& copies,
                             const View& view,
                             std::uint64_t key,
                             const std::atomic<bool>& stop,
                             bool root) {
    ++states_;
    ActionList<G> actions;
    view.actions(actions);
    double most = -1;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        const auto after = hash_on(key, actions[i].text());
        const auto value = value_of(actions[i], copies, view, after, most, stop);
        if (value && *value > most) {
            most = *value;
            response_.insert_or_assign(key, actions[i]);
        }
        if (root && on_progress)
            on_progress(i + 1, actions.size(), actions[i],
                        std::max(0.0, most) / static_cast<double>(copies.size()));
        if (most >= static_cast<double>(copies.size()))
            break;
    }
    if (most >= 0)
        return most;
    // Every action teaches nothing: it is refused, and there is nothing else. Not met in games.
    return 0;
}

template <Game G>
std::optional<double> BestResponse<G>::solve(const std::atomic<bool>& stop) {
    items_.clear();
    response_.clear();
    std::map<std::uint64_t, Group> groups;
    double sum = 0;
    for (std::uint64_t i = 0; i < spec_.copies; ++i) {
        std::vector<Event> heard;
        Copy copy = deal(i, heard);
        if (const auto score = run(copy, heard)) {
            sum += *score;
            continue;
        }
        auto& group = groups[key_after(0, heard)];
        if (group.copies.empty())
            group.heard = std::move(heard);
        group.copies.push_back(std::move(copy));
    }
    for (const auto& [state, group] : groups) {
        View view(spec_.rules, spec_.responder);
        for (const Event& event : group.heard)
            view.hear(event);
        sum += best(group.copies, view, state, stop, true);
    }
    if (stop.load(std::memory_order_relaxed))
        return std::nullopt;
    return sum / static_cast<double>(spec_.copies);
}

// One game of a copy that was not solved against whoever `choose` is: it is given what was heard
// since it was last asked, after `listener` has heard it.
template <Game G>
template <class Listener, class Choose>
double BestResponse<G>::play(std::size_t game, Listener& listener, Choose choose) {
    items_.clear();
    std::vector<Event> heard;
    // The solved copies have the first numbers.
    Copy copy = deal(spec_.copies + game, heard);
    listener.begin(spec_.rules, spec_.responder, mix_seed(spec_.seed, ~copy.index));
    std::optional<double> score;
    while (!(score = run(copy, heard))) {
        for (const Event& event : heard)
            listener.hear(event);
        const Action action = choose(heard);
        heard.clear();
        double forfeit = 0;
        if (!step(copy, action, heard, forfeit)) {
            score = forfeit;
            break;
        }
    }
    live_.erase(copy.index);
    return *score;
}

template <Game G>
typename BestResponse<G>::Played BestResponse<G>::play_fresh(std::size_t games) {
    Played played;
    std::uint64_t turns = 0;
    std::uint64_t known = 0;
    const auto fallback = spec_.fallback();
    for (std::size_t i = 0; i < games; ++i) {
        std::uint64_t key = 0;
        played.score += play(i, *fallback, [&](const std::vector<Event>& heard) {
            key = key_after(key, heard);
            const auto found = response_.find(key);
            ++turns;
            known += found != response_.end() ? 1 : 0;
            const Action action =
                found != response_.end() ? found->second : fallback->act(spec_.budget);
            key = hash_on(key, action.text());
            return action;
        });
    }
    played.score /= static_cast<double>(std::max<std::size_t>(1, games));
    played.known = turns == 0 ? 1 : static_cast<double>(known) / static_cast<double>(turns);
    return played;
}

template <Game G>
double BestResponse<G>::play_itself(std::size_t games) {
    double sum = 0;
    const auto twin = spec_.player();
    for (std::size_t i = 0; i < games; ++i)
        sum += play(i, *twin, [&](const std::vector<Event>&) { return twin->act(spec_.budget); });
    return sum / static_cast<double>(std::max<std::size_t>(1, games));
}

}  // namespace nebel::lab
