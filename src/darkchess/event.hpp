#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "darkchess/action.hpp"
#include "game/outcome.hpp"

namespace nebel::darkchess {

/// What both seats hear of an action, or of the end. Everything that happens is public; only the
/// faces of dark men are not, and no event names one before it is turned over. The colours need no
/// announcement of their own: the first flip shows the first seat's.
class Event {
 public:
    enum class Type : std::uint8_t { Flip, Move, End };

    static constexpr Event flip(Seat seat, Square at, Man shown) {
        return {Type::Flip, seat, at, at, shown, {}};
    }
    /// `captured` is Man::None for a step to an empty square.
    static constexpr Event move(Seat seat, Action action, Man captured) {
        return {Type::Move, seat, action.from, action.to, captured, {}};
    }
    static constexpr Event end(Outcome outcome) {
        return {Type::End, Seat::First, 0, 0, Man::None, outcome};
    }

    [[nodiscard]] Type type() const { return type_; }
    /// Who acted (not of an end).
    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] Action action() const { return {from_, to_}; }
    /// The man turned over, or the man captured.
    [[nodiscard]] Man man() const { return man_; }
    [[nodiscard]] std::optional<Outcome> outcome() const {
        return type_ == Type::End ? std::optional(outcome_) : std::nullopt;
    }

    bool operator==(const Event&) const = default;

    /// "flip first b3 n", "move second a4-a5", "move second a4-a5 takes P", "end 1-0 no_men".
    static Parsed<Event> parse(std::string_view text);
    [[nodiscard]] std::string text() const;

    /// {"type":"flip","seat","square","man"}, {"type":"move","seat","from","to","captured": letter
    /// or null}, {"type":"end","result","reason"}.
    static Parsed<Event> from_json(const nlohmann::json& json);
    [[nodiscard]] nlohmann::json to_json() const;

 private:
    constexpr Event(Type type, Seat seat, Square from, Square to, Man m, Outcome outcome)
        : type_(type), seat_(seat), from_(from), to_(to), man_(m), outcome_(outcome) {}

    Type type_;
    Seat seat_;
    Square from_;
    Square to_;
    Man man_;
    Outcome outcome_;
};

/// "first", "second".
constexpr std::string_view seat_name(Seat seat) {
    return seat == Seat::First ? "first" : "second";
}

}  // namespace nebel::darkchess
