#include "support/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

// A file of its own: where the compiler sees the bodies it takes malloc under new for a mistake.

namespace {
std::atomic<std::size_t> count{0};
}  // namespace

namespace nebel::test {

std::size_t allocations() {
    return count;
}

}  // namespace nebel::test

void* operator new(std::size_t size) {
    ++count;
    if (void* memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}
// The library's sorting uses this one, and hands what it got to the operator delete below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++count;
    return std::malloc(size == 0 ? 1 : size);
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
