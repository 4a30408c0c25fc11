#include "darkchess/referee.hpp"

#include <fmt/format.h>

namespace nebel::darkchess {

Deal random_deal(Rng& rng) {
    Deal deal;
    std::size_t next = 0;
    for (const Man m : kAllMen)
        for (int i = 0; i < men_at_start(m); ++i)
            deal[next++] = m;
    NEBEL_CHECK(next == kSquares);
    rng.shuffle(std::span<Man>(deal));
    return deal;
}

Parsed<Referee> Referee::from_start(const Rules& rules, std::string_view text) {
    const auto deal = parse_placement(text);
    if (!deal)
        return tl::make_unexpected(deal.error());
    std::array<int, kManCodes> seen{};
    for (const Man m : *deal)
        ++seen[index(m)];
    for (const Man m : kAllMen)
        if (seen[index(m)] != men_at_start(m))
            return parse_error(fmt::format("a deal has {} of '{}', this one {}", men_at_start(m),
                                           letter(m), seen[index(m)]));
    return Referee(rules, *deal);
}

Answer<Event> Referee::act(Action action) {
    if (outcome_)
        return Answer<Event>::invalid("the game is over");
    const auto why = why_illegal(course_.board(), action);
    if (!why.empty())
        return Answer<Event>::invalid(why);

    Answer<Event> answer;
    const Seat seat = to_act();
    if (action.is_flip()) {
        const Man shown = deal_[action.from];
        outcome_ = course_.flip(action.from, shown);
        answer.tell_both(Event::flip(seat, action.from, shown));
    } else {
        const Man captured = course_.board().at(action.to);
        outcome_ = course_.move(action);
        answer.tell_both(Event::move(seat, action, captured));
    }
    if (outcome_)
        answer.tell_both(Event::end(*outcome_));
    return answer;
}

Answer<Event> Referee::conclude(Outcome outcome) {
    NEBEL_CHECK(!outcome_);
    outcome_ = outcome;
    Answer<Event> answer;
    answer.tell_both(Event::end(outcome));
    return answer;
}

std::string Referee::state_text() const {
    auto truth = deal_;
    for (std::size_t s = 0; s < kSquares; ++s)
        if (const Man seen = course_.board().at(static_cast<Square>(s)); seen != Man::Dark)
            truth[s] = seen;
    return fmt::format("{} quiet {} truth {}", course_.board().text(), course_.board().quiet(),
                       placement_text(truth));
}

}  // namespace nebel::darkchess
