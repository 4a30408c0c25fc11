#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <type_traits>

#include "core/error.hpp"

namespace nebel {

/// A vector with room for N trivially copyable items inside itself: no allocation, cheap to copy
/// (only the used part). Overflow is a broken invariant.
template <class T, std::size_t N>
class InlineVec {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
    using value_type = T;

    // Not defaulted: value-initialisation would then fill the whole storage with zeros first.
    InlineVec() {}  // NOLINT(modernize-use-equals-default)
    InlineVec(std::initializer_list<T> items) {
        for (const T& item : items)
            push_back(item);
    }
    InlineVec(const InlineVec& other) { assign(other); }
    InlineVec& operator=(const InlineVec& other) {
        if (this != &other)
            assign(other);
        return *this;
    }

    void push_back(const T& item) {
        NEBEL_CHECK(size_ < N);
        std::construct_at(data() + size_++, item);
    }
    /// For hot loops that have proved there is room.
    void push_back_unchecked(const T& item) { std::construct_at(data() + size_++, item); }

    void pop_back() { --size_; }
    void clear() { size_ = 0; }
    void truncate(std::size_t size) { size_ = size; }
    /// Removes item i by moving the last one into its place.
    void swap_remove(std::size_t i) { (*this)[i] = (*this)[--size_]; }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    static constexpr std::size_t capacity() { return N; }

    T* data() { return reinterpret_cast<T*>(storage_); }
    const T* data() const { return reinterpret_cast<const T*>(storage_); }
    T& operator[](std::size_t i) { return data()[i]; }
    const T& operator[](std::size_t i) const { return data()[i]; }
    T& back() { return data()[size_ - 1]; }
    const T& back() const { return data()[size_ - 1]; }

    T* begin() { return data(); }
    T* end() { return data() + size_; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size_; }

    bool operator==(const InlineVec& other) const {
        if (size_ != other.size_)
            return false;
        for (std::size_t i = 0; i < size_; ++i)
            if (!((*this)[i] == other[i]))
                return false;
        return true;
    }

 private:
    void assign(const InlineVec& other) {
        size_ = other.size_;
        std::uninitialized_copy_n(other.data(), size_, data());
    }

    std::size_t size_ = 0;
    alignas(T) std::byte storage_[N * sizeof(T)];
};

}  // namespace nebel
