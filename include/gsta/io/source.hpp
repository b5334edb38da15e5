#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gsta/model/netlist.hpp"

namespace gsta::io {

/// A whole file's text in memory, and its name for messages. What the readers read.
class source {
 public:
  /// Takes a text that is already in memory; the readers check it, as `load` does a file. A byte order mark
  /// of UTF-8 in front is taken away: no reader sees it, and columns are counted behind it.
  ///
  /// Shapes: any text. Cost: none (moves); O(text) with a mark. Where: host. Throws: nothing.
  static source from_text(std::string name, std::string text);

  /// As messages write it: the path that `load` was given, or the name given with a text.
  std::string const& name() const noexcept { return name_; }
  /// All of it, unpacked; valid as long as the source stays where it is.
  std::string_view text() const noexcept { return text_; }

  /// Line and column, both from 1 (columns in bytes), of the byte at `offset`; of the end where it lies
  /// beyond.
  ///
  /// Shapes: any offset. Cost: reads the text up to `offset`. Where: host. Throws: nothing.
  model::location locate(std::size_t offset) const;

 private:
  std::string name_, text_;
};

/// Loads a file, plain or gzip (told apart by content, not by name).
///
/// Shapes: one non-empty text file. Cost: reads it once; keeps its text.
/// Where: host. Throws: input_error, at line 0 where the file is missing, a folder, unreadable, damaged or
/// empty, and at the place of the first NUL byte where it is no text.
source load(std::string const& path);

}  // namespace gsta::io

#ifdef GSTA_HEADER_ONLY
#include "gsta/io/detail/source.ipp"
#endif
