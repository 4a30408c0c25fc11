#include <array>

#include "chess/fen.hpp"
#include "chess/pgn.hpp"
#include "chess/san.hpp"

namespace nebel::chess {

namespace {

constexpr std::size_t kLineWidth = 80;
constexpr std::array<std::string_view, 7> kRoster = {"Event", "Site",  "Date",  "Round",
                                                     "White", "Black", "Result"};

/// Puts words on lines; a comment's words are broken apart like any others.
class Wrapper {
 public:
    void word(std::string_view text) {
        if (!out_.empty() && column_ + 1 + text.size() > kLineWidth) {
            out_ += '\n';
            column_ = 0;
        } else if (!out_.empty()) {
            out_ += ' ';
            ++column_;
        }
        out_ += text;
        column_ += text.size();
    }
    void comment(std::string_view text) {
        std::string clean = "{";
        for (const char c : text)
            clean += c == '}' ? ')' : static_cast<unsigned char>(c) < ' ' ? ' ' : c;
        clean += '}';
        std::size_t start = 0;
        for (std::size_t at; (at = clean.find(' ', start)) != std::string::npos; start = at + 1)
            word(std::string_view(clean).substr(start, at - start));
        word(std::string_view(clean).substr(start));
    }
    [[nodiscard]] const std::string& text() const { return out_; }

 private:
    std::string out_;
    std::size_t column_ = 0;
};

void write_tag(std::string& out, std::string_view name, std::string_view value) {
    out += '[';
    out += name;
    out += " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    out += "\"]\n";
}

bool is_written_apart(std::string_view name) {
    if (name == "FEN" || name == "SetUp")
        return true;
    for (const std::string_view roster : kRoster)
        if (name == roster)
            return true;
    return false;
}

}  // namespace

std::string to_pgn(const PgnGame& game) {
    std::string out;
    for (const std::string_view name : kRoster) {
        std::string_view value = name == "Result" ? game.result : game.tag(name);
        if (value.empty())
            value = name == "Date" ? "????.??.??" : "?";
        write_tag(out, name, value);
    }
    if (!(game.start == Position())) {
        write_tag(out, "SetUp", "1");
        write_tag(out, "FEN", to_fen(game.start));
    }
    for (const auto& [name, value] : game.tags)
        if (!is_written_apart(name))
            write_tag(out, name, value);
    out += '\n';

    Wrapper lines;
    if (!game.comment.empty())
        lines.comment(game.comment);
    Position pos = game.start;
    bool number_needed = true;
    for (const PgnMove& m : game.moves) {
        if (pos.side() == kWhite)
            lines.word(std::to_string(pos.fullmove_number()) + ".");
        else if (number_needed)
            lines.word(std::to_string(pos.fullmove_number()) + "...");
        lines.word(to_san(pos, m.move));
        for (const int nag : m.nags)
            lines.word("$" + std::to_string(nag));
        if (!m.comment.empty())
            lines.comment(m.comment);
        number_needed = !m.comment.empty();
        pos.do_move(m.move);
    }
    lines.word(game.result);
    return out + lines.text() + "\n";
}

}  // namespace nebel::chess
