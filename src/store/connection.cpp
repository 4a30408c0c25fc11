#include "store/connection.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

namespace nebel::store {

namespace {

constexpr int kSchema = 1;
constexpr int kApplication = 0x4e45424c;  // "NEBL"
constexpr int kBusyTimeoutMs = 10000;
constexpr int kPauseMs = 10;

constexpr const char* kTables = R"sql(
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    player1 TEXT NOT NULL,
    player2 TEXT NOT NULL,
    budget1 TEXT NOT NULL,
    budget2 TEXT NOT NULL,
    clock TEXT NOT NULL,
    limits TEXT NOT NULL,
    seed TEXT NOT NULL,
    version TEXT NOT NULL,
    created INTEGER NOT NULL DEFAULT (unixepoch())
);
CREATE TABLE IF NOT EXISTS games (
    match INTEGER NOT NULL REFERENCES matches(id),
    number INTEGER NOT NULL,
    first_seat TEXT NOT NULL,
    second_seat TEXT NOT NULL,
    result TEXT NOT NULL,
    reason TEXT NOT NULL,
    note TEXT NOT NULL,
    moves1 INTEGER NOT NULL, tries1 INTEGER NOT NULL, nodes1 INTEGER NOT NULL,
    simulations1 INTEGER NOT NULL, microseconds1 INTEGER NOT NULL,
    moves2 INTEGER NOT NULL, tries2 INTEGER NOT NULL, nodes2 INTEGER NOT NULL,
    simulations2 INTEGER NOT NULL, microseconds2 INTEGER NOT NULL,
    record TEXT NOT NULL,
    finished INTEGER NOT NULL DEFAULT (unixepoch()),
    PRIMARY KEY (match, number)
);
)sql";

int pragma(SQLite::Database& database, const char* name) {
    return database.execAndGet(fmt::format("PRAGMA {}", name)).getInt();
}

/// Whether the tables are there. Throws UserError when they are not ours.
bool is_prepared(SQLite::Database& database, const std::string& file) {
    if (database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0)
        return false;
    if (pragma(database, "application_id") != kApplication)
        throw UserError("store " + file + ": a database, but not a store of games");
    const int schema = pragma(database, "user_version");
    if (schema != kSchema)
        throw UserError(fmt::format("store {}: written with schema {}, this program knows {}", file,
                                    schema, kSchema));
    return true;
}

void prepare(SQLite::Database& database, const std::string& file) {
    if (is_prepared(database, file))
        return;
    // Two programs may open a new file at the same moment: it is looked at again under the lock.
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    if (is_prepared(database, file))
        return;
    database.exec(kTables);
    database.exec(fmt::format("PRAGMA application_id = {}", kApplication));
    database.exec(fmt::format("PRAGMA user_version = {}", kSchema));
    transaction.commit();
}

// A log beside the file: a commit is cheap, and a killed program leaves a consistent file. Changing
// over needs the file for itself for a moment, and SQLite does not wait for that on its own.
void use_write_ahead_log(SQLite::Database& database) {
    for (int waited = 0;; waited += kPauseMs) {
        try {
            if (database.execAndGet("PRAGMA journal_mode = WAL").getString() == "wal")
                return;
        } catch (const SQLite::Exception&) {
            if (waited >= kBusyTimeoutMs)
                throw;
        }
        if (waited >= kBusyTimeoutMs)
            return;  // a file system that cannot; the usual journal is as safe, only slower
        std::this_thread::sleep_for(std::chrono::milliseconds(kPauseMs));
    }
}

SQLite::Database open_database(const std::string& file) {
    try {
        SQLite::Database database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                                  kBusyTimeoutMs);
        prepare(database, file);
        use_write_ahead_log(database);
        database.exec("PRAGMA synchronous = NORMAL");
        database.exec("PRAGMA foreign_keys = ON");
        return database;
    } catch (const SQLite::Exception& error) {
        throw UserError("store " + file + ": " + error.what());
    }
}

}  // namespace

Store::Connection::Connection(const std::filesystem::path& path)
    : file(path.string()), database(open_database(file)) {}

}  // namespace nebel::store
