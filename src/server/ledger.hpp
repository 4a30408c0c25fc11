#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game/outcome.hpp"
#include "game/seat.hpp"
#include "server/live_game.hpp"

namespace nebel::server {

/// Who sits somewhere, as everybody may know it.
struct Sitter {
    bool person = true;
    std::string name;    ///< of a person; may be empty
    std::string player;  ///< of an engine: its registered name
    std::string level;   ///< of an engine
    // How the engine was made; not told.
    std::string spec;
    std::string budget;
    double slip = 0;
    std::uint64_t seed = 0;
};

/// A game as the ledger keeps it: enough to build it again, and what a list shows.
struct GameEntry {
    std::string id;
    std::string game;
    std::string rules;
    std::string start;
    std::uint64_t seed = 0;
    PerSeat<Sitter> sitters;
    PerSeat<std::string> tokens;  ///< empty for an engine's seat
    std::string watch;
    std::int64_t base_ms = 0;  ///< 0: no clock
    std::int64_t increment_ms = 0;
    PerSeat<std::int64_t> remaining_ms;
    std::int64_t created = 0;
    std::int64_t updated = 0;  ///< the last time both seats heard something
    std::int64_t turns = 0;
    std::optional<Outcome> outcome;
};

/// Won, drawn and lost by persons against one opponent.
struct OpponentScore {
    std::string game;
    std::string player;
    std::string level;
    std::int64_t won = 0;
    std::int64_t drawn = 0;
    std::int64_t lost = 0;
};

/// The games of the table in one SQLite file. When a call returns, what it kept survives the death
/// of the program; nobody is told anything before. One program holds a file at a time, one object
/// belongs to one thread. Throws UserError, naming the file, when the file cannot be used.
class Ledger {
 public:
    explicit Ledger(const std::filesystem::path& file);
    ~Ledger();

    void add(const GameEntry& entry);
    /// An action that was answered, the n-th from 0, with the state of the entry after it.
    void keep(const GameEntry& entry, std::size_t n, const KeptAction& action);
    /// The state of the entry alone: the end from outside, a clock that ran on.
    void update(const GameEntry& entry);
    /// The clocks of several games, in one go.
    void update_clocks(const std::vector<const GameEntry*>& entries);

    [[nodiscard]] std::optional<GameEntry> find(const std::string& id);
    [[nodiscard]] std::vector<KeptAction> actions(const std::string& id);
    /// Newest first.
    [[nodiscard]] std::vector<GameEntry> list(std::int64_t limit, std::int64_t offset);
    [[nodiscard]] std::int64_t count();
    /// The ids of games that are not over, newest first.
    [[nodiscard]] std::vector<std::string> running();
    [[nodiscard]] std::vector<OpponentScore> scores();

 private:
    struct Database;
    std::unique_ptr<Database> db_;
};

}  // namespace nebel::server
