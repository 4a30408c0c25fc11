#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "server/house.hpp"
#include "server/session.hpp"
#include "server/thinkers.hpp"
#include "server/token.hpp"

namespace nebel::server {

/// All games of the table. Games that are played are in memory, all games are in the ledger, and a
/// game that is asked for comes back from there. Belongs to the table's thread, except for the
/// thinkers it owns.
class Hall final : public House {
 public:
    struct Setting {
        std::filesystem::path store;
        unsigned workers = 1;
        bool pondering = true;  ///< engines use a person's time, one of them at a time
        Entropy entropy = kernel_entropy();
        /// Runs a function in the table's thread soon; called from the thinkers.
        std::function<void(std::function<void()>)> post;
        /// Time, for tests that have their own; empty: the machine's.
        std::function<std::int64_t()> wall_ms;
        std::function<std::int64_t()> steady_ms;
    };

    /// What somebody wants to play.
    struct Wish {
        std::string game;
        std::string rules;
        PerSeat<Sitter> sitters;
        bool shuffled = false;  ///< who sits where is drawn by lot
        std::int64_t base_ms = 0;
        std::int64_t increment_ms = 0;
        std::string start;  ///< not for strangers
    };

    /// Opens the ledger and wakes the games in which an engine is to act or a clock was running.
    explicit Hall(Setting setting);
    ~Hall() override;

    /// Throws UserError for a wish that makes no sense or a hall that is full.
    std::shared_ptr<Session> create(const Wish& wish);
    /// Nothing if there is no such game.
    std::shared_ptr<Session> find(const std::string& id);

    /// Clocks, and now and then what is not needed in memory. Call it ten times a second.
    void tick();

    Ledger& ledger() override { return ledger_; }
    std::int64_t wall_ms() override;
    std::int64_t steady_ms() override;
    void compute(std::function<void()> job, std::function<void()> done) override;
    void ponder(std::function<void()> job) override;
    std::shared_ptr<Session> rematch(const GameEntry& entry) override;
    [[nodiscard]] const Entropy& entropy() const { return setting_.entropy; }
    [[nodiscard]] std::size_t in_memory() const { return sessions_.size(); }

 private:
    std::shared_ptr<Session> load(const GameEntry& entry);
    std::shared_ptr<Session> seat(GameEntry entry);
    void submit_waiting();

    Setting setting_;
    Ledger ledger_;
    std::unordered_map<std::string, std::shared_ptr<Session>> sessions_;
    std::deque<Thinkers::Job> waiting_;  ///< jobs the queue had no place for
    std::int64_t last_note_ = 0;
    std::int64_t last_sweep_ = 0;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
    // Last: they are the first to stop.
    Thinkers ponderers_;
    Thinkers thinkers_;
};

}  // namespace nebel::server
