#include <algorithm>
#include <array>
#include <optional>

#include "chess/fen.hpp"
#include "chess/pgn.hpp"
#include "chess/san.hpp"
#include "core/text.hpp"

namespace nebel::chess {

namespace {

constexpr std::array<std::string_view, 4> kResults = {"1-0", "0-1", "1/2-1/2", "*"};
constexpr std::array<std::string_view, 6> kSuffixes = {"!", "?", "!!", "??", "!?", "?!"};
constexpr int kLargestNag = 255;

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_tag_name(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Reads games one after another from a text it does not trust.
class Reader {
 public:
    explicit Reader(std::string_view text) : text_(text) {
        if (text_.substr(0, 3) == "\xef\xbb\xbf")
            at_ = first_ = 3;
    }

    Parsed<std::vector<PgnGame>> read() {
        while (skip_blank(), !at_end() && !error_) {
            PgnGame game;
            if (!read_tags(game) || !set_start(game) || !read_moves(game))
                break;
            games_.push_back(std::move(game));
        }
        if (error_)
            return tl::make_unexpected(*error_);
        return std::move(games_);
    }

 private:
    [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
    [[nodiscard]] char peek() const { return text_[at_]; }

    bool fail(const std::string& what) {
        const auto line = std::count(text_.begin(), text_.begin() + static_cast<long>(at_), '\n');
        error_ = ParseError{"PGN line " + std::to_string(line + 1) + ": " + what};
        return false;
    }

    void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }

    [[nodiscard]] bool at_line_start() const { return at_ == first_ || text_[at_ - 1] == '\n'; }

    /// White space and lines that begin with %.
    void skip_blank() {
        while (!at_end()) {
            if (is_space(peek()))
                ++at_;
            else if (peek() == '%' && at_line_start())
                skip_line();
            else
                return;
        }
    }

    bool read_tags(PgnGame& game) {
        for (skip_blank(); !at_end() && peek() == '['; skip_blank()) {
            ++at_;
            skip_blank();
            const std::size_t start = at_;
            while (!at_end() && is_tag_name(peek()))
                ++at_;
            const std::string name(text_.substr(start, at_ - start));
            skip_blank();
            if (name.empty() || at_end() || peek() != '"')
                return fail("a tag must look like [Name \"value\"]");
            ++at_;
            std::string value;
            for (; !at_end() && peek() != '"' && peek() != '\n'; ++at_) {
                if (peek() == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n')
                    ++at_;
                value += peek();
            }
            if (at_end() || peek() != '"')
                return fail("the value of tag " + name + " has no closing quote");
            ++at_;
            skip_blank();
            if (at_end() || peek() != ']')
                return fail("tag " + name + " has no closing bracket");
            ++at_;
            game.set_tag(name, value);
        }
        return true;
    }

    bool set_start(PgnGame& game) {
        const std::string_view fen = game.tag("FEN");
        if (fen.empty())
            return true;
        const auto start = parse_fen(fen);
        if (!start)
            return fail("FEN tag: " + start.error().message);
        game.start = *start;
        return true;
    }

    bool read_moves(PgnGame& game) {
        Position pos = game.start;
        for (skip_blank(); !at_end(); skip_blank()) {
            const char c = peek();
            if (c == '[') {
                break;  // the next game; this one had no result
            } else if (c == '{' || c == ';') {
                if (!read_comment(game))
                    return false;
            } else if (c == '(') {
                if (!skip_variation())
                    return false;
            } else if (c == '$') {
                if (!read_nag(game))
                    return false;
            } else if (c == '}' || c == ')' || c == ']') {
                return fail(std::string("unexpected ") + c);
            } else {
                const std::string_view word = read_word();
                if (std::find(kResults.begin(), kResults.end(), word) != kResults.end()) {
                    game.result = word;
                    return true;
                }
                if (!read_move(game, pos, word))
                    return false;
            }
        }
        const std::string_view tagged = game.tag("Result");
        if (std::find(kResults.begin(), kResults.end(), tagged) != kResults.end())
            game.result = tagged;
        return true;
    }

    std::string_view read_word() {
        const std::size_t start = at_;
        while (!at_end() && !is_space(peek()) &&
               std::string_view("{}()[];$").find(peek()) == std::string_view::npos)
            ++at_;
        return text_.substr(start, at_ - start);
    }

    bool read_move(PgnGame& game, Position& pos, std::string_view word) {
        std::size_t digits = 0;
        while (digits < word.size() && is_digit(word[digits]))
            ++digits;
        if (digits == word.size())
            return true;  // a move number
        if (word[digits] == '.') {
            word.remove_prefix(digits);
            while (!word.empty() && word.front() == '.')
                word.remove_prefix(1);
        }
        if (word.empty() || word == "e.p.")
            return true;
        std::size_t end = word.size();
        while (end > 0 && (word[end - 1] == '!' || word[end - 1] == '?'))
            --end;
        const auto suffix = std::find(kSuffixes.begin(), kSuffixes.end(), word.substr(end));
        if (end > 0) {
            const auto move = parse_san(pos, word.substr(0, end));
            if (!move)
                return fail(move.error().message);
            game.moves.push_back({*move, "", {}});
            pos.do_move(*move);
        }
        if (suffix != kSuffixes.end() && !game.moves.empty())
            game.moves.back().nags.push_back(static_cast<int>(suffix - kSuffixes.begin()) + 1);
        return true;
    }

    bool read_nag(PgnGame& game) {
        ++at_;
        const std::string_view word = read_word();
        const auto nag = parse_number<int>(word);
        if (!nag || *nag < 0 || *nag > kLargestNag)
            return fail("annotation $" + quote(word) + "; expected $0 to $255");
        if (!game.moves.empty())
            game.moves.back().nags.push_back(*nag);
        return true;
    }

    bool read_comment(PgnGame& game) {
        const bool braces = peek() == '{';
        const std::size_t start = ++at_;
        const std::size_t end = text_.find(braces ? '}' : '\n', start);
        if (end == std::string_view::npos && braces)
            return fail("a comment without closing brace");
        at_ = std::min(end, text_.size());
        std::string comment;
        for (const char c : text_.substr(start, at_ - start))
            if (c != '\r')
                comment += c == '\n' ? ' ' : c;
        if (braces)
            ++at_;
        const std::string_view clean = trim(comment);
        std::string& kept = game.moves.empty() ? game.comment : game.moves.back().comment;
        if (!kept.empty() && !clean.empty())
            kept += ' ';
        kept += clean;
        return true;
    }

    bool skip_variation() {
        int depth = 0;
        do {
            if (at_end())
                return fail("a variation without closing parenthesis");
            const char c = peek();
            if (c == '{')
                at_ = std::min(text_.find('}', at_), text_.size() - 1);
            else if (c == ';')
                at_ = std::min(text_.find('\n', at_), text_.size() - 1);
            else if (c == '(')
                ++depth;
            else if (c == ')')
                --depth;
            ++at_;
        } while (depth > 0);
        return true;
    }

    std::string_view text_;
    std::size_t first_ = 0;  ///< behind the byte order mark
    std::size_t at_ = 0;
    std::optional<ParseError> error_;
    std::vector<PgnGame> games_;
};

}  // namespace

Parsed<std::vector<PgnGame>> parse_pgn(std::string_view text) {
    return Reader(text).read();
}

}  // namespace nebel::chess
