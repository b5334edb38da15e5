#pragma once

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/io/detail/text.hpp"
#include "gsta/io/detail/unpacker.ipp"
#include "gsta/io/source.hpp"

namespace gsta::io {
namespace detail {

/// A third of the machine's memory: a text that grows while it is unpacked lies there twice for a moment.
GSTA_INLINE std::uint64_t most_bytes_here() noexcept {
  long const pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return ~std::uint64_t{0};
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) / 3;
}

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

GSTA_INLINE source read_all(std::string const& path, read_limit const& limit) {
  input_file file(path);
  unpacker from(file);
  if (!from.is_gzip()) {
    limit.check(path, file.size());
    if (auto pages = file.map()) {
      std::string_view const text(static_cast<char const*>(pages.get()),
                                  static_cast<std::size_t>(file.size()));
      return source_access::from_memory(path, std::move(pages), text, true);
    }
  }
  std::string text;
  for (;;) {
    auto const used = text.size();
    text.resize(used + load_step);
    auto const got = from.read(text.data() + used, load_step);
    text.resize(used + got);
    if (got == 0) return source::from_text(path, std::move(text));
    // Said now: behind it there may be anything.
    if (std::memchr(text.data() + used, '\0', got) != nullptr)
      check_text(source::from_text(path, std::move(text)));
    limit.check(path, text.size());
    if (from.is_gzip()) limit.check_ratio(path, text.size(), from.consumed());
    if (used == 0 && !from.is_gzip()) text.reserve(static_cast<std::size_t>(file.size()) + load_step);
  }
}

}  // namespace detail

GSTA_INLINE source source::from_text(std::string name, std::string text) {
  auto memory = std::make_shared<std::string const>(std::move(text));
  std::string_view const all = *memory;
  return detail::source_access::from_memory(std::move(name), std::move(memory), all, false);
}

GSTA_INLINE model::location source::locate(std::size_t offset) const {
  return detail::line_cursor(text()).locate(offset);
}

GSTA_INLINE source load(std::string const& path, load_options const& options) {
  return load(host_executor{}, path, options);
}

GSTA_INLINE source load(host_threads const& threads, std::string const& path,
                        load_options const& options) try {
  auto result = detail::read_all(path, detail::read_limit(options));
  detail::check_text(result, threads);
  detail::source_access::set_checked(result);
  return result;
} catch (std::bad_alloc const&) {
  detail::fail_file(path, "there is not enough memory for the file's text");
} catch (std::length_error const&) {
  detail::fail_file(path, "there is not enough memory for the file's text");
}

}  // namespace gsta::io
