#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// A plain client of the table, written without the server's library: it sees every byte, and it can
// be rude.
namespace nebel::server::testing {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Reply {
    int status = 0;
    std::map<std::string, std::string> headers;  ///< names in lower case
    std::string body;
};

/// A TCP connection to this machine. Waits ten seconds at most, then throws.
class Connection {
 public:
    explicit Connection(std::uint16_t port);
    ~Connection();
    Connection(Connection&& from) noexcept;
    Connection(const Connection&) = delete;

    void write(std::string_view bytes);
    /// At least one more byte in `received`; false when the other side has closed.
    bool read_more(int timeout_ms = 10000);
    [[nodiscard]] int descriptor() const { return descriptor_; }

    std::string received;  ///< every byte so far
    std::size_t used = 0;  ///< how many of them were understood

 private:
    int descriptor_ = -1;
};

/// One request on a connection of its own.
Reply request(std::uint16_t port,
              std::string_view method,
              std::string_view target,
              std::string_view body = {},
              Headers headers = {});

/// The bytes as they are, and what comes back until the other side closes.
std::string raw_exchange(std::uint16_t port, std::string_view bytes);

/// The server answered the handshake with something else.
struct Refused : std::runtime_error {
    explicit Refused(Reply answer)
        : std::runtime_error("refused: " + answer.body), reply(std::move(answer)) {}
    Reply reply;
};

class WebSocket {
 public:
    WebSocket(std::uint16_t port, std::string_view target, const Headers& headers = {});

    void send(std::string_view text) { send_frame(1, text); }
    void send_frame(int opcode, std::string_view payload);
    /// The next message; nothing when the connection was closed.
    std::optional<std::string> receive(int timeout_ms = 10000);
    /// A message that has arrived whole; does not wait.
    std::optional<std::string> poll();

    /// The code of the closing frame, 0 without one.
    [[nodiscard]] int close_code() const { return close_code_; }
    [[nodiscard]] int descriptor() const { return connection_.descriptor(); }
    /// Every byte the server has sent, the handshake included.
    [[nodiscard]] const std::string& all_bytes() const { return connection_.received; }

 private:
    std::optional<std::string> take_message();

    Connection connection_;
    int close_code_ = 0;
    bool closed_ = false;
};

}  // namespace nebel::server::testing
