#pragma once

#include <algorithm>
#include <charconv>
#include <cstring>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/spef_names.hpp"

namespace gsta::io::detail {

GSTA_INLINE spef_names::spef_names(source const& file, std::string const& prefix)
    : file_(file), prefix_(prefix.empty() ? prefix : prefix + "/") {}

GSTA_INLINE void spef_names::check_unsettled(std::string_view piece, char const* keyword) const {
  if (settled_) {
    fail(file_, offset_of(file_, piece), std::string(keyword) + " must stand before the first net");
  }
}

GSTA_INLINE char spef_names::sign(std::string_view piece) const {
  if (piece.size() != 1 || piece.find_first_of(":./|") != 0) {
    fail(file_, offset_of(file_, piece), "expected one of : . / |, found " + in_quotes(piece));
  }
  return piece.front();
}

GSTA_INLINE void spef_names::set_divider(std::string_view piece) {
  check_unsettled(piece, "*DIVIDER");
  divider_ = sign(piece);
}

GSTA_INLINE void spef_names::set_delimiter(std::string_view piece) {
  check_unsettled(piece, "*DELIMITER");
  delimiter_ = sign(piece);
}

/// A pair such as `[]` or `< >`, or one sign that stands before the bit: `a.3`.
GSTA_INLINE void spef_names::set_bus_delimiters(std::string_view piece) {
  check_unsettled(piece, "*BUS_DELIMITER");
  char const open = piece.front(), close = piece.size() > 1 ? piece.back() : '\0';
  std::string_view const pairs = "[]{}()<>", single = ":._|/-";
  auto const found = pairs.find(open);
  bool const paired = found != pairs.npos && found % 2 == 0 && pairs[found + 1] == close;
  bool const alone = piece.size() == 1 && (found % 2 == 0 || single.find(open) != single.npos);
  bool const only_signs = trimmed(piece.substr(1)).size() == (piece.size() > 1 ? 1 : 0);
  if (!(paired || alone) || !only_signs) {
    fail(file_, offset_of(file_, piece), "expected a pair such as [] or <>, found " + in_quotes(piece));
  }
  bus_open_ = open;
  bus_close_ = close;
}

GSTA_INLINE std::uint64_t spef_names::index_of(std::string_view digits) const {
  std::uint64_t index = 0;
  auto const read = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (read.ec != std::errc{}) {
    fail(file_, offset_of(file_, digits), "the index " + in_quotes(digits) + " is out of range");
  }
  return index;
}

GSTA_INLINE void spef_names::add(std::string_view index, std::string_view name) {
  auto const [found, is_new] = map_.try_emplace(index_of(index), entry{name, {}});
  if (!is_new) {
    fail(file_, offset_of(file_, name), "the name map has an entry *" + std::string(index) + " already");
  }
  if (settled_) append_plain(name, found->second.plain);
}

GSTA_INLINE void spef_names::settle() {
  settled_ = true;
  if (bus_close_ == '\0' && (bus_open_ == divider_ || bus_open_ == delimiter_)) {
    ambiguous_bus_ = true;
    bus_open_ = '[';
    bus_close_ = ']';
  }
  plain_signs_ = divider_ == '/' && bus_open_ == '[' && bus_close_ == ']';
  for (auto& [index, name] : map_) append_plain(name.raw, name.plain);
}

/// `.3` where it ends a name or a part of one: `[3]`. Returns how much of `rest` that was.
GSTA_INLINE std::size_t spef_names::append_bit(std::string_view rest, std::string& into) const {
  auto const end = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
  if (end == 1 || (end < rest.size() && rest[end] != divider_ && rest[end] != delimiter_)) {
    into += rest.front();
    return 1;
  }
  into += '[';
  into.append(rest.substr(1, end - 1));
  into += ']';
  return end;
}

/// A backslash says that the next sign is part of the name, whatever it means elsewhere.
GSTA_INLINE void spef_names::append_plain(std::string_view text, std::string& into) const {
  if (plain_signs_ && text.find('\\') == text.npos) {
    into.append(text);
    return;
  }
  for (std::size_t i = 0; i < text.size();) {
    char const c = text[i];
    if (c == '\\') {
      into.append(text.substr(i + 1, 1));
      i += 2;
    } else if (c == bus_open_ && bus_close_ == '\0') {
      i += append_bit(text.substr(i), into);
    } else {
      into += c == divider_ ? '/' : c == bus_open_ ? '[' : c == bus_close_ ? ']' : c;
      ++i;
    }
  }
}

GSTA_INLINE std::string_view spef_names::digits_of(std::string_view reference) noexcept {
  return reference.substr(1, std::min(reference.find_first_not_of("0123456789", 1), reference.size()) - 1);
}

GSTA_INLINE bool spef_names::append_known(std::string_view reference, std::string& into,
                                          std::size_t& mapped_bytes) const {
  if (reference.front() != '*') {
    into += prefix_;
    append_plain(reference, into);
    return true;
  }
  auto const digits = digits_of(reference);
  std::uint64_t index = 0;
  auto const read = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  auto const found = read.ec == std::errc{} ? map_.find(index) : map_.end();
  if (found == map_.end()) return false;
  mapped_bytes = found->second.plain.size();
  into.append(prefix_).append(found->second.plain);
  append_plain(reference.substr(digits.size() + 1), into);
  return true;
}

GSTA_INLINE bool spef_names::allows(std::size_t mapped_bytes, std::size_t file_bytes) noexcept {
  constexpr std::size_t most_growth = 32, always_allowed = std::size_t{1} << 20U;
  return mapped_bytes <= always_allowed + most_growth * file_bytes;
}

GSTA_INLINE std::string spef_names::resolve(std::string_view reference) {
  std::string name;
  std::size_t mapped_bytes = 0;
  if (!append_known(reference, name, mapped_bytes)) {
    auto const digits = digits_of(reference);
    index_of(digits);  // says so where it is out of range
    fail(file_, offset_of(file_, reference),
         "the name map has no " + in_quotes(reference.substr(0, digits.size() + 1)));
  }
  spend(mapped_bytes, reference);
  return name;
}

GSTA_INLINE void spef_names::spend(std::size_t mapped_bytes, std::string_view reference) {
  name_bytes_ += mapped_bytes;
  if (!allows(name_bytes_, file_.text().size())) {  // a few bytes that ask for terabytes
    fail(file_, offset_of(file_, reference),
         "the names that the file refers to are far longer than the file");
  }
}

}  // namespace gsta::io::detail
