#pragma once

#include <span>
#include <string>
#include <vector>

#include "chess/position.hpp"
#include "protocol/engine_client.hpp"

namespace nebel::protocol {

/// What a chess engine thinks a line is worth, from the point of view of the side to move.
struct UciScore {
    bool mate = false;  ///< then `value` counts moves to the mate, negative when being mated
    int value = 0;      ///< otherwise hundredths of a pawn
    bool operator==(const UciScore&) const = default;
};

struct UciLine {
    int depth = 0;
    std::uint64_t nodes = 0;
    UciScore score;
    std::vector<std::string> moves;
};

struct UciAnswer {
    chess::Move best;  ///< none when there is no legal move
    /// The last word on each line, best first; one unless more were asked for.
    std::vector<UciLine> lines;
};

struct UciRequest {
    Budget budget;  ///< nodes, time, clock and the stop flag; simulations mean nothing here
    int depth = 0;  ///< 0: not limited
    int lines = 1;  ///< MultiPV, for engines that have it
};

/// A chess engine that speaks UCI, as a child process: for the player `uci:` and for evaluators.
/// One search at a time, from one thread. Throws PlayerFailure when the engine hangs, dies or
/// talks nonsense; the next call starts it anew.
class UciEngine {
 public:
    /// Starts nothing yet. Settings are sent as options at each start.
    UciEngine(LinkFactory factory,
              std::vector<EngineCommand::Setting> settings,
              const EngineLimits& limits);
    /// "PROGRAM ARGS option.NAME=VALUE"; throws UserError.
    explicit UciEngine(std::string_view command, const EngineLimits& limits = {});

    /// Starts the engine if it is not running. Throws UserError for a setting it does not have.
    void start();
    /// The engine's name for itself; empty before the start.
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] bool has_option(std::string_view name) const;
    /// For the engine as it runs now and after every restart. Throws UserError if it has no such
    /// option.
    void set_option(const std::string& name, const std::string& value);

    /// The next position has nothing to do with the last.
    void new_game();

    /// Whether this is a position a chess engine can be trusted with: the standard board, and
    /// everything chess::Setup::validate asks for; above all, the side not to move is not in check
    /// (engines take the king and crash, or worse, answer).
    static Parsed<void> accepts(const chess::Position& position);

    /// Thinks about the position that `moves` lead to from `start`. Precondition (checked): the
    /// position at the end is accepted. A position without a legal move is answered here.
    UciAnswer search(const chess::Position& start,
                     std::span<const chess::Move> moves,
                     const UciRequest& request);
    UciAnswer search(const chess::Position& position, const UciRequest& request) {
        return search(position, {}, request);
    }

    /// Called with each line of thought. May be empty.
    std::function<void(const UciLine&)> on_line;

 private:
    UciEngine(const EngineCommand& command, const EngineLimits& limits);
    void shake_hands();
    void synchronise();
    void apply_option(const std::string& name, const std::string& value);

    EngineClient client_;
    std::vector<EngineCommand::Setting> settings_;
    std::string name_;
    std::vector<std::string> options_;
    int lines_ = 1;
};

/// "info depth 12 multipv 1 score cp 31 nodes 4321 pv e2e4 e7e5"; nothing for an info line without
/// a score and a line. `rank` is the line's MultiPV number, from 1.
std::optional<UciLine> parse_uci_info(std::string_view line, int& rank);

}  // namespace nebel::protocol
