#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

namespace nebel::cli {

enum class Ink { Plain, Bold, Dim, Red, Green, Yellow, Blue, Cyan };

/// Puts colour around text, or does not: colours are for terminals only, and never where NO_COLOR
/// is set or TERM is "dumb".
class Paint {
 public:
    explicit Paint(bool coloured) : coloured_(coloured) {}
    /// As standard output and the environment have it.
    static Paint for_standard_output();

    [[nodiscard]] std::string operator()(Ink ink, std::string_view text) const;
    [[nodiscard]] bool coloured() const { return coloured_; }

 private:
    bool coloured_;
};

/// Whether a person sits at both ends.
bool is_conversation();
bool standard_output_is_terminal();

/// Whether the terminal says that it shows UTF-8.
bool shows_unicode();

/// Lines of standard input. Gives up at the end of input, and when a signal has set the flag while
/// it waits. A last line without a line break counts; a carriage return before one does not.
class LineReader {
 public:
    explicit LineReader(const std::atomic<bool>* stop = nullptr) : stop_(stop) {}
    std::optional<std::string> next();

 private:
    bool fill();

    const std::atomic<bool>* stop_;
    std::string buffer_;
    std::size_t at_ = 0;
    bool ended_ = false;
};

}  // namespace nebel::cli
