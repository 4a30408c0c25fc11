#include "server/server.hpp"

#include <fmt/format.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <optional>

#include "core/text.hpp"
#include "server/api.hpp"
#include "server/gate.hpp"
#include "server/limits.hpp"

// The one file that knows Beast.
namespace nebel::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using HttpRequest = http::request<http::string_body>;
using HttpResponse = http::response<http::string_body>;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::milliseconds kTick{100};

constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src "
    "'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action "
    "'none'; "
    "frame-ancestors 'none'";

std::string header(const HttpRequest& request, http::field field) {
    const auto value = request[field];
    return {value.data(), value.size()};
}

std::string header(const HttpRequest& request, const char* field) {
    const auto value = request[field];
    return {value.data(), value.size()};
}

HttpResponse to_http(Response response, bool keep_alive, bool head_only) {
    HttpResponse out(static_cast<http::status>(response.status), 11);
    out.set(http::field::server, "nebel");
    out.set(http::field::content_type, response.type);
    out.set(http::field::cache_control, response.cache);
    out.set("Content-Security-Policy", kPolicy);
    out.set("X-Content-Type-Options", "nosniff");
    out.set("Referrer-Policy", "no-referrer");
    out.set("Cross-Origin-Opener-Policy", "same-origin");
    out.set("Cross-Origin-Resource-Policy", "same-origin");
    out.set(http::field::vary, "Accept-Encoding");
    if (!response.tag.empty())
        out.set(http::field::etag, response.tag);
    if (response.packed)
        out.set(http::field::content_encoding, "gzip");
    if (!response.attachment.empty())
        out.set(http::field::content_disposition,
                fmt::format("attachment; filename=\"{}\"", response.attachment));
    out.keep_alive(keep_alive);
    out.body() = std::move(response.body);
    out.prepare_payload();
    if (head_only)
        out.body().clear();
    return out;
}

Response plain_error(int status, std::string_view reason) {
    Response response;
    response.status = status;
    response.body = fmt::format("{{\"error\":\"{}\"}}", reason);
    return response;
}

/// A WebSocket as a game sees it. Messages wait in a queue while one is on its way; a client that
/// does not read is dropped before it costs much.
class Link final : public Listener, public std::enable_shared_from_this<Link> {
 public:
    using Stream = websocket::stream<beast::tcp_stream>;

    explicit Link(beast::tcp_stream stream) : stream_(std::move(stream)) {
        websocket::stream_base::timeout timeout{};
        timeout.handshake_timeout = limits::kRequestTimeout;
        timeout.idle_timeout = limits::kIdleTimeout;
        timeout.keep_alive_pings = true;
        stream_.set_option(timeout);
        stream_.read_message_max(limits::kMessageSize);
    }

    Stream& stream() { return stream_; }

    void send(std::string message) override {
        if (ending_)
            return;
        unsent_ += message.size();
        if (unsent_ > limits::kUnsentBytes)
            return drop();
        outbox_.push_back(std::move(message));
        write_next();
    }

    void close(int code, std::string_view reason) override {
        if (ending_)
            return;
        ending_ = websocket::close_reason(static_cast<websocket::close_code>(code),
                                          beast::string_view(reason.data(), reason.size()));
        write_next();
    }

    void drop() {
        ending_ = websocket::close_reason(websocket::close_code::going_away);
        outbox_.clear();
        beast::get_lowest_layer(stream_).cancel();
    }

 private:
    void write_next() {
        if (writing_)
            return;
        if (outbox_.empty()) {
            if (ending_)
                say_goodbye();
            return;
        }
        writing_ = true;
        stream_.text(true);
        stream_.async_write(asio::buffer(outbox_.front()),
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                                self->writing_ = false;
                                if (error) {
                                    self->outbox_.clear();
                                    return;
                                }
                                if (self->outbox_.empty())
                                    return;  // dropped meanwhile
                                self->unsent_ -= self->outbox_.front().size();
                                self->outbox_.pop_front();
                                self->write_next();
                            });
    }

    void say_goodbye() {
        writing_ = true;
        stream_.async_close(*ending_, [self = shared_from_this()](beast::error_code) {});
    }

    Stream stream_;
    std::deque<std::string> outbox_;
    std::size_t unsent_ = 0;
    bool writing_ = false;
    std::optional<websocket::close_reason> ending_;
};

tcp::acceptor open_port(asio::io_context& context, const Server::Setting& setting) {
    beast::error_code error;
    const auto address = asio::ip::make_address(setting.listen, error);
    if (error)
        throw UserError("--listen " + quote(setting.listen) +
                        ": not an address such as 127.0.0.1 or 0.0.0.0");
    std::uint16_t port = setting.port;
    for (int left = setting.port_tries; left > 0; --left, ++port) {
        tcp::acceptor acceptor(context);
        const tcp::endpoint endpoint(address, port);
        acceptor.open(endpoint.protocol(), error);
        if (!error)
            acceptor.set_option(asio::socket_base::reuse_address(true), error);
        if (!error)
            acceptor.bind(endpoint, error);
        if (!error)
            acceptor.listen(asio::socket_base::max_listen_connections, error);
        if (!error)
            return acceptor;
        if (error != asio::error::address_in_use)
            break;
    }
    throw UserError(
        fmt::format("{}:{} cannot be opened: {}", setting.listen, setting.port, error.message()));
}

}  // namespace

struct Server::Inside {
    explicit Inside(Setting setting)
        : context(1),
          acceptor(open_port(context, setting)),
          open(!acceptor.local_endpoint().address().is_loopback()),
          gate(open, std::move(setting.names)),
          page(std::move(setting.page)),
          message_burst(setting.message_burst),
          hall(with_post(std::move(setting.hall))),
          api(hall, page) {}

    Hall::Setting with_post(Hall::Setting setting) {
        setting.post = [this](std::function<void()> body) { asio::post(context, std::move(body)); };
        return setting;
    }

    asio::awaitable<void> accept() {
        while (true) {
            auto [error, socket] = co_await acceptor.async_accept(kAwait);
            if (error == asio::error::operation_aborted)
                co_return;
            if (error) {  // no file descriptors left, for one: others may end meanwhile
                asio::steady_timer pause(context, kTick);
                co_await pause.async_wait(kAwait);
                continue;
            }
            if (connections >= limits::kConnections)
                continue;  // closes it
            beast::error_code ignored;
            socket.set_option(tcp::no_delay(true), ignored);
            asio::co_spawn(context, converse(std::move(socket)), asio::detached);
        }
    }

    asio::awaitable<void> keep_time() {
        asio::steady_timer timer(context);
        while (true) {
            timer.expires_after(kTick);
            const auto [error] = co_await timer.async_wait(kAwait);
            if (error)
                co_return;
            hall.tick();
        }
    }

    asio::awaitable<void> converse(tcp::socket socket) {
        struct Counted {
            explicit Counted(std::size_t& count) : count_(count) { ++count_; }
            ~Counted() { --count_; }
            std::size_t& count_;
        } const counted(connections);
        beast::error_code ignored;
        const auto address = socket.remote_endpoint(ignored).address().to_string();
        beast::tcp_stream stream(std::move(socket));
        beast::flat_buffer buffer;
        while (true) {
            http::request_parser<http::string_body> parser;
            parser.header_limit(limits::kRequestHeadSize);
            parser.body_limit(limits::kRequestBodySize);
            stream.expires_after(limits::kRequestTimeout);
            const auto [error, size] = co_await http::async_read(stream, buffer, parser, kAwait);
            if (error) {
                co_await complain(stream, error);
                break;
            }
            HttpRequest request = parser.release();
            const auto refusal = gate.refusal(header(request, http::field::host),
                                              header(request, http::field::origin),
                                              header(request, "Sec-Fetch-Site"));
            const bool allowed = refusal.empty() || is_visit(request, refusal);
            if (allowed && websocket::is_upgrade(request)) {
                if (co_await listen_to(stream, request))
                    co_return;  // the stream was moved away
                break;
            }
            // Not in one expression: g++ 12 destroys temporaries beside a co_await twice.
            Response response;
            if (allowed)
                response = co_await answer_to(request, address);
            else
                response = plain_error(403, refusal);
            const bool keep = request.keep_alive() && allowed;
            HttpResponse out =
                to_http(std::move(response), keep, request.method() == http::verb::head);
            stream.expires_after(limits::kRequestTimeout);
            const auto [failed, sent] = co_await http::async_write(stream, out, kAwait);
            if (failed || !keep)
                break;
        }
        stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
    }

    /// A link on another site that leads to the page: harmless, and the page is what is wanted.
    bool is_visit(const HttpRequest& request, std::string_view /*refusal*/) const {
        return gate.knows_host(header(request, http::field::host)) &&
               request.method() == http::verb::get &&
               header(request, "Sec-Fetch-Mode") == "navigate" &&
               header(request, http::field::origin).empty() && !websocket::is_upgrade(request);
    }

    asio::awaitable<void> complain(beast::tcp_stream& stream, beast::error_code error) {
        Response response;
        if (error == http::error::body_limit)
            response = plain_error(413, "the request is too large");
        else if (error == http::error::header_limit)
            response = plain_error(431, "the head of the request is too large");
        else if (error.category() == http::make_error_code(http::error::bad_method).category() &&
                 error != http::error::end_of_stream && error != http::error::partial_message)
            response = plain_error(400, "this is not HTTP");
        else
            co_return;
        HttpResponse out = to_http(std::move(response), false, false);
        stream.expires_after(limits::kRequestTimeout);
        co_await http::async_write(stream, out, kAwait);
    }

    asio::awaitable<Response> answer_to(const HttpRequest& request, const std::string& address) {
        Request asked;
        asked.method = std::string(request.method_string());
        asked.target = std::string(request.target());
        asked.body = request.body();
        asked.content_type = header(request, http::field::content_type);
        asked.if_none_match = header(request, http::field::if_none_match);
        asked.address = address;
        asked.gzip =
            header(request, http::field::accept_encoding).find("gzip") != std::string::npos;
        auto result = std::make_shared<std::optional<Response>>();
        auto arrival =
            std::make_shared<asio::steady_timer>(context, asio::steady_timer::time_point::max());
        api.handle(asked, [result, arrival](Response response) {
            *result = std::move(response);
            arrival->cancel();
        });
        if (!*result)
            co_await arrival->async_wait(kAwait);
        Response response;
        if (*result)
            response = std::move(**result);
        else
            response = plain_error(503, "the table is closing");
        co_return response;
    }

    /// True if the stream has become a WebSocket and was served to its end.
    asio::awaitable<bool> listen_to(beast::tcp_stream& stream, HttpRequest& request) {
        const std::string text(request.target());
        const Target target(text);
        constexpr std::string_view kPath = "/ws/";
        std::shared_ptr<Session> session;
        std::optional<Role> role;
        Response refusal = plain_error(404, "there is no such game");
        try {
            if (target.path.starts_with(kPath))
                session = hall.find(std::string(target.path.substr(kPath.size())));
        } catch (const UserError& error) {
            refusal = plain_error(503, "the game cannot be opened now");
        }
        if (session) {
            role = session->role_of_token(target.parameter("token"));
            refusal = plain_error(403, "this is not a token of the game");
        }
        if (!role) {
            HttpResponse out = to_http(std::move(refusal), false, false);
            co_await http::async_write(stream, out, kAwait);
            co_return false;
        }
        const auto after = parse_number<std::size_t>(target.parameter("after")).value_or(0);
        stream.expires_never();
        const auto link = std::make_shared<Link>(std::move(stream));
        const auto [error] = co_await link->stream().async_accept(request, kAwait);
        if (error)
            co_return true;
        if (!session->attach(*role, link, after)) {
            link->close(websocket::close_code::try_again_later, "too many watchers");
            co_return true;
        }
        co_await hear_out(*session, *role, *link);
        session->detach(link.get());
        co_return true;
    }

    asio::awaitable<void> hear_out(Session& session, Role role, Link& link) {
        Bucket bucket(message_burst, limits::kMessagesPerSecond);
        beast::flat_buffer buffer;
        while (true) {
            const auto [error, size] = co_await link.stream().async_read(buffer, kAwait);
            if (error)
                co_return;
            if (!bucket.take(hall.steady_ms())) {
                link.send(R"({"type":"bye","reason":"too many messages; come back more slowly"})");
                link.close(kCloseTooFast, "too fast");
                co_return;
            }
            if (link.stream().got_binary())
                link.send(R"({"type":"error","reason":"a message is text, not bytes"})");
            else
                session.receive(role, link,
                                {static_cast<const char*>(buffer.data().data()), buffer.size()});
            buffer.consume(buffer.size());
        }
    }

    asio::io_context context;
    tcp::acceptor acceptor;
    bool open;
    Gate gate;
    Page page;
    double message_burst;
    std::size_t connections = 0;
    Hall hall;
    Api api;
};

Server::Server(Setting setting) : inside_(std::make_unique<Inside>(std::move(setting))) {}
Server::~Server() = default;

std::uint16_t Server::port() const {
    return inside_->acceptor.local_endpoint().port();
}

bool Server::is_open() const {
    return inside_->open;
}

Hall& Server::hall() {
    return inside_->hall;
}

void Server::run(bool until_signal) {
    auto& inside = *inside_;
    asio::co_spawn(inside.context, inside.accept(), asio::detached);
    asio::co_spawn(inside.context, inside.keep_time(), asio::detached);
    std::optional<asio::signal_set> signals;
    if (until_signal) {
        signals.emplace(inside.context, SIGINT, SIGTERM);
        signals->async_wait([&](beast::error_code error, int) {
            if (!error)
                inside.context.stop();
        });
    }
    inside.context.run();
}

void Server::stop() {
    inside_->context.stop();
}

void Server::post(std::function<void()> body) {
    asio::post(inside_->context, std::move(body));
}

}  // namespace nebel::server
