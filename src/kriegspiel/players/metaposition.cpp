#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <vector>

#include "game/registry.hpp"
#include "kriegspiel/belief/believer.hpp"
#include "kriegspiel/belief/metaposition.hpp"
#include "kriegspiel/finish/finisher.hpp"
#include "kriegspiel/game.hpp"
#include "kriegspiel/players/metaposition_search.hpp"
#include "kriegspiel/players/stalemate_guard.hpp"

namespace nebel::kriegspiel {

namespace {

using chess::Bitboard;
using chess::Square;

/// Darkboard's way of 2006: a weighted maximax over metapositions. Takes back and takes with pawns
/// first, leaves the bare king to the finisher, and searches for the rest.
class MetapositionPlayer final : public Player<Kriegspiel>, public Believer {
 public:
    MetapositionPlayer(const MetaSearch::Options& options, std::uint64_t nodes)
        : search_(options), alpha_(options.alpha), nodes_(nodes) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        belief_.emplace(rules, seat);
        finisher_.begin(rules, seat);
        rng_ = Rng(seed);
        work_ = {};
        stood_.clear();
    }

    void hear(const Event& event) override {
        belief_->hear(event);
        finisher_.hear(event);
        if (event.type == Event::Type::Capture)
            stood_.clear();
        if (event.type == Event::Type::Moved && event.seat == view().seat() && event.has_action())
            ++stood_[stand(view().own())];
    }

    // It knows what may be, not how likely: the men of a kind spread evenly over what is possible.
    [[nodiscard]] std::optional<DensityMaps> believed() override {
        const MetaBoard& board = belief_->board();
        const auto spread = [](Bitboard squares, int men, std::array<float, 64>& map) {
            const int count = chess::popcount(squares);
            for (const Square s : chess::Squares(squares))
                map[s] = static_cast<float>(std::min(1.0, static_cast<double>(men) / count));
        };
        DensityMaps maps;
        spread(board.may_be(chess::kKing), 1, maps.king);
        spread(board.may_be(chess::kPawn), std::max(0, view().enemy_pawns_left()), maps.pawn);
        spread(board.may_be(chess::kKnight) | board.may_be(chess::kBishop) |
                   board.may_be(chess::kRook) | board.may_be(chess::kQueen),
               std::max(0, view().enemy_pieces_left()), maps.piece);
        return maps;
    }

    Action act(const Budget& budget) override {
        Budget limit = budget;
        if (limit.unlimited())
            limit.nodes = nodes_;
        BudgetMeter meter(limit);
        const MetaBoard& board = belief_->board();
        if (finisher_.ready()) {
            finisher_.restrict(board.may_be(chess::kKing));
            if (const auto finish = finisher_.act(budget))
                return *finish;
        }
        TryList tries;
        view().actions(tries);
        if (tries[0].is_any() && may_take_with_pawn(board))
            return tries[0];
        const TryList safe = StalemateGuard(board).safe(tries);
        std::vector<MetaSearch::Candidate> candidates = candidates_of(board, safe);
        if (candidates.empty())
            return tries[0];
        if (const auto first = first_try(board, candidates))
            return *first;
        const double balance = material_balance(board, search_.options().weights);
        search_.set_alpha(std::clamp(alpha_ - 0.2 * balance, 0.05, 1.0));
        search_.run(board, candidates, likely_men(board), meter,
                    [&](int depth) { report(depth, candidates[0], meter); });
        work_.nodes += meter.nodes();
        return candidates[0].action;
    }

    [[nodiscard]] Work work() const override {
        Work all = work_;
        all.nodes += finisher_.nodes();
        return all;
    }

 private:
    [[nodiscard]] const View& view() const { return belief_->story().view(); }

    // Our men as they stand, for repetitions.
    static std::uint64_t stand(const OwnMen& own) {
        std::uint64_t state = 0x6d657461;
        for (int t = 1; t < 7; ++t)
            state = mix_seed(state, own.of(static_cast<chess::PieceType>(t)));
        return state;
    }

    // What the metaposition still allows; everything when it would leave nothing.
    std::vector<MetaSearch::Candidate> candidates_of(const MetaBoard& board, const TryList& tries) {
        std::vector<MetaSearch::Candidate> kept;
        std::vector<MetaSearch::Candidate> all;
        for (const Action& action : tries) {
            if (action.is_any())
                continue;
            MetaSearch::Candidate candidate;
            candidate.action = action;
            candidate.bonus = repetition_bonus(board, action) + 0.001 * rng_.real();
            all.push_back(candidate);
            if (board.may_be_legal(action))
                kept.push_back(candidate);
        }
        return kept.empty() ? all : kept;
    }

    [[nodiscard]] double repetition_bonus(const MetaBoard& board, const Action& action) const {
        OwnMen after = board.own();
        after.move(action.from, action.to, action.promotion);
        const auto seen = stood_.find(stand(after));
        return seen == stood_.end() ? 0 : seen->second == 1 ? -0.15 : -1.5;
    }

    [[nodiscard]] static bool may_take_with_pawn(const MetaBoard& board) {
        for (const Square p : chess::Squares(board.own().of(chess::kPawn)))
            if (chess::pawn_attacks(board.own().colour(), p) & board.may_be_taken())
                return true;
        return false;
    }

    [[nodiscard]] bool pawn_tries_announced() const {
        const auto& plies = belief_->story().plies();
        const Said& said = plies.empty() ? belief_->story().opening() : plies.back().said;
        return said.pawn_count > 0 || said.pawn_any == 1 || said.pawn_squares != 0 ||
               belief_->story().asked_this_turn() == 1;
    }

    // Taking back, then taking with pawns, in the order K, P, N, B; rooks and queens think first.
    [[nodiscard]] std::optional<Action> first_try(
        const MetaBoard& board, const std::vector<MetaSearch::Candidate>& candidates) const {
        const auto& own = board.own();
        const auto& plies = belief_->story().plies();
        const Square lost =
            !plies.empty() && !plies.back().own ? plies.back().said.capture : chess::kNoSquare;
        if (lost != chess::kNoSquare && chess::contains(board.may_be_taken(), lost))
            for (const auto type : {chess::kKing, chess::kPawn, chess::kKnight, chess::kBishop})
                for (const auto& candidate : candidates)
                    if (candidate.action.to == lost && own.on(candidate.action.from) == type)
                        return candidate.action;
        if (!pawn_tries_announced())
            return std::nullopt;
        const MetaDensity density(board);
        const MetaSearch::Candidate* best = nullptr;
        double most = 0;
        for (const auto& candidate : candidates) {
            if (!is_pawn_capture_try(own, candidate.action))
                continue;
            const double chance = 0.01 + density.man(candidate.action.to) +
                                  (candidate.action.promotion == chess::kQueen ? 0.001 : 0);
            if (chance > most) {
                most = chance;
                best = &candidate;
            }
        }
        if (best)
            return best->action;
        return std::nullopt;
    }

    // A slide was refused: something stands before its end, most likely just before.
    [[nodiscard]] Bitboard likely_men(const MetaBoard& board) const {
        Bitboard result = 0;
        for (const Action& refused : belief_->story().tries_this_turn()) {
            const Bitboard way = chess::between(refused.from, refused.to) & board.may_be_man();
            if (way && board.own().on(refused.from) != chess::kKnight)
                result |= refused.to > refused.from ? std::bit_floor(way) : way & -way;
        }
        return result;
    }

    void report(int depth, const MetaSearch::Candidate& best, const BudgetMeter& meter) const {
        if (!on_info)
            return;
        SearchInfo info;
        info.depth = depth;
        info.nodes = meter.nodes();
        info.seconds = static_cast<double>(meter.elapsed().count()) / 1e6;
        info.value = best.value;
        for (const Action& action : best.line)
            info.line += (info.line.empty() ? "" : " ") + action.text();
        const auto& board = belief_->board();
        info.detail = fmt::format(
            "alpha {:.2f}, {:.2f} bits a square, king on {} squares, {:.0f} metapositions/s",
            search_.options().alpha, board.bits_per_square(),
            chess::popcount(board.may_be(chess::kKing)),
            static_cast<double>(info.nodes) / std::max(info.seconds, 1e-6));
        on_info(info);
    }

    MetaSearch search_;
    double alpha_;
    std::uint64_t nodes_;
    std::optional<Metaposition> belief_;
    Finisher finisher_;
    Rng rng_;
    Work work_;
    std::map<std::uint64_t, int> stood_;  ///< how often our men stood like this, since a capture
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"metaposition",
     "weighted maximax over metapositions, in the manner of Darkboard 2006",
     {OptionSpec::integer("depth", 4, 1, 16, "own moves to look ahead"),
      OptionSpec::integer("nodes", 8000, 1, 10000000, "metapositions when no budget is given"),
      OptionSpec::real("alpha", 0.7, 0, 1, "weight of a node's own worth against its best child"),
      OptionSpec::integer("width", 8, 1, 500, "moves expanded at an inner node")}},
    [](const Options& options) {
        MetaSearch::Options search;
        search.depth = static_cast<int>(options.integer("depth"));
        search.alpha = options.real("alpha");
        search.width = static_cast<int>(options.integer("width"));
        return std::make_unique<MetapositionPlayer>(
            search, static_cast<std::uint64_t>(options.integer("nodes")));
    }};

}  // namespace

}  // namespace nebel::kriegspiel
