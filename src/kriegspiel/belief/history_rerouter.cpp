#include "kriegspiel/belief/history_rerouter.hpp"

#include <algorithm>
#include <limits>

#include "kriegspiel/belief/consistency.hpp"

namespace nebel::kriegspiel {

using chess::Bitboard;
using chess::Move;
using chess::Position;
using chess::Square;

namespace {

Square draw_square(Bitboard set, Rng& rng) {
    for (auto skip = rng.below(static_cast<std::uint32_t>(chess::popcount(set))); skip > 0; --skip)
        set &= set - 1;
    return chess::lsb(set);
}

// Where a man goes in one silent move.
Bitboard steps_of(const Position& board, chess::Piece man, Square from, Bitboard occupied) {
    if (chess::type_of(man) != chess::kPawn)
        return chess::attacks_of(chess::type_of(man), from, occupied) & ~occupied;
    const auto colour = chess::colour_of(man);
    const Square one = chess::offset(from, chess::forward(colour));
    if (!board.shape().on_board(one) || chess::contains(occupied, one))
        return 0;
    Bitboard reached = chess::bit(one);
    if (chess::contains(board.shape().double_from[colour], one))
        reached |= chess::bit(chess::offset(one, chess::forward(colour))) & ~occupied;
    return reached & ~board.shape().promotion[colour];
}

}  // namespace

std::size_t HistoryRerouter::ply_of(std::size_t hidden) const {
    // Moves alternate: the first hidden one of this history, and then every second.
    const std::size_t first = histories_->root(root_).ply;
    return first + (story_.plies()[first].own ? 1 : 0) + 2 * hidden;
}

// A man that is wanted somewhere, and how many of its latest moves are taken back first.
bool HistoryRerouter::choose_man(const Position& board, const Wanted& wanted, Rng& rng) {
    const auto enemy = ~story_.view().own().colour();
    Bitboard men = 0;
    for (const Square s : chess::Squares(board.pieces(enemy)))
        if (wanted.squares[chess::type_of(board.piece_on(s))] != 0)
            men |= chess::bit(s);
    if (wanted.man != chess::kNoSquare)
        men &= chess::bit(wanted.man);
    if (men == 0)
        return false;
    start_ = draw_square(men, rng);
    const auto man = board.piece_on(start_);
    from_ = 0;
    dropped_.clear();
    auto takes_back = rng.below(3);
    for (std::size_t j = steps_.size(); j-- > 0;) {
        if (steps_[j].move.to() != start_)
            continue;
        const bool fixed = steps_[j].move.is_promotion() ||
                           steps_[j].move.kind() == chess::MoveKind::kCastling ||
                           story_.plies()[ply_of(j)].said.capture != chess::kNoSquare;
        if (takes_back == 0 || fixed) {
            from_ = j + 1;
            break;
        }
        --takes_back;
        start_ = steps_[j].move.from();
        dropped_.push_back(j);
    }
    std::reverse(dropped_.begin(), dropped_.end());
    return find_way(board, man, wanted.squares[chess::type_of(man)], rng);
}

// A shortest way from the start to one of the squares past what stands at the end.
bool HistoryRerouter::find_way(const Position& board, chess::Piece man, Bitboard goals, Rng& rng) {
    const Bitboard occupied = board.occupied() & ~chess::bit(start_);
    Bitboard layers[kLongestWay + 1] = {chess::bit(start_)};
    Bitboard seen = layers[0];
    int length = 0;
    // Standing there already does not explain it: go somewhere, unless moves are taken back.
    while (!(layers[length] & goals) || (length == 0 && dropped_.empty())) {
        if (length == kLongestWay)
            return false;
        Bitboard next = 0;
        for (const Square s : chess::Squares(layers[length]))
            next |= steps_of(board, man, s, occupied);
        next &= ~seen;
        if (next == 0)
            return false;
        seen |= next;
        layers[++length] = next;
    }
    Square squares[kLongestWay + 1];
    squares[length] = draw_square(layers[length] & goals, rng);
    for (int i = length; i > 0; --i) {
        Bitboard before = 0;
        for (const Square s : chess::Squares(layers[i - 1]))
            if (chess::contains(steps_of(board, man, s, occupied), squares[i]))
                before |= chess::bit(s);
        squares[i - 1] = draw_square(before, rng);
    }
    way_.clear();
    for (int i = 0; i <= length; ++i)
        way_.push_back(squares[i]);
    return true;
}

// Which of the opponent's silent moves the man is given.
bool HistoryRerouter::choose_moments(Rng& rng) {
    const std::size_t needed = way_.size() - 1;
    moments_.clear();
    std::vector<std::size_t> free;
    for (std::size_t j = from_; j < steps_.size(); ++j) {
        const Said& said = story_.plies()[ply_of(j)].said;
        if (said.capture == chess::kNoSquare && said.kinds == 0 && !said.promotion)
            free.push_back(j);
    }
    if (free.size() < needed)
        return false;
    // Late moves bind less of what follows.
    constexpr std::size_t kLate = 10;
    const std::size_t window =
        rng.chance(0.7) ? std::min(free.size(), std::max(needed, kLate)) : free.size();
    const std::size_t skip = free.size() - window;
    std::size_t left = needed;
    for (std::size_t i = skip; i < free.size() && left > 0; ++i)
        if (rng.below(static_cast<std::uint32_t>(free.size() - i)) < left) {
            moments_.push_back(free[i]);
            --left;
        }
    return true;
}

Square HistoryRerouter::now_at(Square old_square) const {
    for (const auto& man : displaced_)
        if (man.old_square == old_square)
            return man.square;
    return old_square;
}

// In the old history a man makes this move; now it does not (yet).
void HistoryRerouter::old_man_moves(Move move) {
    for (std::size_t i = 0; i < displaced_.size(); ++i) {
        auto& man = displaced_[i];
        if (man.old_square != move.from())
            continue;
        man.old_square = move.to();
        if (man.square == man.old_square) {
            man = displaced_.back();
            displaced_.pop_back();
        }
        return;
    }
    displaced_.push_back({move.to(), move.from()});
}

// A man really moves, though in the old history it does not (yet).
void HistoryRerouter::man_moves(Square from, Square to) {
    for (std::size_t i = 0; i < displaced_.size(); ++i) {
        auto& man = displaced_[i];
        if (man.square != from)
            continue;
        man.square = to;
        if (man.square == man.old_square) {
            man = displaced_.back();
            displaced_.pop_back();
        }
        return;
    }
    displaced_.push_back({from, to});
}

// Any move that agrees with what was said, in place of one that is impossible now.
bool HistoryRerouter::patch(std::size_t ply, Rng& rng) {
    const Ply& entry = story_.plies()[ply];
    const auto& says = story_.view().rules().says();
    chess::generate_legal(position_, moves_);
    rng.shuffle(std::span<Move>(moves_.data(), moves_.size()));
    for (const Move move : moves_) {
        if (!agrees_taking(position_, move, entry.said, says))
            continue;
        Position after = position_;
        if (!make_hidden_ply(after, move, entry, says))
            continue;
        note_hidden(move, position_, ply);
        position_ = after;
        return true;
    }
    return false;
}

bool HistoryRerouter::replay_changed(Rng& rng) {
    displaced_.clear();
    int patches = 0;
    std::size_t hidden = at_;
    std::size_t given = 0;
    std::size_t dropped = 0;
    for (std::size_t ply = ply_at_; ply < plies_; ++ply) {
        if (story_.plies()[ply].own) {
            if (!make_own(ply))
                return false;
            continue;
        }
        const Move old = steps_[hidden].move;
        const bool is_given = given < moments_.size() && moments_[given] == hidden;
        const bool is_dropped = dropped < dropped_.size() && dropped_[dropped] == hidden;
        dropped += is_dropped;
        ++hidden;
        Move wanted;
        if (is_given) {
            wanted = Move(way_[given], way_[given + 1]);
            ++given;
        } else if (!is_dropped) {
            const Square from = now_at(old.from());
            wanted = old.is_promotion() ? Move::promotion(from, old.to(), old.promotion())
                                        : Move(from, old.to());
        }
        const Position before = position_;
        if (!wanted || !make_hidden(wanted, ply)) {
            position_ = before;
            if (is_given || ++patches > kMostPatches || !patch(ply, rng))
                return false;
        }
        const Move made = last_noted();
        if (now_at(old.from()) == made.from() && made.to() == old.to()) {
            // The same man does what it did: it stands where it stood.
            std::erase_if(displaced_,
                          [&](const Displaced& man) { return man.old_square == old.from(); });
            continue;
        }
        old_man_moves(old);
        man_moves(made.from(), made.to());
    }
    return true;
}

bool HistoryRerouter::attempt(
    const Position& board, const Wanted& wanted, Histories& histories, Rng& rng, State& result) {
    if (steps_.empty() || !choose_man(board, wanted, rng) || !choose_moments(rng))
        return false;
    std::size_t first = steps_.size();
    if (!moments_.empty())
        first = moments_.front();
    if (!dropped_.empty())
        first = std::min(first, dropped_.front());
    if (first == steps_.size())
        return false;
    replay_until(first);
    if (!replay_changed(rng))
        return false;
    weigh(std::numeric_limits<double>::lowest());
    commit(histories, result);
    return true;
}

}  // namespace nebel::kriegspiel
