// Paths in words and figures.

#include "src/report/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gsta/report/report_input.hpp"
#include "gsta/report/report_style.hpp"
#include "src/report/design_facts.hpp"
#include "src/report/figures.hpp"
#include "src/report/path_figures.hpp"
#include "src/report/rows.hpp"
#include "src/report/rule_rows.hpp"

namespace gsta::detail {

std::string stage_text(stage_counts const& stages) {
  if (stages.total() == 0) return {};
  return fmt::format(
      "{} ({} into next to no wire); by tables at the whole load: {} without a ramp, {} without tables",
      stages.total(), stages.one_capacitor, stages.without_ramp, stages.without_tables);
}

namespace {

/// `clock main (rise edge)`
std::string edge_text(report_input const& input, id edge) {
  return "clock " + clock_name_of(input.design, edge) + (edge % 2 == 0 ? " (rise edge)" : " (fall edge)");
}

char const* network_text(report_input const& input, id edge) {
  return is_propagated(input.design, edge) ? "clock network delay (propagated)"
                                           : "clock network delay (ideal)";
}

/// The instance of a pin, by its cell; a port's own name.
std::string instance_of(report_input const& input, id pin) {
  auto name = pin_name_of(input, pin);
  if (input.cell_of && input.cell_of(pin).empty()) return name;
  auto const separator = name.find_last_of("/:");
  return separator == name.npos ? name : name.substr(0, separator);
}

/// Whether a pin belongs to no instance. Without cells, a path's end that is in no check is taken for one.
bool is_port(report_input const& input, id pin) { return !input.cell_of || input.cell_of(pin).empty(); }

std::string clocked_by(report_input const& input, id edge) {
  return edge == none ? "" : " clocked by " + clock_name_of(input.design, edge);
}

/// The latch that data depart from at a vertex, or null.
flat_latch const* latch_departing(flat_design const& design, id vertex) {
  auto const found = std::find_if(design.latches.begin(), design.latches.end(),
                                  [&](flat_latch const& latch) { return latch.departs == vertex; });
  return found == design.latches.end() ? nullptr : &*found;
}

/// The latch that a check belongs to, or null.
flat_latch const* latch_checked(flat_design const& design, timing_check const& check) {
  if (!is_late(check.kind) || rule_of(check.kind).origin != check_origin::library) return nullptr;
  auto const found = std::find_if(design.latches.begin(), design.latches.end(),
                                  [&](flat_latch const& latch) { return latch.check == check.source; });
  return found == design.latches.end() ? nullptr : &*found;
}

std::string latch_text(flat_latch const& latch) {
  return latch.opens == edge::rise ? "positive level-sensitive latch" : "negative level-sensitive latch";
}

/// Whether the path's data are a clock's own edge, from its source on.
bool starts_as_clock(report_input const& input, path_rows const& rows) {
  auto const& timing = input.timing;
  return !rows.from_register && timing.tags[timing.node_tag[rows.first_node]].kind == arrival_kind::clock;
}

}  // namespace

path_end_text describe_start(report_input const& input, path_rows const& rows) {
  auto const& first = rows.steps.front();
  auto const by = clocked_by(input, rows.launch_edge);
  if (auto const* const latch = latch_departing(input.design, rows.first_vertex)) {
    return {instance_of(input, first.pin), latch_text(*latch) + by};
  }
  if (starts_as_clock(input, rows))
    return {pin_name_of(input, first.pin),
            "source of clock " + clock_name_of(input.design, rows.launch_edge)};
  if (!rows.from_register) {
    return {pin_name_of(input, first.pin), (is_port(input, first.pin) ? "input port" : "internal pin") + by};
  }
  std::string const edge = first.edge == edge::rise ? "rising" : "falling";
  return {instance_of(input, first.pin), edge + " edge-triggered flip-flop" + by};
}

path_end_text describe_end(report_input const& input, path_rows const& rows) {
  auto const& check = input.timing.checks[rows.check];
  id const capture = capture_edge_of(input.design, input.timing, check);
  auto const by = clocked_by(input, capture);
  if (is_output(check.kind)) {
    auto const* const what = is_port(input, check.data_pin) ? "output port" : "internal pin";
    return {pin_name_of(input, check.data_pin), what + by};
  }
  auto name = instance_of(input, check.data_pin);
  std::string const active = check.active == edge::rise ? "rising" : "falling";
  check_rule const& rule = rule_of(check.kind);
  if (rule.asynchronous) {
    return {std::move(name),
            rule.endpoint + (" against " + active) + "-edge clock " + clock_name_of(input.design, capture)};
  }
  if (auto const* const latch = latch_checked(input.design, check))
    return {std::move(name), latch_text(*latch) + by};
  if (is_gating(check.kind)) return {std::move(name), rule.endpoint + by};
  if (is_data_check(check.kind)) {
    return {pin_name_of(input, check.data_pin),
            "data check against " + active + " " + pin_name_of(input, check.clock_pin) + by};
  }
  return {std::move(name), active + " edge-triggered flip-flop" + by};
}

std::string cell_text(report_input const& input, id pin, bool is_start) {
  if (!input.cell_of) return {};
  auto cell = input.cell_of(pin);
  return !cell.empty() ? cell : is_start ? "in" : "out";
}

std::string pin_text(report_input const& input, id pin, bool is_start) {
  auto const cell = cell_text(input, pin, is_start);
  return pin_name_of(input, pin) + (cell.empty() ? "" : " (" + cell + ")");
}

namespace {

/// The clock's way pin by pin, but for the clock pin; `at` is its edge's time. False where there is none.
bool add_clock_path(report_input const& input, clock_path const& way, double at, char const* network,
                    std::vector<time_term>& all) {
  if (way.steps.size() < 2) return false;
  double last = way.steps.front().arrival;
  all.push_back({last, at + last, "clock source latency"});
  for (std::size_t i = 0; i + 1 < way.steps.size(); ++i) {
    auto const& step = way.steps[i];
    if (!input.style.fields.input_pins && step.through_net) continue;
    all.push_back({step.arrival - last, at + step.arrival, pin_text(input, step.pin, i == 0),
                   mark_of(step.edge), false, step});
    last = step.arrival;
  }
  double const end = way.steps.back().arrival;
  if (way.ideal) all.push_back({end - last, at + end, network});
  return true;
}

}  // namespace

bool is_expanded(report_input const& input) noexcept {
  return input.style.format == path_format::full_clock_expanded;
}

clock_path launch_clock_path(report_input const& input, path_rows const& rows) {
  if (!rows.from_register || rows.launch_edge == none) return {};
  auto const side = is_late(input.timing.checks[rows.check].kind) ? split::late : split::early;
  return make_clock_path(input, rows.first_node, condition(side, rows.steps.front().edge));
}

clock_path capture_clock_path(report_input const& input, path_rows const& rows) {
  auto const& check = input.timing.checks[rows.check];
  if (check.capture == none) return {};
  auto const side = is_late(check.kind) ? split::early : split::late;
  return make_clock_path(input, check.capture, condition(side, check.active));
}

std::vector<time_term> launch_terms(report_input const& input, path_rows const& rows) {
  std::vector<time_term> all;
  double const launched = rows.launch_time, start = rows.steps.front().arrival;
  bool const clocked = rows.launch_edge != none;
  if (rows.from_start) {
    all.push_back({start, start, rows.from_register ? "clock source latency" : "input external delay",
                   mark_of(rows.steps.front().edge)});
    return all;
  }
  auto const* const network = network_text(input, rows.launch_edge);
  if (clocked) all.push_back({launched, launched, edge_text(input, rows.launch_edge), ' ', true});
  if (rows.from_register) {
    if (is_expanded(input) && add_clock_path(input, launch_clock_path(input, rows), launched, network, all))
      return all;
    all.push_back({start, launched + start, network});
    return all;
  }
  if (latch_departing(input.design, rows.first_vertex) != nullptr) {
    all.push_back({start, launched + start, "time given to startpoint", mark_of(rows.steps.front().edge)});
    return all;
  }
  if (starts_as_clock(input, rows)) {
    all.push_back({start, launched + start, "clock source latency"});
    return all;
  }
  auto const side = is_late(input.timing.checks[rows.check].kind) ? split::late : split::early;
  double const latency = port_latency(input.design, rows.launch_edge, side);
  if (clocked) all.push_back({latency, launched + latency, network});
  all.push_back(
      {start - latency, launched + start, "input external delay", mark_of(rows.steps.front().edge)});
  return all;
}

namespace {

/// What the margin of a check is called.
std::string margin_text(flat_design const& design, timing_check const& check, required_terms const& terms) {
  if (latch_checked(design, check) != nullptr) return "library setup time, and time not borrowed";
  bool const is_bare = is_output(check.kind) && terms.edge == none && !check.from_start;
  return is_bare ? "required time" : rule_of(check.kind).margin;
}

}  // namespace

std::vector<time_term> capture_terms(report_input const& input, path_rows const& rows,
                                     required_terms const& terms) {
  auto const& check = input.timing.checks[rows.check];
  std::vector<time_term> all;
  double time = terms.edge_time;
  auto const add = [&](double delay, std::string what) {
    time += delay;
    all.push_back({delay, time, std::move(what)});
  };
  auto const add_uncertainty = [&] {
    if (terms.uncertainty != 0) add(terms.uncertainty, "clock uncertainty");
  };
  bool expanded = false;
  if (terms.edge != none) {
    all.push_back({time, time, edge_text(input, terms.edge), ' ', true});
    auto const way = is_expanded(input) ? capture_clock_path(input, rows) : clock_path{};
    expanded = add_clock_path(input, way, time, network_text(input, terms.edge), all);
    if (expanded) {
      double const last = all.back().time;
      time += terms.network;
      all.push_back({time - last, time, pin_text(input, check.clock_pin, false), mark_of(check.active), false,
                     way.steps.back()});
      add_uncertainty();
    } else {
      add(terms.network, network_text(input, terms.edge));
      add_uncertainty();
    }
  } else if (check.from_start) {
    all.push_back({time, time, is_late(check.kind) ? "max_delay" : "min_delay", ' ', true});
  }
  if (check.capture != none && !expanded) {
    all.push_back(
        {math::infinity, time, pin_text(input, check.clock_pin, false), mark_of(check.active), true});
  }
  if (terms.credit != 0) add(terms.credit, "clock reconvergence pessimism");
  add(terms.margin, margin_text(input.design, check, terms));
  return all;
}

bool is_shown(report_style const& style, path_rows const& rows, std::size_t step) noexcept {
  return style.fields.input_pins || !rows.steps[step].through_net || step + 1 == rows.steps.size();
}

namespace {

/// Lines one after the other, from the time `last`.
std::vector<line_figures> term_figures(figures const& numbers, std::vector<time_term> const& terms,
                                       double& last) {
  std::vector<line_figures> lines;
  for (auto const& term : terms) {
    double const time = numbers.time(term.time);
    double const delay = !is_finite(term.delay) ? math::infinity : term.moment ? time : time - last;
    lines.push_back({delay, time});
    last = time;
  }
  return lines;
}

std::vector<line_figures> step_figures(report_style const& style, figures const& numbers,
                                       path_rows const& rows, double& last) {
  std::vector<line_figures> lines(rows.steps.size());
  for (std::size_t i = 0; i < rows.steps.size(); ++i) {
    if (!is_shown(style, rows, i)) continue;
    double const time = numbers.time(rows.time(i));
    lines[i] = {time - last, time};
    last = time;
  }
  return lines;
}

}  // namespace

described_path describe_path(report_input const& input, figures const& numbers, path_set const& paths,
                             std::size_t path) {
  described_path d;
  d.rows = make_path_rows(input, paths, path);
  d.terms = make_required_terms(input, d.rows);
  d.launch = launch_terms(input, d.rows);
  d.capture = capture_terms(input, d.rows, d.terms);
  double last = 0;
  d.launch_figures = term_figures(numbers, d.launch, last);
  d.step_figures = step_figures(input.style, numbers, d.rows, last);
  bool const late = is_late(input.timing.checks[d.rows.check].kind);
  d.arrival = last;
  d.slack = numbers.time(d.rows.slack);
  d.required = required_for(late, d.arrival, d.slack);
  last = numbers.time(d.rows.launch_time);
  d.capture_figures = term_figures(numbers, d.capture, last);
  auto& margin = d.capture_figures.back();  // the last of the terms makes the required time
  margin.delay += d.required - margin.time;
  margin.time = d.required;
  return d;
}

}  // namespace gsta::detail
