#include "lab/measured.hpp"

#include <nlohmann/json.hpp>

#include "core/text.hpp"

namespace nebel::lab {

namespace {

using Json = nlohmann::ordered_json;

void put(Json& json, const char* key, const std::optional<double>& value) {
    if (value)
        json[key] = *value;
}

void put(Json& json, const char* key, const std::optional<BestMove>& best) {
    if (best)
        json[key] = {best->action, best->wins, best->losses, best->draws};
}

std::optional<double> number(const Json& json, const char* key) {
    return json.contains(key) ? std::optional(json.at(key).get<double>()) : std::nullopt;
}

std::optional<BestMove> best_move(const Json& json, const char* key) {
    if (!json.contains(key))
        return std::nullopt;
    const auto& list = json.at(key);
    return BestMove{list.at(0), list.at(1), list.at(2), list.at(3)};
}

Json to_json(const PlayoutRow& row) {
    Json json;
    json["position"] = row.position;
    json["policy"] = darkchess::text(row.policy);
    json["limit"] = row.limit;
    json["counter"] = row.counter;
    put(json, "seconds", row.seconds);
    put(json, "draws", row.draws);
    put(json, "men", row.men);
    put(json, "men_deviation", row.men_deviation);
    put(json, "plies", row.plies);
    put(json, "plies_deviation", row.plies_deviation);
    put(json, "best", row.best);
    put(json, "best_evaluated", row.best_evaluated);
    return json;
}

PlayoutRow playout_row(const Json& json) {
    PlayoutRow row;
    row.position = json.at("position");
    const std::string policy = json.at("policy");
    const auto known = darkchess::parse_policy(policy);
    if (!known)
        throw UserError("no policy " + quote(policy));
    row.policy = *known;
    row.limit = json.at("limit");
    row.counter = json.at("counter");
    row.seconds = number(json, "seconds");
    row.draws = number(json, "draws");
    row.men = number(json, "men");
    row.men_deviation = number(json, "men_deviation");
    row.plies = number(json, "plies");
    row.plies_deviation = number(json, "plies_deviation");
    row.best = best_move(json, "best");
    row.best_evaluated = best_move(json, "best_evaluated");
    return row;
}

Json to_json(const MeasuredCell& cell) {
    Json json;
    json["row"] = cell.row;
    json["column"] = cell.column;
    json["games"] = cell.total.games();
    json["wins"] = cell.total.wins;
    json["draws"] = cell.total.draws;
    json["losses"] = cell.total.losses;
    json["pairs"] = cell.pairs.counts;
    json["failures"] = cell.failures;
    return json;
}

MeasuredCell measured_cell(const Json& json) {
    MeasuredCell cell;
    cell.row = json.at("row");
    cell.column = json.at("column");
    cell.total = {json.at("losses"), json.at("draws"), json.at("wins")};
    cell.pairs.counts = json.at("pairs");
    cell.failures = json.at("failures");
    return cell;
}

}  // namespace

Json Measured::json() const {
    Json json;
    json["experiment"] = experiment;
    json["command"] = command;
    json["version"] = version;
    json["sample"] = sample;
    json["complete"] = complete;
    json["seconds"] = seconds;
    const bool playouts = std::holds_alternative<PlayoutRows>(results);
    Json list = Json::array();
    std::visit(
        [&](const auto& all) {
            for (const auto& one : all)
                list.push_back(to_json(one));
        },
        results);
    json[playouts ? "rows" : "cells"] = std::move(list);
    return json;
}

Parsed<Measured> Measured::parse(std::string_view text) {
    try {
        const auto json = Json::parse(text);
        Measured measured;
        measured.experiment = json.at("experiment");
        measured.command = json.at("command");
        measured.version = json.at("version");
        measured.sample = json.at("sample");
        measured.complete = json.at("complete");
        measured.seconds = json.at("seconds");
        if (json.contains("rows")) {
            for (const auto& row : json.at("rows"))
                std::get<PlayoutRows>(measured.results).push_back(playout_row(row));
        } else {
            auto& cells = measured.results.emplace<GridCells>();
            for (const auto& cell : json.at("cells"))
                cells.push_back(measured_cell(cell));
        }
        return measured;
    } catch (const nlohmann::json::exception& error) {
        return parse_error(one_line(error.what()));
    } catch (const UserError& error) {
        return parse_error(error.what());
    }
}

Measured Measured::load(const std::filesystem::path& file) {
    return value_or_throw(parse(read_text(file)), file.string());
}

void Measured::save(const std::filesystem::path& file) const {
    // One result a line: a new measurement is then readable as a difference.
    Json head = json();
    const char* key = head.contains("rows") ? "rows" : "cells";
    const Json list = head[key];
    head.erase(key);
    std::string text = head.dump(1);
    text.erase(text.rfind('\n'));
    text += std::string(",\n \"") + key + "\": [";
    for (std::size_t i = 0; i < list.size(); ++i)
        text += std::string(i == 0 ? "" : ",") + "\n  " + list[i].dump();
    write_text(file, text + "\n ]\n}\n");
}

}  // namespace nebel::lab
