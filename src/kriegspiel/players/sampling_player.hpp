#pragma once

#include "game/options.hpp"
#include "kriegspiel/players/belief_player.hpp"
#include "kriegspiel/players/board_judge.hpp"

namespace nebel::kriegspiel {

/// How the boards' opinions become one choice.
enum class Voting : std::uint8_t {
    Mean,  ///< every try is scored on every board; the best mean
    Best,  ///< every board votes for the one move that is best on it
};

/// Asks a chess engine about every board of a sample: Parker, Nau and Subrahmanian's players, and
/// determinisation (perfect-information Monte Carlo). Boards on which a try is illegal do not vote
/// on it: a refusal costs nothing where it is private.
class SamplingPlayer final : public BeliefPlayer {
 public:
    SamplingPlayer(const Settings& settings,
                   std::unique_ptr<BoardJudge> judge,
                   Voting voting = Voting::Mean)
        : BeliefPlayer(settings), judge_(std::move(judge)), voting_(voting) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override;

 protected:
    Action choose(const TryList& tries,
                  const std::vector<World>& worlds,
                  BudgetMeter& meter) override;

 private:
    struct Vote {
        Action action;
        double sum = 0;
        double weight = 0;  ///< of the boards on which it is legal
        double firsts = 0;  ///< of the boards on which it is the best move
        int times_stood = 0;
        bool resets_clock = false;
    };

    bool hear_world(const World& world, std::vector<Vote>& votes, BudgetMeter& meter);
    [[nodiscard]] double worth(const Vote& vote, double total) const;
    [[nodiscard]] std::optional<double> ended(const chess::Position& after) const;

    std::unique_ptr<BoardJudge> judge_;
    Voting voting_;
    bool stalemate_wins_ = false;
    bool refusal_public_ = false;
};

/// The options that all such players have, and a player made from them.
std::vector<OptionSpec> sampling_options(int boards, int worlds, int depth);
BeliefPlayer::Settings sampling_settings(const Options& options, BoardSource source);
std::unique_ptr<BoardJudge> sampling_judge(const Options& options);

}  // namespace nebel::kriegspiel
