#include <chrono>
#include <thread>

#include "game/registry.hpp"
#include "game/view_player.hpp"
#include "toy_game.hpp"

// Players that behave, and players that do not.
namespace nebel::match::toy {
namespace {

class Random : public ViewPlayer<Toy> {
 public:
    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        ViewPlayer<Toy>::begin(rules, seat, seed);
        work_ = {};
    }
    Action act(const Budget& budget) override {
        work_.nodes += budget.nodes == 0 ? 1 : budget.nodes;
        return view().random_action(rng());
    }
    [[nodiscard]] Work work() const override { return work_; }

 private:
    Work work_;
};

/// Guesses blindly, whatever it has learned.
class Forgetful : public ViewPlayer<Toy> {
 public:
    Action act(const Budget&) override {
        return {1 + static_cast<int>(rng().below(static_cast<std::uint32_t>(view().numbers())))};
    }
};

/// Behaves like Random until its n-th action, then does what its name says.
class Misbehaving : public Random {
 public:
    Misbehaving(std::string what, std::int64_t after) : what_(std::move(what)), after_(after) {}

    void begin(const Rules& rules, Seat seat, std::uint64_t seed) override {
        if (what_ == "crash-at-begin")
            throw PlayerFailure(Reason::Crash, "no such program");
        Random::begin(rules, seat, seed);
        acted_ = heard_ = 0;
        heard_end_ = false;
        refused_ = {};
    }
    void hear(const Event& event) override {
        NEBEL_CHECK(!heard_end_);
        heard_end_ = event.outcome().has_value();
        if (what_ == "crash-at-hear" && ++heard_ > after_)
            throw PlayerFailure(Reason::Crash, "broken pipe");
        if (event.kind == Event::Kind::Refused)
            refused_ = {event.number};
        Random::hear(event);
    }
    bool wants_to_resign() override { return what_ == "resign" && acted_ >= after_; }
    Action act(const Budget& budget) override {
        if (acted_++ < after_)
            return Random::act(budget);
        if (what_ == "crash")
            throw PlayerFailure(Reason::Crash, "the process died");
        if (what_ == "hang")
            throw PlayerFailure(Reason::TimeOut, "no answer");
        if (what_ == "nonsense")
            return {1000};
        if (what_ == "bug")
            throw std::logic_error("a bug in a player");
        if (what_ == "slow")
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
        if (what_ == "stubborn" && refused_.guess != 0)
            return refused_;
        return Random::act(budget);
    }

 private:
    std::string what_;
    std::int64_t after_;
    std::int64_t acted_ = 0;
    std::int64_t heard_ = 0;
    bool heard_end_ = false;
    Action refused_{};
};

const PlayerRegistration<Toy> kRandom{{"random", "uniform over what is possible", {}},
                                      [](const Options&) { return std::make_unique<Random>(); }};
const PlayerRegistration<Toy> kForgetful{{"forgetful", "guesses blindly", {}}, [](const Options&) {
                                             return std::make_unique<Forgetful>();
                                         }};
const PlayerRegistration<Toy> kBad{
    {"bad",
     "misbehaves",
     {OptionSpec::free_text("how", "crash", "what it does"),
      OptionSpec::integer("after", 0, 0, 1000, "actions before it does so")}},
    [](const Options& options) {
        return std::make_unique<Misbehaving>(options.text("how"), options.integer("after"));
    }};

}  // namespace
}  // namespace nebel::match::toy
