#include "stratego/rules.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace nebel::stratego {

namespace {

constexpr std::string_view kGreatLakes = "c5d5c6d6g5h5g6h6";

//                                          Sp Sc Mi Se Li Ca Ma Co Ge Ma Bo Fl
constexpr std::array<std::uint8_t, kRanks> kFullArmy{0, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6, 1};
constexpr std::array<std::uint8_t, kRanks> kBarrageArmy{0, 1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1};
constexpr std::array<std::uint8_t, kRanks> kDuelArmy{0, 1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 2, 1};
constexpr std::array<std::uint8_t, kRanks> kFiveArmy{0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1};
constexpr std::array<std::uint8_t, kRanks> kTinyArmy{0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1};
constexpr std::array<std::uint8_t, kRanks> kMicroArmy{0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1};

constexpr Arena arena_of(std::string_view name,
                         int width,
                         int height,
                         int setup_rows,
                         std::string_view lakes,
                         const std::array<std::uint8_t, kRanks>& army) {
    Arena arena{name, width, height, setup_rows, lakes, army, {}, 0};
    for (int i = 0; i < arena.cells(); ++i)
        arena.open.add(arena.cell(i));
    for (std::size_t i = 0; i < lakes.size(); i += 2)
        arena.open.remove(square(lakes[i] - 'a', lakes[i + 1] - '1'));
    for (const auto count : army)
        arena.men += count;
    return arena;
}

constexpr std::array<Arena, 8> kArenas{
    arena_of("classic", 10, 10, 4, kGreatLakes, kFullArmy),
    arena_of("barrage", 10, 10, 4, kGreatLakes, kBarrageArmy),
    arena_of("duel", 10, 10, 4, kGreatLakes, kDuelArmy),
    arena_of("8x8", 8, 8, 3, "c4c5f4f5", kDuelArmy),
    arena_of("6x6", 6, 6, 2, "c3d3c4d4", kBarrageArmy),
    arena_of("5x5", 5, 5, 2, "c3", kFiveArmy),
    arena_of("tiny", 4, 4, 1, "", kTinyArmy),
    arena_of("micro", 3, 4, 1, "", kMicroArmy),
};
static_assert(kArenas[0].men == 40 && kArenas[1].men == 8 && kArenas[2].men == 10);
static_assert(kArenas[0].open.size() == 92);

constexpr std::array<std::string_view, 3> kSources{"player", "random", "human"};

Parsed<std::uint16_t> limit(std::string_view key, std::string_view value, bool may_be_off) {
    if (may_be_off && value == "off")
        return std::uint16_t{0};
    const auto number = parse_number<int>(value);
    if (!number || *number < 1 || *number > Rules::kMaxPlies)
        return parse_error(fmt::format("{} is no value for {}; accepted: 1..{}{}", quote(value),
                                       key, Rules::kMaxPlies, may_be_off ? " or off" : ""));
    return static_cast<std::uint16_t>(*number);
}

Parsed<void> assign(Rules& rules, std::string_view key, std::string_view value) {
    if (key == "two_squares") {
        if (value != "3" && value != "5" && value != "off")
            return parse_error(quote(value) + " is no value for two_squares; accepted: 3, 5, off");
        rules.two_squares = value == "off" ? 0 : static_cast<std::uint8_t>(value[0] - '0');
    } else if (key == "more_squares") {
        if (value != "on" && value != "off")
            return parse_error(quote(value) + " is no value for more_squares; accepted: on, off");
        rules.more_squares = value == "on";
    } else if (key == "quiet" || key == "cap") {
        const auto number = limit(key, value, key == "quiet");
        if (!number)
            return tl::make_unexpected(number.error());
        (key == "quiet" ? rules.quiet : rules.cap) = *number;
    } else if (key == "setup") {
        for (std::size_t i = 0; i < kSources.size(); ++i)
            if (kSources[i] == value) {
                rules.setup = static_cast<SetupSource>(i);
                return {};
            }
        return parse_error(quote(value) +
                           " is no value for setup; accepted: player, random, human");
    } else {
        return parse_error(quote(key) +
                           " is no option of stratego; accepted: two_squares, more_squares, "
                           "quiet, cap, setup");
    }
    return {};
}

}  // namespace

const Arena& Rules::arena() const {
    return kArenas[static_cast<std::size_t>(variant)];
}

Parsed<Rules> Rules::parse(std::string_view text) {
    Rules rules;
    if (trim(text).empty())
        return rules;
    bool first = true;
    for (const auto piece : split(text, ',')) {
        const auto word = trim(piece);
        const auto equals = word.find('=');
        if (equals != std::string_view::npos) {
            const auto done =
                assign(rules, trim(word.substr(0, equals)), trim(word.substr(equals + 1)));
            if (!done)
                return tl::make_unexpected(done.error());
        } else {
            bool known = false;
            for (std::size_t i = 0; i < kArenas.size(); ++i)
                if (kArenas[i].name == word) {
                    rules.variant = static_cast<Variant>(i);
                    known = first;
                }
            if (!known)
                return parse_error(quote(word) +
                                   " is no variant of stratego (the variant comes first); "
                                   "accepted: classic, barrage, duel, 8x8, 6x6, 5x5, tiny, micro");
        }
        first = false;
    }
    return rules;
}

std::string Rules::text() const {
    const Rules standard;
    std::string text(arena().name);
    const auto limit_text = [](int value) {
        return value == 0 ? std::string("off") : std::to_string(value);
    };
    if (two_squares != standard.two_squares)
        text += ",two_squares=" + limit_text(two_squares);
    if (!more_squares)
        text += ",more_squares=off";
    if (quiet != standard.quiet)
        text += ",quiet=" + limit_text(quiet);
    if (cap != standard.cap)
        text += ",cap=" + limit_text(cap);
    if (setup != standard.setup)
        text += ",setup=" + std::string(kSources[static_cast<std::size_t>(setup)]);
    return text;
}

}  // namespace nebel::stratego
