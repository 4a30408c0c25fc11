#include <algorithm>
#include <cmath>

#include "chess/draws.hpp"
#include "chess/evaluate.hpp"
#include "chess/movegen.hpp"
#include "game/registry.hpp"
#include "kriegspiel/players/belief_player.hpp"
#include "kriegspiel/players/ismcts_tree.hpp"

namespace nebel::kriegspiel {

namespace {

enum class Simulation : std::uint8_t { Material, Random };

/// Information-set Monte Carlo tree search as Foret's thesis has it after Cowling, Powley and
/// Whitehouse (2012): every iteration takes one board of the belief and walks down a tree of what
/// this player can tell apart. Own moves by UCT over the moves that are legal on that board, the
/// opponent's at random.
class Ismcts final : public BeliefPlayer {
 public:
    struct Search {
        Simulation simulation = Simulation::Material;
        double exploration = 1.5;
        std::uint64_t iterations = 2000;  ///< without a budget
        int cap = 400;                    ///< half-moves of a random game
    };

    Ismcts(const Settings& settings, const Search& search)
        : BeliefPlayer(settings), search_(search) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        BeliefPlayer::begin(rules, seat, seed);
        says_ = &rules.says();
        fifty_ = rules.fifty;
    }

 protected:
    Action choose(const TryList& tries,
                  const std::vector<World>& worlds,
                  BudgetMeter& meter) override {
        tree_.clear();
        double total = 0;
        for (const auto& world : worlds)
            total += world.weight;
        tries_ = &tries;
        const bool limited = meter_is_limited_;
        for (std::uint64_t i = 0; limited || i < search_.iterations; ++i) {
            iterate(draw(worlds, total), meter);
            if (!meter.spend_simulation())
                break;
            if (i % 16 == 15 && !meter.poll())
                break;
        }
        const auto& arms = tree_.arms(IsmctsTree::root());
        // Where everything looks alike, visits are too: the own men should not stand as they stood.
        auto best = arms.end();
        double most = -1;
        for (auto arm = arms.begin(); arm != arms.end(); ++arm) {
            const int stood =
                times_stood({arm->move.from(), arm->move.to(), arm->move.promotion()});
            const double worth = arm->visits / (1.0 + stood);
            if (worth > most) {
                most = worth;
                best = arm;
            }
        }
        // No board of the belief allows any of the tries that are left.
        if (best == arms.end() || best->visits == 0)
            return tries[rng().below(static_cast<std::uint32_t>(tries.size()))];
        const Action action{best->move.from(), best->move.to(), best->move.promotion()};
        SearchInfo info;
        info.value = best->total / best->visits;
        info.line = action.text();
        report(info, meter);
        return action;
    }

    void prepare(const TryList& /*tries*/, const Budget& budget) override {
        meter_is_limited_ = !budget.unlimited();
    }

 private:
    struct Visit {
        IsmctsTree::Node node;
        std::size_t arm;
    };

    const chess::Position& draw(const std::vector<World>& worlds, double total) {
        double left = total * rng().real();
        std::size_t i = 0;
        while (i + 1 < worlds.size() && left >= worlds[i].weight)
            left -= worlds[i++].weight;
        return worlds[i].position;
    }

    // What the umpire says of a move, to the side that did not make it: enough to tell apart what
    // the root player can tell apart.
    [[nodiscard]] std::uint64_t heard(const chess::Position& before,
                                      chess::Move move,
                                      const chess::Position& after) const {
        std::uint64_t key = 1;
        if (before.is_capture(move)) {
            key = mix_seed(key, 64u + before.capture_square(move));
            if (says_->capture_tells_man)
                key =
                    mix_seed(key, chess::type_of(before.captured_by(move)) == chess::kPawn ? 1 : 2);
        }
        if (after.in_check())
            key = mix_seed(key, 200u + check_kinds(after));
        if (says_->promotion_told && move.is_promotion())
            key = mix_seed(key, 300);
        if (says_->pawns == PawnInformation::Count || says_->pawns == PawnInformation::YesNo ||
            says_->pawns == PawnInformation::Squares) {
            const auto captures = chess::legal_pawn_captures(after);
            key = mix_seed(key, says_->pawns == PawnInformation::Count ? 400 + captures.count
                                : says_->pawns == PawnInformation::YesNo
                                    ? (captures.count > 0 ? 500u : 501u)
                                    : captures.from);
        }
        return key;
    }

    // The moves the player may make on this board; at the root only what it may still try.
    void own_moves(const chess::Position& position, bool at_root) {
        if (!at_root) {
            chess::generate_legal(position, moves_);
            return;
        }
        moves_.clear();
        for (const auto& action : *tries_)
            if (const auto move =
                    chess::to_legal_move(position, action.from, action.to, action.promotion))
                moves_.push_back(*move);
    }

    // 0 to 1 for the side, where the game is over on this board.
    [[nodiscard]] std::optional<double> ended(const chess::Position& position,
                                              chess::Colour side) const {
        if (!chess::has_legal_move(position)) {
            if (!position.in_check() && !says_->stalemate_loses)
                return 0.5;
            return position.side() == side ? 0.0 : 1.0;
        }
        if (chess::is_insufficient_material(position) ||
            (fifty_ && chess::is_fifty_moves(position)))
            return 0.5;
        return std::nullopt;
    }

    void iterate(const chess::Position& board, BudgetMeter& meter) {
        const auto me = board.side();
        chess::Position position = board;
        path_.clear();
        auto node = IsmctsTree::root();
        std::optional<double> value;
        for (bool grown = false; !grown && !value;) {
            own_moves(position, node == IsmctsTree::root());
            if (moves_.empty()) {
                meter.spend_node();
                return;
            }
            const auto arm = select(node, grown);
            path_.push_back({node, arm});
            const auto move = moved_;
            const chess::Position before = position;
            position.do_move(move);
            meter.spend_node();
            std::uint64_t said = heard(before, move, position);
            value = ended(position, me);
            if (value)
                break;
            chess::MoveList replies;
            chess::generate_legal(position, replies);
            const auto reply = replies[rng().below(static_cast<std::uint32_t>(replies.size()))];
            const chess::Position waiting = position;
            position.do_move(reply);
            meter.spend_node();
            said = mix_seed(said, heard(waiting, reply, position));
            value = ended(position, me);
            if (!grown && !value)
                node = tree_.follow(node, arm, said);
        }
        if (!value)
            value = simulate(position, me, meter);
        for (const auto& visit : path_) {
            auto& arm = tree_.arms(visit.node)[visit.arm];
            ++arm.visits;
            arm.total += *value;
        }
    }

    // A move that is new to the node, else the best bound; counts how often each was available.
    std::size_t select(IsmctsTree::Node node, bool& grown) {
        const auto known = tree_.arms(node).size();
        std::size_t chosen = 0;
        std::uint32_t fresh = 0;
        double best = -1;
        for (const auto move : moves_) {
            const auto index = tree_.arm(node, move);
            auto& arm = tree_.arms(node)[index];
            ++arm.available;
            if (index >= known || arm.visits == 0) {
                if (rng().below(++fresh) == 0) {
                    chosen = index;
                    moved_ = move;
                }
                continue;
            }
            if (fresh > 0)
                continue;
            const double bound =
                arm.total / arm.visits +
                search_.exploration * std::sqrt(std::log(static_cast<double>(arm.available)) /
                                                static_cast<double>(arm.visits));
            if (bound > best) {
                best = bound;
                chosen = index;
                moved_ = move;
            }
        }
        grown = fresh > 0;
        return chosen;
    }

    double simulate(chess::Position& position, chess::Colour me, BudgetMeter& meter) {
        if (search_.simulation == Simulation::Material)
            return compare(position, me);
        for (int i = 0; i < search_.cap; ++i) {
            if (const auto value = ended(position, me))
                return *value;
            chess::generate_legal(position, moves_);
            position.do_move(moves_[rng().below(static_cast<std::uint32_t>(moves_.size()))]);
            if (!meter.spend_node())
                break;
        }
        return 0.5;
    }

    // Who has more: 1, one half or 0.
    static double compare(const chess::Position& position, chess::Colour me) {
        int balance = 0;
        for (const auto type :
             {chess::kPawn, chess::kKnight, chess::kBishop, chess::kRook, chess::kQueen})
            balance += chess::exchange_value(type) * (chess::popcount(position.pieces(me, type)) -
                                                      chess::popcount(position.pieces(~me, type)));
        return balance > 0 ? 1.0 : balance < 0 ? 0.0 : 0.5;
    }

    Search search_;
    const Announcements* says_ = nullptr;
    bool fifty_ = true;
    bool meter_is_limited_ = false;
    const TryList* tries_ = nullptr;
    IsmctsTree tree_;
    std::vector<Visit> path_;
    chess::MoveList moves_;
    chess::Move moved_;
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"ismcts",
     "information-set Monte Carlo tree search over sampled boards (Foret's thesis)",
     {OptionSpec::integer("boards", 1000, 10, 100000, "boards in the pool"),
      OptionSpec::integer("worlds", 1000, 1, 100000, "boards that iterations draw from, at most"),
      OptionSpec::choice("simulation",
                         "material",
                         {"material", "random"},
                         "who has more men, or a random game to the end"),
      OptionSpec::real(
          "exploration",
          0,
          0,
          10,
          "weight of rarely tried moves; 0: 1.5 with material, 0.75 with random games"),
      OptionSpec::integer("iterations", 2000, 1, 100000000, "without a budget"),
      OptionSpec::integer("cap", 400, 1, 10000, "half-moves of a random game, then it is a draw")}},
    [](const Options& options) {
        BeliefPlayer::Settings settings;
        settings.belief.boards = static_cast<std::size_t>(options.integer("boards"));
        settings.worlds = static_cast<std::size_t>(options.integer("worlds"));
        settings.belief_share = 0.3;
        Ismcts::Search search;
        const bool random = options.text("simulation") == "random";
        search.simulation = random ? Simulation::Random : Simulation::Material;
        search.exploration = options.real("exploration");
        if (search.exploration == 0)
            search.exploration = random ? 0.75 : 1.5;
        search.iterations = static_cast<std::uint64_t>(options.integer("iterations"));
        search.cap = static_cast<int>(options.integer("cap"));
        return std::make_unique<Ismcts>(settings, search);
    }};

}  // namespace

}  // namespace nebel::kriegspiel
