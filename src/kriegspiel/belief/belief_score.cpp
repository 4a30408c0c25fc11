#include "kriegspiel/belief/belief_score.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ctime>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "core/text.hpp"
#include "kriegspiel/belief/board_pools.hpp"
#include "kriegspiel/belief/densities.hpp"
#include "kriegspiel/belief/metaposition.hpp"

namespace nebel::kriegspiel {

using chess::Square;
using chess::Squares;

namespace {

constexpr double kLeast = 1e-4;  ///< a probability below this counts as this: nothing is lost twice

// Spreads so many men evenly over a set of squares.
void spread(Marginals& marginals, chess::PieceType kind, chess::Bitboard squares, double men) {
    const int room = chess::popcount(squares);
    for (const Square s : Squares(squares))
        marginals.on[kind][s] += room > 0 ? std::min(1.0, men / room) : 0;
}

/// Knows only how many men there are and where the own ones stand.
class UniformBelief : public ScoredBelief {
 public:
    UniformBelief(const Rules& rules, Seat seat) : view_(rules, seat) {}
    void hear(const Event& event) override { view_.hear(event); }
    Marginals marginals() override {
        Marginals result;
        const auto open = view_.own().shape().mask & ~view_.own().all();
        spread(result, chess::kKing, open, 1);
        spread(result, chess::kNoType, open, view_.enemy_men() + 1);
        return result;
    }

 private:
    View view_;
};

/// Even over everything that is possible.
class PossibleBelief : public ScoredBelief {
 public:
    PossibleBelief(const Rules& rules, Seat seat) : metaposition_(rules, seat) {}
    void hear(const Event& event) override { metaposition_.hear(event); }
    Marginals marginals() override {
        Marginals result;
        const auto& view = metaposition_.story().view();
        chess::Bitboard pieces = 0;
        for (const auto kind : {chess::kKnight, chess::kBishop, chess::kRook, chess::kQueen})
            pieces |= metaposition_.may_be(kind);
        const auto pawns = metaposition_.may_be(chess::kPawn);
        const auto kings = metaposition_.may_be(chess::kKing);
        const double men = view.enemy_men();
        const double pawns_left = std::clamp<double>(view.enemy_pawns_left(), 0, men);
        spread(result, chess::kKing, kings, 1);
        spread(result, chess::kNoType, kings, 1);
        spread(result, chess::kNoType, pawns, pawns_left);
        spread(result, chess::kNoType, pieces, men - pawns_left);
        for (double& occupied : result.on[chess::kNoType])
            occupied = std::min(occupied, 1.0);
        return result;
    }

 private:
    Metaposition metaposition_;
};

class DensityBelief : public ScoredBelief {
 public:
    DensityBelief(const Rules& rules, Seat seat, std::shared_ptr<const Profile> profile)
        : densities_(rules, seat, std::move(profile)) {}
    void hear(const Event& event) override { densities_.hear(event); }
    Marginals marginals() override {
        Marginals result;
        const auto& maps = densities_.maps();
        for (int s = 0; s < 64; ++s) {
            result.on[chess::kKing][s] = maps.king[s];
            result.on[chess::kPawn][s] = maps.pawn[s];
            result.on[chess::kNoType][s] = std::min(1.0F, maps.man(static_cast<Square>(s)));
        }
        return result;
    }

 private:
    Densities densities_;
};

class BoardsBelief : public ScoredBelief {
 public:
    BoardsBelief(const Rules& rules,
                 Seat seat,
                 const BoardPools::Options& options,
                 const Budget& budget,
                 std::uint64_t seed)
        : boards_(rules, seat, options, seed), budget_(budget) {}
    void hear(const Event& event) override { boards_.hear(event); }
    Marginals marginals() override { return boards_.marginals(budget_); }
    Toll toll() override {
        const auto health = boards_.health();
        return {health.starvations, health.invented_share, health.proposals};
    }

 private:
    BoardPools boards_;
    Budget budget_;
};

std::chrono::nanoseconds processor_time() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

void score_moment(const Marginals& guess, const chess::Position& truth, BeliefRow& row) {
    const auto us = truth.side();
    const Square king = truth.king_square(~us);
    const double p = guess.king(king);
    ++row.moments;
    row.lost += p <= kLeast ? 1 : 0;
    row.king_nats -= std::log(std::clamp(p, kLeast, 1.0));
    const auto open = truth.shape().mask & ~truth.pieces(us);
    double brier = 0;
    double nats = 0;
    for (const Square s : Squares(open)) {
        const bool there = chess::contains(truth.pieces(~us), s);
        const double believed = std::clamp(guess.occupied(s), 0.0, 1.0);
        const double error = believed - (there ? 1 : 0);
        brier += error * error;
        nats -= std::log(std::max(kLeast, there ? believed : 1 - believed));
    }
    row.brier += brier / chess::popcount(open);
    row.occupied_nats += nats / chess::popcount(open);
}

}  // namespace

std::vector<std::string> belief_names() {
    return {"uniform", "metaposition", "densities",  "densities+profile",
            "boards",  "boards+moves", "pools+moves"};
}

BeliefRow belief_row(const std::string& name, const BeliefSettings& settings) {
    BeliefRow row;
    row.name = name;
    if (name == "uniform") {
        row.make = [](const Rules& rules, Seat seat, std::uint64_t) {
            return std::make_unique<UniformBelief>(rules, seat);
        };
    } else if (name == "metaposition") {
        row.make = [](const Rules& rules, Seat seat, std::uint64_t) {
            return std::make_unique<PossibleBelief>(rules, seat);
        };
    } else if (name == "densities" || name == "densities+profile") {
        auto profile = load_profile(name == "densities" ? "none" : settings.profile);
        row.make = [profile](const Rules& rules, Seat seat, std::uint64_t) {
            return std::make_unique<DensityBelief>(rules, seat, profile);
        };
    } else if (name == "boards" || name == "boards+moves" || name == "pools+moves") {
        BoardPools::Options options;
        options.each.boards = settings.boards;
        options.each.prior.kinds = load_move_kinds(name == "boards" ? "none" : settings.moves);
        options.most = name == "pools+moves" ? BoardPools::kMostPools : 1;
        const Budget budget = settings.budget;
        if (!budget.unlimited())
            options.each.most_boards = BoardPools::kMostBoards;
        row.make = [options, budget](const Rules& rules, Seat seat, std::uint64_t seed) {
            return std::make_unique<BoardsBelief>(rules, seat, options, budget, seed);
        };
    } else {
        throw UserError(
            fmt::format("no belief {}; beliefs: {}", quote(name), join(belief_names(), ", ")));
    }
    return row;
}

void score_game(const GameRecord<Kriegspiel>& record,
                Seat listener,
                int stride,
                std::vector<BeliefRow>& rows) {
    auto position = chess::parse_fen(record.start);
    if (!position)
        throw UserError("a record's start: " + position.error().message);
    std::vector<std::unique_ptr<ScoredBelief>> beliefs;
    for (auto& row : rows) {
        beliefs.push_back(row.make(record.rules, listener, mix_seed(record.seed, index(listener))));
        ++row.games;
    }
    int turns = 0;
    const auto listen = [&](const std::vector<Event>& events, bool new_turn) {
        const bool begins =
            new_turn && seat_of(position->side()) == listener && chess::has_legal_move(*position);
        const bool asked = begins && turns++ % stride == 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i].turns += begins ? 1 : 0;
            const auto before = processor_time();
            for (const auto& event : events)
                beliefs[i]->hear(event);
            if (!asked) {
                rows[i].time += processor_time() - before;
                continue;
            }
            const auto guess = beliefs[i]->marginals();
            rows[i].time += processor_time() - before;
            rows[i].invented += beliefs[i]->toll().invented;
            score_moment(guess, *position, rows[i]);
        }
    };
    listen(record.opening[listener], true);
    for (const auto& entry : record.actions) {
        if (entry.accepted && !entry.action.is_any()) {
            const auto move = chess::to_legal_move(*position, entry.action.from, entry.action.to,
                                                   entry.action.promotion);
            if (!move)
                throw UserError(
                    fmt::format("a record has the illegal move {}", entry.action.text()));
            position->do_move(*move);
        }
        const bool over = record.outcome && &entry == &record.actions.back();
        listen(entry.heard[listener], entry.accepted && !entry.action.is_any() && !over);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto toll = beliefs[i]->toll();
        rows[i].starvations += toll.starvations;
        rows[i].proposals += toll.proposals;
    }
}

}  // namespace nebel::kriegspiel
