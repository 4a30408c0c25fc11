#pragma once

#include <optional>
#include <string>

#include "game/player.hpp"
#include "protocol/command_line.hpp"
#include "protocol/link.hpp"

namespace nebel::protocol {

/// What every client of an external engine needs, whatever the dialect: a connection that is made
/// when a game begins and thrown away when it fails, and waiting with a limit.
///
/// A failure (PlayerFailure) leaves the client without a connection: the process is gone. Until the
/// next `connect` nothing is sent, and `require` repeats the failure.
class EngineClient {
 public:
    /// `farewell` is the dialect's word for leaving.
    EngineClient(LinkFactory factory, EngineLimits limits, std::string farewell);
    ~EngineClient();
    EngineClient(const EngineClient&) = delete;
    EngineClient& operator=(const EngineClient&) = delete;

    [[nodiscard]] bool connected() const { return link_ != nullptr; }
    [[nodiscard]] const EngineLimits& limits() const { return limits_; }

    /// A fresh connection; an old one is left politely first.
    void connect();
    void disconnect() noexcept;

    /// Throws the failure that cost the connection, if there is none now.
    void require() const;

    void send(std::string_view line);

    /// The next line. Throws PlayerFailure (TimeOut), naming what was awaited.
    std::string next_line(Deadline deadline, std::string_view awaited);

    /// Waits for an answer under a budget: the next line, while watching the budget's stop flag.
    /// `on_stop` is called once when it is set; afterwards the engine has the margin to answer.
    class AnswerWait {
     public:
        AnswerWait(EngineClient& client, const Budget& budget);
        std::string next_line(const std::function<void()>& on_stop);

     private:
        EngineClient& client_;
        const std::atomic<bool>* stop_;
        Deadline deadline_;
    };

    /// The exchange is complete.
    void settle();

    /// Runs a piece of conversation; when it throws, the connection is gone before the exception
    /// leaves. Only a resignation is no reason to part.
    template <class Body>
    auto guarded(Body&& body) {
        try {
            return body();
        } catch (const PlayerFailure& failure) {
            if (failure.reason != Reason::Resignation)
                drop(failure);
            throw;
        } catch (...) {
            drop(PlayerFailure(Reason::Crash, "the engine was given up"));
            throw;
        }
    }

    [[nodiscard]] Deadline handshake_deadline() const;
    [[nodiscard]] Deadline answer_deadline(const Budget& budget) const;

 private:
    void drop(const PlayerFailure& failure) noexcept;

    LinkFactory factory_;
    EngineLimits limits_;
    std::string farewell_;
    std::unique_ptr<Link> link_;
    std::optional<PlayerFailure> failure_;
};

/// A factory that starts the command as a child process each time.
LinkFactory process_factory(const EngineCommand& command, const EngineLimits& limits);

}  // namespace nebel::protocol
