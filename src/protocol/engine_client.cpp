#include "protocol/engine_client.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/process.hpp"

namespace nebel::protocol {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {
constexpr milliseconds kStopPoll{10};
}

EngineClient::EngineClient(LinkFactory factory, EngineLimits limits, std::string farewell)
    : factory_(std::move(factory)), limits_(limits), farewell_(std::move(farewell)) {}

EngineClient::~EngineClient() {
    disconnect();
}

void EngineClient::connect() {
    disconnect();
    guarded([&] { link_ = factory_(); });
    failure_.reset();
}

void EngineClient::disconnect() noexcept {
    if (link_)
        link_->farewell(farewell_);
    link_.reset();
}

void EngineClient::drop(const PlayerFailure& failure) noexcept {
    link_.reset();
    failure_.emplace(failure);
}

void EngineClient::require() const {
    if (link_)
        return;
    if (failure_)
        throw PlayerFailure(*failure_);
    throw PlayerFailure(Reason::Crash, "the engine was never started");
}

void EngineClient::send(std::string_view line) {
    require();
    link_->send(line);
}

std::string EngineClient::next_line(Deadline deadline, std::string_view awaited) {
    require();
    std::string line;
    // A flood of lines never meets the deadline inside receive.
    if (!link_->receive(line, deadline) || steady_clock::now() > deadline)
        throw PlayerFailure(Reason::TimeOut, fmt::format("no {} from the engine", awaited));
    return line;
}

void EngineClient::settle() {
    if (link_)
        link_->settle();
}

Deadline EngineClient::handshake_deadline() const {
    return steady_clock::now() + limits_.handshake;
}

Deadline EngineClient::answer_deadline(const Budget& budget) const {
    auto allowed = limits_.answer;
    if (budget.time.count() > 0)
        allowed = std::min(allowed, budget.time + limits_.margin);
    if (budget.clock)
        allowed = std::min(allowed, budget.clock->remaining + limits_.margin);
    return steady_clock::now() + allowed;
}

EngineClient::AnswerWait::AnswerWait(EngineClient& client, const Budget& budget)
    : client_(client), stop_(budget.stop), deadline_(client.answer_deadline(budget)) {}

std::string EngineClient::AnswerWait::next_line(const std::function<void()>& on_stop) {
    while (stop_ != nullptr) {
        if (stop_->load(std::memory_order_relaxed)) {
            stop_ = nullptr;
            on_stop();
            deadline_ = std::min(deadline_, steady_clock::now() + client_.limits_.margin);
            break;
        }
        client_.require();
        std::string line;
        const auto slice = std::min(deadline_, steady_clock::now() + kStopPoll);
        if (client_.link_->receive(line, slice))
            return line;
        if (slice == deadline_)
            break;
    }
    return client_.next_line(deadline_, "answer");
}

LinkFactory process_factory(const EngineCommand& command, const EngineLimits& limits) {
    return [arguments = command.arguments, limits] {
        return std::make_unique<Process>(arguments, limits);
    };
}

}  // namespace nebel::protocol
