#pragma once

#include <cstddef>

namespace nebel::test {

/// How often this program has called operator new so far.
std::size_t allocations();

}  // namespace nebel::test
