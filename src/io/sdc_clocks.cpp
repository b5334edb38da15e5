// Clocks, and what is said of them.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

model::clock* sdc_reader::find_clock(std::string const& name) noexcept {
  auto const found = clock_index_.find(name);
  return found == clock_index_.end() || found->second.generated ? nullptr : &clocks_[found->second.index];
}

bool sdc_reader::is_generated(std::string const& name) const noexcept {
  auto const found = clock_index_.find(name);
  return found != clock_index_.end() && found->second.generated;
}

/// Takes a clock of either sort away, and what counts it; others keep their order.
void sdc_reader::erase_clocks(std::function<bool(model::clock const&)> const& gone) {
  for (auto const& clock : clocks_) {
    if (!gone(clock)) continue;
    for (auto const& source : clock.sources) --clocks_at_[source];
  }
  auto& made = generated_clocks_;
  std::erase_if(clocks_, gone);
  std::erase_if(made, [&](auto const& g) { return gone(g.clock); });
  clock_index_.clear();
  for (std::size_t i = 0; i < clocks_.size(); ++i) clock_index_[clocks_[i].name] = {i, false};
  for (std::size_t i = 0; i < made.size(); ++i) clock_index_[made[i].clock.name] = {i, true};
}

void sdc_reader::check_count_of_clocks() const {
  if (clock_index_.size() >= most_sdc_clocks)
    throw sdc_error("there are more than " + std::to_string(most_sdc_clocks) + " clocks");
}

/// The clock of a name, of either sort.
model::clock* sdc_reader::usable_clock(std::string const& name) {
  if (auto* const clock = find_clock(name)) return clock;
  if (!is_generated(name)) throw sdc_error("there is no clock " + in_quotes(name));
  return &generated_clocks_[clock_index_[name].index].clock;
}

/// The clock that an argument means: one by its whole name. Empty where there is none of that name, where the
/// argument is empty, and where it is no single clock, which is counted.
std::string sdc_reader::one_clock(std::string const& words) {
  sdc_list list;
  flatten_list(words, 0, list);
  if (list.empty()) return {};
  auto const* const object = list.size() == 1 ? handles_.find(list[0]) : nullptr;
  if (list.size() > 1 || (object != nullptr && object->kind != sdc_kind::clock)) {
    leave_out(command_ + " -clock " + handles_.shown(words) + ": not a single clock");
    return {};
  }
  auto name = object != nullptr ? object->name : list[0];
  if (find_clock(name) != nullptr || is_generated(name)) return name;
  note_unmatched("clock", name);
  return {};
}

/// The clock that -clock names; empty where it is not given, or names none.
std::string sdc_reader::clock_option(sdc_arguments const& in) {
  auto const* const option = in.value("clock");
  return option == nullptr ? std::string() : one_clock(*option);
}

/// Whole femtoseconds, at most a second and a bit.
femtoseconds sdc_reader::time_of(std::string const& text) const {
  auto const fs = number(text) * units_.time_to_ps * 1000;
  if (!(std::abs(fs) <= 1e15)) throw sdc_error("the time " + quoted(text) + " is out of range");
  return static_cast<femtoseconds>(std::llround(fs));
}

/// A period of nothing is a femtosecond: edges are whole ones.
void sdc_reader::read_waveform(sdc_arguments const& in, model::clock& into) {
  auto const* const period = in.value("period");
  if (period == nullptr) throw sdc_error("create_clock needs -period");
  into.period = time_of(*period);
  if (into.period < 0 || number(*period) < 0)
    throw sdc_error("the period must not be negative, found " + quoted(*period));
  into.fall = into.period / 2;
  if (into.period == 0) {
    count("a period of less than a femtosecond is taken as one");
    into.period = 1;
  }
  auto const* const waveform = in.value("waveform");
  if (waveform == nullptr) return;
  auto const edges = tcl.split(*waveform);
  if (edges.size() < 2 || edges.size() % 2 != 0)
    throw sdc_error("expected an even number of edges in -waveform, found " + quoted(*waveform));
  femtoseconds before = time_of(edges[0]);
  for (auto const& edge : edges) {
    auto const time = time_of(edge);
    if (time < before || time > 2 * into.period) {
      throw sdc_error("-waveform needs edges that do not go back and lie within two periods, found " +
                      quoted(*waveform));
    }
    before = time;
  }
  into.rise = time_of(edges[0]);
  into.fall = time_of(edges[1]);
  if (edges.size() > 2) leave_out("create_clock -waveform beyond its first two edges");
}

sdc_reply sdc_reader::create_clock(sdc_arguments const& in) {
  in.expect_words(0, 1);
  model::clock clock;
  clock.at = tcl.locate().at;
  clock.propagated = false;
  if (auto const* const name = in.value("name")) clock.name = handles_.shown(*name);
  sdc_objects objects;
  if (!in.words.empty()) objects = objects_of(in.words[0], sdc_kind::port | sdc_kind::pin | sdc_kind::net);
  if (clock.name.empty() && objects.empty()) throw sdc_error("a clock without a source needs -name");
  if (clock.name.empty() && in.has("add")) throw sdc_error("create_clock -add needs -name");
  read_waveform(in, clock);
  if (clock.name.empty()) clock.name = objects[0].name;
  std::unordered_set<std::string> met;
  for (auto const& object : objects) {
    // A pin of a module stays what it is: `finish` says where its clock starts.
    auto const* const of_module = module_pin(object);
    if (of_module != nullptr) (void)is_told_apart(*of_module);
    for (auto& source : of_module != nullptr ? sdc_list{object.name} : leaf_pins(object)) {
      if (met.insert(source).second) clock.sources.push_back(std::move(source));
    }
  }
  if (!in.words.empty() && clock.sources.empty())
    count(objects.empty() ? "create_clock of an empty list: a virtual clock"
                          : "create_clock of what nothing drives: a virtual clock");
  add_clock(std::move(clock), in.has("add"));
  return {};
}

template <class Record>
void sdc_reader::drop_clock(record_table<Record>& table, std::string const& clock) {
  for (auto& record : table.records) {
    if (record.clock != clock) continue;
    auto of_edge = edge::rise;
    if constexpr (requires { record.clock_edge; }) of_edge = record.clock_edge;
    table.by_pin_and_clock.erase(record_key(record.pin, clock, of_edge));
    record.pin.clear();
  }
  for (auto& [pin, records] : table.by_pin) {
    std::erase_if(records, [&](std::size_t i) { return table.records[i].pin.empty(); });
  }
}

/// A clock is gone, and with it what was said of it: another one of its name starts anew.
void sdc_reader::forget_clock(std::string const& clock) {
  auto const is_gone = [&](std::string const& name) { return name == clock; };
  auto const lose = [&](model::path_points& points) {
    return std::erase_if(points.clocks, is_gone) > 0 && points.empty();
  };
  drop_clock(arrivals_, clock);
  drop_clock(required_, clock);
  drop_clock(clock_pins_, clock);
  std::erase_if(exceptions_, [&](model::path_exception& e) {
    bool const from = lose(e.from), to = lose(e.to);
    return from || to;
  });
  std::erase_if(limits_, [&](auto const& of) {
    return of.of_what == model::design_limit::scope::clock && is_gone(of.name);
  });
  std::erase_if(uncertainties_, [&](auto const& of) { return is_gone(of.from) || is_gone(of.to); });
  auto const lose_from = [&](auto& of) {
    return std::erase_if(of.clocks, is_gone) > 0 && of.clocks.empty() && of.instances.empty() &&
           of.pins.empty();
  };
  std::erase_if(gating_checks_, lose_from);
  std::erase_if(time_borrows_, lose_from);
  std::erase_if(senses_, [&](model::clock_sense& sense) {
    return std::erase_if(sense.clocks, is_gone) > 0 && sense.clocks.empty();
  });
  for (auto& of : groups_) {
    for (auto& names : of.groups) std::erase_if(names, is_gone);
  }
  for (auto& made : generated_clocks_) {
    if (is_gone(made.master)) made.master.clear();
  }
  clock_location_.erase(clock);
}

/// The clocks that stand on the new one's sources lose these, and are gone with the last of them, and with
/// them what refers to them.
void sdc_reader::take_sources(model::clock const& clock) {
  std::unordered_set<std::string_view> const sources(clock.sources.begin(), clock.sources.end());
  std::unordered_set<std::string> gone;
  for (auto& other : clocks_) {
    if (other.sources.empty() || other.name == clock.name) continue;
    std::erase_if(other.sources, [&](std::string const& source) {
      bool const taken = sources.contains(source);
      if (taken) --clocks_at_[source];
      return taken;
    });
    if (!other.sources.empty()) continue;
    count("clock replaced by another one on its source");
    gone.insert(other.name);
  }
  if (gone.empty()) return;
  erase_clocks([&](model::clock const& c) { return gone.contains(c.name); });
  for (auto const& name : gone) forget_clock(name);
}

/// A clock replaces the one of its name, of which what else was said stays, and, unless -add is given, those
/// on its sources.
void sdc_reader::add_clock(model::clock clock, bool keep_others) {
  clock_location_[clock.name] = here();
  if (is_generated(clock.name)) erase_clocks([&](auto const& c) { return c.name == clock.name; });
  auto* before = find_clock(clock.name);
  if (before != nullptr) {
    count("clock defined twice, the last one used");
    for (auto const& source : before->sources) --clocks_at_[source];
    before->sources.clear();
    clock.properties = before->properties;
    clock.propagated = before->propagated;
  }
  auto const is_taken = [&](std::string const& source) { return clocks_at_[source] > 0; };
  if (!keep_others && std::any_of(clock.sources.begin(), clock.sources.end(), is_taken)) take_sources(clock);
  for (auto const& source : clock.sources) {
    if (++clocks_at_[source] <= most_sdc_clocks_at_a_pin) continue;
    throw sdc_error("there are more than " + std::to_string(most_sdc_clocks_at_a_pin) + " clocks at " +
                    in_quotes(source));
  }
  if (before = find_clock(clock.name); before != nullptr) {
    *before = std::move(clock);
    return;
  }
  check_count_of_clocks();
  clock_index_[clock.name] = {clocks_.size(), false};
  clocks_.push_back(std::move(clock));
}

/// A clock that is propagated has no network latency, whichever was said last counts; so it is at a pin, but
/// for latencies of single clocks there.
sdc_reply sdc_reader::set_propagated_clock(sdc_arguments const& in) {
  in.expect_words(1, 1);
  auto objects =
      objects_of(in.words[0], sdc_kind::clock | sdc_kind::port | sdc_kind::pin, sdc_missing::noted);
  drop_module_pins(objects);
  for (auto const& object : objects) {
    if (object.kind == sdc_kind::clock) {
      auto* const clock = usable_clock(object.name);
      bool const is_virtual = clock->sources.empty() && !is_generated(clock->name);
      if (is_virtual) {
        count("set_propagated_clock of a virtual clock, ignored");
        continue;
      }
      clock->propagated = true;
      clock->properties.latency = undefined_arrival();
      continue;
    }
    auto& of_all = at_pin(object.name, {});
    of_all.propagated = true;
    of_all.properties.latency = undefined_arrival();
  }
  return {};
}

/// What is said of a pin of the clock network, for one clock or for all; made where nothing was said.
model::clock_at_pin& sdc_reader::at_pin(std::string const& pin, std::string const& clock) {
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

namespace {

/// The conditions that -early and -late leave; a source latency is early or late whichever pair of words is
/// used for it.
std::uint8_t early_late_of(sdc_arguments const& in) {
  bool const any = in.has("early") == in.has("late");
  return static_cast<std::uint8_t>((any || in.has("early") ? 0b0011 : 0) |
                                   (any || in.has("late") ? 0b1100 : 0));
}

}  // namespace

sdc_reply sdc_reader::set_clock_latency(sdc_arguments const& in) {
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

sdc_reply sdc_reader::set_clock_uncertainty(sdc_arguments const& in) {
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

sdc_reply sdc_reader::set_clock_transition(sdc_arguments const& in) {
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
