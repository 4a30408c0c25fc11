#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "game/options.hpp"
#include "game/player.hpp"

namespace nebel {

/// What the world may know of a player before it exists.
struct PlayerSpec {
    std::string name;
    std::string help;  ///< one line
    std::vector<OptionSpec> options;
    /// A raw player takes everything behind "name:" as it stands (a command line), not options.
    bool raw = false;
};

/// The players of one game, by name. Filled before main() by PlayerRegistration objects; read-only
/// afterwards, so it needs no lock.
template <Game G>
class PlayerRegistry {
 public:
    using Factory = std::function<std::unique_ptr<Player<G>>(const Options&)>;
    using RawFactory = std::function<std::unique_ptr<Player<G>>(std::string_view)>;

    struct Entry {
        PlayerSpec spec;
        Factory make;
        RawFactory make_raw;
    };

    static PlayerRegistry& instance() {
        static PlayerRegistry registry;
        return registry;
    }

    void add(Entry entry) {
        const auto place = std::lower_bound(
            entries_.begin(), entries_.end(), entry,
            [](const Entry& a, const Entry& b) { return a.spec.name < b.spec.name; });
        NEBEL_CHECK(place == entries_.end() || place->spec.name != entry.spec.name);
        entries_.insert(place, std::move(entry));
    }

    /// Sorted by name.
    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

    [[nodiscard]] const Entry* find(std::string_view name) const {
        for (const auto& entry : entries_)
            if (entry.spec.name == name)
                return &entry;
        return nullptr;
    }

    /// "name", "name:key=value,key=value" or "raw:command line". Throws UserError.
    [[nodiscard]] std::unique_ptr<Player<G>> make(std::string_view text) const {
        const auto colon = text.find(':');
        const auto name = text.substr(0, colon);
        const auto rest =
            colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
        const Entry* entry = find(name);
        if (entry == nullptr) {
            std::vector<std::string> names;
            for (const auto& known : entries_)
                names.push_back(known.spec.name);
            throw UserError(fmt::format("{} has no player {}; players: {}", G::kName, quote(name),
                                        join(names, ", ")));
        }
        if (entry->spec.raw) {
            if (trim(rest).empty())
                throw UserError(fmt::format("player {0} needs a command: {0}:PROGRAM ARGS", name));
            return entry->make_raw(trim(rest));
        }
        try {
            return entry->make(Options(entry->spec.options, rest));
        } catch (const UserError& error) {
            throw UserError(fmt::format("player {}: {}", name, error.what()));
        }
    }

 private:
    std::vector<Entry> entries_;
};

/// A namespace-scope object of this type in the player's own file is all it takes to add a player.
template <Game G>
struct PlayerRegistration {
    PlayerRegistration(PlayerSpec spec, typename PlayerRegistry<G>::Factory make) {
        PlayerRegistry<G>::instance().add({std::move(spec), std::move(make), {}});
    }
};

/// The same for a raw player.
template <Game G>
struct RawPlayerRegistration {
    RawPlayerRegistration(PlayerSpec spec, typename PlayerRegistry<G>::RawFactory make) {
        spec.raw = true;
        PlayerRegistry<G>::instance().add({std::move(spec), {}, std::move(make)});
    }
};

}  // namespace nebel
