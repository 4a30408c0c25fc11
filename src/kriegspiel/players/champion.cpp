#include <algorithm>
#include <future>
#include <thread>

#include "game/registry.hpp"
#include "kriegspiel/belief/metaposition.hpp"
#include "kriegspiel/choice/opening_plan.hpp"
#include "kriegspiel/choice/second_look.hpp"
#include "kriegspiel/choice/try_table.hpp"
#include "kriegspiel/players/belief_player.hpp"
#include "kriegspiel/players/stalemate_guard.hpp"
#include "kriegspiel/players/sure_mate.hpp"

namespace nebel::kriegspiel {

namespace {

// The pool and the boards that vote without a budget; with one, both follow it.
constexpr std::size_t kBoards = 2000;
constexpr std::size_t kWorlds = 600;
constexpr std::size_t kMostWorlds = 3000;
constexpr std::uint64_t kLotsOfPlans = 3;  ///< a stream of chance of their own

// Of a budget the table of tries may use so much, so that something is left for a second look.
constexpr double kTableShare = 0.3;
// A second look is for so many tries at most that lie so near the best one. On so few boards it
// tells nothing; many suffice where there is no budget.
constexpr std::size_t kMostNear = 6;
constexpr double kNear = 0.06;
constexpr std::size_t kLeastLooks = 8;
constexpr std::size_t kManyLooks = 120;

// Of a budget the search for a mate by force may use so much, without one so many nodes.
constexpr double kMateShare = 0.1;
constexpr std::uint64_t kMateNodes = 20000;

// Where everybody has to try what its pawns can take, a refusal tells the opponent little: so much
// of its price is left.
constexpr double kProbing = 0.13;

/// The strongest player of the house: boards that explain everything heard, every try judged on
/// the same boards by what an opponent as blind as we are would answer, the best one tried first.
class Champion final : public BeliefPlayer {
 public:
    struct Prices {
        double repeat = 0.02;   ///< of an arrangement of own men that has been before
        double refusal = 0.03;  ///< of a "no" that the opponent hears
        double risk = 0;        ///< of values that differ from board to board, by their deviation
        double probe = 0;       ///< what a private "no" is worth
        double ahead = 0;       ///< share of a second look in the choice
        double doubt = 0;  ///< how much more the opponent is thought to see, the poorer the belief
        double plan = 0;   ///< worth of the next move of the opening's plan
    };

    Champion(const Settings& settings,
             const ReplyModel::Settings& reply,
             const Prices& prices,
             int threads)
        : BeliefPlayer(settings), reply_(reply), prices_(prices) {
        for (int i = 1; i < threads; ++i)
            seconds_.push_back(std::make_unique<Champion>(settings, reply, prices, 1));
    }

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        opinions_.clear();
        certain_.emplace(rules, seat);
        BeliefPlayer::begin(rules, seat, seed);
        Rng lots(seed, kLotsOfPlans);
        plan_ = OpeningPlan(rules, seat, lots);
        for (std::size_t i = 0; i < seconds_.size(); ++i)
            seconds_[i]->begin(rules, seat, mix_seed(seed, 100 + i));
    }

    void hear(const Event& event) override {
        opinions_.clear();
        certain_->hear(event);
        if (event.type == Event::Type::Moved && event.seat == view().seat())
            plan_.moved();
        BeliefPlayer::hear(event);
        for (auto& second : seconds_)
            second->hear(event);
    }

    void ponder(const std::atomic<bool>& stop) override {
        opinions_.clear();
        std::vector<std::jthread> threads;
        for (auto& second : seconds_)
            threads.emplace_back([&second = *second, &stop] { second.ponder(stop); });
        BeliefPlayer::ponder(stop);
    }

 protected:
    /// The seconds begin while this one brings its own belief up. A budget is each thread's own.
    void prepare(const TryList& tries, const Budget& budget) override {
        opinions_.clear();
        budget_ = budget;
        if (seconds_.empty() || view().board())
            return;
        const auto careful = careful_of(tries);
        for (auto& second : seconds_)
            opinions_.push_back(std::async(
                std::launch::async,
                [&second = *second, careful, budget] { return second.opinion(careful, budget); }));
    }

    Action choose(const TryList& tries,
                  const std::vector<World>& worlds,
                  BudgetMeter& meter) override {
        const auto careful = careful_of(tries);
        if (careful.size() == 1) {
            opinions_.clear();
            return careful[0];
        }
        if (const auto plan = sure_mate(careful, worlds, meter)) {
            opinions_.clear();
            SearchInfo info;
            info.depth = 2 * plan->moves - 1;
            info.value = 1;
            info.line = plan->action.text();
            report(info, meter);
            return plan->action;
        }
        auto opinion = judge(careful, worlds, budget_, meter);
        auto& table = opinion.table;
        for (auto& second : opinions_) {
            const auto other = second.get();
            table.add(other.table);
            meter.spend_node(other.nodes);
        }
        opinions_.clear();
        std::vector<double> prices;
        const auto planned = plan_.next(careful);
        for (const auto& value : table.values())
            prices.push_back(price(value) - (value.action == planned ? prices_.plan : 0));
        const auto list = table.ballots().best_list(prices, refusal_price());
        const auto best = look_ahead(table, list, prices, worlds, meter);
        SearchInfo info;
        info.depth = static_cast<int>(table.ballots().boards());
        info.value = table.values()[best].mean();
        info.line = table.values()[best].action.text();
        report(info, meter);
        return table.values()[best].action;
    }

 private:
    /// What one belief thinks of all tries.
    struct Opinion {
        std::unique_ptr<ReplyModel> model;  ///< to which the table refers
        TryTable table;
        std::uint64_t nodes = 0;
    };

    Opinion opinion(const TryList& tries, const Budget& budget) {
        BudgetMeter meter(budget);
        const auto worlds = draw_worlds(budget, meter);
        auto result = judge(tries, worlds, budget, meter);
        result.nodes = meter.nodes();
        return result;
    }

    /// Without the tries that may stalemate a beaten enemy: a belief that has lost sight of its
    /// king does not know of it.
    [[nodiscard]] TryList careful_of(const TryList& tries) const {
        if (view().board() || view().enemy_men() > StalemateRisk::kMostMen + 1)
            return tries;
        return StalemateGuard(certain_->board()).safe(tries);
    }

    [[nodiscard]] std::optional<MatePlan> sure_mate(const TryList& tries,
                                                    const std::vector<World>& worlds,
                                                    BudgetMeter& meter) const {
        if (view().enemy_men() > SureMate::kFewMen)
            return std::nullopt;
        // A plan that leads back to where the men have stood has failed before.
        std::vector<Action> fresh;
        for (const auto& action : tries)
            if (times_stood(action) == 0)
                fresh.push_back(action);
        auto part = part_of(budget_, kMateShare);
        if (part.unlimited())
            part.nodes = kMateNodes;
        BudgetMeter share(part);
        const auto plan = SureMate(worlds).find(view().rules(), fresh, share);
        meter.spend_node(share.nodes());
        return plan;
    }

    Opinion judge(const TryList& tries,
                  const std::vector<World>& worlds,
                  const Budget& budget,
                  BudgetMeter& meter) const {
        BudgetMeter share(part_of(budget, kTableShare));
        auto model = std::make_unique<ReplyModel>(reply_model());
        TryTable table(tries, *model, quiet_clock());
        for (const auto& world : worlds) {
            const auto before = meter.nodes();
            if (!table.judge(world.position, world.weight, meter, {world.kind, world.last}) ||
                !share.spend_node(meter.nodes() - before) || !share.poll() || table.decided())
                break;
        }
        return {std::move(model), std::move(table)};
    }

    /// The best of the tries after a second look at those near the top, where time is left for it.
    Ballots::Try look_ahead(const TryTable& table,
                            const Ballots::List& list,
                            const std::vector<double>& prices,
                            const std::vector<World>& worlds,
                            BudgetMeter& meter) {
        if (prices_.ahead <= 0 || meter.exhausted())
            return list.first();
        const double refusal = refusal_price();
        const auto behind = table.ballots().ahead_of(list, prices, refusal);
        std::vector<Ballots::Try> near = {list.first()};
        std::vector<Ballots::Try> by_lead;
        for (Ballots::Try i = 0; i < behind.size(); ++i)
            if (i != list.first() && behind[i].boards > 0 && behind[i].mean > -kNear)
                by_lead.push_back(i);
        std::ranges::stable_sort(by_lead, [&](Ballots::Try a, Ballots::Try b) {
            return behind[a].mean > behind[b].mean;
        });
        by_lead.resize(std::min(by_lead.size(), kMostNear - 1));
        near.insert(near.end(), by_lead.begin(), by_lead.end());
        if (near.size() < 2 || worlds.size() < kLeastLooks)
            return list.first();
        const auto model = reply_model();
        std::vector<Action> actions;
        for (const auto i : near)
            actions.push_back(table.values()[i].action);
        SecondLook look(view().rules(), model, actions, rng().next(), quiet_clock());
        const auto most = budget_.unlimited() ? std::min(worlds.size(), kManyLooks) : worlds.size();
        for (const auto index : drawn_by_weight(worlds, most)) {
            const auto& world = worlds[index];
            if (!look.look(world.position, {world.kind, world.last}, meter))
                break;
        }
        if (look.boards() < kLeastLooks)
            return list.first();
        const auto second = look.judgement();
        Ballots::Try best = 0;
        for (Ballots::Try i = 1; i < near.size(); ++i) {
            const double lead =
                (1 - prices_.ahead) * table.ballots().lead(near[i], near[best], refusal) +
                prices_.ahead * second.lead(i, best, refusal) -
                (prices[near[i]] - prices[near[best]]);
            if (lead > 0)
                best = i;
        }
        return near[best];
    }

    /// So many of the worlds, in no order but chance, each as often as its weight says: where each
    /// one costs much, none should be looked at that hardly counts.
    std::vector<std::size_t> drawn_by_weight(const std::vector<World>& worlds, std::size_t count) {
        double total = 0;
        for (const auto& world : worlds)
            total += world.weight;
        EvenDraw draw(total, count, rng());
        std::vector<std::size_t> drawn;
        for (std::size_t i = 0; i < worlds.size(); ++i)
            drawn.insert(drawn.end(), static_cast<std::size_t>(draw.times(worlds[i].weight)), i);
        rng().shuffle(std::span(drawn));
        return drawn;
    }

    [[nodiscard]] ReplyModel reply_model() const {
        auto reply = reply_;
        reply.attentive = std::min(1.0, reply.attentive + prices_.doubt * poverty());
        return {view().rules(), reply};
    }

    [[nodiscard]] QuietClock quiet_clock() const {
        return view().rules().fifty ? QuietClock(quiet_plies()) : QuietClock();
    }

    [[nodiscard]] double price(const TryValue& value) const {
        const double price =
            prices_.repeat * times_stood(value.action) + prices_.risk * value.deviation();
        return view().rules().says().refusal_public ? price
                                                    : price - prices_.probe * (1 - value.legal());
    }

    [[nodiscard]] double refusal_price() const {
        if (!view().rules().says().refusal_public)
            return 0;
        return probes_pawns(view().rules()) ? kProbing * prices_.refusal : prices_.refusal;
    }

    ReplyModel::Settings reply_;
    Prices prices_;
    Budget budget_;  ///< of the answer that is asked for
    OpeningPlan plan_;
    std::optional<Metaposition> certain_;  ///< all that cannot be excluded
    /// With several threads: players like this one with beliefs of their own, heard beside it.
    std::vector<std::unique_ptr<Champion>> seconds_;
    std::vector<std::future<Opinion>> opinions_;
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"champion",
     "whole boards that explain everything heard, judged by a blind opponent's likely replies",
     {OptionSpec::integer(
          "boards", 0, 0, 100000, "boards in the pool; 0: as many as the budget allows"),
      OptionSpec::integer("pools",
                          BoardPools::kMostPools,
                          1,
                          256,
                          "pools at most, if the budget decides how many boards"),
      OptionSpec::integer(
          "worlds", 0, 0, 100000, "boards that vote, at most; 0: as many as the budget allows"),
      OptionSpec::free_text("prior",
                            "standard",
                            "how the opponent is thought to move: standard, none, or files of "
                            "nebel profile learn-moves with a + between them"),
      OptionSpec::integer("chain", 4, 0, 1000, "altered histories a board and turn"),
      OptionSpec::real("attentive", 0.64, 0, 1, "share of an opponent that sees what hangs"),
      OptionSpec::real("accident", 0.05, 0, 1, "chance that a blind opponent hits an exposed man"),
      OptionSpec::real("threat", 0.2, 0, 1, "worth of what we could take next, as a share"),
      OptionSpec::real("pawn_threat", 0.76, 0, 1, "the same for what a pawn could take"),
      OptionSpec::free_text("weights",
                            "standard",
                            "what a board is worth beyond chess: standard, none, or a file of "
                            "weights"),
      OptionSpec::real("risk", 0.04, -1, 1, "price of a value's deviation from board to board"),
      OptionSpec::real("probe", -0.029, -1, 1, "worth of a refusal that only we hear"),
      OptionSpec::real("refusal", 0.03, 0, 1, "price of a refusal that the opponent hears"),
      OptionSpec::real("ahead", 0.58, 0, 1, "share of a look at our next move in the choice"),
      OptionSpec::real(
          "doubt", 0.03, 0, 1, "more of an opponent that sees where the belief is poor"),
      OptionSpec::real("plan", 0.12, 0, 2, "worth of the next move of an opening drawn by lot"),
      OptionSpec::real("repeat", 0.02, 0, 1, "price of standing as before"),
      OptionSpec::choice("reply",
                         "fitted",
                         {"fitted", "simple"},
                         "the blind opponent's replies: by the prior, or by a few chances"),
      OptionSpec::integer("threads", 1, 1, 64, "beliefs that are consulted side by side"),
      OptionSpec::real("scale", 670, 50, 100000, "centipawns at which a value is 0.76")}},
    [](const Options& options) {
        BeliefPlayer::Settings settings;
        settings.belief.boards = static_cast<std::size_t>(options.integer("boards"));
        if (settings.belief.boards == 0) {
            settings.belief.boards = kBoards;
            settings.belief.most_boards = BoardPools::kMostBoards;
            settings.most_pools = static_cast<std::size_t>(options.integer("pools"));
        }
        settings.belief.chain_steps = static_cast<int>(options.integer("chain"));
        settings.belief.prior.kinds = load_move_kinds(options.text("prior"));
        settings.worlds = static_cast<std::size_t>(options.integer("worlds"));
        if (settings.worlds == 0) {
            settings.worlds = kWorlds;
            settings.budgeted_worlds = kMostWorlds;
        }
        ReplyModel::Settings reply;
        reply.attentive = options.real("attentive");
        reply.accident = options.real("accident");
        reply.threat = options.real("threat");
        reply.pawn_threat = options.real("pawn_threat");
        reply.scale = options.real("scale");
        if (options.text("reply") == "fitted")
            reply.moves = settings.belief.prior.kinds;
        reply.worth = load_blind_worth(options.text("weights"));
        Champion::Prices prices;
        prices.repeat = options.real("repeat");
        prices.risk = options.real("risk");
        prices.probe = options.real("probe");
        prices.refusal = options.real("refusal");
        prices.doubt = options.real("doubt");
        prices.ahead = options.real("ahead");
        prices.plan = options.real("plan");
        return std::make_unique<Champion>(settings, reply, prices,
                                          static_cast<int>(options.integer("threads")));
    }};

}  // namespace

}  // namespace nebel::kriegspiel
