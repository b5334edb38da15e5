#include "test/drivers/sandbox.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "test/support/catch.hpp"

namespace fs = std::filesystem;

namespace gsta_test {

sandbox::sandbox(fs::path const& design) : original_(fs::absolute(design)) {
  REQUIRE(fs::is_directory(original_));
  auto made = (fs::temp_directory_path() / "gsta_drivers_XXXXXX").string();
  REQUIRE(mkdtemp(made.data()) != nullptr);
  folder_ = made;
  fs::copy(original_, folder_);
}

sandbox::~sandbox() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string sandbox::read(std::string const& file) const {
  std::ifstream stream(folder_ / file, std::ios::binary);
  REQUIRE(stream.good());
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void sandbox::write(std::string const& file, std::string const& text) const {
  std::ofstream stream(folder_ / file, std::ios::binary);
  stream << text;
  REQUIRE(stream.good());
}

place sandbox::find(std::string const& file, std::string const& text) const {
  auto const all = read(file);
  auto const at = all.find(text);
  CAPTURE(file, text);
  REQUIRE(at != std::string::npos);
  return place_of(all, at);
}

place sandbox::replace(std::string const& file, std::string const& from, std::string const& to) const {
  auto const where = find(file, from);
  auto text = read(file);
  write(file, text.replace(text.find(from), from.size(), to));
  return where;
}

void sandbox::restore(std::string const& file) const {
  fs::remove_all(folder_ / file);
  fs::copy_file(original_ / file, folder_ / file);
}

place place_of(std::string const& text, std::size_t offset) {
  place result{1, 1};
  for (std::size_t i = 0; i < offset; ++i) {
    ++result.column;
    if (text[i] == '\n') result = {result.line + 1, 1};
  }
  return result;
}

}  // namespace gsta_test
