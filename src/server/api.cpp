#include "server/api.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "server/catalog.hpp"
#include "server/limits.hpp"

namespace nebel::server {

namespace {

constexpr int kCreated = 201;
constexpr int kNotModified = 304;
constexpr int kBadRequest = 400;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr int kNotAllowed = 405;
constexpr int kWrongType = 415;
constexpr int kTooMany = 429;
constexpr int kUnavailable = 503;

constexpr std::string_view kNoPage =
    "The table is open, but its page was not built.\n"
    "Build it with ./play, or in the folder web with: npm install --no-package-lock && npm run "
    "build\n";

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Response json_response(const Json& json, int status = 200) {
    Response response;
    response.status = status;
    response.body = dumped(json);
    return response;
}

Response error_response(int status, std::string_view reason) {
    return json_response({{"error", std::string(reason)}}, status);
}

Json entry_json(const GameEntry& entry) {
    Json json{{"id", entry.id},
              {"game", entry.game},
              {"rules", entry.rules},
              {"seats", sitters_json(entry)},
              {"status", entry.outcome ? "over" : "running"},
              {"result", nullptr},
              {"reason", nullptr},
              {"turns", entry.turns},
              {"created", entry.created},
              {"updated", entry.updated},
              {"clock", nullptr}};
    if (entry.outcome) {
        json["result"] = std::string(text(entry.outcome->result));
        json["reason"] = std::string(text(entry.outcome->reason));
    }
    if (entry.base_ms > 0)
        json["clock"] = {{"base_s", entry.base_ms / 1000.0},
                         {"increment_s", entry.increment_ms / 1000.0}};
    return json;
}

std::string text_of(const Json& json, const char* key, std::string fallback = {}) {
    const auto found = json.find(key);
    if (found == json.end() || found->is_null())
        return fallback;
    if (!found->is_string())
        throw UserError(fmt::format("'{}' must be a text", key));
    return found->get<std::string>();
}

std::int64_t milliseconds_of(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end())
        return 0;
    const double seconds = found->is_number() ? found->get<double>() : -1;
    if (!(seconds >= 0 && seconds * 1000 <= static_cast<double>(limits::kMaxClockMs)))
        throw UserError(fmt::format("'{}' must be a number of seconds, a day at most", key));
    return std::llround(seconds * 1000);
}

Sitter read_sitter(const Json& json) {
    if (!json.is_object())
        throw UserError(
            "a seat is {\"kind\":\"person\"} or {\"kind\":\"engine\",\"player\",\"level\"}");
    Sitter sitter;
    const auto kind = text_of(json, "kind");
    if (kind == "engine") {
        sitter.person = false;
        sitter.player = text_of(json, "player");
        sitter.level = text_of(json, "level", "medium");
    } else if (kind == "person") {
        sitter.name = one_line(text_of(json, "name"));
        if (sitter.name.size() > limits::kNameSize)
            throw UserError(fmt::format("a name has at most {} bytes", limits::kNameSize));
    } else {
        throw UserError("'kind' of a seat must be person or engine");
    }
    return sitter;
}

Hall::Wish read_wish(const std::string& body) {
    const Json json = Json::parse(body, nullptr, false);
    if (!json.is_object())
        throw UserError("the body must be one JSON object");
    Hall::Wish wish;
    wish.game = text_of(json, "game");
    wish.rules = text_of(json, "rules");
    const auto seats = json.find("seats");
    if (seats == json.end() || !seats->is_array() || seats->size() != 2)
        throw UserError("'seats' must be a list of two");
    for (const Seat seat : kSeats)
        wish.sitters[seat] = read_sitter((*seats)[index(seat)]);
    const auto order = text_of(json, "order", "given");
    if (order != "given" && order != "random")
        throw UserError("'order' must be given or random");
    wish.shuffled = order == "random";
    if (const auto clock = json.find("clock"); clock != json.end() && !clock->is_null()) {
        if (!clock->is_object())
            throw UserError("'clock' must be null or {\"base_s\", \"increment_s\"}");
        wish.base_ms = milliseconds_of(*clock, "base_s");
        wish.increment_ms = milliseconds_of(*clock, "increment_s");
        if (wish.base_ms == 0)
            throw UserError("'base_s' of a clock must be more than nothing");
    }
    return wish;
}

void pack(Response& response, const Request& request) {
    constexpr std::size_t kWorthPacking = 2048;
    if (!request.gzip || response.packed || response.body.size() < kWorthPacking)
        return;
    response.body = gzipped(response.body);
    response.packed = true;
}

}  // namespace

Target::Target(std::string_view text) {
    const auto mark = text.find('?');
    path = text.substr(0, mark);
    if (mark == std::string_view::npos)
        return;
    for (const auto piece : split(text.substr(mark + 1), '&')) {
        const auto equals = piece.find('=');
        if (equals != std::string_view::npos)
            parameters_.emplace_back(piece.substr(0, equals), piece.substr(equals + 1));
    }
}

std::string_view Target::parameter(std::string_view name) const {
    for (const auto& [key, value] : parameters_)
        if (key == name)
            return value;
    return {};
}

Api::Api(Hall& hall, Page& page)
    : hall_(hall),
      page_(page),
      creates_(limits::kCreateBurst, limits::kCreatesPerSecond),
      requests_(limits::kRequestBurst, limits::kRequestsPerSecond),
      catalog_(dumped(catalog_json())) {}

void Api::handle(const Request& request, const std::function<void(Response)>& answer) {
    const Target target(request.target);
    Response response;
    try {
        if (!requests_.take(request.address, hall_.steady_ms()))
            response = error_response(kTooMany, "too many requests; wait a little");
        else if (send_fog(request, target, answer))
            return;
        else
            response = respond(request, target);
    } catch (const UserError& error) {
        response = error_response(kBadRequest, error.what());
    }
    pack(response, request);
    answer(std::move(response));
}

Response Api::respond(const Request& request, const Target& target) {
    constexpr std::string_view kGames = "/api/games";
    const auto path = target.path;
    if (path == kGames && request.method == "POST")
        return create(request);
    if (request.method != "GET" && request.method != "HEAD")
        return error_response(kNotAllowed, "only GET, and POST /api/games");
    if (path == "/api/catalog") {
        Response response;
        response.body = catalog_;
        return response;
    }
    if (path == kGames)
        return list(target);
    if (path == "/api/statistics") {
        Json list = Json::array();
        for (const auto& score : hall_.ledger().scores())
            list.push_back({{"game", score.game},
                            {"player", score.player},
                            {"level", score.level},
                            {"won", score.won},
                            {"drawn", score.drawn},
                            {"lost", score.lost}});
        return json_response({{"opponents", std::move(list)}});
    }
    if (path == "/api/stratego/setup") {
        std::string rules(target.parameter("rules"));
        for (auto at = rules.find("%2C"); at != std::string::npos; at = rules.find("%2C"))
            rules.replace(at, 3, ",");
        for (auto at = rules.find("%3D"); at != std::string::npos; at = rules.find("%3D"))
            rules.replace(at, 3, "=");
        return json_response(
            {{"setup", suggest_setup(rules, target.parameter("kind"), hall_.entropy()())}});
    }
    if (path.starts_with("/api/games/"))
        return of_game(request, target, path.substr(kGames.size() + 1));
    if (path.starts_with("/api/") || path.starts_with("/ws/"))
        return error_response(kNotFound, "there is nothing here");
    return static_file(request, target);
}

Response Api::create(const Request& request) {
    if (!request.content_type.starts_with("application/json"))
        return error_response(kWrongType,
                              "a game is asked for with Content-Type: application/json");
    const auto wish = read_wish(request.body);
    if (!creates_.take(request.address, hall_.steady_ms()))
        return error_response(kTooMany, "too many new games; wait a little");
    const auto session = hall_.create(wish);
    const auto& entry = session->entry();
    Json tokens = Json::object();
    for (const Seat seat : kSeats)
        if (entry.sitters[seat].person)
            tokens[std::string(seat_text(seat))] = entry.tokens[seat];
    return json_response({{"id", entry.id},
                          {"tokens", std::move(tokens)},
                          {"watch", entry.watch},
                          {"seats", sitters_json(entry)}},
                         kCreated);
}

Response Api::list(const Target& target) {
    const auto number = [&](const char* name, std::int64_t fallback, std::int64_t most) {
        const auto value = parse_number<std::int64_t>(target.parameter(name));
        return std::clamp<std::int64_t>(value.value_or(fallback), 0, most);
    };
    constexpr std::int64_t kDefaultGames = 100;
    constexpr std::int64_t kFarthest = 1'000'000'000;
    Json games = Json::array();
    for (const auto& entry : hall_.ledger().list(
             number("limit", kDefaultGames, limits::kGamesPerPage), number("offset", 0, kFarthest)))
        games.push_back(entry_json(entry));
    return json_response({{"games", std::move(games)}, {"total", hall_.ledger().count()}});
}

Response Api::of_game(const Request& /*request*/, const Target& /*target*/, std::string_view rest) {
    const auto slash = rest.find('/');
    const auto id = std::string(rest.substr(0, slash));
    const auto what = slash == std::string_view::npos ? "" : rest.substr(slash + 1);
    if (what.empty()) {
        const auto entry = hall_.ledger().find(id);
        return entry ? json_response(entry_json(*entry))
                     : error_response(kNotFound, "there is no such game");
    }
    if (what != "review" && what != "record.json" && what != "record.pgn")
        return error_response(kNotFound, "there is nothing here");
    const auto session = hall_.find(id);
    if (!session)
        return error_response(kNotFound, "there is no such game");
    if (!session->game().outcome())
        return error_response(kForbidden, "the game is not over: the truth is told afterwards");
    if (what == "review")
        return review(*session);
    Response response;
    if (what == "record.json") {
        response.body = session->game().record() + "\n";
        response.attachment = id + ".json";
        return response;
    }
    const auto pgn = session->game().pgn();
    if (!pgn)
        return error_response(kNotFound, "this game is not written as PGN");
    response.body = *pgn;
    response.type = "application/x-chess-pgn";
    response.attachment = id + ".pgn";
    return response;
}

Response Api::review(Session& session) {
    Json json = entry_json(session.entry());
    json["steps"] = session.game().review(session.kept());
    return json_response(json);
}

bool Api::send_fog(const Request& request,
                   const Target& target,
                   const std::function<void(Response)>& answer) {
    constexpr std::string_view kBefore = "/api/games/";
    constexpr std::string_view kAfter = "/fog";
    if (request.method != "GET" || !target.path.starts_with(kBefore) ||
        !target.path.ends_with(kAfter))
        return false;
    const auto id =
        target.path.substr(kBefore.size(), target.path.size() - kBefore.size() - kAfter.size());
    const auto session = hall_.find(std::string(id));
    if (!session) {
        answer(error_response(kNotFound, "there is no such game"));
        return true;
    }
    if (!session->game().outcome()) {
        answer(error_response(kForbidden, "the game is not over: ask in your own seat"));
        return true;
    }
    const auto seat_name = target.parameter("seat");
    const auto step = parse_number<std::size_t>(target.parameter("step"));
    if ((seat_name != "first" && seat_name != "second") || !step)
        throw UserError("fog wants seat=first or seat=second, and step=N");
    const Seat seat = seat_name == "first" ? Seat::First : Seat::Second;
    auto draw_fog = session->game().fog(seat, session->game().heard_after(seat, *step));
    if (!draw_fog) {
        answer(error_response(kNotFound, "this game has no fog"));
        return true;
    }
    auto result = std::make_shared<Response>();
    hall_.compute(
        [draw_fog = std::move(draw_fog), result] {
            try {
                *result = json_response(draw_fog());
            } catch (const std::exception&) {
                *result = error_response(kUnavailable, "the fog could not be computed");
            }
        },
        [answer, result] { answer(std::move(*result)); });
    return true;
}

Response Api::static_file(const Request& request, const Target& target) {
    const auto* file = page_.find(target.path);
    Response response;
    if (file == nullptr) {
        const bool built = page_.built();
        response.status = built ? kNotFound : kUnavailable;
        response.type = "text/plain; charset=utf-8";
        response.body = built ? "There is nothing here.\n" : std::string(kNoPage);
        return response;
    }
    response.type = file->type;
    response.cache = file->forever ? "public, max-age=31536000, immutable" : "no-cache";
    response.tag = file->tag;
    if (request.if_none_match == file->tag) {
        response.status = kNotModified;
        return response;
    }
    response.packed = request.gzip && !file->packed.empty();
    response.body = response.packed ? file->packed : file->bytes;
    return response;
}

}  // namespace nebel::server
