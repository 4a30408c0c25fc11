#pragma once

#include <memory>
#include <optional>

#include "game/player.hpp"
#include "kriegspiel/belief/believer.hpp"
#include "kriegspiel/belief/densities.hpp"
#include "kriegspiel/finish/finisher.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/players/mcts_trees.hpp"

namespace nebel::kriegspiel {

/// What the three tree searches of Ciancarini and Favini (2010) share: they follow the game by
/// densities, take back and make announced pawn captures by instinct, hand a bare king to the
/// finisher, and otherwise search. A refused try keeps the tree: the next answer costs a tenth.
class MctsPlayer : public Player<Kriegspiel>, public Believer {
 public:
    struct Settings {
        std::shared_ptr<const Profile> profile;
        std::uint64_t default_nodes = 10'000;  ///< when the budget says nothing
        /// The most valuable man that takes back without search; kKing stands before all others.
        chess::PieceType takes_back = chess::kQueen;
    };

    explicit MctsPlayer(Settings settings) : settings_(std::move(settings)) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override;
    void hear(const Event& event) override;
    Action act(const Budget& budget) override;
    [[nodiscard]] Work work() const override { return work_; }
    [[nodiscard]] std::optional<DensityMaps> believed() override {
        if (view().board())
            return std::nullopt;
        return densities_->maps();
    }

 protected:
    /// Searches the position of the moment. `again`: the same turn, a try was refused since; the
    /// tree of before may be kept. `tries` are not empty and without "Any?".
    virtual RootReport think(const Budget& budget, const TryList& tries, bool again) = 0;
    /// A new game has begun.
    virtual void restart() {}

    [[nodiscard]] const View& view() const { return densities_->view(); }
    [[nodiscard]] const Densities& densities() const { return *densities_; }
    /// Where the opponent has just taken, or no square.
    [[nodiscard]] chess::Square lost_on() const { return lost_on_; }
    std::uint64_t next_seed() { return rng_.next(); }
    void report(const RootReport& found, double seconds);

 private:
    static constexpr int kAgainShare = 10;

    [[nodiscard]] std::optional<Action> instinct(const TryList& tries) const;
    [[nodiscard]] std::optional<Action> take_back(const TryList& tries) const;
    [[nodiscard]] std::optional<Action> pawn_capture(const TryList& tries) const;
    [[nodiscard]] bool worth_asking() const;
    [[nodiscard]] Budget searching_budget(Budget budget, bool again) const;

    Settings settings_;
    std::optional<Densities> densities_;
    Finisher finisher_;
    Rng rng_;
    Work work_;
    chess::Square lost_on_ = chess::kNoSquare;  ///< where the opponent's last move took
    bool pawn_captures_told_ = false;
    std::uint64_t turn_ = 0;
    std::optional<std::uint64_t> searched_turn_;
};

}  // namespace nebel::kriegspiel
