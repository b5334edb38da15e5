// What SDC's commands share: running one, errors and notes, numbers and units, what is left out.

#include "src/io/sdc_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/io/closest_name.hpp"
#include "gsta/io/sdc.hpp"
#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

sdc_reader::sdc_reader(model::netlist const& netlist, model::library const& library, model::diagnostics& seen,
                       sdc_options const& options)
    : names_(netlist, library),
      seen_(seen),
      library_units_{library.time_unit_ps, library.capacitance_unit_ff},
      lenient_(options.lenient) {
  units_are_given_ = options.units.has_value();
  units_ = options.units.value_or(library_units_);
}

sdc_reply sdc_reader::run(sdc_command const& command, std::vector<std::string> words) try {
  command_ = command.name;
  for (auto const& word : words) refuse_old(word);
  sdc_arguments const in(command.options, std::move(words));
  if (command.most >= 0)
    in.expect_words(static_cast<std::size_t>(command.least), static_cast<std::size_t>(command.most));
  for (auto const& option : in.ignored) count(command_ + " " + option + ", ignored");
  if (in.unsupported.empty()) return (this->*command.run)(in);
  auto what = command_;
  for (auto const& option : in.unsupported) what += " " + option;
  // Without an answer, whatever is said of it would be lost.
  if (command.asks && !lenient_) throw sdc_error(what + " is not there yet");
  leave_out(what);
  return (this->*command.run)(in);
} catch (sdc_unknown_option const& unknown) {
  if (!lenient_) throw;
  leave_out(std::string(command.name) + ": " + unknown.what());
  return {};
}

void sdc_reader::refuse_old(std::string_view words) const {
  if (handles_.has_old(words))
    throw sdc_error("an object is of a design that was linked before: ask for it again");
}

sdc_objects sdc_reader::objects(std::string const& words, sdc_kinds kinds) {
  refuse_old(words);
  return objects_of(words, kinds);
}

sdc_reply sdc_reader::skip(std::string const& name) {
  count_of("no effect on timing:", name);
  return {};
}

sdc_reply sdc_reader::refuse_unknown(std::string const& name) {
  auto const what = "unknown command " + in_quotes(name);
  if (!lenient_) {
    std::vector<std::string> names;
    for (auto const& command : commands()) names.emplace_back(command.name);
    throw sdc_error(what + did_you_mean(name, names));
  }
  leave_out(what);
  return {};
}

std::string sdc_reader::here() const {
  auto const [file, at] = tcl.locate();
  return file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

/// Counts a constraint that would change a slack and does not.
void sdc_reader::leave_out(std::string const& what) { seen_.add_not_applied(one_line(what), here()); }

/// A text of a script as it may stand in a report: names for handles, no control characters, not too long.
std::string sdc_reader::one_line(std::string_view script) const {
  constexpr std::size_t longest = 200;
  auto text = handles_.shown(script);
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';
  }
  return text;
}

/// Counts a name that nothing of these kinds has.
void sdc_reader::note_unmatched(std::string_view kinds, std::string_view name) {
  auto const text = one_line(name);
  auto const what = std::string(kinds) + " \"" + text + "\"";
  if (!seen_.knows_unmatched(what)) seen_.add_unmatched(what, here());
  count_of("no " + std::string(kinds) + " matches", in_quotes(text));
}

void sdc_reader::count(std::string const& kind) {
  if (!seen_.add_known(kind)) seen_.add(kind, here());
}

/// Counts each `detail` apart as long as there are few of them.
void sdc_reader::count_of(std::string const& general, std::string const& detail) {
  constexpr std::size_t most = 100;
  auto const kind = general + " " + detail;
  bool const apart = counted_.contains(kind) || (counted_.size() < most && counted_.insert(kind).second);
  count(apart ? kind : general + " (others)");
}

std::string sdc_reader::quoted(std::string_view text) const { return in_quotes(handles_.shown(text)); }

double sdc_reader::number(std::string const& text) const {
  double value = 0;
  if (!to_number(trimmed(text), value)) throw sdc_error("expected a number, found " + quoted(text));
  return value;
}

float sdc_reader::scaled(std::string const& text, double scale) const {
  auto const value = static_cast<float>(number(text) * scale);
  if (!math::is_within(value, most_time)) throw sdc_error("the value " + quoted(text) + " is out of range");
  return value;
}

float sdc_reader::not_negative(std::string const& text, double scale) const {
  auto const value = scaled(text, scale);
  if (value < 0) throw sdc_error("expected a value that is not negative, found " + quoted(text));
  return value;
}

/// Bit c is set for each condition that -min, -max, -rise and -fall leave.
std::uint8_t sdc_reader::conditions_of(sdc_arguments const& in) const {
  bool const any_split = in.has("min") == in.has("max"), any_edge = in.has("rise") == in.has("fall");
  bool const splits[2] = {any_split || in.has("min"), any_split || in.has("max")};
  bool const edges[2] = {any_edge || in.has("rise"), any_edge || in.has("fall")};
  unsigned mask = 0;
  for (int c = 0; c < conditions; ++c) {
    if (splits[is_late(c) ? 1 : 0] && edges[edge_of(c)]) mask |= 1U << c;
  }
  return static_cast<std::uint8_t>(mask);
}

void sdc_reader::assign(per_condition<float>& values, std::uint8_t mask, float value) noexcept {
  for (int c = 0; c < conditions; ++c) {
    if (mask >> c & 1) values[c] = value;
  }
}

std::string sdc_reader::record_key(std::string const& pin, std::string const& clock, edge clock_edge) {
  return pin + (clock_edge == edge::rise ? '\n' : '\t') + clock;  // no name of a pin has either
}

/// `1ns`, `10 fF`, `ns`: how many times 1e-12 of the symbol.
double sdc_reader::unit_value(std::string const& text, std::string_view symbol) const {
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
  throw sdc_error("expected a unit such as 1p" + std::string(symbol) + ", found " + quoted(text));
}

sdc_reply sdc_reader::set_units(sdc_arguments const& in) {
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

sdc_reply sdc_reader::set_hierarchy_separator(sdc_arguments const& in) {
  in.expect_words(1, 1);
  if (in.words[0] != "/") count("set_hierarchy_separator other than / is not supported yet");
  return {};
}

sdc_reply sdc_reader::leave_out_command(sdc_arguments const&) {
  leave_out(command_);
  return {};
}

/// A query that is not there: without an answer, whatever is said of it would be lost.
sdc_reply sdc_reader::refuse_query(sdc_arguments const&) {
  if (!lenient_) throw sdc_error(command_ + " is not there yet");
  leave_out(command_);
  return {};
}

/// The conditions of early arrivals, or of late ones. What no library has is not obeyed.
void sdc_reader::choose_conditions(bool late, std::string const& name, std::string const* library) {
  model::operating_choice chosen{library == nullptr ? "" : handles_.shown(*library), name, tcl.locate().at};
  auto const has = [&](model::library_conditions const& in) {
    return (chosen.library.empty() || chosen.library == in.library) && in.find(name) != nullptr;
  };
  auto const& known = names_.library();
  if (!has(known.conditions) && std::none_of(known.more_conditions.begin(), known.more_conditions.end(), has))
    return leave_out(command_ + " " + name);
  operating_[late] = std::move(chosen);
}

/// The analysis is always one of early and late arrivals; conditions are those of all instances.
sdc_reply sdc_reader::set_operating_conditions(sdc_arguments const& in) {
  in.expect_words(0, 1);
  auto const* const type = in.value("analysis_type");
  bool const as_it_is = type == nullptr || *type == "on_chip_variation";
  if (!as_it_is && *type != "single" && *type != "bc_wc")
    throw sdc_error("expected single, bc_wc or on_chip_variation, found " + quoted(*type));
  if (!as_it_is) leave_out(command_ + " -analysis_type " + *type);
  if (in.has("object_list")) return leave_out(command_ + " -object_list"), sdc_reply{};
  if (!in.words.empty() && in.value("min") == nullptr && in.value("max") == nullptr) {
    auto const name = handles_.shown(in.words[0]);
    choose_conditions(false, name, in.value("library"));
    if (operating_[0].name == name) choose_conditions(true, name, in.value("library"));
    return {};
  }
  for (bool const late : {false, true}) {
    auto const* const of_library = in.value(late ? "max_library" : "min_library");
    auto const* const name = in.value(late ? "max" : "min");
    if (name != nullptr)
      choose_conditions(late, handles_.shown(*name),
                        of_library != nullptr ? of_library : in.value("library"));
  }
  return {};
}

std::vector<sdc_command> sdc_reader::left_out_commands() {
  using r = sdc_reader;
  static constexpr char const* conditions = "rise fall min max";
  static constexpr char const* annotated = "from: to: cond: worst rise fall min max ";
  static constexpr char const* of_delay = "clock: clock_fall level_sensitive rise fall max min add_delay";
  constexpr auto run = &r::leave_out_command;
  return {
      {"set_operating_conditions", "analysis_type: library: min: max: min_library: max_library: object_list:",
       &r::set_operating_conditions},
      {"set_logic_dc", "", run},
      {"set_drive", conditions, run},
      {"set_ideal_net", "", run},
      {"set_resistance", "min max", run},
      {"set_wire_load_model", "name: library: min max cluster:", run},
      {"set_wire_load_selection_group", "library: min max", run},
      {"set_annotated_delay", std::string(annotated) + "cell net load_delay: increment", run},
      {"set_annotated_check", std::string(annotated) + "setup hold recovery removal clock:", run},
      {"set_annotated_transition", conditions, run},
      {"set_external_delay", of_delay, run},
      {"set_voltage", "min: object_list:", run},
  };
}

}  // namespace gsta::io::detail
