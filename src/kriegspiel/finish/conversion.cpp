#include "kriegspiel/finish/conversion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "core/text.hpp"

namespace nebel::kriegspiel {

using chess::Square;

Parsed<Ending> Ending::parse(std::string_view text) {
    const auto wrong = [&] {
        return parse_error("no ending " + quote(text) +
                           "; an ending is K, one to six of Q, R, B, N and P, and K: KRK, KBNK");
    };
    if (text.size() < 3 || text.size() > 8 || text.front() != 'K' || text.back() != 'K')
        return wrong();
    Ending ending{std::string(text), {}};
    for (const char letter : text.substr(1, text.size() - 2)) {
        const auto type = chess::type_of(chess::piece_from_letter(letter));
        if (type == chess::kNoType || type == chess::kKing || letter > 'Z')
            return wrong();
        ending.men.push_back(type);
    }
    return ending;
}

namespace {

// Is there a try that keeps the game won wherever the king stands? Where there is none, the first
// move is a lottery, and says nothing about the attacker.
bool has_safe_try(const Hunters& men, const Rules& rules) {
    const CheckMap checks(*men.shape);
    const chess::Bitboard kings = men.shape->mask & ~men.all & ~men.attacks().all;
    HuntTries tries;
    list_tries(men, tries);
    return std::any_of(tries.begin(), tries.end(), [&](const Action& action) {
        Hunters after = men;
        after.move(action);
        Split outcome;
        const auto accepted = kings & ~refused_squares(men, action);
        split(after, after.attacks(), checks, accepted, outcome);
        return accepted && !lost_to_draw(after, accepted, outcome, rules.says().stalemate_loses);
    });
}

}  // namespace

std::string conversion_start(const Ending& ending,
                             const Rules& rules,
                             std::uint64_t seed,
                             std::uint64_t n) {
    const auto& shape = rules.start().shape();
    const auto attacker = n % 2 == 0 ? chess::kWhite : chess::kBlack;
    Rng rng(seed, n);
    const auto anywhere = [&] {
        return chess::make_square(static_cast<int>(rng.below(shape.width)),
                                  static_cast<int>(rng.below(shape.height)));
    };
    for (;;) {
        chess::Setup setup;
        setup.shape = &shape;
        setup.side = attacker;
        bool fits = true;
        const auto put = [&](chess::Piece piece) {
            const Square s = anywhere();
            fits = fits && setup.board[s] == chess::kNoPiece;
            setup.board[s] = piece;
        };
        put(chess::make_piece(attacker, chess::kKing));
        put(chess::make_piece(~attacker, chess::kKing));
        for (const auto type : ending.men)
            put(chess::make_piece(attacker, type));
        if (!fits || !setup.validate())
            continue;
        const chess::Position position(setup);
        const Hunters men{OwnMen(position, attacker)};
        if (men.suffice() && chess::has_legal_move(position) && has_safe_try(men, rules))
            return chess::to_fen(position);
    }
}

Conversion convert(const Rules& rules,
                   const std::string& fen,
                   Defender& defender,
                   const Budget& budget,
                   std::uint64_t seed,
                   const std::function<void(const std::string&)>& on_line) {
    auto referee = value_or_throw(Referee::from_start(rules, fen), fen);
    const Seat seat = referee.to_act();
    Finisher attacker;
    attacker.begin(rules, seat);
    defender.begin();
    Rng rng(seed);
    Budget processor_time;
    processor_time.cpu = true;
    Conversion game;
    game.start = fen;
    const auto tell = [&](const Answer<Event>& answer) {
        for (const auto& event : answer.events[seat])
            attacker.hear(event);
    };
    tell(referee.open());
    while (!referee.outcome()) {
        if (referee.to_act() != seat) {
            const auto move = defender.choose(referee, attacker, rng);
            tell(referee.act({move.from(), move.to(), move.promotion()}));
            continue;
        }
        NEBEL_CHECK(chess::contains(attacker.king_squares(),
                                    referee.position().king_square(~colour_of(seat))));
        const BudgetMeter watch(processor_time);
        const auto action = attacker.act(budget);
        game.slowest = std::max(game.slowest, watch.elapsed());
        if (!action) {
            referee.conclude(draw(Reason::Agreement));
            break;
        }
        const auto answer = referee.act(*action);
        const bool accepted = answer.verdict == Verdict::Accepted;
        ++(accepted ? game.moves : game.refused);
        if (on_line)
            on_line(fmt::format("{:>3}. {:<6}{} {} of {} squares", game.moves, action->text(),
                                accepted ? "" : " no", referee.state_text(),
                                chess::popcount(attacker.king_squares())));
        tell(answer);
    }
    game.nodes = attacker.nodes();
    game.mated = referee.outcome()->result != Result::Draw;
    game.reason = referee.outcome()->reason;
    return game;
}

void ConversionTally::add(const Conversion& game) {
    ++games;
    slowest = std::max(slowest, game.slowest);
    if (game.mated) {
        ++mated;
        moves += game.moves;
        worst = std::max(worst, game.moves);
    } else if (game.reason == Reason::Stalemate) {
        ++stalemates;
    } else if (game.reason == Reason::FiftyMoves) {
        ++fifty;
    } else if (game.reason == Reason::Repetition) {
        ++repetitions;
    } else {
        ++others;
    }
}

}  // namespace nebel::kriegspiel
