// Queries: inputs, outputs, clocks, registers.

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/sdc_pattern.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/sdc_records.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

sdc_reply sdc_reader::handles(sdc_kind kind, sdc_list const& names) {
  sdc_reply result;
  for (auto const& name : names) result.list.push_back(handles_.handle_of(kind, name));
  return result;
}

sdc_reply sdc_reader::handles(sdc_objects const& objects) {
  sdc_reply result;
  for (auto const& object : objects) result.list.push_back(handles_.handle_of(object.kind, object.name));
  return result;
}

/// Finds what matches any pattern of any word, or what belongs to -of_objects; a pattern without a match is
/// counted unless -quiet is given.
sdc_reply sdc_reader::query(sdc_arguments const& in, sdc_kind kind) {
  sdc_objects found;
  std::unordered_set<std::string> met;
  auto const keep = [&](std::string name) {
    if (met.insert(name).second) found.push_back({kind, std::move(name)});
  };
  auto const look_up = [&](std::string const& word) {
    auto const* const object = handles_.find(word);
    if (object != nullptr && object->kind == kind) return keep(object->name);
    auto search = search_for(handles_.shown(word));
    search.hierarchical = in.has("hierarchical");
    search.ignore_case = in.has("nocase") && !in.has("regexp");
    if (in.has("regexp")) search.regular = tcl.regular(search.pattern, in.has("nocase"));
    auto names = find_kind(kind, search);
    if (names.empty() && !in.has("quiet")) note_unmatched(word_of(kind), word);
    for (auto& name : names) keep(std::move(name));
  };
  if (auto const* const of = in.value("of_objects")) {
    for (auto const& object : any_objects(*of)) {
      for (auto& name : related(kind, object)) keep(std::move(name));
    }
  }
  sdc_list words;
  for (auto const& word : in.words) {
    // To a list a backslash is something else than to a regular expression.
    bool const is_expression = in.has("regexp") && word.find_first_of(" \t\n{") == word.npos;
    if (is_expression) {
      words.push_back(word);
    } else {
      flatten_list(word, 0, words);
    }
  }
  if (in.words.empty() && !in.has("of_objects")) words.emplace_back("*");
  for (auto const& word : words) look_up(word);
  if (auto const* const filter = in.value("filter")) keep_matching(found, *filter);
  return handles(found);
}

sdc_reply sdc_reader::get_generated_clocks(sdc_arguments const& in) {
  auto result = query(in, sdc_kind::clock);
  std::erase_if(result.list, [&](auto const& word) { return !is_generated(handles_.find(word)->name); });
  return result;
}

namespace {

/// The ports that a delay by a clock was said of.
template <class Record>
std::unordered_set<std::string_view> ports_by(sdc_record_table<Record> const& table, std::string const& clock,
                                              per_condition<float> Record::* values) {
  std::unordered_set<std::string_view> ports;
  for (auto const& record : table.records)
    if (record.clock == clock && record.*values != Record{}.*values) ports.insert(record.pin);
  return ports;
}

}  // namespace

sdc_reply sdc_reader::all_inputs(sdc_arguments const& in) {
  if (!in.unsupported.empty()) return {};
  auto const by = ports_by(arrivals_, clock_option(in), &model::input_arrival::arrival);
  std::unordered_set<std::string_view> of_clocks;
  if (in.has("no_clocks") || in.has("exclude_clock_ports")) {
    for (auto const& clock : clocks_) of_clocks.insert(clock.sources.begin(), clock.sources.end());
  }
  sdc_list result;
  for (auto const& port : names_.netlist().ports) {
    if (port.direction != model::direction::output && !of_clocks.contains(port.name) &&
        (!in.has("clock") || by.contains(port.name)))
      result.push_back(port.name);
  }
  return handles(sdc_kind::port, result);
}

sdc_reply sdc_reader::all_outputs(sdc_arguments const& in) {
  if (!in.unsupported.empty()) return {};
  auto const by = ports_by(required_, clock_option(in), &model::output_required::required);
  sdc_list result;
  for (auto const& port : names_.netlist().ports) {
    if (port.direction != model::direction::input && (!in.has("clock") || by.contains(port.name)))
      result.push_back(port.name);
  }
  return handles(sdc_kind::port, result);
}

sdc_reply sdc_reader::all_clocks(sdc_arguments const&) {
  sdc_list result;
  for (auto const& clock : clocks_) result.push_back(clock.name);
  for (auto const& made : generated_clocks_) result.push_back(made.clock.name);
  return handles(sdc_kind::clock, result);
}

sdc_reply sdc_reader::current_design(sdc_arguments const& in) {
  in.expect_words(0, 1);
  if (!in.words.empty() && handles_.shown(in.words[0]) != names_.netlist().name)
    count("current_design of another module, ignored");
  return {{names_.netlist().name}, true};
}

/// Without a name, and for the design's own, back to the top; `..` is one level up.
sdc_reply sdc_reader::current_instance(sdc_arguments const& in) {
  in.expect_words(0, 1);
  auto const name = in.words.empty() ? std::string() : unescaped(handles_.shown(trimmed(in.words[0])));
  if (name.empty() || name == names_.netlist().name || name == "/") {
    scope_.clear();
  } else if (name == "..") {
    auto const slash = scope_.size() < 2 ? scope_.npos : scope_.rfind('/', scope_.size() - 2);
    scope_.erase(slash == scope_.npos ? 0 : slash + 1);
  } else if (name != ".") {
    auto path = handles_.find(in.words[0]) != nullptr ? name : scope_ + name;
    if (names_.find_module(path) == nullptr)
      throw sdc_error("there is no hierarchical cell " + in_quotes(path));
    scope_ = std::move(path) + "/";
  }
  return {{scope_.substr(0, scope_.empty() ? 0 : scope_.size() - 1)}, true};
}

namespace {

/// True if `expression` speaks of `name`, as a whole word.
bool mentions(std::string_view expression, std::string_view name) noexcept {
  auto const in_word = [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '[' ||
           c == ']';
  };
  for (auto at = expression.find(name); at != expression.npos; at = expression.find(name, at + 1)) {
    auto const end = at + name.size();
    if ((at == 0 || !in_word(expression[at - 1])) && (end == expression.size() || !in_word(expression[end])))
      return true;
  }
  return false;
}

/// What a pin of a register is for.
struct register_role {
  bool clock = false, data = false, asynchronous = false, output = false;
};

register_role role_of(model::cell const& cell, model::pin const& pin) {
  register_role role;
  role.output = pin.direction == model::direction::output;
  if (role.output) return role;
  for (auto const& state : cell.states) {
    role.clock = role.clock || mentions(state.clock, pin.name);
    role.asynchronous =
        role.asynchronous || mentions(state.clear, pin.name) || mentions(state.preset, pin.name);
  }
  if (role.clock) role.asynchronous = false;
  using type = model::timing_type;
  role.data = !role.clock && std::any_of(pin.timing.begin(), pin.timing.end(), [](auto const& group) {
    return group.type == type::setup_rising || group.type == type::setup_falling ||
           group.type == type::hold_rising || group.type == type::hold_falling;
  });
  return role;
}

}  // namespace

sdc_reply sdc_reader::all_registers(sdc_arguments const& in) {
  in.expect_words(0, 0);
  if (!in.unsupported.empty()) return {};
  bool const pins =
      in.has("clock_pins") || in.has("data_pins") || in.has("async_pins") || in.has("output_pins");
  bool const any = in.has("edge_triggered") == in.has("level_sensitive");
  std::set<std::string> clocked;
  if (in.has("clock")) {
    auto const clock = clock_option(in);
    if (clock.empty()) return {};  // counted already
    clocked = clock_pins_of(clock);
  }
  sdc_objects result;
  for (auto const& instance : names_.netlist().instances) {
    auto const* const cell = names_.library().find_cell(instance.cell);
    if (cell == nullptr || cell->states.empty()) continue;
    if (!any && cell->states[0].is_latch != in.has("level_sensitive")) continue;
    bool const is_clocked = std::any_of(cell->pins.begin(), cell->pins.end(), [&](auto const& pin) {
      return clocked.contains(instance.name + "/" + pin.name);
    });
    if (in.has("clock") && !is_clocked) continue;
    if (!pins || in.has("cells")) result.push_back({sdc_kind::cell, std::string(instance.name)});
    for (auto const& pin : cell->pins) {
      if (!pins) break;
      auto const role = role_of(*cell, pin);
      if ((role.clock && in.has("clock_pins")) || (role.data && in.has("data_pins")) ||
          (role.asynchronous && in.has("async_pins")) || (role.output && in.has("output_pins")))
        result.push_back({sdc_kind::pin, instance.name + "/" + pin.name});
    }
  }
  return handles(result);
}

}  // namespace gsta::io::detail
