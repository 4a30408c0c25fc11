#include "darkchess/evaluation.hpp"

#include <algorithm>

#include "darkchess/movegen.hpp"

namespace nebel::darkchess {

namespace {

//                                                K     G    M    R    N    C    P
constexpr std::array<int, kKinds> kWorthAtStart{1000, 750, 420, 240, 150, 420, 110};

/// Whether one kind can take another in any way.
constexpr bool takes(Kind a, Kind b) {
    return a == Kind::Cannon || takes_by_step(a, b);
}

constexpr auto kDistance = [] {
    std::array<std::array<std::uint8_t, kSquares>, kSquares> table{};
    for (int a = 0; a < kSquares; ++a)
        for (int b = 0; b < kSquares; ++b) {
            const int columns = a % kColumns - b % kColumns;
            const int rows = a / kColumns - b / kColumns;
            table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] =
                static_cast<std::uint8_t>((columns < 0 ? -columns : columns) +
                                          (rows < 0 ? -rows : rows));
        }
    return table;
}();

constexpr int kFarthest = 10;

/// What the nearness of hunters to their prey is worth to the hunting side.
int pursuit(const Board& board, const Material& material, Colour hunter) {
    const Squares* own = board.row(hunter);
    const Squares* foe = board.row(other(hunter));
    // Who may step on each kind, from the strongest down.
    std::array<Squares, kKinds> hunters;
    hunters[0] = own[0] | own[6];
    hunters[1] = own[0] | own[1];
    hunters[2] = hunters[1] | own[2];
    hunters[3] = hunters[2] | own[3];
    hunters[4] = hunters[3] | own[4];
    hunters[5] = hunters[4];
    hunters[6] = own[1] | own[2] | own[3] | own[4] | own[6];
    int sum = 0;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if (foe[kind] == 0 || hunters[kind] == 0)
            continue;
        const int prize = material.worth(man(other(hunter), static_cast<Kind>(kind)));
        for (Squares preys = foe[kind]; preys != 0;) {
            const auto& distances = kDistance[pop_lowest(preys)];
            int nearest = kFarthest;
            int second = kFarthest;
            for (Squares set = hunters[kind]; set != 0;) {
                const int distance = distances[pop_lowest(set)];
                second = std::min(second, std::max(nearest, distance));
                nearest = std::min(nearest, distance);
            }
            sum += prize * (3 * kFarthest - 2 * nearest - second);
        }
    }
    return sum;
}

}  // namespace

Material::Material(const Board& board) {
    for (const Man m : kAllMen) {
        alive_[index(m)] =
            static_cast<std::uint8_t>(board.dark_left(m) + std::popcount(board.squares_of(m)));
        total_ += alive_[index(m)];
        signature_ += alive_[index(m)] * signature_unit(m);
    }
    weigh();
}

void Material::remove(Man captured) {
    --alive_[index(captured)];
    --total_;
    signature_ -= signature_unit(captured);
    weigh();
}

void Material::weigh() {
    balance_ = 0;
    for (const Colour colour : {Colour::Red, Colour::Black}) {
        const std::uint8_t* foe = alive_.data() + 8 * index(other(colour));
        int foes = 0;
        for (std::size_t kind = 0; kind < kKinds; ++kind)
            foes += foe[kind];
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            const Man m = man(colour, static_cast<Kind>(kind));
            if (alive_[index(m)] == 0)
                continue;
            int prey = 0;
            int danger = 0;
            for (std::size_t enemy = 0; enemy < kKinds; ++enemy) {
                prey += takes(static_cast<Kind>(kind), static_cast<Kind>(enemy)) ? foe[enemy] : 0;
                danger += takes(static_cast<Kind>(enemy), static_cast<Kind>(kind)) ? foe[enemy] : 0;
            }
            // Half of a man's worth is itself, half the share of the enemies it can take; then the
            // fewer can take it the better. A cannon needs screens, so it fades as men leave.
            int worth = kWorthAtStart[kind];
            worth += foes == 0 ? 0 : (2 * prey - foes) * worth / (4 * foes);
            worth += worth * (3 - std::min(danger, 6)) / 12;
            if (static_cast<Kind>(kind) == Kind::Cannon)
                worth = worth * (total_ + 8) / 40;
            if (prey == 0)
                worth /= 2;
            worth_[index(m)] = static_cast<std::int16_t>(worth);
            balance_ += (colour == Colour::Red ? worth : -worth) * alive_[index(m)];
        }
    }
}

int evaluate(const Board& board, const Material& material) {
    int score = material.balance();
    // The same lead decides more when fewer men are left.
    score += score * (kSquares - material.total()) / 48;
    const int near =
        pursuit(board, material, Colour::Red) - pursuit(board, material, Colour::Black);
    // Dark men stand in the way of a chase and change it at any moment.
    const int dark = std::popcount(board.dark());
    score += near / (128 + 16 * dark);
    if (board.to_move() == Colour::Black)
        score = -score;
    return std::clamp(score + 10, -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace nebel::darkchess
