#include "kriegspiel/patient_ear.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "chess/movegen.hpp"

namespace nebel::kriegspiel {

using chess::bit;
using chess::Bitboard;
using chess::contains;
using chess::Square;
using Heard = PatientEar::Heard;
using Type = Event::Type;

namespace {

constexpr int kMostMen = 15;  // beside the king

Heard as_it_came(const Event& event) {
    return {{event}, {}};
}

Heard left_out(std::string why) {
    return {{}, std::move(why)};
}

Event moved(Seat seat, const Action& action = {}) {
    Event event;
    event.type = Type::Moved;
    event.seat = seat;
    event.action = action;
    return event;
}

// The lines on which the king can be seen from outside: those whose first square is on the board
// and not our own. Knights come from anywhere free.
std::uint8_t open_kinds(const OwnMen& own) {
    const Square king = own.king();
    const Bitboard free = own.shape().mask & ~own.all();
    const auto length = [&](int df, int dr) {
        int squares = 0;
        for (int way : {-1, 1})
            for (int f = chess::file_of(king) + way * df, r = chess::rank_of(king) + way * dr;
                 f >= 0 && r >= 0 && f < own.shape().width && r < own.shape().height;
                 f += way * df, r += way * dr)
                ++squares;
        return squares;
    };
    const auto open = [&](int df, int dr) {
        for (int way : {-1, 1}) {
            const int f = chess::file_of(king) + way * df;
            const int r = chess::rank_of(king) + way * dr;
            if (f >= 0 && r >= 0 && f < 8 && r < 8 && contains(free, chess::make_square(f, r)))
                return true;
        }
        return false;
    };
    std::uint8_t kinds = 0;
    if (open(1, 0))
        kinds |= kRankCheck;
    if (open(0, 1))
        kinds |= kFileCheck;
    const int rising = length(1, 1);
    const int falling = length(1, -1);
    if (open(1, 1))
        kinds |= rising >= falling ? kLongCheck : kShortCheck;
    if (open(1, -1))
        kinds |= falling >= rising ? kLongCheck : kShortCheck;
    if (chess::knight_attacks(king) & free)
        kinds |= kKnightCheck;
    return kinds;
}

}  // namespace

Heard PatientEar::hear(const Event& event) {
    Heard heard = judge(event);
    for (const Event& told : heard.events)
        pass_on(told);
    return heard;
}

Heard PatientEar::asked_to_act() {
    if (view_.outcome() || view_.my_turn() || placing_ || view_.board())
        return {};
    Heard heard{{moved(other(view_.seat()))},
                "no move of the opponent was announced; taken as made"};
    pass_on(heard.events[0]);
    return heard;
}

std::string PatientEar::helpless() const {
    if (!view_.own().has_king())
        return "the start told no own king";
    TryList tries;
    view_.actions(tries);
    return tries.empty() ? "no try is left that could be made" : "";
}

void PatientEar::pass_on(const Event& event) {
    view_.hear(event);
    began_ |= event.type != Type::Start && event.type != Type::Placed;
    switch (event.type) {
        case Type::Moved:
            latest_move_ = event;
            answered_.reset();
            capture_told_ = promotion_told_ = check_told_ = pawns_told_ = any_told_ = false;
            break;
        case Type::Capture:
            capture_told_ = true;
            break;
        case Type::Promotion:
            promotion_told_ = true;
            break;
        case Type::Check:
            check_told_ = true;
            break;
        case Type::PawnTries:
            pawns_told_ = true;
            break;
        case Type::Answer:
            any_told_ = true;
            break;
        case Type::Start:
            placing_ = true;
            kings_due_ = view_.rules().says().moves_told ? 2 : 1;
            break;
        case Type::Placed:
            // Kings come last, where all is told both of them.
            if (event.piece == chess::kKing)
                --kings_due_;
            placing_ = kings_due_ > 0;
            break;
        default:
            break;
    }
}

Heard PatientEar::judge(const Event& event) const {
    if (view_.outcome())
        return left_out("the game is over");
    if (placing_ && event.type != Type::Start && event.type != Type::Placed &&
        event.type != Type::End)
        return left_out("the start was not told to its end");
    switch (event.type) {
        case Type::Moved:
            return judge_moved(event);
        case Type::Refused:
            return judge_refused(event);
        case Type::Capture:
            return judge_capture(event);
        case Type::Check:
            return judge_check(event);
        case Type::PawnTries:
            return judge_pawn_tries(event);
        case Type::Promotion:
            return judge_promotion(event);
        case Type::Answer:
            return judge_answer(event);
        case Type::Start:
            return judge_start(event);
        case Type::Placed:
            return judge_placed(event);
        case Type::End:
            break;
    }
    return as_it_came(event);
}

bool PatientEar::may_be_own_move(const Action& action) const {
    const auto& own = view_.own();
    if (action.is_any() || action.from == chess::kNoSquare ||
        !contains(reach(own, action.from), action.to))
        return false;
    const bool arrives = own.on(action.from) == chess::kPawn &&
                         contains(own.shape().promotion[own.colour()], action.to);
    if (arrives != (action.promotion != chess::kNoType) || action.promotion == chess::kPawn ||
        action.promotion == chess::kKing)
        return false;
    return !view_.board() ||
           chess::to_legal_move(*view_.board(), action.from, action.to, action.promotion)
               .has_value();
}

Heard PatientEar::judge_moved(const Event& event) const {
    if (event.seat == view_.seat())
        return judge_own_move(event);
    if (view_.board()) {
        const auto move = chess::to_legal_move(*view_.board(), event.action.from, event.action.to,
                                               event.action.promotion);
        if (!event.has_action() || view_.my_turn() || !move)
            return left_out("the opponent cannot have made this move on the board that was told");
        return as_it_came(event);
    }
    // What a ruleset keeps silent about is not listened to.
    const Event quiet = moved(event.seat);
    if (!view_.my_turn())
        return {{quiet},
                event.has_action() ? "this ruleset does not tell the opponent's move" : ""};
    if (answered_ && may_be_own_move(*answered_))
        return {{moved(view_.seat(), *answered_), quiet},
                fmt::format("the own move was not announced; {} taken as made", answered_->text())};
    return left_out("the opponent has moved already");
}

Heard PatientEar::judge_own_move(const Event& event) const {
    if (!view_.my_turn()) {
        if (view_.board() || !event.has_action() || !may_be_own_move(event.action) ||
            (latest_move_ && event.action == latest_move_->action))
            return left_out("it is the opponent's turn");
        return {{moved(other(view_.seat())), event},
                "no move of the opponent was announced before this one; taken as made"};
    }
    if (event.has_action() && may_be_own_move(event.action))
        return as_it_came(event);
    if (answered_ && may_be_own_move(*answered_))
        return {{moved(view_.seat(), *answered_)},
                fmt::format("the own men cannot have moved like this; {} taken as made",
                            answered_->text())};
    return left_out("the own men cannot have moved like this");
}

Heard PatientEar::judge_refused(const Event& event) const {
    if (event.seat != view_.to_move())
        return left_out("it is not this side's turn");
    if (event.seat != view_.seat())
        return as_it_came(event);
    if (event.has_action())
        return as_it_came(event);
    if (!answered_ || answered_->is_any())
        return left_out("it is not said which try was refused");
    Event named = event;
    named.action = *answered_;
    return {{named}, {}};
}

Heard PatientEar::judge_capture(const Event& event) const {
    if (!latest_move_ || latest_move_->seat != event.seat)
        return left_out("this side has not just moved");
    if (capture_told_)
        return left_out("a move takes one man, and one was told of already");
    const auto& own = view_.own();
    const auto& says = view_.rules().says();
    if (!own.shape().on_board(event.square))
        return left_out("no such square on this board");
    Event told = event;
    told.en_passant = event.en_passant && says.en_passant_told;
    if (!says.capture_tells_man)
        told.man = Man::Unsaid;
    const int step = chess::forward(own.colour());
    if (event.seat != view_.seat()) {
        const bool below = chess::rank_of(event.square) > 0 &&
                           chess::rank_of(event.square) < own.shape().height - 1;
        const Square lost =
            told.en_passant && below ? chess::offset(event.square, step) : event.square;
        const auto type = own.on(lost);
        if (type == chess::kNoType || type == chess::kKing ||
            (told.en_passant && type != chess::kPawn))
            return left_out("no own man that could be taken stands there");
        if (told.man != Man::Unsaid)
            told.man = type == chess::kPawn ? Man::Pawn : Man::Piece;
        return {{told},
                told.man == event.man || !says.capture_tells_man
                    ? ""
                    : "the own man there is of the other kind"};
    }
    if (view_.enemy_men() <= 0)
        return left_out("the opponent has no man left that could be taken");
    // The own pawn stands where it landed; the man it took in passing stood behind.
    const Square landed = latest_move_->action.to;
    const bool passing = own.on(landed) == chess::kPawn &&
                         chess::file_of(latest_move_->action.from) != chess::file_of(landed) &&
                         event.square == chess::offset(landed, -step);
    if (event.square != landed && !passing)
        return left_out(fmt::format("the own move ended on {}", chess::square_name(landed)));
    if (told.man == Man::Pawn && view_.enemy_pawns_left() <= 0) {
        told.man = Man::Piece;
        return {{told}, "the opponent has no pawn left; heard as a piece"};
    }
    return {{told}, {}};
}

Heard PatientEar::judge_check(const Event& event) const {
    if (event.seat != view_.to_move())
        return left_out("the side that has just moved cannot be in check");
    if (check_told_)
        return left_out("the check of this turn was told already");
    if (chess::popcount(event.kinds) > 2)
        return left_out("a check comes from two directions at most");
    if (event.seat == view_.seat() && (event.kinds & ~open_kinds(view_.own())) != 0)
        return left_out("no man can look at the own king from there");
    return as_it_came(event);
}

bool PatientEar::may_take_with_pawn() const {
    const auto& own = view_.own();
    for (const Square p : chess::Squares(own.of(chess::kPawn)))
        if (chess::pawn_attacks(own.colour(), p) & own.shape().mask & ~own.all())
            return true;
    return false;
}

Heard PatientEar::judge_pawn_tries(const Event& event) const {
    const auto information = view_.rules().says().pawns;
    const bool as_told = event.squares_told ? information == PawnInformation::Squares
                         : event.any >= 0   ? information == PawnInformation::YesNo
                                            : information == PawnInformation::Count;
    if (!as_told)
        return left_out("this ruleset does not tell pawn captures like this");
    if (event.seat != view_.to_move())
        return left_out("it is not this side's turn");
    if (pawns_told_)
        return left_out("the pawn captures of this turn were told already");
    const bool some = event.count > 0 || event.any == 1 || event.squares != 0;
    if (event.seat != view_.seat()) {
        if ((event.squares & view_.own().all()) != 0 || (event.squares & ~view_.own().shape().mask))
            return left_out("no pawn of the opponent's can stand there");
        return some && view_.enemy_men() == 0 ? left_out("the opponent has no pawn left")
                                              : as_it_came(event);
    }
    const auto pawns = view_.own().of(chess::kPawn);
    if ((some && !may_take_with_pawn()) || event.count > 2 * chess::popcount(pawns) ||
        (event.squares & ~pawns) != 0)
        return left_out("the own pawns cannot take like this");
    return as_it_came(event);
}

Heard PatientEar::judge_answer(const Event& event) const {
    if (view_.rules().says().pawns != PawnInformation::OnAsking)
        return left_out("this ruleset has no question \"Any?\"");
    if (event.seat != view_.to_move())
        return left_out("it is not this side's turn");
    if (any_told_)
        return left_out("the question of this turn was answered already");
    if (event.seat == view_.seat() && event.any == 1 && !may_take_with_pawn())
        return left_out("the own pawns cannot take");
    return as_it_came(event);
}

Heard PatientEar::judge_promotion(const Event& event) const {
    if (!view_.rules().says().promotion_told)
        return left_out("this ruleset does not tell promotions");
    if (!latest_move_ || latest_move_->seat != event.seat || promotion_told_)
        return left_out("this side has not just promoted");
    if (event.seat == view_.seat() && latest_move_->action.promotion == chess::kNoType)
        return left_out("the own move was no promotion");
    if (event.seat != view_.seat() && view_.enemy_men() == 0)
        return left_out("the opponent has no pawn left");
    return as_it_came(event);
}

Heard PatientEar::judge_start(const Event& event) const {
    if (began_)
        return left_out("a start is told before anything else");
    const int squares = view_.own().shape().squares();
    if (event.pawns + event.pieces > std::min(kMostMen, squares / 2 - 1))
        return left_out("so many men have no place on this board");
    return as_it_came(event);
}

Heard PatientEar::judge_placed(const Event& event) const {
    const auto& own = view_.own();
    const bool all = view_.rules().says().moves_told;
    if (!placing_)
        return left_out("men are placed only after a start");
    if (event.seat != view_.seat() && !all)
        return left_out("this ruleset does not tell the opponent's men");
    const Bitboard barred = event.piece == chess::kPawn ? own.shape().promotion[chess::kWhite] |
                                                              own.shape().promotion[chess::kBlack]
                                                        : 0;
    if (event.squares == 0 || (event.squares & (~own.shape().mask | barred)) != 0 ||
        (event.piece == chess::kKing &&
         (chess::more_than_one(event.squares) || (event.seat == view_.seat() && own.has_king()))))
        return left_out("no men can be placed like this");
    const int most = std::min(kMostMen + 1, own.shape().squares() / 2);
    if (event.seat == view_.seat() &&
        ((event.squares & own.all()) != 0 ||
         chess::popcount(own.all()) + chess::popcount(event.squares) > most))
        return left_out("no men can be placed like this");
    return as_it_came(event);
}

}  // namespace nebel::kriegspiel
