#include "kriegspiel/prove/mate_prover.hpp"

#include <algorithm>

#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

using chess::Position;

namespace {

Action action_of(chess::Move move) {
    return {move.from(), move.to(), move.promotion()};
}

std::optional<chess::Move> legal(const Position& board, const Action& action) {
    return chess::to_legal_move(board, action.from, action.to, action.promotion);
}

/// Every move that is legal on some board, those that check or take there first.
std::vector<Action> tries_of(std::span<const Position* const> boards) {
    std::vector<Action> forcing;
    std::vector<Action> quiet;
    const auto known = [](const std::vector<Action>& list, const Action& action) {
        return std::find(list.begin(), list.end(), action) != list.end();
    };
    for (const auto* board : boards) {
        chess::MoveList moves;
        chess::generate_legal(*board, moves);
        for (const auto move : moves) {
            const Action action = action_of(move);
            if (known(forcing, action) || known(quiet, action))
                continue;
            Position after = *board;
            after.do_move(move);
            (after.in_check() || board->is_capture(move) ? forcing : quiet).push_back(action);
        }
    }
    forcing.insert(forcing.end(), quiet.begin(), quiet.end());
    return forcing;
}

}  // namespace

bool MateProver::won(Standing standing) const {
    return standing == Standing::Mated ||
           (standing == Standing::Stalemated && rules_.says().stalemate_loses);
}

// Makes the try and every reply to it; false where the game is then no longer to be won in time.
bool MateProver::expand(const Action& action,
                        const Position& board,
                        int moves,
                        std::vector<Branch>& branches) {
    const auto move = legal(board, action);
    Position after = board;
    after.do_move(*move);
    meter_.spend_node();
    if (moves == 1 && !after.in_check() && !rules_.says().stalemate_loses)
        return false;
    const Standing now = standing(after, rules_);
    if (won(now))
        return true;
    if (now != Standing::GoesOn || moves == 1)
        return false;
    const std::uint64_t first = fingerprint(said_of(board, *move, after, rules_.says()));
    chess::MoveList replies;
    chess::generate_legal(after, replies);
    for (const auto reply : replies) {
        Position next = after;
        next.do_move(reply);
        if (!meter_.spend_node() || standing(next, rules_) != Standing::GoesOn)
            return false;
        std::uint64_t heard = first * 31 + fingerprint(said_of(after, reply, next, rules_.says()));
        if (rules_.says().moves_told)
            heard = heard * 31 + next.key();
        branches.push_back({heard, next});
    }
    return true;
}

bool MateProver::wins_on(const Action& action, Some boards, int moves) {
    std::vector<Branch> branches;
    for (const auto* board : boards)
        if (!expand(action, *board, moves, branches))
            return false;
    std::sort(branches.begin(), branches.end(), [](const Branch& a, const Branch& b) {
        return a.heard != b.heard ? a.heard < b.heard : a.board.key() < b.board.key();
    });
    struct Group {
        std::size_t begin;
        std::size_t end;
    };
    Boards all;
    std::vector<Group> groups;
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const bool same = i > 0 && branches[i].heard == branches[i - 1].heard;
        if (same && branches[i].board.key() == branches[i - 1].board.key())
            continue;
        if (!same)
            groups.push_back({all.size(), all.size()});
        all.push_back(&branches[i].board);
        groups.back().end = all.size();
    }
    // What is said to most boards tells least.
    std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
        return a.end - a.begin != b.end - b.begin ? a.end - a.begin > b.end - b.begin
                                                  : a.begin < b.begin;
    });
    return std::all_of(groups.begin(), groups.end(), [&](const Group& group) {
        return proves(Some(all).subspan(group.begin, group.end - group.begin), moves - 1);
    });
}

// What fails on some of the boards fails on all.
bool MateProver::wins(const Action& action, Some boards, int moves) {
    for (std::size_t size = 8; size < boards.size(); size *= 8)
        if (!wins_on(action, boards.first(size), moves))
            return false;
    return wins_on(action, boards, moves) && !meter_.exhausted();
}

// The last move: each board needs a mate of its own, and few boards have any.
bool MateProver::mates_all(Some boards) {
    std::vector<Action> mates;
    for (const auto* board : boards) {
        chess::MoveList moves;
        chess::generate_legal(*board, moves);
        bool mated = false;
        for (const auto move : moves) {
            if (!meter_.spend_node())
                return false;
            Position after = *board;
            after.do_move(move);
            if ((!after.in_check() && !rules_.says().stalemate_loses) ||
                !won(standing(after, rules_)))
                continue;
            mated = true;
            if (boards.size() == 1)
                return true;
            if (std::find(mates.begin(), mates.end(), action_of(move)) == mates.end())
                mates.push_back(action_of(move));
        }
        if (!mated)
            return false;
    }
    Boards left(boards.begin(), boards.end());
    make_sure_tries(left, mates, 1);
    return left.empty();
}

bool MateProver::proves(Some boards, int moves) {
    if (meter_.exhausted())
        return false;
    if (moves == 1)
        return mates_all(boards);
    for (std::size_t size = 1; size < boards.size(); size *= 8) {
        const auto part = boards.first(size);
        Boards left(part.begin(), part.end());
        make_sure_tries(left, tries_of(part), moves);
        if (!left.empty())
            return false;
    }
    Boards left(boards.begin(), boards.end());
    make_sure_tries(left, tries_of(boards), moves);
    return left.empty();
}

std::optional<Action> MateProver::make_sure_tries(Boards& boards,
                                                  std::span<const Action> tries,
                                                  int moves) {
    std::optional<Action> first;
    std::vector<bool> done(tries.size(), false);
    for (bool progress = true; progress && !boards.empty();) {
        progress = false;
        for (std::size_t i = 0; i < tries.size() && !boards.empty(); ++i) {
            if (done[i])
                continue;
            const auto allows = [&](const Position* board) {
                return legal(*board, tries[i]).has_value();
            };
            // Most tries are refuted on the first board that allows them.
            const auto one = std::find_if(boards.begin(), boards.end(), allows);
            if (one == boards.end() || !wins(tries[i], {&*one, 1}, moves))
                continue;
            const auto refused = std::stable_partition(one, boards.end(), allows);
            if (!wins(tries[i], {one, refused}, moves))
                continue;
            done[i] = progress = true;
            if (!first)
                first = tries[i];
            boards.erase(one, refused);
        }
    }
    return first;
}

std::optional<MatePlan> MateProver::find(std::span<const Position> boards,
                                         std::span<const Action> tries,
                                         int moves) {
    std::optional<MatePlan> best;
    for (int n = 1; n <= std::min(moves, kMostMoves); ++n) {
        Boards left;
        for (const auto& board : boards)
            left.push_back(&board);
        const auto first = make_sure_tries(left, tries, n);
        if (!first)
            continue;
        const MatePlan plan{*first, n, boards.size() - left.size(), left.empty()};
        if (plan.complete)
            return plan;
        if (!best)
            best = plan;
    }
    return best;
}

std::vector<StalemateCount> stalemating_tries(std::span<const Position> boards,
                                              std::span<const Action> tries,
                                              const Rules& rules,
                                              BudgetMeter& meter) {
    std::vector<StalemateCount> result;
    if (rules.says().stalemate_loses)
        return result;
    for (const auto& action : tries) {
        StalemateCount count{action};
        for (const auto& board : boards) {
            const auto move = legal(board, action);
            if (!move)
                continue;
            ++count.legal;
            Position after = board;
            after.do_move(*move);
            if (!meter.spend_node())
                return result;
            count.stalemates += !after.in_check() && !chess::has_legal_move(after);
        }
        if (count.stalemates > 0)
            result.push_back(count);
    }
    return result;
}

}  // namespace nebel::kriegspiel
