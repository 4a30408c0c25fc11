#include "server/client.hpp"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "core/text.hpp"

namespace nebel::server::testing {

Connection::Connection(std::uint16_t port) : descriptor_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(descriptor_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
        throw std::runtime_error("cannot connect");
    const int on = 1;
    setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

Connection::Connection(Connection&& from) noexcept
    : received(std::move(from.received)),
      used(from.used),
      descriptor_(std::exchange(from.descriptor_, -1)) {}

Connection::~Connection() {
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

void Connection::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0)
            throw std::runtime_error("cannot write");
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

bool Connection::read_more(int timeout_ms) {
    pollfd waiting{descriptor_, POLLIN, 0};
    if (::poll(&waiting, 1, timeout_ms) <= 0) {
        if (timeout_ms == 0)
            return false;
        throw std::runtime_error("nothing came for ten seconds");
    }
    char buffer[16384];
    const auto got = ::recv(descriptor_, buffer, sizeof buffer, 0);
    if (got <= 0)
        return false;
    received.append(buffer, static_cast<std::size_t>(got));
    return true;
}

namespace {

/// Reads a head; leaves `used` behind it.
Reply read_head(Connection& connection) {
    std::size_t end = 0;
    while ((end = connection.received.find("\r\n\r\n")) == std::string::npos)
        if (!connection.read_more())
            throw std::runtime_error("closed without an answer");
    const auto head = connection.received.substr(0, end);
    connection.used = end + 4;
    Reply reply;
    std::size_t at = 0;
    bool first = true;
    while (at < head.size()) {
        const auto stop = std::min(head.find("\r\n", at), head.size());
        const auto line = std::string_view(head).substr(at, stop - at);
        at = stop + 2;
        if (first)
            reply.status = parse_number<int>(line.substr(9, 3)).value();
        else if (const auto colon = line.find(':'); colon != std::string_view::npos)
            reply.headers[lower(line.substr(0, colon))] = std::string(trim(line.substr(colon + 1)));
        first = false;
    }
    return reply;
}

void read_body(Connection& connection, Reply& reply) {
    const auto length = parse_number<std::size_t>(reply.headers["content-length"]).value_or(0);
    while (connection.received.size() - connection.used < length)
        if (!connection.read_more())
            throw std::runtime_error("closed in the middle of an answer");
    reply.body = connection.received.substr(connection.used, length);
}

std::string head_of(std::string_view method,
                    std::string_view target,
                    std::uint16_t port,
                    const Headers& headers) {
    std::string text = std::string(method) + " " + std::string(target) + " HTTP/1.1\r\n";
    const auto given = [&](std::string_view name) {
        return std::any_of(headers.begin(), headers.end(),
                           [&](const auto& header) { return header.first == name; });
    };
    if (!given("Host"))
        text += "Host: 127.0.0.1:" + std::to_string(port) + "\r\n";
    for (const auto& [name, value] : headers)
        text += name + ": " + value + "\r\n";
    return text;
}

}  // namespace

Reply request(std::uint16_t port,
              std::string_view method,
              std::string_view target,
              std::string_view body,
              Headers headers) {
    Connection connection(port);
    if (!body.empty()) {
        if (std::none_of(headers.begin(), headers.end(),
                         [](const auto& header) { return header.first == "Content-Type"; }))
            headers.emplace_back("Content-Type", "application/json");
        headers.emplace_back("Content-Length", std::to_string(body.size()));
    }
    headers.emplace_back("Connection", "close");
    connection.write(head_of(method, target, port, headers) + "\r\n" + std::string(body));
    Reply reply = read_head(connection);
    if (method != "HEAD" && reply.status != 304)
        read_body(connection, reply);
    return reply;
}

std::string raw_exchange(std::uint16_t port, std::string_view bytes) {
    Connection connection(port);
    connection.write(bytes);
    while (connection.read_more()) {
    }
    return connection.received;
}

WebSocket::WebSocket(std::uint16_t port, std::string_view target, const Headers& headers)
    : connection_(port) {
    connection_.write(head_of("GET", target, port, headers) +
                      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    Reply reply = read_head(connection_);
    if (reply.status != 101) {
        read_body(connection_, reply);
        throw Refused(std::move(reply));
    }
}

void WebSocket::send_frame(int opcode, std::string_view payload) {
    std::string frame(1, static_cast<char>(0x80 | opcode));
    if (payload.size() < 126) {
        frame += static_cast<char>(0x80 | payload.size());
    } else {
        frame += static_cast<char>(0x80 | 126);
        frame += static_cast<char>(payload.size() >> 8);
        frame += static_cast<char>(payload.size() & 255);
    }
    frame += std::string(4, '\0');  // a mask of zeros is a mask
    connection_.write(frame + std::string(payload));
}

std::optional<std::string> WebSocket::take_message() {
    while (true) {
        const auto& bytes = connection_.received;
        const auto at = connection_.used;
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
        if (bytes.size() < at + 2)
            return std::nullopt;
        std::size_t length = byte(at + 1) & 127;
        std::size_t head = 2;
        if (length >= 126) {
            head = length == 126 ? 4 : 10;
            if (bytes.size() < at + head)
                return std::nullopt;
            length = 0;
            for (std::size_t i = 2; i < head; ++i)
                length = length << 8 | byte(at + i);
        }
        if (bytes.size() < at + head + length)
            return std::nullopt;
        const int opcode = byte(at) & 15;
        std::string payload = bytes.substr(at + head, length);
        connection_.used = at + head + length;
        if (opcode == 8) {
            closed_ = true;
            if (length >= 2)
                close_code_ = static_cast<unsigned char>(payload[0]) << 8 |
                              static_cast<unsigned char>(payload[1]);
            return std::nullopt;
        }
        if (opcode == 9)
            send_frame(10, payload);
        if (opcode == 1)
            return payload;
    }
}

std::optional<std::string> WebSocket::receive(int timeout_ms) {
    while (true) {
        if (auto message = take_message())
            return message;
        if (closed_ || !connection_.read_more(timeout_ms))
            return std::nullopt;
    }
}

std::optional<std::string> WebSocket::poll() {
    while (true) {
        if (auto message = take_message())
            return message;
        if (closed_ || !connection_.read_more(0))
            return std::nullopt;
    }
}

}  // namespace nebel::server::testing
