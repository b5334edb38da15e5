#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "gsta/forward/update_clock_tree.hpp"
#include "gsta/path/find_paths.hpp"
#include "gsta/sta/snapshot.hpp"
#include "test/slack/credits_body.hpp"
#include "test/support/timer_state.hpp"

namespace gsta_test::credits {

using path_steps = std::vector<std::array<id, 3>>;  // pin, edge and arc, from the launch on
using end_and_steps = std::pair<std::array<id, 2>, path_steps>;

/// All paths of a circuit by their checks and steps, with their slacks, fs.
class listed_paths : public all_paths {
 public:
  using all_paths::all_paths;

  std::map<end_and_steps, gsta::femtoseconds> found;
  std::size_t room = 20'000;  ///< larger circuits are left alone

  /// Those of check `number`, to one edge of its data.
  void add(circuit::check const& check, id number, int data_edge, double required, edge_pair edges) {
    prepare(check, required, edges);
    end_ = {number, data_edge};
    step(check.data, 2 * check.late + data_edge, 0, none);
  }

 private:
  void take(double arrival, double credit) {
    credited += credit > 0;
    path_steps steps(back_.rbegin(), back_.rend());
    found[{end_, std::move(steps)}] =
        static_cast<gsta::femtoseconds>(std::llround(1000 * slack(arrival, credit)));
  }
  void step(id pin, int c, double delay, id arc_before) {
    if (found.size() > room) return;
    back_.push_back({pin, c % 2, none});
    if (arc_before != none) back_[back_.size() - 2][2] = arc_before;
    if (auto const* const at = input_at(pin); at != nullptr && edges_.launch < 1) take((*at)[c] + delay, 0);
    for (std::size_t const a : into_[static_cast<std::size_t>(pin)]) {
      auto const& arc = of_.arcs[a];
      int const in = arc.edges.input(c);
      if (in < 0) continue;
      double const sum = delay + arc.delay[c];
      if (!arc.launches) {
        step(arc.from, in, sum, static_cast<id>(a));
      } else if (has_launch(arc.from, in)) {
        back_.back()[2] = static_cast<id>(a);
        back_.push_back({arc.from, in % 2, none});
        take(launch_at(arc.from, in) + sum, credit_of(arc.from, in));
        back_.pop_back();
      }
    }
    back_.back()[2] = none;
    back_.pop_back();
  }

  std::array<id, 2> end_{};
  path_steps back_;  // from the check on; each with the arc into it
};

/// A timed circuit with credits, on the host.
struct credited_case {
  static constexpr gsta::memory_space host = gsta::memory_space::host;

  circuit made;
  gsta::timer<gsta::host_executor> timer;
  gsta::clock_tree<host> tree;
  gsta::credit_state<host> credit_levels;
  gsta::common_path convention;
  bool falls;                       ///< early delays may be above late ones
  std::vector<gsta::per_edge> raw;  ///< required times without credits

  explicit credited_case(std::uint64_t seed, gsta::common_path by = gsta::common_path::by_edge,
                         bool may_fall = false)
      : made(circuit_of(seed, seed % 2 == 1, seed % 4 >= 2, may_fall)),
        timer(gsta::host_executor{}, made.design),
        convention(by),
        falls(may_fall) {
    gsta::host_executor const exec;
    timer.update(exec);
    auto const rules = gsta::arrival_rules_of(made.design);
    tree = gsta::make_clock_tree(exec, made.design, timer.nodes(), timer.checks(), timer.view().arc_map,
                                 convention);
    gsta::update_clock_tree(exec, timer.arrival_nodes(), state_of(timer).delays, state_of(timer).arrivals,
                            tree);
    credit_levels = gsta::make_credit_state(exec, timer.nodes().count(), tree);
    raw = to_vector(exec, timer.view().check_required);
    gsta::propagate_credits(exec, timer.arrival_nodes(), timer.checks(), tree, gsta::view_of(rules.role),
                            timer.delays(), timer.arrivals(), credit_levels);
  }
  gsta::path_problem<host> problem() const {
    auto result = gsta::path_problem_of(timer);
    result.check_required = gsta::view_of(raw);
    return result;
  }
  gsta::path_credits<host> credits() const { return {tree.view, credit_levels.credit.view()}; }

  /// Places where credits fall along clock paths.
  std::size_t falling() const {
    return gsta::falling_credits(gsta::host_executor{}, tree.view, credit_levels.credit.view());
  }

  /// All paths, each end's by itself; none where there are too many.
  listed_paths all() const {
    listed_paths paths(made, convention);
    for (std::size_t i = 0; i < timer.view().checks.check.size(); ++i) {
      auto const& of = timer.view().checks.check[i];
      auto const edges = edges_of(made, timer, of);
      for (int e = 0; e < 2; ++e)
        if (gsta::math::is_defined(raw[i][e]))
          paths.add(made.checks[static_cast<std::size_t>(of.source)], static_cast<id>(i), e, raw[i][e],
                    edges);
    }
    return paths;
  }
  end_and_steps names(gsta::path_set const& paths, std::size_t p) const {
    end_and_steps result{{paths.check[p], static_cast<id>(paths.data_edge[p])}, {}};
    for (auto at = static_cast<std::size_t>(paths.begin[p]);
         at < static_cast<std::size_t>(paths.begin[p + 1]); ++at) {
      id const arc = paths.arc[at];
      id const pin = timer.view().node_pin[static_cast<std::size_t>(paths.node[at])];
      result.second.push_back({pin, static_cast<id>(paths.edge[at]),
                               arc == none ? none : arc - static_cast<id>(made.design.net_sink.size())});
    }
    return result;
  }
};

/// What the search reads of such a circuit, in the space of an executor.
template <class E>
struct credited_in_space {
  gsta::buffer<id, E::space> fanin_begin, fanin_from, fanin_arc, arc_type_of;
  gsta::buffer<gsta::edge_map, E::space> edges;
  gsta::buffer<per_condition<float>, E::space> arc_delay, arrival, asserted, credit;
  gsta::buffer<gsta::timing_check, E::space> checks;
  gsta::buffer<gsta::per_edge, E::space> check_required;
  gsta::buffer<gsta::arc_type, E::space> arc_types;
  gsta::owned<gsta::clock_tree_view, E::space> tree;
  std::size_t net_arcs;

  credited_in_space(E const& exec, gsta::path_problem<gsta::memory_space::host> const& from,
                    gsta::path_credits<gsta::memory_space::host> const& credits)
      : fanin_begin(clone(exec, from.fanin_begin)),
        fanin_from(clone(exec, from.fanin_from)),
        fanin_arc(clone(exec, from.fanin_arc)),
        arc_type_of(clone(exec, from.arc_type_of)),
        edges(clone(exec, from.edges)),
        arc_delay(clone(exec, from.arc_delay)),
        arrival(clone(exec, from.arrival)),
        asserted(clone(exec, from.asserted)),
        credit(clone(exec, credits.credit)),
        checks(clone(exec, from.checks)),
        check_required(clone(exec, from.check_required)),
        arc_types(clone(exec, from.arc_types)),
        tree(clone_view(exec, credits.tree)),
        net_arcs(from.net_arcs) {
    exec.sync();
  }
  credited_in_space(E const& exec, credited_case const& of)
      : credited_in_space(exec, of.problem(), of.credits()) {}

  gsta::path_problem<E::space> problem() const {
    return {fanin_begin.view(),    fanin_from.view(), fanin_arc.view(),   edges.view(),
            arc_delay.view(),      arrival.view(),    asserted.view(),    checks.view(),
            check_required.view(), net_arcs,          arc_type_of.view(), arc_types.view()};
  }
  gsta::path_credits<E::space> credits() const { return {tree.view, credit.view()}; }
};

}  // namespace gsta_test::credits
