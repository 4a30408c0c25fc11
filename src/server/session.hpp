#pragma once

#include <atomic>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/clocks.hpp"
#include "server/house.hpp"
#include "server/live_game.hpp"

namespace nebel::server {

/// One game being played: who listens, whose time runs, which engine thinks. What a listener is
/// sent is its own events, numbered, and what follows from them; nothing is sent before it is in
/// the ledger. Belongs to the table's thread.
class Session : public std::enable_shared_from_this<Session> {
 public:
    /// A new game, or one that is resumed: `kept` are the actions so far.
    Session(House& house,
            GameEntry entry,
            std::unique_ptr<LiveGame> game,
            std::vector<KeptAction> kept,
            bool resumed);
    ~Session();

    [[nodiscard]] const GameEntry& entry() const { return entry_; }
    [[nodiscard]] const LiveGame& game() const { return *game_; }
    [[nodiscard]] const std::vector<KeptAction>& kept() const { return kept_; }

    /// The role a token gives, or nothing.
    [[nodiscard]] std::optional<Role> role_of_token(std::string_view token) const;

    /// Begins to listen: is greeted and told everything after the first `after` things. A seat has
    /// one listener; a newer one takes the older one's place. False when there are too many
    /// watchers.
    bool attach(Role role, std::shared_ptr<Listener> listener, std::size_t after);
    void detach(const Listener* listener);
    /// A message from a listener, untrusted. Every one is answered.
    void receive(Role role, Listener& from, std::string_view message);

    /// Looks at the clocks; call it several times a second.
    void tick();
    /// If it is an engine's turn and it is not thinking, it begins to think; if it is the turn of a
    /// person who is there, the engine across the table ponders.
    void wake_engine();
    /// Asks the engine to stop what it is doing: nobody waits for it any more.
    void stop_engine();
    /// Copies the running time into the entry; true if a clock runs.
    bool note_clocks();
    /// Whether nobody would miss it in memory.
    [[nodiscard]] bool idle() const;

 private:
    struct Seated {
        Role role;
        std::shared_ptr<Listener> listener;
        bool awaits_fog = false;
    };

    [[nodiscard]] bool over() const { return game_->outcome().has_value(); }
    [[nodiscard]] Json clock_json() const;
    [[nodiscard]] std::string event_message(Role role, std::size_t n) const;
    [[nodiscard]] std::string view_message(Role role) const;
    [[nodiscard]] std::string hello_message(Role role) const;

    void obey(Role role, Listener& from, const Json& message);
    void act(Seat seat, Listener& from, const Json& message);
    void resign(Seat seat);
    void send_fog(Seat seat, Listener& from, const Json& message);
    void ask_rematch(Seat seat, Listener& from);

    /// Asks the referee and keeps the answer in the ledger; the seats are not told yet.
    LiveGame::Done settle(const std::string& action, std::string info);
    void conclude(Outcome outcome);
    void keep_state();
    /// Sends every listener what is new to it.
    void tell();
    void hear_thought(Seat seat, const Thought& thought);
    void tell_presence();
    void let_ponder(Seat engine);
    void release_clocks();
    bool flag_fell();
    void give_up(std::string_view why);

    House& house_;
    GameEntry entry_;
    std::unique_ptr<LiveGame> game_;
    std::vector<KeptAction> kept_;
    Clocks clocks_;
    bool resumed_;
    std::int64_t opened_;         ///< when it came into memory, steady
    std::int64_t last_activity_;  ///< steady
    std::vector<Seated> listeners_;
    std::array<std::size_t, 3> sent_{};  ///< for each role
    PerSeat<bool> came_;                 ///< a person has been here since it came into memory
    PerSeat<bool> wants_rematch_;
    bool rematched_ = false;
    bool thinking_ = false;
    std::shared_ptr<std::atomic<bool>> stop_thinking_;
    std::shared_ptr<std::atomic<bool>> stop_pondering_;
    std::optional<std::size_t> pondered_;  ///< how much its seat had been told when it began
    int refusals_ = 0;
};

/// Who sits where, as everybody may know it.
Json sitters_json(const GameEntry& entry);

}  // namespace nebel::server
