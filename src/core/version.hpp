#pragma once

#include <string_view>

namespace nebel {

/// The program's version; stored with every game and result.
inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace nebel
