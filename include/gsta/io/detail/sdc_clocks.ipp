#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "gsta/io/detail/sdc_select.ipp"

namespace gsta::io::detail {

GSTA_INLINE model::clock* sdc_reader::find_clock(std::string_view name) noexcept {
  auto const found =
      std::find_if(clocks_.begin(), clocks_.end(), [&](auto const& c) { return c.name == name; });
  return found == clocks_.end() ? nullptr : &*found;
}

/// The clock, or nullptr and a count where it is one that is not supported yet.
GSTA_INLINE model::clock* sdc_reader::usable_clock(std::string const& name) {
  if (auto* const clock = find_clock(name)) return clock;
  if (std::find(generated_clocks_.begin(), generated_clocks_.end(), name) == generated_clocks_.end())
    throw sdc_error("there is no clock " + in_quotes(name));
  count(command_ + " of a generated clock is not supported yet");
  return nullptr;
}

/// The clock that -clock names, empty where the option is not given; nothing where the clock is one that is
/// not supported yet.
GSTA_INLINE std::optional<std::string> sdc_reader::clock_option(sdc_arguments const& in) {
  auto const* const option = in.value("clock");
  if (option == nullptr) return std::string();
  auto const clocks = objects_of(*option, in_set(sdc_kind::clock));
  if (clocks.size() != 1) throw sdc_error("expected one clock in -clock, found " + quoted(*option));
  if (usable_clock(clocks[0].name) == nullptr) return std::nullopt;
  return clocks[0].name;
}

/// Whole femtoseconds, at most a second and a bit.
GSTA_INLINE femtoseconds sdc_reader::time_of(std::string const& text) const {
  auto const fs = number(text) * units_.time_to_ps * 1000;
  if (!(std::abs(fs) <= 1e15)) throw sdc_error("the time " + quoted(text) + " is out of range");
  return static_cast<femtoseconds>(std::llround(fs));
}

GSTA_INLINE void sdc_reader::read_waveform(sdc_arguments const& in, model::clock& into) {
  auto const* const period = in.value("period");
  if (period == nullptr) throw sdc_error("create_clock needs -period");
  into.period = time_of(*period);
  if (into.period <= 0) throw sdc_error("the period must be greater than 0, found " + quoted(*period));
  into.fall = into.period / 2;
  auto const* const waveform = in.value("waveform");
  if (waveform == nullptr) return;
  auto const edges = tcl.split(*waveform);
  if (edges.size() != 2) throw sdc_error("expected two edges in -waveform, found " + quoted(*waveform));
  into.rise = time_of(edges[0]);
  into.fall = time_of(edges[1]);
  if (into.rise < 0 || into.fall <= into.rise || into.fall - into.rise >= into.period) {
    throw sdc_error("-waveform needs a rise at 0 or later and a fall less than a period behind it, found " +
                    quoted(*waveform));
  }
}

GSTA_INLINE sdc_reply sdc_reader::create_clock(sdc_arguments const& in) {
  in.expect_words(0, 1);
  model::clock clock;
  clock.at = tcl.locate();
  clock.propagated = false;
  read_waveform(in, clock);
  if (auto const* const name = in.value("name")) clock.name = handles_.shown(*name);
  if (!in.words.empty()) {
    auto const objects = objects_of(in.words[0], sdc_kind::port | sdc_kind::pin | sdc_kind::net);
    if (objects.empty()) throw sdc_error("create_clock was given an empty list of ports and pins");
    if (clock.name.empty()) clock.name = objects[0].name;
    for (auto const& object : objects) {
      for (auto& source : leaf_pins(object)) {
        if (std::find(clock.sources.begin(), clock.sources.end(), source) == clock.sources.end())
          clock.sources.push_back(std::move(source));
      }
    }
    if (clock.sources.empty()) throw sdc_error("nothing drives what create_clock was given");
  }
  if (clock.name.empty()) throw sdc_error("a clock without a source needs -name");
  add_clock(std::move(clock), in.has("add"));
  return {};
}

template <class Record>
void sdc_reader::drop_clock(record_table<Record>& table, std::string const& clock) {
  for (auto& record : table.records) {
    if (record.clock == clock) record.pin.clear();
  }
  for (auto& [pin, records] : table.by_pin) {
    std::erase_if(records, [&](std::size_t i) { return table.records[i].pin.empty(); });
  }
}

/// A clock replaces the one of its name and, unless -add is given, those on its sources; what refers to a
/// clock that is gone goes too.
GSTA_INLINE void sdc_reader::add_clock(model::clock clock, bool keep_others) {
  clock_location_[clock.name] = here();
  std::erase(generated_clocks_, clock.name);
  if (find_clock(clock.name) != nullptr) {
    count("clock defined twice, the last one used");
    *find_clock(clock.name) = clock;
  }
  for (auto& other : clocks_) {
    if (keep_others || other.sources.empty() || other.name == clock.name) continue;
    std::erase_if(other.sources, [&](std::string const& source) {
      return std::find(clock.sources.begin(), clock.sources.end(), source) != clock.sources.end();
    });
    if (!other.sources.empty()) continue;
    count("clock replaced by another one on its source");
    drop_clock(arrivals_, other.name);
    drop_clock(required_, other.name);
    other.name.clear();
  }
  std::erase_if(clocks_, [](model::clock const& c) { return c.name.empty(); });
  if (find_clock(clock.name) == nullptr) clocks_.push_back(std::move(clock));
}

/// A clock that is propagated has no network latency, whichever was said last counts; so it is at a pin.
GSTA_INLINE sdc_reply sdc_reader::set_propagated_clock(sdc_arguments const& in) {
  in.expect_words(1, 1);
  for (auto const& object : objects_of(in.words[0], sdc_kind::clock | sdc_kind::port | sdc_kind::pin)) {
    if (object.kind == sdc_kind::clock) {
      auto* const clock = usable_clock(object.name);
      if (clock == nullptr) continue;
      clock->propagated = true;
      clock->properties.latency = undefined_arrival();
      continue;
    }
    for (auto const& pin : leaf_pins(object)) {
      at_pin(pin, {}).propagated = true;
      for (auto const i : clock_pins_.by_pin[pin])
        clock_pins_.records[i].properties.latency = undefined_arrival();
    }
  }
  return {};
}

}  // namespace gsta::io::detail
