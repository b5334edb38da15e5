// Needs: gsta::io
// Prints: better by more than half
// Prints: the same bits as a timer from scratch
// Gate sizing on a live timer: gates on violating paths are tried wider, one at a time; what helps TNS stays,
// the rest is rolled back. Each try costs what it changes, not what the design is large.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <gsta/flat/flatten.hpp>
#include <gsta/gsta.hpp>
#include <gsta/io/liberty.hpp>
#include <gsta/io/sdc.hpp>
#include <gsta/io/spef.hpp>
#include <gsta/io/verilog.hpp>
#include <gsta/sta/live_timer.hpp>
#include <map>
#include <utility>
#include <vector>

namespace {

using gsta::id;
using live = gsta::live_timer<gsta::host_executor>;

/// Gates twice as wide, of which the library has few: the same delays and slews at twice the load, and twice
/// the load at the inputs.
class sizer {
 public:
  explicit sizer(gsta::flat_design const& design) : arcs_into_(design.pin_load.size()) {
    for (std::size_t i = 0; i < design.arc_to.size(); ++i) {
      auto const& type = design.arc_types[design.arc_type_of[i]];
      if (!type.launches && !type.beyond_no_load && type.slew[0] != gsta::none)
        arcs_into_[design.arc_to[i]].push_back(static_cast<id>(i));
    }
  }
  bool is_gate(id output) const { return !arcs_into_[output].empty(); }

  void widen(gsta::flat_editor& edits, id output) {
    std::vector<id> inputs;
    for (id const arc : arcs_into_[output]) {
      edits.set_arc_type(arc, wider(edits, edits.design().arc_type_of[arc]));
      inputs.push_back(edits.design().arc_from[arc]);
    }
    std::sort(inputs.begin(), inputs.end());
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
    for (id const input : inputs) {
      auto load = edits.design().pin_load[input];
      for (int c = 0; c < gsta::conditions; ++c) load[c] *= 2;
      edits.set_pin_load(input, load);
    }
  }

 private:
  id wider(gsta::flat_editor& edits, id type) {
    if (auto const known = wider_.find(type); known != wider_.end()) return known->second;
    gsta::arc_type made = edits.design().arc_types[type];
    for (int c = 0; c < gsta::conditions; ++c) {
      if (made.delay[c] != gsta::none) made.delay[c] = stretched(edits, made.delay[c]);
      if (made.slew[c] != gsta::none) made.slew[c] = stretched(edits, made.slew[c]);
    }
    return wider_[type] = edits.add_arc_type(made);
  }
  /// A table with twice the loads.
  static id stretched(gsta::flat_editor& edits, id table) {
    auto const pool = edits.design().luts.view();
    auto const& of = pool.tables[table];
    auto const axis = [&](id a) {
      float const* const first = pool.axis_points.data();
      return std::vector<float>(first + pool.axis_begin[a], first + pool.axis_begin[a + 1]);
    };
    auto slews = axis(of.x_axis), loads = axis(of.y_axis);
    float const* const first = pool.values.data() + of.values;
    std::vector<float> const values(first, first + slews.size() * loads.size());
    for (float& load : loads) load *= 2;
    return edits.add_table(std::move(slews), std::move(loads), values);
  }

  gsta::vector_by_id<std::vector<id>> arcs_into_;  // [pins]
  std::map<id, id> wider_;
};

/// Outputs of gates with a negative setup slack, the worst first.
std::vector<id> violating(live const& timer, sizer const& gates) {
  auto const& now = timer.timing();
  std::vector<std::pair<float, id>> found;
  for (std::size_t node = 0; node < now.nodes().count(); ++node) {
    id const pin = now.nodes().one_per_pin ? static_cast<id>(node) : now.view().node_pin[node];
    auto const& slack = now.view().node_slack[node];
    float const late = std::min(slack[2], slack[3]);  // rise and fall
    if (late < 0 && gates.is_gate(pin)) found.push_back({late, pin});
  }
  std::sort(found.begin(), found.end());
  std::vector<id> pins;
  for (auto const& [slack, pin] : found) pins.push_back(pin);
  return pins;
}

}  // namespace

int main() try {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;
  auto const library = io::read_liberty(io::load("designs/riscling/plain45.lib"), notes);
  auto const netlist = io::read_verilog(io::load("designs/riscling/riscling.v.gz"), notes);
  auto const wires = io::read_spef(io::load("designs/riscling/riscling.spef.gz"), notes);
  auto const constraints = io::read_sdc(io::load("designs/riscling/riscling.sdc"), netlist, library, notes);
  auto design = gsta::flatten({library, library, netlist, wires, constraints}, {}, notes);

  gsta::host_executor const exec;
  gsta::timer_options const how{{gsta::wire_slew::keep, gsta::negative_slew::clip}};
  live timer(exec, design, how);
  sizer gates(design);
  double const before = timer.summary(gsta::split::late).tns;
  double best = before;
  int tried = 0, kept = 0;
  std::chrono::duration<double, std::micro> timing{};
  auto const timed = [&](auto const& work) {
    auto const start = std::chrono::steady_clock::now();
    work();
    timing += std::chrono::steady_clock::now() - start;
  };
  for (bool gains = true; gains;) {
    gains = false;
    for (id const output : violating(timer, gates)) {
      ++tried;
      timed([&] { timer.begin(); });
      gates.widen(timer.edits(), output);
      timed([&] { timer.update(); });
      double const now = timer.summary(gsta::split::late).tns;
      if (now > best + 0.01) {
        timer.commit();
        best = now, gains = true, ++kept;
      } else {
        timed([&] { timer.roll_back(); });
      }
    }
  }
  std::printf("%d gates tried wider, %d kept; %.1f us of timing a try\n", tried, kept,
              timing.count() / tried);
  std::printf("TNS %.2f ps -> %.2f ps%s\n", before, best,
              best > before / 2 ? ": better by more than half" : "");

  gsta::timer whole(exec, design, how);
  whole.update(exec);
  auto const &a = timer.timing().slacks().node_slack, &b = whole.slacks().node_slack;
  bool const same = a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0;
  std::puts(same ? "slacks have the same bits as a timer from scratch"
                 : "slacks differ from a timer from scratch");
} catch (gsta::error const& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
