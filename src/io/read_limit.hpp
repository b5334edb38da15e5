#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "gsta/core/error.hpp"
#include "gsta/io/source.hpp"
#include "src/io/input_file.hpp"

namespace gsta::io::detail {

/// A third of the machine's memory: a text that grows while it is unpacked lies there twice for a moment.
std::uint64_t most_bytes_here() noexcept;

/// How much of a file is read.
struct read_limit {
  std::uint64_t bytes;
  bool is_given;

  explicit read_limit(load_options const& options)
      : bytes(std::min(options.max_bytes, most_bytes_here())), is_given(bytes == options.max_bytes) {}

  void check(std::string const& path, std::uint64_t size) const {
    if (size <= bytes) return;
    auto const limit = std::to_string(bytes) + " bytes, ";
    fail_file(path, "the text is longer than " + limit +
                        (is_given ? "the limit that --max-bytes (load_options::max_bytes) sets"
                                  : "a third of this machine's memory"));
  }
  /// No text that was written for people or tools becomes so small: a bomb does.
  static void check_ratio(std::string const& path, std::uint64_t size, std::uint64_t packed) {
    if (size <= free_bytes || size / most_ratio <= packed) return;
    fail_file(path, "the gzip file has more than " + std::to_string(most_ratio) +
                        " bytes of text for each of its own: that is no netlist, but a bomb");
  }
  static constexpr std::uint64_t free_bytes = std::uint64_t{64} << 20U, most_ratio = 256;
};

/// Bytes of text that are read at once.
constexpr std::size_t load_step = std::size_t{1} << 20U;

}  // namespace gsta::io::detail
