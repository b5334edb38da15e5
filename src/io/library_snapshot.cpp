// Libraries as files.

#include "gsta/io/library_snapshot.hpp"

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/core/executor.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/source.hpp"
#include "src/io/field_bytes.hpp"
#include "src/io/input_file.hpp"
#include "src/io/library_fields.hpp"
#include "src/io/snapshot_sections.hpp"

namespace gsta::io::detail {
namespace {

/// What readers of Liberty promise of numbers, and whoever uses a library indexes with.
class library_checker {
 public:
  explicit library_checker(model::library const& of) : library_(of) {}

  void check() const {
    need(is_unit(library_.time_unit_ps) && is_unit(library_.capacitance_unit_ff), "a unit that is none");
    thresholds(library_.thresholds);
    for (auto const& of : library_.more_thresholds) thresholds(of);
    need(library_.more_conditions.size() <= library_.more_thresholds.size(),
         "operating conditions that are not there");
    conditions(library_.conditions);
    for (auto const& of : library_.more_conditions) conditions(of);
    for (auto const& cell : library_.cells) {
      need(cell.thresholds <= library_.more_thresholds.size(), "a cell with thresholds that are not there");
      for (auto const& pin : cell.pins) one_pin(pin);
    }
  }

 private:
  static void need(bool good, char const* what) {
    if (!good) throw spoilt_snapshot{std::string("the library of the snapshot has ") + what};
  }
  static bool is_unit(float value) { return std::isfinite(value) && value > 0; }
  static bool is_share(float value) { return value >= 0 && value <= 1; }

  static void thresholds(model::thresholds const& of) {
    bool good = is_unit(of.slew_derate);
    for (int e = 0; e < 2; ++e)
      good = good && is_share(of.delay[e]) && is_share(of.output_delay[e]) && is_share(of.slew_lower[e]) &&
             is_share(of.slew_upper[e]) && of.slew_lower[e] < of.slew_upper[e];
    need(good, "thresholds that are none");
  }

  static void conditions(model::library_conditions const& all) {
    auto const point = [](model::operating_point const& at) {
      for (float const of : at.of)
        need(std::isfinite(of) || of == math::infinity, "operating conditions that are none");
    };
    point(all.nominal);
    for (auto const& one : all.known) point(one.at);
    for (auto const& one : all.factors)
      for (auto const& of_value : one.k)
        for (auto const& of_edge : of_value)
          for (float const k : of_edge) need(std::isfinite(k), "a factor that is none");
  }

  static void one_pin(model::pin const& pin) {
    auto const& rules = pin.rules;
    bool good = std::isfinite(rules.min_period);
    for (int i = 0; i < 2; ++i)
      good = good && std::isfinite(rules.min_pulse_width[i]) &&
             math::is_within(pin.capacitance[i][0], most_capacitance) &&
             math::is_within(pin.capacitance[i][1], most_capacitance);
    for (float const most :
         {rules.max_transition, rules.max_capacitance, rules.max_fanout, rules.fanout_load})
      good = good && (std::isfinite(most) || most == math::infinity);
    need(good, "a pin with a number that is none");
    for (auto const& group : pin.timing) {
      for (auto const* const of : {group.delay, group.transition, group.constraint})
        for (int e = 0; e < 2; ++e) one_table(of[e]);
      need(group.early.empty() || group.early.size() == 4, "other than four early tables");
      for (auto const& of : group.early) one_table(of);
    }
  }

  static void one_table(model::table const& of) {
    using enum model::axis_variable;
    if (of.empty()) return need(of.index_1.empty() && of.index_2.empty(), "a table without values");
    auto const points = [](std::vector<float> const& axis) { return axis.empty() ? 1 : axis.size(); };
    need(of.values.size() / points(of.index_1) == points(of.index_2) &&
             of.values.size() % points(of.index_1) == 0,
         "a table whose values do not fill its axes");
    need((of.variable_1 == none) == of.index_1.empty() && (of.variable_2 == none) == of.index_2.empty() &&
             of.variable_1 != other && of.variable_2 != other,
         "a table with an axis of nothing");
    for (auto const* const axis : {&of.index_1, &of.index_2})
      for (std::size_t i = 1; i < axis->size(); ++i)
        need((*axis)[i - 1] < (*axis)[i], "a table whose axis does not ascend");
    for (auto const* const numbers : {&of.index_1, &of.index_2, &of.values})
      for (float const number : *numbers)
        need(math::is_within(number, most_time), "a table with a number that is none");
  }

  model::library const& library_;
};

model::library read_library(std::string_view bytes, model::diagnostics& seen) {
  section_finder sections(sections_of(host_executor{}, bytes, snapshot_kind::library));
  model::library library;
  model::diagnostics notes;
  sections.take_fields("libr", [&](field_reader& in) { in(library); });
  sections.take_fields("note", [&](field_reader& in) { in(notes); });
  sections.check_all_found();
  library_checker(library).check();
  library.cell_index.reserve(library.cells.size());
  for (std::size_t i = 0; i < library.cells.size(); ++i) {
    if (!library.cell_index.emplace(library.cells[i].name, i).second)
      throw spoilt_snapshot{"the library of the snapshot has two cells of one name"};
  }
  seen.merge(notes);
  return library;
}

/// The file's first bytes say what it is. A pipe's cannot be looked at twice: it has text.
bool is_library_snapshot(std::string const& path) {
  input_file file(path);
  if (file.size() == 0 || descriptor_of(path) >= 0) return false;
  std::array<char, 8> first{};
  auto const got = file.read(first.data(), first.size());
  return is_snapshot({first.data(), got}, snapshot_kind::library);
}

}  // namespace
}  // namespace gsta::io::detail

namespace gsta::io {

void save_library(std::string const& path, model::library const& library, model::diagnostics const& seen) {
  using namespace detail;
  field_writer records, notes;
  records(library);
  notes(seen);
  write_snapshot(host_executor{}, path, snapshot_kind::library,
                 {{tag_of("libr"), records.bytes}, {tag_of("note"), notes.bytes}});
}

model::library read_library_snapshot(std::string const& name, std::string_view bytes,
                                     model::diagnostics& seen) try {
  return detail::read_library(bytes, seen);
} catch (detail::spoilt_snapshot const& e) {
  detail::fail_file(name, e.sentence);
}

model::library load_library(std::string const& path, model::diagnostics& seen, load_options const& options) {
  if (!detail::is_library_snapshot(path)) return read_liberty(load(path, options), seen);
  auto const file = detail::bytes_of_file(path);
  return read_library_snapshot(path, file.bytes, seen);
}

}  // namespace gsta::io
