#include <gsta/core/with_executor.hpp>
#include <gsta/flat/flatten.hpp>
#include <gsta/io/liberty.hpp>
#include <gsta/sta/timer.hpp>

/// A design of one pin, on the calling thread and on oneTBB's where it is linked, and a reader's refusal.
int main() {
  gsta::flat_design design;
  gsta::id const pin = design.add_pin();
  design.sources.push_back({.pin = pin, .arrival = gsta::same_value(3)});
  design.requirements.push_back({.pin = pin, .required = {1, 1, 5, 5}});
  float worst = 0;
  for (unsigned const threads : {1u, 2u}) {
    gsta::with_executor(gsta::backend::host, threads, [&](auto const& exec) {
      gsta::timer timer(exec, design);
      timer.update(exec);
      worst += timer.summary(exec, gsta::split::late).worst_slack;
    });
  }
  gsta::model::diagnostics seen;
  try {
    gsta::io::read_liberty(gsta::io::source::from_text("x.lib", "library (a) {\n  cell"), seen);
  } catch (gsta::input_error const& problem) {
    return problem.line == 2 && worst == 4 ? 0 : 1;
  }
  return 1;
}
