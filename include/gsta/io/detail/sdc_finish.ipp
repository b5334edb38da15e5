#pragma once

#include <algorithm>
#include <utility>

#include "gsta/io/detail/sdc_clock_values.ipp"

namespace gsta::io::detail {

/// A clock starts at its sources by itself: an input delay against it there means nothing.
GSTA_INLINE void sdc_reader::drop_delays_at_sources() {
  for (auto const& clock : clocks_) {
    for (auto const& source : clock.sources) {
      for (auto const i : arrivals_.by_pin[source]) {
        auto& arrival = arrivals_.records[i];
        if (arrival.clock != clock.name || arrival.arrival == undefined_arrival()) continue;
        seen_.add("input delay of a clock at its own source, ignored", clock_location_[clock.name]);
        arrival.arrival = undefined_arrival();
      }
    }
  }
}

/// An input port without set_input_transition has slew 0.
GSTA_INLINE void sdc_reader::fill_slews() {
  for (auto const& port : names_.netlist().ports) {
    if (port.direction == model::direction::output) continue;
    auto& record = record_of(slews_, port.name, {}, edge::rise);
    for (int c = 0; c < conditions; ++c) {
      if (!math::is_defined(record.slew[c])) record.slew[c] = 0;
    }
  }
}

GSTA_INLINE void sdc_reader::add_loads(model::constraints& into) {
  for (auto const& wire : wire_loads_.records) {
    auto const had_pins = !pin_loads_.by_pin[wire.pin].empty();
    auto& both = record_of(pin_loads_, wire.pin, {}, edge::rise);
    if (!had_pins) both.at = wire.at;
    for (int c = 0; c < conditions; ++c) both.load[c] += wire.load[c];
  }
  into.loads = std::move(pin_loads_.records);
  for (auto& load : net_loads_.records) {
    load.is_net = true;
    into.loads.push_back(std::move(load));
  }
}

/// What was said of clocks that were replaced later.
GSTA_INLINE void sdc_reader::drop_unknown_clocks() {
  auto const is_gone = [&](std::string const& clock) { return !clock_index_.contains(clock); };
  auto const lose = [&](model::path_points& points) {
    bool const named = !points.empty();
    std::erase_if(points.clocks, [&](auto const& clock) { return is_gone(clock); });
    return named && points.empty();
  };
  std::erase_if(exceptions_, [&](model::path_exception& e) {
    bool const from = lose(e.from), to = lose(e.to);
    return from || to;
  });
  std::erase_if(limits_, [&](auto const& of) {
    return of.of_what == model::design_limit::scope::clock && is_gone(of.name);
  });
  std::erase_if(uncertainties_, [&](auto const& of) { return is_gone(of.from) || is_gone(of.to); });
  std::erase_if(gating_checks_, [&](model::gating_check& check) {
    bool const named = std::erase_if(check.clocks, is_gone) > 0;
    return named && check.clocks.empty() && check.instances.empty() && check.pins.empty();
  });
  std::erase_if(senses_, [&](model::clock_sense& sense) {
    return std::erase_if(sense.clocks, is_gone) > 0 && sense.clocks.empty();
  });
  std::erase_if(clock_pins_.records, [&](model::clock_at_pin const& at) {
    auto const& p = at.properties;
    bool const is_empty = !at.propagated && p.insertion == undefined_arrival() &&
                          p.latency == undefined_arrival() && p.setup_uncertainty == math::infinity &&
                          p.hold_uncertainty == math::infinity;
    return is_empty || (!at.clock.empty() && is_gone(at.clock));
  });
}

GSTA_INLINE model::constraints sdc_reader::finish() {
  drop_delays_at_sources();
  fill_slews();
  drop_unknown_clocks();
  std::erase_if(arrivals_.records,
                [](auto const& r) { return r.pin.empty() || r.arrival == undefined_arrival(); });
  std::erase_if(required_.records,
                [](auto const& r) { return r.pin.empty() || r.required == undefined_required(); });
  std::erase_if(driving_cells_, [](auto const& d) { return d.active == 0; });
  model::constraints result;
  result.rules = model::timing_rules::sdc;
  result.clocks = std::move(clocks_);
  result.generated_clocks = std::move(generated_clocks_);
  result.clock_pins = std::move(clock_pins_.records);
  result.arrivals = std::move(arrivals_.records);
  result.slews = std::move(slews_.records);
  result.driving_cells = std::move(driving_cells_);
  result.required = std::move(required_.records);
  result.derates = std::move(derates_);
  result.case_values = std::move(cases_);
  result.exceptions = std::move(exceptions_);
  result.groups = std::move(groups_);
  result.uncertainties = std::move(uncertainties_);
  result.limits = std::move(limits_);
  result.gating_checks = std::move(gating_checks_);
  result.ungated = std::move(ungated_);
  result.time_borrows = std::move(time_borrows_);
  result.disabled = std::move(disabled_);
  result.senses = std::move(senses_);
  result.data_checks = std::move(data_checks_);
  for (int late = 0; late < 2; ++late) result.operating[late] = std::move(operating_[late]);
  result.common_path_credits = common_path_credits_;
  result.preset_clear_arcs = preset_clear_arcs_;
  add_loads(result);
  return result;
}

GSTA_INLINE model::constraints sdc_reader::so_far(model::diagnostics& seen) {
  sdc_records keep = records();
  model::diagnostics const before = seen_;
  auto result = finish();
  seen.merge(seen_);
  seen_ = before;
  replace_records(std::move(keep));
  return result;
}

}  // namespace gsta::io::detail
