#pragma once

#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/forward/effective.hpp"
#include "gsta/forward/layers.hpp"

namespace gsta {

/// Delays of cell arcs as a plan keeps them, in an order of its own; empty: they stand by arc.
template <memory_space S>
struct delays_by_slot {
  span<per_condition<float>, S> cell_delay{};  ///< [slots]
  span<id const, S> arc_slot{};                ///< [cell arcs] slot, or none
};

namespace detail {
/// The cell arcs into one driver of a group, in the order of its fan-in, with the place of each among
/// `effective_view::parallel`.
template <memory_space S>
struct parallel_arcs {
  timing_graph_view<S> graph;
  std::size_t net_arcs, all_arcs;

  /// `f(k, arc, place)` until it says no.
  template <class F>
  GSTA_HD void each_of(id pin, id place, F const& f) const noexcept {
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      auto const arc = static_cast<std::size_t>(graph.fanin_arc[k]);
      if (arc < net_arcs || arc >= all_arcs) continue;
      if (!f(k, static_cast<id>(arc), place++)) return;
    }
  }
};

/// What each arc into a driver does as if that drove alone, from the slews that a sweep left.
template <memory_space S>
struct drive_alone_op {
  parallel_arcs<S> arcs;
  table_delay_model<S> plain;
  effective_view<S> stages;
  span<edge_map const, S> edges;
  span<per_condition<float> const, S> slew;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const pin = plain.design.parallel.driver[i];
    arcs.each_of(pin, stages.parallel_begin[i], [&](id k, id arc, id place) {
      parallel_stage found;
      for (int c = 0; c < conditions; ++c) {
        int const in = edges[arc].input(c);
        if (in >= 0) keep(found, arc, pin, c, slew[arcs.graph.fanin_from[k]][in]);
      }
      stages.parallel[place] = found;
      return true;
    });
  }

 private:
  GSTA_HD void keep(parallel_stage& found, id arc, id pin, int c, float start) const noexcept {
    condition_timing const loaded = loaded_stage(arc, pin, c, start);
    condition_timing const idle = by_tables(arc, c, start, 0.0f);
    found.slew[c] = loaded.slew;
    if (!math::is_defined(loaded.delay) || !math::is_defined(idle.delay)) return;
    found.no_load[c] = idle.delay;
    found.by_load[c] = math::sub(loaded.delay, idle.delay);
  }
  GSTA_HD condition_timing loaded_stage(id arc, id pin, int c, float start) const noexcept {
    arc_type const& type = plain.type_of(arc);
    if (!has_stage(plain, pin, type, c, start)) return by_tables(arc, c, start, plain.wires.load[pin][c]);
    return plain.options.effective.precision == ceff_precision::in_double
               ? solved(stages.in_double, type, pin, c, start)
               : solved(stages.single, type, pin, c, start);
  }
  template <class R>
  GSTA_HD condition_timing solved(ceff::measures_view<R, S> const& measures, arc_type const& type, id pin,
                                  int c, float start) const noexcept {
    auto const stage =
        stage_of(plain, measures.at(type.measure, edge_of(c)), pin, stages.net_of[pin], type, c, start);
    return defined_lane(stage.delay, stage.slew, c);
  }
  GSTA_HD condition_timing by_tables(id arc, int c, float start, float load) const noexcept {
    auto const& luts = plain.design.luts;
    lane_table const table = resolve_tables(luts, plain.type_of(arc), c);
    return gsta::finish_cell(luts, table, prepare_cell(luts, table, load), c, start, plain.clips());
  }
};

/// A sum of 1 / x. What is below a femtosecond is left out, as OpenSTA has it.
struct parallel_sum {
  float sum = 0;
  GSTA_HD void add(float x) noexcept {
    bool const counts = math::is_defined(x) && (x > 1e-3f || x < -1e-3f);
    if (counts) sum = math::add(sum, math::div(1.0f, x));
  }
  GSTA_HD float value() const noexcept { return sum > 0 || sum < 0 ? math::div(1.0f, sum) : 0.0f; }
};

/// Which arcs into the drivers of a net switch together.
template <memory_space S>
struct parallel_partners {
  parallel_arcs<S> arcs;
  parallel_view<S> groups;
  span<id const, S> type;         ///< [cell arcs]
  span<id const, S> place_begin;  ///< [drivers in groups + 1] into what is kept of their arcs
  span<edge_map const, S> edges;

  /// An arc, and how many of its type its pin has before it.
  struct own_arc {
    id arc, place;
    int rank;
  };

  GSTA_HD id driver(id i) const noexcept { return groups.driver[i]; }
  /// The group that driver i is in.
  GSTA_HD id group_of(id i) const noexcept {
    id first = 0, last = static_cast<id>(groups.begin.size()) - 1;
    while (first + 1 < last) {
      id const middle = first + (last - first) / 2;
      (groups.begin[middle] <= i ? first : last) = middle;
    }
    return first;
  }
  /// `f(own_arc)` for the arcs into driver i.
  template <class F>
  GSTA_HD void each_arc(id i, F const& f) const noexcept {
    arcs.each_of(driver(i), place_begin[i], [&](id, id arc, id place) {
      f(own_arc{arc, place, rank_of(driver(i), arc)});
      return true;
    });
  }
  /// The arc into driver i that switches with one into another driver: the one of its type that stands where
  /// it does, as in a cell of its kind, else the last between its edges. Returns its place, or none.
  GSTA_HD id partner_of(own_arc const& own, id i, int c) const noexcept {
    id same = none, last = none;
    int rank = own.rank;
    int const in = edges[own.arc].input(c);
    arcs.each_of(driver(i), place_begin[i], [&](id, id arc, id place) {
      if (type_of(arc) == type_of(own.arc) && rank-- == 0) same = place;
      if (edges[arc].input(c) == in) last = place;
      return same == none;
    });
    return same != none ? same : last;
  }

 private:
  GSTA_HD id type_of(id arc) const noexcept { return type[static_cast<std::size_t>(arc) - arcs.net_arcs]; }
  GSTA_HD int rank_of(id pin, id of) const noexcept {
    int rank = 0;
    arcs.each_of(pin, 0, [&](id, id arc, id) {
      if (arc == of) return false;
      rank += type_of(arc) == type_of(of) ? 1 : 0;
      return true;
    });
    return rank;
  }
};

/// What each arc into a driver does together with its partners, from what all do alone.
template <memory_space S>
struct drive_together_op {
  parallel_partners<S> partners;
  span<parallel_stage, S> stages;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const driver = static_cast<id>(i);
    id const group = partners.group_of(driver);
    partners.each_arc(driver, [&](auto const& own) {
      for (int c = 0; c < conditions; ++c)
        if (partners.edges[own.arc].input(c) >= 0) combine(driver, group, own, c);
    });
  }

 private:
  GSTA_HD void combine(id i, id group, typename parallel_partners<S>::own_arc const& own,
                       int c) const noexcept {
    if (!stages[own.place].is_known(c)) return;
    parallel_sum by_load, by_slew;
    int drivers = 0;
    auto const& begin = partners.groups.begin;
    for (id other = begin[group]; other < begin[group + 1]; ++other) {
      id const place = other == i ? own.place : partners.partner_of(own, other, c);
      if (place == none || !stages[place].is_known(c)) continue;
      by_load.add(stages[place].by_load[c]);
      by_slew.add(stages[place].slew[c]);
      ++drivers;
    }
    if (drivers < 2) return;
    stages[own.place].load_together[c] = by_load.value();
    stages[own.place].slew_together[c] = by_slew.value();
  }
};

/// Delays and slews of one driver's arcs: the delay is that of the last of the stages that an arc takes part
/// in, drivers in their order and each one's arcs from the last; slews are the worst of those from its own
/// on.
template <memory_space S>
struct keep_together_op {
  parallel_partners<S> partners;
  table_delay_model<S> plain;
  span<parallel_stage const, S> stages;
  span<per_condition<float> const, S> asserted_slew;
  span<per_condition<float>, S> slew, arc_delay;
  delays_by_slot<S> slots;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const driver = static_cast<id>(i);
    id const pin = partners.driver(driver);
    id const end = partners.groups.begin[partners.group_of(driver) + 1];
    per_condition<float> merged = asserted_slew[pin];
    partners.each_arc(driver, [&](auto const& own) {
      for (int c = 0; c < conditions; ++c)
        if (partners.edges[own.arc].input(c) >= 0) take_part(driver, end, own.arc, own.place, c, merged);
    });
    slew[pin] = merged;
  }

 private:
  GSTA_HD void take_part(id i, id end, id arc, id own, int c, per_condition<float>& merged) const noexcept {
    parallel_stage const& alone = stages[own];
    bool const together = math::is_defined(alone.load_together[c]);
    merge(c, together ? alone.slew_together[c] : alone.slew[c], merged);
    if (!alone.is_known(c)) return;
    id last = together ? own : none;
    for (id other = i + 1; other < end; ++other) {
      bool is_first = true;  // the one that comes last
      partners.each_arc(other, [&](auto const& theirs) {
        if (partners.edges[theirs.arc].input(c) < 0 ||
            !math::is_defined(stages[theirs.place].load_together[c]) ||
            partners.partner_of(theirs, i, c) != own)
          return;
        merge(c, stages[theirs.place].slew_together[c], merged);
        if (is_first) last = theirs.place;
        is_first = false;
      });
    }
    if (last == none) return;
    float const delay = math::add(alone.no_load[c], stages[last].load_together[c]);
    keep(arc, c, {held_arrival(delay, c), alone.slew[c]});
  }

  GSTA_HD static void merge(int c, float at_pin, per_condition<float>& merged) noexcept {
    if (beats(c, at_pin, merged[c])) merged[c] = at_pin;
  }

  GSTA_HD void keep(id arc, int c, condition_timing const& found) const noexcept {
    float const delay = plain.finished_cell(found, arc, c, partners.edges[arc].input(c)).delay;
    if (slots.arc_slot.empty()) {
      arc_delay[arc][c] = delay;
      return;
    }
    id const slot = slots.arc_slot[static_cast<std::size_t>(arc) - partners.arcs.net_arcs];
    if (slot != none) slots.cell_delay[slot][c] = delay;
  }
};

/// Whether a model has a rule for drivers that charge a net together, and the design such drivers.
template <class Model>
bool has_parallel_drivers(Model const&) noexcept {
  return false;
}
template <memory_space S>
bool has_parallel_drivers(ceff_delay_model<S> const& model) noexcept {
  return !model.stages.parallel_begin.empty();
}
}  // namespace detail

/// Drivers that charge a net together, behind the delay layer: an arc's delay is its own at no load, and
/// 1 / sum(1 / what the load adds to it) over it and its partners; the slew at all of their pins is
/// 1 / sum(1 / slew). A partner is the arc of the same type in the same place, else the last between the same
/// edges. An arc that several of another driver's take for their partner keeps what `keep_together_op` says.
/// What sinks see stays each driver's own, so that nothing behind a driver waits for its partners: a sweep
/// leaves what each does alone, and this puts their delays and slews right.
///
/// Shapes: as `delay_problem` and `delay_state`; `slots` where a plan keeps delays. Units: ps. Cost: nothing
/// without such drivers, else their stages once more, three launches. Where: the executor; does not wait.
/// Throws: nothing.
template <executor E>
void share_loads(E const& exec, delay_problem<E::space> const& pins, ceff_delay_model<E::space> const& model,
                 delay_state<E::space>& delays, delays_by_slot<E::space> const& slots = {}) {
  if (!detail::has_parallel_drivers(model)) return;
  auto const& design = model.plain.design;
  std::size_t const net_arcs = design.net_arc_count(), drivers = design.parallel.driver.size();
  detail::parallel_arcs<E::space> const arcs{pins.graph, net_arcs, net_arcs + design.cell_arc_count()};
  for_each_n(exec, drivers,
             detail::drive_alone_op<E::space>{arcs, model.plain, model.stages, pins.edges,
                                              std::as_const(delays.slew).view()});
  detail::parallel_partners<E::space> const partners{arcs, design.parallel, design.arcs.type,
                                                     model.stages.parallel_begin, pins.edges};
  for_each_n(exec, drivers, detail::drive_together_op<E::space>{partners, model.stages.parallel});
  for_each_n(
      exec, drivers,
      detail::keep_together_op<E::space>{partners, model.plain, model.stages.parallel, pins.asserted_slew,
                                         delays.slew.view(), delays.arc_delay.view(), slots});
}

}  // namespace gsta
