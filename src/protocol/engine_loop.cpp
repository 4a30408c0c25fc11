#include "protocol/engine_loop.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <istream>
#include <ostream>
#include <thread>

namespace nebel::protocol {

namespace {

constexpr std::size_t kLongestLine = 1 << 20;
constexpr std::size_t kMostLinesWaiting = 100'000;

/// The lines between the reading and the thinking thread. Each Go gets a number; a stop covers all
/// numbers given so far, whether the Go is being worked on or still waits in the queue.
class Inbox {
 public:
    struct Item {
        std::string line;
        std::uint64_t go = 0;  ///< 0: not a Go
    };

    void push(std::string line, bool is_go) {
        std::unique_lock lock(mutex_);
        room_.wait(lock, [&] { return items_.size() < kMostLinesWaiting; });
        items_.push_back({std::move(line), is_go ? ++last_go_ : 0});
        more_ = true;
        arrived_.notify_one();
    }

    void stop() {
        const std::lock_guard lock(mutex_);
        stopped_ = last_go_;
        if (current_ != 0 && current_ <= stopped_)
            stop_flag_ = true;
    }

    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        more_ = true;
        arrived_.notify_one();
    }

    [[nodiscard]] bool thinking() const {
        const std::lock_guard lock(mutex_);
        return finished_ < last_go_;
    }

    /// Blocks; false when closed and empty. The item is being worked on until the next call.
    bool pop(Item& item) {
        std::unique_lock lock(mutex_);
        if (current_ != 0)
            finished_ = current_;
        current_ = 0;
        arrived_.wait(lock, [&] { return closed_ || !items_.empty(); });
        if (items_.empty())
            return false;
        item = std::move(items_.front());
        items_.pop_front();
        current_ = item.go;
        stop_flag_ = current_ != 0 && current_ <= stopped_;
        more_ = closed_ || !items_.empty();
        room_.notify_one();
        return true;
    }

    [[nodiscard]] const std::atomic<bool>& stop_flag() const { return stop_flag_; }
    /// Whether there is something to read behind the item that is being worked on.
    [[nodiscard]] const std::atomic<bool>& more_flag() const { return more_; }

 private:
    mutable std::mutex mutex_;
    std::condition_variable arrived_;
    std::condition_variable room_;
    std::deque<Item> items_;
    std::uint64_t last_go_ = 0;
    std::uint64_t stopped_ = 0;
    std::uint64_t current_ = 0;
    std::uint64_t finished_ = 0;
    bool closed_ = false;
    std::atomic<bool> stop_flag_ = false;
    std::atomic<bool> more_ = false;
};

void read_lines(LineSource& source, Inbox& inbox, const Dialect& dialect) {
    std::string line;
    bool too_long = false;
    while (source.next(line, too_long)) {
        if (too_long) {
            dialect.say(dialect.too_long());
            continue;
        }
        const LineKind kind = dialect.kind(line);
        if (kind == LineKind::Quit)
            break;
        if (kind == LineKind::Stop)
            inbox.stop();
        if (kind == LineKind::Ping && inbox.thinking())
            dialect.say(dialect.pong(line));
        else
            inbox.push(line, kind == LineKind::Go);
    }
    inbox.stop();
    // Quit is handled last and in its turn: a dialect may answer it.
    if (dialect.kind(line) == LineKind::Quit)
        inbox.push(line, false);
    inbox.close();
}

}  // namespace

bool StreamSource::next(std::string& line, bool& too_long) {
    line.clear();
    too_long = false;
    auto* buffer = stream_.rdbuf();
    bool any = false;
    for (int c = buffer->sbumpc(); c != std::char_traits<char>::eof(); c = buffer->sbumpc()) {
        any = true;
        if (c == '\n')
            break;
        if (line.size() < kLongestLine)
            line += static_cast<char>(c);
        else
            too_long = true;
    }
    if (line.ends_with('\r'))
        line.pop_back();
    return any;
}

LineSink stream_sink(std::ostream& stream) {
    return [&stream](std::string_view line) { stream << line << '\n' << std::flush; };
}

void run_engine(LineSource& source, const LineSink& sink, Dialect& dialect) {
    std::mutex output;
    dialect.say = [&](std::string_view line) {
        std::string whole(line);
        std::replace(whole.begin(), whole.end(), '\n', ' ');
        const std::lock_guard lock(output);
        sink(whole);
    };
    Inbox inbox;
    std::thread reader([&] { read_lines(source, inbox, dialect); });
    Inbox::Item item;
    while (inbox.pop(item))
        dialect.handle(item.line, dialect.kind(item.line) == LineKind::Idle ? inbox.more_flag()
                                                                            : inbox.stop_flag());
    reader.join();
}

}  // namespace nebel::protocol
