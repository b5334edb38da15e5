#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "gsta/io/source.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

/// The names of one SPEF file: its name map, the signs that its header chose, and the path in front.
///
/// Whatever the file writes, names come out with `/` between levels, `[3]` for a bit, and no escapes. The
/// header may name its signs after the name map, so that the map's names are only made plain by `settle`.
class spef_names {
 public:
  spef_names(source const& file, std::string const& prefix)
      : file_(file), prefix_(prefix.empty() ? prefix : prefix + "/") {}

  void set_divider(std::string_view piece) { divider_ = sign(piece, "*DIVIDER"); }
  void set_delimiter(std::string_view piece) { delimiter_ = sign(piece, "*DELIMITER"); }

  /// A pair such as `[]` or `< >`, or one sign that stands before the bit: `a.3`.
  void set_bus_delimiters(std::string_view piece) {
    check_unsettled(piece, "*BUS_DELIMITER");
    char const open = piece.front(), close = piece.size() > 1 ? piece.back() : '\0';
    std::string_view const pairs = "[]{}()<>", single = ":._|/-";
    auto const found = pairs.find(open);
    bool const paired = found != pairs.npos && found % 2 == 0 && pairs[found + 1] == close;
    bool const alone = piece.size() == 1 && (found % 2 == 0 || single.find(open) != single.npos);
    bool const only_signs = trimmed(piece.substr(1)).size() == (piece.size() > 1 ? 1 : 0);
    if (!(paired || alone) || !only_signs)
      fail(file_, offset_of(file_, piece), "expected a pair such as [] or <>, found " + in_quotes(piece));
    bus_open_ = open;
    bus_close_ = close;
  }

  void add(std::string_view index, std::string_view name) {
    std::uint64_t number = 0;
    if (!read_index(index, number)) fail_index(file_, index);
    auto const [found, is_new] = map_.try_emplace(number, entry{name, {}});
    if (!is_new)
      fail(file_, offset_of(file_, name), "the name map has an entry *" + std::string(index) + " already");
    if (settled_) append_plain(name, found->second.plain);
  }

  /// No sign may change after this: the first name is about to be resolved.
  void settle() {
    settled_ = true;
    if (bus_close_ == '\0' && (bus_open_ == divider_ || bus_open_ == delimiter_)) {
      ambiguous_bus_ = true;
      bus_open_ = '[';
      bus_close_ = ']';
    }
    plain_signs_ = divider_ == '/' && bus_open_ == '[' && bus_close_ == ']';
    for (auto& [index, name] : map_) append_plain(name.raw, name.plain);
  }
  bool settled() const noexcept { return settled_; }
  /// A single bus delimiter that separates something else too: bits keep the names that the file gives them.
  bool ambiguous_bus() const noexcept { return ambiguous_bus_; }
  char pin_delimiter() const noexcept { return delimiter_ == divider_ ? '/' : delimiter_; }
  /// The same as the file writes it.
  char written_delimiter() const noexcept { return delimiter_; }

  /// A name, or `*12` or `*12:rest`, through the name map, behind `into`, and how many bytes of it are the
  /// map's; false where the map has no such entry.
  bool append_known(std::string_view reference, std::string& into, std::size_t& mapped_bytes) const {
    if (reference.front() != '*') {
      into += prefix_;
      append_plain(reference, into);
      return true;
    }
    auto const digits = digits_of(reference);
    std::uint64_t index = 0;
    auto const found = read_index(digits, index) ? map_.find(index) : map_.end();
    if (found == map_.end()) return false;
    mapped_bytes = found->second.plain.size();
    into.append(prefix_).append(found->second.plain);
    append_plain(reference.substr(digits.size() + 1), into);
    return true;
  }
  /// Says so of a reference in that file.
  [[noreturn]] static void fail_unknown(source const& file, std::string_view reference) {
    auto const digits = digits_of(reference);
    std::uint64_t index = 0;
    if (!read_index(digits, index)) fail_index(file, digits);
    fail(file, offset_of(file, reference),
         "the name map has no " + in_quotes(reference.substr(0, digits.size() + 1)));
  }
  /// Whether a reference without escapes is its name, letter by letter.
  bool is_plain(std::string_view reference) const noexcept {
    return plain_signs_ && prefix_.empty() && reference.front() != '*';
  }
  /// Whether references without escapes that differ are different names.
  bool calls_each_by_one() const noexcept { return plain_signs_ && prefix_.empty() && map_.empty(); }
  /// How many bytes the map may give for all references in a file of that size.
  static constexpr std::size_t most_mapped(std::size_t file_bytes) noexcept {
    return (std::size_t{1} << 20U) + 32 * file_bytes;
  }

 private:
  struct entry {
    std::string_view raw;
    std::string plain;
  };

  void check_unsettled(std::string_view piece, std::string const& keyword) const {
    if (settled_) fail(file_, offset_of(file_, piece), keyword + " must stand before the first net");
  }
  char sign(std::string_view piece, std::string const& keyword) const {
    check_unsettled(piece, keyword);
    if (piece.size() != 1 || piece.find_first_of(":./|") != 0)
      fail(file_, offset_of(file_, piece), "expected one of : . / |, found " + in_quotes(piece));
    return piece.front();
  }

  /// A backslash says that the next sign is part of the name, whatever it means elsewhere.
  void append_plain(std::string_view text, std::string& into) const {
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
  /// `.3` where it ends a name or a part of one: `[3]`. Returns how much of `rest` that was.
  std::size_t append_bit(std::string_view rest, std::string& into) const {
    auto const end = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
    if (end == 1 || (end < rest.size() && rest[end] != divider_ && rest[end] != delimiter_)) {
      into += rest.front();
      return 1;
    }
    into.append("[").append(rest.substr(1, end - 1)).append("]");
    return end;
  }

  static std::string_view digits_of(std::string_view reference) noexcept {
    return reference.substr(1, std::min(reference.find_first_not_of("0123456789", 1), reference.size()) - 1);
  }
  static bool read_index(std::string_view digits, std::uint64_t& index) noexcept {
    return std::from_chars(digits.data(), digits.data() + digits.size(), index).ec == std::errc{};
  }
  [[noreturn]] static void fail_index(source const& file, std::string_view digits) {
    fail(file, offset_of(file, digits), "the index " + in_quotes(digits) + " is out of range");
  }

  source const& file_;
  std::string prefix_;
  std::unordered_map<std::uint64_t, entry> map_{};
  char divider_ = '/', delimiter_ = ':', bus_open_ = '[', bus_close_ = ']';
  bool plain_signs_ = true;  ///< only escapes have to be looked for
  bool settled_ = false, ambiguous_bus_ = false;
};

}  // namespace gsta::io::detail
