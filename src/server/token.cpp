#include "server/token.hpp"

#include <sys/random.h>

#include <cerrno>

#include "core/error.hpp"

namespace nebel::server {

namespace {

std::uint64_t from_kernel() {
    std::uint64_t value = 0;
    ssize_t got = 0;
    do {
        got = getrandom(&value, sizeof value, 0);
    } while (got < 0 && errno == EINTR);
    NEBEL_CHECK(got == static_cast<ssize_t>(sizeof value));
    return value;
}

std::string draw(const Entropy& entropy, std::string_view alphabet, int bits, int length) {
    std::string text;
    std::uint64_t pool = 0;
    int left = 0;
    for (int i = 0; i < length; ++i) {
        if (left < bits) {
            pool = entropy();
            left = 60;
        }
        text += alphabet[pool & ((1u << bits) - 1)];
        pool >>= bits;
        left -= bits;
    }
    return text;
}

}  // namespace

Entropy kernel_entropy() {
    return from_kernel;
}

std::string draw_token(const Entropy& entropy) {
    return draw(entropy, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 6, 22);
}

std::string draw_game_id(const Entropy& entropy) {
    return draw(entropy, "abcdefghijkmnpqrstuvwxyz23456789", 5, 10);
}

bool same_token(std::string_view a, std::string_view b) {
    if (a.size() != b.size())
        return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return difference == 0;
}

}  // namespace nebel::server
