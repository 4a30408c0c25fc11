#pragma once

#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>

#include "game/registry.hpp"

namespace nebel::protocol {

/// A registered player with the settings it was asked for; made when first needed and again when a
/// setting changes.
template <Game G>
class PlayerSource {
 public:
    /// The text names a registered player. Throws UserError, now rather than at the first game.
    explicit PlayerSource(std::string text) : text_(std::move(text)) {
        player_ = PlayerRegistry<G>::instance().make(text_);
        const std::string_view all = text_;
        const auto colon = all.find(':');
        entry_ = PlayerRegistry<G>::instance().find(all.substr(0, colon));
        if (!entry_->spec.raw) {
            const Options options(entry_->spec.options,
                                  colon == std::string_view::npos ? "" : all.substr(colon + 1));
            for (const auto& option : entry_->spec.options)
                values_[option.name] = options.text(option.name);
        }
    }

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const std::vector<OptionSpec>& options() const { return entry_->spec.options; }
    [[nodiscard]] const std::string& value(const std::string& name) const {
        return values_.at(name);
    }

    Parsed<void> set(std::string_view name, std::string_view value) {
        for (const auto& option : options()) {
            if (option.name != name)
                continue;
            if (auto good = option.check(value); !good)
                return good;
            if (value.find(',') != std::string_view::npos)
                return parse_error("a value cannot hold a comma");
            if (values_[option.name] != value)
                player_.reset();
            values_[option.name] = value;
            return {};
        }
        return parse_error(fmt::format("no option {}", quote(name)));
    }

    /// The player with the present settings. Throws UserError.
    Player<G>& player() {
        if (!player_) {
            std::vector<std::string> pieces;
            for (const auto& [name, value] : values_)
                pieces.push_back(name + "=" + value);
            player_ = entry_->make(Options(entry_->spec.options, join(pieces, ",")));
        }
        return *player_;
    }

 private:
    std::string text_;
    const typename PlayerRegistry<G>::Entry* entry_ = nullptr;
    std::map<std::string, std::string> values_;
    std::unique_ptr<Player<G>> player_;
};

}  // namespace nebel::protocol
