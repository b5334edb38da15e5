// Endpoints and pins as rows of a report.

#include "src/report/rows.hpp"

#include <algorithm>
#include <utility>

#include "gsta/core/sort.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/report/reported_pin.hpp"

namespace gsta::detail {

std::string pin_name_of(report_input const& input, id pin) {
  auto const& names = input.design.pin_name;
  auto const i = static_cast<std::size_t>(pin);
  return i < names.size() && !names[i].empty() ? std::string(names[i]) : "pin" + std::to_string(pin);
}

double edge_time(report_input const& input, id edge) noexcept {
  return edge == none ? 0 : static_cast<double>(input.design.clocks[edge / 2].at[edge % 2]) / 1000;
}

id launch_edge_of(report_input const& input, id node) noexcept {
  return input.timing.tags[input.timing.node_tag[node]].launch_edge;
}

double launch_time_of(report_input const& input, id node) noexcept {
  tag const& t = input.timing.tags[input.timing.node_tag[node]];
  return t.from_start ? 0 : edge_time(input, t.launch_edge);
}

/// Rows with a slack, rising before falling, in the order of endpoints and checks.
std::vector<endpoint_row> endpoint_rows(report_input const& input) {
  auto const& timing = input.timing;
  std::vector<endpoint_row> rows;
  path_group_names const names(input.design);
  for (std::size_t i = 0; i < timing.endpoint_pin.size(); ++i) {
    auto const before = rows.size();
    id const pin = input.design.real_pin(timing.endpoint_pin[i]);
    for (id k = timing.endpoint_begin[i]; k < timing.endpoint_begin[i + 1]; ++k) {
      id const c = timing.endpoint_check[k];
      auto const& check = timing.checks[c];
      double const launched = launch_time_of(input, check.data);
      auto const groups = groups_of(input.design, names, timing, check);
      for (edge const e : {edge::rise, edge::fall}) {
        int const n = static_cast<int>(e);
        if (!math::is_defined(timing.check_slack[c][n])) continue;
        int const at = condition(is_late(check.kind) ? split::late : split::early, e);
        for (auto& group : groups)
          rows.push_back({pin, c, e, launched + timing.node_arrival[check.data][at],
                          launched + timing.check_required[c][n], timing.check_slack[c][n], group});
      }
    }
    if (rows.size() == before) {
      rows.push_back({pin, none, edge::rise, math::infinity, math::infinity, math::infinity});
    }
  }
  return rows;
}

std::vector<endpoint_row> sorted_endpoints(report_input const& input) {
  auto rows = endpoint_rows(input);
  auto const key = [&](endpoint_row const& row) {
    int const side = row.check == none ? 2 : is_late(input.timing.checks[row.check].kind) ? 0 : 1;
    return std::pair(side, row.slack);
  };
  gsta::stable_sort(rows.begin(), rows.end(), [&](auto const& a, auto const& b) { return key(a) < key(b); });
  return rows;
}

std::vector<id> reported_pins(report_input const& input) {
  std::vector<id> pins;
  for (std::size_t pin = 0; pin + 1 < input.timing.pin_begin.size(); ++pin) {
    auto const i = static_cast<id>(pin);
    if (input.design.real_pin(i) == i) pins.push_back(i);
  }
  return pins;
}

/// The worst of all nodes of the pin; undefined values are infinite.
shown_vertices::shown_vertices(flat_design const& design) {
  std::unordered_set<id> shadows;
  for (std::size_t i = 0; i < design.arc_to.size(); ++i) {
    arc_type const& type = design.arc_types[design.arc_type_of[i]];
    if (type.to_ideal_clock) shadows.insert(design.arc_to[i]);
    if (type.beyond_no_load) in_front_.insert(design.arc_from[i]);
  }
  for (auto const& latch : design.latches) shadows.insert(latch.departs);
  for (std::size_t i = 0; i < design.shadow_of.size(); ++i) {
    id const vertex = static_cast<id>(i);
    if (design.shadow_of[i] != none && shadows.count(vertex) == 0)
      besides_[design.shadow_of[i]].push_back(vertex);
  }
}

std::vector<id> const& shown_vertices::besides(id pin) const {
  static std::vector<id> const no_others;
  auto const found = besides_.find(pin);
  return found == besides_.end() ? no_others : found->second;
}

namespace {

void merge_vertex(report_input const& input, id vertex, bool has_slew, pin_row& row) {
  auto const& timing = input.timing;
  auto const worsen = [](int c, auto& best, auto value) {
    if (is_late(c) ? value > best : value < best) best = value;
  };
  for (int c = 0; c < conditions; ++c) {
    if (has_slew) worsen(c, row.slew[c], timing.slew[vertex][c]);
  }
  for (id node = timing.pin_begin[vertex]; node < timing.pin_begin[vertex + 1]; ++node) {
    double const launched = launch_time_of(input, node);
    bool const from_start = timing.tags[timing.node_tag[node]].from_start;
    for (int c = 0; c < conditions; ++c) {
      if (timing.node_slack[node][c] < row.slack[c]) row.slack[c] = timing.node_slack[node][c];
      if (from_start) continue;
      double const rat = launched + timing.node_required[node][c];
      worsen(c, row.at[c], launched + timing.node_arrival[node][c]);
      if (is_late(c) ? rat < row.rat[c] : rat > row.rat[c]) row.rat[c] = rat;
    }
  }
}

}  // namespace

pin_row make_pin_row(report_input const& input, shown_vertices const& vertices, id pin) {
  pin_row row;
  for (int c = 0; c < conditions; ++c) {
    row.at[c] = row.slew[c] = undefined_arrival()[c];
    row.rat[c] = undefined_required()[c];
    row.slack[c] = math::infinity;
  }
  merge_vertex(input, pin, vertices.has_slew(pin), row);
  for (id const vertex : vertices.besides(pin)) merge_vertex(input, vertex, vertices.has_slew(vertex), row);
  return row;
}

}  // namespace gsta::detail

namespace gsta {

/// What a reporter keeps.
struct pin_reporter::body {
  flat_design const& design;
  detail::shown_vertices vertices;
};

pin_reporter::pin_reporter(flat_design const& design)
    : body_(new body{design, detail::shown_vertices(design)}) {}
pin_reporter::~pin_reporter() = default;
pin_reporter::pin_reporter(pin_reporter&&) noexcept = default;
pin_reporter& pin_reporter::operator=(pin_reporter&&) noexcept = default;

reported_pin pin_reporter::operator()(timing_snapshot const& timing, id pin) const {
  auto const row = detail::make_pin_row({body_->design, timing, {}, {}}, body_->vertices, pin);
  reported_pin result{};
  std::copy_n(row.at, conditions, result.arrival);
  std::copy_n(row.rat, conditions, result.required);
  std::copy_n(row.slew, conditions, result.slew);
  std::copy_n(row.slack, conditions, result.slack);
  return result;
}

}  // namespace gsta
