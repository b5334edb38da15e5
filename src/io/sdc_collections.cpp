// Objects that belong to others, fan-in and fan-out, and collections.

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gsta/core/sort.hpp"
#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_fan.hpp"
#include "src/io/sdc_names.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/sdc_reader.hpp"

namespace gsta::io::detail {

/// The net that a leaf pin, a port or a pin of a module is on; empty where it is on none.
std::string sdc_reader::net_of_pin(std::string const& pin) const {
  if (auto const* const port = names_.find_port(pin))
    return std::string(names_.net_of_alias(port->net.empty() ? port->name : port->net));
  if (auto const* const of_module = names_.find_module_pin(pin))
    return std::string(names_.net_of_alias(of_module->net));
  auto const slash = pin.rfind('/');
  auto const* const instance = slash == pin.npos ? nullptr : names_.find_instance(pin.substr(0, slash));
  if (instance == nullptr) return {};
  for (auto const& connection : instance->connections) {
    if (connection.pin == std::string_view(pin).substr(slash + 1))
      return std::string(names_.net_of_alias(connection.net));
  }
  return {};
}

void sdc_reader::related_to_net(sdc_kind wanted, std::string_view net, sdc_list& into) const {
  for (auto const& pin : names_.pins_of(net)) {
    bool const is_port = pin.instance == sdc_pin_ref::none;
    if (wanted == sdc_kind::port && is_port) into.push_back(names_.name_of(pin));
    if (wanted == sdc_kind::pin && !is_port) into.push_back(names_.name_of(pin));
    if (wanted == sdc_kind::cell && !is_port) into.push_back(names_.netlist().instances[pin.instance].name);
  }
}

void sdc_reader::related_to_cell(sdc_kind wanted, std::string const& cell, sdc_list& into) const {
  auto const* const instance = names_.find_instance(cell);
  if (instance == nullptr) {  // a module that was taken apart
    for (auto const& pin : names_.netlist().module_pins) {
      if (pin.name.rfind('/') != cell.size() || !pin.name.starts_with(cell)) continue;
      if (wanted == sdc_kind::pin) into.push_back(pin.name);
      if (wanted == sdc_kind::net) into.emplace_back(names_.net_of_alias(pin.net));
    }
    return;
  }
  if (wanted == sdc_kind::lib_cell) into.push_back(instance->cell);
  if (wanted == sdc_kind::pin) {
    for (auto const name : names_.pin_names(*instance)) into.push_back(cell + "/" + std::string(name));
  }
  if (wanted != sdc_kind::net) return;
  for (auto const& connection : instance->connections) {
    if (!connection.net.empty()) into.emplace_back(names_.net_of_alias(connection.net));
  }
}

void sdc_reader::related_to_pin(sdc_kind wanted, std::string const& pin, sdc_list& into) const {
  auto const owner = pin.substr(0, pin.rfind('/'));
  if (wanted == sdc_kind::cell) into.push_back(owner);
  if (wanted == sdc_kind::net) {
    if (auto net = net_of_pin(pin); !net.empty()) into.push_back(std::move(net));
  }
  auto const* const instance = names_.find_instance(owner);
  if (wanted == sdc_kind::lib_pin && instance != nullptr)
    into.push_back(instance->cell + "/" + pin.substr(owner.size() + 1));
}

/// What -of_objects of one object means.
sdc_list sdc_reader::related(sdc_kind wanted, sdc_object const& object) {
  sdc_list result;
  auto const refuse = [&] {
    throw sdc_error(command_ + " -of_objects does not go with a " + std::string(word_of(object.kind)));
  };
  switch (object.kind) {
    case sdc_kind::net:
      if (!(in_set(wanted) & (sdc_kind::port | sdc_kind::pin | sdc_kind::cell))) refuse();
      related_to_net(wanted, object.name, result);
      break;
    case sdc_kind::cell:
      if (!(in_set(wanted) & (sdc_kind::lib_cell | sdc_kind::pin | sdc_kind::net))) refuse();
      related_to_cell(wanted, object.name, result);
      break;
    case sdc_kind::pin:
      if (!(in_set(wanted) & (sdc_kind::cell | sdc_kind::net | sdc_kind::lib_pin))) refuse();
      related_to_pin(wanted, object.name, result);
      break;
    case sdc_kind::port:
      if (wanted != sdc_kind::net) refuse();
      if (auto net = net_of_pin(object.name); !net.empty()) result.push_back(std::move(net));
      break;
    case sdc_kind::lib_cell:
      if (wanted != sdc_kind::lib_pin) refuse();
      if (auto const* const cell = names_.library().find_cell(object.name)) {
        for (auto const& pin : cell->pins) result.push_back(cell->name + "/" + pin.name);
      }
      break;
    case sdc_kind::lib_pin:
      if (wanted != sdc_kind::lib_cell) refuse();
      result.push_back(object.name.substr(0, object.name.find('/')));
      break;
    case sdc_kind::library:
      if (wanted != sdc_kind::lib_cell) refuse();
      for (auto const& cell : names_.library().cells) result.push_back(cell.name);
      break;
    case sdc_kind::clock:
    case sdc_kind::design:
      refuse();
  }
  return result;
}

/// Where a leaf pin or a port stands in the netlist; none where nothing connects it.
std::optional<sdc_pin_ref> sdc_reader::place_of(std::string const& pin) const {
  for (auto const& at : names_.pins_of(net_of_pin(pin))) {
    if (names_.name_of(at) == pin) return at;
  }
  return std::nullopt;
}

/// What all_fanin and all_fanout mean: pins by their places, with the fewest steps first.
sdc_objects sdc_reader::fan_of(sdc_arguments const& in, bool forward) {
  auto const* const words = in.value(forward ? "from" : "to");
  if (words == nullptr || !in.words.empty())
    throw sdc_error(command_ + (forward ? " needs -from" : " needs -to") + " and nothing beside options");
  auto const* const trace = in.value("trace_arcs");
  if (trace != nullptr && *trace != "all" && *trace != "timing" && *trace != "enabled")
    throw sdc_error("expected timing, enabled or all in -trace_arcs, found " + quoted(*trace));
  bool const all = trace != nullptr && *trace == "all";
  if (!all && !(cases_.records.empty() && logic_values_.records.empty() && disabled_.empty()))
    throw sdc_error(command_ + " behind case analysis or disabled arcs needs -trace_arcs all");
  auto const most = [&](char const* option) {
    auto const* const value = in.value(option);
    auto const number = value == nullptr ? 0 : integer(*value, 0, "a number of levels");
    return number == 0 ? std::numeric_limits<int>::max() : number;
  };
  int const most_cells = most("levels"), most_pins = most("pin_levels");
  sdc_fan const fan(names_);
  bool const ends_alone = in.has(forward ? "endpoints_only" : "startpoints_only");
  auto const is_end = [&](sdc_pin_ref pin) {
    bool const is_first = fan.in_front(pin).empty();
    if (!forward) return is_first || fan.is_register_clock(pin);
    return !is_first &&
           (fan.is_checked(pin) || fan.behind(pin).empty() || required_.by_pin.contains(names_.name_of(pin)));
  };
  struct reached {
    sdc_pin_ref pin;
    int cells, pins;
  };
  std::vector<reached> met;
  std::set<std::pair<std::size_t, std::size_t>> known;
  auto const reach = [&](sdc_pin_ref pin, int cells, int pins) {
    if (known.insert({pin.instance, pin.index}).second) met.push_back({pin, cells, pins});
  };
  for (auto const& object : objects_of(*words, sdc_kind::port | sdc_kind::pin | sdc_kind::net)) {
    auto const* const of_module = module_pin(object);
    bool const is_net = object.kind == sdc_kind::net;
    auto const pins = is_net                 ? (forward ? loads_of(object.name) : drivers_of(object.name))
                      : of_module == nullptr ? sdc_list{object.name}
                      : forward              ? loads_behind(*of_module)
                                             : drivers_of(of_module->net);
    for (auto const& pin : pins) {
      if (auto const at = place_of(pin)) reach(*at, 0, 0);
    }
  }
  sdc_objects result;
  for (std::size_t i = 0; i < met.size(); ++i) {
    auto const [pin, cells, pins] = met[i];
    auto const name = names_.name_of(pin);
    auto const level = names_.parent_of(name);
    bool const stops = pins >= most_pins || (forward ? is_end(pin) : fan.is_register_clock(pin));
    auto const next = stops ? std::vector<sdc_fan::step>{} : forward ? fan.behind(pin) : fan.in_front(pin);
    for (auto const& [to, through_cell] : next) {
      if (cells >= most_cells && through_cell) continue;
      if (in.has("flat") || names_.parent_of(names_.name_of(to)) == level)
        reach(to, cells + (through_cell ? 1 : 0), pins + 1);
    }
    if (ends_alone && !is_end(pin)) continue;
    bool const is_port = pin.instance == sdc_pin_ref::none;
    if (!in.has("only_cells")) {
      result.push_back({is_port ? sdc_kind::port : sdc_kind::pin, names_.name_of(pin)});
    } else if (!is_port) {
      result.push_back({sdc_kind::cell, std::string(names_.netlist().instances[pin.instance].name)});
    }
  }
  return result;
}

sdc_reply sdc_reader::all_fanin(sdc_arguments const& in) { return handles_once(fan_of(in, false)); }

sdc_reply sdc_reader::all_fanout(sdc_arguments const& in) { return handles_once(fan_of(in, true)); }

/// Each once.
sdc_reply sdc_reader::handles_once(sdc_objects const& objects) {
  auto result = handles(objects);
  std::set<std::string> met;
  std::erase_if(result.list, [&](auto const& handle) { return !met.insert(handle).second; });
  return result;
}

/// The clock pins that a clock reaches from its sources, up to those of other clocks.
std::set<std::string> sdc_reader::clock_pins_of(std::string const& clock) {
  sdc_fan const fan(names_);
  std::vector<sdc_pin_ref> met;
  std::set<std::string> known, result;
  auto const reach = [&](std::string const& pin) {
    auto const at = place_of(pin);
    if (at && known.insert(pin).second) met.push_back(*at);
  };
  std::set<std::string> of_others;
  for (auto const& other : clocks_) of_others.insert(other.sources.begin(), other.sources.end());
  for (auto const& made : generated_clocks_)
    of_others.insert(made.clock.sources.begin(), made.clock.sources.end());
  for (auto const& source : usable_clock(clock)->sources) {
    auto const* const of_module = module_pin({sdc_kind::pin, source});
    for (auto const& pin : of_module == nullptr ? sdc_list{source} : loads_behind(*of_module)) reach(pin);
  }
  for (std::size_t i = 0; i < met.size(); ++i) {
    auto const pin = met[i];
    if (fan.is_register_clock(pin)) result.insert(names_.name_of(pin));
    for (auto const& [to, through_cell] : fan.behind(pin)) {
      if (auto const name = names_.name_of(to); !of_others.contains(name)) reach(name);
    }
  }
  return result;
}

/// The objects of a collection, or those that names stand for.
sdc_objects sdc_reader::any_objects(std::string const& words) {
  return objects_of(words, sdc_kind::clock | sdc_kind::cell | sdc_kind::port | sdc_kind::pin | sdc_kind::net |
                               sdc_kind::lib_cell | sdc_kind::lib_pin | sdc_kind::library | sdc_kind::design);
}

sdc_reply sdc_reader::add_to_collection(sdc_arguments const& in) {
  in.expect_words(2, 2);
  sdc_reply result;
  flatten_list(in.words[0], 0, result.list);
  std::unordered_set<std::string> met(result.list.begin(), result.list.end());
  sdc_list added;
  flatten_list(in.words[1], 0, added);
  for (auto& word : added) {
    if (met.insert(word).second || !in.has("unique")) result.list.push_back(std::move(word));
  }
  return result;
}

/// Names among handles count as what they stand for.
sdc_reply sdc_reader::remove_from_collection(sdc_arguments const& in) {
  in.expect_words(2, 2);
  std::unordered_set<std::string> listed;
  for (auto const& object : any_objects(in.words[1]))
    listed.insert(handles_.handle_of(object.kind, object.name));
  sdc_reply result;
  for (auto const& object : any_objects(in.words[0])) {
    auto handle = handles_.handle_of(object.kind, object.name);
    if (listed.contains(handle) == in.has("intersect")) result.list.push_back(std::move(handle));
  }
  return result;
}

sdc_reply sdc_reader::sizeof_collection(sdc_arguments const& in) {
  in.expect_words(1, 1);
  sdc_list all;
  flatten_list(in.words[0], 0, all);
  return {{std::to_string(all.size())}, true};
}

sdc_reply sdc_reader::index_collection(sdc_arguments const& in) {
  in.expect_words(2, 3);
  sdc_list all;
  flatten_list(in.words[0], 0, all);
  auto const position = [&](std::string const& text) {
    auto const value = number(text);
    if (!(value >= 0 && value < static_cast<double>(all.size())) ||
        value != static_cast<double>(static_cast<std::size_t>(value)))
      throw sdc_error("expected a position below " + std::to_string(all.size()) + ", found " + quoted(text));
    return static_cast<std::size_t>(value);
  };
  auto const first = position(in.words[1]), last = in.words.size() == 3 ? position(in.words[2]) : first;
  sdc_reply result;
  for (auto i = first; i <= last; ++i) result.list.push_back(all[i]);
  return result;
}

/// Sorts by attributes, in turn.
sdc_reply sdc_reader::sort_collection(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto const attributes = tcl.split(in.words[1]);
  std::vector<std::pair<sdc_list, sdc_object>> keyed;
  for (auto& object : any_objects(in.words[0])) {
    sdc_list key;
    for (auto const& name : attributes) key.push_back(attribute(object, name).value_or(""));
    keyed.emplace_back(std::move(key), std::move(object));
  }
  bool const descending = in.has("descending");
  gsta::stable_sort(keyed.begin(), keyed.end(), [&](auto const& a, auto const& b) {
    return descending ? b.first < a.first : a.first < b.first;
  });
  sdc_objects sorted;
  for (auto& [key, object] : keyed) sorted.push_back(std::move(object));
  return handles(sorted);
}

sdc_reply sdc_reader::filter_collection(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto objects = any_objects(in.words[0]);
  keep_matching(objects, in.words[1]);
  return handles(objects);
}

sdc_reply sdc_reader::copy_collection(sdc_arguments const& in) {
  in.expect_words(1, 1);
  return {tcl.split(in.words[0])};
}

/// The name of one object as it is, the names of several as a list.
sdc_reply sdc_reader::get_object_name(sdc_arguments const& in) {
  in.expect_words(1, 1);
  sdc_reply result;
  flatten_list(in.words[0], 0, result.list);
  for (auto& word : result.list) word = handles_.shown(word);
  result.is_text = result.list.size() == 1;
  return result;
}

/// A list without the first element like each of others; names there mean objects of the sort that the list
/// begins with.
sdc_reply sdc_reader::delete_from_list(sdc_arguments const& in) {
  in.expect_words(2, 2);
  sdc_reply result{tcl.split(in.words[0])};
  auto const* const first = result.list.empty() ? nullptr : handles_.find(result.list[0]);
  sdc_list away;
  flatten_list(in.words[1], 0, away);
  for (auto const& word : away) {
    sdc_list one{word};
    if (first != nullptr && handles_.find(word) == nullptr)
      one = handles(objects_of(word, in_set(first->kind), sdc_missing::noted)).list;
    for (auto const& element : one) {
      auto const found = std::find(result.list.begin(), result.list.end(), element);
      if (found != result.list.end()) result.list.erase(found);
    }
  }
  return result;
}

/// By the names without their paths, or by the whole ones.
sdc_reply sdc_reader::sort_by_name(sdc_arguments const& in) {
  in.expect_words(1, 1);
  sdc_reply result{tcl.split(in.words[0])};
  auto const name_of = [&](std::string const& word) {
    auto const name = handles_.shown(word);
    return command_ == "sort_by_name" ? name.substr(name.rfind('/') + 1) : name;
  };
  gsta::stable_sort(result.list.begin(), result.list.end(),
                    [&](auto const& a, auto const& b) { return name_of(a) < name_of(b); });
  return result;
}

sdc_reply sdc_reader::ignore_text(sdc_arguments const&) {
  count(command_ + " prints nothing");
  return {};
}

}  // namespace gsta::io::detail
