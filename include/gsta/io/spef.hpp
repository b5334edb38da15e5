#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "gsta/core/host_threads.hpp"
#include "gsta/io/source.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/wires.hpp"

namespace gsta::io {

/// How `read_spef` reads.
struct spef_options {
  /// The path of the instance that the file describes, `u1/u2`; empty for the whole design. It goes in front
  /// of every net, instance and port: the block's net `n` becomes `u1/u2/n`, its pin `x:A` becomes
  /// `u1/u2/x:A`, and its port `b` becomes `u1/u2/b`, by which `model::netlist::module_pins` lists it. In the
  /// file of the design around it the same node is the instance's pin, `u1/u2:b`.
  std::string prefix{};
  float coupling_factor = 1;  ///< what coupling capacitors are multiplied by, from 0 to a million
  /// Bytes of nets that were read are added here by any thread, for who watches; null: nobody. Short of the
  /// file's where one thread has to read it again. Of a stream see `spef_stream::size`.
  std::atomic<std::uint64_t>* progress = nullptr;
};

/// Reads extracted wires from SPEF (IEEE 1481): every *D_NET with its connections, capacitors and resistors,
/// as they stand: both sides of a coupling, and resistors that close loops; and every *R_NET with the pi
/// models of its drivers and Elmore's delays of its sinks. A file whose header goes on behind a net, or that
/// has no *D_NET, is read by one thread.
///
/// Names are returned resolved through the name map and without escapes, with `/` between levels and `[3]`
/// for bits, whatever *DIVIDER and *BUS_DELIMITER the file has; its pin delimiter is kept, unless it is the
/// divider too. The header's lines may come in any order before the first net. Of a triple a:b:c the middle,
/// typical value is taken. Counted in `seen` and skipped: physical nets (*D_PNET, *R_PNET), poles and
/// residues of reduced ones (*Q, *K), *INDUC, *SC, *VARIATION_PARAMETERS, *DEFINE and *PDEFINE (give each
/// file of a block its own `prefix` instead).
///
/// Shapes: a file that starts with *SPEF; it may hold no net.
/// Units: *C_UNIT, *R_UNIT and, which reduced nets need, *T_UNIT are scaled to fF, kOhm and ps.
/// Cost: linear in the text. Where: host.
/// Throws: input_error where the text is not SPEF, a number is bad or negative, a name-map index is unknown,
/// or the name map makes names that come to more than 32 times the file. argument_error for a coupling factor
/// out of range.
model::parasitics read_spef(source const& file, model::diagnostics& seen, spef_options const& options = {});

/// `read_spef` on the threads of an executor of the host, with equal records and notes in equal order.
///
/// Shapes, Units, Cost, Throws: as above. Where: the executor's threads.
model::parasitics read_spef(host_threads const& threads, source const& file, model::diagnostics& seen,
                            spef_options const& options = {});

}  // namespace gsta::io
