#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/hall.hpp"
#include "server/limits.hpp"

namespace nebel::server {

/// The table on the network: HTTP and WebSocket on one port, one thread for all games, worker
/// threads for the engines.
class Server {
 public:
    struct Setting {
        std::string listen = "127.0.0.1";
        std::uint16_t port = 0;  ///< 0: any free one
        int port_tries = 1;      ///< if it is taken, the next ones are as good
        /// Names other than addresses under which other computers may ask for this one.
        std::vector<std::string> names;
        std::filesystem::path page;
        /// Messages of one connection: so many at once; the rate after that is fixed.
        double message_burst = limits::kMessageBurst;
        Hall::Setting hall;  ///< `post` is the server's own
    };

    /// Opens the ledger and the port. Throws UserError.
    explicit Server(Setting setting);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    [[nodiscard]] std::uint16_t port() const;
    /// Whether other computers can reach it.
    [[nodiscard]] bool is_open() const;

    /// Serves until `stop`, or until SIGINT or SIGTERM if they are to be heeded.
    void run(bool until_signal);
    /// From any thread.
    void stop();
    /// Runs a function in the table's thread; from any thread.
    void post(std::function<void()> body);
    /// For the table's thread alone.
    [[nodiscard]] Hall& hall();

 private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace nebel::server
