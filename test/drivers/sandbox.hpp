#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace gsta_test {

/// Where something stands in a file.
struct place {
  std::size_t line = 0, column = 0;
};

/// A copy of an example design in a folder of its own, to be spoilt. It goes away with the object.
class sandbox {
 public:
  explicit sandbox(std::filesystem::path const& design);
  ~sandbox();
  sandbox(sandbox const&) = delete;
  sandbox& operator=(sandbox const&) = delete;

  std::string path(std::string const& file) const { return (folder_ / file).string(); }
  std::string read(std::string const& file) const;
  void write(std::string const& file, std::string const& text) const;
  /// Where the first such text of a file starts.
  place find(std::string const& file, std::string const& text) const;
  /// Replaces the first `from` of a file and returns where it stood.
  place replace(std::string const& file, std::string const& from, std::string const& to) const;
  /// Puts the file back as it was, whatever stands there now.
  void restore(std::string const& file) const;

 private:
  std::filesystem::path original_, folder_;
};

/// Line and column of a byte, both from 1.
place place_of(std::string const& text, std::size_t offset);

}  // namespace gsta_test
