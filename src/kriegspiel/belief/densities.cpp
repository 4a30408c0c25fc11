#include "kriegspiel/belief/densities.hpp"

namespace nebel::kriegspiel {

Densities::Densities(const Rules& rules, Seat seat, std::shared_ptr<const Profile> profile)
    : story_(rules, seat), profile_(std::move(profile)) {}

void Densities::hear(const Event& event) {
    story_.hear(event);
    stale_ = true;
}

const Said& Densities::said_before(std::size_t ply) const {
    return ply == 0 ? story_.opening() : story_.plies()[ply - 1].said;
}

void Densities::begin() const {
    const auto& view = story_.view();
    const auto& start = story_.known_start();
    if (start) {
        before_ = DensityModel(*start, view.rules(), view.seat());
        if (view.rules().board == 0)
            before_.use_profile(profile_.get());
    } else {
        before_ = DensityModel(
            story_.own_start(), view.enemy_pawns_left() + view.taken().pawns,
            view.enemy_pieces_left() + view.taken().pieces, view.rules(),
            story_.first_to_move() == colour_of(view.seat()) ? &story_.opening() : nullptr);
    }
    begun_ = true;
}

void Densities::apply(DensityModel& model, std::size_t index) const {
    const Ply& ply = story_.plies()[index];
    const Said& heard = said_before(index);
    if (!ply.own) {
        model.enemy_move(ply.said, heard);
        return;
    }
    if (ply.asked >= 0)
        model.answered(ply.asked, heard.kinds);
    for (const auto& action : story_.tries(ply))
        model.refused(action, heard.kinds);
    model.own_move(ply.move, ply.said);
}

void Densities::hear_turn(DensityModel& model) const {
    if (!story_.view().my_turn())
        return;
    const auto kinds = said_before(story_.plies().size()).kinds;
    if (story_.asked_this_turn() >= 0)
        model.answered(story_.asked_this_turn(), kinds);
    for (const auto& action : story_.tries_this_turn())
        model.refused(action, kinds);
}

const DensityModel& Densities::model() const {
    if (!stale_)
        return now_;
    stale_ = false;
    const auto& view = story_.view();
    if (view.board()) {
        now_ = DensityModel(*view.board(), view.rules(), view.seat());
        return now_;
    }
    if (!view.own().has_king()) {  // another start is still being told
        now_ = DensityModel();
        return now_;
    }
    if (!begun_)
        begin();
    const auto& plies = story_.plies();
    for (; plies_ + 1 < plies.size(); ++plies_)
        apply(before_, plies_);
    now_ = before_;
    if (plies_ < plies.size())
        apply(now_, plies_);
    hear_turn(now_);
    return now_;
}

}  // namespace nebel::kriegspiel
