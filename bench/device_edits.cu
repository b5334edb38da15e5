// What an optimiser waits for where the timing lies on a device: random repowers of generated designs with RC
// trees, each with WNS and TNS behind it, beside a live timer of the host; and as many gates repowered at
// once as a column says, on either side, and with where they cross, and how many of these the device timed in
// full. Usage:
// bench_device_edits [--sweep NAME] [--no-sweep] [--patience N] [--words N] [--kinds NAME] [PRESET...];
// without names five sizes, the sweep on superblue18. --patience: steps before a repair gives up; --words:
// from how many on an update is a full one. --kinds: single edits of that design whose update is more than a
// repair, and nothing else. Exits with 1 if the two sides' figures differ.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/credited_case.hpp"
#include "bench/device_machine.cuh"
#include "bench/repower.hpp"
#include "gsta/sta/live_timer.cuh"
#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

namespace {

using clock_type = std::chrono::steady_clock;

double microseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::micro>(clock_type::now() - start).count();
}

/// One side: a netlist of its own, and a timer of it.
template <class Timer, class Executor>
struct side {
  gsta_bench::generated_netlist made;
  Timer timer;
  gsta_bench::repower some;

  side(Executor const& exec, gsta_bench::generated_netlist const& of, unsigned seed = 1,
       gsta::timer_options const& how = {}, gsta::repair_options const& repairs = {})
      : made(of), timer(exec, made.placed.design, how, repairs), some(made, seed) {}

  gsta::slack_summary late, early;
  double once(std::size_t gates, bool required) {
    for (std::size_t i = 0; i < gates; ++i) some.edit(timer.edits());
    return update(required);
  }
  double update(bool required) {
    auto const start = clock_type::now();
    timer.update();
    auto const both = timer.figures();
    late = both.late, early = both.early;
    if (required) timer.finish();
    return microseconds_since(start);
  }
  /// `required`: required times of nodes too, where they wait to be asked for.
  std::vector<double> times(std::size_t gates, int runs, bool required = false) {
    std::vector<double> all;
    for (int i = 0; i < runs; ++i) all.push_back(once(gates, required));
    std::sort(all.begin(), all.end());
    return all;
  }
};
using device_side = side<gsta::live_timer<gsta::cuda_executor>, gsta::cuda_executor>;
using host_side = side<gsta::live_timer<gsta::host_executor>, gsta::host_executor>;

bool same(gsta::slack_summary const& a, gsta::slack_summary const& b) {
  return a.wns == b.wns && a.tns == b.tns && a.tns_rf == b.tns_rf && a.violations == b.violations &&
         a.endpoints == b.endpoints;
}

double at(std::vector<double> const& sorted, double share) {
  return sorted[std::min(sorted.size() - 1,
                         static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
}

struct both_sides {
  std::unique_ptr<device_side> device;
  std::unique_ptr<host_side> host;
};

bool equal(char const* where, both_sides const& of) {
  bool const fine = same(of.device->late, of.host->late) && same(of.device->early, of.host->early);
  if (!fine)
    std::printf("FAIL %s: wns %.9g and %.9g, tns %.17g and %.17g\n", where,
                static_cast<double>(of.device->late.wns), static_cast<double>(of.host->late.wns),
                of.device->late.tns, of.host->late.tns);
  return fine;
}

double full_update(gsta::cuda_executor const& exec, device_side& of) {
  auto& timer = const_cast<gsta::timer<gsta::cuda_executor>&>(of.timer.timing());  // it gives the same bits
  std::vector<double> all;
  for (int i = 0; i < 5; ++i) {
    auto const start = clock_type::now();
    timer.update(exec);
    exec.sync();
    all.push_back(microseconds_since(start));
  }
  std::sort(all.begin(), all.end());
  return all[2];
}

/// Single repowers.
bool measure_edits(gsta::cuda_executor const& exec, std::string const& name, both_sides& of) {
  int const warm = 20, runs = 1000;
  of.device->times(1, warm, true);
  of.host->times(1, warm);
  std::vector<double> on_host;
  bool fine = true;
  // Side by side, and compared now and then: what one edit spoils another may put right.
  auto const edit = [&](bool required) {
    std::vector<double> on_device;
    for (int done = 0; done < runs; done += runs / 20) {
      for (double const time : of.device->times(1, runs / 20, required)) on_device.push_back(time);
      for (double const time : of.host->times(1, runs / 20)) on_host.push_back(time);
      fine = fine && equal(name.c_str(), of);
    }
    std::sort(on_device.begin(), on_device.end());
    return on_device;
  };
  auto const before = of.device->timer.figures().counts;
  auto const with_required = edit(true);
  auto const after = of.device->timer.figures().counts;
  auto const on_device = edit(false);
  std::sort(on_host.begin(), on_host.end());
  auto const mean = [&](std::uint64_t a, std::uint64_t b) { return static_cast<double>(b - a) / runs; };
  std::printf("| %s | %zu | %zu | %.0f / %.0f / %.0f | %.0f / %.0f | %.0f / %.0f | %.0f / %.0f | %.0f |\n",
              name.c_str(), of.device->made.placed.design.pin_load.size(),
              of.device->timer.timing().order().count(), mean(before.pins, after.pins),
              mean(before.nodes, after.nodes), mean(before.required, after.required), at(on_device, 0.5),
              at(on_device, 0.99), at(with_required, 0.5), at(with_required, 0.99), at(on_host, 0.5),
              at(on_host, 0.99), full_update(exec, *of.device));
  auto const& counts = of.device->timer.counts();
  if (counts.gave_up + counts.full > 0)
    std::printf("%llu of %llu gave up, %llu were full ones from the start\n",
                static_cast<unsigned long long>(counts.gave_up),
                static_cast<unsigned long long>(counts.updates),
                static_cast<unsigned long long>(counts.full));
  std::fflush(stdout);
  return fine;
}

/// Another network of a net: as many nodes as it has sinks, in a chain, and other values each time.
void set_chain(gsta::flat_editor& edits, std::size_t net, int turn) {
  auto const& d = edits.design();
  gsta::wire_network wire{0, {1}, {gsta::none}, {}, {}, {}};
  for (gsta::id a = d.net_begin[net]; a < d.net_begin[net + 1]; ++a) {
    auto const node = static_cast<gsta::id>(wire.capacitance.size());
    wire.capacitance.push_back(0.5f + 0.1f * static_cast<float>(turn % 7));
    wire.sink.push_back(d.net_sink[static_cast<std::size_t>(a)]);
    wire.a.push_back(node - 1);
    wire.b.push_back(node);
    wire.resistance.push_back(0.1f);
  }
  edits.set_wire(static_cast<gsta::id>(net), wire);
}

/// Single edits whose update is more than a repair, beside a live timer, which repairs what it can.
bool measure_kinds(gsta::cuda_executor const& exec, std::string const& name) {
  auto made_by = gsta_bench::credited_options(name, 8);
  made_by.wires = gsta_bench::generated_wires::tree;
  auto const made = gsta_bench::generate_netlist(made_by);
  struct kind {
    char const* what;
    gsta::timer_options how;
    bool networks, structure;
  };
  std::vector<kind> kinds{{"a repower", {}, false, false},
                          {"a repower, with credits", {}, false, false},
                          {"a repower, effective capacitances", {}, false, false},
                          {"another network of a net", {}, true, false},
                          {"an arc more", {}, false, true}};
  kinds[1].how.credits = gsta::common_path::by_edge;
  kinds[2].how.delays.model = gsta::cell_model::effective;
  std::printf("\n%s, ms, medians of twenty:\n\n| edit | device | host, live | full, made anew of 23 |\n",
              name.c_str());
  std::puts("|---|---|---|---|");
  bool fine = true;
  for (auto const& [what, how, networks, structure] : kinds) {
    both_sides of{std::make_unique<device_side>(exec, made, 1, how),
                  std::make_unique<host_side>(gsta::host_executor{}, made, 1, how)};
    std::vector<double> on_device, on_host;
    auto const edit = [&, networks = networks, structure = structure](auto& side, int i) {
      auto const& d = side.made.placed.design;
      auto const start = clock_type::now();
      if (structure)  // beside the first one
        side.timer.edit_structure([&](gsta::structure_editor& edits) {
          edits.add_arc(d.arc_from[0], d.arc_to[0], d.arc_type_of[0]);
        });
      else if (networks)
        set_chain(side.timer.edits(), 1000 * static_cast<std::size_t>(i) % d.net_driver.size(), i);
      else
        side.some.edit(side.timer.edits());
      double const before = structure ? microseconds_since(start) : 0;
      return before + side.update(false);
    };
    for (int i = 0; i < 23; ++i) {
      double const device = edit(*of.device, i), host = edit(*of.host, i);
      if (i < 3) continue;
      on_device.push_back(device), on_host.push_back(host);
    }
    std::sort(on_device.begin(), on_device.end()), std::sort(on_host.begin(), on_host.end());
    auto const& counts = of.device->timer.counts();
    std::printf("| %s | %.3f | %.3f | %llu, %llu |\n", what, at(on_device, 0.5) / 1e3, at(on_host, 0.5) / 1e3,
                static_cast<unsigned long long>(counts.full),
                static_cast<unsigned long long>(counts.rebuilds));
    std::fflush(stdout);
    fine = equal(what, of) && fine;
  }
  return fine;
}

#ifdef GSTA_HAS_TBB
using threads_side =
    side<gsta::live_timer<gsta::tbb_executor, gsta::repair_walker::levels>, gsta::tbb_executor>;
std::unique_ptr<threads_side> make_threads_side(both_sides const& of) {
  return std::make_unique<threads_side>(gsta::tbb_executor{}, of.device->made,
                                        1u << 30);  // other edits than it has
}
#else
using threads_side = host_side;
std::unique_ptr<threads_side> make_threads_side(both_sides const&) { return nullptr; }
#endif

/// Many gates at once.
class sweep {
 public:
  sweep(std::string const& name, both_sides& of) : of_(of), threads_(make_threads_side(of)) {
    std::printf(
        "\n%s, so many gates repowered at once, WNS and TNS read; ms, medians:\n\n| gates | words | device "
        "| timed in full there | host, one thread | host, all threads | faster "
        "|\n|---|---|---|---|---|---|---|\n",
        name.c_str());
  }

  /// False where the sides' figures differ.
  bool run() {
    std::size_t const gates = of_.device->made.instances.size();
    bool fine = true;
    std::size_t last = 0;
    for (std::size_t const k :
         {1, 10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000, 300000, 1000000, 10000000}) {
      std::size_t const some = std::min(k, gates);
      if (std::exchange(last, some) == some) continue;
      fine = at_once(some) && fine;
    }
    std::printf(
        "\nThe device is faster from above %.0f gates on (ICCAD'20, figures 11 to 13: 67,000 candidates, "
        "40,000 nets, 45,000 gates).\n",
        crossing_);
    return fine;
  }

 private:
  bool at_once(std::size_t some) {
    int const runs = some <= 100 ? 21 : some <= 3000 ? 7 : some <= 30000 ? 3 : 1;
    auto const before = of_.device->timer.counts();
    double const device = at(of_.device->times(some, runs), 0.5), one = at(of_.host->times(some, runs), 0.5);
    auto const now = of_.device->timer.counts();
    double const all = threads_ ? at(threads_->times(some, runs), 0.5) : one, host = std::min(one, all);
    std::printf("| %zu | %.0f | %.3f | %llu of %d | %.3f | %.3f | %s |\n", some,
                static_cast<double>(now.words - before.words) / runs, device / 1e3,
                static_cast<unsigned long long>(now.full + now.gave_up - before.full - before.gave_up), runs,
                one / 1e3, all / 1e3, device < host ? "device" : "host");
    std::fflush(stdout);
    if (device >= host) crossing_ = static_cast<double>(some);
    return equal("sweep", of_);
  }

  both_sides& of_;
  std::unique_ptr<threads_side> threads_;
  double crossing_ = 0;  // the largest size at which the host is faster
};

gsta_bench::generated_netlist netlist_of(std::string const& name) {
  auto options = gsta_bench::preset(name);
  options.wires = gsta_bench::generated_wires::tree;
  return gsta_bench::generate_netlist(options);
}

}  // namespace

int main(int argc, char** argv) {
  if (!gsta::cuda_available()) return std::puts("no CUDA device"), 0;
  std::vector<std::string> names;
  std::string swept = "superblue18", kinds_of;
  gsta::repair_options repairs;
  for (int i = 1; i < argc; ++i) {
    std::string const word = argv[i];
    if (word == "--no-sweep")
      swept.clear();
    else if (word == "--sweep" && i + 1 < argc)
      swept = argv[++i];
    else if (word == "--kinds" && i + 1 < argc)
      kinds_of = argv[++i];
    else if (word == "--patience" && i + 1 < argc)
      repairs.patience = std::strtoull(argv[++i], nullptr, 10);
    else if (word == "--words" && i + 1 < argc)
      repairs.in_full = std::strtoull(argv[++i], nullptr, 10);
    else
      names.push_back(word);
  }
  if (names.empty()) names = {"pins37k", "aes_core", "vga_lcd", "superblue18", "superblue10"};
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::cuda_executor const exec(stream.get(), memory);
  gsta_bench::keep_memory();
  if (!kinds_of.empty()) return measure_kinds(exec, kinds_of) ? 0 : 1;
  std::vector<std::future<gsta_bench::generated_netlist>> making;
  for (auto const& name : names)
    making.push_back(std::async(std::launch::async, [name] { return netlist_of(name); }));
  std::puts(
      "| design | pins | levels | delays / arrivals / required times found | device, us: half, 99 % | with "
      "required times "
      "| host, one thread, us: half, 99 % | full update on the device, us "
      "|\n|---|---|---|---|---|---|---|---|\n");
  bool fine = true;
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto const made = making[i].get();
    both_sides of;
    auto host = std::async(std::launch::async,
                           [&] { return std::make_unique<host_side>(gsta::host_executor{}, made); });
    of.device = std::make_unique<device_side>(exec, made, 1, gsta::timer_options{}, repairs);
    of.host = host.get();
    fine = measure_edits(exec, names[i], of) && fine;
    if (names[i] == swept) fine = sweep(names[i], of).run() && fine;
  }
  return fine ? 0 : 1;
}
