#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/generate.hpp"
#include "bench/generate_liberty.hpp"
#include "bench/generate_text.hpp"

namespace gsta_bench {

namespace detail {
inline text_file verilog_of(generated_netlist const& from, design_names const& names) {
  gsta::flat_design const& d = from.placed.design;
  std::size_t const ports = from.inputs + 1 + from.outputs;
  std::vector<std::size_t> net_of(d.pin_load.size());
  text_file out, declarations, assignments;
  for (std::size_t net = 0; net < d.net_driver.size(); ++net) {
    net_of[static_cast<std::size_t>(d.net_driver[net])] = net;
    bool const from_port = names.is_port(d.net_driver[net]);
    if (!from_port) declarations << "  wire " << names.net(net) << ";\n";
    for (gsta::id k = d.net_begin[net]; k < d.net_begin[net + 1]; ++k) {
      gsta::id const sink = d.net_sink[k];
      net_of[static_cast<std::size_t>(sink)] = net;
      if (names.is_port(sink))
        assignments << "  assign " << names.port(sink) << " = " << names.net(net) << ";\n";
    }
  }
  out << "module generated (";
  for (std::size_t i = 0; i < ports; ++i) out << (i == 0 ? "" : ", ") << names.port(static_cast<gsta::id>(i));
  out << ");\n";
  for (std::size_t i = 0; i < ports; ++i)
    out << (i <= from.inputs ? "  input " : "  output ") << names.port(static_cast<gsta::id>(i)) << ";\n";
  out << declarations.text() << assignments.text();
  for (std::size_t i = 0; i < from.instances.size(); ++i) {
    generated_cell const& cell = names.cell_of(i);
    out << "  c" << from.instances[i].cell << " u" << i << " (";
    for (int k = 0; k <= cell.inputs(); ++k) {
      auto const pin = static_cast<std::size_t>(from.instances[i].first_pin + k);
      out << (k == 0 ? "." : ", .") << design_names::cell_pin(cell, k) << "(" << names.net(net_of[pin])
          << ")";
    }
    out << ");\n";
  }
  out << "endmodule\n";
  return out;
}

inline text_file spef_of(generated_netlist const& from, design_names const& names) {
  gsta::flat_design const& d = from.placed.design;
  text_file out;
  out << "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"generated\"\n*DATE \"\"\n*VENDOR \"\"\n*PROGRAM "
         "\"bench_generate\"\n"
      << "*VERSION \"1\"\n*DESIGN_FLOW \"\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n"
      << "*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 UH\n";
  for (std::size_t net = 0; net < d.net_driver.size(); ++net) {
    gsta::id const first = d.rc_node_begin[net], last = d.rc_node_begin[net + 1];
    if (first == last) continue;
    float total = 0;
    for (gsta::id n = first; n < last; ++n) total += d.rc_capacitance[n];
    out << "\n*D_NET " << names.net(net) << " " << total << "\n*CONN\n";
    auto const connect = [&](gsta::id pin, bool drives) {
      bool const port = names.is_port(pin);
      out << (port ? "*P " : "*I ") << names.pin(pin, ':') << (port == drives ? " I\n" : " O\n");
    };
    connect(d.net_driver[net], true);
    for (gsta::id k = d.net_begin[net]; k < d.net_begin[net + 1]; ++k) connect(d.net_sink[k], false);
    auto const node = [&](gsta::id local) -> std::string {
      gsta::id const sink = d.rc_node_sink[first + local];
      if (local == d.rc_root[net]) return names.pin(d.net_driver[net], ':');
      if (sink != gsta::none) return names.pin(d.net_sink[sink], ':');
      return names.net(net) + ":" + std::to_string(local);
    };
    out << "*CAP\n";
    for (gsta::id n = first; n < last; ++n)
      out << n - first + 1 << " " << node(n - first) << " " << d.rc_capacitance[n] << "\n";
    out << "*RES\n";
    gsta::id const edge = d.rc_edge_begin[net];
    for (gsta::id e = edge; e < d.rc_edge_begin[net + 1]; ++e)
      out << e - edge + 1 << " " << node(d.rc_edge_a[e]) << " " << node(d.rc_edge_b[e]) << " "
          << d.rc_resistance[e] << "\n";
    out << "*END\n";
  }
  return out;
}

/// Factors of 1 are left out, and so are arcs without a factor in the arrays.
inline void add_derates(text_file& out, generate_options const& options) {
  auto const add = [&](char const* kind, int thousandths) {
    if (thousandths != 1000) out << "set_timing_derate " << kind << " " << derate_factor(thousandths) << "\n";
  };
  add("-early -clock", options.clock_derate_early);
  add("-late -clock", options.clock_derate_late);
  add("-early -data", options.data_derate_early);
  add("-late -data", options.data_derate_late);
}

/// As SDC in ps and fF, which are the library's units.
inline text_file sdc_of(generated_netlist const& from, design_names const& names,
                        generate_options const& options) {
  gsta::flat_design const& d = from.placed.design;
  text_file out;
  float const period = gsta::to_picoseconds(d.clocks[0].period);
  out << "create_clock -name clock -period " << period
      << " [get_ports clk]\nset_propagated_clock [get_clocks clock]\n";
  for (auto const& source : d.sources) {
    std::string const port = " [get_ports " + names.port(source.pin) + "]\n";
    out << "set_input_transition " << d.asserted_slew[source.pin][0] << port;
    if (static_cast<std::size_t>(source.pin) == from.inputs) continue;
    out << "set_input_delay -clock clock -min " << source.arrival[0] << port
        << "set_input_delay -clock clock -max " << source.arrival[2] << port;
  }
  for (gsta::id const pin : d.outputs) {
    out << "set_output_delay -clock clock 0 [get_ports " << names.port(pin) << "]\nset_load -pin_load "
        << d.pin_load[pin][0] << " [get_ports " << names.port(pin) << "]\n";
  }
  add_derates(out, options);
  return out;
}

/// As the TAU contest writes it.
inline text_file timing_of(generated_netlist const& from, design_names const& names) {
  gsta::flat_design const& d = from.placed.design;
  text_file out;
  auto const four = [&](char const* what, gsta::id pin, gsta::per_condition<float> const& values) {
    out << what << " " << names.port(pin);
    for (int c = 0; c < gsta::conditions; ++c) out << " " << values[c];
    out << "\n";
  };
  out << "clock clk " << gsta::to_picoseconds(d.clocks[0].period) << " 50\n";
  for (auto const& source : d.sources) {
    four("at", source.pin, source.arrival);
    four("slew", source.pin, d.asserted_slew[source.pin]);
  }
  for (auto const& requirement : d.requirements) {
    four("rat", requirement.pin, requirement.required);
    out << "load " << names.port(requirement.pin) << " " << d.pin_load[requirement.pin][0] << "\n";
  }
  return out;
}
}  // namespace detail

/// Writes a generated design as files: early.lib, late.lib, generated.v, generated.spef, generated.sdc and,
/// as the TAU contest has them, generated.timing and generated.tau2015. `sta` and `tau15` read them; slacks
/// of endpoints are those of the arrays. SDC knows no input of which nothing is known: there the slews of
/// `undefined_inputs` are 0. The contest knows no derates: with them its two files are not written.
///
/// Shapes: designs of up to some hundred thousand pins are meant. Units: ps, fF, kOhm. Cost: O(pins), all of
/// a file in memory. Where: host. Throws: argument_error for more than one tag or wires without arrays;
/// input_error where a file cannot be written.
inline void write_files(generate_options const& options, std::filesystem::path const& folder) {
  gsta::require(options.tags == 1, "write_files: several tags cannot be written");
  gsta::require(options.wires != generated_wires::placed, "write_files: wires are stars or trees");
  auto const made = generate_netlist(options);
  detail::design_names const names(made);
  std::filesystem::create_directories(folder);
  detail::liberty_writer(made, false).make().save(folder / "early.lib");
  detail::liberty_writer(made, true).make().save(folder / "late.lib");
  detail::verilog_of(made, names).save(folder / "generated.v");
  detail::spef_of(made, names).save(folder / "generated.spef");
  detail::sdc_of(made, names, options).save(folder / "generated.sdc");
  if (options.has_derates()) return;
  detail::timing_of(made, names).save(folder / "generated.timing");
  detail::text_file contest;
  contest << "early.lib late.lib generated.spef generated.v\n";
  contest.save(folder / "generated.tau2015");
}

}  // namespace gsta_bench
