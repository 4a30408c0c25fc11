#include "kriegspiel/belief/profile.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "chess/bitboard.hpp"
#include "core/text.hpp"

namespace nebel::kriegspiel {

using chess::Colour;
using chess::PieceType;
using chess::Square;

namespace {

constexpr std::string_view kHeading = "nebel-profile 1";
constexpr int kUnit = 10000;  ///< shares are written in ten-thousandths
constexpr std::size_t kMoments = Profile::kMoments.size();
constexpr std::array<std::string_view, 2> kColours{"white", "black"};
constexpr std::array<std::string_view, 6> kKinds{"pawn", "knight", "bishop",
                                                 "rook", "queen",  "king"};

// Where a time lies between two of the chosen moments.
struct Between {
    std::size_t before;
    std::size_t after;
    float part;  ///< of the way from before to after
};

Between place(int time) {
    if (time <= 0)
        return {0, 0, 0};
    for (std::size_t i = 1; i < kMoments; ++i)
        if (time <= Profile::kMoments[i]) {
            const int from = Profile::kMoments[i - 1];
            const auto length = static_cast<float>(Profile::kMoments[i] - from);
            return {i - 1, i, static_cast<float>(time - from) / length};
        }
    return {kMoments - 1, kMoments - 1, 0};
}

float mix(const Between& at, float before, float after) {
    return before + at.part * (after - before);
}

Profile::Class class_of(PieceType kind) {
    if (kind == chess::kKing)
        return Profile::Class::King;
    return kind == chess::kPawn ? Profile::Class::Pawn : Profile::Class::Piece;
}

void bring_to_one(Profile::Board& board) {
    double sum = 0;
    for (const float value : board)
        sum += value;
    if (sum > 0)
        for (float& value : board)
            value = static_cast<float>(value / sum);
}

/// Reads a profile's text line by line, keeping count for messages.
class Reader {
 public:
    explicit Reader(std::string_view text) : lines_(split(text, '\n')) {}

    Parsed<Profile> read() {
        const auto heading = next();
        if (!heading || *heading != kHeading)
            return parse_error(fmt::format("line 1 of a profile is '{}'", kHeading));
        std::vector<std::string> about;
        Profile::Sheets sheets{};
        std::array<std::array<std::array<bool, kMoments>, 6>, 2> seen{};
        std::size_t count = 0;
        while (const auto line = next()) {
            const auto words = split_words(*line);
            if (words.empty())
                continue;
            if (words[0] == "about") {
                if (about.size() >= Profile::kMostAbout)
                    return wrong(fmt::format("at most {} lines 'about'", Profile::kMostAbout));
                about.emplace_back(trim(line->substr(line->find("about") + 5)));
                continue;
            }
            auto place = sheet_of(words);
            if (!place)
                return tl::make_unexpected(place.error());
            auto& [colour, kind, moment, men] = *place;
            if (std::exchange(seen[colour][kind][moment], true))
                return wrong("this sheet was given before");
            auto board = read_board();
            if (!board)
                return tl::make_unexpected(board.error());
            sheets[colour][kind][moment] = {men, *board};
            ++count;
        }
        constexpr std::size_t kAll = 2 * 6 * kMoments;
        if (count != kAll)
            return parse_error(
                fmt::format("a profile has {} sheets, this one has {}", kAll, count));
        return Profile(std::move(about), sheets);
    }

 private:
    struct Place {
        std::size_t colour, kind, moment;
        float men;
    };

    std::optional<std::string_view> next() {
        if (at_ >= lines_.size())
            return std::nullopt;
        auto line = lines_[at_++];
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        return line;
    }

    [[nodiscard]] tl::unexpected<ParseError> wrong(std::string_view what) const {
        return parse_error(fmt::format("line {}: {}", at_, what));
    }

    Parsed<Place> sheet_of(const std::vector<std::string_view>& words) {
        constexpr auto kForm = "expected 'about TEXT' or 'COLOUR KIND TIME MEN' before a board";
        if (words.size() != 4)
            return wrong(kForm);
        const auto colour = std::find(kColours.begin(), kColours.end(), words[0]);
        const auto kind = std::find(kKinds.begin(), kKinds.end(), words[1]);
        const auto time = parse_number<int>(words[2]);
        const auto men = parse_number<float>(words[3]);
        if (colour == kColours.end() || kind == kKinds.end() || !time || !men)
            return wrong(kForm);
        const auto moment = std::find(Profile::kMoments.begin(), Profile::kMoments.end(), *time);
        if (moment == Profile::kMoments.end())
            return wrong(fmt::format("{} is not one of the times of a profile", *time));
        if (!(*men >= 0 && *men <= 64))
            return wrong("the number of men must lie between 0 and 64");
        return Place{static_cast<std::size_t>(colour - kColours.begin()),
                     static_cast<std::size_t>(kind - kKinds.begin()),
                     static_cast<std::size_t>(moment - Profile::kMoments.begin()), *men};
    }

    // Eight lines, the eighth rank first; "." is zero and "*" an empty board.
    Parsed<Profile::Board> read_board() {
        Profile::Board board{};
        for (int rank = 7; rank >= 0; --rank) {
            const auto line = next();
            const auto words = line ? split_words(*line) : std::vector<std::string_view>{};
            if (rank == 7 && words.size() == 1 && words[0] == "*")
                return board;
            if (words.size() != 8)
                return wrong("a rank has eight numbers");
            for (int file = 0; file < 8; ++file) {
                const auto word = words[static_cast<std::size_t>(file)];
                const auto value = word == "." ? 0 : parse_number<int>(word).value_or(-1);
                if (value < 0 || value > kUnit)
                    return wrong(fmt::format("a share is '.' or 1 to {}", kUnit));
                board[chess::make_square(file, rank)] = static_cast<float>(value);
            }
        }
        bring_to_one(board);
        return board;
    }

    std::vector<std::string_view> lines_;
    std::size_t at_ = 0;
};

}  // namespace

Profile::Profile(std::vector<std::string> about, const Sheets& sheets)
    : about_(std::move(about)), sheets_(std::make_shared<const Sheets>(sheets)) {
    auto classes = std::make_shared<Classes>();
    for (const Colour colour : {chess::kWhite, chess::kBlack})
        for (int time = 0; time <= kLastTime; ++time) {
            const auto spot = place(time);
            for (int k = chess::kPawn; k <= chess::kKing; ++k) {
                const auto kind = static_cast<PieceType>(k);
                auto& board = (*classes)[colour][static_cast<std::size_t>(class_of(kind))]
                                        [static_cast<std::size_t>(time)];
                const auto& before = sheet(colour, kind, spot.before);
                const auto& after = sheet(colour, kind, spot.after);
                for (int s = 0; s < 64; ++s)
                    board[s] += mix(spot, before.men * before.share[s], after.men * after.share[s]);
            }
        }
    for (auto& of_colour : *classes)
        for (auto& of_class : of_colour)
            for (auto& board : of_class)
                bring_to_one(board);
    classes_ = std::move(classes);
}

float Profile::at(Colour colour, PieceType kind, int time, Square square) const {
    const auto spot = place(time);
    return mix(spot, sheet(colour, kind, spot.before).share[square],
               sheet(colour, kind, spot.after).share[square]);
}

float Profile::men(Colour colour, PieceType kind, int time) const {
    const auto spot = place(time);
    return mix(spot, sheet(colour, kind, spot.before).men, sheet(colour, kind, spot.after).men);
}

Parsed<Profile> Profile::read(std::string_view text) {
    return Reader(text).read();
}

std::string Profile::text() const {
    std::string text(kHeading);
    text += '\n';
    for (const auto& line : about_)
        text += fmt::format("about {}\n", line);
    for (std::size_t colour = 0; colour < 2; ++colour)
        for (std::size_t kind = 0; kind < 6; ++kind)
            for (std::size_t moment = 0; moment < kMoments.size(); ++moment) {
                const Sheet& sheet = (*sheets_)[colour][kind][moment];
                text += fmt::format("{} {} {} {:.2f}\n", kColours[colour], kKinds[kind],
                                    kMoments[moment], sheet.men);
                if (sheet.men <= 0) {
                    text += "*\n";
                    continue;
                }
                for (int rank = 7; rank >= 0; --rank)
                    for (int file = 0; file < 8; ++file) {
                        const auto value =
                            std::lround(sheet.share[chess::make_square(file, rank)] * float{kUnit});
                        text += value == 0 ? "." : std::to_string(value);
                        text += file == 7 ? '\n' : ' ';
                    }
            }
    return text;
}

std::shared_ptr<const Profile> load_profile(std::string_view option) {
    if (option == "none")
        return nullptr;
    if (option == "default")
        return Profile::standard();
    const std::string name(option);
    std::ifstream file(name, std::ios::binary);
    if (!file)
        throw UserError(
            fmt::format("profile {}: no such file (none, default or a file)", quote(name)));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return std::make_shared<const Profile>(
        value_or_throw(Profile::read(text), "profile " + quote(name)));
}

OptionSpec profile_option(std::string default_value) {
    return OptionSpec::free_text(
        "profile", std::move(default_value),
        "how the opponent's men tend to stand: none, default or a file of nebel profile learn");
}

}  // namespace nebel::kriegspiel
