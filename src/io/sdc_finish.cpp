// What follows the last command: values that are missing, and pins where clocks start or stop.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "src/io/sdc_command.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/sdc_records.hpp"

namespace gsta::io::detail {
namespace {

bool is_listed(std::string const& name, sdc_list const& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

/// A clock starts at its sources by itself: an input delay against it there means nothing.
void sdc_reader::drop_delays_at_sources() {
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
void sdc_reader::fill_slews() {
  for (auto const& port : names_.netlist().ports) {
    if (port.direction == model::direction::output) continue;
    auto& record = record_of(slews_, port.name, {}, edge::rise);
    for (int c = 0; c < conditions; ++c) {
      if (!math::is_defined(record.slew[c])) record.slew[c] = 0;
    }
  }
}

void sdc_reader::add_loads(model::constraints& into) {
  for (auto* const table : {&pin_loads_, &wire_loads_, &net_loads_})
    std::erase_if(table->records, [](auto const& load) { return load.pin.empty(); });
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

/// Where a clock starts: at drivers of a net, for what is behind some of the net's pins of modules alone;
/// nothing is behind where it starts for all.
struct clock_root {
  model::clock* clock;
  std::string net;
  sdc_list drivers, behind;
};

/// The sources of a clock as drivers; pins of modules on one net are one root.
void sdc_reader::add_roots(model::clock& clock, std::vector<clock_root>& roots) {
  auto const first = roots.size();
  for (auto const& source : std::exchange(clock.sources, {})) {
    auto const* const of_module = module_pin({sdc_kind::pin, source});
    if (of_module == nullptr) {
      roots.push_back({&clock, {}, {source}, {}});
      continue;
    }
    auto const net = std::string(names_.net_of_alias(of_module->net));
    auto const same = [&](clock_root const& of) { return of.net == net; };
    auto at = std::find_if(roots.begin() + static_cast<std::ptrdiff_t>(first), roots.end(), same);
    if (at == roots.end()) at = roots.insert(at, {&clock, net, drivers_of(net), {}});
    for (auto& load : loads_behind(*of_module)) at->behind.push_back(std::move(load));
  }
  for (auto i = first; i < roots.size(); ++i) {
    auto& of = roots[i];
    if (of.drivers.empty()) of.drivers = of.behind;
    if (of.drivers.empty()) seen_.add("a clock of a module's pin that nothing is at", clock.name);
    for (auto const& driver : of.drivers) {
      if (!is_listed(driver, clock.sources)) clock.sources.push_back(driver);
    }
  }
  for (auto i = first; i < roots.size(); ++i) {
    bool const is_whole = std::any_of(
        roots.begin() + static_cast<std::ptrdiff_t>(first), roots.end(),
        [&](clock_root const& of) { return of.net.empty() && is_listed(of.drivers[0], roots[i].drivers); });
    if (is_whole) roots[i].behind.clear();
  }
}

/// A clock of a module's pin starts at what drives its net, and arrives at what is behind the pin alone:
/// other loads of the net see no clock, and other clocks of the same drivers do not come behind the pin,
/// unless theirs is a pin further on.
void sdc_reader::start_clocks_at_drivers() {
  std::vector<clock_root> roots;
  for (auto& clock : clocks_) add_roots(clock, roots);
  for (auto& made : generated_clocks_) add_roots(made.clock, roots);
  for (auto const& of : roots) {
    if (of.behind.empty()) continue;
    auto others = loads_of(of.net);
    std::erase_if(others, [&](auto const& load) { return is_listed(load, of.behind); });
    stop_clock(*of.clock, std::move(others));
    for (auto const& other : roots) {
      bool const is_beside = std::any_of(other.drivers.begin(), other.drivers.end(),
                                         [&](auto const& pin) { return is_listed(pin, of.drivers); });
      bool const is_in_front = other.behind.empty() || other.behind.size() > of.behind.size();
      if (other.clock != of.clock && is_beside && is_in_front) stop_clock(*other.clock, of.behind);
    }
  }
}

/// No clock arrives at these pins by this one.
void sdc_reader::stop_clock(model::clock const& clock, sdc_list pins) {
  if (!pins.empty())
    senses_.push_back({model::clock_sense::kind::stop, std::move(pins), {clock.name}, clock.at});
}

/// Records that say nothing, and those that other ones took all from.
void sdc_reader::drop_what_is_empty() {
  std::erase_if(clock_pins_.records, [&](model::clock_at_pin const& at) {
    auto const& p = at.properties;
    bool const says_nothing = !at.propagated && p.insertion == undefined_arrival() &&
                              p.latency == undefined_arrival() && p.setup_uncertainty == math::infinity &&
                              p.hold_uncertainty == math::infinity;
    return says_nothing || at.pin.empty();
  });
  std::erase_if(arrivals_.records,
                [](auto const& r) { return r.pin.empty() || r.arrival == undefined_arrival(); });
  std::erase_if(required_.records,
                [](auto const& r) { return r.pin.empty() || r.required == undefined_required(); });
  std::erase_if(driving_cells_, [](auto const& d) { return d.active == 0; });
  for (auto& of : logic_values_.records) {  // set_case_analysis comes before them
    if (!cases_.by_pin_and_clock.contains(record_key(of.pin, {}, edge::rise)))
      cases_.records.push_back(std::move(of));
  }
}

model::constraints sdc_reader::finish() {
  drop_delays_at_sources();
  fill_slews();
  start_clocks_at_drivers();
  drop_what_is_empty();
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
  result.case_values = std::move(cases_.records);
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

model::constraints sdc_reader::so_far(model::diagnostics& seen) {
  sdc_records keep = records();
  model::diagnostics const before = seen_;
  auto result = finish();
  seen.merge(seen_);
  seen_ = before;
  replace_records(std::move(keep));
  return result;
}

}  // namespace gsta::io::detail
