#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "game/record.hpp"
#include "kriegspiel/game.hpp"
#include "protocol/nep.hpp"

namespace nebel::protocol::testing_support {

/// An umpire as a stranger may have written it: what one seat heard in a real game, with
/// announcements missing, told twice, out of order, about other squares, of other kinds or made up.
/// The same seed tells the same story.
class OddUmpire {
 public:
    using Event = kriegspiel::Event;
    using Type = Event::Type;

    OddUmpire(const GameRecord<kriegspiel::Kriegspiel>& record, Seat seat, std::uint64_t seed)
        : rules_(record.rules), seat_(seat), rng_(seed) {
        events_ = record.heard_by(seat);
    }

    /// The lines of one game: newgame, events, and a `go` now and then when it is the seat's turn
    /// in the real game or when nobody would expect it; at most `questions` of them.
    std::vector<std::string> lines(int mistakes, int questions, const std::string& limits) {
        for (int i = 0; i < mistakes; ++i)
            spoil();
        std::vector<std::string> lines;
        NewGame game{"kriegspiel", std::string(kriegspiel::seat_name(seat_)), rng_.next(),
                     rules_.text()};
        lines.push_back(game.line());
        // Questions come where a turn of the seat begins or a try of its was refused.
        std::vector<std::size_t> asked;
        for (std::size_t i = 0; i < events_.size(); ++i)
            if (i + 1 == events_.size() || is_own_turn_before(i + 1) || rng_.chance(0.02))
                asked.push_back(i);
        rng_.shuffle(std::span(asked));
        asked.resize(std::min(asked.size(), static_cast<std::size_t>(questions)));
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            lines.push_back(NumberedEvent::line(next_number(number), text(events_[i])));
            if (std::find(asked.begin(), asked.end(), i) != asked.end())
                lines.push_back("go " + limits);
        }
        return lines;
    }

 private:
    [[nodiscard]] bool is_own_turn_before(std::size_t i) const {
        return events_[i].seat == seat_ &&
               (events_[i].type == Type::Moved || events_[i].type == Type::Refused);
    }

    std::uint32_t draw(std::size_t bound) { return rng_.below(static_cast<std::uint32_t>(bound)); }
    chess::Square square() {
        const auto& shape = rules_.start().shape();
        return rng_.chance(0.05) ? static_cast<chess::Square>(draw(64))
                                 : chess::make_square(static_cast<int>(draw(shape.width)),
                                                      static_cast<int>(draw(shape.height)));
    }
    chess::Bitboard squares() {
        chess::Bitboard set = 0;
        for (auto n = draw(5); n > 0; --n)
            set |= chess::bit(square());
        return rng_.chance(0.05) ? rng_.next() : set;
    }

    std::uint64_t next_number(std::uint64_t& number) {
        if (rng_.chance(0.01))
            number += draw(3);
        return rng_.chance(0.01) ? number : ++number;
    }

    std::string text(const Event& event) {
        if (!rng_.chance(0.01))
            return event.text();
        std::string odd = event.text();
        if (rng_.chance(0.5))
            odd = odd.substr(0, draw(odd.size()));
        else
            odd[draw(odd.size())] = static_cast<char>('a' + draw(26));
        return odd;
    }

    Event made_up() {
        Event event;
        event.type = static_cast<Type>(draw(rng_.chance(0.2) ? 10 : 7));
        event.seat = rng_.chance(0.5) ? seat_ : other(seat_);
        fill(event);
        return event;
    }

    // Fields that the type has, at random.
    void fill(Event& event) {
        static constexpr std::array<chess::PieceType, 6> kKinds{chess::kPawn,   chess::kKnight,
                                                                chess::kBishop, chess::kRook,
                                                                chess::kQueen,  chess::kKing};
        switch (event.type) {
            case Type::Moved:
            case Type::Refused:
                if (event.seat == seat_ || rng_.chance(0.1))
                    event.action = {square(), square(),
                                    rng_.chance(0.1) ? chess::kQueen : chess::kNoType};
                break;
            case Type::Capture:
                event.square = square();
                event.man = static_cast<kriegspiel::Man>(draw(3));
                event.en_passant = rng_.chance(0.1);
                break;
            case Type::Check:
                event.kinds = static_cast<std::uint8_t>(1 + draw(31));
                break;
            case Type::PawnTries:
                if (rng_.chance(0.3)) {
                    event.squares_told = true;
                    event.squares = squares();
                } else if (rng_.chance(0.3)) {
                    event.any = static_cast<std::int8_t>(draw(2));
                } else {
                    event.count = static_cast<std::int8_t>(draw(rng_.chance(0.1) ? 65 : 5));
                }
                break;
            case Type::Answer:
                event.any = static_cast<std::int8_t>(draw(2));
                break;
            case Type::Start:
                event.pawns = static_cast<std::int8_t>(draw(rng_.chance(0.1) ? 64 : 9));
                event.pieces = static_cast<std::int8_t>(draw(rng_.chance(0.1) ? 64 : 8));
                event.castling = static_cast<std::uint8_t>(draw(16));
                break;
            case Type::Placed:
                event.piece = kKinds[draw(kKinds.size())];
                event.squares = squares();
                break;
            default:
                break;
        }
    }

    void spoil() {
        if (events_.empty())
            return;
        const auto i = draw(events_.size());
        const auto place = events_.begin() + i;
        switch (draw(8)) {
            case 0:
                events_.erase(place);
                break;
            case 1:
                events_.insert(place, Event(*place));
                break;
            case 2:
                std::swap(*place, events_[draw(events_.size())]);
                break;
            case 3:
                if (i + 1 < events_.size())
                    std::swap(events_[i], events_[i + 1]);
                break;
            case 4:
                place->seat = other(place->seat);
                break;
            case 5:
                fill(*place);
                break;
            case 6:
                events_.erase(place,
                              events_.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(
                                                    events_.size(), i + draw(6))));
                break;
            default:
                events_.insert(place, made_up());
                break;
        }
    }

    kriegspiel::Rules rules_;
    Seat seat_;
    Rng rng_;
    std::vector<Event> events_;
};

}  // namespace nebel::protocol::testing_support
