#include "kriegspiel/players/belief_player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "chess/movegen.hpp"
#include "kriegspiel/belief/invented_board.hpp"
#include "kriegspiel/players/arrangement.hpp"

namespace nebel::kriegspiel {

namespace {

constexpr std::size_t kLeastWorlds = 4;
// A hybrid sample gets boards of the last observation when no more boards than these carry the
// pool, and may spend this share of a budget on them. Boards made up beside a pool that lives only
// dilute it.
constexpr double kThinPool = 20;
constexpr double kMakingUpShare = 0.1;
// A belief that so many boards carry is as poor as it is rich.
constexpr double kEnoughBoards = 50;
// "Any?" is asked where a pawn capture is at least this likely.
constexpr double kWorthAsking = 0.1;
// In the opponent's time histories are altered so often for each board, many times as often as at a
// turn, and then it rests; the flag is looked at after each run of so many.
constexpr std::size_t kPonderedSteps = 40;
constexpr int kStepsAtOnce = 64;

}  // namespace

void BeliefPlayer::begin(const Rules& rules, Seat seat, std::uint64_t seed) {
    pools_.emplace(rules, seat, BoardPools::Options{settings_.belief, settings_.most_pools},
                   mix_seed(seed, 1));
    finisher_.begin(rules, seat);
    rng_ = Rng(seed, 2);
    work_ = {};
    quiet_ = 0;
    stood_.clear();
}

void BeliefPlayer::hear(const Event& event) {
    const bool own_move =
        event.type == Event::Type::Moved && event.seat == view().seat() && event.has_action();
    const bool pawn_move = own_move && view().own().on(event.action.from) == chess::kPawn;
    pools_->hear(event);
    finisher_.hear(event);
    if (event.type == Event::Type::Moved)
        ++quiet_;
    if (pawn_move || event.type == Event::Type::Capture) {
        quiet_ = 0;
        stood_.clear();
    }
    if (own_move)
        ++stood_[arrangement(view().own())];
}

std::optional<DensityMaps> BeliefPlayer::believed() {
    if (settings_.source == BoardSource::LastObservation || view().board())
        return std::nullopt;
    const auto marginals = pools_->marginals();
    DensityMaps maps;
    for (std::size_t s = 0; s < maps.king.size(); ++s) {
        const auto on = [&](chess::PieceType type) {
            return static_cast<float>(marginals.on[type][s]);
        };
        maps.king[s] = on(chess::kKing);
        maps.pawn[s] = on(chess::kPawn);
        maps.piece[s] =
            on(chess::kKnight) + on(chess::kBishop) + on(chess::kRook) + on(chess::kQueen);
    }
    return maps;
}

int BeliefPlayer::times_stood(const Action& action) const {
    OwnMen after = view().own();
    after.move(action.from, action.to, action.promotion);
    const auto place = stood_.find(arrangement(after));
    return place == stood_.end() ? 0 : place->second;
}

Action BeliefPlayer::act(const Budget& budget) {
    TryList tries;
    view().actions(tries);
    NEBEL_CHECK(!tries.empty());
    if (tries.size() == 1)
        return tries[0];
    BudgetMeter meter(budget);
    if (finisher_.ready()) {
        if (!view().board() && settings_.source != BoardSource::LastObservation) {
            chess::Bitboard kings = 0;
            pools_->visit(part_of(budget, settings_.belief_share), [&](const auto&, auto boards) {
                for (const auto& board : boards)
                    kings |= board.position.pieces(~view().own().colour(), chess::kKing);
            });
            finisher_.restrict(kings);
        }
        const auto before = finisher_.nodes();
        const auto finish = finisher_.act(part_of(budget, 1 - settings_.belief_share));
        work_.nodes += finisher_.nodes() - before;
        if (finish)
            return *finish;
    }
    prepare(tries, budget);
    const auto worlds = draw_worlds(budget, meter);
    last_worlds_ = worlds.size();
    const bool may_ask = tries[0].is_any();
    if (may_ask && should_ask(tries, worlds))
        return tries[0];
    TryList moves;
    for (const auto& action : tries)
        if (!action.is_any())
            moves.push_back(action);
    const auto chosen = moves.size() == 1 || worlds.empty()
                            ? moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]
                            : choose(moves, worlds, meter);
    work_.nodes += meter.nodes();
    work_.simulations += meter.simulations();
    return chosen;
}

void BeliefPlayer::ponder(const std::atomic<bool>& stop) {
    if (settings_.source == BoardSource::LastObservation || view().board() || view().outcome())
        return;
    Budget until_stopped;
    until_stopped.stop = &stop;
    std::size_t boards = 0;
    pools_->visit(until_stopped, [&](const auto&, auto pool) { boards += pool.size(); });
    for (std::size_t left = kPonderedSteps * boards; left > 0 && !stop;) {
        const auto taken = static_cast<std::size_t>(pools_->rejuvenate(kStepsAtOnce));
        if (taken == 0)
            break;
        left -= std::min(left, taken);
    }
}

std::vector<World> BeliefPlayer::draw_worlds(const Budget& budget, BudgetMeter& meter) {
    std::vector<World> worlds;
    if (view().board()) {
        worlds.push_back({*view().board(), 1.0});
        return worlds;
    }
    const auto part = part_of(budget, settings_.belief_share);
    const auto count = budget.unlimited() || settings_.budgeted_worlds == 0
                           ? settings_.worlds
                           : settings_.budgeted_worlds;
    if (settings_.source == BoardSource::LastObservation) {
        BudgetMeter spent(part);
        make_up(count, spent, worlds);
        meter.spend_node(spent.nodes());
    } else {
        const auto before = pools_->health().nodes();
        draw_from_pools(count, part, worlds);
        const auto health = pools_->health();
        meter.spend_node(health.nodes() - before);
        const bool thin = !health.exact && health.effective < kThinPool;
        if (settings_.source == BoardSource::Hybrid && thin) {
            BudgetMeter spent(part_of(budget, kMakingUpShare));
            make_up(static_cast<std::size_t>(settings_.last_share * static_cast<double>(count)),
                    spent, worlds);
            meter.spend_node(spent.nodes());
        }
    }
    // Whoever is heard first is heard for certain: no order but chance.
    rng_.shuffle(std::span<World>(worlds));
    return worlds;
}

void BeliefPlayer::draw_from_pools(std::size_t count,
                                   const Budget& budget,
                                   std::vector<World>& worlds) {
    pools_->visit(budget, [&](const SampledBoards& pool, std::span<const SampledBoard> boards) {
        // However few are wanted: without any there is nothing to choose by.
        draw_from_pool(pool, boards, std::max<std::size_t>(1, count / pools_->count()), worlds);
    });
}

// Equal votes: boards are drawn in proportion to their weight, evenly spread over the pool.
void BeliefPlayer::draw_from_pool(const SampledBoards& pool,
                                  std::span<const SampledBoard> boards,
                                  std::size_t count,
                                  std::vector<World>& worlds) {
    double total = 0;
    for (const auto& board : boards)
        total += board.weight;
    if (boards.size() <= count) {
        const double scale = static_cast<double>(count) / total;
        for (const auto& board : boards)
            worlds.push_back(
                {board.position, board.weight * scale, board.kind, pool.last_move(board)});
        return;
    }
    EvenDraw draw(total, count, rng_);
    for (const auto& board : boards)
        if (const int votes = draw.times(board.weight); votes > 0)
            worlds.push_back(
                {board.position, static_cast<double>(votes), board.kind, pool.last_move(board)});
}

void BeliefPlayer::make_up(std::size_t count, BudgetMeter& meter, std::vector<World>& worlds) {
    const auto& story = pools_->story();
    const BoardInventor inventor(story, story.plies().size());
    for (std::size_t i = 0; i < count && (i < kLeastWorlds || !meter.exhausted()); ++i) {
        if (const auto board = inventor.invent(nullptr, rng_))
            worlds.push_back({*board, 1.0});
        meter.spend_node();
        if (i % 8 == 7)
            meter.poll();
    }
}

// Where a yes binds, a question is worth it only if a pawn capture is welcome; it nearly always is
// where there is one, and a no costs nothing.
bool BeliefPlayer::should_ask(const TryList& tries, const std::vector<World>& worlds) const {
    bool pawn_try = false;
    for (const auto& action : tries)
        pawn_try |= !action.is_any() && is_pawn_capture_try(view().own(), action);
    if (!pawn_try)
        return false;
    double total = 0;
    double with = 0;
    for (const auto& world : worlds) {
        total += world.weight;
        if (chess::legal_pawn_captures(world.position).count > 0)
            with += world.weight;
    }
    return with >= kWorthAsking * total;
}

double BeliefPlayer::poverty() const {
    if (view().board())
        return 0;
    const auto health = pools_->health();
    const double few = health.exact ? 0 : kEnoughBoards / (kEnoughBoards + health.effective);
    return std::max(health.invented_share, few);
}

void BeliefPlayer::report(SearchInfo info, const BudgetMeter& meter) const {
    if (!on_info)
        return;
    const auto health = pools_->health();
    info.nodes = work_.nodes + meter.nodes();
    info.simulations = work_.simulations + meter.simulations();
    info.seconds = static_cast<double>(meter.elapsed().count()) * 1e-6;
    info.detail =
        fmt::format("worlds {} effective {:.0f} invented {:.0f}%{}", last_worlds_, health.effective,
                    100 * health.invented_share, health.exact ? " exact" : "");
    on_info(info);
}

}  // namespace nebel::kriegspiel
