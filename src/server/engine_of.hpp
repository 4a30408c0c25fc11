#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "game/registry.hpp"
#include "server/face.hpp"
#include "server/live_game.hpp"

namespace nebel::server {

/// A player in an engine's seat, made and used in worker threads only, one call at a time. It is
/// given its seat's events and nothing else; after a restart it is made again from the same seed
/// and hears the same events.
template <Game G>
class EngineOf {
 public:
    EngineOf(EngineSeat chosen, const typename G::Rules& rules, Seat seat)
        : chosen_(std::move(chosen)),
          rules_(rules),
          seat_(seat),
          view_(rules, seat),
          slips_(mix_seed(chosen_.seed, 77)) {}

    /// Makes the player. Throws UserError if it does not exist or does not play these rules.
    void sit_down() {
        try {
            make_player();
        } catch (const PlayerFailure& failure) {
            throw UserError(failure.what());
        }
    }

    Thought think(const std::vector<typename G::Event>& news, const Budget& budget) {
        try {
            return answer(news, budget);
        } catch (const PlayerFailure& failure) {
            return {Thought::Kind::Fails, {}, failure.reason, failure.what(), {}};
        } catch (const std::exception& error) {
            return {Thought::Kind::Fails, {}, Reason::Crash, error.what(), {}};
        }
    }

 private:
    void make_player() {
        auto made = PlayerRegistry<G>::instance().make(chosen_.player);
        made->begin(rules_, seat_, chosen_.seed);
        player_ = std::move(made);
    }

    Thought answer(const std::vector<typename G::Event>& news, const Budget& budget) {
        if (!player_)
            make_player();
        for (const auto& event : news) {
            view_.hear(event);
            player_->hear(event);
        }
        SearchInfo last;
        bool reported = false;
        player_->on_info = [&](const SearchInfo& info) {
            last = info;
            reported = true;
        };
        Thought thought;
        if (chosen_.slip > 0 && slips_.chance(chosen_.slip)) {
            thought.kind = Thought::Kind::Acts;
            thought.action = view_.random_action(slips_).text();
            thought.info = R"({"detail":"drawn at random: a slip of this level"})";
        } else if (player_->wants_to_resign()) {
            thought.kind = Thought::Kind::Resigns;
        } else {
            thought.kind = Thought::Kind::Acts;
            thought.action = player_->act(budget).text();
        }
        player_->on_info = nullptr;
        if (thought.kind != Thought::Kind::Acts || !thought.info.empty())
            return thought;
        Json info = Json::object();
        if (reported)
            info = {{"depth", last.depth},     {"nodes", last.nodes},
                    {"value", last.value},     {"simulations", last.simulations},
                    {"seconds", last.seconds}, {"line", last.line},
                    {"detail", last.detail}};
        if (Json belief = belief_of(*player_); !belief.is_null())
            info["belief"] = std::move(belief);
        if (!info.empty())
            thought.info = info.dump(-1, ' ', false, Json::error_handler_t::replace);
        return thought;
    }

    EngineSeat chosen_;
    typename G::Rules rules_;
    Seat seat_;
    typename G::View view_;
    Rng slips_;
    std::unique_ptr<Player<G>> player_;
};

}  // namespace nebel::server
