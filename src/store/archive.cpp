#include "match/archive.hpp"

#include <fmt/format.h>

#include "store/connection.hpp"

namespace nebel::store {

namespace {

constexpr int kFirstEffortColumn = 9;
constexpr int kColumnsPerEffort = 5;

/// The games of one match in the database.
class MatchArchive final : public match::Archive {
 public:
    MatchArchive(Store::Connection& connection, std::int64_t match)
        : connection_(connection), match_(match) {
        connection_.guarded([&] {
            SQLite::Statement select(connection_.database,
                                     "SELECT player1, player2 FROM matches WHERE id = ?");
            select.bind(1, match);
            NEBEL_CHECK(select.executeStep());
            players_ = {select.getColumn(0).getString(), select.getColumn(1).getString()};
        });
    }

    std::set<std::uint64_t> indices() override {
        return connection_.guarded([&] {
            std::set<std::uint64_t> all;
            SQLite::Statement select(connection_.database,
                                     "SELECT number FROM games WHERE match = ?");
            select.bind(1, match_);
            while (select.executeStep())
                all.insert(static_cast<std::uint64_t>(select.getColumn(0).getInt64()));
            return all;
        });
    }

    match::GameSummary load(std::uint64_t index) override {
        return connection_.guarded([&] {
            SQLite::Statement select(
                connection_.database,
                "SELECT result, reason, note, record, moves1, tries1, nodes1, simulations1, "
                "microseconds1, moves2, tries2, nodes2, simulations2, microseconds2 "
                "FROM games WHERE match = ? AND number = ?");
            select.bind(1, match_);
            select.bind(2, static_cast<std::int64_t>(index));
            if (!select.executeStep())
                throw UserError(fmt::format("store {}: game {} of match {} is gone",
                                            connection_.file, index, match_));
            match::GameSummary game;
            game.index = index;
            game.outcome = {
                value_or_throw(parse_result(select.getColumn(0).getString()), connection_.file),
                value_or_throw(parse_reason(select.getColumn(1).getString()), connection_.file)};
            game.note = select.getColumn(2).getString();
            game.record = select.getColumn(3).getString();
            int column = 4;
            const auto next = [&] {
                return static_cast<std::uint64_t>(select.getColumn(column++).getInt64());
            };
            for (auto& effort : game.efforts) {
                effort.moves = next();
                effort.tries = next();
                effort.nodes = next();
                effort.simulations = next();
                effort.time = std::chrono::microseconds(next());
            }
            return game;
        });
    }

    void save(std::span<const match::GameSummary> games) override {
        connection_.guarded([&] {
            SQLite::Transaction transaction(connection_.database,
                                            SQLite::TransactionBehavior::IMMEDIATE);
            // A game that is there already is the same game: it was played by another program.
            SQLite::Statement insert(
                connection_.database,
                "INSERT OR IGNORE INTO games (match, number, first_seat, second_seat, result, "
                "reason, note, record, moves1, tries1, nodes1, simulations1, microseconds1, "
                "moves2, tries2, nodes2, simulations2, microseconds2) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
            for (const auto& game : games) {
                bind(insert, game);
                insert.exec();
                insert.reset();
            }
            transaction.commit();
        });
    }

 private:
    void bind(SQLite::Statement& insert, const match::GameSummary& game) const {
        const bool swapped = match::seat_of_first_player(game.index) == Seat::Second;
        insert.bind(1, match_);
        insert.bind(2, static_cast<std::int64_t>(game.index));
        insert.bind(3, players_[swapped ? 1 : 0]);
        insert.bind(4, players_[swapped ? 0 : 1]);
        insert.bind(5, std::string(text(game.outcome.result)));
        insert.bind(6, std::string(text(game.outcome.reason)));
        insert.bind(7, game.note);
        insert.bind(8, game.record);
        for (std::size_t i = 0; i < game.efforts.size(); ++i) {
            const auto& effort = game.efforts[i];
            int column = kFirstEffortColumn + kColumnsPerEffort * static_cast<int>(i);
            for (const std::uint64_t value :
                 {effort.moves, effort.tries, effort.nodes, effort.simulations,
                  static_cast<std::uint64_t>(effort.time.count())})
                insert.bind(column++, static_cast<std::int64_t>(value));
        }
    }

    Store::Connection& connection_;
    std::int64_t match_;
    std::array<std::string, 2> players_;
};

}  // namespace

std::unique_ptr<match::Archive> make_archive(Store::Connection& connection, std::int64_t match) {
    return std::make_unique<MatchArchive>(connection, match);
}

}  // namespace nebel::store
