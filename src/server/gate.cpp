#include "server/gate.hpp"

#include <arpa/inet.h>

#include "core/text.hpp"

namespace nebel::server {

namespace {

constexpr std::size_t kRememberedAddresses = 10000;

/// The host without its port; "[::1]:80" gives "::1".
std::string without_port(std::string_view host) {
    if (!host.empty() && host.front() == '[') {
        const auto end = host.find(']');
        return std::string(end == std::string_view::npos ? "" : host.substr(1, end - 1));
    }
    return lower(host.substr(0, host.find(':')));
}

bool is_loopback(const std::string& name) {
    in_addr address{};
    return name == "localhost" || name == "::1" ||
           (inet_pton(AF_INET, name.c_str(), &address) == 1 &&
            (ntohl(address.s_addr) >> 24) == 127);
}

bool is_address(const std::string& name) {
    in_addr v4{};
    in6_addr v6{};
    return inet_pton(AF_INET, name.c_str(), &v4) == 1 ||
           inet_pton(AF_INET6, name.c_str(), &v6) == 1;
}

}  // namespace

bool Gate::knows_host(std::string_view host) const {
    const auto name = without_port(host);
    if (is_loopback(name))
        return true;
    if (!open_)
        return false;
    if (is_address(name))
        return true;
    return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::string_view Gate::refusal(std::string_view host,
                               std::string_view origin,
                               std::string_view fetch_site) const {
    if (!knows_host(host))
        return "this table does not answer to that host name";
    if (!origin.empty() && lower(origin) != "http://" + lower(host))
        return "this request comes from another site";
    if (!fetch_site.empty() && fetch_site != "same-origin" && fetch_site != "none")
        return "this request comes from another site";
    return {};
}

bool AddressBuckets::take(const std::string& address, std::int64_t now) {
    if (buckets_.size() >= kRememberedAddresses)
        std::erase_if(buckets_, [&](const auto& item) { return item.second.full(now); });
    return buckets_.try_emplace(address, burst_, per_second_).first->second.take(now);
}

}  // namespace nebel::server
