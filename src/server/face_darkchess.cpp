#include "darkchess/words.hpp"
#include "game/end_words.hpp"
#include "server/face.hpp"

namespace nebel::server {

namespace {

using darkchess::Event;
using darkchess::Man;
using darkchess::View;

template <class Count>
Json counts_json(Count&& count) {
    Json json = Json::object();
    for (const Man man : darkchess::kAllMen)
        if (const int n = count(man); n > 0)
            json[std::string(1, darkchess::letter(man))] = n;
    return json;
}

std::string_view player_name(Seat seat) {
    return seat == Seat::First ? "The first player" : "The second player";
}

std::string watcher_words(const Event& event) {
    if (const auto outcome = event.outcome())
        return end_words(*outcome, player_name(Seat::First), player_name(Seat::Second));
    constexpr std::string_view kOther = "Your opponent";
    return std::string(player_name(event.seat())) +
           words(event, other(event.seat())).substr(kOther.size());
}

}  // namespace

Json view_json(const View& view, bool with_tries) {
    const auto& board = view.board();
    Json json{
        {"seat", std::string(darkchess::seat_name(view.seat()))},
        {"to_move", std::string(darkchess::seat_name(board.seat_to_move()))},
        {"my_turn", view.my_turn()},
        {"my_colour", nullptr},
        {"board", board.placement()},
        {"hidden", counts_json([&](Man man) { return board.dark_left(man); })},
        {"captured", counts_json([&](Man man) { return board.captured(man); })},
        {"quiet", board.quiet()},
        {"outcome", outcome_json(view.outcome())},
    };
    if (const auto colour = view.my_colour())
        json["my_colour"] = std::string(darkchess::text(*colour));
    if (with_tries) {
        darkchess::Actions list;
        json["tries"] = tries_json(view, list);
    }
    return json;
}

Json truth_json(const darkchess::Referee& referee) {
    return {{"board", referee.course().board().placement()}, {"deal", referee.start_text()}};
}

std::vector<Saying> Watcher<darkchess::DarkChess>::hear(const std::vector<Event>& first,
                                                        const std::vector<Event>& second) {
    std::vector<Saying> common;
    for (std::size_t i = 0; i < first.size() && i < second.size(); ++i) {
        if (!(first[i] == second[i]))
            break;
        view_.hear(first[i]);
        common.push_back({first[i].to_json(), watcher_words(first[i])});
    }
    return common;
}

Json Watcher<darkchess::DarkChess>::view() const {
    Json json = view_json(view_, false);
    for (const char* key : {"seat", "my_turn", "my_colour"})
        json.erase(key);
    json["first_colour"] = nullptr;
    if (const auto colour = view_.my_colour())
        json["first_colour"] = std::string(darkchess::text(*colour));
    return json;
}

std::function<Json()> fog_of(const darkchess::Rules& /*rules*/,
                             Seat /*seat*/,
                             std::vector<Event> /*heard*/) {
    return {};
}

}  // namespace nebel::server
