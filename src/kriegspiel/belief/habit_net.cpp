#include "kriegspiel/belief/habit_net.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text.hpp"

namespace nebel::kriegspiel {

using namespace chess;

namespace {

/// More own men than this no usual game has; what comes after them is left out.
constexpr std::size_t kMostMen = 24;
/// The last move of each stage of the game.
constexpr std::array kStages = {1, 2, 3, 4, 5, 6, 8, 12, 18, 28, 45};
constexpr float kLargest = 127;  ///< of a byte

int place(const Position& position, Square s) {
    return 8 * position.shape().relative_rank(position.side(), s) + file_of(s);
}

struct Part {
    std::string_view name;
    std::vector<HabitNet::Row> HabitNet::Weights::*rows;
};
constexpr std::array<Part, 4> kParts{{{"in", &HabitNet::Weights::in},
                                      {"bias", &HabitNet::Weights::bias},
                                      {"to", &HabitNet::Weights::to},
                                      {"from", &HabitNet::Weights::from}}};

int digit_of(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool read_row(std::string_view line, float scale, HabitNet::Row& row) {
    if (line.size() != 2 * row.size())
        return false;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const int high = digit_of(line[2 * i]);
        const int low = digit_of(line[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        row[i] = scale * static_cast<float>(static_cast<std::int8_t>(16 * high + low));
    }
    return true;
}

}  // namespace

HabitNet::Inputs HabitNet::inputs(const Position& position, const Mover& mover) {
    Inputs inputs;
    const auto add = [&](int input) { inputs.push_back(static_cast<std::uint16_t>(input)); };
    const Colour us = position.side();
    for (const Square s : Squares(position.pieces(us))) {
        if (inputs.size() == kMostMen)
            break;
        add(kOwn + kPlaces * (type_of(position.piece_on(s)) - kPawn) + place(position, s));
    }
    const Said& heard = *mover.heard;
    add(kMen + std::clamp(popcount(position.pieces(~us)), 1, 16) - 1);
    add(kLost + (heard.capture == kNoSquare ? kPlaces : place(position, heard.capture)));
    if (mover.pawns_can_take(position))
        add(kTold);
    if (position.in_check())
        add(kCheck);
    if (!(mover.last == Move()))
        add(kLast + place(position, mover.last.to()));
    const auto stage = std::lower_bound(kStages.begin(), kStages.end(), position.fullmove_number());
    add(kTime + static_cast<int>(stage - kStages.begin()));
    if (position.can_castle(us == kWhite ? kWhiteShort : kBlackShort))
        add(kCastle);
    if (position.can_castle(us == kWhite ? kWhiteLong : kBlackLong))
        add(kCastle + 1);
    return inputs;
}

int HabitNet::target(const Position& position, Move move) {
    return kPlaces * (type_of(position.piece_on(move.from())) - kPawn) + place(position, move.to());
}

int HabitNet::source(const Position& position, Move move) {
    return place(position, move.from());
}

float HabitNet::scale_of(const std::vector<Row>& rows) {
    float most = 1e-6F;
    for (const auto& row : rows)
        for (const float weight : row)
            most = std::max(most, std::abs(weight));
    return most / kLargest;
}

HabitNet::Row HabitNet::hidden(const Inputs& inputs) const {
    Row sum = weights_.bias[0];
    for (const auto input : inputs) {
        const Row& row = weights_.in[input];
        for (std::size_t k = 0; k < sum.size(); ++k)
            sum[k] += row[k];
    }
    for (float& value : sum)
        value = std::max(value, 0.0F);
    return sum;
}

float HabitNet::liking(const Row& hidden, int target, int source) const {
    const Row& to = weights_.to[static_cast<std::size_t>(target)];
    const Row& from = weights_.from[static_cast<std::size_t>(source)];
    // Sums side by side, so that the compiler may use lanes.
    std::array<float, 8> lanes{};
    for (std::size_t k = 0; k < hidden.size(); k += lanes.size())
        for (std::size_t j = 0; j < lanes.size(); ++j)
            lanes[j] += hidden[k + j] * (to[k + j] + from[k + j]);
    float sum = 0;
    for (const float lane : lanes)
        sum += lane;
    return sum;
}

std::string HabitNet::text() const {
    std::string text;
    for (const auto& part : kParts) {
        const auto& rows = weights_.*part.rows;
        const float scale = scale_of(rows);
        text += fmt::format("{} {:.8g}\n", part.name, scale);
        for (const auto& row : rows) {
            for (const float weight : row)
                text += fmt::format("{:02x}", static_cast<std::uint8_t>(static_cast<std::int8_t>(
                                                  std::lround(weight / scale))));
            text += '\n';
        }
    }
    return text;
}

Parsed<HabitNet> HabitNet::parse(std::string_view text) {
    Weights weights;
    const auto lines = split(text, '\n');
    auto line = lines.begin();
    for (const auto& part : kParts) {
        const auto words =
            line == lines.end() ? std::vector<std::string_view>() : split_words(*line++);
        const auto scale =
            words.size() == 2 ? parse_number<double>(words[1]) : std::optional<double>();
        if (!scale || !std::isfinite(*scale) || words[0] != part.name)
            return parse_error(fmt::format("expected {} and its scale", quote(part.name)));
        for (auto& row : weights.*part.rows)
            if (line == lines.end() || !read_row(trim(*line++), static_cast<float>(*scale), row))
                return parse_error(fmt::format("a row of {} is not {} bytes in hexadecimal",
                                               quote(part.name), kHidden));
    }
    if (std::any_of(line, lines.end(), [](std::string_view rest) { return !trim(rest).empty(); }))
        return parse_error("more rows than a net has");
    return HabitNet(std::move(weights));
}

}  // namespace nebel::kriegspiel
