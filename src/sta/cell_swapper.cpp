// Cells swapped for others of the same shape.

#include "gsta/sta/cell_swapper.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "gsta/flat/cell_templates.hpp"

namespace gsta::detail {
namespace {

bool same_type(arc_type const& a, arc_type const& b) {
  bool same = a.edges.code == b.edges.code && a.launches == b.launches &&
              a.to_ideal_clock == b.to_ideal_clock && a.only_clock == b.only_clock &&
              a.slews_only == b.slews_only && a.beyond_no_load == b.beyond_no_load && a.measure == b.measure;
  for (int c = 0; c < conditions; ++c) same = same && a.delay[c] == b.delay[c] && a.slew[c] == b.slew[c];
  return same;
}
bool same_type(check_type const& a, check_type const& b) {
  return a.kind == b.kind && a.active == b.active && a.constraint[0] == b.constraint[0] &&
         a.constraint[1] == b.constraint[1] && a.only_clock == b.only_clock && a.is_checked == b.is_checked;
}

/// Whether gates of both cells have the same pins, arcs and checks, in the same order.
bool same_shape(cell_template const& a, cell_template const& b) {
  auto const& p = a.early->pins;
  auto const& q = b.early->pins;
  return a.vertices == p.size() && b.vertices == q.size() && a.latches.empty() && b.latches.empty() &&
         std::equal(p.begin(), p.end(), q.begin(), q.end(),
                    [](model::pin const& x, model::pin const& y) {
                      return x.name == y.name && x.direction == y.direction && x.is_clock == y.is_clock;
                    }) &&
         std::equal(a.arcs.begin(), a.arcs.end(), b.arcs.begin(), b.arcs.end(),
                    [](auto const& x, auto const& y) {
                      return x.from == y.from && x.to == y.to && x.condition == none && y.condition == none;
                    }) &&
         std::equal(a.checks.begin(), a.checks.end(), b.checks.begin(), b.checks.end(),
                    [](auto const& x, auto const& y) {
                      return x.data == y.data && x.clock == y.clock && x.condition == none &&
                             y.condition == none;
                    });
}

/// Rows of a list of pins, by pin, in their order.
struct rows_by_pin {
  std::vector<id> begin, row;  // [pins + 1], [rows]

  rows_by_pin(std::vector<id> const& pin_of, std::size_t pins) : begin(pins + 1, 0), row(pin_of.size()) {
    for (id const pin : pin_of) ++begin[pin + 1];
    for (std::size_t p = 1; p <= pins; ++p) begin[p] += begin[p - 1];
    std::vector<id> next(begin.begin(), begin.end() - 1);
    for (std::size_t i = 0; i < pin_of.size(); ++i) row[next[pin_of[i]]++] = static_cast<id>(i);
  }

  /// Of `count` pins from `first` on.
  std::vector<id> of(id first, std::size_t count) const {
    std::vector<id> found(row.begin() + begin[first],
                          row.begin() + begin[static_cast<std::size_t>(first) + count]);
    std::sort(found.begin(), found.end());
    return found;
  }
};

}  // namespace
}  // namespace gsta::detail

namespace gsta {

struct cell_swapper::parts {
  model::library const &early, &late;
  bool async_arcs;
  model::diagnostics notes;
  flat_design made;  // has what cells have, and nothing else
  cell_templates cells{early, late, model::timing_rules::contest, async_arcs, made, notes};
  std::vector<id> arc_types, check_types;  // [of made] of the design, or none
  std::optional<detail::rows_by_pin> arcs, checks;
  std::vector<id> drives;  // [pins] the net, or none

  parts(model::library const& e, model::library const& l, bool async)
      : early(e), late(l), async_arcs(async) {}

  void look_at(flat_design const& design) {
    std::size_t const pins = design.pin_load.size();
    arcs.emplace(design.arc_to, pins);
    checks.emplace(design.check_data, pins);
    drives.assign(pins, none);
    for (std::size_t net = 0; net < design.net_driver.size(); ++net)
      drives[design.net_driver[net]] = static_cast<id>(net);
  }

  /// Drivers of one net stand side by side. Each sees the capacitances of the others, but not its own.
  static bool shares_net(flat_design const& design, id net) {
    auto const same = [&](id other) {
      return other >= 0 && static_cast<std::size_t>(other) < design.net_name.size() &&
             design.net_name[other] == design.net_name[net];
    };
    return design.net_name.empty() || same(net - 1) || same(net + 1);
  }

  bool measured_alike(detail::cell_template const& a, detail::cell_template const& b) const {
    model::cell const *const p = late.find_cell(a.early->name), *const q = late.find_cell(b.early->name);
    return a.early->thresholds == b.early->thresholds && p->thresholds == q->thresholds;
  }

  id table_of(flat_editor& edits, id table) const {
    if (table == none) return none;
    auto const from = made.luts.view();
    lut const of = from.tables[table];
    auto const axis = [&](id a) {
      auto const* const points = from.axis_points.data();
      return std::vector<float>(points + from.axis_begin[a], points + from.axis_begin[a + 1]);
    };
    auto const x = axis(of.x_axis), y = axis(of.y_axis);
    float const* const first = from.values.data() + of.values;
    return edits.add_table(x, y, std::vector<float>(first, first + x.size() * y.size()));
  }

  /// A type of `made` with the design's tables; nothing where the design has no such measure.
  std::optional<arc_type> of_design(flat_editor& edits, arc_type type) const {
    for (int c = 0; c < conditions; ++c) {
      type.delay[c] = table_of(edits, type.delay[c]);
      type.slew[c] = table_of(edits, type.slew[c]);
    }
    if (type.measure == none) return type;
    auto const& rows = edits.design().measures;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (detail::differs(rows[i], made.measures[type.measure])) continue;
      type.measure = static_cast<id>(i);
      return type;
    }
    return {};
  }
  std::optional<check_type> of_design(flat_editor& edits, check_type type) const {
    for (id& table : type.constraint) table = table_of(edits, table);
    return type;
  }

  /// Whether the design's type is `type` of `made`; remembers that it is.
  template <class Type>
  bool is_of_design(flat_editor& edits, std::vector<Type> const& types, id type,
                    std::vector<Type> const& in_design, id there, std::vector<id>& known) const {
    known.resize(types.size(), none);
    if (known[type] == there) return true;
    auto const same = of_design(edits, types[type]);
    if (!same || !detail::same_type(*same, in_design[there])) return false;
    known[type] = there;
    return true;
  }

  /// Whether what the design has there is all that the cell makes, and nothing else.
  bool is_plain(flat_editor& edits, id first, detail::cell_template const& cell,
                std::vector<id> const& gate_arcs, std::vector<id> const& gate_checks) {
    flat_design const& design = edits.design();
    if (gate_arcs.size() != cell.arcs.size() || gate_checks.size() != cell.checks.size()) return false;
    for (std::size_t i = 0; i < cell.vertices; ++i) {
      id const pin = first + static_cast<id>(i);
      if (drives[pin] != none ? shares_net(design, drives[pin])
                              : detail::differs(design.pin_load[pin], cell.pin_load[i]))
        return false;
    }
    for (std::size_t i = 0; i < gate_arcs.size(); ++i) {
      auto const& of = cell.arcs[i];
      id const arc = gate_arcs[i];
      if (design.arc_from[arc] != first + of.from || design.arc_to[arc] != first + of.to ||
          !is_of_design(edits, made.arc_types, of.type, design.arc_types, design.arc_type_of[arc], arc_types))
        return false;
    }
    for (std::size_t i = 0; i < gate_checks.size(); ++i) {
      auto const& of = cell.checks[i];
      id const check = gate_checks[i];
      if (design.check_data[check] != first + of.data || design.check_clock[check] != first + of.clock ||
          !is_of_design(edits, made.check_types, of.type, design.check_types, design.check_type_of[check],
                        check_types))
        return false;
    }
    return true;
  }

  /// All types of the cell, in the design. False where one cannot be there.
  bool add_types(flat_editor& edits, detail::cell_template const& cell) {
    arc_types.resize(made.arc_types.size(), none);
    check_types.resize(made.check_types.size(), none);
    for (auto const& arc : cell.arcs) {
      if (arc_types[arc.type] != none) continue;
      auto const type = of_design(edits, made.arc_types[arc.type]);
      if (!type) return false;
      arc_types[arc.type] = edits.add_arc_type(*type);
    }
    for (auto const& check : cell.checks) {
      if (check_types[check.type] == none)
        check_types[check.type] = edits.add_check_type(*of_design(edits, made.check_types[check.type]));
    }
    return true;
  }
};

cell_swapper::cell_swapper(model::library const& early, model::library const& late,
                           flatten_options const& options)
    : parts_(new parts(early, late, options.async_arcs)) {}
cell_swapper::cell_swapper(cell_swapper&&) noexcept = default;
cell_swapper::~cell_swapper() = default;

void cell_swapper::forget_design() noexcept {
  for (auto* known : {&parts_->arc_types, &parts_->check_types}) known->clear();
  parts_->arcs.reset();
  parts_->checks.reset();
}

// NOLINTNEXTLINE(bugprone-exception-escape): it exchanges no two objects
bool cell_swapper::swap(flat_editor& edits, id first_pin, std::string const& from, std::string const& to) {
  flat_design const& design = edits.design();
  auto const *const before = parts_->cells.find(from), *const now = parts_->cells.find(to);
  if (before == nullptr || now == nullptr || !detail::same_shape(*before, *now) ||
      !parts_->measured_alike(*before, *now) || !design.arc_derate.empty() || !design.limits.empty() ||
      !design.pulse_limits.empty())  // the contest has none of these, and cells would change them
    return false;
  std::size_t const pins = design.pin_load.size();
  if (first_pin < 0 || static_cast<std::size_t>(first_pin) + before->vertices > pins) return false;
  if (!parts_->arcs) parts_->look_at(design);
  auto const arcs = parts_->arcs->of(first_pin, before->vertices);
  auto const checks = parts_->checks->of(first_pin, before->vertices);
  if (!parts_->is_plain(edits, first_pin, *before, arcs, checks) || !parts_->add_types(edits, *now))
    return false;
  for (std::size_t i = 0; i < arcs.size(); ++i)
    edits.set_arc_type(arcs[i], parts_->arc_types[now->arcs[i].type]);
  for (std::size_t i = 0; i < checks.size(); ++i)
    edits.set_check_type(checks[i], parts_->check_types[now->checks[i].type]);
  for (std::size_t i = 0; i < now->vertices; ++i) {
    id const pin = first_pin + static_cast<id>(i);
    if (parts_->drives[pin] == none) edits.set_pin_load(pin, now->pin_load[i]);
  }
  return true;
}

}  // namespace gsta
