#include "lab/best_response.hpp"

namespace nebel::lab {

std::uint64_t hash_on(std::uint64_t hash, std::string_view text) {
    hash ^= 0xcbf29ce484222325;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return mix_seed(hash, text.size());
}

}  // namespace nebel::lab
