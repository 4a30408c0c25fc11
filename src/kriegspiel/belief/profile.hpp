#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "chess/types.hpp"
#include "core/error.hpp"
#include "game/options.hpp"

namespace nebel::kriegspiel {

/// How an opponent's men tend to stand as a game goes on (Ciancarini and Favini 2010, section 5):
/// for each colour, kind of man and moment the distribution of one such man over the squares of the
/// usual board. In the dark most players repeat themselves, so this is knowledge. `nebel profile
/// learn` makes one from games; the text form is described in docs/profiles.md.
///
/// Time is the number of moves that side has made. It is kept for chosen moments (`kMoments`),
/// linear between them and constant after the last.
class Profile {
 public:
    static constexpr std::array<int, 24> kMoments{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                                  12, 13, 14, 15, 18, 21, 25, 30, 35, 40, 50, 60};
    static constexpr int kLastTime = kMoments.back();
    static constexpr int kMostAbout = 20;  ///< lines of description

    using Board = std::array<float, 64>;
    /// The three classes that an umpire tells apart.
    enum class Class : std::uint8_t { King, Pawn, Piece };

    /// One kind of man of one colour at one moment.
    struct Sheet {
        float men = 0;  ///< how many such men a side has on average
        Board share{};  ///< where one of them stands; sums to 1, or all 0 where there are none
        bool operator==(const Sheet&) const = default;
    };
    /// [colour][kind - kPawn][index into kMoments]
    using Sheets = std::array<std::array<std::array<Sheet, kMoments.size()>, 6>, 2>;

    /// `about`: who, which games, which program; one line each.
    Profile(std::vector<std::string> about, const Sheets& sheets);

    /// The profile that ships with the program. Never null.
    static std::shared_ptr<const Profile> standard();
    static Parsed<Profile> read(std::string_view text);
    [[nodiscard]] std::string text() const;

    [[nodiscard]] const std::vector<std::string>& about() const { return about_; }
    [[nodiscard]] const Sheet& sheet(chess::Colour colour,
                                     chess::PieceType kind,
                                     std::size_t moment) const {
        return (*sheets_)[colour][kind - chess::kPawn][moment];
    }

    /// Probability that one man of this kind stands there. Times beyond the last are the last.
    [[nodiscard]] float at(chess::Colour colour,
                           chess::PieceType kind,
                           int time,
                           chess::Square square) const;
    /// How many such men the side has on average.
    [[nodiscard]] float men(chess::Colour colour, chess::PieceType kind, int time) const;
    /// at(time + 1) - at(time): the trend that the next move follows; 0 after the last time.
    [[nodiscard]] float gradient(chess::Colour colour,
                                 chess::PieceType kind,
                                 int time,
                                 chess::Square square) const {
        return at(colour, kind, time + 1, square) - at(colour, kind, time, square);
    }
    /// The distribution of one man of a class, kinds weighed by how many there are: a table lookup.
    [[nodiscard]] const Board& of(chess::Colour colour, Class c, int time) const {
        const int at = time < 0 ? 0 : time > kLastTime ? kLastTime : time;
        return (*classes_)[colour][static_cast<std::size_t>(c)][static_cast<std::size_t>(at)];
    }

    bool operator==(const Profile& other) const {
        return about_ == other.about_ && *sheets_ == *other.sheets_;
    }

 private:
    using Classes = std::array<std::array<std::array<Board, kLastTime + 1>, 3>, 2>;

    std::vector<std::string> about_;
    std::shared_ptr<const Sheets> sheets_;
    std::shared_ptr<const Classes> classes_;
};

/// What a player's option `profile` names: "none" is null, "default" the one that ships, anything
/// else a file. Throws UserError when the file cannot be read or is no profile.
std::shared_ptr<const Profile> load_profile(std::string_view option);

/// The option `profile=none|default|FILE` for a player's list.
OptionSpec profile_option(std::string default_value = "default");

}  // namespace nebel::kriegspiel
