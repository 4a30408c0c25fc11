#include "darkchess/types.hpp"

namespace nebel::darkchess {

namespace {
constexpr std::string_view kLetters = "KGMRNCP-kgmrncpX";
static_assert(kLetters.size() == kManCodes);
}  // namespace

char letter(Man m) {
    return kLetters[index(m)];
}

std::optional<Man> man_from_letter(char c) {
    const auto at = kLetters.find(c);
    if (at == std::string_view::npos)
        return std::nullopt;
    return static_cast<Man>(at);
}

std::string square_text(Square s) {
    return {static_cast<char>('a' + column_of(s)), static_cast<char>('1' + row_of(s))};
}

std::optional<Square> parse_square(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'd' || text[1] < '1' || text[1] > '8')
        return std::nullopt;
    return square(text[0] - 'a', text[1] - '1');
}

}  // namespace nebel::darkchess
