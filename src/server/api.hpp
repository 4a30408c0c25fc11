#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/gate.hpp"
#include "server/hall.hpp"
#include "server/page.hpp"

namespace nebel::server {

/// A request as far as the table cares, checked by the gate already.
struct Request {
    std::string method;
    std::string target;  ///< path and query, as sent
    std::string body;
    std::string content_type;
    std::string if_none_match;
    std::string address;  ///< of the one who asks
    bool gzip = false;    ///< may be answered compressed
};

struct Response {
    int status = 200;
    std::string type = "application/json";
    std::string body;
    bool packed = false;
    std::string cache = "no-store";
    std::string tag;
    std::string attachment;  ///< a file name to be saved under
};

/// The path and the parameters of a target: "/ws/x?token=T&after=3".
struct Target {
    explicit Target(std::string_view text);
    [[nodiscard]] std::string_view parameter(std::string_view name) const;
    std::string_view path;

 private:
    std::vector<std::pair<std::string_view, std::string_view>> parameters_;
};

/// Everything that is asked over HTTP: what can be played, new games, lists, reviews, the page.
class Api {
 public:
    Api(Hall& hall, Page& page);

    /// Answers, at once or later, in the table's thread. What is wrong with a request is said in
    /// the answer.
    void handle(const Request& request, const std::function<void(Response)>& answer);

 private:
    Response respond(const Request& request, const Target& target);
    Response create(const Request& request);
    Response list(const Target& target);
    Response of_game(const Request& request, const Target& target, std::string_view rest);
    bool send_fog(const Request& request,
                  const Target& target,
                  const std::function<void(Response)>& answer);
    Response review(Session& session);
    Response static_file(const Request& request, const Target& target);

    Hall& hall_;
    Page& page_;
    AddressBuckets creates_;
    AddressBuckets requests_;
    std::string catalog_;
};

}  // namespace nebel::server
