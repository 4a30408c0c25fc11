#include "stratego/setup.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace nebel::stratego {

Parsed<Setup> Setup::parse(std::string_view text) {
    if (text.empty() || text.size() > kMaxSize)
        return parse_error(
            fmt::format("a set-up has 1..{} letters, not {}", kMaxSize, text.size()));
    Setup setup;
    for (const char c : text) {
        const auto rank = rank_of_letter(c);
        if (!rank)
            return parse_error(quote(std::string_view(&c, 1)) +
                               " is no letter of a set-up; accepted: B (bomb), C (spy), D (scout) "
                               ".. L (marshal), M (flag), A (empty)");
        setup.ranks[setup.size++] = *rank;
    }
    return setup;
}

std::string Setup::text() const {
    std::string text;
    for (std::size_t i = 0; i < size; ++i)
        text += letter(ranks[i]);
    return text;
}

std::string_view Setup::fault(const Rules& rules) const {
    const Arena& arena = rules.arena();
    if (size != arena.setup_size())
        return "the set-up does not have one letter for each square of the set-up rows";
    std::array<std::uint8_t, kRanks> counts{};
    for (std::size_t i = 0; i < size; ++i)
        ++counts[index(ranks[i])];
    for (const Rank rank : kAllRanks)
        if (counts[index(rank)] != arena.army[index(rank)])
            return "the set-up's men are not those of the variant's army";
    return {};
}

bool Setup::can_move(const Rules& rules) const {
    const Arena& arena = rules.arena();
    Bits men;
    Bits walkers;
    for (int i = 0; i < size; ++i) {
        const Rank rank = ranks[static_cast<std::size_t>(i)];
        if (rank != Rank::Unknown)
            men.add(arena.setup_square(Seat::First, i));
        if (walks(rank))
            walkers.add(arena.setup_square(Seat::First, i));
    }
    for (const Direction direction : kDirections)
        if (stepped(walkers, direction) & arena.open & ~men)
            return true;
    return false;
}

}  // namespace nebel::stratego
