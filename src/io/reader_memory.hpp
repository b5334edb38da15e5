#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "gsta/core/host_memory.hpp"

namespace gsta::io::detail {

/// Where the records of a reader lie: one piece of large pages after the other, given back all at once.
class reader_memory {
 public:
  /// The first piece has so many bytes.
  explicit reader_memory(std::size_t bytes) : pool_(bytes, &from_) {}

  std::pmr::memory_resource& pool() noexcept { return pool_; }

  /// What is left of the first piece.
  std::size_t room() {
    auto const* const next = static_cast<std::byte const*>(pool_.allocate(1, 1));
    return from_.pieces == 1 ? static_cast<std::size_t>(from_.end - next) : 0;
  }

  /// A copy of items, which lies here.
  template <class T>
  std::span<T> keep(std::span<T> list) {
    if (list.empty()) return {};
    auto* const to = static_cast<T*>(pool_.allocate(list.size() * sizeof(T), alignof(T)));
    std::uninitialized_copy(list.begin(), list.end(), to);
    return {to, list.size()};
  }

 private:
  class pages final : public std::pmr::memory_resource {
   public:
    std::size_t pieces = 0;
    std::byte const* end = nullptr;  // of the last one

   private:
    void* do_allocate(std::size_t bytes, std::size_t) override {
      void* const data = gsta::take_pages(bytes);
      end = static_cast<std::byte const*>(data) + bytes;
      ++pieces;
      return data;
    }
    void do_deallocate(void* data, std::size_t bytes, std::size_t) override {
      gsta::give_pages_back(data, bytes);
    }
    bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override {
      return this == &other;
    }
  };
  pages from_;
  std::pmr::monotonic_buffer_resource pool_;
};

/// Objects that threads work with, as many as work at once.
template <class T>
class pooled_objects {
 public:
  /// One that nobody has, or what `make()` makes.
  template <class Make>
  std::shared_ptr<T> take(Make const& make) {
    std::lock_guard const lock(mutex_);
    if (free_.empty()) return all_.emplace_back(make());
    auto one = std::move(free_.back());
    free_.pop_back();
    return one;
  }
  void give_back(std::shared_ptr<T> one) {
    std::lock_guard const lock(mutex_);
    free_.push_back(std::move(one));
  }

 private:
  std::mutex mutex_;
  std::vector<std::shared_ptr<T>> free_, all_;
};

/// Memory for as many readers as work at once.
class reader_memories {
 public:
  /// Each begins with so many bytes.
  explicit reader_memories(std::size_t bytes) : bytes_(bytes) {}
  /// For readers of a text: each begins with about what its share of the records takes.
  reader_memories(std::size_t text, unsigned threads)
      : reader_memories(std::clamp(text / threads, std::size_t{1} << 16U, std::size_t{8} << 20U)) {}

  std::shared_ptr<reader_memory> take() {
    return memories_.take([this] { return std::make_shared<reader_memory>(bytes_); });
  }
  void give_back(std::shared_ptr<reader_memory> one) { memories_.give_back(std::move(one)); }

 private:
  std::size_t bytes_;
  pooled_objects<reader_memory> memories_;
};

}  // namespace gsta::io::detail
