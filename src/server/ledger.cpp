#include "server/ledger.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <map>

#include "core/error.hpp"

namespace nebel::server {

namespace {

constexpr int kSchema = 1;
constexpr int kApplication = 0x4e45544c;  // "NETL"
constexpr int kBusyTimeoutMs = 300;

constexpr const char* kTables = R"sql(
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL, rules TEXT NOT NULL, start TEXT NOT NULL, seed INTEGER NOT NULL,
    person1 INTEGER NOT NULL, name1 TEXT NOT NULL, player1 TEXT NOT NULL, level1 TEXT NOT NULL,
    spec1 TEXT NOT NULL, budget1 TEXT NOT NULL, slip1 REAL NOT NULL, seed1 INTEGER NOT NULL,
    token1 TEXT NOT NULL, ms1 INTEGER NOT NULL,
    person2 INTEGER NOT NULL, name2 TEXT NOT NULL, player2 TEXT NOT NULL, level2 TEXT NOT NULL,
    spec2 TEXT NOT NULL, budget2 TEXT NOT NULL, slip2 REAL NOT NULL, seed2 INTEGER NOT NULL,
    token2 TEXT NOT NULL, ms2 INTEGER NOT NULL,
    watch TEXT NOT NULL, base INTEGER NOT NULL, increment INTEGER NOT NULL,
    created INTEGER NOT NULL, updated INTEGER NOT NULL, turns INTEGER NOT NULL,
    result TEXT NOT NULL, reason TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_by_time ON games (created);
CREATE INDEX games_running ON games (created) WHERE result = '';
CREATE TABLE actions (
    game TEXT NOT NULL REFERENCES games(id),
    n INTEGER NOT NULL,
    action TEXT NOT NULL,
    at INTEGER NOT NULL,
    info TEXT NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
)sql";

constexpr const char* kColumns =
    "id, game, rules, start, seed, "
    "person1, name1, player1, level1, spec1, budget1, slip1, seed1, token1, ms1, "
    "person2, name2, player2, level2, spec2, budget2, slip2, seed2, token2, ms2, "
    "watch, base, increment, created, updated, turns, result, reason";
constexpr int kColumnCount = 33;

}  // namespace

/// The open file with its statements, each prepared once.
struct Ledger::Database {
    explicit Database(const std::filesystem::path& path) : file(path.string()), handle(open()) {}

    template <class Body>
    auto guarded(Body&& body) const {
        try {
            return body();
        } catch (const SQLite::Exception& error) {
            throw UserError("table " + file + ": " + error.what());
        }
    }

    /// A prepared statement, ready to be bound.
    SQLite::Statement& statement(const std::string& text) {
        auto& kept = statements[text];
        if (!kept)
            kept = std::make_unique<SQLite::Statement>(handle, text);
        kept->reset();
        kept->clearBindings();
        return *kept;
    }

    void write_state(const GameEntry& entry) {
        auto& update = statement(
            "UPDATE games SET ms1 = ?, ms2 = ?, updated = ?, turns = ?, result = ?, reason = ? "
            "WHERE id = ?");
        update.bind(1, entry.remaining_ms[Seat::First]);
        update.bind(2, entry.remaining_ms[Seat::Second]);
        update.bind(3, entry.updated);
        update.bind(4, entry.turns);
        update.bind(5, entry.outcome ? std::string(text(entry.outcome->result)) : "");
        update.bind(6, entry.outcome ? std::string(text(entry.outcome->reason)) : "");
        update.bind(7, entry.id);
        update.exec();
    }

    std::string file;
    SQLite::Database handle;
    std::map<std::string, std::unique_ptr<SQLite::Statement>> statements;

 private:
    SQLite::Database open() const {
        return guarded([&] {
            const auto old = umask(077);  // the file holds the tokens: for its owner alone
            SQLite::Database database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                                      kBusyTimeoutMs);
            // Held from the first read to the end of the program, whatever that end is.
            database.exec("PRAGMA locking_mode = EXCLUSIVE");
            try {
                database.exec("PRAGMA journal_mode = WAL");
                prepare(database);
            } catch (const SQLite::Exception& error) {
                umask(old);
                if (error.getErrorCode() == 5)  // SQLITE_BUSY
                    throw UserError("table " + file +
                                    ": another program holds this file open (is the table open "
                                    "already?)");
                throw;
            }
            umask(old);
            database.exec("PRAGMA synchronous = NORMAL");
            return database;
        });
    }

    void prepare(SQLite::Database& database) const {
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        if (database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0) {
            database.exec(kTables);
            database.exec(fmt::format("PRAGMA application_id = {}", kApplication));
            database.exec(fmt::format("PRAGMA user_version = {}", kSchema));
        } else if (database.execAndGet("PRAGMA application_id").getInt() != kApplication) {
            throw UserError("table " + file + ": a database, but not one of the web table");
        } else if (const int schema = database.execAndGet("PRAGMA user_version").getInt();
                   schema != kSchema) {
            throw UserError(fmt::format("table {}: written with schema {}, this program knows {}",
                                        file, schema, kSchema));
        }
        transaction.commit();
    }
};

namespace {

void bind_sitter(SQLite::Statement& insert, int& column, const GameEntry& entry, Seat seat) {
    const Sitter& sitter = entry.sitters[seat];
    insert.bind(column++, sitter.person ? 1 : 0);
    insert.bind(column++, sitter.name);
    insert.bind(column++, sitter.player);
    insert.bind(column++, sitter.level);
    insert.bind(column++, sitter.spec);
    insert.bind(column++, sitter.budget);
    insert.bind(column++, sitter.slip);
    insert.bind(column++, static_cast<std::int64_t>(sitter.seed));
    insert.bind(column++, entry.tokens[seat]);
    insert.bind(column++, entry.remaining_ms[seat]);
}

GameEntry read_entry(SQLite::Statement& row, const std::string& file) {
    GameEntry entry;
    int column = 0;
    const auto text = [&] { return row.getColumn(column++).getString(); };
    const auto number = [&] { return row.getColumn(column++).getInt64(); };
    entry.id = text();
    entry.game = text();
    entry.rules = text();
    entry.start = text();
    entry.seed = static_cast<std::uint64_t>(number());
    for (const Seat seat : kSeats) {
        Sitter& sitter = entry.sitters[seat];
        sitter.person = number() != 0;
        sitter.name = text();
        sitter.player = text();
        sitter.level = text();
        sitter.spec = text();
        sitter.budget = text();
        sitter.slip = row.getColumn(column++).getDouble();
        sitter.seed = static_cast<std::uint64_t>(number());
        entry.tokens[seat] = text();
        entry.remaining_ms[seat] = number();
    }
    entry.watch = text();
    entry.base_ms = number();
    entry.increment_ms = number();
    entry.created = number();
    entry.updated = number();
    entry.turns = number();
    const auto result = text();
    const auto reason = text();
    if (!result.empty())
        entry.outcome = Outcome{value_or_throw(parse_result(result), file),
                                value_or_throw(parse_reason(reason), file)};
    return entry;
}

}  // namespace

Ledger::Ledger(const std::filesystem::path& file) : db_(std::make_unique<Database>(file)) {}
Ledger::~Ledger() = default;

void Ledger::add(const GameEntry& entry) {
    db_->guarded([&] {
        std::string places = "?";
        for (int i = 1; i < kColumnCount; ++i)
            places += ", ?";
        auto& insert =
            db_->statement(fmt::format("INSERT INTO games ({}) VALUES ({})", kColumns, places));
        int column = 1;
        insert.bind(column++, entry.id);
        insert.bind(column++, entry.game);
        insert.bind(column++, entry.rules);
        insert.bind(column++, entry.start);
        insert.bind(column++, static_cast<std::int64_t>(entry.seed));
        for (const Seat seat : kSeats)
            bind_sitter(insert, column, entry, seat);
        insert.bind(column++, entry.watch);
        insert.bind(column++, entry.base_ms);
        insert.bind(column++, entry.increment_ms);
        insert.bind(column++, entry.created);
        insert.bind(column++, entry.updated);
        insert.bind(column++, entry.turns);
        insert.bind(column++, entry.outcome ? std::string(text(entry.outcome->result)) : "");
        insert.bind(column++, entry.outcome ? std::string(text(entry.outcome->reason)) : "");
        NEBEL_CHECK(column == kColumnCount + 1);
        insert.exec();
    });
}

void Ledger::keep(const GameEntry& entry, std::size_t n, const KeptAction& action) {
    db_->guarded([&] {
        SQLite::Transaction transaction(db_->handle);
        auto& insert = db_->statement(
            "INSERT INTO actions (game, n, action, at, info) VALUES (?, ?, ?, ?, ?)");
        insert.bind(1, entry.id);
        insert.bind(2, static_cast<std::int64_t>(n));
        insert.bind(3, action.action);
        insert.bind(4, action.at);
        insert.bind(5, action.info);
        insert.exec();
        db_->write_state(entry);
        transaction.commit();
    });
}

void Ledger::update(const GameEntry& entry) {
    db_->guarded([&] { db_->write_state(entry); });
}

void Ledger::update_clocks(const std::vector<const GameEntry*>& entries) {
    db_->guarded([&] {
        SQLite::Transaction transaction(db_->handle);
        for (const GameEntry* entry : entries)
            db_->write_state(*entry);
        transaction.commit();
    });
}

std::optional<GameEntry> Ledger::find(const std::string& id) {
    return db_->guarded([&]() -> std::optional<GameEntry> {
        auto& select = db_->statement(fmt::format("SELECT {} FROM games WHERE id = ?", kColumns));
        select.bind(1, id);
        if (!select.executeStep())
            return std::nullopt;
        auto entry = read_entry(select, db_->file);
        select.reset();
        return entry;
    });
}

std::vector<KeptAction> Ledger::actions(const std::string& id) {
    return db_->guarded([&] {
        std::vector<KeptAction> all;
        auto& select =
            db_->statement("SELECT action, at, info FROM actions WHERE game = ? ORDER BY n");
        select.bind(1, id);
        while (select.executeStep())
            all.push_back({select.getColumn(0).getString(), select.getColumn(1).getInt64(),
                           select.getColumn(2).getString()});
        select.reset();
        return all;
    });
}

std::vector<GameEntry> Ledger::list(std::int64_t limit, std::int64_t offset) {
    return db_->guarded([&] {
        std::vector<GameEntry> all;
        auto& select = db_->statement(fmt::format(
            "SELECT {} FROM games ORDER BY created DESC, id LIMIT ? OFFSET ?", kColumns));
        select.bind(1, limit);
        select.bind(2, offset);
        while (select.executeStep())
            all.push_back(read_entry(select, db_->file));
        select.reset();
        return all;
    });
}

std::int64_t Ledger::count() {
    return db_->guarded([&] {
        auto& select = db_->statement("SELECT count(*) FROM games");
        select.executeStep();
        const auto count = select.getColumn(0).getInt64();
        select.reset();
        return count;
    });
}

std::vector<std::string> Ledger::running() {
    return db_->guarded([&] {
        std::vector<std::string> ids;
        auto& select =
            db_->statement("SELECT id FROM games WHERE result = '' ORDER BY created DESC");
        while (select.executeStep())
            ids.push_back(select.getColumn(0).getString());
        select.reset();
        return ids;
    });
}

std::vector<OpponentScore> Ledger::scores() {
    return db_->guarded([&] {
        std::vector<OpponentScore> all;
        // Seen from the person's seat: it wins 1-0 in the first and 0-1 in the second.
        auto& select = db_->statement(
            "SELECT game, player, level, sum(points = 2), sum(points = 1), sum(points = 0) FROM ("
            "  SELECT game, player2 AS player, level2 AS level,"
            "         CASE result WHEN '1-0' THEN 2 WHEN '0-1' THEN 0 ELSE 1 END AS points"
            "  FROM games WHERE person1 = 1 AND person2 = 0 AND result != ''"
            "  UNION ALL"
            "  SELECT game, player1, level1,"
            "         CASE result WHEN '0-1' THEN 2 WHEN '1-0' THEN 0 ELSE 1 END"
            "  FROM games WHERE person1 = 0 AND person2 = 1 AND result != ''"
            ") GROUP BY game, player, level ORDER BY game, player, level");
        while (select.executeStep())
            all.push_back({select.getColumn(0).getString(), select.getColumn(1).getString(),
                           select.getColumn(2).getString(), select.getColumn(3).getInt64(),
                           select.getColumn(4).getInt64(), select.getColumn(5).getInt64()});
        select.reset();
        return all;
    });
}

}  // namespace nebel::server
