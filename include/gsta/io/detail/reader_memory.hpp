#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <utility>
#include <vector>

#include "gsta/core/host_memory.hpp"
#include "gsta/model/name.hpp"

namespace gsta::io::detail {

/// Where the records of a reader lie: one piece of large pages after the other, given back all at once.
class reader_memory {
 public:
  /// The first piece has so many bytes.
  explicit reader_memory(std::size_t bytes) : pool_(bytes, &from_) {}

  std::pmr::memory_resource& pool() noexcept { return pool_; }

 private:
  class pages final : public std::pmr::memory_resource {
    void* do_allocate(std::size_t bytes, std::size_t) override { return gsta::allocate_host(bytes); }
    void do_deallocate(void* data, std::size_t bytes, std::size_t) override { gsta::free_host(data, bytes); }
    bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override {
      return this == &other;
    }
  };
  pages from_;
  std::pmr::monotonic_buffer_resource pool_;
};

/// Memory for as many readers as work at once.
class reader_memories {
 public:
  explicit reader_memories(std::size_t bytes) : bytes_(bytes) {}

  std::shared_ptr<reader_memory> take() {
    std::lock_guard const lock(mutex_);
    if (free_.empty()) return all_.emplace_back(std::make_shared<reader_memory>(bytes_));
    auto one = std::move(free_.back());
    free_.pop_back();
    return one;
  }
  void give_back(std::shared_ptr<reader_memory> one) {
    std::lock_guard const lock(mutex_);
    free_.push_back(std::move(one));
  }
  void keep_in(model::record_memory& records) const {
    for (auto const& one : all_) records.keep(one);
  }

 private:
  std::size_t bytes_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<reader_memory>> free_, all_;
};

}  // namespace gsta::io::detail
