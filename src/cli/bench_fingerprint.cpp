#include "cli/bench_fingerprint.hpp"

#include <array>
#include <memory>
#include <string_view>

#include "chess/perft.hpp"
#include "chess/start_positions.hpp"
#include "cli/games.hpp"
#include "darkchess/perft.hpp"
#include "game/registry.hpp"
#include "game/table.hpp"

namespace nebel::cli {

namespace {

/// FNV-1a: simple, and the same everywhere.
class Hash {
 public:
    void add(std::string_view text) {
        for (const char c : text)
            step(static_cast<unsigned char>(c));
        step('\n');
    }
    void add(std::uint64_t number) { add(std::to_string(number)); }
    [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
    void step(unsigned char byte) {
        value_ ^= byte;
        value_ *= 0x100000001b3ULL;
    }
    std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

/// One game of the fixed set. Players are named one by one: a new player changes nothing here.
struct Pairing {
    std::string_view game;
    std::string_view rules;
    std::string_view first;
    std::string_view second;
};

constexpr std::array kPairings{
    Pairing{"kriegspiel", "wild16", "capturer", "recapture"},
    Pairing{"kriegspiel", "wild16", "random", "capturer"},
    Pairing{"kriegspiel", "berkeley", "recapture", "random"},
    Pairing{"kriegspiel", "berkeley_any", "capturer", "capturer"},
    Pairing{"kriegspiel", "cincinnati", "random", "recapture"},
    Pairing{"kriegspiel", "rand", "capturer", "random"},
    Pairing{"kriegspiel", "english", "random", "capturer"},
    Pairing{"kriegspiel", "open", "random", "recapture"},
    Pairing{"kriegspiel", "open", "alphabeta:hash=1", "recapture"},
    Pairing{"kriegspiel", "wild16,board=5x6", "capturer", "random"},
    Pairing{"darkchess", "icga180", "capturer", "random"},
    Pairing{"darkchess", "seed40", "random", "capturer"},
    Pairing{"darkchess", "ntu60", "random", "random"},
    Pairing{"stratego", "classic", "capturer", "random"},
    Pairing{"stratego", "classic,setup=human", "random", "capturer"},
    Pairing{"stratego", "barrage,setup=random", "capturer", "capturer"},
    Pairing{"stratego", "5x5", "random", "random"},
};

constexpr std::uint64_t kSeed = 2014;
/// Binding for players that search; the simple ones spend nothing.
constexpr std::uint64_t kNodes = 200;

template <Game G>
class HashedGame {
 public:
    HashedGame(const Pairing& pairing, std::uint64_t seed, Hash& hash)
        : hash_(hash), table_(G::Rules::parse(pairing.rules).value(), seed) {
        const auto& registry = PlayerRegistry<G>::instance();
        players_[Seat::First] = registry.make(pairing.first);
        players_[Seat::Second] = registry.make(pairing.second);
        for (const Seat seat : kSeats) {
            players_[seat]->begin(table_.record().rules, seat, mix_seed(seed, 1 + index(seat)));
            tell(seat, table_.opening(seat));
        }
    }

    void play() {
        hash_.add(table_.record().start);
        Budget budget;
        budget.nodes = budget.simulations = kNodes;
        while (!table_.outcome()) {
            const auto action = players_[table_.to_act()]->act(budget);
            const auto answer = table_.act(action);
            NEBEL_CHECK(answer.verdict != Verdict::Invalid);
            hash_.add(action.text());
            for (const Seat seat : kSeats)
                tell(seat, answer.events[seat]);
        }
        hash_.add(text(table_.outcome()->result));
        hash_.add(table_.truth().state_text());
    }

 private:
    template <class Events>
    void tell(Seat seat, const Events& events) {
        for (const auto& event : events) {
            hash_.add(event.text());
            players_[seat]->hear(event);
        }
    }

    Hash& hash_;
    Table<G> table_;
    PerSeat<std::unique_ptr<Player<G>>> players_;
};

}  // namespace

std::uint64_t behaviour_fingerprint() {
    Hash hash;
    for (std::size_t i = 0; i < kPairings.size(); ++i)
        with_game(kPairings[i].game,
                  [&]<Game G>() { HashedGame<G>(kPairings[i], mix_seed(kSeed, i), hash).play(); });
    for (const auto& start : chess::start_positions())
        hash.add(chess::perft(chess::start_position(start.name).value(), 4));
    hash.add(darkchess::perft(darkchess::Board(), 2));
    return hash.value();
}

}  // namespace nebel::cli
