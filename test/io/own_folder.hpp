#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace gsta_test {

/// A folder of its own, gone at the end.
struct own_folder {
  std::filesystem::path at = std::filesystem::temp_directory_path() / ("gsta-io-" + std::to_string(getpid()));
  own_folder() { std::filesystem::create_directories(at); }
  ~own_folder() { std::filesystem::remove_all(at); }
  std::string file(char const* name) const { return (at / name).string(); }
};

inline std::string slurp(std::string const& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

}  // namespace gsta_test
