#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "kriegspiel/game.hpp"
#include "support/shared_data.hpp"

// Random games refereed by kriegspiel.org's own library: every answer must be the same.
namespace nebel::kriegspiel {

namespace {

using testing_support::no_shared_data;
using testing_support::read_gzip;
using testing_support::shared_data;

const Event* find(const InlineVec<Event, 16>& events, Event::Type type) {
    for (const auto& event : events)
        if (event.type == type)
            return &event;
    return nullptr;
}

std::string special_of(const InlineVec<Event, 16>& events) {
    if (const Event* end = find(events, Event::Type::End)) {
        if (end->reason == Reason::Checkmate)
            return end->result == Result::FirstWins ? "CHECKMATE_WHITE_WINS"
                                                    : "CHECKMATE_BLACK_WINS";
        if (end->reason == Reason::Stalemate)
            return "DRAW_STALEMATE";
        if (end->reason == Reason::InsufficientMaterial)
            return "DRAW_INSUFFICIENT";
        return "END";
    }
    if (const Event* check = find(events, Event::Type::Check)) {
        static const std::map<int, std::string> names{{kRankCheck, "CHECK_RANK"},
                                                      {kFileCheck, "CHECK_FILE"},
                                                      {kLongCheck, "CHECK_LONG_DIAGONAL"},
                                                      {kShortCheck, "CHECK_SHORT_DIAGONAL"},
                                                      {kKnightCheck, "CHECK_KNIGHT"}};
        const auto found = names.find(check->kinds);
        return found == names.end() ? "CHECK_DOUBLE" : found->second;
    }
    return "";
}

// Our answer in the words of the transcript.
Json in_their_words(const Answer<Event>& answer, Seat mover) {
    const auto& events = answer.events[mover];
    Json json;
    if (const Event* said = find(events, Event::Type::Answer)) {
        json["main"] = said->any == 1 ? "HAS_ANY" : "NO_ANY";
        json["done"] = false;
        return json;
    }
    if (const Event* refused = find(events, Event::Type::Refused)) {
        json["main"] = refused->nonsense ? "NONSENSE" : "ILLEGAL_MOVE";
        json["done"] = false;
        return json;
    }
    json["done"] = true;
    const Event* capture = find(events, Event::Type::Capture);
    json["main"] = capture ? "CAPTURE_DONE" : "REGULAR_MOVE";
    if (capture) {
        json["capture"] = chess::square_name(capture->square);
        if (capture->man != Man::Unsaid)
            json["captured"] = capture->man == Man::Pawn ? "PAWN" : "PIECE";
    }
    if (const auto special = special_of(events); !special.empty())
        json["special"] = special;
    if (find(events, Event::Type::Promotion))
        json["promotion"] = true;
    if (const Event* tries = find(events, Event::Type::PawnTries)) {
        if (tries->squares_told) {
            json["next_turn_pawn_try_squares"] = Json::array();
            for (const auto s : chess::Squares(tries->squares))
                json["next_turn_pawn_try_squares"].push_back(chess::square_name(s));
        } else if (tries->any >= 0) {
            json["next_turn_has_pawn_capture"] = tries->any == 1;
        } else {
            json["next_turn_pawn_tries"] = static_cast<int>(tries->count);
        }
    }
    return json;
}

void replay_transcript(const Json& game) {
    const auto ruleset = game["ruleset"].get<std::string>();
    const auto rules = Rules::parse(ruleset + ",fifty=off,repetition=off,cap=2000");
    ASSERT_TRUE(rules) << rules.error().message;
    auto referee = Referee::from_start(*rules, game["start"].get<std::string>());
    ASSERT_TRUE(referee) << referee.error().message;
    View white(*rules, Seat::First);
    View black(*rules, Seat::Second);
    const auto opening = referee->open();
    for (const auto& event : opening.events[Seat::First])
        white.hear(event);
    for (const auto& event : opening.events[Seat::Second])
        black.hear(event);
    for (const auto& entry : game["log"]) {
        const auto question = entry["q"].get<std::string>();
        SCOPED_TRACE(ruleset + " " + game["seed"].get<std::string>() + " " + question);
        const Seat mover = entry["t"] == "w" ? Seat::First : Seat::Second;
        ASSERT_EQ(referee->to_act(), mover);
        const auto action = Action::parse(question);
        ASSERT_TRUE(action);
        // A legal move must always be among what the view offers.
        if (entry["a"]["done"].get<bool>()) {
            TryList offered;
            (mover == Seat::First ? white : black).actions(offered);
            EXPECT_NE(std::find(offered.begin(), offered.end(), *action), offered.end());
        }
        const auto answer = referee->act(*action);
        ASSERT_NE(answer.verdict, Verdict::Invalid) << answer.why;
        EXPECT_EQ(in_their_words(answer, mover), entry["a"]);
        if (entry.contains("fen")) {
            EXPECT_EQ(referee->state_text(), entry["fen"].get<std::string>());
        }
        for (const auto& event : answer.events[Seat::First])
            white.hear(event);
        for (const auto& event : answer.events[Seat::Second])
            black.hear(event);
        if (testing::Test::HasFailure())
            return;
    }
}

}  // namespace

TEST(Transcripts, EveryAnswerIsReproduced) {
    const auto path = shared_data("kriegspiel/transcripts.jsonl.gz");
    if (!std::filesystem::exists(path))
        GTEST_SKIP() << no_shared_data(path);
    std::istringstream lines(read_gzip(path));
    std::map<std::string, int> games;
    for (std::string line; std::getline(lines, line);) {
        const auto game = Json::parse(line);
        replay_transcript(game);
        if (HasFailure())
            return;
        ++games[game["ruleset"].get<std::string>()];
    }
    EXPECT_EQ(games.size(), 6u);
}

}  // namespace nebel::kriegspiel
