#include "core/error.hpp"

#include <cstdio>
#include <cstdlib>

namespace nebel {

void check_failed(const char* file, int line, const char* condition) {
    std::fprintf(stderr, "nebel: broken invariant at %s:%d: %s\n", file, line, condition);
    std::abort();
}

}  // namespace nebel
