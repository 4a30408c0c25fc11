#include "darkchess/evaluation.hpp"

#include <algorithm>

#include "darkchess/movegen.hpp"

namespace nebel::darkchess {

namespace {

// Fitted by logistic regression to the results of 1,300 games of the player against itself; see
// docs/players/darkchess.md.
/// What each enemy pawn in play takes off a king.
constexpr int kPawnAgainstKing = 71;
/// For a man that no enemy in play can take.
constexpr int kUntouchable = 113;
/// For each man against which the enemy has no hunter in play, and for each enemy against which
/// there are at least two. A hunter takes by a step what cannot take it so; one alone seldom
/// catches anybody, two nearly always do.
constexpr int kNobodyHunts = 164;
constexpr int kTwoHunt = 83;
/// While all men are dark; less in proportion as they show.
constexpr int kDarkKing = 1135;
constexpr int kDarkPawn = -244;
/// For each step to an empty square.
constexpr int kStep = 41;
/// How much a kind is worth chasing.
constexpr std::array<int, kKinds> kPrize{134, 107, 67, 40, 27, 60, 40};
constexpr int kTurn = 30;

/// Whether one kind can take another in any way.
constexpr bool takes(Kind a, Kind b) {
    return a == Kind::Cannon || takes_by_step(a, b);
}

/// Whether one kind takes another by a step and not the other way round.
constexpr bool hunts(Kind a, Kind b) {
    return takes_by_step(a, b) && !takes_by_step(b, a);
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
int pursuit(const Board& board, Colour hunter) {
    const Squares* own = board.row(hunter);
    const Squares* foe = board.row(other(hunter));
    std::array<Squares, kKinds> hunters;
    hunters[0] = own[6];
    hunters[1] = own[0];
    hunters[2] = own[0] | own[1];
    hunters[3] = hunters[2] | own[2];
    hunters[4] = hunters[3] | own[3];
    hunters[5] = hunters[4] | own[4];
    hunters[6] = own[1] | own[2] | own[3] | own[4];
    int sum = 0;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if (foe[kind] == 0 || hunters[kind] == 0)
            continue;
        for (Squares preys = foe[kind]; preys != 0;) {
            const auto& distances = kDistance[pop_lowest(preys)];
            int nearest = kFarthest;
            int second = kFarthest;
            for (Squares set = hunters[kind]; set != 0;) {
                const int distance = distances[pop_lowest(set)];
                second = std::min(second, std::max(nearest, distance));
                nearest = std::min(nearest, distance);
            }
            sum += kPrize[kind] * (3 * kFarthest - 2 * nearest - second);
        }
    }
    return sum;
}

/// Steps of a side to empty squares.
int steps(const Board& board, Colour colour) {
    const Squares men = board.men_of(colour);
    const Squares empty = board.empty();
    return std::popcount(men << 4 & empty) + std::popcount(men >> 4 & empty) +
           std::popcount(men << 1 & 0xeeeeeeeeu & empty) +
           std::popcount(men >> 1 & 0x77777777u & empty);
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
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            const Man m = man(colour, static_cast<Kind>(kind));
            if (alive_[index(m)] == 0)
                continue;
            int danger = 0;
            for (std::size_t enemy = 0; enemy < kKinds; ++enemy)
                danger += takes(static_cast<Kind>(enemy), static_cast<Kind>(kind)) ? foe[enemy] : 0;
            int worth = kWorthOfKind[kind] + (danger == 0 ? kUntouchable : 0);
            int hunters = 0;
            for (std::size_t enemy = 0; enemy < kKinds; ++enemy)
                hunters +=
                    hunts(static_cast<Kind>(enemy), static_cast<Kind>(kind)) ? foe[enemy] : 0;
            // As much the one side's gain as the other's loss.
            const int chased = hunters == 0 ? kNobodyHunts : hunters >= 2 ? -kTwoHunt : 0;
            balance_ += (colour == Colour::Red ? chased : -chased) * alive_[index(m)];
            if (static_cast<Kind>(kind) == Kind::King)
                worth -= kPawnAgainstKing * foe[static_cast<std::size_t>(Kind::Pawn)];
            worth_[index(m)] = static_cast<std::int16_t>(worth);
            balance_ += (colour == Colour::Red ? worth : -worth) * alive_[index(m)];
        }
    }
}

int evaluate(const Board& board, const Material& material) {
    const auto lead = [&](Kind kind) {
        return material.alive(man(Colour::Red, kind)) - material.alive(man(Colour::Black, kind));
    };
    const int dark = std::popcount(board.dark());
    int score = material.balance();
    score += (kDarkKing * lead(Kind::King) + kDarkPawn * lead(Kind::Pawn)) * dark / kSquares;
    score += kStep * (steps(board, Colour::Red) - steps(board, Colour::Black));
    // Dark men stand in the way of a chase and change it at any moment.
    score += (pursuit(board, Colour::Red) - pursuit(board, Colour::Black)) / (8 + dark);
    if (board.to_move() == Colour::Black)
        score = -score;
    score += kTurn;
    // The same lead decides more when fewer men are left.
    score += score * (kSquares - material.total()) / 24;
    return std::clamp(score, -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace nebel::darkchess
