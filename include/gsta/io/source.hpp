#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "gsta/core/host_threads.hpp"
#include "gsta/model/netlist.hpp"

namespace gsta::io {

struct load_options;
namespace detail {
struct source_access;
}

/// A whole file's text in memory, and its name for messages. What the readers read.
class source {
 public:
  /// Takes a text that is already in memory; the readers check it, as `load` does a file. A byte order mark
  /// of UTF-8 in front is taken away: no reader sees it, and columns are counted behind it.
  ///
  /// Shapes: any text. Cost: none (moves). Where: host. Throws: std::bad_alloc.
  static source from_text(std::string name, std::string text);

  /// As messages write it: the path that `load` was given, or the name given with a text.
  std::string const& name() const noexcept { return name_; }
  /// All of it, unpacked; valid as long as the source or a copy of it lives.
  std::string_view text() const noexcept { return text_; }

  /// Line and column, both from 1 (columns in bytes), of the byte at `offset`; of the end where it lies
  /// beyond.
  ///
  /// Shapes: any offset. Cost: reads the text up to `offset`. Where: host. Throws: nothing.
  model::location locate(std::size_t offset) const;

 private:
  friend struct detail::source_access;

  std::string name_;
  std::shared_ptr<void const> memory_;  // that the text lies in: a string, or a file's pages
  std::string_view text_{""};
  bool is_mapped_ = false;   // the memory is a file's pages
  bool is_checked_ = false;  // neither empty nor with a NUL byte
};

/// What `load` may read.
struct load_options {
  /// Bytes of text, unpacked, that a file may have. Never more than a third of the machine's memory is read,
  /// whatever stands here.
  std::uint64_t max_bytes = std::uint64_t{64} << 30U;
};

/// Loads a file, plain or gzip (told apart by content, not by name; members of gzip that follow each other
/// are one text). Pipes, sockets and devices are refused unopened, but for /dev/stdin, /dev/fd/N and
/// /proc/self/fd/N, which are read from where the descriptor stands. What is refused is refused before it is
/// read whole: a text longer than `options.max_bytes`; beyond its first 64 MiB, gzip with more than 256 bytes
/// of text for each of its own (netlists, libraries and wires have up to 25, deflate's bound is 1032); a text
/// at its first NUL byte. A long plain file is mapped into memory: it must not be cut short while the source
/// lives (writing a new one in its place and renaming that is no harm).
///
/// Shapes: one non-empty text file. Cost: reads it once; keeps its text, and while it grows a copy; of a
/// mapped file, pages that readers can let go again.
/// Where: host. Throws: input_error, at line 0 where the file is missing, no file, unreadable, too large,
/// damaged (also by what stands behind gzip, but for zeros) or empty, and at the place of the first NUL byte
/// where it is no text.
source load(std::string const& path, load_options const& options = {});

/// `load`, where the threads of an executor of the host search the first NUL byte of a long plain file.
///
/// Shapes, Cost, Throws: as above. Where: the executor's threads.
source load(host_threads const& threads, std::string const& path, load_options const& options = {});

}  // namespace gsta::io
