#pragma once

#include <optional>
#include <string>

#include "gsta/core/error.hpp"
#include "gsta/io/source.hpp"
#include "gsta/model/diagnostics.hpp"

/// Small valid files, and what tests of bad input share.
namespace gsta_test {

inline constexpr char const* small_library = R"(/* two cells */
library (demo) {
  time_unit : "1ns";
  capacitive_load_unit (1, pf);
  default_input_pin_cap : 0.001;
  lu_table_template (slew_load) {
    variable_1 : input_net_transition;
    variable_2 : total_output_net_capacitance;
    index_1 ("0.01, 0.02");
    index_2 ("0.001, 0.002, 0.004");
  }
  lu_table_template (check) {
    variable_1 : related_pin_transition;
    variable_2 : constrained_pin_transition;
    index_1 ("0.01, 0.02");
    index_2 ("0.01, 0.02");
  }
  cell (INV) {
    area : 1.0;
    pin (A) { direction : input; capacitance : 0.0015; }
    pin (Y) {
      direction : output;
      function : "!A";
      timing () {
        related_pin : "A";
        timing_sense : negative_unate;
        cell_rise (slew_load) { values ("1, 2, 3", \
                                        "4, 5, 6"); }
        rise_transition (scalar) { values ("0.5"); }
      }
    }
  }
  cell (DFF) {
    ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; }
    pin (CK) { direction : input; clock : true; }
    pin (D) {
      direction : input;
      timing () {
        related_pin : "CK";
        timing_type : setup_rising;
        rise_constraint (check) { values ("0.1, 0.2", "0.3, 0.4"); }
      }
    }
  }
}
)";

inline constexpr char const* small_netlist = R"(// a module
module top (a, b, \out[0] );
  input a, b;
  output \out[0] ;
  wire n1;
  NAND2 u1 ( .A(a), .B(b), .Y(n1) );
  INV \u/2  ( .A(n1), .Y(\out[0] ) ), u3 ( .A(n1), .Y() );
endmodule
)";

inline constexpr char const* small_spef = R"(*SPEF "IEEE 1481-1998"
*DESIGN "top"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 NS
*C_UNIT 1 PF
*R_UNIT 1 OHM
*L_UNIT 1 HENRY
*NAME_MAP
*1 n\[1\]
*2 u1
*PORTS
*1 I *C 0 0
*D_NET *1 0.5
*CONN
*I *2:A I *C 1.0 2.0 *L 0.1 *D INV
*P b O
*N *1:1 *C 0.0 0.0
*CAP
1 *1:1 0.25 // grounded
2 *2:A n2:7 0.125
*RES
1 *2:A *1:1 1500
*END
)";

inline constexpr char const* small_timing = R"(# constraints
clock clk 50 40%
at clk 0 25 0 25
slew clk 10 15 10 15
rat out 10 10 20 20

load out 4
)";

inline constexpr char const* small_ops = R"(report_at -pin u1:a
repower_gate u1 INV_X2
report_slack -late -fall u1:a

read_spef change_1.spef
connect_pin u1:a n1
report_worst_paths -numPaths 3
)";

inline constexpr char const* small_tau2015 = "a_Early.lib a_Late.lib\na.spef a.v\n";

inline gsta::io::source text(std::string const& content) { return gsta::io::source::from_text("x", content); }

/// The error that `call` throws, if it throws one. Anything else that it throws goes through, and fails the
/// test.
template <class F>
std::optional<gsta::input_error> error_of(F const& call) {
  try {
    call();
    return std::nullopt;
  } catch (gsta::input_error const& e) {
    return e;
  }
}

/// How often a kind, given by a part of its words, was counted.
inline std::size_t counted(gsta::model::diagnostics const& seen, std::string const& part) {
  std::size_t n = 0;
  for (auto const& d : seen.entries()) {
    if (d.kind.find(part) != std::string::npos) n += d.count;
  }
  return n;
}

/// `content` with the first `from` replaced.
inline std::string with(std::string content, std::string const& from, std::string const& to) {
  auto const at = content.find(from);
  if (at == std::string::npos) throw gsta::argument_error("the text has no " + from);
  return content.replace(at, from.size(), to);
}

}  // namespace gsta_test
