#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gsta::model {

/// A name in a record of which there are millions: 8 bytes. Reads as a `std::string_view`.
///
/// Its letters are its own, or lie in memory that readers share among many names (`record_memory`), which has
/// to outlive it then. A copy always owns its letters; a name that is moved keeps what it had.
class name {
 public:
  name() noexcept = default;
  /// Takes a copy of the letters, up to 4 GB of them.
  name(std::string_view letters) : at_(letters.empty() ? 0 : own(letters)) {}
  /// Takes a copy of the letters, up to 4 GB of them.
  name(std::string const& letters) : name(std::string_view(letters)) {}
  /// Takes a copy of the letters, up to 4 GB of them.
  name(char const* letters) : name(std::string_view(letters)) {}
  /// With letters of its own.
  name(name const& other) : name(other.view()) {}
  /// With what the other one had, which is empty then.
  name(name&& other) noexcept : at_(std::exchange(other.at_, 0)) {}
  /// Takes what the other one has.
  name& operator=(name other) noexcept {
    std::swap(at_, other.at_);
    return *this;
  }
  /// Has no letters then.
  void clear() noexcept { *this = name(); }
  ~name() {
    if ((at_ & owned) != 0) delete[] reinterpret_cast<std::uint32_t*>(at_ - owned);
  }

  /// Puts letters into `memory`, once, for all names that `shared` makes of them.
  ///
  /// Shapes: any. Cost: O(letters). Where: host. Throws: std::bad_alloc.
  static void const* store(std::string_view letters, std::pmr::memory_resource& memory) {
    if (letters.empty()) return nullptr;
    return write(letters, memory.allocate(bytes_of(letters), alignof(std::uint32_t)));
  }
  /// The name whose letters `store` put there: it looks at them.
  ///
  /// Shapes: one name. Cost: O(1). Where: host. Throws: nothing.
  static name shared(void const* stored) noexcept {
    name made;
    made.at_ = reinterpret_cast<std::uintptr_t>(stored);
    return made;
  }

  /// The letters, as long as the name and what it looks at stay.
  std::string_view view() const noexcept {
    if (at_ == 0) return {};
    auto const* const head = reinterpret_cast<std::uint32_t const*>(at_ & ~owned);
    return {reinterpret_cast<char const*>(head + 1), *head};
  }
  /// The letters where a view is asked for.
  operator std::string_view() const noexcept { return view(); }
  /// A copy of the letters where a string is asked for.
  operator std::string() const { return std::string(view()); }
  /// True without letters.
  bool empty() const noexcept { return at_ == 0; }
  /// How many letters.
  std::size_t size() const noexcept { return view().size(); }
  /// Where its letters lie: names that `shared` made of one stored text have one place.
  void const* place() const noexcept { return reinterpret_cast<void const*>(at_); }

  /// Whether the letters are equal.
  friend bool operator==(name const& a, name const& b) noexcept {
    return a.at_ == b.at_ || a.view() == b.view();
  }
  /// Whether the letters are equal.
  friend bool operator==(name const& a, std::string_view b) noexcept { return a.view() == b; }
  /// Whether the letters are equal.
  friend bool operator==(name const& a, std::string const& b) noexcept { return a.view() == b; }
  /// Whether the letters are equal.
  friend bool operator==(name const& a, char const* b) noexcept { return a.view() == b; }
  /// The letters of both.
  friend std::string operator+(name const& a, name const& b) { return joined(a.view(), b.view()); }
  /// The letters of both.
  template <class Letters>
    requires std::convertible_to<Letters const&, std::string_view> && (!std::same_as<Letters, name>)
  friend std::string operator+(name const& a, Letters const& b) {
    return joined(a.view(), b);
  }
  /// The letters of both.
  template <class Letters>
    requires std::convertible_to<Letters const&, std::string_view> && (!std::same_as<Letters, name>)
  friend std::string operator+(Letters const& a, name const& b) {
    return joined(a, b.view());
  }

 private:
  static constexpr std::uintptr_t owned = 1;
  static std::string joined(std::string_view a, std::string_view b) { return std::string(a).append(b); }
  static std::size_t bytes_of(std::string_view letters) noexcept {
    return sizeof(std::uint32_t) + letters.size();
  }
  /// Their number, then the letters.
  static void const* write(std::string_view letters, void* into) noexcept {
    auto const size = static_cast<std::uint32_t>(letters.size());
    std::memcpy(into, &size, sizeof size);
    std::memcpy(static_cast<char*>(into) + sizeof size, letters.data(), letters.size());
    return into;
  }
  static std::uintptr_t own(std::string_view letters) {
    auto* const into = new std::uint32_t[bytes_of(letters) / sizeof(std::uint32_t) + 1];
    return reinterpret_cast<std::uintptr_t>(write(letters, into)) | owned;
  }

  std::uintptr_t at_ = 0;  // of `write`'s bytes; the lowest bit tells whose they are
};

/// Memory that the names and lists of many records lie in, and that goes when they are gone: a member in
/// front of them. A copy of the records needs none; when records are assigned, both keep what they had.
class record_memory {
 public:
  record_memory() = default;
  /// A copy keeps nothing.
  record_memory(record_memory const&) noexcept {}
  /// Keeps what the other one kept.
  record_memory(record_memory&& other) noexcept = default;
  /// Goes on keeping what it has.
  record_memory& operator=(record_memory const&) noexcept { return *this; }
  /// Both go on, in each other's place.
  record_memory& operator=(record_memory&& other) noexcept {
    parts_.swap(other.parts_);
    return *this;
  }
  ~record_memory() = default;

  /// Keeps one part more.
  ///
  /// Shapes: one part. Cost: O(1). Where: host. Throws: std::bad_alloc.
  void keep(std::shared_ptr<void const> part) { parts_.push_back({std::move(part)}); }
  /// Keeps a part whose lists have `lists` for their memory, once, so that it can go before others.
  ///
  /// Shapes: one part. Cost: O(parts), the one kept last is found at once. Where: host. Throws:
  /// std::bad_alloc.
  void keep(std::shared_ptr<void const> part, std::pmr::memory_resource const* lists) {
    if (!keeps(lists)) parts_.push_back({std::move(part), lists});
  }
  /// Whether a part of these lists is kept.
  ///
  /// Shapes: one part. Cost: as `keep`. Where: host. Throws: nothing.
  bool keeps(std::pmr::memory_resource const* lists) const noexcept {
    return std::any_of(parts_.rbegin(), parts_.rend(),
                       [&](kept_part const& one) { return one.lists == lists; });
  }
  /// Keeps the part of these lists no longer: nobody may look at what lies in it any more.
  ///
  /// Shapes: one part. Cost: as `keep`. Where: host. Throws: nothing.
  void drop(std::pmr::memory_resource const* lists) noexcept {
    std::erase_if(parts_, [&](kept_part const& one) { return one.lists == lists; });
  }
  /// Keeps what other records lie in too, which are moved to these.
  ///
  /// Shapes: any. Cost: O(parts). Where: host. Throws: std::bad_alloc.
  void keep(record_memory const& other) {
    parts_.insert(parts_.end(), other.parts_.begin(), other.parts_.end());
  }

 private:
  struct kept_part {
    std::shared_ptr<void const> memory;
    std::pmr::memory_resource const* lists = nullptr;
  };
  std::vector<kept_part> parts_;
};

}  // namespace gsta::model
