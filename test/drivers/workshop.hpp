#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "test/support/catch.hpp"
#include "test/support/skip.hpp"

namespace gsta_test {

namespace fs = std::filesystem;

inline std::string slurp(fs::path const& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// A folder of its own for each test case, with the counter's files in it.
struct workshop {
  fs::path folder;

  workshop() {
    std::string pattern = (fs::temp_directory_path() / "gsta-sta-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    folder = pattern;
    for (auto const& file : fs::directory_iterator("examples/designs/counter")) {
      fs::copy(file.path(), folder / file.path().filename());
    }
  }
  ~workshop() { fs::remove_all(folder); }

  struct result {
    int code;
    std::string out, err;
  };

  result run(std::string const& arguments) const {
    char const* const bin = std::getenv("GSTA_BIN");
    auto const program = fs::absolute(fs::path(bin == nullptr ? "." : bin) / "sta");
    if (!fs::exists(program)) gsta_test::skip("the driver sta was not built");
    auto const command =
        "cd " + folder.string() + " && timeout 60 " + program.string() + " " + arguments + " >.out 2>.err";
    int const status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp(folder / ".out"), slurp(folder / ".err")};
  }

  void write(std::string const& file, std::string const& text) const {
    std::ofstream(folder / file, std::ios::binary) << text;
  }
};

/// The arguments that name them.
inline std::string const counter =
    "--liberty counter.lib --verilog counter.v --spef counter.spef --sdc counter.sdc ";

}  // namespace gsta_test
