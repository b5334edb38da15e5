#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gsta/core/host_threads.hpp"
#include "gsta/io/source.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/wires.hpp"

namespace gsta::io {

namespace detail {
class spef_stream_state;
}

/// A file of SPEF, plain or gzip, that is to be read once. Of gzip of 8 MiB and more the text never stands in
/// memory as a whole: a thread unpacks it, up to some 32 MiB ahead of those that read its nets, which let go
/// of what they have read. That thread begins here, so that a stream made early is unpacked beside other
/// work; a plain file of that size is loaded by it too. Smaller files, and what /dev/stdin, /dev/fd/N or
/// /proc/self/fd/N name, are loaded when they are read.
class spef_stream {
 public:
  /// What is wrong with the file is said when it is read.
  ///
  /// Shapes: one file, as `load` takes it, and under the same options. Cost: starts a thread for a long file.
  /// Where: host. Throws: std::bad_alloc alone.
  explicit spef_stream(std::string path, load_options const& options = {});
  /// Takes the thread over; the other one is then only to be destroyed or assigned to.
  spef_stream(spef_stream&&) noexcept;
  spef_stream& operator=(
      spef_stream&&) noexcept;  ///< the other one is then only to be destroyed or assigned to
  /// Ends the thread, whatever is left to unpack.
  ~spef_stream();

  /// As messages write it: the path.
  std::string const& name() const noexcept;

  /// How many bytes `spef_options::progress` comes to: the file's own where it is unpacked beside its nets,
  /// else those of its text, which is loaded then.
  ///
  /// Shapes: any. Cost: waits for what it says. Where: host. Throws: as `load`.
  std::uint64_t size() const;

 private:
  friend model::parasitics read_spef(host_threads const& threads, spef_stream file, model::diagnostics& seen,
                                     spef_options const& options);

  std::unique_ptr<detail::spef_stream_state> state_;
};

/// Reads a stream: its records, notes and errors are those of a source that `load` made of the file. A header
/// that goes on behind nets, or what is wrong, has the file loaded as a whole after all, and read again.
///
/// Shapes, Units: as of a source. Cost: linear in the text; of long gzip it keeps the header, up to some
/// 32 MiB of nets and the records. Where: the executor's threads, and the stream's.
/// Throws: what `load` and `read_spef` of a source throw.
model::parasitics read_spef(host_threads const& threads, spef_stream file, model::diagnostics& seen,
                            spef_options const& options = {});

}  // namespace gsta::io
