// Files as texts, and what all readers share.

#include "gsta/io/source.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "gsta/core/error.hpp"
#include "src/io/input_file.hpp"
#include "src/io/read_limit.hpp"
#include "src/io/text.hpp"
#include "src/io/unpacker.hpp"

namespace gsta::io::detail {

/// Side by side in lanes of a byte each, as compilers know how to: ten times as fast as one by one.
std::size_t count_lines(std::string_view text) noexcept {
  constexpr std::size_t lanes = 32, most = 255;  // that a lane holds
  std::size_t count = 0;
  auto const* at = text.data();
  auto left = text.size();
  while (left >= lanes) {
    std::uint8_t found[lanes] = {};
    for (auto rounds = std::min(most, left / lanes); rounds > 0; --rounds, at += lanes, left -= lanes)
      for (std::size_t i = 0; i < lanes; ++i)
        found[i] = static_cast<std::uint8_t>(found[i] + (at[i] == '\n' ? 1 : 0));
    for (auto const one : found) count += one;
  }
  for (; left > 0; --left) count += *at++ == '\n' ? 1 : 0;
  return count;
}

void line_cursor::step_back(std::size_t offset) noexcept {
  auto const passed = text_.substr(offset, line_start_ - offset);
  line_ -= count_lines(passed);
  auto const newline = offset == 0 ? std::string_view::npos : text_.rfind('\n', offset - 1);
  line_start_ = newline == std::string_view::npos ? 0 : newline + 1;
  scanned_ = offset;
}

void fail(source const& file, std::size_t offset, std::string const& sentence) {
  auto const at = file.locate(offset);
  throw input_error(file.name(), at.line, at.column, sentence);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "\"";
  for (char const c : text.substr(0, longest)) result += c >= ' ' && c != 127 ? c : '?';
  if (text.size() > longest) result += "...";
  return result + "\"";
}

namespace {

/// The word, or the one sign, that stands at `offset`.
std::string found_at(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return "the end of the file";
  if (text[offset] == '\n' || text[offset] == '\r') return "the end of the line";
  constexpr std::string_view separators = " \t\n\r\f\v,;(){}[]\"";
  auto const length = std::min<std::size_t>(text.find_first_of(separators, offset), text.size()) - offset;
  return in_quotes(text.substr(offset, std::max<std::size_t>(length, 1)));
}

}  // namespace

void fail_expected(source const& file, std::size_t offset, std::string_view expected) {
  fail(file, offset, "expected " + std::string(expected) + ", found " + found_at(file.text(), offset));
}

source source_access::from_memory(std::string name, std::shared_ptr<void const> memory, std::string_view text,
                                  bool is_mapped) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  source result;
  result.name_ = std::move(name);
  result.memory_ = std::move(memory);
  result.text_ = text;
  result.is_mapped_ = is_mapped;
  return result;
}

void source_access::release(source const& file, std::string_view piece) noexcept {
  static auto const page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  if (!file.is_mapped_) return;
  auto const begin = (reinterpret_cast<std::uintptr_t>(piece.data()) + page - 1) & ~(page - 1);
  auto const end = reinterpret_cast<std::uintptr_t>(piece.data() + piece.size()) & ~(page - 1);
  if (begin < end) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

void check_text(source const& file, host_threads const& threads) {
  if (source_access::is_checked(file)) return;
  constexpr std::size_t step = std::size_t{1} << 22U;
  auto const text = file.text();
  if (text.empty()) throw input_error(file.name(), 0, 0, "the file is empty");
  std::atomic<std::size_t> first_nul{text.size()};
  threads.for_each_piece((text.size() + step - 1) / step, [&](std::size_t p) {
    auto const piece = text.substr(p * step, step);
    auto const nul = std::min(piece.find('\0'), text.size()) + p * step;
    for (auto known = first_nul.load(); nul < known && !first_nul.compare_exchange_weak(known, nul);) {
    }
    source_access::release(file, piece);
  });
  if (first_nul < text.size()) fail(file, first_nul, "expected a text file, found a NUL byte");
}

std::string location_text(source const& file, model::location at) {
  return file.name() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

char const* skip_block_comment(source const& file, char const* begin, char const* end) {
  std::string_view const rest(begin, static_cast<std::size_t>(end - begin));
  auto const close = rest.find("*/", 2);
  if (close == std::string_view::npos) fail(file, offset_of(file, rest), "the comment is not closed");
  return begin + close + 2;
}

char const* skip_line(char const* begin, char const* end) noexcept {
  auto const* const newline =
      static_cast<char const*>(std::memchr(begin, '\n', static_cast<std::size_t>(end - begin)));
  return newline == nullptr ? end : newline;
}

bool to_number(std::string_view piece, double& value) noexcept {
  // from_chars takes no plus sign, and takes "inf" and "nan", which are no measurements.
  if (piece.size() > 1 && piece[0] == '+' && piece[1] != '-') piece.remove_prefix(1);
  auto const* const end = piece.data() + piece.size();
  auto const read = std::from_chars(piece.data(), end, value);
  return read.ec == std::errc{} && read.ptr == end && std::isfinite(value);
}

bool is_below_one(char const* begin, char const* end) noexcept {
  // The place of the first digit that is not 0, in front of the point from 1 on, and then the exponent's.
  std::int64_t place = 0, shift = 0;
  bool is_behind_point = false, is_found = false;
  for (; begin != end && *begin != 'e' && *begin != 'E'; ++begin) {
    if (*begin == '.') is_behind_point = true;
    if (!is_digit(*begin)) continue;
    is_found = is_found || *begin != '0';
    if (is_behind_point && !is_found) --place;
    if (!is_behind_point && is_found) ++place;
  }
  if (begin != end) ++begin;
  bool const is_negative = begin != end && *begin == '-';
  constexpr std::int64_t most = std::int64_t{1} << 56U;
  for (; begin != end; ++begin) {
    if (is_digit(*begin)) shift = std::min(most, 10 * shift + (*begin - '0'));
  }
  return place + (is_negative ? -shift : shift) <= 0;
}

double number_of(source const& file, std::string_view piece, std::string_view expected) {
  double value = 0;
  if (!to_number(piece, value)) {
    fail(file, offset_of(file, piece), "expected " + std::string(expected) + ", found " + in_quotes(piece));
  }
  return value;
}

float float_of(source const& file, std::string_view piece, double value, float most) {
  auto const result = static_cast<float>(value);
  if (!math::is_within(result, most))
    fail(file, offset_of(file, piece), "the number " + in_quotes(piece) + " is out of range");
  return result;
}

std::uint64_t most_bytes_here() noexcept {
  long const pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return ~std::uint64_t{0};
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) / 3;
}

namespace {

source read_all(std::string const& path, read_limit const& limit) {
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
    if (std::memchr(text.data() + used, '\0', got) != nullptr) {
      check_text(source::from_text(path, std::move(text)));  // throws
      text.clear();
    }
    limit.check(path, text.size());
    if (from.is_gzip()) limit.check_ratio(path, text.size(), from.consumed());
    if (used == 0 && !from.is_gzip()) text.reserve(static_cast<std::size_t>(file.size()) + load_step);
  }
}

}  // namespace
}  // namespace gsta::io::detail

namespace gsta::io {

source source::from_text(std::string name, std::string text) {
  auto memory = std::make_shared<std::string const>(std::move(text));
  std::string_view const all = *memory;
  return detail::source_access::from_memory(std::move(name), std::move(memory), all, false);
}

model::location source::locate(std::size_t offset) const {
  return detail::line_cursor(text()).locate(offset);
}

source load(std::string const& path, load_options const& options) {
  return load(host_executor{}, path, options);
}

source load(host_threads const& threads, std::string const& path, load_options const& options) try {
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
