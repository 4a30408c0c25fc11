#include "kriegspiel/players/retaker.hpp"

#include "game/registry.hpp"

namespace nebel::kriegspiel {

void Retaker::begin(const Rules& rules, Seat seat, std::uint64_t seed) {
    ViewPlayer::begin(rules, seat, seed);
    said_ = {};
}

void Retaker::hear(const Event& event) {
    ViewPlayer::hear(event);
    said_.hear(event, view().seat());
}

Action Retaker::act(const Budget&) {
    TryList tries;
    view().actions(tries);
    TryList wanted;
    const auto collect = [&](auto&& accepts) {
        for (const auto& action : tries)
            if (!action.is_any() && accepts(action))
                wanted.push_back(action);
        return !wanted.empty();
    };
    const auto draw = [&](const TryList& list) {
        return list[rng().below(static_cast<std::uint32_t>(list.size()))];
    };
    const bool asks = takes_pawn_tries_ && !tries.empty() && tries[0].is_any();
    if (asks)
        return tries[0];
    if (said_.lost_on != chess::kNoSquare &&
        collect([&](const Action& action) { return action.to == said_.lost_on; }))
        return draw(wanted);
    if (takes_pawn_tries_ && said_.pawn_tries &&
        collect([&](const Action& action) { return is_pawn_capture_try(view().own(), action); }))
        return draw(wanted);
    return draw(tries);
}

namespace {

const PlayerRegistration<Kriegspiel> kRecapture{
    {"recapture", "random, but takes back on the square where it just lost a man", {}},
    [](const Options&) { return std::make_unique<Retaker>(false); }};

const PlayerRegistration<Kriegspiel> kCapturer{
    {"capturer", "like recapture, and makes every pawn capture it is told of or can ask for", {}},
    [](const Options&) { return std::make_unique<Retaker>(true); }};

}  // namespace

}  // namespace nebel::kriegspiel
