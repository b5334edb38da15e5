#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gsta/core/units.hpp"
#include "gsta/model/diagnostics.hpp"

/// Records of snapshots as bytes, field by field, so that neither padding nor the layout of a struct is part
/// of the format. Numbers are little-endian, lists and texts have their length in front.
namespace gsta::io::detail {

/// What a snapshot is refused for; who loads it adds the file's name.
struct spoilt_snapshot {
  std::string sentence;
};

/// How many values an enumeration has.
template <class E>
inline constexpr int enum_values = 0;

/// Taken as it lies, whatever bits it has.
template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// Appends fields.
class field_writer {
 public:
  std::string bytes;

  template <class... T>
  void operator()(T const&... fields) {
    (put(fields), ...);
  }

 private:
  template <class T>
    requires std::is_arithmetic_v<T>
  void put(T value) {
    static_assert(std::is_same_v<T, bool> || sizeof(T) == 1 || sizeof(T) == 4 || sizeof(T) == 8);
    bytes.append(reinterpret_cast<char const*>(&value), sizeof value);
  }
  template <class T>
    requires std::is_enum_v<T>
  void put(T value) {
    put(static_cast<std::uint8_t>(value));
  }
  void put(std::string const& text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes += text;
  }
  template <class T>
  void put(per_condition<T> const& of) {
    for (T const& one : of.value) put(one);
  }
  template <class T, std::size_t N>
  void put(T const (&of)[N]) {
    for (T const& one : of) put(one);
  }
  template <class T>
  void put(std::vector<T> const& list) {
    put(static_cast<std::uint64_t>(list.size()));
    if constexpr (is_number<T>)
      bytes.append(reinterpret_cast<char const*>(list.data()), list.size() * sizeof(T));
    else
      for (auto const& one : list) put(one);
  }
  template <class T>
    requires requires(T& record, field_writer& a) { fields(a, record); }
  void put(T const& record) {
    fields(*this, const_cast<T&>(record));  // one list of fields serves both ways; this one only reads
  }
};

/// Takes fields, in the same order; lists into empty ones.
class field_reader {
 public:
  explicit field_reader(std::string_view bytes) : bytes_(bytes) {}

  template <class... T>
  void operator()(T&... fields) {
    (take(fields), ...);
  }
  /// All bytes were taken.
  bool at_end() const noexcept { return bytes_.empty(); }

 private:
  std::string_view next(std::uint64_t size) {
    if (size > bytes_.size()) throw spoilt_snapshot{"a list is longer than what is left of its section"};
    auto const taken = bytes_.substr(0, static_cast<std::size_t>(size));
    bytes_.remove_prefix(static_cast<std::size_t>(size));
    return taken;
  }
  template <class T>
    requires is_number<T>
  void take(T& value) {
    std::memcpy(&value, next(sizeof value).data(), sizeof value);
  }
  std::uint8_t below(int count, char const* sentence) {
    std::uint8_t value = 0;
    take(value);
    if (value >= count) throw spoilt_snapshot{sentence};
    return value;
  }
  void take(bool& value) { value = below(2, "a flag is neither set nor not") != 0; }
  template <class T>
    requires std::is_enum_v<T>
  void take(T& value) {
    static_assert(enum_values<T> > 0, "say how many values there are");
    value = static_cast<T>(below(enum_values<T>, "a kind is none that this version knows"));
  }
  /// A length, each of whose items has a byte at least.
  std::size_t length() {
    std::uint64_t size = 0;
    take(size);
    if (size > bytes_.size()) throw spoilt_snapshot{"a list is longer than what is left of its section"};
    return static_cast<std::size_t>(size);
  }
  void take(std::string& text) { text = next(length()); }
  template <class T>
  void take(per_condition<T>& of) {
    for (T& one : of.value) take(one);
  }
  template <class T, std::size_t N>
  void take(T (&of)[N]) {
    for (T& one : of) take(one);
  }
  template <class T>
  void take(std::vector<T>& list) {
    std::size_t const size = length();
    if constexpr (is_number<T>) {
      auto const numbers = next(size * sizeof(T));
      list.resize(size);
      if (size > 0) std::memcpy(list.data(), numbers.data(), numbers.size());
    } else {
      for (std::size_t i = 0; i < size; ++i) take(list.emplace_back());
    }
  }
  template <class T>
    requires requires(T& record, field_reader& a) { fields(a, record); }
  void take(T& record) {
    fields(*this, record);
  }

  std::string_view bytes_;
};

template <class A>
void fields(A& a, model::diagnostic& d) {
  a(d.kind, d.count, d.first);
}
template <class A>
void fields(A& a, model::omission& o) {
  a(o.what, o.at);
}
template <class A>
void fields(A& a, model::diagnostics& seen) {
  seen.pass([&](auto&... members) { a(members...); });
}

}  // namespace gsta::io::detail
