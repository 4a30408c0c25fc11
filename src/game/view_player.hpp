#pragma once

#include <optional>

#include "game/player.hpp"

namespace nebel {

/// A player that keeps its seat's view and a generator: the usual base of built-in players.
template <Game G>
class ViewPlayer : public Player<G> {
 public:
    void begin(const typename G::Rules& rules, Seat seat, std::uint64_t seed) override {
        view_.emplace(rules, seat);
        rng_ = Rng(seed);
    }
    void hear(const typename G::Event& event) override { view_->hear(event); }

 protected:
    [[nodiscard]] const typename G::View& view() const { return *view_; }
    Rng& rng() { return rng_; }

 private:
    std::optional<typename G::View> view_;
    Rng rng_;
};

/// Uniform over what its view allows.
template <Game G>
class RandomPlayer final : public ViewPlayer<G> {
 public:
    typename G::Action act(const Budget&) override {
        return this->view().random_action(this->rng());
    }
};

}  // namespace nebel
