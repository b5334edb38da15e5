#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/io/source.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace gsta_fuzz {

/// An error is only useful if it points into the text and fits on one line.
inline void check_error(gsta::input_error const& e, std::string const& text) {
  std::string const what = e.what();
  auto const lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  bool const whole_file = e.line == 0 && e.column == 0;
  bool const inside = e.line >= 1 && e.line <= lines && e.column >= 1 && e.column <= text.size() + 1;
  bool const one_line = what.find_first_of(std::string("\0\n\r", 3)) == what.npos;
  if (e.file != "fuzz" || !(whole_file || inside) || !one_line) std::abort();
}

/// Reads the bytes as one file. What a reader may do is to return or to throw input_error; anything else ends
/// the process, which is how a fuzzer sees it.
template <class Read>
int run(std::uint8_t const* data, std::size_t size, Read const& read) {
  std::string text(reinterpret_cast<char const*>(data), size);
  auto const file = gsta::io::source::from_text("fuzz", text);
  try {
    read(file);
  } catch (gsta::input_error const& e) {
    check_error(e, text);
  }
  return 0;
}

}  // namespace gsta_fuzz
