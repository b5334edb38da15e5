#include "gsta/io/liberty.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/verilog.hpp"
#include "test/fuzz/fuzz_reader.hpp"

namespace {

constexpr char const* library_text = R"(library (l) { capacitive_load_unit (1, ff);
  cell (BUF) { pin (A) { direction : input; } pin (Y) { direction : output; function : "A"; } }
  cell (DFF) { ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; }
    pin (D) { direction : input; } pin (CK) { direction : input; clock : true; } pin (Q) { direction : output; } } }
)";
constexpr char const* netlist_text = R"(module low (g, z);
  input g;
  output z;
  BUF b2 (.A(g), .Y(z));
endmodule
module top (clk, clk2, \d[0] , \d[1] , q, w);
  input clk, clk2, \d[0] , \d[1] ;
  input [1:0] w;
  output q;
  DFF r1 (.D(\d[0] ), .CK(clk), .Q(n1));
  BUF \u/b  (.A(n1), .Y(q));
  low m1 (.g(w[0]), .z(n2));
endmodule
)";

/// What the names in an SDC file can stand for. Read once: it is the same for every input.
struct design {
  gsta::model::diagnostics seen;
  gsta::model::library library =
      gsta::io::read_liberty(gsta::io::source::from_text("library", library_text), seen);
  gsta::model::netlist netlist =
      gsta::io::read_verilog(gsta::io::source::from_text("netlist", netlist_text), seen);
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static design const of;
  return gsta_fuzz::run(data, size, [](gsta::io::source const& file) {
    gsta::model::diagnostics seen;
    gsta::io::sdc_options limits;
    limits.max_commands = 10'000;  // so that endless loops, which are legal, do not take all the time
    limits.max_seconds = 2;
    limits.own_process = false;  // so that the fuzzer sees what runs, and what is wrong with it
    limits.variables = {{"PERIOD", "2"}};
    limits.lenient = file.text().size() % 2 == 0;  // both ways
    (void)gsta::io::read_sdc(file, of.netlist, of.library, seen, limits);
  });
}
