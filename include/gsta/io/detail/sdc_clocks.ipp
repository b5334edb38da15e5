#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "gsta/io/detail/sdc_reader.ipp"

namespace gsta::io::detail {

GSTA_INLINE model::clock* sdc_reader::find_clock(std::string const& name) noexcept {
  auto const found =
      std::find_if(clocks_.begin(), clocks_.end(), [&](auto const& c) { return c.name == name; });
  return found == clocks_.end() ? nullptr : &*found;
}

/// Whole femtoseconds, at most a second and a bit.
GSTA_INLINE femtoseconds sdc_reader::time_of(std::string const& text) const {
  auto const fs = number(text) * units_.time_to_ps * 1000;
  if (!(std::abs(fs) <= 1e15)) throw sdc_error("the time " + in_quotes(text) + " is out of range");
  return static_cast<femtoseconds>(std::llround(fs));
}

GSTA_INLINE void sdc_reader::read_waveform(sdc_arguments const& in, model::clock& into) {
  auto const* const period = in.value("period");
  if (period == nullptr) throw sdc_error("create_clock needs -period");
  into.period = time_of(*period);
  if (into.period <= 0) throw sdc_error("the period must be greater than 0, found " + in_quotes(*period));
  into.fall = into.period / 2;
  auto const* const waveform = in.value("waveform");
  if (waveform == nullptr) return;
  auto const edges = tcl.split(*waveform);
  if (edges.size() != 2) throw sdc_error("expected two edges in -waveform, found " + in_quotes(*waveform));
  into.rise = time_of(edges[0]);
  into.fall = time_of(edges[1]);
  if (into.rise < 0 || into.fall <= into.rise || into.fall - into.rise >= into.period) {
    throw sdc_error("-waveform needs a rise at 0 or later and a fall less than a period behind it, found " +
                    in_quotes(*waveform));
  }
}

GSTA_INLINE sdc_list sdc_reader::create_clock(sdc_arguments const& in) {
  in.expect_words(0, 1);
  model::clock clock;
  clock.at = tcl.locate();
  clock.propagated = false;
  read_waveform(in, clock);
  if (!in.words.empty()) {
    clock.sources = objects_of(in.words[0]);
    if (clock.sources.empty()) throw sdc_error("create_clock was given an empty list of ports and pins");
  }
  if (auto const* const name = in.value("name")) clock.name = *name;
  if (clock.name.empty() && !clock.sources.empty()) clock.name = clock.sources[0];
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
  clock_place_[clock.name] = here();
  if (auto* const same = find_clock(clock.name)) {
    count("clock defined twice, the last one used");
    *same = std::move(clock);
    return;
  }
  for (auto& other : clocks_) {
    if (keep_others || other.sources.empty()) continue;
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
  clocks_.push_back(std::move(clock));
}

GSTA_INLINE sdc_list sdc_reader::set_propagated_clock(sdc_arguments const& in) {
  in.expect_words(1, 1);
  for (auto const& word : tcl.split(in.words[0])) {
    if (auto* const clock = find_clock(word)) {
      clock->propagated = true;
      continue;
    }
    bool found = false;
    for (auto& clock : clocks_) {
      if (std::find(clock.sources.begin(), clock.sources.end(), word) == clock.sources.end()) continue;
      clock.propagated = found = true;
    }
    if (found) continue;
    if (names_.find_port(word) == nullptr && !names_.is_pin(word)) {
      throw sdc_error("there is no clock, port or pin " + in_quotes(word));
    }
    count("set_propagated_clock of a pin that is no clock's source is not supported yet");
  }
  return {};
}

/// `1ns`, `10 fF`, `ns`: how many times 1e-12 of the symbol.
GSTA_INLINE double sdc_reader::unit_value(std::string const& text, std::string_view symbol) const {
  static constexpr std::pair<char, double> prefixes[] = {
      {'f', 1e-3}, {'p', 1}, {'n', 1e3}, {'u', 1e6}, {'m', 1e9}};
  auto const all = trimmed(text);
  auto const digits = all.substr(0, all.find_first_not_of("0123456789."));
  auto unit = trimmed(all.substr(digits.size()));
  double many = 1;
  bool ok = digits.empty() || (to_number(digits, many) && many > 0);
  if (ok && unit.size() == 1 + symbol.size() &&
      (unit.substr(1) == symbol || (symbol == "F" && unit[1] == 'f'))) {
    for (auto const& [prefix, value] : prefixes) {
      if (unit[0] == prefix) return many * value;
    }
  }
  throw sdc_error("expected a unit such as 1p" + std::string(symbol) + ", found " + in_quotes(text));
}

GSTA_INLINE sdc_list sdc_reader::set_units(sdc_arguments const& in) {
  in.expect_words(0, 0);
  auto given = library_units_;
  if (auto const* const time = in.value("time")) given.time_to_ps = unit_value(*time, "s");
  if (auto const* const capacitance = in.value("capacitance")) {
    given.capacitance_to_ff = unit_value(*capacitance, "F") * 1000;
  }
  auto const differ = [](double a, double b) { return std::abs(a - b) > 1e-6 * b; };
  if (differ(given.time_to_ps, library_units_.time_to_ps) ||
      differ(given.capacitance_to_ff, library_units_.capacitance_to_ff)) {
    count("set_units names other units than the library's: the file's own are used");
  }
  if (!units_are_given_) units_ = given;
  return {};
}

/// A clock's edges as arrivals at its sources.
GSTA_INLINE void sdc_reader::assert_clocks() {
  for (auto const& clock : clocks_) {
    auto const& where = clock_place_[clock.name];
    if (!clock.propagated && !clock.sources.empty()) {
      seen_.add("ideal clock network, timed as propagated", where);
    }
    for (auto const& source : clock.sources) {
      if (names_.find_port(source) == nullptr)
        seen_.add("clock on a pin inside: what reaches it is not cut", where);
      for (edge const e : {edge::rise, edge::fall}) {
        auto& asserted = record_of(arrivals_, source, clock.name, e);
        if (asserted.arrival != undefined_arrival())
          seen_.add("input delay of a clock at its own source, ignored", where);
        asserted.arrival = undefined_arrival();
        asserted.at = clock.at;
        for (split const s : {split::early, split::late}) asserted.arrival[condition(s, e)] = 0;
      }
    }
  }
}

}  // namespace gsta::io::detail
