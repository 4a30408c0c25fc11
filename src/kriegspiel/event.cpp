#include "kriegspiel/event.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "core/text.hpp"

namespace nebel::kriegspiel {

namespace {

using Type = Event::Type;

constexpr std::array<std::string_view, 10> kTypeNames{"moved",      "refused",   "capture", "check",
                                                      "pawn_tries", "promotion", "answer",  "start",
                                                      "placed",     "end"};
constexpr std::array<std::string_view, 7> kPieceNames{"none", "pawn",  "knight", "bishop",
                                                      "rook", "queen", "king"};

std::optional<Type> parse_type(std::string_view name) {
    for (std::size_t i = 0; i < kTypeNames.size(); ++i)
        if (kTypeNames[i] == name)
            return static_cast<Type>(i);
    return std::nullopt;
}

std::optional<Seat> parse_event_seat(std::string_view name) {
    for (const Seat seat : kSeats)
        if (seat_name(seat) == name)
            return seat;
    return std::nullopt;
}

std::optional<CheckKind> parse_kind(std::string_view name) {
    for (const CheckKind kind : kCheckKinds)
        if (kind_name(kind) == name)
            return kind;
    return std::nullopt;
}

// Reads the words of a line one after the other; a missing word is empty and matches nothing.
class Words {
 public:
    explicit Words(std::string_view text) : words_(split_words(text)) {}
    std::string_view next() { return at_ < words_.size() ? words_[at_++] : std::string_view{}; }
    [[nodiscard]] std::string_view peek() const {
        return at_ < words_.size() ? words_[at_] : std::string_view{};
    }
    [[nodiscard]] bool done() const { return at_ == words_.size(); }

 private:
    std::vector<std::string_view> words_;
    std::size_t at_ = 0;
};

bool read_action(std::string_view word, Action& action) {
    const auto parsed = Action::parse(word);
    if (!parsed || parsed->is_any())
        return false;
    action = *parsed;
    return true;
}

bool read_square(std::string_view word, chess::Square& square) {
    const auto parsed = chess::parse_square(word);
    if (parsed)
        square = *parsed;
    return parsed.has_value();
}

bool read_capture(Words& words, Event& event) {
    if (!read_square(words.next(), event.square))
        return false;
    if (words.peek() == "pawn" || words.peek() == "piece")
        event.man = words.next() == "pawn" ? Man::Pawn : Man::Piece;
    if (words.peek() == "en_passant") {
        words.next();
        event.en_passant = true;
    }
    return true;
}

bool read_squares(Words& words, chess::Bitboard& squares) {
    while (!words.done()) {
        chess::Square square{};
        if (!read_square(words.next(), square))
            return false;
        squares |= chess::bit(square);
    }
    return true;
}

bool read_pawn_tries(Words& words, Event& event) {
    const auto word = words.next();
    if (word == "yes" || word == "no") {
        event.any = word == "yes" ? 1 : 0;
        return true;
    }
    if (word == "squares") {
        event.squares_told = true;
        return read_squares(words, event.squares);
    }
    const auto count = parse_number<int>(word);
    if (!count || *count < 0 || *count > 64)
        return false;
    event.count = static_cast<std::int8_t>(*count);
    return true;
}

bool read_start(Words& words, Event& event) {
    const auto pawns = parse_number<int>(words.next());
    const auto pieces = parse_number<int>(words.next());
    const auto rights = parse_number<int>(words.next());
    if (!pawns || *pawns < 0 || *pawns > 63 || !pieces || *pieces < 0 || *pieces > 63 || !rights ||
        *rights < 0 || *rights > chess::kAllCastling)
        return false;
    event.pawns = static_cast<std::int8_t>(*pawns);
    event.pieces = static_cast<std::int8_t>(*pieces);
    event.castling = static_cast<std::uint8_t>(*rights);
    return words.done() || read_square(words.next(), event.square);
}

bool read_placed(Words& words, Event& event) {
    const auto name = words.next();
    for (std::size_t i = chess::kPawn; i <= chess::kKing; ++i)
        if (kPieceNames[i] == name)
            event.piece = static_cast<chess::PieceType>(i);
    return event.piece != chess::kNoType && read_squares(words, event.squares);
}

bool read_body(Words& words, Event& event) {
    switch (event.type) {
        case Type::Moved:
            return words.done() || read_action(words.next(), event.action);
        case Type::Refused: {
            const auto reason = words.next();
            event.nonsense = reason == "nonsense";
            if (reason != "nonsense" && reason != "illegal")
                return false;
            return words.done() || read_action(words.next(), event.action);
        }
        case Type::Capture:
            return read_capture(words, event);
        case Type::Check:
            while (!words.done()) {
                const auto kind = parse_kind(words.next());
                if (!kind)
                    return false;
                event.kinds |= *kind;
            }
            return event.kinds != 0;
        case Type::PawnTries:
            return read_pawn_tries(words, event);
        case Type::Promotion:
            return true;
        case Type::Answer: {
            const auto word = words.next();
            event.any = word == "yes" ? 1 : 0;
            return word == "yes" || word == "no";
        }
        case Type::Start:
            return read_start(words, event);
        case Type::Placed:
            return read_placed(words, event);
        case Type::End: {
            const auto result = parse_result(words.next());
            const auto reason = parse_reason(words.next());
            if (!result || !reason)
                return false;
            event.result = *result;
            event.reason = *reason;
            return true;
        }
    }
    return false;
}

Parsed<Event> bad_event(std::string_view text) {
    return parse_error(fmt::format("{} is not an announcement of Kriegspiel", quote(text)));
}

}  // namespace

std::string_view seat_name(Seat seat) {
    return seat == Seat::First ? "white" : "black";
}

std::string_view piece_name(chess::PieceType type) {
    return kPieceNames[type];
}

std::string_view kind_name(CheckKind kind) {
    switch (kind) {
        case kRankCheck:
            return "rank";
        case kFileCheck:
            return "file";
        case kLongCheck:
            return "long";
        case kShortCheck:
            return "short";
        case kKnightCheck:
            break;
    }
    return "knight";
}

std::string Event::text() const {
    std::string line(kTypeNames[static_cast<std::size_t>(type)]);
    const auto add = [&line](std::string_view word) {
        line += ' ';
        line += word;
    };
    if (type != Type::End)
        add(seat_name(seat));
    switch (type) {
        case Type::Moved:
        case Type::Refused:
            if (type == Type::Refused)
                add(nonsense ? "nonsense" : "illegal");
            if (has_action())
                add(action.text());
            break;
        case Type::Capture:
            add(chess::square_name(square));
            if (man != Man::Unsaid)
                add(man == Man::Pawn ? "pawn" : "piece");
            if (en_passant)
                add("en_passant");
            break;
        case Type::Check:
            for (const CheckKind kind : kCheckKinds)
                if (kinds & kind)
                    add(kind_name(kind));
            break;
        case Type::PawnTries:
            if (squares_told) {
                add("squares");
                for (const chess::Square s : chess::Squares(squares))
                    add(chess::square_name(s));
            } else if (any >= 0) {
                add(any ? "yes" : "no");
            } else {
                add(std::to_string(count));
            }
            break;
        case Type::Promotion:
            break;
        case Type::Answer:
            add(any == 1 ? "yes" : "no");
            break;
        case Type::Start:
            line += fmt::format(" {} {} {}", pawns, pieces, castling);
            if (square != chess::kNoSquare)
                add(chess::square_name(square));
            break;
        case Type::Placed:
            add(piece_name(piece));
            for (const chess::Square s : chess::Squares(squares))
                add(chess::square_name(s));
            break;
        case Type::End:
            add(nebel::text(result));
            add(nebel::text(reason));
            break;
    }
    return line;
}

Parsed<Event> Event::parse(std::string_view text) {
    Words words(text);
    const auto type = parse_type(words.next());
    if (!type)
        return bad_event(text);
    Event event;
    event.type = *type;
    if (event.type != Type::End) {
        const auto seat = parse_event_seat(words.next());
        if (!seat)
            return bad_event(text);
        event.seat = *seat;
    }
    if (!read_body(words, event) || !words.done())
        return bad_event(text);
    return event;
}

}  // namespace nebel::kriegspiel
