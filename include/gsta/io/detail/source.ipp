#pragma once

#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/io/detail/text.hpp"
#include "gsta/io/source.hpp"

namespace gsta::io {
namespace detail {

[[noreturn]] GSTA_INLINE void fail_file(std::string const& path, std::string const& sentence) {
  throw input_error(path, 0, 0, sentence);
}

struct gz_closer {
  void operator()(gzFile file) const noexcept { gzclose_r(file); }
};
using gz_handle = std::unique_ptr<gzFile_s, gz_closer>;

GSTA_INLINE gz_handle open_file(std::string const& path) {
  std::error_code ignored;
  auto const status = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(status)) fail_file(path, "there is no such file");
  if (std::filesystem::is_directory(status)) fail_file(path, "expected a file, found a folder");
  errno = 0;
  gz_handle file(gzopen(path.c_str(), "rb"));
  if (!file) fail_file(path, std::string("cannot open the file: ") + std::strerror(errno));
  gzbuffer(file.get(), 1U << 18U);
  return file;
}

/// gzread passes plain text through, so one loop serves both.
GSTA_INLINE std::string read_all(std::string const& path, gzFile file) {
  constexpr std::size_t step = std::size_t{1} << 20U;
  std::error_code no_size;
  auto const size = std::filesystem::file_size(path, no_size);
  std::string text;
  if (!no_size) text.reserve(static_cast<std::size_t>(size) + step);
  for (;;) {
    auto const used = text.size();
    text.resize(used + step);
    errno = 0;
    int const got = gzread(file, text.data() + used, static_cast<unsigned>(step));
    text.resize(used + static_cast<std::size_t>(got > 0 ? got : 0));
    int code = Z_OK;
    char const* const reason = gzerror(file, &code);
    if (code == Z_ERRNO) fail_file(path, std::string("cannot read the file: ") + std::strerror(errno));
    // Z_BUF_ERROR is a compressed file that ends too early.
    if (code == Z_BUF_ERROR) fail_file(path, "the gzip file is damaged: it ends too early");
    if (got < 0 || code < 0) fail_file(path, std::string("the gzip file is damaged: ") + reason);
    if (got == 0) return text;
  }
}

}  // namespace detail

GSTA_INLINE source source::from_text(std::string name, std::string text) {
  source result;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  result.name_ = std::move(name);
  result.text_ = std::move(text);
  return result;
}

GSTA_INLINE model::location source::locate(std::size_t offset) const {
  return detail::line_cursor(text_).locate(offset);
}

GSTA_INLINE source load(std::string const& path) {
  auto const file = detail::open_file(path);
  auto result = source::from_text(path, detail::read_all(path, file.get()));
  detail::check_text(result);
  return result;
}

}  // namespace gsta::io
