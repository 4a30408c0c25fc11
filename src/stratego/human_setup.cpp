#include <algorithm>
#include <span>

#include "core/error.hpp"
#include "core/weighted_draw.hpp"
#include "stratego/human_setup_model.hpp"
#include "stratego/setup_sources.hpp"

namespace nebel::stratego {

namespace {

using human::kHalf;
using human::kSize;
using human::kWidth;

/// The neighbour of a set-up square: 0 in front, 1 behind, 2 left, 3 right; `size` if there is
/// none.
std::size_t neighbour(std::size_t at, int side, std::size_t width, std::size_t size) {
    const std::size_t file = at % width;
    switch (side) {
        case 0:
            return at >= width ? at - width : size;
        case 1:
            return at + width < size ? at + width : size;
        case 2:
            return file > 0 ? at - 1 : size;
        default:
            return file + 1 < width ? at + 1 : size;
    }
}

/// Half-board flag square number to set-up square, and back for squares of the left half.
std::size_t flag_square(std::size_t half) {
    return half / (kWidth / 2) * kWidth + half % (kWidth / 2);
}
std::size_t flag_number(std::size_t at) {
    return at / kWidth * (kWidth / 2) + at % kWidth;
}

std::size_t model_index(Rank rank) {
    return index(rank) - 1;
}

using Board = std::array<Rank, kSize>;

/// The random field of kPlace, kBeside and kBehind, walked by swaps of two men.
class Field {
 public:
    explicit Field(Board& men) : men_(men) {}

    void swap_about(int swaps, Rng& rng) {
        std::array<std::uint8_t, kSize> squares{};
        std::uint32_t count = 0;
        for (std::size_t at = 0; at < kSize; ++at)
            if (walks(men_[at]))
                squares[count++] = static_cast<std::uint8_t>(at);
        for (int i = 0; i < swaps; ++i) {
            const std::size_t a = squares[rng.below(count)];
            const std::size_t b = squares[rng.below(count)];
            if (men_[a] == men_[b])
                continue;
            const double before = weight(a, b);
            std::swap(men_[a], men_[b]);
            if (rng.real() * before > weight(a, b))
                std::swap(men_[a], men_[b]);
        }
    }

 private:
    [[nodiscard]] double beside(std::size_t left, std::size_t right) const {
        return human::kBeside[model_index(men_[left])][model_index(men_[right])];
    }
    [[nodiscard]] double behind(std::size_t front, std::size_t back) const {
        return human::kBehind[model_index(men_[front])][model_index(men_[back])];
    }
    [[nodiscard]] double weight(std::size_t at) const {
        double product = human::kPlace[model_index(men_[at])][at];
        if (at >= kWidth)
            product *= behind(at - kWidth, at);
        if (at + kWidth < kSize)
            product *= behind(at, at + kWidth);
        if (at % kWidth > 0)
            product *= beside(at - 1, at);
        if (at % kWidth + 1 < kWidth)
            product *= beside(at, at + 1);
        return product;
    }
    /// All factors that touch one of the two; a bond between them counts once.
    [[nodiscard]] double weight(std::size_t a, std::size_t b) const {
        const double product = weight(a) * weight(b);
        const auto [low, high] = std::minmax(a, b);
        if (high == low + kWidth)
            return product / behind(low, high);
        if (high == low + 1 && high % kWidth != 0)
            return product / beside(low, high);
        return product;
    }

    Board& men_;
};

Setup classic_setup(const Rules& rules, Rng& rng) {
    Board men{};
    std::array<double, kSize> weights{};
    std::copy(human::kFlag.begin(), human::kFlag.end(), weights.begin());
    const std::size_t number = *draw_by_weight(std::span(weights.data(), kHalf), rng);
    const std::size_t flag = flag_square(number);
    men[flag] = Rank::Flag;

    std::copy(human::kShield[number].begin(), human::kShield[number].end(), weights.begin());
    const std::size_t pattern = *draw_by_weight(std::span(weights.data(), 16), rng);
    std::copy(human::kBomb[number].begin(), human::kBomb[number].end(), weights.begin());
    weights[flag] = 0;
    int bombs = rules.arena().army[index(Rank::Bomb)];
    for (int side = 0; side < 4; ++side) {
        const std::size_t near = neighbour(flag, side, kWidth, kSize);
        if (near == kSize)
            continue;
        weights[near] = 0;
        if ((pattern >> side) & 1) {
            men[near] = Rank::Bomb;
            --bombs;
        }
    }
    for (; bombs > 0; --bombs) {
        const std::size_t at = *draw_by_weight(weights, rng);
        men[at] = Rank::Bomb;
        weights[at] = 0;
    }

    // The rest begins where chance puts it and settles.
    std::array<Rank, kSize> rest{};
    std::size_t count = 0;
    for (const Rank rank : kAllRanks)
        if (walks(rank))
            for (int n = 0; n < rules.arena().army[index(rank)]; ++n)
                rest[count++] = rank;
    rng.shuffle(std::span(rest.data(), count));
    for (Rank& rank : men)
        if (rank == Rank::Unknown)
            rank = rest[--count];
    constexpr int kSwaps = 2000;
    Field(men).swap_about(kSwaps, rng);

    const bool mirror = rng.below(2) == 1;
    Setup setup;
    setup.size = kSize;
    for (std::size_t at = 0; at < kSize; ++at)
        setup.ranks[mirror ? at / kWidth * kWidth + kWidth - 1 - at % kWidth : at] = men[at];
    return setup;
}

/// The classic set-up square that a smaller board's square resembles.
std::size_t resembled(const Arena& arena, std::size_t at) {
    const auto width = static_cast<std::size_t>(arena.width);
    const auto rows = static_cast<std::size_t>(arena.setup_rows);
    const std::size_t row =
        rows == 1 ? human::kRows - 1
                  : ((human::kRows - 1) * (at / width) * 2 + rows - 1) / ((rows - 1) * 2);
    const std::size_t file = ((kWidth - 1) * (at % width) * 2 + width - 1) / ((width - 1) * 2);
    return row * kWidth + file;
}

/// How often people have a bomb next to the flag.
double shielded_rate() {
    double bare = 0;
    double all = 0;
    for (const auto& patterns : human::kShield) {
        bare += patterns[0];
        for (const float count : patterns)
            all += count;
    }
    return 1 - bare / all;
}

Setup scaled_setup(const Rules& rules, Rng& rng) {
    const Arena& arena = rules.arena();
    Setup setup;
    setup.size = static_cast<std::uint8_t>(arena.setup_size());
    const auto mirrored = [](std::size_t at) {
        return at / kWidth * kWidth + kWidth - 1 - at % kWidth;
    };
    std::array<double, kSize> weights{};
    const auto place = [&](Rank rank, auto&& weight_of) {
        for (std::size_t at = 0; at < setup.size; ++at)
            weights[at] = setup.ranks[at] == Rank::Unknown ? weight_of(at) : 0.0;
        const auto at = draw_by_weight(std::span(weights.data(), setup.size), rng);
        if (at)
            setup.ranks[*at] = rank;
        return at;
    };

    const auto flag = place(Rank::Flag, [&](std::size_t at) -> double {
        const std::size_t like = resembled(arena, at);
        return human::kFlag[flag_number(like % kWidth < kWidth / 2 ? like : mirrored(like))];
    });
    const std::size_t flag_like = resembled(arena, *flag);
    const bool mirror = flag_like % kWidth >= kWidth / 2;
    const std::size_t number = flag_number(mirror ? mirrored(flag_like) : flag_like);
    const auto like = [&](std::size_t at) {
        return mirror ? mirrored(resembled(arena, at)) : resembled(arena, at);
    };

    const auto width = static_cast<std::size_t>(arena.width);
    const bool shielded = rng.chance(shielded_rate());
    for (int n = 0; n < arena.army[index(Rank::Bomb)]; ++n) {
        const auto near = [&](std::size_t at) {
            for (int side = 0; side < 4; ++side)
                if (neighbour(*flag, side, width, setup.size) == at)
                    return true;
            return false;
        };
        const auto free_choice = [&](std::size_t at) -> double {
            return near(at) ? 0.0 : human::kBomb[number][like(at)] + 1e-3;
        };
        if (!shielded || !place(Rank::Bomb, [&](std::size_t at) { return near(at) ? 1.0 : 0.0; }))
            NEBEL_CHECK(place(Rank::Bomb, free_choice));
    }
    for (Rank rank = Rank::Marshal; walks(rank);
         rank = static_cast<Rank>(static_cast<int>(rank) - 1))
        for (int n = 0; n < arena.army[index(rank)]; ++n)
            NEBEL_CHECK(place(rank, [&](std::size_t at) -> double {
                return human::kPlace[model_index(rank)][like(at)] + 1e-6;
            }));
    return setup;
}

}  // namespace

Setup human_setup(const Rules& rules, Rng& rng) {
    for (;;) {
        const Setup setup = rules.variant == Variant::Classic ? classic_setup(rules, rng)
                                                              : scaled_setup(rules, rng);
        if (setup.can_move(rules))
            return setup;
    }
}

}  // namespace nebel::stratego
