#include "kriegspiel/belief/profile_learner.hpp"

#include "chess/attacks.hpp"
#include "chess/bitboard.hpp"
#include "chess/fen.hpp"
#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

using chess::Colour;
using chess::Square;

namespace {

// Moves to either side over which a moment is averaged.
int window(int time) {
    return time <= 10 ? 0 : time <= 15 ? 1 : time / 10;
}

// Share of a square that is spread over its neighbours.
float blur(int time) {
    return std::min(0.3F, 0.01F * static_cast<float>(time));
}

// Men, spread evenly, that stand for what was never seen.
constexpr float kUnseen = 0.5F;

constexpr Square mirrored(Square s) {
    return static_cast<Square>(s ^ 56);
}

chess::Bitboard squares_of(std::size_t kind) {
    constexpr chess::Bitboard kEnds = chess::kRank1 | chess::kRank1 << 56;
    return kind == chess::kPawn - chess::kPawn ? ~kEnds : ~chess::Bitboard{0};
}

}  // namespace

ProfileLearner::ProfileLearner() : counts_(std::make_unique<Counts>()) {}

bool ProfileLearner::add(const GameRecord<Kriegspiel>& record, PerSeat<bool> wanted) {
    const auto start = chess::parse_fen(record.start);
    static const std::string usual = chess::placement(Rules().start());
    if (!start || record.rules.board != 0 || chess::placement(*start) != usual)
        return false;
    auto position = *start;
    std::array<std::vector<chess::Position>, 2> after;  // [colour][moves made]
    for (auto& list : after)
        list.push_back(position);
    for (const auto& entry : record.actions) {
        if (!entry.accepted || entry.action.is_any())
            continue;
        const auto move = chess::to_legal_move(position, entry.action.from, entry.action.to,
                                               entry.action.promotion);
        if (!move)
            return false;
        const auto mover = position.side();
        position.do_move(*move);
        if (after[mover].size() < kTimes)
            after[mover].push_back(position);
    }
    for (const Seat seat : kSeats) {
        if (!wanted[seat])
            continue;
        const auto colour = colour_of(seat);
        ++sides_[colour];
        for (std::size_t time = 0; time < after[colour].size(); ++time) {
            auto& count = (*counts_)[colour][time];
            ++count.games;
            for (const Square s : chess::Squares(after[colour][time].pieces(colour))) {
                const auto kind = chess::type_of(after[colour][time].piece_on(s));
                ++count.men[kind - chess::kPawn][s];
            }
        }
    }
    return true;
}

Profile::Sheet ProfileLearner::sheet(Colour colour, std::size_t kind, int time) const {
    Profile::Sheet sheet;
    std::array<double, 64> seen{};
    double games = 0;
    double men = 0;
    const int reach = window(time);
    for (int t = std::max(0, time - reach); t <= std::min(kTimes - 1, time + reach); ++t) {
        const auto& count = (*counts_)[colour][static_cast<std::size_t>(t)];
        games += static_cast<double>(count.games);
        for (int s = 0; s < 64; ++s) {
            seen[s] += count.men[kind][s];
            men += count.men[kind][s];
        }
    }
    if (games == 0 || men == 0)
        return sheet;
    sheet.men = static_cast<float>(men / games);
    const auto room = squares_of(kind);
    const double unseen = time == 0 ? 0 : kUnseen / chess::popcount(room);
    const float spread = blur(time);
    for (const Square s : chess::Squares(room)) {
        const auto around = chess::king_attacks(s) & room;
        const double here = seen[s] + unseen;
        sheet.share[s] += static_cast<float>(here * (1 - spread));
        for (const Square n : chess::Squares(around))
            sheet.share[n] += static_cast<float>(here * spread / chess::popcount(around));
    }
    double sum = 0;
    for (const float share : sheet.share)
        sum += share;
    for (float& share : sheet.share)
        share = static_cast<float>(share / sum);
    return sheet;
}

Profile ProfileLearner::learn(std::vector<std::string> about) const {
    NEBEL_CHECK(sides() > 0);
    Profile::Sheets sheets{};
    for (const Colour colour : {chess::kWhite, chess::kBlack}) {
        const bool borrowed = sides_[colour] == 0;
        const Colour source = borrowed ? ~colour : colour;
        for (std::size_t kind = 0; kind < 6; ++kind)
            for (std::size_t m = 0; m < Profile::kMoments.size(); ++m) {
                auto& to = sheets[colour][kind][m];
                const auto from = sheet(source, kind, Profile::kMoments[m]);
                to = from;
                // Nobody lived that long, or no such man did: it is as it was before.
                if (from.men == 0 && m > 0)
                    to = sheets[colour][kind][m - 1];
                else if (borrowed)
                    for (int s = 0; s < 64; ++s)
                        to.share[mirrored(static_cast<Square>(s))] = from.share[s];
            }
    }
    return {std::move(about), sheets};
}

}  // namespace nebel::kriegspiel
