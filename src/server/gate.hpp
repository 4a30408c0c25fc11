#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nebel::server {

/// So many at once, then so many a second.
class Bucket {
 public:
    Bucket(double burst, double per_second)
        : burst_(burst), per_second_(per_second), level_(burst) {}

    /// False when there have been too many. Time in milliseconds, never backwards.
    bool take(std::int64_t now) {
        level_ = std::min(burst_, level_ + static_cast<double>(now - last_) * per_second_ / 1000);
        last_ = now;
        if (level_ < 1)
            return false;
        level_ -= 1;
        return true;
    }
    [[nodiscard]] bool full(std::int64_t now) const {
        return level_ + static_cast<double>(now - last_) * per_second_ / 1000 >= burst_;
    }

 private:
    double burst_;
    double per_second_;
    double level_;
    std::int64_t last_ = 0;
};

/// Whether a request comes from our own page. A page of a stranger can make a browser send requests
/// to this machine, under a name of the stranger's that leads here; so the name in `Host` must be
/// one of ours, and an `Origin`, where there is one, must be the very host that was asked.
class Gate {
 public:
    /// `open` is a table that listens to other computers: then every address by number is ours, and
    /// so are the names given.
    Gate(bool open, std::vector<std::string> names) : open_(open), names_(std::move(names)) {}

    /// An empty text, or why not.
    [[nodiscard]] std::string_view refusal(std::string_view host,
                                           std::string_view origin,
                                           std::string_view fetch_site) const;

    [[nodiscard]] bool knows_host(std::string_view host) const;

 private:
    bool open_;
    std::vector<std::string> names_;
};

/// A bucket for each address, forgotten when it is full again.
class AddressBuckets {
 public:
    AddressBuckets(double burst, double per_second) : burst_(burst), per_second_(per_second) {}
    bool take(const std::string& address, std::int64_t now);

 private:
    double burst_;
    double per_second_;
    std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace nebel::server
