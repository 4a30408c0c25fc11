#pragma once

#include <fmt/format.h>

#include <vector>

#include "core/text.hpp"
#include "protocol/engine_client.hpp"
#include "protocol/nep.hpp"

namespace nebel::protocol {

/// An external engine that speaks the Nebel engine protocol, as a player. It is told what the
/// player is told and nothing else: all it is ever sent follows from the arguments of these calls.
///
/// The process starts at the first game and lives on from game to game; after a failure it is
/// started anew at the next one.
template <Game G>
class NepPlayer final : public Player<G> {
 public:
    NepPlayer(LinkFactory factory,
              std::vector<EngineCommand::Setting> settings,
              const EngineLimits& limits)
        : client_(std::move(factory), limits, "quit"), settings_(std::move(settings)) {}

    void begin(const typename G::Rules& rules, Seat seat, std::uint64_t seed) override {
        heard_ = 0;
        work_ = {};
        if (!client_.connected()) {
            client_.connect();
            client_.guarded([&] { shake_hands(); });
        }
        client_.guarded([&] {
            client_.send(
                NewGame{std::string(G::kName), std::string(G::seat_name(seat)), seed, rules.text()}
                    .line());
            synchronise(true);
        });
    }

    void hear(const typename G::Event& event) override {
        ++heard_;
        if (!client_.connected())
            return;  // it failed in this game: the failure has been or will be thrown by act
        client_.guarded([&] {
            client_.send(NumberedEvent::line(heard_, event.text()));
            if (const auto outcome = event.outcome())
                client_.send(result_line(*outcome));
        });
    }

    typename G::Action act(const Budget& budget) override {
        client_.require();
        return client_.guarded([&] { return ask(budget); });
    }

    /// Says so and returns: the engine stops by itself when the next line comes. One that does not
    /// know the word says `error`, which is passed over.
    void ponder(const std::atomic<bool>& stop) override {
        if (client_.connected() && !stop)
            client_.guarded([&] { client_.send("ponder"); });
    }

    [[nodiscard]] Work work() const override { return work_; }

 private:
    void shake_hands() {
        std::vector<std::string> known;
        const auto deadline = client_.handshake_deadline();
        client_.send(fmt::format("nep {}", kNepVersion));
        while (true) {
            const std::string line = client_.next_line(deadline, "nepok");
            const auto command = Command::of(line);
            if (command.word == "nepok")
                break;
            if (command.word == "option") {
                if (const auto option = parse_option(command.rest))
                    known.push_back(option->name);
            } else if (command.word == "error") {
                throw PlayerFailure(Reason::Nonsense,
                                    fmt::format("the engine said {}", quote(line)));
            }
        }
        for (const auto& setting : settings_) {
            if (std::find(known.begin(), known.end(), setting.name) == known.end())
                throw UserError(fmt::format("the engine has no option {}; its options: {}",
                                            quote(setting.name),
                                            known.empty() ? "none" : join(known, ", ")));
            client_.send(fmt::format("option {} {}", setting.name, setting.value));
        }
        synchronise(true);
    }

    /// Waits until the engine has read all it was sent; whatever it said until then is no answer.
    void synchronise(bool errors_matter) {
        const auto deadline = client_.handshake_deadline();
        client_.send("isready");
        while (true) {
            const std::string line = client_.next_line(deadline, "readyok");
            const auto command = Command::of(line);
            if (command.word == "readyok")
                break;
            if (command.word != "error")
                continue;
            if (errors_matter)
                throw PlayerFailure(Reason::Nonsense,
                                    fmt::format("the engine said {}", quote(line)));
            tell(parse_info("text " + line));
        }
        client_.settle();
    }

    typename G::Action ask(const Budget& budget) {
        synchronise(false);
        client_.send(go_line(budget));
        EngineClient::AnswerWait wait(client_, budget);
        Work spent;
        while (true) {
            const std::string line = wait.next_line([&] { client_.send("stop"); });
            const auto command = Command::of(line);
            if (command.word == "info") {
                const auto info = parse_info(command.rest);
                spent.nodes = std::max(spent.nodes, info.nodes);
                spent.simulations = std::max(spent.simulations, info.simulations);
                tell(info);
            } else if (command.word == "action") {
                const auto action = G::Action::parse(command.rest);
                if (!action)
                    throw PlayerFailure(
                        Reason::Nonsense,
                        fmt::format("the engine said {}: {}", quote(line), action.error().message));
                work_.nodes += spent.nodes;
                work_.simulations += spent.simulations;
                client_.settle();
                return *action;
            } else if (command.word == "resign") {
                throw PlayerFailure(Reason::Resignation, "the engine resigned");
            } else if (command.word == "error") {
                throw PlayerFailure(Reason::Nonsense,
                                    fmt::format("the engine said {}", quote(line)));
            }
        }
    }

    void tell(const SearchInfo& info) const {
        if (this->on_info)
            this->on_info(info);
    }

    EngineClient client_;
    std::vector<EngineCommand::Setting> settings_;
    std::uint64_t heard_ = 0;
    Work work_;
};

/// The player behind "cmd:PROGRAM ARGS".
template <Game G>
std::unique_ptr<Player<G>> make_nep_player(std::string_view command_text,
                                           const EngineLimits& limits = {}) {
    const auto command = EngineCommand::parse(command_text);
    return std::make_unique<NepPlayer<G>>(process_factory(command, limits), command.settings,
                                          limits);
}

}  // namespace nebel::protocol
