// report_checks.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

#include "gsta/core/error.hpp"
#include "gsta/core/sort.hpp"
#include "gsta/report/report.hpp"
#include "sta/shell/commands.hpp"
#include "sta/shell/report_text.hpp"

namespace sta::shell {

namespace {

using sort = gsta::io::sdc_named::sort;

constexpr char const* of_checks =
    "[-from LIST] [-rise_from LIST] [-fall_from LIST] [-through LIST] [-rise_through LIST] "
    "[-fall_through LIST] [-to LIST] [-rise_to LIST] [-fall_to LIST] "
    "[-path_delay min|max|min_max|min_rise|min_fall|max_rise|max_fall] [-corner NAME] [-scenes NAME] "
    "[-group_count K] [-group_path_count K] [-endpoint_count N] [-endpoint_path_count N] "
    "[-unique_paths_to_endpoint] [-slack_min S] [-slack_max S] [-sort_by_slack] [-path_group NAME] "
    "[-unconstrained] [-format full|full_clock|full_clock_expanded|end|summary] [-fields LIST] [-digits N] "
    "[-no_line_splits]";

/// Each sort apart: a port, its net and the clock on it may share a name.
void add_points(design_state& design, std::string const& option, std::string const& words,
                std::vector<gsta::point_names>& into) {
  bool const through = option.ends_with("through");
  std::map<sort, gsta::point_names> by_sort;
  auto const places = through ? std::vector{sort::cell, sort::port, sort::pin, sort::net}
                              : std::vector{sort::clock, sort::cell, sort::port, sort::pin};
  for (auto& object : design.constraints().objects(words, places)) {
    // A port is found as a pin is.
    auto& points = by_sort[object.is == sort::port ? sort::pin : object.is];
    points.names.push_back(std::move(object.name));
  }
  if (by_sort.empty()) throw refusal("-" + option + ": the list is empty");
  gsta::point_names any;  // one point of any sort
  for (auto& [is, points] : by_sort) {
    bool const alone = !through || by_sort.size() == 1;
    points.rise = any.rise = !option.starts_with("fall");
    points.fall = any.fall = !option.starts_with("rise");
    points.patterns = any.patterns = false;
    points.clocks = is == sort::clock;
    points.instances = is == sort::cell;
    points.pins = is == sort::pin;
    points.nets = is == sort::net;
    any.names.insert(any.names.end(), points.names.begin(), points.names.end());
    if (alone) into.push_back(std::move(points));
  }
  if (through && by_sort.size() > 1) into.push_back(std::move(any));
}

path_names points_of(design_state& design, arguments const& in) {
  path_names all;
  for (auto const& [option, value] : in.options()) {
    if (option.ends_with("from")) add_points(design, option, value, all.from);
    if (option.ends_with("through")) add_points(design, option, value, all.through);
    if (option == "to" || option.ends_with("_to")) add_points(design, option, value, all.to);
  }
  return all;
}

/// Which sides are asked for, and at which edges paths end.
struct wanted_sides {
  bool max = true, min = false, rise = true, fall = true;

  explicit wanted_sides(arguments const& in) {
    auto const* const delay = in.value("path_delay");
    if (delay == nullptr) return;
    std::string_view text(*delay);
    for (auto const& [end, edge] :
         {std::pair{"_rise", &wanted_sides::fall}, {"_fall", &wanted_sides::rise}}) {
      if (!text.ends_with(end)) continue;
      this->*edge = false;
      text.remove_suffix(5);
    }
    max = text != "min";
    min = text != "max";
    bool const plain = rise && fall;
    if (text != "min" && text != "max" && !(text == "min_max" && plain))
      throw refusal(
          "-path_delay: expected min, max, min_max, min_rise, min_fall, max_rise or max_fall, found " +
          in_quotes(*delay));
  }
};

double time_option(design_state const& design, arguments const& in, char const* option, double otherwise) {
  auto const* const text = in.value(option);
  if (text == nullptr) return otherwise;
  char* end = nullptr;
  double const value = std::strtod(text->c_str(), &end);
  if (end == text->c_str() || *end != '\0' || std::isnan(value))
    throw refusal("-" + std::string(option) + ": expected a number, found " + in_quotes(*text));
  return value * (design.time_unit() == gsta::time_unit::ns ? 1e6 : 1e3);  // fs
}

gsta::report_style style_of(interpreter& tcl, design_state const& design, arguments const& in) {
  gsta::report_style style;
  style.digits = digits_of(tcl, in);
  style.time = design.time_unit();
  style.capacitance = design.capacitance_unit();
  style.fields = gsta::no_fields();
  if (auto const* const fields = in.value("fields")) {
    for (auto const& field : interpreter::split(*fields)) {
      if (!gsta::add_field(style.fields, field))
        throw refusal("-fields: expected slew, capacitance, input_pins, nets or fanout, found " +
                      in_quotes(field));
    }
  }
  auto const* const format = in.value("format");
  std::string const name = format == nullptr         ? "full"
                           : *format == "full_clock" ? "full_clock_expanded"
                                                     : *format;
  if (!gsta::set_format(style.format, name))
    throw refusal("-format: expected full, full_clock, full_clock_expanded, end or summary, found " +
                  in_quotes(*format));
  return style;
}

/// Paths with slacks in these limits, of this group alone where one is asked for.
void select_paths(design_state const& design, arguments const& in, std::vector<gsta::path_group>& groups) {
  double const least = time_option(design, in, "slack_min", -std::numeric_limits<double>::infinity());
  double const most = time_option(design, in, "slack_max", std::numeric_limits<double>::infinity());
  if (auto const* const name = in.value("path_group"))
    std::erase_if(groups, [&](auto const& group) { return group.name != *name; });
  for (auto& group : groups) {
    gsta::path_set kept;
    for (std::size_t i = 0; i < group.paths.size(); ++i) {
      auto const slack = static_cast<double>(group.paths.slack[i]);
      if (slack >= least && slack <= most) kept.add_path(group.paths, i);
    }
    group.paths = std::move(kept);
  }
  std::erase_if(groups, [](auto const& group) { return group.paths.size() == 0; });
  // As OpenSTA has them: min before max, and by name unless by slack, as they come.
  bool const by_slack = in.has("sort_by_slack");
  gsta::stable_sort(groups.begin(), groups.end(), [&](auto const& a, auto const& b) {
    if (a.side != b.side) return a.side == gsta::split::early;
    return !by_slack && a.name < b.name;
  });
}

std::string report_checks(interpreter& tcl, design_state& design, words const& given) {
  arguments const in(of_checks, given);
  in.expect_rest(0, 0);
  (void)design.linked();
  if (in.has("unconstrained")) throw refusal("-unconstrained is not supported yet");
  wanted_sides const sides(in);
  constexpr long most = 1 << 30;
  auto const per_end = in.integer("endpoint_count", 1, most, in.integer("endpoint_path_count", 1, most, 1));
  auto const k = in.integer("group_count", 1, most, in.integer("group_path_count", 1, most, per_end));
  auto const asked =
      by_group(static_cast<std::size_t>(k), static_cast<std::size_t>(per_end), sides.max, sides.min);
  auto points_asked = points_of(design, in);
  if (!sides.rise || !sides.fall) {
    if (points_asked.to.empty()) throw refusal("-path_delay with an edge needs -to");
    for (auto& points : points_asked.to) {
      points.rise = points.rise && sides.rise;
      points.fall = points.fall && sides.fall;
    }
  }
  auto const style = style_of(tcl, design, in);
  auto groups = design.paths(asked, points_asked);
  select_paths(design, in, groups);
  auto input = design.report_input();
  input.style = style;
  input.paths = std::move(groups);
  bool const none_found = input.paths.empty();
  gsta::report_text(input, {.summary = false, .left_out = false},
                    [&](std::string_view piece) { tcl.print(piece); });
  if (none_found) tcl.print("No paths found.\n");
  return {};
}

}  // namespace

void add_path_commands(interpreter& tcl, design_state& design) {
  add_redirected(tcl, "report_checks", of_checks,
                 [&](words const& given) { return report_checks(tcl, design, given); });
}

}  // namespace sta::shell
