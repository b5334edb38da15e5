#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/io/source.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"
#include "gsta/model/netlist.hpp"

namespace gsta::io {

/// How a netlist of several modules becomes one.
struct verilog_options {
  /// The module to read; empty: the one that no other has an instance of, the largest of several.
  std::string top;
  /// The library that the netlist is mapped to, where it is known: it tells the order of a cell's pins, which
  /// connections by position need, and the bits of its buses.
  model::library const* cells = nullptr;
  /// A netlist that multiplies to more is refused before it is taken apart.
  std::size_t instance_limit = 50'000'000;
};

/// Reads a structural Verilog netlist (IEEE 1364): modules of ports, nets, assignments and instances, taken
/// apart into one flat netlist.
///
/// * Instances and nets of lower modules are named by their path, `u1/u2/g5`. A net that runs through several
///   levels has the name that it has at the top of them; among names of one module a port's wins over a
///   wire's, and the first declared over later ones. Its other names are `aliases`, ports of lower modules
///   are `module_pins`, the lower modules `modules`. Names are without the backslash of escaped names, but
///   where two objects would be spelled alike (`\x/y ` and y inside x) the escaped one keeps a backslash
///   before each `/`, `[`, `]` and `\` of its own name, and that is counted.
/// * Bits of buses are `name[i]`, from left to right; a bit outside of its bus is a net of its own. A
///   connection that is wider or narrower than its port is aligned at the right; what is missing is left
///   unconnected, in an assignment 0.
/// * A pin at a literal is on the net `1'b0` or `1'b1`. A net that is assigned a literal keeps its name. Both
///   are in `constants`, as are supply0 and supply1 nets.
/// * A module without instances and assignments is a black box: its instances stay whole, as do those of
///   cells that no file has a module for. A bus at a pin of the latter counts its bits up from 0, left to
///   right, unless the library is passed.
/// * Ports may be expressions of nets, named or not: a port is what stands between two commas of the header.
/// * An undeclared net is legal and scalar: it is added to `wires` and counted. So is everything that is read
///   and not used: parameters, specify blocks, x and z digits, modules that the top does not use, ...
///   Behavioural code, gate primitives, operators but on numbers in ranges and selects, macros and arrays of
///   instances are errors that name the construct.
///
/// Places (`at`) are those of the top module's file, and 0 in modules of other files.
///
/// Shapes: one or more files, each of one or more modules.
/// Cost: linear in the text and in the flat netlist; besides the result, about the text's size in memory.
/// Where: host.
/// Throws: input_error where a text is no such netlist, declares or connects something twice, has modules
/// that contain themselves, or leaves the top module open; argument_error where no file is passed.
model::netlist read_verilog(std::vector<source> const& files, verilog_options const& options,
                            model::diagnostics& seen);

/// `read_verilog` with nothing but the name of the top module; empty: the candidate with most in it.
///
/// Shapes, Cost, Where, Throws: as above.
model::netlist read_verilog(std::vector<source> const& files, std::string const& top,
                            model::diagnostics& seen);

/// `read_verilog` of one file with one module that could be the top.
///
/// Shapes, Cost, Where, Throws: as above.
model::netlist read_verilog(source const& file, model::diagnostics& seen);

/// `read_verilog` on the threads of an executor of the host, with equal records, notes and errors in equal
/// order.
///
/// Shapes, Cost, Throws: as above. Where: the executor's threads.
model::netlist read_verilog(host_threads const& threads, std::vector<source> const& files,
                            verilog_options const& options, model::diagnostics& seen);

/// `read_verilog` of one file with one module that could be the top, on the threads of an executor of the
/// host.
///
/// Shapes, Cost, Throws: as above. Where: the executor's threads.
model::netlist read_verilog(host_threads const& threads, source const& file, model::diagnostics& seen);

}  // namespace gsta::io
