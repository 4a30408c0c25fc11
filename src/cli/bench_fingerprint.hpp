#pragma once

#include <cstdint>

namespace nebel::cli {

/// Plays a fixed set of seeded games with the built-in players and hashes every action, every event
/// and every result, and a few counts of moves. The same on every run and machine; a change that
/// means to keep all play keeps it.
std::uint64_t behaviour_fingerprint();

}  // namespace nebel::cli
