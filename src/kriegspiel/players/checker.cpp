#include <algorithm>
#include <array>
#include <optional>

#include "game/registry.hpp"
#include "kriegspiel/belief/densities.hpp"
#include "kriegspiel/players/exploiter.hpp"

namespace nebel::kriegspiel {

namespace {

using chess::bit;
using chess::Bitboard;
using chess::contains;
using chess::Square;

/// Aims queen, rooks, knights and bishops at where the king must be and gives check after check. A
/// man is little to it: each check tells it where the king is and binds the next move, and whoever
/// believes that nobody would throw a queen away is surprised each time.
class Checker final : public Exploiter {
 public:
    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        Exploiter::begin(rules, seat, seed);
        belief_.emplace(rules, seat, Profile::standard());
    }
    void hear(const Event& event) override {
        Exploiter::hear(event);
        belief_->hear(event);
    }

 private:
    // What it believes of a square is asked for every try of a turn but changes only with what is
    // heard, and Densities does its work once.
    [[nodiscard]] double wish(const Action& action) const override {
        const auto& maps = belief_->maps();
        const OwnMen then = after(own(), action);
        const auto type = then.on(action.to);
        double value = 3 * maps.piece[action.to] + maps.pawn[action.to];
        if (type == chess::kKing)
            return value - 2 - relative_rank(action.to);
        const double check = std::min(1.0, aim(maps, then, action.to, kAtKing));
        value += 12 * check + 4 * aim(maps, then, action.to, kBeside);
        value -= (1 - check) * danger(maps, action.to) * worth(type);
        if (type == chess::kPawn)
            value += opens_a_line(then) ? 1.5 : 0.2;
        if (!contains(guarded_by(then), action.to))
            value -= 0.1 * worth(type);
        return action.promotion == chess::kNoType ? value : value + worth(action.promotion);
    }

    enum Aim : std::uint8_t { kAtKing, kBeside };

    // How much of the king (or of the squares beside it) the man on `from` looks at, through what
    // may be in between.
    static double aim(const DensityMaps& maps, const OwnMen& men, Square from, Aim at) {
        double sum = 0;
        const auto type = men.on(from);
        const Bitboard seen = type == chess::kPawn ? chess::pawn_attacks(men.colour(), from)
                                                   : chess::attacks_of(type, from, men.blockers());
        for (const Square s : chess::Squares(seen & men.shape().mask)) {
            double share = maps.king[s];
            if (at == kBeside) {
                share = 0;
                for (const Square k : chess::Squares(chess::king_attacks(s)))
                    share += maps.king[k] / 8;
            }
            if (share < 0.001)
                continue;
            for (const Square way : chess::Squares(chess::between(from, s)))
                share *= maps.empty(way);
            sum += share;
        }
        return sum;
    }

    // The chance that a pawn or the king takes there, or a man that came from somewhere.
    [[nodiscard]] double danger(const DensityMaps& maps, Square to) const {
        double sum = relative_rank(to) < own().shape().height / 2 ? 0.05 : 0.25;
        for (const Square s : chess::Squares(chess::pawn_attacks(own().colour(), to)))
            sum += maps.pawn[s];
        for (const Square s : chess::Squares(chess::king_attacks(to)))
            sum += maps.king[s];
        return std::min(1.0, sum);
    }

    [[nodiscard]] bool opens_a_line(const OwnMen& then) const {
        return chess::popcount(guarded_by(then) & ~guarded_by_pawns(then)) >
               chess::popcount(guarded_by(own()) & ~guarded_by_pawns(own()));
    }

    std::optional<Densities> belief_;
};

const PlayerRegistration<Kriegspiel> kRegistration{
    {"checker", "aims everything at the king and sacrifices men for checks", {}},
    [](const Options&) { return std::make_unique<Checker>(); }};

}  // namespace

}  // namespace nebel::kriegspiel
