#include "stratego/setup_sources.hpp"

namespace nebel::stratego {

Setup random_setup(const Rules& rules, Rng& rng) {
    const Arena& arena = rules.arena();
    Setup setup;
    setup.size = static_cast<std::uint8_t>(arena.setup_size());
    std::size_t next = 0;
    for (const Rank rank : kAllRanks)
        for (int n = 0; n < arena.army[index(rank)]; ++n)
            setup.ranks[next++] = rank;
    do
        rng.shuffle(std::span(setup.ranks.data(), setup.size));
    while (!setup.can_move(rules));
    return setup;
}

}  // namespace nebel::stratego
