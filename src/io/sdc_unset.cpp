// Commands that take back what others have said.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/sdc_records.hpp"
#include "src/io/sdc_take_away.hpp"

namespace gsta::io::detail {

/// `unset_x` takes back what `set_x` with the same options said; `remove_x`, where an option is not given,
/// whatever it would have been.
bool sdc_reader::takes_all() const noexcept { return command_.starts_with("remove_"); }

/// The clocks that an argument names, or all of them with -all.
sdc_list sdc_reader::clocks_to_take(sdc_arguments const& in) {
  sdc_list names;
  if (in.has("all")) {
    in.expect_words(0, 0);
    for (auto const& clock : clocks_) names.push_back(clock.name);
    for (auto const& made : generated_clocks_) names.push_back(made.clock.name);
    return names;
  }
  in.expect_words(1, 1);
  for (auto const& clock : clocks_of(in.words[0])) names.push_back(clock.name);
  return names;
}

/// Calls `of_clock` with the clocks that an argument names, and `of_pin` with the ports and pins.
template <class OfClock, class OfPin>
void sdc_reader::for_clocks_and_pins(sdc_arguments const& in, OfClock const& of_clock, OfPin const& of_pin) {
  in.expect_words(1, 1);
  auto const objects =
      objects_of(in.words[0], sdc_kind::clock | sdc_kind::port | sdc_kind::pin, sdc_missing::noted);
  if (objects.empty()) count(command_ + " of an empty list");
  for (auto const& object : objects) {
    if (object.kind == sdc_kind::clock) {
      of_clock(*usable_clock(object.name));
      continue;
    }
    for (auto const& pin : leaf_pins(object)) of_pin(pin);
  }
}

/// The records of what was said of a pin of the clock network, for one clock or for all together.
template <class Change>
void sdc_reader::change_at_pin(std::string const& pin, Change const& change) {
  auto const found = clock_pins_.by_pin.find(pin);
  if (found == clock_pins_.by_pin.end()) return;
  for (auto const i : found->second) change(clock_pins_.records[i]);
}

sdc_reply sdc_reader::remove_clock(sdc_arguments const& in) {
  bool const only_generated = command_.ends_with("generated_clock");
  for (auto const& name : clocks_to_take(in)) {
    if (only_generated && !is_generated(name)) {
      if (!in.has("all")) count(command_ + " of a clock that is not generated, ignored");
      continue;
    }
    erase_clocks([&](model::clock const& clock) { return clock.name == name; });
    forget_clock(name);
  }
  return {};
}

sdc_reply sdc_reader::unset_propagated_clock(sdc_arguments const& in) {
  for_clocks_and_pins(
      in, [](model::clock& clock) { clock.propagated = false; },
      [&](std::string const& pin) {
        change_at_pin(pin, [](model::clock_at_pin& at) { at.propagated = false; });
      });
  return {};
}

sdc_reply sdc_reader::unset_clock_latency(sdc_arguments const& in) {
  auto const member =
      in.has("source") ? &model::clock_properties::insertion : &model::clock_properties::latency;
  auto const of_clock = clock_option(in);
  bool const any_clock = takes_all() && !in.has("clock");
  for_clocks_and_pins(
      in, [&](model::clock& clock) { clock.properties.*member = undefined_arrival(); },
      [&](std::string const& pin) {
        change_at_pin(pin, [&](model::clock_at_pin& at) {
          if (any_clock || at.clock == of_clock) at.properties.*member = undefined_arrival();
        });
      });
  return {};
}

sdc_reply sdc_reader::unset_clock_uncertainty(sdc_arguments const& in) {
  model::clock_uncertainty away;
  away.setup = !in.has("hold") || in.has("setup");
  away.hold = !in.has("setup") || in.has("hold");
  auto const from = edge_option(in, "from", away.from_rise, away.from_fall);
  auto const to = edge_option(in, "to", away.to_rise, away.to_fall);
  if (from.empty() != to.empty()) throw sdc_error("-from and -to have to be used together");
  if (from.empty()) {
    auto const clear = [&](model::clock_properties& of) {
      if (away.setup) of.setup_uncertainty = math::infinity;
      if (away.hold) of.hold_uncertainty = math::infinity;
    };
    for_clocks_and_pins(
        in, [&](model::clock& clock) { clear(clock.properties); },
        [&](std::string const& pin) {
          change_at_pin(pin, [&](model::clock_at_pin& at) { clear(at.properties); });
        });
    return {};
  }
  using record = model::clock_uncertainty;
  static constexpr std::array<sdc_halves<record>, 3> halves{{{&record::from_rise, &record::from_fall},
                                                             {&record::to_rise, &record::to_fall},
                                                             {&record::setup, &record::hold}}};
  auto const names_of = [&](std::string const& option) {
    std::unordered_set<std::string> names;
    for (auto& clock : clocks_of(*in.value(option))) names.insert(std::move(clock.name));
    return names;
  };
  auto const starts = names_of(from), ends = names_of(to);
  take_away(uncertainties_, away, halves,
            [&](record const& of) { return starts.contains(of.from) && ends.contains(of.to); });
  return {};
}

sdc_reply sdc_reader::unset_clock_transition(sdc_arguments const& in) {
  for (auto const& name : clocks_to_take(in)) usable_clock(name)->properties.transition = undefined_arrival();
  return {};
}

sdc_reply sdc_reader::unset_clock_groups(sdc_arguments const& in) {
  using relation = model::clock_groups::relation;
  auto const is_meant = [&](relation of) {
    return in.has(of == relation::asynchronous          ? "asynchronous"
                  : of == relation::logically_exclusive ? "logically_exclusive"
                                                        : "physically_exclusive");
  };
  if (!in.has("logically_exclusive") && !in.has("physically_exclusive") && !in.has("asynchronous")) {
    throw sdc_error(command_ + " needs one of -logically_exclusive, -physically_exclusive and -asynchronous");
  }
  sdc_list names;
  if (in.has("name")) flatten_list(*in.value("name"), 0, names);
  for (auto const& words : in.words) flatten_list(words, 0, names);
  if (in.has("all") == !names.empty()) throw sdc_error(command_ + " needs one of -all and -name");
  std::erase_if(groups_, [&](model::clock_groups const& of) {
    return is_meant(of.of) &&
           (in.has("all") || std::find(names.begin(), names.end(), of.name) != names.end());
  });
  return {};
}

/// Without -clock: `unset_x` means delays that name no clock, `remove_x` those of every clock.
template <class Record>
sdc_reply sdc_reader::unset_delay(record_table<Record>& table, per_condition<float> Record::* values,
                                  sdc_arguments const& in) {
  in.expect_words(1, 1);
  auto const clock = clock_option(in);
  auto const clock_edge = in.has("clock_fall") ? edge::fall : edge::rise;
  bool const any_clock = takes_all() && !in.has("clock");
  auto const undefined = Record{}.*values;
  auto const mask = conditions_of(in);
  for (auto const& pin : leaf_pins(in.words[0], sdc_kind::port | sdc_kind::pin, sdc_missing::noted)) {
    auto const found = table.by_pin.find(pin);
    if (found == table.by_pin.end()) continue;
    bool others = false, any = false;
    for (auto const i : found->second) {
      auto& record = table.records[i];
      bool const is_meant = any_clock || (record.clock == clock && record.clock_edge == clock_edge);
      others = others || (!is_meant && record.*values != undefined);
      if (!is_meant) continue;
      any = true;
      for (int c = 0; c < conditions; ++c) {
        if (mask >> c & 1) (record.*values)[c] = undefined[c];
      }
    }
    if (others && !any && !in.has("clock")) count(command_ + " without -clock: delays by clocks stay");
  }
  return {};
}

sdc_reply sdc_reader::unset_input_delay(sdc_arguments const& in) {
  return unset_delay(arrivals_, &model::input_arrival::arrival, in);
}

sdc_reply sdc_reader::unset_output_delay(sdc_arguments const& in) {
  return unset_delay(required_, &model::output_required::required, in);
}

sdc_reply sdc_reader::unset_case_analysis(sdc_arguments const& in) {
  std::unordered_set<std::string> pins;
  if (!in.has("all")) {
    in.expect_words(1, 1);
    for (auto& pin : leaf_pins(in.words[0], sdc_kind::port | sdc_kind::pin)) pins.insert(std::move(pin));
  }
  for (auto const& of : cases_.records) {
    if (in.has("all") || pins.contains(of.pin))
      cases_.by_pin_and_clock.erase(record_key(of.pin, {}, edge::rise));
  }
  std::erase_if(cases_.records, [&](auto const& of) { return in.has("all") || pins.contains(of.pin); });
  for (std::size_t i = 0; i < cases_.records.size(); ++i)
    cases_.by_pin_and_clock[record_key(cases_.records[i].pin, {}, edge::rise)] = i;
  return {};
}

sdc_reply sdc_reader::unset_disable_timing(sdc_arguments const& in) {
  bool const any_arc = takes_all() && !in.has("from") && !in.has("to");
  for (auto const& away : disabled_by(in)) {
    std::erase_if(disabled_, [&](model::disabled_timing const& of) {
      bool const same_arc = any_arc || (of.from == away.from && of.to == away.to);
      return of.of == away.of && of.name == away.name && same_arc;
    });
  }
  return {};
}

sdc_reply sdc_reader::unset_clock_gating(sdc_arguments const& in) {
  in.expect_words(1, 1);
  for (auto const& object : objects_of(in.words[0], sdc_kind::cell | sdc_kind::pin, sdc_missing::noted)) {
    std::erase_if(ungated_, [&](model::ungated_object const& of) {
      return of.name == object.name && of.is_instance == (object.kind == sdc_kind::cell);
    });
  }
  return {};
}

sdc_reply sdc_reader::unset_data_check(sdc_arguments const& in) {
  using record = model::data_check;
  auto const away = data_check_of(in);
  static constexpr std::array<sdc_halves<record>, 3> halves{{{&record::from_rise, &record::from_fall},
                                                             {&record::to_rise, &record::to_fall},
                                                             {&record::setup, &record::hold}}};
  bool const any_clock = takes_all() && !in.has("clock");
  take_away(data_checks_, away, halves, [&](record const& of) {
    return of.from == away.from && of.to == away.to && (any_clock || of.clock == away.clock);
  });
  return {};
}

/// Of all, or of the instances, library cells and nets that are named.
sdc_reply sdc_reader::unset_timing_derate(sdc_arguments const& in) {
  in.expect_words(0, 1);
  if (!in.unsupported.empty()) return {};  // counted already
  if (in.words.empty()) {
    derates_.clear();
    return {};
  }
  using scope = model::timing_derate::scope;
  for (auto const& object :
       objects_of(in.words[0], sdc_kind::cell | sdc_kind::lib_cell | sdc_kind::net, sdc_missing::noted)) {
    auto const of_what = object.kind == sdc_kind::net    ? scope::net
                         : object.kind == sdc_kind::cell ? scope::instance
                                                         : scope::library_cell;
    std::erase_if(derates_, [&](auto const& of) { return of.of == of_what && of.name == object.name; });
  }
  return {};
}

/// The limits that the command's name says, of the objects that are named.
sdc_reply sdc_reader::remove_limit(sdc_arguments const& in) {
  using kind = model::design_limit::kind;
  auto const of = command_.ends_with("transition")    ? kind::transition
                  : command_.ends_with("capacitance") ? kind::capacitance
                  : command_.ends_with("fanout")      ? kind::fanout
                                                      : kind::pulse_width;
  in.expect_words(0, 1);
  auto const before = std::exchange(limits_, {});
  model::design_limit away;
  away.of = of;
  if (in.words.empty()) {
    limits_.push_back(away);
  } else {
    add_limits(away, in.words[0],
               sdc_kind::clock | sdc_kind::lib_cell | sdc_kind::cell | sdc_kind::port | sdc_kind::pin);
  }
  auto const named = std::exchange(limits_, before);
  std::erase_if(limits_, [&](model::design_limit const& limit) {
    return std::any_of(named.begin(), named.end(), [&](model::design_limit const& one) {
      return limit.of == one.of && limit.of_what == one.of_what && limit.name == one.name;
    });
  });
  return {};
}

/// Takes the objects that are named out of what was said of several; records that name no other go.
sdc_reply sdc_reader::remove_time_borrow(sdc_arguments const& in) {
  in.expect_words(1, 1);
  take_objects(time_borrows_, in.words[0]);
  return {};
}

sdc_reply sdc_reader::remove_clock_gating_check(sdc_arguments const& in) {
  in.expect_words(0, 1);
  if (!in.unsupported.empty()) return {};  // counted already
  if (!in.words.empty()) {
    take_objects(gating_checks_, in.words[0]);
    return {};
  }
  std::erase_if(gating_checks_, [](model::gating_check const& of) {
    return of.clocks.empty() && of.instances.empty() && of.pins.empty();
  });
  return {};
}

template <class Record>
void sdc_reader::take_objects(std::vector<Record>& records, std::string const& words) {
  std::unordered_set<std::string> clocks, instances, pins;
  for (auto const& object : objects_of(
           words, sdc_kind::clock | sdc_kind::cell | sdc_kind::port | sdc_kind::pin, sdc_missing::noted)) {
    if (object.kind == sdc_kind::clock) {
      clocks.insert(object.name);
    } else if (object.kind == sdc_kind::cell) {
      instances.insert(object.name);
    } else {
      for (auto& pin : leaf_pins(object)) pins.insert(std::move(pin));
    }
  }
  std::erase_if(records, [&](Record& of) {
    auto const lost =
        std::erase_if(of.clocks, [&](auto const& name) { return clocks.contains(name); }) +
        std::erase_if(of.instances, [&](auto const& name) { return instances.contains(name); }) +
        std::erase_if(of.pins, [&](auto const& name) { return pins.contains(name); });
    return lost > 0 && of.clocks.empty() && of.instances.empty() && of.pins.empty();
  });
}

sdc_reply sdc_reader::remove_sense(sdc_arguments const& in) {
  if (in.has("clocks")) return {};  // counted already
  std::unordered_set<std::string> pins;
  if (!in.has("all")) {
    in.expect_words(1, 1);
    for (auto& pin : leaf_pins(in.words[0], sdc_kind::port | sdc_kind::pin)) pins.insert(std::move(pin));
  }
  std::erase_if(senses_, [&](model::clock_sense& of) {
    std::erase_if(of.pins, [&](auto const& pin) { return in.has("all") || pins.contains(pin); });
    return of.pins.empty();
  });
  return {};
}

sdc_reply sdc_reader::remove_driving_cell(sdc_arguments const& in) {
  in.expect_words(1, 1);
  auto const mask = conditions_of(in);
  for (auto const& port : ports_of(in.words[0], model::direction::output)) {
    for (auto const i : drivers_of_port_[port])
      driving_cells_[i].active = static_cast<std::uint8_t>(driving_cells_[i].active & ~mask);
  }
  return {};
}

/// Capacitances that set_load gave.
sdc_reply sdc_reader::remove_load(sdc_arguments const& in) {
  in.expect_words(1, 1);
  for (auto const& object : objects_of(in.words[0], sdc_kind::port | sdc_kind::net, sdc_missing::noted)) {
    for (auto* const table : {&pin_loads_, &wire_loads_, &net_loads_}) {
      if ((table == &net_loads_) != (object.kind == sdc_kind::net)) continue;
      auto const found = table->by_pin_and_clock.find(record_key(object.name, {}, edge::rise));
      if (found == table->by_pin_and_clock.end()) continue;
      table->records[found->second].pin.clear();
      table->by_pin.erase(object.name);
      table->by_pin_and_clock.erase(found);
    }
  }
  return {};
}

sdc_reply sdc_reader::remove_path_group(sdc_arguments const& in) {
  sdc_list names;
  for (auto const& words : in.words) flatten_list(words, 0, names);
  if (in.has("all") == !names.empty()) throw sdc_error(command_ + " needs one of -all and names");
  std::erase_if(exceptions_, [&](model::path_exception const& of) {
    return of.of == exception_kind::group &&
           (in.has("all") || std::find(names.begin(), names.end(), of.name) != names.end());
  });
  return {};
}

/// All that was said; units and the current instance stay.
sdc_reply sdc_reader::reset_design(sdc_arguments const& in) {
  in.expect_words(0, 0);
  sdc_records fresh;
  fresh.units_ = units_;
  fresh.units_are_given_ = units_are_given_;
  fresh.scope_ = scope_;
  fresh.common_path_credits_ = common_path_credits_;
  replace_records(std::move(fresh));
  return {};
}

}  // namespace gsta::io::detail
