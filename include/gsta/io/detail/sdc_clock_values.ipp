#pragma once

#include <algorithm>

#include "gsta/io/detail/sdc_clocks.ipp"

namespace gsta::io::detail {

/// What is said of a pin of the clock network, for one clock or for all; made where nothing was said.
GSTA_INLINE model::clock_at_pin& sdc_reader::at_pin(std::string const& pin, std::string const& clock) {
  auto const [at, is_new] = clock_pins_.by_pin_and_clock.try_emplace(record_key(pin, clock, edge::rise),
                                                                     clock_pins_.records.size());
  if (!is_new) return clock_pins_.records[at->second];
  clock_pins_.by_pin[pin].push_back(clock_pins_.records.size());
  auto& made = clock_pins_.records.emplace_back();
  made.pin = pin;
  made.clock = clock;
  made.at = tcl.locate().at;
  return made;
}

/// The conditions that -early and -late leave; a source latency is early or late whichever pair of words is
/// used for it.
GSTA_INLINE std::uint8_t early_late_of(sdc_arguments const& in) {
  bool const any = in.has("early") == in.has("late");
  return static_cast<std::uint8_t>((any || in.has("early") ? 0b0011 : 0) |
                                   (any || in.has("late") ? 0b1100 : 0));
}

GSTA_INLINE sdc_reply sdc_reader::set_clock_latency(sdc_arguments const& in) {
  in.expect_words(2, 2);
  bool const is_source = in.has("source");
  if (!is_source && (in.has("early") || in.has("late")))
    throw sdc_error("-early and -late are for -source latencies only");
  auto const value = scaled(in.words[0], units_.time_to_ps);
  auto const mask = static_cast<std::uint8_t>(conditions_of(in) & early_late_of(in));
  if (mask == 0) count("set_clock_latency of -min with -late, or of -max with -early: never used");
  auto const member = is_source ? &model::clock_properties::insertion : &model::clock_properties::latency;
  auto const of_clock = clock_option(in);
  auto const objects =
      objects_of(in.words[1], sdc_kind::clock | sdc_kind::port | sdc_kind::pin, sdc_missing::noted);
  if (objects.empty()) count(command_ + " of an empty list");
  auto const is_source_pin = [&](std::string const& name) { return clocks_at_[name] > 0; };
  for (auto const& object : objects) {
    if (object.kind == sdc_kind::clock) {
      if (!of_clock.empty()) count("set_clock_latency -clock of a clock, ignored");
      auto* const clock = usable_clock(object.name);
      assign(clock->properties.*member, mask, value);
      if (!is_source) clock->propagated = false;
      continue;
    }
    auto const* const of_module = module_pin(object);
    if (is_source && of_module != nullptr && !is_source_pin(object.name))
      throw sdc_error("-source latencies are for sources of clocks, which " + quoted(object.name) +
                      " is not");
    for (auto const& pin :
         is_source&& of_module != nullptr ? drivers_of(of_module->net) : leaf_pins(object)) {
      assign(at_pin(pin, of_clock).properties.*member, mask, value);
      if (is_source) continue;
      for (auto const i : clock_pins_.by_pin[pin]) clock_pins_.records[i].propagated = false;
    }
  }
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::set_clock_uncertainty(sdc_arguments const& in) {
  for (auto const* const option : {"from", "rise_from", "fall_from", "to", "rise_to", "fall_to"}) {
    if (in.has(option)) return set_uncertainty_between(in);
  }
  in.expect_words(2, 2);
  auto const value = scaled(in.words[0], units_.time_to_ps);
  if (in.has("rise") || in.has("fall"))
    throw sdc_error("-rise and -fall are for uncertainties between clocks only");
  bool const both = in.has("setup") == in.has("hold");
  auto const give = [&](model::clock_properties& to) {
    if (both || in.has("setup")) to.setup_uncertainty = value;
    if (both || in.has("hold")) to.hold_uncertainty = value;
  };
  auto objects =
      objects_of(in.words[1], sdc_kind::clock | sdc_kind::port | sdc_kind::pin, sdc_missing::noted);
  if (objects.empty()) count(command_ + " of an empty list");
  drop_module_pins(objects);
  for (auto const& object : objects)
    give(object.kind == sdc_kind::clock ? usable_clock(object.name)->properties
                                        : at_pin(object.name, {}).properties);
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::set_clock_transition(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto const value = not_negative(in.words[0], units_.time_to_ps);
  auto const objects = clocks_of(in.words[1]);
  if (objects.empty()) count(command_ + " of an empty list");
  for (auto const& object : objects) {
    auto* const clock = usable_clock(object.name);
    if (clock->sources.empty()) count("set_clock_transition of a virtual clock, ignored");
    assign(clock->properties.transition, conditions_of(in), value);
  }
  return {};
}

}  // namespace gsta::io::detail
