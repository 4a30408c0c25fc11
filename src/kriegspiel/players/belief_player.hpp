#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "game/player.hpp"
#include "kriegspiel/belief/believer.hpp"
#include "kriegspiel/belief/board_pools.hpp"
#include "kriegspiel/finish/finisher.hpp"
#include "kriegspiel/game.hpp"

namespace nebel::kriegspiel {

/// A complete board that has a say.
struct World {
    chess::Position position;
    double weight = 1;
    std::uint8_t kind = 0;  ///< of opponent
    chess::Move last = {};  ///< the opponent's latest move; none if it has none
};

/// Where a player's boards come from.
enum class BoardSource : std::uint8_t {
    LastObservation,  ///< made up anew each turn to fit what was said last
    AllObservations,  ///< a pool that explains everything heard
    Hybrid,           ///< the pool, and while it is thin some that fit what was said last
};

/// What the players have in common that think about sampled boards: the pool and its share of the
/// budget, the finish against a bare king, the memory of how the own men stood. They differ in what
/// they do with the boards (`choose`).
class BeliefPlayer : public Player<Kriegspiel>, public Believer {
 public:
    struct Settings {
        BoardSource source = BoardSource::AllObservations;
        SampledBoards::Options belief;
        std::size_t most_pools = 1;       ///< of such boards, as a budget allows
        std::size_t worlds = 150;         ///< boards that have a say, at most
        std::size_t budgeted_worlds = 0;  ///< if there is a budget to end it: as many instead
        double last_share = 0.2;          ///< as many again made up anew, for Hybrid
        double belief_share = 0.45;       ///< of a budget
    };

    explicit BeliefPlayer(const Settings& settings) : settings_(settings) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override;
    void hear(const Event& event) override;
    Action act(const Budget& budget) final;
    void ponder(const std::atomic<bool>& stop) override;
    [[nodiscard]] Work work() const override { return work_; }
    [[nodiscard]] std::optional<DensityMaps> believed() override;

 protected:
    /// The try to make. At least two tries, none of them "Any?", and at least one world.
    virtual Action choose(const TryList& tries,
                          const std::vector<World>& worlds,
                          BudgetMeter& meter) = 0;
    /// The tries and the budget of the choice to come, before anything is spent of it.
    virtual void prepare(const TryList& /*tries*/, const Budget& /*budget*/) {}
    /// Boards that have a say at this moment; spends the belief's share of the budget.
    std::vector<World> draw_worlds(const Budget& budget, BudgetMeter& meter);
    /// Reports with the belief's state added.
    void report(SearchInfo info, const BudgetMeter& meter) const;

    [[nodiscard]] const View& view() const { return pools_->story().view(); }
    Rng& rng() { return rng_; }
    /// How often the own men have stood before as they would after this try.
    [[nodiscard]] int times_stood(const Action& action) const;
    /// Own and hidden moves since the last capture or own pawn move: the draw that is known to
    /// come nearer.
    [[nodiscard]] int quiet_plies() const { return quiet_; }
    /// How poor the belief is, 0 to 1: boards without a history, or few that carry the weight.
    [[nodiscard]] double poverty() const;

 private:
    void draw_from_pools(std::size_t count, const Budget& budget, std::vector<World>& worlds);
    void draw_from_pool(const SampledBoards& pool,
                        std::span<const SampledBoard> boards,
                        std::size_t count,
                        std::vector<World>& worlds);
    void make_up(std::size_t count, BudgetMeter& meter, std::vector<World>& worlds);
    [[nodiscard]] bool should_ask(const TryList& tries, const std::vector<World>& worlds) const;

    Settings settings_;
    std::optional<BoardPools> pools_;
    Finisher finisher_;
    Rng rng_;
    Work work_;
    std::size_t last_worlds_ = 0;
    int quiet_ = 0;
    std::unordered_map<std::uint64_t, int> stood_;
};

}  // namespace nebel::kriegspiel
