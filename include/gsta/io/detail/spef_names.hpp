#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "gsta/io/detail/text.hpp"

namespace gsta::io::detail {

/// The names of one SPEF file: its name map, the signs that its header chose, and the path in front.
///
/// Whatever the file writes, names come out with `/` between levels, `[3]` for a bit, and no escapes. The
/// header may name its signs after the name map, so that the map's names are only made plain by `settle`.
class spef_names {
 public:
  spef_names(source const& file, std::string const& prefix);

  void set_divider(std::string_view piece);
  void set_delimiter(std::string_view piece);
  void set_bus_delimiters(std::string_view piece);

  void add(std::string_view index, std::string_view name);

  /// No sign may change after this: the first name is about to be resolved.
  void settle();
  bool settled() const noexcept { return settled_; }
  /// A single bus delimiter that separates something else too: bits keep the names that the file gives them.
  bool ambiguous_bus() const noexcept { return ambiguous_bus_; }
  char pin_delimiter() const noexcept { return delimiter_ == divider_ ? '/' : delimiter_; }
  /// The same as the file writes it.
  char written_delimiter() const noexcept { return delimiter_; }

  /// A name, or `*12` or `*12:rest`, through the name map.
  std::string resolve(std::string_view reference);
  /// Counts what the map gave for a reference. Throws: input_error where that is too much for the file.
  void spend(std::size_t mapped_bytes, std::string_view reference);
  /// The same behind `into`, and how many bytes of it are the map's; false where the map has no such entry.
  bool append_known(std::string_view reference, std::string& into, std::size_t& mapped_bytes) const;
  /// Whether a reference without escapes is its name, letter by letter.
  bool is_plain(std::string_view reference) const noexcept {
    return plain_signs_ && prefix_.empty() && reference.front() != '*';
  }
  /// Whether references without escapes that differ are different names.
  bool calls_each_by_one() const noexcept { return plain_signs_ && prefix_.empty() && map_.empty(); }
  /// How many bytes the map gave, and whether so many are not too many for a file of that size.
  std::size_t spent() const noexcept { return name_bytes_; }
  static bool allows(std::size_t mapped_bytes, std::size_t file_bytes) noexcept;

 private:
  struct entry {
    std::string_view raw;
    std::string plain;
  };

  void append_plain(std::string_view text, std::string& into) const;
  std::size_t append_bit(std::string_view rest, std::string& into) const;
  char sign(std::string_view piece) const;
  void check_unsettled(std::string_view piece, char const* keyword) const;
  std::uint64_t index_of(std::string_view digits) const;
  static std::string_view digits_of(std::string_view reference) noexcept;

  source const& file_;
  std::string prefix_;
  std::unordered_map<std::uint64_t, entry> map_{};
  char divider_ = '/', delimiter_ = ':', bus_open_ = '[', bus_close_ = ']';
  bool plain_signs_ = true;  ///< only escapes have to be looked for
  bool settled_ = false, ambiguous_bus_ = false;
  std::size_t name_bytes_ = 0;
};

}  // namespace gsta::io::detail
