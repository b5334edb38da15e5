#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/sdc_arguments.ipp"
#include "gsta/io/detail/sdc_reader.hpp"
#include "gsta/io/detail/sdc_search.ipp"
#include "gsta/io/detail/text.hpp"

namespace gsta::io::detail {

GSTA_INLINE sdc_reader::sdc_reader(model::netlist const& netlist, model::library const& library,
                                   model::diagnostics& seen, sdc_options const& options)
    : names_(netlist, library),
      seen_(seen),
      library_units_{library.time_unit_ps, library.capacitance_unit_ff},
      lenient_(options.lenient) {
  units_are_given_ = options.units.has_value();
  units_ = options.units.value_or(library_units_);
}

GSTA_INLINE sdc_reply sdc_reader::run(sdc_command const& command, std::vector<std::string> words) try {
  command_ = command.name;
  sdc_arguments const in(command.options, std::move(words));
  if (command.most >= 0)
    in.expect_words(static_cast<std::size_t>(command.least), static_cast<std::size_t>(command.most));
  for (auto const& option : in.ignored) count(command_ + " " + option + ", ignored");
  if (in.unsupported.empty()) return (this->*command.run)(in);
  auto what = command_;
  for (auto const& option : in.unsupported) what += " " + option;
  leave_out(what);
  return (this->*command.run)(in);
} catch (sdc_unknown_option const& unknown) {
  if (!lenient_) throw;
  leave_out(std::string(command.name) + ": " + unknown.what());
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::skip(std::string const& name) {
  count_of("no effect on timing:", name);
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::refuse_unknown(std::string const& name) {
  auto const what = "unknown command " + in_quotes(name);
  if (!lenient_) throw sdc_error(what);
  leave_out(what);
  return {};
}

GSTA_INLINE std::string sdc_reader::here() const {
  auto const [file, at] = tcl.locate();
  return file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

/// Counts a constraint that would change a slack and does not.
GSTA_INLINE void sdc_reader::leave_out(std::string const& what) {
  seen_.add_not_applied(one_line(what), here());
}

/// A text of a script as it may stand in a report: names for handles, no control characters, not too long.
GSTA_INLINE std::string sdc_reader::one_line(std::string_view script) const {
  constexpr std::size_t longest = 200;
  auto text = handles_.shown(script);
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';
  }
  return text;
}

/// Counts a name that nothing of these kinds has.
GSTA_INLINE void sdc_reader::note_unmatched(std::string_view kinds, std::string_view name) {
  auto const text = one_line(name);
  auto const what = std::string(kinds) + " \"" + text + "\"";
  if (!seen_.knows_unmatched(what)) seen_.add_unmatched(what, here());
  count_of("no " + std::string(kinds) + " matches", in_quotes(text));
}

GSTA_INLINE void sdc_reader::count(std::string const& kind) {
  if (!seen_.add_known(kind)) seen_.add(kind, here());
}

/// Counts each `detail` apart as long as there are few of them.
GSTA_INLINE void sdc_reader::count_of(std::string const& general, std::string const& detail) {
  constexpr std::size_t most = 100;
  auto const kind = general + " " + detail;
  bool const apart = counted_.contains(kind) || (counted_.size() < most && counted_.insert(kind).second);
  count(apart ? kind : general + " (others)");
}

GSTA_INLINE std::string sdc_reader::quoted(std::string_view text) const {
  return in_quotes(handles_.shown(text));
}

GSTA_INLINE double sdc_reader::number(std::string const& text) const {
  double value = 0;
  if (!to_number(trimmed(text), value)) throw sdc_error("expected a number, found " + quoted(text));
  return value;
}

GSTA_INLINE float sdc_reader::scaled(std::string const& text, double scale) const {
  auto const value = static_cast<float>(number(text) * scale);
  if (!math::is_within(value, most_time)) throw sdc_error("the value " + quoted(text) + " is out of range");
  return value;
}

GSTA_INLINE float sdc_reader::not_negative(std::string const& text, double scale) const {
  auto const value = scaled(text, scale);
  if (value < 0) throw sdc_error("expected a value that is not negative, found " + quoted(text));
  return value;
}

/// Bit c is set for each condition that -min, -max, -rise and -fall leave.
GSTA_INLINE std::uint8_t sdc_reader::conditions_of(sdc_arguments const& in) const {
  bool const any_split = in.has("min") == in.has("max"), any_edge = in.has("rise") == in.has("fall");
  bool const splits[2] = {any_split || in.has("min"), any_split || in.has("max")};
  bool const edges[2] = {any_edge || in.has("rise"), any_edge || in.has("fall")};
  unsigned mask = 0;
  for (int c = 0; c < conditions; ++c) {
    if (splits[is_late(c) ? 1 : 0] && edges[edge_of(c)]) mask |= 1U << c;
  }
  return static_cast<std::uint8_t>(mask);
}

GSTA_INLINE void sdc_reader::assign(corner_values& values, std::uint8_t mask, float value) noexcept {
  for (int c = 0; c < conditions; ++c) {
    if (mask >> c & 1) values[c] = value;
  }
}

GSTA_INLINE std::string sdc_reader::record_key(std::string const& pin, std::string const& clock,
                                               edge clock_edge) {
  return pin + (clock_edge == edge::rise ? '\n' : '\t') + clock;  // no name of a pin has either
}

/// The record of a pin and clock edge, made undefined where there is none.
template <class Record>
Record& sdc_reader::record_of(record_table<Record>& table, std::string const& pin, std::string const& clock,
                              edge clock_edge) {
  auto const [at, is_new] =
      table.by_pin_and_clock.try_emplace(record_key(pin, clock, clock_edge), table.records.size());
  if (!is_new) return table.records[at->second];
  table.by_pin[pin].push_back(table.records.size());
  auto& made = table.records.emplace_back();
  made.pin = pin;
  made.at = tcl.locate().at;
  if constexpr (requires { made.clock; }) {
    made.clock = clock;
    made.clock_edge = clock_edge;
  }
  return made;
}

}  // namespace gsta::io::detail
