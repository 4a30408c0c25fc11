#include "stratego/types.hpp"

#include "core/text.hpp"

namespace nebel::stratego {

namespace {
constexpr std::array<std::string_view, kRanks> kRankNames{
    "unknown", "spy",     "scout",   "miner",   "sergeant", "lieutenant", "captain",
    "major",   "colonel", "general", "marshal", "bomb",     "flag"};
constexpr std::array<std::string_view, 4> kStrikeNames{"wins", "loses", "both", "flag"};
}  // namespace

std::string_view text(Rank rank) {
    return kRankNames[index(rank)];
}

std::optional<Rank> parse_rank(std::string_view text) {
    for (std::size_t i = 0; i < kRanks; ++i)
        if (kRankNames[i] == text)
            return static_cast<Rank>(i);
    return std::nullopt;
}

std::optional<Rank> rank_of_letter(char letter_of) {
    if (letter_of == 'A')
        return Rank::Unknown;
    for (const Rank rank : kAllRanks)
        if (letter(rank) == letter_of)
            return rank;
    return std::nullopt;
}

std::string_view text(Strike strike) {
    return kStrikeNames[static_cast<std::size_t>(strike)];
}

std::optional<Strike> parse_strike(std::string_view text) {
    for (std::size_t i = 0; i < kStrikeNames.size(); ++i)
        if (kStrikeNames[i] == text)
            return static_cast<Strike>(i);
    return std::nullopt;
}

std::string square_text(Square at) {
    return static_cast<char>('a' + file_of(at)) + std::to_string(row_of(at) + 1);
}

std::optional<Square> take_square(std::string_view& text) {
    if (text.size() < 2 || text[0] < 'a' || text[0] > 'j')
        return std::nullopt;
    std::size_t end = 1;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9')
        ++end;
    const auto digits = text.substr(1, end - 1);
    const auto row = parse_number<int>(digits);
    if (!row || *row < 1 || *row > 10 || digits[0] == '0')
        return std::nullopt;
    const Square at = square(text[0] - 'a', *row - 1);
    text.remove_prefix(end);
    return at;
}

std::optional<Square> parse_square(std::string_view text) {
    const auto at = take_square(text);
    return text.empty() ? at : std::nullopt;
}

}  // namespace nebel::stratego
