#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "match/archive.hpp"
#include "match/match_spec.hpp"

namespace nebel::store {

/// One match as a list shows it.
struct MatchRow {
    std::int64_t id = 0;
    std::string game;
    std::string rules;
    std::string first_player;
    std::string second_player;
    std::string first_budget;
    std::string second_budget;
    std::string clock;
    std::uint64_t seed = 0;
    std::string version;
    std::int64_t created = 0;  ///< seconds since 1970
    std::uint64_t games = 0;   ///< finished so far
};

/// One game as a list shows it; the whole game is asked for by `record`.
struct GameRow {
    std::int64_t match = 0;
    std::uint64_t index = 0;
    PerSeat<std::string> players;
    Outcome outcome{};
    std::uint64_t moves = 0;
    std::uint64_t tries = 0;
    std::string note;
    std::int64_t finished = 0;  ///< seconds since 1970
};

/// Matches and their games in one file, the only place that knows it is SQLite. A game is on disk
/// when the call that saves it returns, and survives the death of the program at any moment.
/// Several programs may use one file; one object belongs to one thread. Everything throws UserError
/// with the file's name when the file cannot be used.
class Store {
 public:
    /// Opens the file or makes it. Refuses a file that is no database, is not a store, or was
    /// written by a program with another schema.
    explicit Store(const std::filesystem::path& file);
    ~Store();
    Store(Store&&) noexcept;
    Store& operator=(Store&&) noexcept;

    /// The match with exactly these parameters, made when it is not there.
    std::int64_t open_match(const match::MatchSpec& spec);

    /// The games of one match as the runner wants them. Must not outlive the store.
    std::unique_ptr<match::Archive> archive(std::int64_t match);

    /// Newest first.
    std::vector<MatchRow> matches();
    /// In the order of their index.
    std::vector<GameRow> games(std::int64_t match, std::uint64_t limit, std::uint64_t offset = 0);
    /// The game as one line of JSON, or nothing.
    std::optional<std::string> record(std::int64_t match, std::uint64_t index);

    struct Connection;

 private:
    std::unique_ptr<Connection> connection_;
};

}  // namespace nebel::store
