#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "chess/movegen.hpp"
#include "chess/quiescence.hpp"
#include "game/registry.hpp"
#include "kriegspiel/belief/sampled_boards.hpp"
#include "kriegspiel/game.hpp"

namespace nebel::kriegspiel {

namespace {

/// All-observations sampling in the manner of Parker, Nau and Subrahmanian (2005): a sample of
/// boards that explain everything heard, the engine's score of every try on every board, and the
/// try with the best mean. Boards on which a try is illegal do not vote on it: a refusal costs
/// nothing where it is private.
class AllObservations final : public Player<Kriegspiel> {
 public:
    AllObservations(std::size_t boards, std::size_t worlds) : worlds_(worlds) {
        options_.boards = boards;
    }

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        sampler_.emplace(rules, seat, options_, mix_seed(seed, 1));
        rng_ = Rng(seed);
        work_ = {};
        last_.reset();
    }

    void hear(const Event& event) override {
        sampler_->hear(event);
        if (event.type == Event::Type::Moved && event.seat == view().seat())
            last_ = event.action;
    }

    Action act(const Budget& budget) override {
        TryList tries;
        view().actions(tries);
        std::vector<Vote> votes;
        for (const auto& action : tries)
            if (!action.is_any())
                votes.push_back({action, 0, 0});
        BudgetMeter meter(budget);
        for (const auto& board : worlds()) {
            for (auto& vote : votes)
                judge(board, vote);
            work_.nodes += votes.size();
            if (!meter.spend_node(votes.size()))
                break;
        }
        const auto best =
            std::max_element(votes.begin(), votes.end(),
                             [this](const Vote& a, const Vote& b) { return mean(a) < mean(b); });
        report(*best);
        return best->action;
    }

    [[nodiscard]] Work work() const override { return work_; }

 private:
    struct Vote {
        Action action;
        double sum;
        double weight;
    };

    [[nodiscard]] const View& view() const { return sampler_->story().view(); }

    // A score that no single board can decide alone.
    static double bounded(int centipawns) { return std::tanh(centipawns / 600.0); }

    // In `open` the board is known; otherwise a draw from the pool, by weight.
    std::vector<SampledBoard> worlds() {
        if (view().board())
            return {{*view().board(), Histories::kNone, 0, 1.0}};
        const auto pool = sampler_->boards();
        std::vector<SampledBoard> drawn(pool.begin(), pool.end());
        rng_.shuffle(std::span<SampledBoard>(drawn));
        if (drawn.size() > worlds_)
            drawn.resize(worlds_);
        return drawn;
    }

    static void judge(const SampledBoard& board, Vote& vote) {
        const auto move = chess::to_legal_move(board.position, vote.action.from, vote.action.to,
                                               vote.action.promotion);
        if (!move)
            return;
        chess::Position after = board.position;
        after.do_move(*move);
        vote.sum += board.weight * bounded(-chess::quiesce(after));
        vote.weight += board.weight;
    }

    // A try that is legal nowhere in the sample is the last resort; going straight back is worth a
    // little less, so that equal scores do not shuffle.
    [[nodiscard]] double mean(const Vote& vote) const {
        if (vote.weight <= 0)
            return -2;
        const bool back = last_ && last_->from == vote.action.to && last_->to == vote.action.from;
        return vote.sum / vote.weight - (back ? 0.02 : 0);
    }

    void report(const Vote& best) {
        if (!on_info)
            return;
        const auto health = sampler_->health();
        SearchInfo info;
        info.nodes = work_.nodes;
        info.value = mean(best);
        info.line = best.action.text();
        info.detail = "boards " + std::to_string(static_cast<int>(health.effective)) +
                      " invented " + std::to_string(static_cast<int>(100 * health.invented_share)) +
                      "%";
        on_info(info);
    }

    SampledBoards::Options options_;
    std::size_t worlds_;
    std::optional<SampledBoards> sampler_;
    Rng rng_;
    Work work_;
    std::optional<Action> last_;
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"aosp",
     "the best mean score over boards that explain everything heard (Parker et al. 2005)",
     {OptionSpec::integer("boards", 600, 10, 100000, "boards in the pool"),
      OptionSpec::integer("worlds", 150, 1, 100000, "boards that vote on each try")}},
    [](const Options& options) {
        return std::make_unique<AllObservations>(
            static_cast<std::size_t>(options.integer("boards")),
            static_cast<std::size_t>(options.integer("worlds")));
    }};

}  // namespace

}  // namespace nebel::kriegspiel
