// What an optimiser waits for: random repowers of generated designs, each with WNS and TNS behind it, by a
// live timer; the same tried and rolled back; buffers put in, an edit of the structure each; and what a whole
// update costs beside it. Edits that were not incremental are counted before buffers come, sweeps of all
// lanes and of all loops through latches too.
// Usage: bench_edits [--credits] [--ceff] [--stars] [--latches] [PRESET...]; without words several sizes,
// with RC trees. --latches: registers are latches of two phases, some of which lend time. A row a design:
// microseconds, half of the edits and 99 % of them are below.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "bench/generate.hpp"
#include "bench/give_latches.hpp"
#include "bench/repower.hpp"
#include "gsta/sta/live_timer.hpp"
#include "test/support/random.hpp"

namespace {

using gsta::id;
using clock_type = std::chrono::steady_clock;
using live = gsta::live_timer<gsta::host_executor>;

double microseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::micro>(clock_type::now() - start).count();
}

struct quantiles {
  double half, most;

  static quantiles of(std::vector<double> all) {
    std::sort(all.begin(), all.end());
    return {all[all.size() / 2], all[all.size() * 99 / 100]};
  }
};

/// Puts an inverter into a net, in front of half of its sinks.
class buffers {
 public:
  buffers(gsta_bench::generated_netlist const& of, std::uint64_t seed) : random_(seed) {
    for (auto const& cell : of.library.cells) {
      if (cell.inputs() != 1 || cell.is_register) continue;
      pattern_ = {{{"A", gsta::same_value(cell.input_load)}, {"Y", {}}}, {{0, 1, cell.first_arc}}, {}};
    }
  }

  void insert(live& timer) {
    timer.edit_structure([&](gsta::structure_editor& edits) {
      auto const& design = timer.edits().design();
      id const net = random_.below(static_cast<int>(design.net_driver.size()));
      auto const first = design.net_sink.begin();
      std::vector<id> sinks(first + design.net_begin[static_cast<std::size_t>(net)],
                            first + design.net_begin[static_cast<std::size_t>(net) + 1]);
      sinks.resize((sinks.size() + 1) / 2);
      edits.insert_buffer(net, sinks, pattern_, 0, 1);
    });
  }

 private:
  gsta_test::prng random_;
  gsta::gate_pattern pattern_;
};

/// One edit with its figures, `n` times.
template <class Once>
quantiles measure(int n, Once const& once) {
  std::vector<double> all;
  for (int i = 0; i < n; ++i) {
    auto const start = clock_type::now();
    once();
    all.push_back(microseconds_since(start));
  }
  return quantiles::of(std::move(all));
}

/// A period at which the longest of paths borrow, and no loop grows.
double borrowing_period(gsta::flat_design const& design) {
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> plain(exec, design);
  plain.update(exec);
  float most = 0;
  for (auto const& check : plain.view().checks.check)
    for (int c = 2; c < gsta::conditions; ++c)
      most = std::max(most, plain.view().node_arrival[check.data][c]);
  return 1.5 * static_cast<double>(most);
}

void measure(std::string_view name, gsta_bench::generate_options const& options, gsta::timer_options how,
             bool latches) {
  auto made = gsta_bench::generate_netlist(options);
  gsta::host_executor const exec;
  if (latches) gsta_bench::give_latches(made, borrowing_period(made.placed.design));
  live timer(exec, made.placed.design, how);
  std::size_t const pins = made.placed.design.pin_load.size();
  gsta_bench::repower some(made, 1);
  double figures = 0;  // read, so that nothing is left out
  auto const read = [&] {
    for (auto const side : {gsta::split::early, gsta::split::late}) {
      auto const of = timer.summary(side);
      figures += static_cast<double>(of.wns) + of.tns;
    }
  };
  auto const time_one = [&] {
    some.edit(timer.edits());
    timer.update();
    read();
  };
  measure(50, time_one);  // caches
  auto const before = timer.repaired();
  int const edits = 2000;
  auto const kept = measure(edits, time_one);
  auto const after = timer.repaired();
  auto const tried = measure(edits, [&] {
    timer.begin();
    time_one();
    timer.roll_back();
  });
  auto const in_full =
      timer.counts().rebuilds + timer.counts().full + timer.counts().full_credits + timer.counts().full_loops;
  buffers more(made, 2);
  std::uint64_t found = 0;  // a new structure counts from 0
  auto const structure = measure(20, [&] {
    more.insert(timer);
    read();
    found += timer.repaired().pins;
  });
  gsta::timer<gsta::host_executor> whole(exec, made.placed.design, how);
  auto const full = measure(5, [&] { whole.update(exec); });
  auto const mean = [&](std::uint64_t a, std::uint64_t b) { return static_cast<double>(b - a) / edits; };
  std::printf(
      "| %s | %zu | %.0f / %.0f / %.0f | %.1f / %.1f | %.1f / %.1f | %.0f (%.0f) | %.0f | %.0f | %llu |\n",
      std::string(name).c_str(), pins, mean(before.pins, after.pins), mean(before.nodes, after.nodes),
      mean(before.required, after.required), kept.half, kept.most, tried.half, tried.most, structure.half,
      static_cast<double>(found) / 20, full.half, full.half / kept.half,
      static_cast<unsigned long long>(in_full));
  std::fflush(stdout);
  if (figures > 0) std::puts("a worst slack above zero: no design here meets its constraints");
}

}  // namespace

int main(int argc, char** argv) {
  gsta::timer_options how;
  auto wires = gsta_bench::generated_wires::tree;
  bool latches = false;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    std::string const word = argv[i];
    if (word == "--credits")
      how.credits = gsta::common_path::by_pin;
    else if (word == "--ceff")
      how.delays.model = gsta::cell_model::effective;
    else if (word == "--stars")
      wires = gsta_bench::generated_wires::star;
    else if (word == "--latches")
      latches = true;
    else
      names.push_back(word);
  }
  if (names.empty()) names = {"small", "aes_core", "80k", "vga_lcd", "superblue18"};
  std::puts(
      "| design | pins | delays / arrivals / required times found | edit, us | tried and taken back, us | "
      "buffer put in, us (delays found) | full update, us | ratio | not incremental "
      "|\n|---|---|---|---|---|---|---|---|---|");
  for (auto const& name : names) {
    auto options = gsta_bench::preset_to_edit(name);
    options.wires = wires;
    measure(name, options, how, latches);
  }
}
