#include "darkchess/players/expectimax_engine.hpp"

#include <algorithm>

#include "search/expectimax_window.hpp"

namespace nebel::darkchess {

namespace {

constexpr int kForced = ExpectimaxEngine::kWin - 1000;
/// A win of the tables that the quiet limit may spoil.
constexpr int kLikelyWin = 20000;
constexpr int kInfinity = 32000;
constexpr Action kNoAction{0, 0};

constexpr Squares spread(Squares s) {
    return s << 4 | s >> 4 | (s << 1 & 0xeeeeeeeeu) | (s >> 1 & 0x77777777u);
}

/// A forced win is stored as seen from the position, not from the root.
int to_memory(int value, int ply) {
    return value >= kForced ? value + ply : value <= -kForced ? value - ply : value;
}
int from_memory(int value, int ply) {
    return value >= kForced ? value - ply : value <= -kForced ? value + ply : value;
}

bool is_capture(const Board& board, Action action) {
    return !action.is_flip() && is_man(board.at(action.to));
}

template <class Body>
void for_each_bit(std::uint64_t set, Body&& body) {
    for (; set != 0; set &= set - 1)
        body(static_cast<unsigned>(std::countr_zero(set)));
}

/// Steps and jumps; only captures when asked.
void generate_moves(const Board& board, Actions& actions, bool captures_only) {
    const Destinations destinations(board);
    const std::uint64_t wanted = captures_only ? ~board.empty() : ~Squares{0};
    const std::uint64_t mask = wanted | wanted << 32;
    for_each_bit(destinations.jumps, [&](unsigned n) { actions.push_back(destinations.jump(n)); });
    for_each_bit(destinations.vertical & mask,
                 [&](unsigned n) { actions.push_back(Destinations::vertical_step(n)); });
    for_each_bit(destinations.horizontal & mask,
                 [&](unsigned n) { actions.push_back(Destinations::horizontal_step(n)); });
}

int capture_order(const SearchPosition& position, Action action) {
    const Board& board = position.board();
    return 8 * position.material().worth(board.at(action.to)) -
           position.material().worth(board.at(action.from));
}

/// Brings the best of the rest to place i.
void pick(Actions& actions, std::array<int, kMaxActions>& scores, std::size_t i) {
    std::size_t best = i;
    for (std::size_t j = i + 1; j < actions.size(); ++j)
        if (scores[j] > scores[best])
            best = j;
    std::swap(actions[i], actions[best]);
    std::swap(scores[i], scores[best]);
}

}  // namespace

Squares touching_flips(const Board& board) {
    const Squares revealed = ~board.empty() & ~board.dark();
    Squares touching = spread(revealed);
    const bool hidden_cannon = board.dark_left(man(Colour::Red, Kind::Cannon)) +
                                   board.dark_left(man(Colour::Black, Kind::Cannon)) >
                               0;
    Squares lines = hidden_cannon ? revealed
                                  : board.squares_of(man(Colour::Red, Kind::Cannon)) |
                                        board.squares_of(man(Colour::Black, Kind::Cannon));
    while (lines != 0)
        touching |= cannon_reach(pop_lowest(lines), board.occupied());
    return touching & board.dark();
}

ExpectimaxEngine::ExpectimaxEngine(const ExpectimaxSettings& settings)
    : settings_(settings), memory_(settings.hash) {}

void ExpectimaxEngine::forget() {
    memory_.clear();
    history_ = {};
    tables_.clear();
}

bool ExpectimaxEngine::spend() {
    if (stopped_ || meter_->exhausted()) {
        stopped_ = true;
        return false;
    }
    meter_->spend_node();
    return true;
}

int ExpectimaxEngine::urgency(const Board& board) const {
    if (rules_.quiet == 0 || board.dark() != 0)
        return 0;
    const int span = std::min(32, rules_.quiet / 2);
    return std::max(0, board.quiet() - (rules_.quiet - span)) * 8 / span;
}

int ExpectimaxEngine::static_value(const SearchPosition& position) const {
    const int value = position.evaluate();
    return value - value * urgency(position.board()) / 10;
}

std::uint64_t ExpectimaxEngine::table_key(const SearchPosition& position) const {
    return position.key() ^
           static_cast<std::uint64_t>(urgency(position.board())) * 0x9e3779b97f4a7c15ULL;
}

bool ExpectimaxEngine::repeated(const SearchPosition& position, int ply) const {
    const auto here = static_cast<std::ptrdiff_t>(before_root_) + ply;
    const auto first = std::max<std::ptrdiff_t>(0, here - position.board().quiet());
    for (auto i = here - 4; i >= first; i -= 2)
        if (keys_[static_cast<std::size_t>(i)] == position.key())
            return true;
    return false;
}

bool ExpectimaxEngine::table_value(const SearchPosition& position, int ply, int& value) const {
    for (const auto& [signature, table] : tables_) {
        if (signature != position.material().signature())
            continue;
        const auto [result, plies] = table->probe(position.board());
        const bool in_time = rules_.quiet == 0 || plies + position.board().quiet() <= rules_.quiet;
        const int win =
            in_time ? kWin - ply - plies : kLikelyWin - plies - position.board().quiet();
        switch (result) {
            case EndgameValue::Result::Win:
                value = win;
                break;
            case EndgameValue::Result::Loss:
                value = -win;
                break;
            case EndgameValue::Result::Draw:
                // Nothing is forced, but the opponent may still go wrong.
                value = draw_value(ply) + position.evaluate() / 32;
                break;
        }
        return true;
    }
    return false;
}

int ExpectimaxEngine::quiescence(const SearchPosition& position, int ply, int alpha, int beta) {
    if (!spend())
        return 0;
    if (no_men(position.board()))
        return -kWin + ply;
    int best = static_value(position);
    if (best >= beta || ply >= kMaxPly - 1)
        return best;
    alpha = std::max(alpha, best);
    Actions captures;
    generate_moves(position.board(), captures, true);
    std::array<int, kMaxActions> scores;
    for (std::size_t i = 0; i < captures.size(); ++i)
        scores[i] = capture_order(position, captures[i]);
    for (std::size_t i = 0; i < captures.size(); ++i) {
        pick(captures, scores, i);
        SearchPosition next = position;
        next.move(captures[i]);
        const int value = -quiescence(next, ply + 1, -beta, -alpha);
        if (stopped_)
            return 0;
        best = std::max(best, value);
        alpha = std::max(alpha, value);
        if (alpha >= beta)
            break;
    }
    return best;
}

int ExpectimaxEngine::child(
    const SearchPosition& position, Action action, int depth, int ply, int alpha, int beta) {
    SearchPosition next = position;
    next.move(action);
    keys_[before_root_ + static_cast<std::size_t>(ply) + 1] = next.key();
    return -negamax(next, depth, ply + 1, -beta, -alpha, false);
}

int ExpectimaxEngine::chance(
    const SearchPosition& position, Square s, int depth, int ply, int alpha, int beta) {
    const int here = static_value(position);
    search::ChanceWindow window(alpha, beta, here - settings_.star_width,
                                here + settings_.star_width);
    InlineVec<Man, kAllMen.size()> shown;
    for (const Man m : kAllMen)
        if (position.board().dark_left(m) > 0)
            shown.push_back(m);
    std::stable_sort(shown.begin(), shown.end(), [&](Man a, Man b) {
        return position.board().dark_left(a) > position.board().dark_left(b);
    });
    for (const Man m : shown)
        window.add(position.board().dark_left(m));
    const auto after = [&](std::size_t i) {
        SearchPosition next = position;
        next.flip(s, shown[i]);
        keys_[before_root_ + static_cast<std::size_t>(ply) + 1] = next.key();
        return next;
    };
    return search::search_chance(
        window,
        [&](std::size_t i, int low, int high) {
            return stopped_ ? 0 : -negamax(after(i), depth, ply + 1, -high, -low, false);
        },
        [&](std::size_t i, int low, int high) {
            return stopped_ ? 0 : probe_answer(after(i), depth, ply + 1, low, high);
        },
        settings_.probes && depth > 1);
}

int ExpectimaxEngine::probe_answer(
    const SearchPosition& next, int depth, int ply, int alpha, int beta) {
    Action answer = kNoAction;
    if (const auto* known = memory_.find(table_key(next));
        known != nullptr && !known->best.is_flip()) {
        answer = known->best;
    } else {
        Actions captures;
        generate_moves(next.board(), captures, true);
        int best = -kInfinity;
        for (const Action capture : captures)
            if (const int score = capture_order(next, capture); score > best) {
                best = score;
                answer = capture;
            }
    }
    if (answer == kNoAction)
        return beta;  // nothing to try: no bound
    return -child(next, answer, depth - 1, ply, -beta, -alpha);
}

void ExpectimaxEngine::reward(const Board& board, Action action, int depth, int ply) {
    if (action.is_flip() || is_capture(board, action))
        return;
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != action) {
        killers[1] = killers[0];
        killers[0] = action;
    }
    int& score = history_[index(board.to_move())][action.from][action.to];
    score += depth * depth - score * depth * depth / 16384;
}

int ExpectimaxEngine::negamax(
    const SearchPosition& position, int depth, int ply, int alpha, int beta, bool passed) {
    const Board& board = position.board();
    if (depth <= 0 || ply >= kMaxPly - 2) {
        if (board.quiet() > 0 &&
            (repeated(position, ply) || (rules_.quiet != 0 && board.quiet() >= rules_.quiet))) {
            spend();
            return draw_value(ply);
        }
        int value = 0;
        if (!tables_.empty() && table_value(position, ply, value)) {
            spend();
            return value;
        }
        return quiescence(position, ply, alpha, beta);
    }
    if (!spend())
        return 0;
    if (no_men(board))
        return -kWin + ply;
    if (board.quiet() > 0 &&
        ((rules_.quiet != 0 && board.quiet() >= rules_.quiet) || repeated(position, ply)))
        return draw_value(ply);
    int exact = 0;
    if (!tables_.empty() && table_value(position, ply, exact))
        return exact;
    // No line can be better than winning at once, or worse than losing at once.
    alpha = std::max(alpha, -kWin + ply);
    beta = std::min(beta, kWin - ply - 1);
    if (alpha >= beta)
        return alpha;

    const bool principal = beta - alpha > 1;
    const std::uint64_t key = table_key(position) ^ (passed ? 0x5bd1e995a3c59ac3ULL : 0);
    Action first = kNoAction;
    if (const auto* known = memory_.find(key)) {
        first = known->best;
        const int value = from_memory(known->value, ply);
        if (known->depth >= depth && !principal &&
            (known->bound == search::Bound::Exact ||
             (known->bound == search::Bound::AtLeast && value >= beta) ||
             (known->bound == search::Bound::AtMost && value <= alpha)))
            return value;
    }

    const int start_alpha = alpha;
    int best = -kInfinity;
    Action best_action = kNoAction;

    // While a man is dark a flip elsewhere is always possible: worth about as much as a pass.
    if (board.dark() != 0) {
        SearchPosition next = position;
        next.pass();
        keys_[before_root_ + static_cast<std::size_t>(ply) + 1] = next.key();
        best = passed ? -quiescence(next, ply + 1, -beta, -alpha)
                      : -negamax(next, depth - 1 - settings_.pass_reduction, ply + 1, -beta, -alpha,
                                 true);
        if (stopped_)
            return 0;
        if (best >= beta) {
            memory_.store(key, to_memory(best, ply), depth, search::Bound::AtLeast, first);
            return best;
        }
        alpha = std::max(alpha, best);
    }

    Actions actions;
    generate_moves(board, actions, false);
    if (actions.empty() && board.dark() == 0)
        return -kWin + ply;
    std::array<int, kMaxActions> scores;
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    for (std::size_t i = 0; i < actions.size(); ++i) {
        const Action action = actions[i];
        if (action == first)
            scores[i] = 1 << 30;
        else if (is_capture(board, action))
            scores[i] = (1 << 28) + capture_order(position, action);
        else if (action == killers[0] || action == killers[1])
            scores[i] = (1 << 26) + (action == killers[0]);
        else
            scores[i] = history_[index(board.to_move())][action.from][action.to];
    }
    for (std::size_t i = 0; i < actions.size(); ++i) {
        pick(actions, scores, i);
        const Action action = actions[i];
        int value = 0;
        if (i == 0) {
            value = child(position, action, depth - 1, ply, alpha, beta);
        } else {
            const bool late = depth >= 3 && i >= 3 && scores[i] < (1 << 26);
            const int reduced = depth - 1 - (late ? (i >= 8 ? 2 : 1) : 0);
            value = child(position, action, reduced, ply, alpha, alpha + 1);
            if (value > alpha && reduced < depth - 1 && !stopped_)
                value = child(position, action, depth - 1, ply, alpha, alpha + 1);
            if (value > alpha && value < beta && !stopped_)
                value = child(position, action, depth - 1, ply, alpha, beta);
        }
        if (stopped_)
            return 0;
        if (value > best) {
            best = value;
            if (value > alpha) {
                alpha = value;
                best_action = action;
                if (value >= beta) {
                    reward(board, action, depth, ply);
                    break;
                }
            }
        }
    }
    if (best < beta && ply < settings_.flip_plies && depth >= 3)
        for (Squares flips = touching_flips(board); flips != 0 && best < beta;) {
            const Square s = pop_lowest(flips);
            const int value =
                chance(position, s, depth - 1 - settings_.flip_reduction, ply, alpha, beta);
            if (stopped_)
                return 0;
            best = std::max(best, value);
            alpha = std::max(alpha, value);
        }
    const auto bound = best >= beta         ? search::Bound::AtLeast
                       : best > start_alpha ? search::Bound::Exact
                                            : search::Bound::AtMost;
    memory_.store(key, to_memory(best, ply), depth, bound,
                  best_action == kNoAction ? first : best_action);
    return best;
}

void ExpectimaxEngine::fetch_tables(const SearchPosition& root) {
    tables_.clear();
    if (!settings_.tables || root.board().dark() != 0)
        return;
    const int men = root.material().total();
    if (men > EndgameTable::kMaxMen + 2)
        return;
    // Everything captures can lead to, the smallest first. Four men are worth building only when
    // the root is near, and when there is time.
    const int most = men <= EndgameTable::kMaxMen + 1 ? EndgameTable::kMaxMen : 3;
    std::vector<std::uint64_t> wanted{root.material().signature()};
    for (std::size_t i = 0; i < wanted.size(); ++i)
        for (const Man m : kAllMen)
            if ((wanted[i] / signature_unit(m) & 7u) != 0)
                if (const auto less = wanted[i] - signature_unit(m);
                    std::find(wanted.begin(), wanted.end(), less) == wanted.end())
                    wanted.push_back(less);
    for (auto signature = wanted.rbegin(); signature != wanted.rend(); ++signature) {
        int size = 0;
        for (const Man m : kAllMen)
            size += static_cast<int>(*signature / signature_unit(m) & 7u);
        if (size > most || size < 2)
            continue;
        const bool hurried = hard_.count() != 0 && !EndgameTable::ready(*signature) &&
                             2 * EndgameTable::expected_build(size) > hard_ - meter_->elapsed();
        if (hurried)
            continue;
        if (auto table = EndgameTable::get(*signature))
            tables_.emplace_back(*signature, std::move(table));
    }
    std::reverse(tables_.begin(), tables_.end());
}

void ExpectimaxEngine::prepare_root(const Course& course, Rng& rng) {
    rules_ = course.rules();
    draw_ = settings_.contempt;
    root_ = std::make_unique<SearchPosition>(course.board());
    const Board& board = root_->board();

    const auto& line = course.line().actions();
    keys_.assign(line.size() + kMaxPly + 2, 0);
    before_root_ = line.size();
    keys_[before_root_] = root_->key();
    std::array<Man, kSquares> men;
    for (Square s = 0; s < kSquares; ++s)
        men[s] = board.at(s);
    for (std::size_t i = line.size(); i-- > 0;) {
        const Man mover = men[line[i].to];
        keys_[i] = SearchPosition::key_before(keys_[i + 1], mover, line[i]);
        std::swap(men[line[i].from], men[line[i].to]);
    }

    root_actions_.clear();
    Actions moves;
    generate_moves(board, moves, false);
    for (const Action action : moves)
        root_actions_.push_back(
            {action, is_capture(board, action) ? capture_order(*root_, action) : -kInfinity});
    std::stable_sort(root_actions_.begin(), root_actions_.end(),
                     [](const RootAction& a, const RootAction& b) { return a.value > b.value; });
    const Squares touching = touching_flips(board);
    std::vector<Action> others;
    for (Squares flips = board.dark(); flips != 0;) {
        const Square s = pop_lowest(flips);
        if ((touching & bit(s)) != 0)
            root_actions_.push_back({Action::flip(s), -kInfinity});
        else
            others.push_back(Action::flip(s));
    }
    rng.shuffle(std::span<Action>(others));
    const auto kept = std::min(others.size(), static_cast<std::size_t>(settings_.quiet_flips));
    for (std::size_t i = 0; i < kept; ++i)
        root_actions_.push_back({others[i], -kInfinity});
}

bool ExpectimaxEngine::search_root(int depth, ExpectimaxResult& result) {
    int best = -kInfinity;
    std::size_t best_at = 0;
    for (std::size_t i = 0; i < root_actions_.size(); ++i) {
        const Action action = root_actions_[i].action;
        int value = 0;
        if (action.is_flip()) {
            value = chance(*root_, action.from, std::max(0, depth - 1 - settings_.flip_reduction),
                           0, best, kInfinity);
        } else if (i == 0) {
            value = child(*root_, action, depth - 1, 0, -kInfinity, kInfinity);
        } else {
            value = child(*root_, action, depth - 1, 0, best, best + 1);
            if (value > best && !stopped_)
                value = child(*root_, action, depth - 1, 0, best, kInfinity);
        }
        if (stopped_)
            break;
        if (value > best) {
            best = value;
            best_at = i;
            result.best = action;
            result.value = value;
        }
    }
    // The best comes first next time; the others keep their order.
    std::rotate(root_actions_.begin(), root_actions_.begin() + static_cast<std::ptrdiff_t>(best_at),
                root_actions_.begin() + static_cast<std::ptrdiff_t>(best_at) + 1);
    return !stopped_;
}

std::vector<Action> ExpectimaxEngine::line_from(SearchPosition position, Action first) const {
    std::vector<Action> line{first};
    for (Action action = first; !action.is_flip() && line.size() < 12;) {
        position.move(action);
        const auto* known = memory_.find(table_key(position));
        if (known == nullptr || known->best.is_flip() ||
            !why_illegal(position.board(), known->best).empty())
            break;
        action = known->best;
        line.push_back(action);
    }
    return line;
}

ExpectimaxResult ExpectimaxEngine::search(const Course& course, const Budget& budget, Rng& rng) {
    const Allotment allotment = allot(budget);
    Budget spending = budget;
    spending.clock.reset();
    spending.time = allotment.hard;
    if (spending.nodes == 0 && spending.time.count() == 0)
        spending.nodes = settings_.default_nodes;
    if (allotment.nodes != 0)
        spending.nodes =
            spending.nodes == 0 ? allotment.nodes : std::min(spending.nodes, allotment.nodes);
    hard_ = allotment.hard;
    BudgetMeter meter(spending);
    meter_ = &meter;
    stopped_ = false;

    ExpectimaxResult result;
    if (!course.board().coloured()) {
        // Nothing is known and nobody has a colour: every square is as good.
        result.best = Action::flip(static_cast<Square>(rng.below(kSquares)));
        return result;
    }
    prepare_root(course, rng);
    NEBEL_CHECK(!root_actions_.empty());
    result.best = root_actions_.front().action;
    result.line = {result.best};
    if (root_actions_.size() == 1)
        return result;
    fetch_tables(*root_);
    memory_.new_search();
    killers_ = {};
    for (auto& side : history_)
        for (auto& from : side)
            for (int& score : from)
                score /= 8;
    for (int depth = 1; depth <= settings_.depth; ++depth) {
        const bool complete = search_root(depth, result);
        result.nodes = meter.nodes();
        result.seconds = static_cast<double>(meter.elapsed().count()) * 1e-6;
        result.line = line_from(*root_, result.best);
        if (!complete)
            break;
        result.depth = depth;
        if (on_iteration)
            on_iteration(result);
        // A forced end within the horizon will not change.
        if (std::abs(result.value) >= kForced && depth >= kWin - std::abs(result.value))
            break;
        if (allotment.soft.count() != 0 && meter.elapsed() >= allotment.soft)
            break;
    }
    meter_ = nullptr;
    return result;
}

}  // namespace nebel::darkchess
