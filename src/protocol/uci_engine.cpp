#include "protocol/uci_engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "core/text.hpp"

namespace nebel::protocol {

namespace {

/// No engine offers more lines than there are legal moves.
constexpr int kMostLines = 500;

std::string go_command(const UciRequest& request) {
    std::string line = "go";
    const Budget& budget = request.budget;
    if (request.depth > 0)
        line += fmt::format(" depth {}", request.depth);
    if (budget.nodes != 0)
        line += fmt::format(" nodes {}", budget.nodes);
    if (budget.time.count() != 0)
        line += fmt::format(" movetime {}", budget.time.count());
    // The opponent's clock is not known here; equal ones make the engine plan for itself.
    if (budget.clock)
        line += fmt::format(" wtime {0} btime {0} winc {1} binc {1}",
                            budget.clock->remaining.count(), budget.clock->increment.count());
    // "go" alone means different things to different engines, often "for ever".
    if (line == "go")
        line += " depth 8";
    return line;
}

/// Some engines pass over "nodes" (GNU Chess 6 does): they are stopped when they report too many.
bool over_budget(const std::vector<std::string_view>& words, const Budget& budget) {
    const auto at = std::find(words.begin(), words.end(), "nodes");
    if (budget.nodes == 0 || at == words.end() || at + 1 == words.end())
        return false;
    return parse_number<std::uint64_t>(*(at + 1)).value_or(0) >= budget.nodes;
}

/// The name in "option name Skill Level type spin ...".
std::string option_name(std::string_view line) {
    constexpr std::string_view kName = "option name ";
    const auto end = line.find(" type ");
    if (!line.starts_with(kName))
        return {};
    return std::string(
        trim(line.substr(kName.size(), end == std::string_view::npos ? std::string_view::npos
                                                                     : end - kName.size())));
}

}  // namespace

std::optional<UciLine> parse_uci_info(std::string_view line, int& rank) {
    UciLine result;
    rank = 1;
    bool scored = false;
    const auto words = split_words(line);
    const auto number = [&](std::size_t i) {
        return i < words.size() ? parse_number<std::int64_t>(words[i]).value_or(0) : 0;
    };
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == "string")
            return std::nullopt;
        if (words[i] == "depth") {
            result.depth = static_cast<int>(number(i + 1));
        } else if (words[i] == "nodes") {
            result.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, number(i + 1)));
        } else if (words[i] == "multipv") {
            rank = static_cast<int>(std::clamp<std::int64_t>(number(i + 1), 1, kMostLines));
        } else if (words[i] == "score" && i + 2 < words.size()) {
            scored = words[i + 1] == "cp" || words[i + 1] == "mate";
            result.score = {words[i + 1] == "mate", static_cast<int>(std::clamp<std::int64_t>(
                                                        number(i + 2), -1'000'000, 1'000'000))};
        } else if (words[i] == "pv") {
            for (++i; i < words.size(); ++i)
                result.moves.emplace_back(words[i]);
        }
    }
    if (!scored || result.moves.empty())
        return std::nullopt;
    return result;
}

UciEngine::UciEngine(LinkFactory factory,
                     std::vector<EngineCommand::Setting> settings,
                     const EngineLimits& limits)
    : client_(std::move(factory), limits, "quit"), settings_(std::move(settings)) {}

UciEngine::UciEngine(const EngineCommand& command, const EngineLimits& limits)
    : UciEngine(process_factory(command, limits), command.settings, limits) {}

UciEngine::UciEngine(std::string_view command, const EngineLimits& limits)
    : UciEngine(EngineCommand::parse(command), limits) {}

bool UciEngine::has_option(std::string_view name) const {
    return std::find(options_.begin(), options_.end(), name) != options_.end();
}

void UciEngine::start() {
    if (client_.connected())
        return;
    client_.connect();
    client_.guarded([&] { shake_hands(); });
}

void UciEngine::shake_hands() {
    options_.clear();
    lines_ = 1;
    const auto deadline = client_.handshake_deadline();
    client_.send("uci");
    while (true) {
        const std::string line = client_.next_line(deadline, "uciok");
        if (trim(line) == "uciok")
            break;
        if (line.starts_with("id name "))
            name_ = trim(std::string_view(line).substr(8));
        else if (const auto name = option_name(line); !name.empty())
            options_.push_back(name);
    }
    for (const auto& setting : settings_)
        apply_option(setting.name, setting.value);
    synchronise();
}

void UciEngine::apply_option(const std::string& name, const std::string& value) {
    if (!has_option(name))
        throw UserError(fmt::format("the engine {} has no option {}; its options: {}", name_,
                                    quote(name), options_.empty() ? "none" : join(options_, ", ")));
    client_.send(fmt::format("setoption name {} value {}", name, value));
}

void UciEngine::set_option(const std::string& name, const std::string& value) {
    start();
    if (!has_option(name))
        throw UserError(fmt::format("the engine {} has no option {}", name_, quote(name)));
    const auto known = std::find_if(settings_.begin(), settings_.end(),
                                    [&](const auto& setting) { return setting.name == name; });
    if (known != settings_.end())
        known->value = value;
    else
        settings_.push_back({name, value});
    client_.guarded([&] {
        apply_option(name, value);
        synchronise();
    });
}

void UciEngine::synchronise() {
    const auto deadline = client_.handshake_deadline();
    client_.send("isready");
    while (trim(client_.next_line(deadline, "readyok")) != "readyok") {
    }
    client_.settle();
}

void UciEngine::new_game() {
    start();
    client_.guarded([&] {
        client_.send("ucinewgame");
        synchronise();
    });
}

Parsed<void> UciEngine::accepts(const chess::Position& position) {
    if (&position.shape() != &chess::Shape::standard())
        return parse_error("a chess engine plays on the 8x8 board only");
    return position.setup().validate();
}

UciAnswer UciEngine::search(const chess::Position& start_position,
                            std::span<const chess::Move> moves,
                            const UciRequest& request) {
    chess::Position position = start_position;
    std::string command = "position fen " + chess::to_fen(start_position);
    if (!moves.empty())
        command += " moves";
    for (const chess::Move move : moves) {
        command += " " + chess::to_uci(move);
        position.do_move(move);
    }
    NEBEL_CHECK(accepts(start_position) && accepts(position));
    UciAnswer answer;
    if (!chess::has_legal_move(position))
        return answer;

    start();
    return client_.guarded([&] {
        if (request.lines != lines_ && has_option("MultiPV")) {
            lines_ = std::clamp(request.lines, 1, kMostLines);
            client_.send(fmt::format("setoption name MultiPV value {}", lines_));
        }
        synchronise();
        client_.send(command);
        client_.send(go_command(request));
        EngineClient::AnswerWait wait(client_, request.budget);
        bool stopped = false;
        while (true) {
            const std::string line = wait.next_line([&] { client_.send("stop"); });
            const auto words = split_words(line);
            if (words.empty())
                continue;
            if (words[0] == "info") {
                if (!stopped && over_budget(words, request.budget)) {
                    client_.send("stop");
                    stopped = true;
                }
                int rank = 1;
                if (auto thought = parse_uci_info(line, rank)) {
                    if (on_line)
                        on_line(*thought);
                    const auto place = static_cast<std::size_t>(rank - 1);
                    if (answer.lines.size() <= place)
                        answer.lines.resize(place + 1);
                    answer.lines[place] = std::move(*thought);
                }
            } else if (words[0] == "bestmove") {
                const auto text =
                    words.size() > 1 ? chess::parse_uci(words[1]) : parse_error("no move");
                const auto move = text ? chess::to_legal_move(position, *text) : std::nullopt;
                if (!move)
                    throw PlayerFailure(
                        Reason::Nonsense,
                        fmt::format("{} said {}, which is no legal move", name_, quote(line)));
                answer.best = *move;
                client_.settle();
                return answer;
            }
        }
    });
}

}  // namespace nebel::protocol
