#include <gtest/gtest.h>

#include "sandbox.hpp"

namespace nebel::stratego {
namespace {

// Blue's walker goes along row 9 and back while red does what the test is about; far from red.
constexpr const char* kWaiting[] = {"a9b9", "b9c9", "c9d9", "d9e9", "e9f9", "f9g9", "g9h9", "h9i9"};
const std::vector<std::string> kHome{"Mj1", "Yj10", "Ta9"};

std::vector<std::string> with_home(std::vector<std::string> men) {
    men.insert(men.end(), kHome.begin(), kHome.end());
    return men;
}

/// Red's moves, blue waiting in between; leaves red to move.
void red_plays(Referee& referee, const std::vector<std::string>& moves) {
    for (std::size_t i = 0; i < moves.size(); ++i)
        play_all(referee, {moves[i], kWaiting[i]});
}

void expect_fault(const Referee& referee, std::string_view move, Fault fault) {
    const Move asked = Action::parse(move)->move;
    EXPECT_EQ(referee.position().fault(asked), fault) << move;
    MoveList legal;
    referee.position().legal_moves(legal);
    EXPECT_EQ(std::count(legal.begin(), legal.end(), asked), fault == Fault::None ? 1 : 0) << move;
    Referee copy = referee;
    const auto answer = play(copy, move);
    EXPECT_EQ(answer.verdict, fault == Fault::None ? Verdict::Accepted : Verdict::Invalid) << move;
    EXPECT_EQ(answer.why, text(fault));
}

TEST(StrategoTwoSquares, FourthTimeIsRefused) {
    auto referee = board_with(with_home({"Ha4", "Ge2"}));
    red_plays(referee, {"a4a5", "a5a4"});
    expect_fault(referee, "a4a5", Fault::None);
    play_all(referee, {"a4a5", kWaiting[2]});
    expect_fault(referee, "a5a4", Fault::TwoSquares);
    expect_fault(referee, "a5a6", Fault::None);
    expect_fault(referee, "a5b5", Fault::None);
    expect_fault(referee, "e2e3", Fault::None);
}

TEST(StrategoTwoSquares, TheOtherWayRound) {
    auto referee = board_with(with_home({"Hb5"}));
    red_plays(referee, {"b5a5", "a5b5", "b5a5"});
    expect_fault(referee, "a5b5", Fault::TwoSquares);
    expect_fault(referee, "a5a4", Fault::None);
}

TEST(StrategoTwoSquares, AnotherManOrAnotherLineBreaksIt) {
    auto other_man = board_with(with_home({"Ha4", "Ge2"}));
    red_plays(other_man, {"a4a5", "a5a4", "a4a5", "e2e3"});
    expect_fault(other_man, "a5a4", Fault::None);
    auto other_line = board_with(with_home({"Ha4"}));
    red_plays(other_line, {"a4a5", "a5a4", "a4a5", "a5b5", "b5a5"});
    expect_fault(other_line, "a5a4", Fault::None);
}

TEST(StrategoTwoSquares, FivefoldAndOff) {
    const std::vector<std::string> shuttle{"a4a5", "a5a4", "a4a5", "a5a4", "a4a5"};
    auto five = board_with(with_home({"Ha4"}), "classic,two_squares=5");
    red_plays(five, shuttle);
    expect_fault(five, "a5a4", Fault::TwoSquares);
    auto off = board_with(with_home({"Ha4"}), "classic,two_squares=off");
    red_plays(off, shuttle);
    expect_fault(off, "a5a4", Fault::None);
}

TEST(StrategoTwoSquares, StrikesCount) {
    // Blue's men step in the way: the third move is a strike and counts as a crossing.
    auto third = board_with({"Ha4", "Mj1", "Yj10", "Qa7"});
    play_all(third, {"a4a5", "a7a6", "a5a4", "a6a5", "a4a5"});
    EXPECT_EQ(third.outcome(), win_for(Seat::First, Reason::NoMove));
    auto with_more = board_with({"Ha4", "Mj1", "Yj10", "Qa7", "Ti9"});
    play_all(with_more, {"a4a5", "a7a6", "a5a4", "a6a5", "a4a5", "i9i8"});
    expect_fault(with_more, "a5a4", Fault::TwoSquares);
}

TEST(StrategoTwoSquares, FourthMoveThatWouldStrikeIsRefused) {
    auto referee = board_with({"Ha4", "Mj1", "Yj10", "Pb8"});
    play_all(referee, {"a4a5", "b8b9", "a5a4", "b9b4", "a4a5", "b4a4"});
    expect_fault(referee, "a5a4", Fault::TwoSquares);
}

TEST(StrategoTwoSquares, AScoutMayGoPartOfTheWay) {
    auto referee = board_with(with_home({"Da2"}));
    red_plays(referee, {"a2a6", "a6a3", "a3a8"});
    // The borders between a3 and a6 have been crossed three times.
    expect_fault(referee, "a8a7", Fault::None);
    expect_fault(referee, "a8a6", Fault::None);
    expect_fault(referee, "a8a5", Fault::TwoSquares);
    expect_fault(referee, "a8a3", Fault::TwoSquares);
    expect_fault(referee, "a8a1", Fault::TwoSquares);
    expect_fault(referee, "a8a9", Fault::None);
    expect_fault(referee, "a8b8", Fault::None);
}

TEST(StrategoTwoSquares, AScoutPartOfTheWayMirrored) {
    auto referee = board_with(with_home({"Di3"}));
    red_plays(referee, {"i3e3", "e3g3", "g3b3"});
    expect_fault(referee, "b3d3", Fault::None);
    expect_fault(referee, "b3e3", Fault::None);
    expect_fault(referee, "b3f3", Fault::TwoSquares);
    expect_fault(referee, "b3i3", Fault::TwoSquares);
    expect_fault(referee, "b3a3", Fault::None);
}

TEST(StrategoTwoSquares, AScoutPartOfTheWayFromTheOtherTwoSides) {
    auto right = board_with(with_home({"Da3"}));
    red_plays(right, {"a3e3", "e3b3", "b3g3"});
    expect_fault(right, "g3e3", Fault::None);
    expect_fault(right, "g3d3", Fault::TwoSquares);
    expect_fault(right, "g3a3", Fault::TwoSquares);
    expect_fault(right, "g3h3", Fault::None);
    auto down = board_with(with_home({"Db8"}));
    red_plays(down, {"b8b4", "b4b6", "b6b2"});
    expect_fault(down, "b2b4", Fault::None);
    expect_fault(down, "b2b5", Fault::TwoSquares);
    expect_fault(down, "b2b8", Fault::TwoSquares);
    expect_fault(down, "b2b1", Fault::None);
}

TEST(StrategoTwoSquares, AScoutThatCrossedNoBorderThriceIsFree) {
    auto referee = board_with(with_home({"Da5"}));
    red_plays(referee, {"a5a7", "a7a2", "a2a4"});
    expect_fault(referee, "a4a3", Fault::None);
    expect_fault(referee, "a4a1", Fault::None);
}

TEST(StrategoMoreSquares, AChaserMayNotRepeatAPosition) {
    // Red follows blue round the block a7 b7 b8 a8.
    auto referee = board_with({"Ha8", "Rb7", "Mj1", "Yj10"});
    const std::vector<std::string> round{"a8a7", "b7b8", "a7b7", "b8a8",
                                         "b7b8", "a8a7", "b8a8", "a7b7"};
    play_all(referee, round);
    expect_fault(referee, "a8a7", Fault::MoreSquares);
    expect_fault(referee, "a8a9", Fault::None);
    expect_fault(referee, "a8b8", Fault::None);  // the reversal of the move before

    auto off = board_with({"Ha8", "Rb7", "Mj1", "Yj10"}, "classic,more_squares=off");
    play_all(off, round);
    expect_fault(off, "a8a7", Fault::None);

    // The chased may do what it likes.
    play_all(off, {"a8a7"});
    expect_fault(off, "b7b8", Fault::None);
}

TEST(StrategoMoreSquares, AMoveElsewhereEndsTheChase) {
    auto referee = board_with({"Ha8", "Rb7", "Mj1", "Yj10", "Ge2", "Si9"});
    play_all(referee,
             {"a8a7", "b7b8", "a7b7", "b8a8", "b7b8", "i9i8", "e2e3", "a8a7", "b8a8", "a7b7"});
    expect_fault(referee, "a8a7", Fault::None);
}

// The board before the first move of the chase is no part of it.
TEST(StrategoMoreSquares, TheBoardBeforeTheChaseMayComeBack) {
    auto referee = board_with({"Dg3", "Re4", "Ng4", "Mj1", "Yj10"});
    play_all(referee, {"g3e3", "e4f4", "e3f3", "f4e4"});
    expect_fault(referee, "f3g3", Fault::None);
}

TEST(StrategoMoreSquares, GoingStraightBackIsAllowed) {
    auto referee = board_with({"Hb4", "Rb6", "Mj1", "Yj10"});
    play_all(referee, {"b4b5", "b6a6", "b5a5", "a6b6"});
    expect_fault(referee, "a5b5", Fault::None);
}

}  // namespace
}  // namespace nebel::stratego
