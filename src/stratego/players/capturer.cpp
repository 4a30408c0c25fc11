#include "game/registry.hpp"
#include "game/view_player.hpp"
#include "stratego/game.hpp"
#include "stratego/setup_sources.hpp"

namespace nebel::stratego {

namespace {

/// Sets up like people and plays by sight: takes the best known man it can beat, leaves alone what
/// would beat it, and else pushes forward into the unknown. A yardstick just above chance.
class Capturer final : public ViewPlayer<Stratego> {
 public:
    Action act(const Budget&) override {
        if (view().setting_up())
            return Action::of(human_setup(view().rules(), rng()));
        MoveList moves;
        view().legal_moves(moves);
        NEBEL_CHECK(!moves.empty());

        InlineVec<Move, kMaxMoves> captures;
        Rank best = Rank::Unknown;
        std::array<std::uint32_t, kMaxMoves> weights{};
        std::uint32_t total = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Rank prey = sure_prey(moves[i]);
            if (prey != Rank::Unknown && prey >= best) {
                if (prey > best)
                    captures.clear();
                best = prey;
                captures.push_back(moves[i]);
            }
            total += weights[i] = weight(moves[i]);
        }
        if (!captures.empty())
            return Action::of(captures[rng().below(static_cast<std::uint32_t>(captures.size()))]);
        if (total == 0)
            return Action::of(moves[rng().below(static_cast<std::uint32_t>(moves.size()))]);
        std::uint32_t aim = rng().below(total);
        std::size_t i = 0;
        while (aim >= weights[i])
            aim -= weights[i++];
        return Action::of(moves[i]);
    }

 private:
    /// The rank of the known man this move is sure to beat; Unknown if it is no such move.
    [[nodiscard]] Rank sure_prey(Move move) const {
        const Position& position = view().position();
        const Rank prey = position.rank(move.to);
        if (prey == Rank::Unknown)
            return prey;
        const Strike result = strike(position.rank(move.from), prey);
        return result == Strike::Wins || result == Strike::Flag ? prey : Rank::Unknown;
    }

    /// How much it likes any other move; nothing for a strike it is sure to lose.
    [[nodiscard]] std::uint32_t weight(Move move) const {
        constexpr std::uint32_t kTrade = 1;
        constexpr std::uint32_t kUnknown = 6;
        constexpr std::uint32_t kOfficerAtUnknown = 2;
        constexpr std::uint32_t kForward = 4;
        constexpr std::uint32_t kElsewhere = 1;
        const Position& position = view().position();
        const Rank mover = position.rank(move.from);
        if (position.men(other(view().seat())).has(move.to)) {
            const Rank struck = position.rank(move.to);
            if (struck == Rank::Unknown)
                return mover == Rank::Spy || mover >= Rank::General ? kOfficerAtUnknown : kUnknown;
            return strike(mover, struck) == Strike::Both ? kTrade : 0;
        }
        const int ahead = row_of(move.to) - row_of(move.from);
        return (view().seat() == Seat::First ? ahead : -ahead) > 0 ? kForward : kElsewhere;
    }
};

const PlayerRegistration<Stratego> kCapturer(
    {"capturer", "human-like set-up, beats known weaker men, pushes forward otherwise", {}, false},
    [](const Options&) { return std::make_unique<Capturer>(); });

}  // namespace

}  // namespace nebel::stratego
