#include "stratego/strados2.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/text.hpp"
#include "game/table.hpp"

namespace nebel::stratego {

namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// One start tag: its name and what stands behind it up to the '>'.
struct Tag {
    std::string_view name;
    std::string_view attributes;

    /// The value of an attribute in either kind of quotes; nothing if it is missing.
    [[nodiscard]] std::optional<std::string_view> attribute(std::string_view wanted) const {
        auto rest = attributes;
        for (;;) {
            const auto equals = rest.find('=');
            if (equals == std::string_view::npos)
                return std::nullopt;
            const auto key = trim(rest.substr(0, equals));
            rest = trim(rest.substr(equals + 1));
            if (rest.empty() || (rest[0] != '"' && rest[0] != '\''))
                return std::nullopt;
            const auto close = rest.find(rest[0], 1);
            if (close == std::string_view::npos)
                return std::nullopt;
            if (key == wanted)
                return rest.substr(1, close - 1);
            rest.remove_prefix(close + 1);
        }
    }
};

/// The start tags of a document in order; comments, declarations and end tags are passed over.
class Tags {
 public:
    explicit Tags(std::string_view xml) : rest_(xml) {}

    std::optional<Tag> next() {
        for (;;) {
            const auto open = rest_.find('<');
            if (open == std::string_view::npos)
                return std::nullopt;
            rest_.remove_prefix(open + 1);
            if (rest_.substr(0, 3) == "!--") {
                const auto close = rest_.find("-->");
                if (close == std::string_view::npos)
                    return broken();
                rest_.remove_prefix(close + 3);
                continue;
            }
            const auto close = tag_end();
            if (close == std::string_view::npos)
                return broken();
            const auto body = rest_.substr(0, close);
            rest_.remove_prefix(close + 1);
            if (body.empty() || body[0] == '/' || body[0] == '!' || body[0] == '?')
                continue;
            const auto name_end = static_cast<std::size_t>(
                std::find_if(body.begin(), body.end(),
                             [](char c) { return is_space(c) || c == '/'; }) -
                body.begin());
            return Tag{body.substr(0, name_end), body.substr(name_end)};
        }
    }

    /// Whether the document ended in the middle of a tag or a comment.
    [[nodiscard]] bool cut_short() const { return cut_short_; }

 private:
    std::optional<Tag> broken() {
        cut_short_ = true;
        rest_ = {};
        return std::nullopt;
    }

    /// Where the tag closes: a '>' outside of quotes.
    [[nodiscard]] std::size_t tag_end() const {
        char quoted = 0;
        for (std::size_t i = 0; i < rest_.size(); ++i) {
            const char c = rest_[i];
            if (quoted != 0)
                quoted = c == quoted ? char{0} : quoted;
            else if (c == '"' || c == '\'')
                quoted = c;
            else if (c == '>')
                return i;
        }
        return std::string_view::npos;
    }

    std::string_view rest_;
    bool cut_short_ = false;
};

Parsed<Move> move_of(const Tag& tag, std::size_t number) {
    const auto source = tag.attribute("source");
    const auto target = tag.attribute("target");
    const auto from = source ? parse_square(lower(trim(*source))) : std::nullopt;
    const auto to = target ? parse_square(lower(trim(*target))) : std::nullopt;
    if (!from || !to)
        return parse_error(
            fmt::format("move {} needs source and target, squares from A1 to J10", number));
    return Move{*from, *to};
}

std::optional<Outcome> result_of(const Tag& tag) {
    const auto winner = tag.attribute("winner");
    if (!winner)
        return std::nullopt;
    const auto name = lower(trim(*winner));
    for (const Seat seat : kSeats)
        if (name == seat_name(seat))
            return win_for(seat, Reason::Resignation);
    return draw(Reason::Agreement);
}

}  // namespace

Rules archive_rules() {
    Rules rules;
    rules.two_squares = 0;
    rules.more_squares = false;
    rules.quiet = 0;
    return rules;
}

Parsed<GameRecord<Stratego>> import_strados2(std::string_view xml, const Rules& rules) {
    Tags tags(xml);
    std::optional<std::string> board;
    std::vector<Move> moves;
    std::optional<Outcome> result;
    while (const auto tag = tags.next()) {
        if (tag->name == "field") {
            if (board)
                break;  // the next game of the document
            const auto content = tag->attribute("content");
            if (!content)
                return parse_error("the field has no content");
            board.emplace();
            std::copy_if(content->begin(), content->end(), std::back_inserter(*board),
                         [](char c) { return !is_space(c); });
        } else if (tag->name == "move") {
            const auto move = move_of(*tag, moves.size() + 1);
            if (!move)
                return tl::make_unexpected(move.error());
            moves.push_back(*move);
        } else if (tag->name == "result") {
            result = result_of(*tag);
        }
    }
    if (tags.cut_short())
        return parse_error("the document ends inside a tag or a comment");
    if (!board)
        return parse_error("no StraDoS2 game: there is no <field content=\"...\"/>");
    // Some writers leave the lakes empty.
    for (int i = 0; i < rules.arena().cells() && static_cast<std::size_t>(i) < board->size(); ++i)
        if (char& c = (*board)[static_cast<std::size_t>(i)];
            !rules.arena().open.has(rules.arena().cell(i)) && (c == 'A' || c == 'a'))
            c = '_';
    auto referee = Referee::from_start(rules, *board);
    if (!referee)
        return tl::make_unexpected(referee.error());
    Table<Stratego> table(rules, std::move(*referee));
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto answer = table.act(Action::of(moves[i]));
        if (answer.verdict == Verdict::Invalid)
            return parse_error(
                fmt::format("move {} ({}): {}", i + 1, Action::of(moves[i]).text(), answer.why));
    }
    if (result && !table.outcome())
        table.conclude(*result);
    return table.record();
}

}  // namespace nebel::stratego
