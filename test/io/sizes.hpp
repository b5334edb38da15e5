#pragma once

#include <cstddef>
#include <fstream>
#include <functional>
#include <string>

#include "gsta/io/source.hpp"
#include "test/io/own_folder.hpp"
#include "test/support/gzip.hpp"

/// Places in texts of all the sizes that `load` treats differently.
namespace gsta_test {

/// A plain file of so many bytes is mapped into memory.
inline constexpr std::size_t mapped_from = std::size_t{1} << 20U;

/// `content` with lines of blanks at `at`, so many that it has `mapped_from` bytes. `lines`: how many.
inline std::string padded(std::string const& content, std::size_t at, std::size_t& lines) {
  constexpr std::size_t line = 1024;
  std::string blanks;
  for (lines = 0; content.size() + blanks.size() < mapped_from; ++lines) {
    auto const left = mapped_from - content.size() - blanks.size();
    blanks.append(left < line ? left - 1 : line - 1, ' ').append("\n");
  }
  return std::string(content).insert(at, blanks);
}

/// Hands a text over in the ways in which readers get one: short, in a plain file just long enough to be
/// mapped, and in a gzip file. The long ones have lines of blanks at `at`; `lines` tells how many. What is
/// longer than that by itself, or no text, is handed over as it is.
inline void at_every_size(std::string const& content,
                          std::function<void(gsta::io::source const& file, std::size_t lines)> const& visit,
                          std::size_t at = 0) {
  visit(gsta::io::source::from_text("x", content), 0);
  if (content.empty() || content.size() >= mapped_from || content.find('\0') != std::string::npos) return;
  std::size_t lines = 0;
  auto const longer = padded(content, at, lines);
  own_folder const folder;
  for (bool const packed : {false, true}) {
    auto const path = folder.file(packed ? "x.gz" : "x");
    std::ofstream(path, std::ios::binary) << (packed ? gzip(longer, 0, 0, 1) : longer);
    visit(gsta::io::load(path), lines);
  }
}

/// The line of an error behind `lines` more; 0 is that of a whole file.
inline std::size_t moved_down(std::size_t line, std::size_t lines) { return line == 0 ? 0 : line + lines; }

/// Where lines of blanks may stand in a text: behind a first line that says what the rest is, or in front.
inline std::size_t behind_first_line(std::string const& content, char const* first_line) {
  return content.starts_with(first_line) ? content.find('\n') + 1 : 0;
}

}  // namespace gsta_test
