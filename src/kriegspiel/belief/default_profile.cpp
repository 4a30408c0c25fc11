#include "kriegspiel/belief/profile.hpp"

namespace nebel::kriegspiel {

namespace {

// The text of the profile as a raw string literal; docs/profiles.md says how it was made.
constexpr std::string_view kText =
#include "kriegspiel/belief/default_profile.inc"
    ;

}  // namespace

std::shared_ptr<const Profile> Profile::standard() {
    static const auto profile = [] {
        const auto text = kText.substr(kText.find_first_not_of('\n'));
        auto read = Profile::read(text);
        NEBEL_CHECK(read.has_value());
        return std::make_shared<const Profile>(std::move(*read));
    }();
    return profile;
}

}  // namespace nebel::kriegspiel
