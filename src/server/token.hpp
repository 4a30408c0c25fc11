#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace nebel::server {

/// Where unguessable numbers come from. The kernel's generator in a program; tests put their own
/// here, so that two runs give the same names.
using Entropy = std::function<std::uint64_t()>;

/// The kernel's generator.
Entropy kernel_entropy();

/// 132 bits in 22 letters and digits: knowing one is the right to a seat.
std::string draw_token(const Entropy& entropy);

/// Ten letters and digits that are easy to read aloud: the public name of a game.
std::string draw_game_id(const Entropy& entropy);

/// Takes the same time wherever the texts differ.
bool same_token(std::string_view a, std::string_view b);

}  // namespace nebel::server
