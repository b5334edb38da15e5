#include "gsta/core/executor.hpp"
#include "gsta/io/snapshot.hpp"
#include "gsta/sta/timer.hpp"
#include "test/fuzz/fuzz_reader.hpp"
#include "test/fuzz/sealed_snapshot.hpp"

namespace {

/// What was taken can be timed, or is refused as any design is.
std::string time_it(gsta::flat_design const& design) {
  if (design.pin_count() > 10000 || design.view().rc.capacitance.size() > 100000) return "large";
  try {
    gsta::host_executor const exec;
    gsta::timer timer(exec, design);
    timer.update(exec);
    auto const late = timer.summary(exec, gsta::split::late);
    return std::string(reinterpret_cast<char const*>(&late.tns), sizeof late.tns);
  } catch (gsta::graph_error const& e) {
    return e.what();
  } catch (gsta::argument_error const& e) {
    return e.what();
  }
}

/// Where arrays are external the timer is the first to look at them, and says the same.
std::string time_borrowed(std::string const& file) {
  try {
    gsta::host_executor const exec;
    auto const kept = std::make_shared<std::string>(file);
    return time_it(gsta::io::lend_snapshot(gsta::host_threads(exec), "fuzz", *kept, kept).design);
  } catch (gsta::input_error const& e) {
    return e.what();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string file(reinterpret_cast<char const*>(data), size);
  for (bool const sealed : {false, true}) {
    if (sealed) gsta_fuzz::seal(file);
    try {
      gsta::host_executor const exec;
      auto const saved = gsta::io::read_snapshot(gsta::host_threads(exec), "fuzz", file);
      for (auto const cell : saved.cell_of_pin)  // what consumers index with
        if (cell != gsta::none && static_cast<std::size_t>(cell) >= saved.cells.size()) std::abort();
      if (time_it(saved.design) != time_borrowed(file)) std::abort();
    } catch (gsta::input_error const& e) {
      gsta_fuzz::check_error(e, file);
      std::string const refused = e.what(), lent = time_borrowed(file);
      if (lent != "large" && !refused.ends_with(lent)) std::abort();
    }
  }
  return 0;
}
