#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "game/options.hpp"
#include "game/player.hpp"
#include "kriegspiel/belief/believer.hpp"
#include "kriegspiel/belief/densities.hpp"
#include "kriegspiel/belief/metaposition.hpp"
#include "kriegspiel/finish/finisher.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/players/mcts_trees.hpp"

namespace nebel::kriegspiel {

/// What the three tree searches of Ciancarini and Favini (2010) share: they follow the game by
/// densities, take back and make announced pawn captures by instinct, hand a bare king to the
/// finisher, and otherwise search. A refused try keeps the tree: the next answer costs a tenth. A
/// metaposition beside the densities keeps them from giving stalemates away.
class MctsPlayer : public Player<Kriegspiel>, public Believer {
 public:
    struct Settings {
        std::shared_ptr<const Profile> profile;
        std::uint64_t default_nodes = 10'000;  ///< when the budget says nothing
        /// The most valuable man that takes back without search; kKing stands before all others.
        chess::PieceType takes_back = chess::kQueen;
        int threads = 1;
        bool finish = true;       ///< bare kings to the Finisher, stalemates guarded against
        bool plays_open = false;  ///< whether it can do anything with a board that is shown

        /// What the shared options say; the rest as above.
        static Settings from(const Options& options);
    };

    /// The options that all three have, with this constant of the UCT rule, then their own.
    static std::vector<OptionSpec> options(double exploration, std::vector<OptionSpec> own);

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
    [[nodiscard]] const Settings& settings() const { return settings_; }

 private:
    static constexpr int kAgainShare = 10;

    [[nodiscard]] bool searched_before(const TryList& tries) const;
    [[nodiscard]] std::optional<Action> instinct(const TryList& tries) const;
    [[nodiscard]] std::optional<Action> take_back(const TryList& tries) const;
    [[nodiscard]] std::optional<Action> pawn_capture(const TryList& tries) const;
    [[nodiscard]] bool worth_asking() const;
    [[nodiscard]] Budget searching_budget(Budget budget, bool again) const;

    Settings settings_;
    std::optional<Densities> densities_;
    std::optional<Metaposition> certain_;
    Finisher finisher_;
    Rng rng_;
    Work work_;
    chess::Square lost_on_ = chess::kNoSquare;  ///< where the opponent's last move took
    bool pawn_captures_told_ = false;
    std::uint64_t turn_ = 0;
    std::optional<std::uint64_t> searched_turn_;
    TryList searched_;  ///< the tries of the search before
};

/// The part of it that knows what kind of tree is grown: one for each thread, kept from move to
/// move.
template <class Search>
class MctsTreePlayer : public MctsPlayer {
 protected:
    using SearchSettings = typename Search::Settings;

    MctsTreePlayer(Settings settings, const SearchSettings& search)
        : MctsPlayer(std::move(settings)), trees_(search, MctsPlayer::settings().threads) {}

    /// How the trees are searched, as far as the shared options say.
    static SearchSettings search_settings(const Options& options) {
        SearchSettings search;
        search.exploration = options.real("exploration");
        return search;
    }

    /// Trees for a new turn, or those of before without the tries that are gone.
    void plant(const TryList& tries, bool again) {
        if (again)
            trees_.keep_only(tries);
        else
            trees_.clear(next_seed());
    }

    RootReport grow(const typename Search::Model& model, const Budget& budget) {
        const auto start = std::chrono::steady_clock::now();
        return trees_.grow(model, budget, [&](const RootReport& found) {
            report(found,
                   std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        });
    }

    RootTrees<Search>& trees() { return trees_; }

 private:
    RootTrees<Search> trees_;
};

}  // namespace nebel::kriegspiel
