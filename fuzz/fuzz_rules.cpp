#include "core/budget.hpp"
#include "fuzz.hpp"
#include "games.hpp"

// Rules and budgets; and rules that are accepted start a game, from any start text that is too.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace nebel;
    const auto text = fuzz::as_text(data, size);
    fuzz::expect_explained(Budget::parse(text));
    const auto line = text.substr(0, text.find('\n'));
    const auto start =
        line.size() == text.size() ? std::string_view{} : text.substr(line.size() + 1);
    fuzz::for_every_game([&]<Game G>() {
        fuzz::parse_and_print<typename G::Rules>(line);
        const auto rules = G::Rules::parse(line);
        if (!rules)
            return;
        Rng rng(1);
        typename G::Referee referee(*rules, rng);
        referee.open();
        const auto other = G::Referee::from_start(*rules, start);
        fuzz::expect_explained(other);
        if (other) {
            const auto again = G::Referee::from_start(*rules, other->start_text());
            NEBEL_CHECK(again.has_value());
            NEBEL_CHECK(again->state_text() == other->state_text());
        }
    });
    return 0;
}
