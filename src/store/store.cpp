#include "store/store.hpp"

#include "core/text.hpp"
#include "store/connection.hpp"

namespace nebel::store {

Store::Store(const std::filesystem::path& file) : connection_(std::make_unique<Connection>(file)) {}

Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

std::int64_t Store::open_match(const match::MatchSpec& spec) {
    return connection_->guarded([&] {
        const std::string key = spec.key();
        SQLite::Statement insert(
            connection_->database,
            "INSERT OR IGNORE INTO matches (key, game, rules, player1, player2, budget1, budget2, "
            "clock, limits, seed, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        int column = 0;
        for (const std::string& value :
             {key, spec.game, spec.rules, spec.contestants[0].player, spec.contestants[1].player,
              spec.contestants[0].budget.text(), spec.contestants[1].budget.text(),
              spec.clock_text(), spec.limits_text(), std::to_string(spec.seed), spec.version})
            insert.bind(++column, value);
        insert.exec();
        SQLite::Statement select(connection_->database, "SELECT id FROM matches WHERE key = ?");
        select.bind(1, key);
        NEBEL_CHECK(select.executeStep());
        return static_cast<std::int64_t>(select.getColumn(0).getInt64());
    });
}

std::unique_ptr<match::Archive> Store::archive(std::int64_t match) {
    return make_archive(*connection_, match);
}

std::vector<MatchRow> Store::matches() {
    return connection_->guarded([&] {
        std::vector<MatchRow> rows;
        SQLite::Statement select(
            connection_->database,
            "SELECT id, game, rules, player1, player2, budget1, budget2, clock, seed, version, "
            "created, (SELECT count(*) FROM games WHERE match = id) FROM matches ORDER BY id DESC");
        while (select.executeStep()) {
            const auto text = [&](int column) { return select.getColumn(column).getString(); };
            MatchRow row;
            row.id = select.getColumn(0).getInt64();
            row.game = text(1);
            row.rules = text(2);
            row.first_player = text(3);
            row.second_player = text(4);
            row.first_budget = text(5);
            row.second_budget = text(6);
            row.clock = text(7);
            row.seed = parse_number<std::uint64_t>(text(8)).value_or(0);
            row.version = text(9);
            row.created = select.getColumn(10).getInt64();
            row.games = static_cast<std::uint64_t>(select.getColumn(11).getInt64());
            rows.push_back(std::move(row));
        }
        return rows;
    });
}

std::vector<GameRow> Store::games(std::int64_t match, std::uint64_t limit, std::uint64_t offset) {
    return connection_->guarded([&] {
        std::vector<GameRow> rows;
        SQLite::Statement select(
            connection_->database,
            "SELECT number, first_seat, second_seat, result, reason, moves1 + moves2, "
            "tries1 + tries2, note, finished FROM games WHERE match = ? ORDER BY number "
            "LIMIT ? OFFSET ?");
        select.bind(1, match);
        select.bind(2, static_cast<std::int64_t>(limit));
        select.bind(3, static_cast<std::int64_t>(offset));
        while (select.executeStep()) {
            const auto text = [&](int column) { return select.getColumn(column).getString(); };
            const auto count = [&](int column) {
                return static_cast<std::uint64_t>(select.getColumn(column).getInt64());
            };
            GameRow row;
            row.match = match;
            row.index = count(0);
            row.players = {{text(1), text(2)}};
            row.outcome = {value_or_throw(parse_result(text(3)), connection_->file),
                           value_or_throw(parse_reason(text(4)), connection_->file)};
            row.moves = count(5);
            row.tries = count(6);
            row.note = text(7);
            row.finished = select.getColumn(8).getInt64();
            rows.push_back(std::move(row));
        }
        return rows;
    });
}

std::optional<std::string> Store::record(std::int64_t match, std::uint64_t index) {
    return connection_->guarded([&]() -> std::optional<std::string> {
        SQLite::Statement select(connection_->database,
                                 "SELECT record FROM games WHERE match = ? AND number = ?");
        select.bind(1, match);
        select.bind(2, static_cast<std::int64_t>(index));
        if (!select.executeStep())
            return std::nullopt;
        return select.getColumn(0).getString();
    });
}

}  // namespace nebel::store
