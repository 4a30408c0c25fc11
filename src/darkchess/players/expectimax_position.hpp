#pragma once

#include "core/rng.hpp"
#include "darkchess/board.hpp"
#include "darkchess/evaluation.hpp"

namespace nebel::darkchess {

/// A board with what a search carries along: a key that also tells apart which men are still face
/// down, and the worth of the men in play.
class SearchPosition {
 public:
    explicit SearchPosition(const Board& board) : board_(board), material_(board) {
        for (Square s = 0; s < kSquares; ++s)
            key_ ^= kKeys[place(board.at(s), s)];
        for (const Man m : kAllMen)
            for (int n = 0; n < board.dark_left(m); ++n)
                key_ ^= dark_key(m, n);
        if (board.to_move() == Colour::Black)
            key_ ^= kKeys[kOfBlack];
    }

    [[nodiscard]] const Board& board() const { return board_; }
    [[nodiscard]] const Material& material() const { return material_; }
    /// Equal positions with the same men face down have the same key. The quiet counter is no part
    /// of it.
    [[nodiscard]] std::uint64_t key() const { return key_; }

    void move(Action action) {
        const Man mover = board_.at(action.from);
        const Man taken = board_.move(action.from, action.to);
        key_ ^= step_key(mover, action) ^ kKeys[place(taken, action.to)] ^
                kKeys[place(Man::None, action.from)];
        if (is_man(taken))
            material_.remove(taken);
    }
    void flip(Square s, Man shown) {
        key_ ^= kKeys[place(Man::Dark, s)] ^ kKeys[place(shown, s)] ^ kKeys[kOfBlack] ^
                dark_key(shown, board_.dark_left(shown) - 1);
        board_.flip(s, shown);
    }
    void pass() {
        board_.pass();
        key_ ^= kKeys[kOfBlack];
    }
    [[nodiscard]] int evaluate() const { return darkchess::evaluate(board_, material_); }

    /// The key before a quiet move that led to the key given.
    static std::uint64_t key_before(std::uint64_t key, Man mover, Action action) {
        return key ^ step_key(mover, action) ^ kKeys[place(Man::None, action.from)] ^
               kKeys[place(Man::None, action.to)];
    }

 private:
    static constexpr std::size_t kOfDark = kManCodes * kSquares;
    static constexpr std::size_t kOfBlack = kOfDark + kManCodes * 8;
    static constexpr auto kKeys = [] {
        std::array<std::uint64_t, kOfBlack + 1> keys{};
        std::uint64_t state = 0x6578706563746d78ULL;
        for (auto& key : keys)
            key = splitmix64(state);
        return keys;
    }();

    static constexpr std::size_t place(Man m, Square s) { return index(m) * kSquares + s; }
    static constexpr std::uint64_t dark_key(Man m, int n) {
        return kKeys[kOfDark + index(m) * 8 + static_cast<std::size_t>(n)];
    }
    /// The mover's two squares and the turn.
    static constexpr std::uint64_t step_key(Man mover, Action action) {
        return kKeys[place(mover, action.from)] ^ kKeys[place(mover, action.to)] ^ kKeys[kOfBlack];
    }

    Board board_;
    Material material_;
    std::uint64_t key_ = 0;
};

}  // namespace nebel::darkchess
