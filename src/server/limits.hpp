#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

// How much a stranger may ask of the table. Every number is generous for a person and small for a
// program that means harm.
namespace nebel::server::limits {

inline constexpr std::size_t kMessageSize = 4096;      ///< a WebSocket message from a page
inline constexpr std::size_t kRequestBodySize = 4096;  ///< a POST
inline constexpr std::uint32_t kRequestHeadSize = 8192;
inline constexpr std::size_t kRequestIdSize = 40;
inline constexpr std::size_t kNameSize = 40;  ///< bytes of a person's name

inline constexpr std::size_t kConnections = 2000;
inline constexpr std::size_t kGamesInMemory = 2000;
inline constexpr long kWatchersPerGame = 50;
inline constexpr std::size_t kUnsentBytes = 4u << 20;  ///< of a client that does not read
inline constexpr std::size_t kThinkingQueue = 256;

/// Messages of one connection: so many at once, then so many a second.
inline constexpr double kMessageBurst = 60;
inline constexpr double kMessagesPerSecond = 30;
/// New games of one address.
inline constexpr double kCreateBurst = 400;
inline constexpr double kCreatesPerSecond = 2;
/// Requests of one address.
inline constexpr double kRequestBurst = 1000;
inline constexpr double kRequestsPerSecond = 100;

inline constexpr std::chrono::seconds kRequestTimeout{20};
inline constexpr std::chrono::seconds kIdleTimeout{60};  ///< a ping goes out after half of it

inline constexpr std::int64_t kIdleGameMs = 10 * 60 * 1000;
/// How long a resumed game waits for its people before the clock runs on.
inline constexpr std::int64_t kResumeGraceMs = 60 * 1000;

inline constexpr std::int64_t kMaxClockMs = 24LL * 3600 * 1000;
inline constexpr int kGamesPerPage = 500;

}  // namespace nebel::server::limits
