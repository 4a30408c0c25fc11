#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "game/record.hpp"
#include "game/table.hpp"

// Records as JSON Lines: one game, one object, one line. The format is described in
// docs/records.md.
namespace nebel {

inline constexpr int kRecordVersion = 1;

namespace record_detail {

template <Game G>
Json events_json(const PerSeat<std::vector<typename G::Event>>& heard) {
    Json json = Json::object();
    for (const Seat seat : kSeats) {
        Json list = Json::array();
        for (const auto& event : heard[seat])
            list.push_back(event.to_json());
        json[std::string(G::seat_name(seat))] = std::move(list);
    }
    return json;
}

template <Game G>
Parsed<PerSeat<std::vector<typename G::Event>>> events_from(const Json& json) {
    PerSeat<std::vector<typename G::Event>> heard;
    if (!json.is_object())
        return parse_error("events must be an object with a list for each seat");
    for (const Seat seat : kSeats) {
        const auto list = json.find(std::string(G::seat_name(seat)));
        if (list == json.end() || !list->is_array())
            return parse_error(fmt::format("events lack the list {}", G::seat_name(seat)));
        for (const auto& item : *list) {
            auto event = G::Event::from_json(item);
            if (!event)
                return tl::make_unexpected(event.error());
            heard[seat].push_back(*event);
        }
    }
    return heard;
}

inline Parsed<std::string> text_field(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_string())
        return parse_error(fmt::format("'{}' is missing or not a text", key));
    return found->get<std::string>();
}

}  // namespace record_detail

template <Game G>
Json record_to_json(const GameRecord<G>& record) {
    using namespace record_detail;
    Json json{{"format", "nebel-record"},
              {"version", kRecordVersion},
              {"game", std::string(G::kName)},
              {"rules", record.rules.text()},
              {"start", record.start},
              {"seed", record.seed},
              {"players", {record.players[Seat::First], record.players[Seat::Second]}},
              {"opening", events_json<G>(record.opening)},
              {"conclusion", events_json<G>(record.conclusion)}};
    Json actions = Json::array();
    for (const auto& entry : record.actions)
        actions.push_back({{"seat", std::string(G::seat_name(entry.seat))},
                           {"action", entry.action.text()},
                           {"accepted", entry.accepted},
                           {"events", events_json<G>(entry.heard)}});
    json["actions"] = std::move(actions);
    if (record.outcome) {
        json["result"] = std::string(text(record.outcome->result));
        json["reason"] = std::string(text(record.outcome->reason));
    }
    return json;
}

/// One line, without the line break.
template <Game G>
std::string record_to_line(const GameRecord<G>& record) {
    return record_to_json(record).dump();
}

template <Game G>
Parsed<GameRecord<G>> record_from_json(const Json& json) {
    using namespace record_detail;
    if (!json.is_object() || json.value("format", Json()) != "nebel-record")
        return parse_error("not a record: 'format' must be 'nebel-record'");
    if (json.value("version", Json()) != kRecordVersion)
        return parse_error(fmt::format("record version must be {}", kRecordVersion));
    if (json.value("game", Json()) != std::string(G::kName))
        return parse_error(fmt::format("record is not of the game {}", G::kName));
    const auto rules_text = text_field(json, "rules");
    const auto start = text_field(json, "start");
    if (!rules_text || !start)
        return tl::make_unexpected(!rules_text ? rules_text.error() : start.error());
    auto rules = G::Rules::parse(*rules_text);
    if (!rules)
        return tl::make_unexpected(rules.error());

    GameRecord<G> record;
    record.rules = *rules;
    record.start = *start;
    if (const auto seed = json.find("seed"); seed != json.end() && seed->is_number_unsigned())
        record.seed = seed->get<std::uint64_t>();
    const auto players = json.find("players");
    if (players == json.end() || !players->is_array() || players->size() != 2 ||
        !(*players)[0].is_string() || !(*players)[1].is_string())
        return parse_error("'players' must be a list of two names");
    for (const Seat seat : kSeats)
        record.players[seat] = (*players)[index(seat)].get<std::string>();
    auto opening = events_from<G>(json.value("opening", Json()));
    auto conclusion = events_from<G>(json.value("conclusion", Json()));
    if (!opening || !conclusion)
        return tl::make_unexpected(!opening ? opening.error() : conclusion.error());
    record.opening = std::move(*opening);
    record.conclusion = std::move(*conclusion);

    const auto actions = json.find("actions");
    if (actions == json.end() || !actions->is_array())
        return parse_error("'actions' must be a list");
    for (const auto& item : *actions) {
        if (!item.is_object() || !item.value("accepted", Json()).is_boolean())
            return parse_error("an action must be an object with 'accepted' true or false");
        const auto seat_text = text_field(item, "seat");
        const auto action_text = text_field(item, "action");
        if (!seat_text || !action_text)
            return tl::make_unexpected(!seat_text ? seat_text.error() : action_text.error());
        const auto seat = parse_seat<G>(*seat_text);
        if (!seat)
            return parse_error(quote(*seat_text) + " is not a seat of this game");
        auto action = G::Action::parse(*action_text);
        if (!action)
            return tl::make_unexpected(action.error());
        auto heard = events_from<G>(item.value("events", Json()));
        if (!heard)
            return tl::make_unexpected(heard.error());
        record.actions.push_back({*seat, *action, item["accepted"].get<bool>(), std::move(*heard)});
    }
    if (json.contains("result")) {
        const auto result_text = text_field(json, "result");
        const auto reason_text = text_field(json, "reason");
        if (!result_text || !reason_text)
            return tl::make_unexpected(!result_text ? result_text.error() : reason_text.error());
        const auto result = parse_result(*result_text);
        const auto reason = parse_reason(*reason_text);
        if (!result || !reason)
            return tl::make_unexpected(!result ? result.error() : reason.error());
        record.outcome = Outcome{*result, *reason};
    }
    return record;
}

template <Game G>
Parsed<GameRecord<G>> record_from_line(std::string_view line) {
    const Json json = Json::parse(line, nullptr, false);
    if (json.is_discarded())
        return parse_error("a record is one JSON object on a line; this is not JSON");
    return record_from_json<G>(json);
}

/// Plays the record again from its start and compares every answer; says where it first differs.
/// Returns the referee at the end.
template <Game G>
Parsed<typename G::Referee> replay(const GameRecord<G>& record) {
    auto referee = G::Referee::from_start(record.rules, record.start);
    if (!referee)
        return tl::make_unexpected(referee.error());
    Table<G> table(record.rules, std::move(*referee));
    if (!(table.record().opening == record.opening))
        return parse_error("the opening announcements differ");
    for (std::size_t i = 0; i < record.actions.size(); ++i) {
        const auto& entry = record.actions[i];
        if (table.outcome())
            return parse_error(fmt::format("action {} comes after the end", i + 1));
        if (table.to_act() != entry.seat)
            return parse_error(fmt::format("action {} is by the wrong seat", i + 1));
        const auto answer = table.act(entry.action);
        if (answer.verdict == Verdict::Invalid)
            return parse_error(
                fmt::format("action {} ({}): {}", i + 1, entry.action.text(), answer.why));
        if (!(table.record().actions.back() == entry))
            return parse_error(
                fmt::format("action {} ({}) is answered differently", i + 1, entry.action.text()));
    }
    if (record.outcome && !table.outcome())
        table.conclude(*record.outcome);
    if (table.record().conclusion != record.conclusion || table.outcome() != record.outcome)
        return parse_error("the end differs");
    return table.truth();
}

}  // namespace nebel
