#include <algorithm>

#include "chess/fen.hpp"
#include "game/end_words.hpp"
#include "kriegspiel/words.hpp"
#include "server/face.hpp"

namespace nebel::server {

namespace {

using kriegspiel::Event;
using kriegspiel::View;
using Type = Event::Type;

/// Own men as the placement field of a FEN.
std::string placement_of(const kriegspiel::OwnMen& own) {
    const auto& shape = own.shape();
    std::string text;
    for (int rank = shape.height - 1; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < shape.width; ++file) {
            const auto type = own.on(chess::make_square(file, rank));
            if (type == chess::kNoType) {
                ++empty;
                continue;
            }
            if (empty > 0)
                text += std::to_string(empty);
            empty = 0;
            text += chess::piece_letter(chess::make_piece(own.colour(), type));
        }
        if (empty > 0)
            text += std::to_string(empty);
        if (rank > 0)
            text += '/';
    }
    return text;
}

Event without_action(Event event) {
    event.action = {};
    return event;
}

/// Of two events about the same thing the part that both tell; nothing if they are not the same.
std::optional<Event> common_part(const Event& a, const Event& b) {
    if (a == b)
        return a;
    const bool about_a_try = a.type == Type::Moved || a.type == Type::Refused;
    if (about_a_try && without_action(a) == without_action(b))
        return without_action(a);
    return std::nullopt;
}

std::string watcher_words(const Event& event) {
    if (event.type != Type::Capture)
        return words(event, other(event.seat));
    std::string text = words(event, event.seat);
    constexpr std::string_view kYou = "You";
    return (event.seat == Seat::First ? "White" : "Black") + text.substr(kYou.size());
}

}  // namespace

Json outcome_json(const std::optional<Outcome>& outcome) {
    if (!outcome)
        return nullptr;
    return {{"result", std::string(text(outcome->result))},
            {"reason", std::string(text(outcome->reason))}};
}

Json view_json(const View& view, bool with_tries) {
    const auto& own = view.own();
    const auto& says = view.rules().says();
    Json json{{"seat", std::string(kriegspiel::seat_name(view.seat()))},
              {"to_move", std::string(kriegspiel::seat_name(view.to_move()))},
              {"my_turn", view.my_turn()},
              {"files", own.shape().width},
              {"ranks", own.shape().height},
              {"fen", view.board() ? chess::placement(*view.board()) : placement_of(own)},
              {"taken",
               {{"pawns", view.taken().pawns},
                {"pieces", view.taken().pieces},
                {"unsaid", view.taken().unsaid}}},
              {"outcome", outcome_json(view.outcome())}};
    Json enemy{{"men", view.enemy_men()}, {"pawns", nullptr}, {"pieces", nullptr}};
    if (says.capture_tells_man) {
        enemy["pawns"] = view.enemy_pawns_left();
        enemy["pieces"] = view.enemy_pieces_left();
    }
    json["enemy"] = std::move(enemy);
    Json check = Json::array();
    for (const auto kind : kriegspiel::kCheckKinds)
        if (view.my_turn() && (view.turn().check_kinds() & kind))
            check.push_back(std::string(kriegspiel::kind_name(kind)));
    json["check"] = std::move(check);
    Json refused = Json::array();
    if (view.my_turn())
        for (const auto& action : view.turn().refusals())
            refused.push_back(action.text());
    json["refused"] = std::move(refused);
    json["may_ask"] = view.my_turn() && view.turn().may_ask(says);
    json["must_capture"] = view.my_turn() && view.turn().must_capture_with_pawn();
    if (with_tries) {
        kriegspiel::TryList list;
        json["tries"] = tries_json(view, list);
    }
    return json;
}

void add_last_said(Json& view, const std::vector<Event>& heard, Seat seat) {
    view["pawn_tries"] = nullptr;
    for (auto event = heard.rbegin(); event != heard.rend(); ++event) {
        if (event->type == Type::Moved && event->seat == seat)
            return;
        if ((event->type == Type::PawnTries || event->type == Type::Answer) &&
            event->seat == seat) {
            Json said = event->to_json();
            said.erase("type");
            said.erase("seat");
            view["pawn_tries"] = std::move(said);
            return;
        }
    }
}

Json truth_json(const kriegspiel::Referee& referee) {
    return {{"fen", chess::placement(referee.position())},
            {"to_move", std::string(kriegspiel::seat_name(referee.to_act()))}};
}

std::vector<Saying> Watcher<kriegspiel::Kriegspiel>::hear(const std::vector<Event>& first,
                                                          const std::vector<Event>& second) {
    std::vector<Saying> common;
    auto rest = second;
    for (const Event& event : first) {
        const auto twin = std::find_if(rest.begin(), rest.end(), [&](const Event& candidate) {
            return common_part(event, candidate).has_value();
        });
        if (twin == rest.end())
            continue;
        const Event shared = *common_part(event, *twin);
        rest.erase(twin);
        if (shared.type == Type::Moved)
            to_move_ = other(shared.seat);
        if (shared.type == Type::Start)
            to_move_ = shared.seat;
        if (shared.type == Type::Capture)
            ++lost_[other(shared.seat)];
        if (const auto outcome = shared.outcome())
            outcome_ = outcome;
        common.push_back({shared.to_json(), watcher_words(shared)});
    }
    return common;
}

Json Watcher<kriegspiel::Kriegspiel>::view() const {
    const auto& shape = rules_.start().shape();
    return {{"to_move", std::string(kriegspiel::seat_name(to_move_))},
            {"files", shape.width},
            {"ranks", shape.height},
            {"captured", {{"white", lost_[Seat::First]}, {"black", lost_[Seat::Second]}}},
            {"outcome", outcome_json(outcome_)}};
}

}  // namespace nebel::server
