// Objects that a command names, and patterns of names.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_names.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/sdc_pattern.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

bool glob_match(std::string_view pattern, std::string_view text) noexcept {
  std::size_t p = 0, t = 0, star = pattern.npos, resume = 0;
  while (t < text.size()) {
    bool const escaped = p + 1 < pattern.size() && pattern[p] == '\\';
    if (!escaped && p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() &&
               ((!escaped && pattern[p] == '?') || pattern[p + (escaped ? 1 : 0)] == text[t])) {
      p += escaped ? 2 : 1;
      ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool has_wildcard(std::string_view pattern) noexcept {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '*' || pattern[i] == '?') {
      return true;
    }
  }
  return false;
}

std::string unescaped(std::string_view pattern) {
  std::string result;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
    result += pattern[i];
  }
  return result;
}

std::string with_backslashes_doubled(std::string_view pattern) {
  std::string doubled;
  for (char const c : pattern) doubled.append(c == '\\' ? 2 : 1, c);
  return doubled;
}

std::string sdc_lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

namespace {

/// Plain words between blanks keep their backslashes, which patterns need and a list would take away.
std::string with_backslashes(std::string const& words) {
  if (words.find('\\') == words.npos || words.find_first_of("{\"") != words.npos) return words;
  return with_backslashes_doubled(words);
}

}  // namespace

/// The words of a list and of the lists in it. Empty ones, which lreplace leaves behind, stand for nothing.
void sdc_reader::flatten_list(std::string const& words, int depth, sdc_list& into) const {
  constexpr int deepest = 20;
  if (depth > deepest) throw sdc_error("lists nested too deep");
  for (auto& word : tcl.split(with_backslashes(words))) {
    if (word.empty()) continue;
    bool const is_list =
        word.find_first_of(" \t\n\r\f\v") != word.npos || (word[0] == '{' && word.back() == '}');
    if (is_list && word != words) {
      flatten_list(word, depth + 1, into);
    } else {
      into.push_back(std::move(word));
    }
  }
}

sdc_search sdc_reader::search_for(std::string const& pattern) const {
  sdc_search search;
  search.pattern = pattern;
  search.scope = scope_;
  return search;
}

sdc_list sdc_reader::find_kind(sdc_kind kind, sdc_search const& search) const {
  auto const filtered = [&](auto const& records) {
    auto here = search;
    here.scope.clear();
    sdc_list found;
    for (auto const& name : records) {
      if (name == search.pattern || names_.matches(here, name)) found.push_back(name);
    }
    return found;
  };
  switch (kind) {
    case sdc_kind::port:
      return names_.ports([&] {
        auto top = search;
        top.scope.clear();
        return top;
      }());
    case sdc_kind::cell:
      return names_.cells(search);
    case sdc_kind::pin:
      return names_.pins(search);
    case sdc_kind::net:
      return names_.nets(search);
    case sdc_kind::lib_cell:
      return names_.lib_cells(search);
    case sdc_kind::lib_pin:
      return names_.lib_pins(search);
    case sdc_kind::library:
      return filtered(sdc_list{names_.library().name});
    case sdc_kind::design:
      return filtered(sdc_list{names_.netlist().name});
    case sdc_kind::clock:
      break;
  }
  if (is_plain(search)) return clock_index_.contains(search.pattern) ? sdc_list{search.pattern} : sdc_list{};
  sdc_list all;
  for (auto const& clock : clocks_) all.push_back(clock.name);
  for (auto const& made : generated_clocks_) all.push_back(made.clock.name);
  return filtered(all);
}

/// A clock may be gone again since its handle was made; all else stays.
bool sdc_reader::exists(sdc_object const& object) const {
  if (object.kind != sdc_kind::clock) return true;
  return clock_index_.contains(object.name);
}

/// True if a handle's object may stand here; an object of another kind, and a clock that is gone, are errors.
bool sdc_reader::knows_handle(sdc_object const& object, sdc_kinds kinds, std::string_view expected) const {
  if (!(kinds & in_set(object.kind))) {
    throw sdc_error("expected a " + std::string(expected) + ", found the " +
                    std::string(word_of(object.kind)) + " " + in_quotes(object.name));
  }
  if (!exists(object)) throw sdc_error("the clock " + in_quotes(object.name) + " was removed");
  return true;
}

/// The objects of the given kinds that an argument names: a handle is one, a name or pattern means what it
/// matches of the first kind, the most general first. A name that nothing has is an error, or noted.
sdc_objects sdc_reader::objects_of(std::string const& words, sdc_kinds kinds, sdc_missing missing) {
  static constexpr sdc_kind order[] = {sdc_kind::clock, sdc_kind::lib_cell, sdc_kind::lib_pin, sdc_kind::cell,
                                       sdc_kind::port,  sdc_kind::pin,      sdc_kind::net};
  sdc_list list;
  flatten_list(words, 0, list);
  std::string expected;
  for (auto const kind : order) {
    if (kinds & in_set(kind)) expected += (expected.empty() ? "" : " or ") + std::string(word_of(kind));
  }
  sdc_objects result;
  for (auto const& word : list) {
    if (auto const* const object = handles_.find(word)) {
      if (knows_handle(*object, kinds, expected)) result.push_back(*object);
      continue;
    }
    auto const before = result.size();
    for (auto const kind : order) {
      if (!(kinds & in_set(kind)) || result.size() > before) continue;
      for (auto& name : find_kind(kind, search_for(word))) result.push_back({kind, std::move(name)});
    }
    if (result.size() > before) continue;
    if (missing == sdc_missing::refused) throw sdc_error("there is no " + expected + " " + quoted(word));
    note_unmatched(expected, word);
  }
  return result;
}

/// Clocks; other objects among them are left out with the constraint on them.
sdc_objects sdc_reader::clocks_of(std::string const& words) {
  sdc_list list;
  flatten_list(words, 0, list);
  sdc_objects result;
  for (auto const& word : list) {
    auto const* const object = handles_.find(word);
    if (object != nullptr && object->kind != sdc_kind::clock) {
      leave_out(command_ + " of the " + std::string(word_of(object->kind)) + " " + in_quotes(object->name) +
                ", where a clock is expected");
      continue;
    }
    for (auto& clock : objects_of(word, in_set(sdc_kind::clock), sdc_missing::noted))
      result.push_back(std::move(clock));
  }
  return result;
}

bool sdc_reader::is_input_of(model::instance const& instance, std::string_view pin) const {
  auto const* const cell = names_.library().find_cell(instance.cell);
  auto const* const of_cell = cell == nullptr ? nullptr : cell->find_pin(pin);
  return of_cell != nullptr &&
         (of_cell->direction == model::direction::input || of_cell->direction == model::direction::inout);
}

/// The leaf pins and ports that drive a net.
sdc_list sdc_reader::drivers_of(std::string_view net) const {
  sdc_list drivers;
  for (auto const& pin : names_.pins_of(net)) {
    bool drives = false;
    if (pin.instance == sdc_pin_ref::none) {
      drives = names_.netlist().ports[pin.index].direction != model::direction::output;
    } else {
      auto const& instance = names_.netlist().instances[pin.instance];
      auto const* const cell = names_.library().find_cell(instance.cell);
      auto const* const of_cell =
          cell == nullptr ? nullptr : cell->find_pin(instance.connections[pin.index].pin);
      drives = of_cell != nullptr && (of_cell->direction == model::direction::output ||
                                      of_cell->direction == model::direction::inout);
    }
    if (drives) drivers.push_back(names_.name_of(pin));
  }
  return drivers;
}

/// The leaf pins and ports that a net leads to.
sdc_list sdc_reader::loads_of(std::string_view net) const {
  sdc_list loads;
  for (auto const& pin : names_.pins_of(net)) {
    bool takes = false;
    if (pin.instance == sdc_pin_ref::none) {
      takes = names_.netlist().ports[pin.index].direction != model::direction::input;
    } else {
      auto const& instance = names_.netlist().instances[pin.instance];
      takes = is_input_of(instance, instance.connections[pin.index].pin);
    }
    if (takes) loads.push_back(names_.name_of(pin));
  }
  return loads;
}

/// The pin of a module that was taken apart which an object is; null for all else.
model::hierarchical_pin const* sdc_reader::module_pin(sdc_object const& object) const {
  return object.kind == sdc_kind::pin && !names_.is_pin(object.name) ? names_.find_module_pin(object.name)
                                                                     : nullptr;
}

/// Counts what names a pin of a module whose loads nobody can tell from another pin's.
bool sdc_reader::is_told_apart(model::hierarchical_pin const& of_module) {
  if (!names_.shares_net(of_module)) return true;
  leave_out(command_ + " of " + in_quotes(of_module.name) + ", whose module has another pin on the same net");
  return false;
}

/// The loads behind a module's pin: on the side of it where its net is not driven from.
sdc_list sdc_reader::loads_behind(model::hierarchical_pin const& of_module) const {
  auto const path = of_module.name.substr(0, of_module.name.rfind('/') + 1);
  bool inside = false, outside = false;  // are drivers
  for (auto const& driver : drivers_of(of_module.net)) (driver.starts_with(path) ? inside : outside) = true;
  auto loads = loads_of(of_module.net);
  std::erase_if(
      loads, [&](std::string const& load) { return load.starts_with(path) ? inside && !outside : !inside; });
  return loads;
}

/// What a port or pin stands for in the flat design: itself; the loads behind it for a pin of a module that
/// was taken apart; its drivers for a net.
sdc_list sdc_reader::leaf_pins(sdc_object const& object) {
  if (object.kind == sdc_kind::net) return drivers_of(object.name);
  auto const* const of_module = module_pin(object);
  if (of_module == nullptr) return {object.name};
  auto loads = loads_behind(*of_module);
  if (loads.empty()) count(command_ + " of a pin of a module that nothing is behind");
  return loads;
}

/// Takes the pins of modules out of what a command names, where they mean nothing to it, and says so.
void sdc_reader::drop_module_pins(sdc_objects& objects) {
  std::erase_if(objects, [&](sdc_object const& object) {
    bool const drops = module_pin(object) != nullptr;
    if (drops) count(command_ + " of a pin of a module, which has no effect");
    return drops;
  });
}

/// The same of instances of modules.
void sdc_reader::drop_modules(sdc_objects& objects) {
  std::erase_if(objects, [&](sdc_object const& object) {
    bool const drops = is_module(object);
    if (drops) count(command_ + " of a module, which has no effect");
    return drops;
  });
}

/// Whether an object is an instance of a module that was taken apart.
bool sdc_reader::is_module(sdc_object const& object) const {
  return object.kind == sdc_kind::cell && names_.find_instance(object.name) == nullptr;
}

sdc_list sdc_reader::leaf_pins(std::string const& words, sdc_kinds kinds, sdc_missing missing,
                               sdc_modules modules) {
  sdc_list result;
  auto objects = objects_of(words, kinds, missing);
  if (objects.empty()) count(command_ + " of an empty list");
  if (modules == sdc_modules::without_effect) drop_module_pins(objects);
  for (auto const& object : objects) {
    auto leaves = leaf_pins(object);
    result.insert(result.end(), std::make_move_iterator(leaves.begin()),
                  std::make_move_iterator(leaves.end()));
  }
  return result;
}

/// The only port or pin that an argument names; for a pin of a module what drives it.
std::string sdc_reader::one_pin(std::string const& words) {
  auto const objects = objects_of(words, sdc_kind::port | sdc_kind::pin);
  if (objects.size() != 1) throw sdc_error("expected one port or pin, found " + quoted(words));
  auto const* const of_module = module_pin(objects[0]);
  if (of_module == nullptr) return objects[0].name;
  auto const drivers = drivers_of(of_module->net);
  if (drivers.empty()) throw sdc_error("nothing drives the pin of a module " + quoted(words));
  return drivers[0];
}

/// The ports that `words` names. Those of the `forbidden` direction are counted and left out.
sdc_list sdc_reader::ports_of(std::string const& words, model::direction forbidden) {
  sdc_list result;
  auto const objects = objects_of(words, in_set(sdc_kind::port), sdc_missing::noted);
  if (objects.empty()) count(command_ + " of an empty list");
  for (auto const& object : objects) {
    auto const* const port = names_.find_port(object.name);
    if (port != nullptr && port->direction == forbidden) {
      count(command_ + (forbidden == model::direction::input ? " of an input port, ignored"
                                                             : " of an output port, ignored"));
    } else {
      result.push_back(object.name);
    }
  }
  return result;
}

}  // namespace gsta::io::detail
