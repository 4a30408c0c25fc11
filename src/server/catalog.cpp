#include "server/catalog.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "chess/start_positions.hpp"
#include "core/text.hpp"
#include "core/version.hpp"
#include "darkchess/game.hpp"
#include "kriegspiel/game.hpp"
#include "stratego/game.hpp"
#include "stratego/setup_sources.hpp"

namespace nebel::server {

namespace {

using darkchess::DarkChess;
using kriegspiel::Kriegspiel;
using stratego::Stratego;

/// The rules of a ruleset as sentences, from the same row that the umpire reads.
Json announcements_json(const kriegspiel::Announcements& says) {
    using kriegspiel::PawnInformation;
    Json list = Json::array();
    if (says.moves_told) {
        list.push_back("Every move is announced to both sides.");
        return list;
    }
    list.push_back(says.refusal_public ? "Both sides hear when a try is refused."
                                       : "Only the mover hears when a try is refused.");
    if (says.nonsense_distinct)
        list.push_back(
            says.nonsense_public
                ? "A try that could never be legal is called nonsense, for both to hear."
                : "A try that could never be legal is called nonsense, to the mover alone.");
    list.push_back(
        says.capture_tells_man
            ? "A capture is announced with its square, and whether a pawn or a piece fell."
            : "A capture is announced with its square, not with the man that fell.");
    list.push_back(
        "Check is announced with its direction: rank, file, long or short diagonal, knight.");
    switch (says.pawns) {
        case PawnInformation::None:
            list.push_back("Nothing is said of pawn captures.");
            break;
        case PawnInformation::Count:
            list.push_back("Before each turn both sides hear how many pawn captures there are.");
            break;
        case PawnInformation::YesNo:
            list.push_back("Before each turn both sides hear whether there is a pawn capture.");
            break;
        case PawnInformation::Squares:
            list.push_back("Before each turn the squares of pawns that can capture are told.");
            break;
        case PawnInformation::OnAsking:
            list.push_back("The mover may ask \"Any?\": is there a pawn capture?");
            break;
    }
    if (says.obligation == kriegspiel::AnyObligation::CompleteCapture)
        list.push_back("After a yes the turn must end with a pawn capture.");
    if (says.obligation == kriegspiel::AnyObligation::OneTry)
        list.push_back("After a yes one pawn capture must be tried.");
    if (says.promotion_told)
        list.push_back("Promotions are announced.");
    if (says.en_passant_told)
        list.push_back("A capture en passant is announced as such.");
    if (says.stalemate_loses)
        list.push_back("A side that is stalemated loses.");
    return list;
}

template <Game G>
Json players_json() {
    Json list = Json::array();
    for (const auto& entry : PlayerRegistry<G>::instance().entries()) {
        if (entry.spec.raw)
            continue;  // an external program: not for strangers to start
        Json levels = Json::array();
        for (const Level& level : levels_of(G::kName, entry.spec))
            levels.push_back({{"id", level.id}, {"about", level.about}});
        list.push_back(
            {{"id", entry.spec.name}, {"about", entry.spec.help}, {"levels", std::move(levels)}});
    }
    return list;
}

template <Game G>
Json game_json(std::string_view name, std::string_view about) {
    return {{"id", std::string(G::kName)},
            {"name", std::string(name)},
            {"about", std::string(about)},
            {"seats",
             {std::string(G::seat_name(Seat::First)), std::string(G::seat_name(Seat::Second))}},
            {"players", players_json<G>()}};
}

/// The first of these that is registered, so that a build without one still offers a game.
template <Game G>
Json default_json(std::initializer_list<const char*> wanted, const char* level, const char* rules) {
    for (const char* name : wanted)
        if (PlayerRegistry<G>::instance().find(name) != nullptr)
            return {{"player", name}, {"level", level}, {"rules", rules}};
    return {{"player", "random"}, {"level", level}, {"rules", rules}};
}

Json kriegspiel_json() {
    Json json = game_json<Kriegspiel>(
        "Kriegspiel",
        "Chess in which you see your own men only, and an umpire answers your tries.");
    json["rules"] = Json::array();
    for (const auto& says : kriegspiel::all_announcements())
        json["rules"].push_back({{"text", std::string(says.name)},
                                 {"name", std::string(says.name)},
                                 {"about", std::string(says.about)},
                                 {"announcements", announcements_json(says)}});
    json["boards"] = Json::array();
    for (const auto& start : chess::start_positions()) {
        const auto position = chess::start_position(start.name);
        json["boards"].push_back({{"id", start.name},
                                  {"name", start.about},
                                  {"files", position->shape().width},
                                  {"ranks", position->shape().height}});
    }
    json["default"] = default_json<Kriegspiel>({"champion"}, "strong", "wild16");
    return json;
}

Json darkchess_json() {
    Json json = game_json<DarkChess>(
        "Chinese Dark Chess", "Thirty-two men lie face down: turn one over, or move one of yours.");
    json["rules"] = Json::array();
    const std::pair<const char*, const char*> presets[] = {
        {"icga180",
         "The Computer Olympiad's rules: a draw after 180 plies without capture or flip."},
        {"ntu60",
         "The rules of National Taiwan University's platform: a draw after 60 quiet plies."},
        {"seed40", "A draw after 40 plies without capture or flip."}};
    for (const auto& [text, about] : presets) {
        const auto rules = darkchess::Rules::parse(text);
        if (!rules)
            continue;
        Json announcements = Json::array();
        announcements.push_back(
            "Everything is public but the faces of men that were never turned over.");
        if (rules->quiet > 0)
            announcements.push_back(fmt::format(
                "The game is drawn after {} plies without a capture or a flip.", rules->quiet));
        if (rules->repetition == darkchess::Repetition::Position3)
            announcements.push_back("The game is drawn when a position occurs for the third time.");
        if (rules->repetition == darkchess::Repetition::Platform)
            announcements.push_back(
                "The game is drawn when the same moves are made three times over.");
        json["rules"].push_back({{"text", text},
                                 {"name", text},
                                 {"about", about},
                                 {"announcements", std::move(announcements)}});
    }
    json["boards"] = Json::array(
        {{{"id", "4x8"}, {"name", "half a xiangqi board"}, {"files", 4}, {"ranks", 8}}});
    json["default"] = default_json<DarkChess>({"champion", "expectimax"}, "medium", "icga180");
    return json;
}

Json stratego_json() {
    Json json =
        game_json<Stratego>("Stratego", "Two armies whose ranks only strikes tell: find the flag.");
    json["rules"] = Json::array();
    json["boards"] = Json::array();
    for (const char* name : {"classic", "barrage", "duel", "8x8", "6x6", "5x5", "tiny", "micro"}) {
        const auto rules = stratego::Rules::parse(name);
        if (!rules)
            continue;
        const auto& arena = rules->arena();
        Json announcements = Json::array();
        announcements.push_back("A strike shows both ranks to both sides; nothing else is told.");
        announcements.push_back(
            "No man may go to and fro between two squares more than three times.");
        announcements.push_back("A chase that repeats itself is forbidden to the chaser.");
        json["rules"].push_back({{"text", name},
                                 {"name", name},
                                 {"about", fmt::format("{} men a side on {} by {} squares.",
                                                       arena.men, arena.width, arena.height)},
                                 {"announcements", std::move(announcements)}});
        json["boards"].push_back(
            {{"id", name}, {"name", name}, {"files", arena.width}, {"ranks", arena.height}});
    }
    json["default"] = default_json<Stratego>({"capturer"}, "strong", "barrage");
    return json;
}

template <Game G>
Level level_of(std::string_view player, std::string_view level) {
    const auto* entry = PlayerRegistry<G>::instance().find(player);
    if (entry == nullptr || entry->spec.raw)
        throw UserError(fmt::format("{} has no player {}", G::kName, quote(player)));
    for (const Level& one : levels_of(G::kName, entry->spec))
        if (one.id == level)
            return one;
    throw UserError(fmt::format("no level {}; levels: easy, medium, strong", quote(level)));
}

}  // namespace

Json catalog_json() {
    return {{"version", std::string(kVersion)},
            {"default_game", "kriegspiel"},
            {"games", {kriegspiel_json(), darkchess_json(), stratego_json()}}};
}

Level find_level(std::string_view game, std::string_view player, std::string_view level) {
    if (game == Kriegspiel::kName)
        return level_of<Kriegspiel>(player, level);
    if (game == DarkChess::kName)
        return level_of<DarkChess>(player, level);
    if (game == Stratego::kName)
        return level_of<Stratego>(player, level);
    throw UserError("no game " + quote(game) + "; games: kriegspiel, darkchess, stratego");
}

std::string suggest_setup(std::string_view rules, std::string_view kind, std::uint64_t seed) {
    const auto parsed = value_or_throw(stratego::Rules::parse(rules), "rules");
    Rng rng(seed);
    if (kind == "human")
        return stratego::human_setup(parsed, rng).text();
    if (kind == "random")
        return stratego::random_setup(parsed, rng).text();
    throw UserError("kind " + quote(kind) + ": accepted are human and random");
}

}  // namespace nebel::server
