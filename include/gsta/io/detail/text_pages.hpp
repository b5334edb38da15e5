#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

namespace gsta::io::detail {

/// A text that grows without being copied or filled with zeros, in pages of its own: what it is given back
/// goes to the system, whatever thread it came from.
class text_pages {
 public:
  text_pages() = default;
  text_pages(text_pages&& other) noexcept { swap(other); }
  text_pages& operator=(text_pages&& other) noexcept {
    swap(other);
    return *this;
  }
  ~text_pages() {
    if (data_ != nullptr) munmap(data_, room_);
  }

  std::string_view view() const noexcept { return {data_, size_}; }
  std::size_t size() const noexcept { return size_; }
  bool has_room() const noexcept { return room_ > 0; }

  /// Where up to `most` bytes may be written, of which `add` then says how many there are. Throws:
  /// std::bad_alloc.
  char* more(std::size_t most) {
    if (size_ + most > room_) grow(size_ + most);
    return data_ + size_;
  }
  void add(std::size_t bytes) noexcept { size_ += bytes; }
  void shorten(std::size_t size) noexcept { size_ = size; }
  void assign(std::string_view text) {
    size_ = 0;
    std::memcpy(more(text.size()), text.data(), text.size());
    add(text.size());
  }

 private:
  void swap(text_pages& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }
  void grow(std::size_t wanted) {
    constexpr std::size_t some = std::size_t{1} << 16U;
    auto const room = (std::max(wanted, room_ + room_ / 2) + some - 1) / some * some;
    void* const pages = data_ == nullptr
                            ? mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                            : mremap(data_, room_, room, MREMAP_MAYMOVE);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<char*>(pages);
    room_ = room;
  }

  char* data_ = nullptr;
  std::size_t size_ = 0, room_ = 0;
};

}  // namespace gsta::io::detail
