#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "test/support/catch.hpp"

namespace gsta_test {

/// The sections of a file that is being written; tests change them before that.
class stab_text {
 public:
  struct section {
    std::uint32_t type = 0;
    std::uint64_t count = 0;
    std::string bytes;
  };
  std::map<std::string, section> sections;

  template <class T>
  void set(std::string const& name, std::uint32_t type, std::vector<T> const& values) {
    std::string bytes(values.size() * sizeof(T), '\0');
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    sections[name] = {type, values.size(), bytes};
  }
  void ids(std::string const& name, std::vector<std::int32_t> const& values) { set(name, 0, values); }
  void floats(std::string const& name, std::vector<float> const& values) { set(name, 1, values); }

  /// Replaces the four bytes of one element.
  template <class T>
  void put(std::string const& name, std::size_t at, T value) {
    REQUIRE(sections.at(name).bytes.size() >= (at + 1) * sizeof(T));
    std::memcpy(sections.at(name).bytes.data() + at * sizeof(T), &value, sizeof(T));
  }

  std::string text() const {
    std::string list, data;
    std::uint64_t const first = 32 + 64 * sections.size();
    for (auto const& [name, s] : sections) {
      while ((first + data.size()) % 64 != 0) data.push_back('\0');
      std::string entry = name;
      entry.resize(40, '\0');
      append(entry, s.type);
      append(entry, std::uint32_t{0});
      append(entry, s.count);
      append(entry, first + data.size());
      list += entry;
      data += s.bytes;
    }
    std::string header = "STAB0001";
    append(header, std::uint32_t{1});
    append(header, static_cast<std::uint32_t>(sections.size()));
    append(header, first + data.size());
    append(header, std::uint64_t{0});
    return header + list + data;
  }

 private:
  template <class T>
  static void append(std::string& to, T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    to.append(bytes, sizeof(T));
  }
};

/// A file in the folder for temporary ones that goes when it is done with.
class temporary_file {
 public:
  explicit temporary_file(std::string const& text)
      : path_(std::filesystem::temp_directory_path() /
              ("gsta_stab_" + std::to_string(getpid()) + "_" +
               std::to_string(reinterpret_cast<std::uintptr_t>(this)) + ".stab")) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~temporary_file() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  temporary_file(temporary_file const&) = delete;
  temporary_file& operator=(temporary_file const&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace gsta_test
