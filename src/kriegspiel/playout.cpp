#include "kriegspiel/playout.hpp"

#include "chess/movegen.hpp"
#include "kriegspiel/own_men.hpp"
#include "kriegspiel/turn.hpp"

namespace nebel::kriegspiel {

namespace {

// What a view keeps, reduced to what the choice of a try needs. Instead of listing the tries again
// after a refusal, those that the refusal closes are struck off the list.
class Knowledge {
 public:
    explicit Knowledge(const Referee& referee)
        : says_(referee.rules().says()),
          own_{{OwnMen(referee.position(), chess::kWhite),
                OwnMen(referee.position(), chess::kBlack)}} {
        for (const Seat seat : kSeats)
            enemy_men_[seat] = chess::popcount(own_[other(seat)].all()) - 1;
    }

    // What was said to the side to move as its turn began, and the tries that follow.
    void begin_turn(const Answer<Event>& answer, Seat mover) {
        turn_.reset();
        for (const auto& event : answer.events[mover])
            turn_.hear(event, says_, own_[mover]);
        list(mover);
    }

    void move(const Answer<Event>& answer, Seat mover, const Action& action) {
        own_[mover].move(action.from, action.to, action.promotion);
        for (const auto& event : answer.events[mover]) {
            if (event.type != Event::Type::Capture)
                continue;
            const bool behind = event.en_passant && says_.en_passant_told;
            own_[other(mover)].lose(
                behind ? chess::offset(event.square, -chess::forward(own_[mover].colour()))
                       : event.square);
            --enemy_men_[mover];
        }
    }

    // The turn goes on: an answer to "Any?" or a refusal.
    void go_on(const Answer<Event>& answer, Seat mover, const Action& action) {
        const bool refused = answer.verdict == Verdict::Refused;
        if (refused && says_.obligation == AnyObligation::None) {
            strike_off(mover, action);
            return;
        }
        for (const auto& event : answer.events[mover])
            turn_.hear(event, says_, own_[mover]);
        list(mover);
    }

    // One of the actions a view would list, in its order.
    [[nodiscard]] Action draw(Rng& rng) const {
        NEBEL_CHECK(count_ > 0);
        int n = static_cast<int>(rng.below(static_cast<std::uint32_t>(count_)));
        if (may_ask_ && n-- == 0)
            return Action::any();
        const TrySet* set = sets_.begin();
        for (int here = set->count(); n >= here; here = set->count()) {
            n -= here;
            ++set;
        }
        const int skipped = set->promotes ? n / 4 : n;
        chess::Bitboard targets = set->targets;
        for (int i = 0; i < skipped; ++i)
            targets &= targets - 1;
        return {set->from, chess::lsb(targets),
                set->promotes ? kPromotions[static_cast<std::size_t>(n % 4)] : chess::kNoType};
    }

 private:
    void list(Seat mover) {
        const auto& own = own_[mover];
        const int enemies = enemy_men_[mover];
        may_ask_ = turn_.may_ask(says_) && own.of(chess::kPawn) && enemies > 0;
        sets_.clear();
        turn_.sets(own, enemies, sets_);
        count_ = may_ask_ ? 1 : 0;
        for (const TrySet& set : sets_)
            count_ += set.count();
    }

    void strike_off(Seat mover, const Action& refused) {
        for (TrySet& set : sets_)
            if (set.from == refused.from) {
                count_ -= set.count();
                set.targets &= ~closed_by_refusal(own_[mover], refused, turn_.check_kinds());
                count_ += set.count();
            }
    }

    const Announcements& says_;
    PerSeat<OwnMen> own_;
    PerSeat<int> enemy_men_{};
    Turn turn_;
    TrySets sets_;
    int count_ = 0;
    bool may_ask_ = false;
};

// In the open game a seat sees the board.
Action draw_legal(const chess::Position& position, Rng& rng) {
    chess::MoveList moves;
    chess::generate_legal(position, moves);
    const auto move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    return {move.from(), move.to(), move.promotion()};
}

}  // namespace

PlayoutEnd random_playout(Referee& referee, Rng& rng) {
    const bool open = referee.rules().says().moves_told;
    PlayoutEnd end{};
    Knowledge knowledge(referee);
    const auto opening = referee.open();
    if (!referee.outcome())
        knowledge.begin_turn(opening, referee.to_act());
    while (!referee.outcome()) {
        const Seat mover = referee.to_act();
        const Action action = open ? draw_legal(referee.position(), rng) : knowledge.draw(rng);
        const auto answer = referee.act(action);
        if (answer.verdict == Verdict::Refused || action.is_any()) {
            end.refusals += answer.verdict == Verdict::Refused;
            knowledge.go_on(answer, mover, action);
            continue;
        }
        ++end.moves;
        if (!open && !referee.outcome()) {
            knowledge.move(answer, mover, action);
            knowledge.begin_turn(answer, other(mover));
        }
    }
    end.outcome = *referee.outcome();
    return end;
}

}  // namespace nebel::kriegspiel
