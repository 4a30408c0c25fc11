#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>

namespace nebel::protocol {

/// Where an engine reads its lines.
class LineSource {
 public:
    virtual ~LineSource() = default;
    /// Blocks for the next line; false at the end of the input. `too_long` is set when the line
    /// was cut.
    virtual bool next(std::string& line, bool& too_long) = 0;
};

/// Where an engine writes its lines. Called from two threads; the loop serialises.
using LineSink = std::function<void(std::string_view)>;

/// Lines from a stream, each at most a mebibyte.
class StreamSource final : public LineSource {
 public:
    explicit StreamSource(std::istream& stream) : stream_(stream) {}
    bool next(std::string& line, bool& too_long) override;

 private:
    std::istream& stream_;
};

/// Writes to a stream and flushes each line.
LineSink stream_sink(std::ostream& stream);

/// What the loop must know of a line before the dialect reads it in its turn.
enum class LineKind : std::uint8_t {
    Ordinary,
    Go,    ///< will make the engine think
    Stop,  ///< asks every Go read so far for its answer; comes in its turn as well, as any line
    Ping,  ///< is answered at once while the engine thinks
    Idle,  ///< lets the engine work until the next line is there
    Quit,  ///< the last line
};

/// The engine's side of one protocol: a state machine fed with lines, saying lines.
class Dialect {
 public:
    virtual ~Dialect() = default;

    /// Must depend on the line alone: called from the reading thread.
    [[nodiscard]] virtual LineKind kind(std::string_view line) const = 0;
    /// Called from one thread, line by line. `stop` may be set while it thinks: for a Go when it is
    /// asked for its answer, for an Idle line when there is another one to read. Must not throw
    /// for anything a line says.
    virtual void handle(std::string_view line, const std::atomic<bool>& stop) = 0;
    /// The answer to a Ping; called from the reading thread too.
    [[nodiscard]] virtual std::string pong(std::string_view line) const = 0;
    /// What to say about a line that was too long to be one.
    [[nodiscard]] virtual std::string too_long() const = 0;

    /// Set by the loop.
    LineSink say;
};

/// Runs a dialect until it is told to quit or its input ends: one thread reads, so that the engine
/// can be stopped while the calling thread thinks. The end of the input stops a search too: who
/// asked is gone.
void run_engine(LineSource& source, const LineSink& sink, Dialect& dialect);

}  // namespace nebel::protocol
