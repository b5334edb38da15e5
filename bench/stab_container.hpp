#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <ios>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"

namespace gsta_bench::detail {

/// The named arrays of one `.stab` file: a header of 32 bytes, 64 bytes a section, then the arrays.
class stab_container {
 public:
  explicit stab_container(std::string path) : path_(std::move(path)), file_(path_, std::ios::binary) {
    static_assert(std::endian::native == std::endian::little, "the file's numbers are little-endian");
    if (!file_ || !file_.seekg(0, std::ios::end)) fail("the file cannot be read");
    bytes_ = static_cast<std::uint64_t>(file_.tellg());
    std::array<char, header_bytes> header{};
    if (bytes_ < header_bytes) fail("the file ends within its header");
    read_at(0, header.data(), header_bytes);
    if (std::memcmp(header.data(), "STAB0001", 8) != 0) fail("this is no STAB file of version 1");
    auto const sections = number<std::uint32_t>(header.data() + 12);
    if (number<std::uint64_t>(header.data() + 16) != bytes_)
      fail("the file's length is not what its header says");
    if (sections > (bytes_ - header_bytes) / entry_bytes) fail("the file ends within its list of sections");
    std::vector<char> entries(sections * entry_bytes);
    read_at(header_bytes, entries.data(), entries.size());
    for (std::size_t i = 0; i < sections; ++i) add(entries.data() + i * entry_bytes);
  }

  /// A section that must have `count` elements.
  template <class T>
  std::vector<T> section(char const* name, std::size_t count) {
    std::vector<T> values = section<T>(name);
    if (values.size() != count) {
      std::string sentence = "section ";
      fail(sentence.append(name) + " has " + std::to_string(values.size()) + " elements, not " +
           std::to_string(count));
    }
    return values;
  }
  template <class T>
  std::vector<T> section(char const* name) {
    auto const found = sections_.find(name);
    std::string sentence = "section ";
    sentence += name;
    if (found == sections_.end()) fail(sentence + " is missing");
    place const& at = found->second;
    if (at.type != type_of<T>()) fail(sentence + " has another type of number");
    if (at.offset > bytes_ || at.count > (bytes_ - at.offset) / sizeof(T))
      fail(sentence + " goes beyond the end of the file");
    std::vector<T> values(at.count);
    read_at(at.offset, reinterpret_cast<char*>(values.data()), values.size() * sizeof(T));
    return values;
  }

  [[noreturn]] void fail(std::string const& sentence) const {
    throw gsta::input_error(path_, 0, 0, sentence);
  }

 private:
  static constexpr std::size_t header_bytes = 32, entry_bytes = 64, name_bytes = 40;
  struct place {
    std::uint32_t type;
    std::uint64_t count, offset;
  };

  template <class T>
  static T number(char const* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
  }
  template <class T>
  static constexpr std::uint32_t type_of() {
    if constexpr (std::is_same_v<T, std::int32_t>) return 0;
    if constexpr (std::is_same_v<T, float>) return 1;
    if constexpr (std::is_same_v<T, std::uint8_t>) return 2;
    if constexpr (std::is_same_v<T, std::int64_t>) return 3;
    if constexpr (std::is_same_v<T, double>) return 4;
  }
  void add(char const* entry) {
    std::string name(entry, name_bytes);
    name.resize(name.find('\0') == std::string::npos ? name_bytes : name.find('\0'));
    sections_[name] = {number<std::uint32_t>(entry + name_bytes), number<std::uint64_t>(entry + 48),
                       number<std::uint64_t>(entry + 56)};
  }
  void read_at(std::uint64_t offset, char* to, std::size_t bytes) {
    file_.seekg(static_cast<std::streamoff>(offset));
    if (!file_.read(to, static_cast<std::streamsize>(bytes))) fail("the file cannot be read");
  }

  std::string path_;
  std::ifstream file_;
  std::uint64_t bytes_ = 0;
  std::map<std::string, place> sections_;
};

}  // namespace gsta_bench::detail
