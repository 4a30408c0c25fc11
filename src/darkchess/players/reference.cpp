#include <algorithm>
#include <vector>

#include "darkchess/game.hpp"
#include "darkchess/material_eval.hpp"
#include "game/registry.hpp"
#include "game/view_player.hpp"

namespace nebel::darkchess {

namespace {

/// The opponent of Jouandeau and Cazenave (2014): acts at random while a man is dark, then searches
/// by alpha-beta with material alone at the leaves. The paper does not say how deep.
class Reference final : public ViewPlayer<DarkChess> {
 public:
    explicit Reference(int depth) : depth_(depth) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        ViewPlayer::begin(rules, seat, seed);
        line_.assign(static_cast<std::size_t>(depth_) + 1, view().course());
        work_ = {};
    }

    Action act(const Budget& budget) override {
        if (view().board().dark() != 0)
            return view().random_action(rng());
        Actions actions;
        view().actions(actions);
        NEBEL_CHECK(!actions.empty());
        // Equal moves are told apart by this order alone.
        rng().shuffle(std::span<Action>(actions.data(), actions.size()));
        BudgetMeter meter(budget);
        meter_ = &meter;
        line_[0] = view().course();
        Action best = actions[0];
        for (int depth = 1; depth <= depth_; ++depth) {
            const auto [action, value] = search_root(actions, depth);
            if (meter.exhausted())
                break;
            best = action;
            tell(depth, value, best, meter);
            if (std::abs(value) > kWon - kMaxDepth || !meter.poll())
                break;
            // The best move of this depth comes first at the next.
            std::swap(actions[0], *std::find(actions.begin(), actions.end(), best));
        }
        work_.nodes += meter.nodes();
        return best;
    }

    [[nodiscard]] Work work() const override { return work_; }

    static constexpr int kMaxDepth = 64;

 private:
    static constexpr int kWon = 100000;

    std::pair<Action, int> search_root(const Actions& actions, int depth) {
        std::pair<Action, int> best{actions[0], -2 * kWon};
        for (const Action action : actions) {
            const int value = value_of(action, 0, depth, best.second, 2 * kWon);
            if (meter_->exhausted())
                break;
            if (value > best.second)
                best = {action, value};
        }
        return best;
    }

    /// The value of a move in line_[ply], to the side that makes it.
    int value_of(Action action, std::size_t ply, int depth, int alpha, int beta) {
        Course& next = line_[ply + 1];
        next = line_[ply];
        const Colour mover = next.board().to_move();
        const auto end = next.move(action);
        meter_->spend_node();
        if (end && end->result == Result::Draw)
            return 0;
        if (end)  // only the mover can win by a move; sooner is better
            return kWon - static_cast<int>(ply);
        if (depth == 1)
            return material_lead(next.board(), mover);
        return -best_reply(ply + 1, depth - 1, -beta, -alpha);
    }

    int best_reply(std::size_t ply, int depth, int alpha, int beta) {
        if (meter_->exhausted())
            return 0;
        Actions actions;
        generate(line_[ply].board(), actions);
        // Captures first: they cut most.
        std::partition(actions.begin(), actions.end(), [&](Action action) {
            return line_[ply].board().at(action.to) != Man::None;
        });
        int best = -2 * kWon;
        for (const Action action : actions) {
            const int value = value_of(action, ply, depth, std::max(alpha, best), beta);
            if (meter_->exhausted())
                return 0;
            best = std::max(best, value);
            if (best >= beta)
                break;
        }
        return best;
    }

    void tell(int depth, int value, Action best, const BudgetMeter& meter) const {
        if (!on_info)
            return;
        SearchInfo info;
        info.depth = depth;
        info.nodes = meter.nodes();
        info.seconds = std::chrono::duration<double>(meter.elapsed()).count();
        info.value = value / 100.0;
        info.line = best.text();
        on_info(info);
    }

    int depth_;
    std::vector<Course> line_;  ///< the course after each ply; kept, so that its memory is
    BudgetMeter* meter_ = nullptr;
    Work work_;
};

const PlayerRegistration<DarkChess> kReference(
    {"reference",
     "random while a man is dark, then alpha-beta on material: the opponent of the 2014 paper",
     {OptionSpec::integer("depth", 4, 1, Reference::kMaxDepth, "plies to search")}},
    [](const Options& options) {
        return std::make_unique<Reference>(static_cast<int>(options.integer("depth")));
    });

}  // namespace

}  // namespace nebel::darkchess
