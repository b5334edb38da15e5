#include "gsta/core/error.hpp"
#include "gsta/flat/flatten.hpp"
#include "gsta/io/library_snapshot.hpp"
#include "test/fuzz/fuzz_reader.hpp"
#include "test/fuzz/sealed_snapshot.hpp"

namespace {

/// What was taken can be flattened, an instance of each cell with all its pins on one net or on two, or is
/// refused as any library is.
void flatten_it(gsta::model::library const& library) {
  gsta::model::netlist netlist;
  netlist.name = "top";
  for (std::size_t c = 0; c < library.cells.size() && c < 100; ++c) {
    gsta::model::instance one;
    one.name = "u" + std::to_string(c);
    one.cell = library.cells[c].name;
    for (std::size_t p = 0; p < library.cells[c].pins.size(); ++p) {
      auto const& pin = library.cells[c].pins[p];
      bool const drives = pin.direction == gsta::model::direction::output;
      auto const own = "n" + std::to_string(c) + "_" + std::to_string(p);
      auto const before = "n" + std::to_string(c > 0 ? c - 1 : 0) + "_0";
      one.connections.push_back({pin.name, drives ? own : before, {}});
    }
    netlist.instances.push_back(std::move(one));
  }
  gsta::model::diagnostics notes;
  try {
    (void)gsta::flatten({library, library, netlist, {}, {}}, {}, notes);
  } catch (gsta::input_error const&) {
  } catch (gsta::graph_error const&) {
  } catch (gsta::argument_error const&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string file(reinterpret_cast<char const*>(data), size);
  for (bool const sealed : {false, true}) {
    if (sealed) gsta_fuzz::seal(file);
    try {
      gsta::model::diagnostics seen;
      flatten_it(gsta::io::read_library_snapshot("fuzz", file, seen));
    } catch (gsta::input_error const& e) {
      gsta_fuzz::check_error(e, file);
    }
  }
  return 0;
}
