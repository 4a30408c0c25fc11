#include "darkchess/game.hpp"
#include "game/registry.hpp"
#include "game/view_player.hpp"

namespace nebel::darkchess {

namespace {

/// Takes the greatest man it can, at random among equals; without a capture it acts at random. The
/// simplest opponent that punishes a man left standing.
class Capturer final : public ViewPlayer<DarkChess> {
 public:
    Action act(const Budget&) override {
        Actions all;
        view().actions(all);
        Actions best;
        Kind greatest = Kind::Pawn;
        for (const Action action : all) {
            const Man target = view().board().at(action.to);
            if (action.is_flip() || !is_man(target) || kind_of(target) > greatest)
                continue;
            if (kind_of(target) < greatest) {
                best.clear();
                greatest = kind_of(target);
            }
            best.push_back(action);
        }
        const Actions& choice = best.empty() ? all : best;
        NEBEL_CHECK(!choice.empty());
        return choice[rng().below(static_cast<std::uint32_t>(choice.size()))];
    }
};

const PlayerRegistration<DarkChess> kCapturer(
    {"capturer", "takes the greatest man it can, else acts at random", {}},
    [](const Options&) { return std::make_unique<Capturer>(); });

}  // namespace

}  // namespace nebel::darkchess
