#include "chess/engine.hpp"

#include <algorithm>
#include <array>

#include "chess/draws.hpp"
#include "chess/movegen.hpp"
#include "chess/quiescence_search.hpp"
#include "chess/see.hpp"
#include "chess/transposition.hpp"

namespace nebel::chess {

namespace {

constexpr int kMaxPly = 100;
constexpr int kMaxDepth = 64;

// Move ordering, best first; history values stay below the killers.
constexpr int kTableMove = 1 << 30;
constexpr int kGoodCapture = 1 << 28;
constexpr int kKiller = 1 << 26;
constexpr int kBadCapture = -(1 << 28);
constexpr int kHistoryLimit = 1 << 14;

/// Mate scores are stored as seen from the entry's own position.
int to_table(int score, int ply) {
    return score >= kMateBound ? score + ply : score <= -kMateBound ? score - ply : score;
}
int from_table(int score, int ply) {
    return score >= kMateBound ? score - ply : score <= -kMateBound ? score + ply : score;
}

}  // namespace

struct Engine::State {
    explicit State(const Options& o) : options(o), table(o.table_megabytes) {}

    Options options;
    TranspositionTable table;
    std::function<void(const SearchResult&)> info;
};

/// One search from one root: alpha-beta with iterative deepening. Holds everything that dies with
/// the search.
class Engine::Search {
 public:
    Search(State& state, const Position& root, std::span<const Key> history, const Limits& limits)
        : state_(state),
          table_(state.table),
          root_(root),
          limits_(limits),
          meter_(limits.budget),
          quiescence_(&meter_) {
        keys_.assign(history.begin(), history.end());
        if (!keys_.empty() && keys_.back() == root.key())
            keys_.pop_back();
        keys_.reserve(keys_.size() + kMaxPly + 4);
        generate_legal(root, root_moves_);
        if (!limits.root_moves.empty()) {
            MoveList wanted;
            for (const Move m : root_moves_)
                if (std::find(limits.root_moves.begin(), limits.root_moves.end(), m) !=
                    limits.root_moves.end())
                    wanted.push_back(m);
            root_moves_ = wanted;
        }
    }

    SearchResult run() {
        SearchResult result;
        if (root_moves_.empty()) {
            result.score = root_.in_check() ? -kMate : 0;
            return result;
        }
        result.best = root_moves_[0];
        result.pv = {result.best};
        int deepest = limits_.depth > 0 ? std::min(limits_.depth, kMaxDepth) : kMaxDepth;
        if (limits_.depth == 0 && limits_.budget.unlimited() && limits_.budget.stop == nullptr)
            deepest = Limits::kDefaultDepth;
        for (int depth = 1; depth <= deepest && !meter_.exhausted(); ++depth) {
            best_root_move_ = Move();
            first_root_move_ = result.best;
            const int score = aspirate(depth, result.score);
            if (best_root_move_) {
                result.best = best_root_move_;
                result.score = best_root_score_;
                result.pv.assign(best_pv_.begin(), best_pv_.end());
            }
            result.nodes = meter_.nodes();
            if (meter_.exhausted())
                break;
            result.depth = depth;
            if (state_.info)
                state_.info(result);
            if (is_mate_score(score) && depth > kMate - std::abs(score))
                break;
            if (root_moves_.size() == 1 && limits_.depth == 0 && limits_.budget.nodes == 0)
                break;  // nothing to choose: save the clock
        }
        result.nodes = meter_.nodes();
        return result;
    }

 private:
    using Line = InlineVec<Move, kMaxPly + 4>;

    int aspirate(int depth, int last_score) {
        int margin = 30;
        int alpha = -kInfinite;
        int beta = kInfinite;
        if (depth >= 4 && !is_mate_score(last_score)) {
            alpha = last_score - margin;
            beta = last_score + margin;
        }
        for (;;) {
            const int score = search(root_, alpha, beta, depth, 0, false);
            if (meter_.exhausted() || (score > alpha && score < beta))
                return score;
            margin *= 4;
            if (score <= alpha)
                alpha = margin > 1000 ? -kInfinite : score - margin;
            else
                beta = margin > 1000 ? kInfinite : score + margin;
        }
    }

    [[nodiscard]] bool is_draw(const Position& pos) const {
        if (pos.halfmove_clock() >= 100 && (!pos.in_check() || has_legal_move(pos)))
            return true;
        if (is_insufficient_material(pos))
            return true;
        const std::size_t reach =
            std::min(keys_.size(), static_cast<std::size_t>(pos.halfmove_clock()));
        for (std::size_t back = 4; back <= reach; back += 2)
            if (keys_[keys_.size() - back] == pos.key())
                return true;
        return false;
    }

    int search(const Position& pos, int alpha, int beta, int depth, int ply, bool null_allowed) {
        pv_[ply].clear();
        if (ply > 0) {
            if (is_draw(pos))
                return 0;
            alpha = std::max(alpha, -kMate + ply);
            beta = std::min(beta, kMate - ply - 1);
            if (alpha >= beta)
                return alpha;
        }
        const bool in_check = pos.in_check();
        if (in_check)
            ++depth;
        if (depth <= 0 || ply >= kMaxPly)
            return quiescence_.run(pos, alpha, beta, ply);
        if (!meter_.spend_node())
            return 0;

        const bool is_pv = beta - alpha > 1;
        Move table_move;
        int eval = 0;
        const auto* entry = table_.probe(pos.key());
        if (entry != nullptr) {
            table_move = entry->move;
            eval = entry->eval;
            const int score = from_table(entry->score, ply);
            if (!is_pv && entry->depth >= depth &&
                (entry->bound() == Bound::kExact ||
                 (entry->bound() == Bound::kLower && score >= beta) ||
                 (entry->bound() == Bound::kUpper && score <= alpha)))
                return score;
        } else {
            eval = evaluate(pos);
        }

        if (ply == 0)
            table_move = first_root_move_;

        if (!is_pv && !in_check && !is_mate_score(beta)) {
            if (depth <= 6 && eval - 90 * depth >= beta)
                return eval;
            if (null_allowed && depth >= 3 && eval >= beta && has_officers(pos)) {
                const int score = null_search(pos, beta, depth, ply);
                if (meter_.exhausted())
                    return 0;
                if (score >= beta)
                    return is_mate_score(score) ? beta : score;
            }
        }

        MoveList moves;
        if (ply == 0)
            moves = root_moves_;
        else
            generate_legal(pos, moves);
        if (moves.empty())
            return in_check ? -kMate + ply : 0;
        int order[MoveList::capacity()];
        for (std::size_t i = 0; i < moves.size(); ++i)
            order[i] = order_of(pos, moves[i], table_move, ply);

        const bool futile = !is_pv && !in_check && depth <= 3 && eval + 100 + 110 * depth <= alpha;
        const int alpha_before = alpha;
        int best = -kInfinite;
        Move best_move;
        keys_.push_back(pos.key());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const auto next =
                static_cast<std::size_t>(std::max_element(order + i, order + moves.size()) - order);
            std::swap(order[i], order[next]);
            std::swap(moves[i], moves[next]);
            const Move m = moves[i];
            const bool quiet = !pos.is_capture(m) && !m.is_promotion();
            Position after = pos;
            after.do_move(m);
            if (i > 0 && best > -kMateBound && !after.in_check() && !in_check) {
                if (futile && quiet)
                    continue;
                if (!is_pv && depth <= 4 && order[i] < kBadCapture / 2 &&
                    static_exchange(pos, m) < -100 * depth)
                    continue;
            }
            const int score = search_move(after, alpha, beta, depth, ply, i,
                                          quiet && !in_check && !after.in_check(), is_pv);
            if (meter_.exhausted())
                break;
            if (score > best) {
                best = score;
                best_move = m;
                if (score > alpha || (ply == 0 && i == 0))
                    remember_line(m, ply, score);
                if (score > alpha) {
                    alpha = score;
                    if (alpha >= beta) {
                        if (quiet)
                            reward(pos, moves, i, depth, ply);
                        break;
                    }
                }
            }
        }
        keys_.pop_back();
        if (meter_.exhausted())
            return 0;
        const Bound bound = best >= beta           ? Bound::kLower
                            : alpha > alpha_before ? Bound::kExact
                                                   : Bound::kUpper;
        table_.store(pos.key(), bound == Bound::kUpper ? Move() : best_move, to_table(best, ply),
                     eval, depth, bound);
        return best;
    }

    /// Later moves are first refuted with a narrow window, quiet ones at less depth.
    int search_move(const Position& after,
                    int alpha,
                    int beta,
                    int depth,
                    int ply,
                    std::size_t index,
                    bool reducible,
                    bool is_pv) {
        if (index == 0)
            return -search(after, -beta, -alpha, depth - 1, ply + 1, true);
        int reduction = 0;
        if (reducible && depth >= 3 && index >= 3) {
            reduction = 1 + (index >= 8 ? 1 : 0) + (depth >= 8 ? 1 : 0) + (index >= 20 ? 1 : 0);
            if (is_pv)
                --reduction;
            reduction = std::min(reduction, depth - 2);
        }
        int score = -search(after, -alpha - 1, -alpha, depth - 1 - reduction, ply + 1, true);
        if (score > alpha && reduction > 0 && !meter_.exhausted())
            score = -search(after, -alpha - 1, -alpha, depth - 1, ply + 1, true);
        if (score > alpha && score < beta && !meter_.exhausted())
            score = -search(after, -beta, -alpha, depth - 1, ply + 1, true);
        return score;
    }

    int null_search(const Position& pos, int beta, int depth, int ply) {
        Position passed = pos;
        Undo undo;
        passed.do_null(undo);
        keys_.push_back(pos.key());
        const int score = -search(passed, -beta, -beta + 1, depth - 3 - depth / 5, ply + 1, false);
        keys_.pop_back();
        return score;
    }

    /// With fewer than two officers zugzwang is too common to try a pass.
    static bool has_officers(const Position& pos) {
        return more_than_one(pos.pieces(pos.side()) & ~pos.pieces(kPawn, kKing));
    }

    [[nodiscard]] int order_of(const Position& pos, Move m, Move table_move, int ply) const {
        if (m == table_move)
            return kTableMove;
        if (pos.is_capture(m) || m.is_promotion()) {
            if (m.is_promotion() && m.promotion_unchecked() != kQueen)
                return kBadCapture - 1;
            const int value = capture_order(pos, m);
            return (exchange_holds(pos, m) ? kGoodCapture : kBadCapture) + value;
        }
        if (m == killers_[ply][0])
            return kKiller + 1;
        if (m == killers_[ply][1])
            return kKiller;
        return history_[pos.side()][m.from()][m.to()];
    }

    void remember_line(Move m, int ply, int score) {
        Line& line = pv_[ply];
        line.clear();
        line.push_back(m);
        for (const Move next : pv_[ply + 1])
            line.push_back(next);
        if (ply == 0) {
            best_root_move_ = m;
            best_root_score_ = score;
            best_pv_ = line;
        }
    }

    void reward(const Position& pos, const MoveList& moves, std::size_t good, int depth, int ply) {
        if (killers_[ply][0] != moves[good]) {
            killers_[ply][1] = killers_[ply][0];
            killers_[ply][0] = moves[good];
        }
        const int bonus = std::min(depth * depth * 8, 1200);
        const auto adjust = [&](Move m, int by) {
            int& h = history_[pos.side()][m.from()][m.to()];
            h += by - h * std::abs(by) / kHistoryLimit;
        };
        adjust(moves[good], bonus);
        for (std::size_t i = 0; i < good; ++i)
            if (!pos.is_capture(moves[i]) && !moves[i].is_promotion())
                adjust(moves[i], -bonus);
    }

    State& state_;
    TranspositionTable& table_;
    const Position root_;
    const Limits& limits_;
    BudgetMeter meter_;
    QuiescenceSearch quiescence_;
    MoveList root_moves_;
    std::vector<Key> keys_;  ///< of the positions before the one being searched
    Move first_root_move_;   ///< best of the last iteration
    Move best_root_move_;
    int best_root_score_ = 0;
    Line best_pv_;
    std::array<Line, kMaxPly + 2> pv_;
    std::array<std::array<Move, 2>, kMaxPly + 2> killers_{};
    int history_[2][64][64] = {};
};

Engine::Engine(const Options& options) : state_(std::make_unique<State>(options)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

SearchResult Engine::search(const Position& pos,
                            std::span<const Key> history,
                            const Limits& limits) {
    if (!state_->options.keep_table)
        state_->table.next_generation();
    // Too large for a thread's stack in comfort.
    return std::make_unique<Search>(*state_, pos, history, limits)->run();
}

void Engine::on_info(std::function<void(const SearchResult&)> callback) {
    state_->info = std::move(callback);
}

void Engine::clear() {
    state_->table.clear();
}

}  // namespace nebel::chess
