// What the worst paths behind an edit cost: random repowers of generated designs, each updated and followed
// by the k worst paths of both splits. In turn by a search in a graph made anew (`find_paths` of arrays
// without slacks), by one in front of the worst checks alone (with slacks), and by the live timer, which
// keeps the graph, its best costs and its forest. Only the search is timed, not the update before it, which
// all share. Usage: bench_live_paths [--credits] [--stars] [PRESET...]; with credits clock paths are derated.
// Without words 80k and vga_lcd, with RC trees. A row a design and k: microseconds, half of the searches and
// 90 % of them are below. Exits with 1 if lists differ.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/generate.hpp"
#include "bench/repower.hpp"
#include "gsta/sta/live_timer.hpp"

namespace {

using arrays_type = gsta::path_arrays<gsta::memory_space::host>;

/// What a search reads: required times without credits, where there are some.
struct searched_arrays {
  gsta::slack_state<gsta::memory_space::host> raw;
  arrays_type arrays;

  searched_arrays(gsta::host_executor const& exec, gsta::timer<gsta::host_executor> const& t)
      : arrays{path_problem_of(t)} {
    if (t.options().credits == gsta::common_path::leave_in) return;
    raw = make_slack_state(exec, 0, t.view().checks.check.size(), t.view().checks.endpoint_pin.size());
    update_checks(exec, t.checks(), t.view().design.luts, gsta::detail::state_of(t).delays,
                  gsta::detail::state_of(t).arrivals, raw);
    arrays.problem.check_required = std::as_const(raw.check_required).view();
    arrays.credits = {t.view().clock_tree, t.view().stage_credit};
  }
};

using live = gsta::live_timer<gsta::host_executor>;

double microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

struct times {
  std::vector<double> all;

  template <class F>
  auto of(F const& once) {
    double const start = microseconds();
    auto result = once();
    all.push_back(microseconds() - start);
    return result;
  }
  double at(std::size_t percent) {
    std::sort(all.begin(), all.end());
    return all[all.size() * percent / 100];
  }
};

bool same(gsta::path_set const& a, gsta::path_set const& b) {
  return a.begin == b.begin && a.node == b.node && a.edge == b.edge && a.arc == b.arc && a.slack == b.slack &&
         a.check == b.check && a.data_edge == b.data_edge;
}

/// False where a list differs.
bool measure(std::string const& name, gsta_bench::generate_options const& options,
             gsta::timer_options const& how) {
  auto made = gsta_bench::generate_netlist(options);
  gsta::host_executor const exec;
  live timer(exec, made.placed.design, how);
  gsta_bench::repower some(made, 1);
  find_paths(exec, timer, {.side = {}});  // which keeps nothing yet
  times first_call;
  first_call.of([&] { return find_paths(exec, timer, {.side = {}}); });
  for (std::size_t const k : {1u, 10u, 1000u}) {
    gsta::path_query const asked{.side = {}, .k = k};
    times fresh, front, kept, update;
    auto const edit = [&] {
      some.edit(timer.edits());
      update.of([&] { return timer.update(), 0; });
    };
    for (int i = 0; i < 400; ++i) {  // only kept: what a loop of edits sees
      edit();
      kept.of([&] { return find_paths(exec, timer, asked); });
    }
    for (int i = 0; i < 20; ++i) {
      edit();
      auto const& t = timer.timing();
      searched_arrays const of(exec, t);
      auto known = of.arrays;
      known.slacks = {t.view().check_slack, t.nodes().order.count()};
      auto const a = fresh.of([&] { return to_path_set(exec, find_paths(exec, of.arrays, asked).view); });
      auto const b = front.of([&] { return to_path_set(exec, find_paths(exec, known, asked).view); });
      auto const c = to_path_set(exec, find_paths(exec, timer, asked).view);
      if (!same(a, c) || !same(a, b)) return false;
    }
    std::printf("| %s | %zu | %zu | %.0f / %.0f | %.0f / %.0f | %.1f / %.1f | %.0f | %.1f | %.0f |\n",
                name.c_str(), made.placed.design.pin_load.size(), k, fresh.at(50), fresh.at(90), front.at(50),
                front.at(90), kept.at(50), kept.at(90), fresh.at(50) / kept.at(50), update.at(50),
                first_call.at(50));
    std::fflush(stdout);
  }
  std::printf("%s: %llu searches, %llu in a graph made anew\n", name.c_str(),
              static_cast<unsigned long long>(timer.counts().path_searches),
              static_cast<unsigned long long>(timer.counts().fresh_paths));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  auto wires = gsta_bench::generated_wires::tree;
  gsta::timer_options how;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--stars")
      wires = gsta_bench::generated_wires::star;
    else if (std::string_view(argv[i]) == "--credits")
      how.credits = gsta::common_path::by_pin;
    else
      names.emplace_back(argv[i]);
  }
  if (names.empty()) names = {"80k", "vga_lcd"};
  std::puts(
      "| design | pins | k | all of it anew, us | in front of the worst checks, us | kept, us | ratio | "
      "kept from "
      "then on, us |\n|---|---|---|---|---|---|---|---|");
  for (auto const& name : names) {
    auto options = gsta_bench::preset_to_edit(name);
    options.wires = wires;
    if (how.credits != gsta::common_path::leave_in) {
      options.clock_derate_early = 950;
      options.clock_derate_late = 1050;
    }
    if (measure(name, options, how)) continue;
    std::fprintf(stderr, "%s: lists differ\n", name.c_str());
    return 1;
  }
}
