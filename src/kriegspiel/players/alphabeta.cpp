#include "chess/draws.hpp"
#include "chess/engine.hpp"
#include "game/registry.hpp"
#include "game/view_player.hpp"
#include "kriegspiel/game.hpp"

namespace nebel::kriegspiel {

namespace {

/// Plain chess by alpha-beta search: plays where everything is announced (`open`) and nowhere else.
class AlphaBeta final : public ViewPlayer<Kriegspiel> {
 public:
    AlphaBeta(int depth, std::size_t megabytes)
        : depth_(depth), engine_({.table_megabytes = megabytes, .keep_table = false}) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        ViewPlayer::begin(rules, seat, seed);
        if (!view().board())
            throw PlayerFailure(Reason::Nonsense,
                                "alphabeta plays only where everything is announced (rules open)");
        history_ = chess::History(*view().board());
        work_ = {};
    }

    void hear(const Event& event) override {
        ViewPlayer::hear(event);
        if (event.type == Event::Type::Moved)
            history_.push(*view().board());
        else if (event.type == Event::Type::Placed && view().board())
            history_ = chess::History(*view().board());
    }

    Action act(const Budget& budget) override {
        chess::Limits limits;
        limits.budget = budget;
        limits.depth = budget.unlimited() ? depth_ : 0;
        engine_.on_info([this](const chess::SearchResult& result) { report(result); });
        const auto result = engine_.search(*view().board(), history_.keys(), limits);
        work_.nodes += result.nodes;
        return {result.best.from(), result.best.to(), result.best.promotion()};
    }

    [[nodiscard]] Work work() const override { return work_; }

 private:
    void report(const chess::SearchResult& result) {
        if (!on_info)
            return;
        SearchInfo info;
        info.depth = result.depth;
        info.nodes = result.nodes;
        info.value = result.score / 100.0;
        for (const auto move : result.pv)
            info.line += (info.line.empty() ? "" : " ") + chess::to_uci(move);
        on_info(info);
    }

    int depth_;
    chess::Engine engine_;
    chess::History history_;
    Work work_;
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"alphabeta",
     "alpha-beta search over the whole board: plain chess, rules open only",
     {OptionSpec::integer("depth", 5, 1, 60, "plies to search when no budget is given"),
      OptionSpec::integer("hash", 8, 1, 4096, "megabytes of transposition table")}},
    [](const Options& options) {
        return std::make_unique<AlphaBeta>(static_cast<int>(options.integer("depth")),
                                           static_cast<std::size_t>(options.integer("hash")));
    }};

}  // namespace

}  // namespace nebel::kriegspiel
