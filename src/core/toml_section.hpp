#pragma once

#include <fmt/format.h>

#include <toml++/toml.h>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"

// For the .cpp files that read configuration: toml++ is too heavy for headers others include.
namespace nebel {

/// The first thing wrong in a file; caught by the reader and turned into a value.
struct FileError {
    std::string message;
};

/// One table of the file: every key is asked for by name and kind, and what nobody asked for is an
/// error that names the key and its line. Names the table and the file in its messages.
class TomlSection {
 public:
    TomlSection(const toml::table& table, std::string_view file, std::string_view place)
        : table_(table), file_(file), place_(place) {}

    [[noreturn]] void fail(const toml::node& where, const std::string& message) const {
        throw FileError{fmt::format("{}, line {}: {}", file_, where.source().begin.line, message)};
    }
    [[noreturn]] void fail(const std::string& message) const { fail(table_, message); }

    [[nodiscard]] const toml::node* find(std::string_view key) {
        known_.insert(std::string(key));
        return table_.get(key);
    }

    template <class T>
    std::optional<T> value(std::string_view key, std::string_view kind) {
        const auto* node = find(key);
        if (node == nullptr)
            return std::nullopt;
        if (const auto found = node->value_exact<T>())
            return found;
        fail(*node, fmt::format("{} must be {}", key, kind));
    }
    std::optional<std::string> text(std::string_view key) {
        return value<std::string>(key, "a text in quotes");
    }
    std::string needed_text(std::string_view key) { return needed(key, text(key)); }

    std::optional<std::int64_t> integer(std::string_view key,
                                        std::int64_t minimum,
                                        std::int64_t maximum) {
        const auto found = value<std::int64_t>(key, "a whole number");
        if (found && (*found < minimum || *found > maximum))
            fail(*table_.get(key),
                 fmt::format("{} must be a whole number in {}..{}", key, minimum, maximum));
        return found;
    }

    /// A number with or without a decimal point.
    std::optional<double> number(std::string_view key) {
        const auto* node = find(key);
        if (node == nullptr)
            return std::nullopt;
        if (!node->is_number())
            fail(*node, fmt::format("{} must be a number", key));
        return node->value<double>();
    }

    /// A text with a parser of its own.
    template <class Parse>
    auto parsed(std::string_view key, Parse parse)
        -> std::optional<typename decltype(parse(std::string_view{}))::value_type> {
        const auto found = text(key);
        if (!found)
            return std::nullopt;
        auto result = parse(std::string_view(*found));
        if (!result)
            fail(*table_.get(key), fmt::format("{}: {}", key, result.error().message));
        return std::move(*result);
    }

    /// The elements of a list; an absent one is empty.
    template <class T>
    std::vector<T> list(std::string_view key, std::string_view kind) {
        std::vector<T> found;
        for (const auto* item : items(key)) {
            const auto element = item->value_exact<T>();
            if (!element)
                fail(*item, fmt::format("{} must be a list of {}", key, kind));
            found.push_back(*element);
        }
        return found;
    }
    std::vector<std::string> texts(std::string_view key) {
        return list<std::string>(key, "texts in quotes");
    }

    std::vector<const toml::node*> items(std::string_view key) {
        std::vector<const toml::node*> found;
        if (const auto* node = find(key)) {
            if (!node->is_array())
                fail(*node, fmt::format("{} must be a list", key));
            for (const auto& item : *node->as_array())
                found.push_back(&item);
        }
        return found;
    }

    /// The tables of [[key]] or of a list of inline tables.
    std::vector<TomlSection> tables(std::string_view key) {
        std::vector<TomlSection> found;
        for (const auto* item : items(key)) {
            if (!item->is_table())
                fail(*item, fmt::format("{} must be tables", key));
            found.emplace_back(*item->as_table(), file_, key);
        }
        return found;
    }

    std::optional<TomlSection> table(std::string_view key) {
        const auto* node = find(key);
        if (node == nullptr)
            return std::nullopt;
        if (!node->is_table())
            fail(*node, fmt::format("{} must be a table", key));
        return TomlSection(*node->as_table(), file_, key);
    }

    template <class T>
    T needed(std::string_view key, std::optional<T> found) const {
        if (!found)
            fail(fmt::format("{} needs {}", place_, key));
        return std::move(*found);
    }

    /// To be called last.
    void refuse_unknown() const {
        for (const auto& [key, node] : table_)
            if (!known_.contains(std::string(key.str())))
                throw FileError{fmt::format("{}, line {}: unknown key {}; accepted: {}", file_,
                                            key.source().begin.line, quote(key.str()),
                                            join({known_.begin(), known_.end()}, ", "))};
    }

 private:
    const toml::table& table_;
    std::string_view file_;
    std::string_view place_;
    std::set<std::string> known_;
};

}  // namespace nebel
