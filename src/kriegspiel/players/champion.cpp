#include <algorithm>

#include "game/registry.hpp"
#include "kriegspiel/choice/try_table.hpp"
#include "kriegspiel/players/belief_player.hpp"

namespace nebel::kriegspiel {

namespace {

// From so many quiet half-moves on a pawn move that keeps a won game alive is worth something.
constexpr int kLongQuiet = 60;
constexpr double kClockBonus = 0.05;
constexpr double kAhead = 0.3;
// The pool and the boards that vote without a budget; with one, both follow it up to the most.
constexpr std::size_t kBoards = 2000;
constexpr std::size_t kWorlds = 600;
constexpr std::size_t kMostBoards = 30000;

/// The strongest player of the house: boards that explain everything heard, every try judged on
/// the same boards by what an opponent as blind as we are would answer, the best one tried first.
class Champion final : public BeliefPlayer {
 public:
    struct Prices {
        double repeat = 0.02;   ///< of an arrangement of own men that has been before
        double refusal = 0.03;  ///< of a "no" that the opponent hears
    };

    Champion(const Settings& settings, const ReplyModel::Settings& reply, const Prices& prices)
        : BeliefPlayer(settings), reply_(reply), prices_(prices) {}

 protected:
    Action choose(const TryList& tries,
                  const std::vector<World>& worlds,
                  BudgetMeter& meter) override {
        const ReplyModel model(view().rules(), reply_);
        TryTable table(tries, model);
        int boards = 0;
        for (const auto& world : worlds) {
            ++boards;
            if (!table.judge(world.position, world.weight, meter) || table.decided())
                break;
        }
        const auto values = table.values();
        const auto best = std::max_element(
            values.begin(), values.end(),
            [this](const TryValue& a, const TryValue& b) { return worth(a) < worth(b); });
        SearchInfo info;
        info.depth = boards;
        info.value = best->mean();
        info.line = best->action.text();
        report(info, meter);
        return best->action;
    }

 private:
    // A try that is legal nowhere in the sample is the last resort.
    [[nodiscard]] double worth(const TryValue& value) const {
        if (value.weight <= 0)
            return -2;
        double worth = value.mean() - prices_.repeat * times_stood(value.action);
        if (view().rules().says().refusal_public)
            worth -= prices_.refusal * (1 - value.legal());
        const bool pawn = view().own().on(value.action.from) == chess::kPawn;
        if (pawn && quiet_plies() > kLongQuiet && worth > kAhead)
            worth += kClockBonus;
        return worth;
    }

    ReplyModel::Settings reply_;
    Prices prices_;
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"champion",
     "whole boards that explain everything heard, judged by a blind opponent's likely replies",
     {OptionSpec::integer(
          "boards", 0, 0, 100000, "boards in the pool; 0: as many as the budget allows"),
      OptionSpec::integer(
          "worlds", 0, 0, 100000, "boards that vote, at most; 0: as many as the budget allows"),
      OptionSpec::free_text("prior",
                            "standard",
                            "how the opponent is thought to move: standard, none, or a file of "
                            "nebel profile learn-moves"),
      OptionSpec::integer("chain", 4, 0, 1000, "altered histories a board and turn"),
      OptionSpec::real("attentive", 0.25, 0, 1, "share of an opponent that sees what hangs"),
      OptionSpec::real("accident", 0.05, 0, 1, "chance that a blind opponent hits an exposed man"),
      OptionSpec::real("threat", 0.6, 0, 1, "worth of what we could take next, as a share"),
      OptionSpec::choice("reply",
                         "fitted",
                         {"fitted", "simple"},
                         "the blind opponent's replies: by the prior, or by a few chances"),
      OptionSpec::real("scale", 450, 50, 100000, "centipawns at which a value is one half")}},
    [](const Options& options) {
        BeliefPlayer::Settings settings;
        settings.belief.boards = static_cast<std::size_t>(options.integer("boards"));
        if (settings.belief.boards == 0) {
            settings.belief.boards = kBoards;
            settings.belief.most_boards = kMostBoards;
        }
        settings.belief.chain_steps = static_cast<int>(options.integer("chain"));
        settings.belief.prior.model = load_move_model(options.text("prior"));
        settings.worlds = static_cast<std::size_t>(options.integer("worlds"));
        if (settings.worlds == 0) {
            settings.worlds = kWorlds;
            settings.budgeted_worlds = kMostBoards;
        }
        ReplyModel::Settings reply;
        reply.attentive = options.real("attentive");
        reply.accident = options.real("accident");
        reply.threat = options.real("threat");
        reply.scale = options.real("scale");
        if (options.text("reply") == "fitted")
            reply.moves = settings.belief.prior.model;
        return std::make_unique<Champion>(settings, reply, Champion::Prices{});
    }};

}  // namespace

}  // namespace nebel::kriegspiel
