#pragma once

#include <exception>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "game/registry.hpp"
#include "server/face.hpp"
#include "server/live_game.hpp"

namespace nebel::server {

/// A player in an engine's seat, made and used in worker threads only. It is given its seat's
/// events and nothing else; after a restart it is made again from the same seed and hears the same
/// events. Any thread may tell it something; one that would use it waits until it is free.
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

    /// What its seat has heard; the player hears it before it is used next. Returns at once.
    void tell(std::span<const typename G::Event> news) {
        const std::lock_guard telling(telling_);
        news_.insert(news_.end(), news.begin(), news.end());
    }

    Thought think(const Budget& budget) {
        const std::lock_guard playing(playing_);
        try {
            if (failure_)
                std::rethrow_exception(failure_);
            return answer(budget);
        } catch (const PlayerFailure& failure) {
            return {Thought::Kind::Fails, {}, failure.reason, failure.what(), {}};
        } catch (const std::exception& error) {
            return {Thought::Kind::Fails, {}, Reason::Crash, error.what(), {}};
        }
    }

    /// Uses the other seat's time until the flag is set. What goes wrong is said by `think`.
    void ponder(const std::atomic<bool>& stop) {
        const std::lock_guard playing(playing_);
        if (failure_ || stop)
            return;
        try {
            catch_up();
            if (!stop)
                player_->ponder(stop);
        } catch (...) {
            failure_ = std::current_exception();
        }
    }

 private:
    /// Makes the player if there is none yet, and tells it what it has not heard.
    void catch_up() {
        if (!player_)
            make_player();
        std::vector<typename G::Event> news;
        {
            const std::lock_guard telling(telling_);
            news.swap(news_);
        }
        for (const auto& event : news) {
            view_.hear(event);
            player_->hear(event);
        }
    }

    void make_player() {
        auto made = PlayerRegistry<G>::instance().make(chosen_.player);
        made->begin(rules_, seat_, chosen_.seed);
        player_ = std::move(made);
    }

    Thought answer(const Budget& budget) {
        catch_up();
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
    std::exception_ptr failure_;  ///< while it pondered
    std::mutex playing_;          ///< held by the thread that uses the player
    std::mutex telling_;
    std::vector<typename G::Event> news_;
};

}  // namespace nebel::server
