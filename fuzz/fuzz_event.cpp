#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "fuzz.hpp"
#include "games.hpp"

// Events as text and as JSON; and a view that hears any sequence of well-formed events survives,
// for a stranger's referee may say odd things.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace nebel;
    const auto text = fuzz::as_text(data, size);
    fuzz::for_every_game([&]<Game G>() {
        typename G::View view(typename G::Rules(), Seat::First);
        for (const auto line : split(text, '\n')) {
            fuzz::parse_and_print<typename G::Event>(line);
            const Json json = Json::parse(line, nullptr, false);
            if (!json.is_discarded()) {
                const auto event = G::Event::from_json(json);
                fuzz::expect_explained(event);
                if (event)
                    NEBEL_CHECK(G::Event::from_json(event->to_json()).value() == *event);
            }
            if (const auto event = G::Event::parse(line)) {
                try {
                    view.hear(*event);
                } catch (const UserError& error) {
                    NEBEL_CHECK(*error.what() != '\0');
                    return;
                }
                ActionList<G> actions;
                view.actions(actions);
                NEBEL_CHECK(!view.text().empty());
            }
        }
    });
    return 0;
}
