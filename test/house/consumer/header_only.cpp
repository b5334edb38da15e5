#include <gsta/core/error.hpp>
#include <gsta/io/liberty.hpp>
#include <gsta/io/spef.hpp>
#include <gsta/io/tau15.hpp>
#include <gsta/io/verilog.hpp>

gsta::io::source text();

int main() {
  gsta::model::diagnostics seen;
  try {
    gsta::io::read_liberty(text(), seen);
  } catch (gsta::input_error const& problem) {
    return problem.file == "x.lib" && problem.line == 2 ? 0 : 1;
  }
  return 1;
}
