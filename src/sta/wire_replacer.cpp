// Nets' parasitics replaced by others.

#include "gsta/sta/wire_replacer.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gsta/core/executor.hpp"
#include "gsta/flat/cell_templates.hpp"
#include "gsta/flat/later_wires.hpp"

namespace gsta::detail {
namespace {

template <class T>
bool same_rows(std::vector<T> const& a, std::vector<T> const& all, id begin, id end) {
  return std::equal(a.begin(), a.end(), all.begin() + begin, all.begin() + end,
                    [](T const& x, T const& y) { return !differs(x, y); });
}

/// How a net's network differs from that of a design.
enum class wire_change { none, values, shape };

wire_change change_of(flat_design const& design, net_wire const& to) {
  auto const& wire = to.wire;
  id const node = design.rc_node_begin[to.net], node_end = design.rc_node_begin[to.net + 1],
           edge = design.rc_edge_begin[to.net], edge_end = design.rc_edge_begin[to.net + 1];
  bool const same_sinks = std::equal(wire.sink.begin(), wire.sink.end(), design.rc_node_sink.begin() + node,
                                     design.rc_node_sink.begin() + node_end, [&](id pin, id arc) {
                                       return pin == (arc == none ? none : design.net_sink[arc]);
                                     });
  if (!same_sinks || wire.root != design.rc_root[to.net] ||
      !same_rows(wire.a, design.rc_edge_a, edge, edge_end) ||
      !same_rows(wire.b, design.rc_edge_b, edge, edge_end))
    return wire_change::shape;
  return same_rows(wire.capacitance, design.rc_capacitance, node, node_end) &&
                 same_rows(wire.resistance, design.rc_resistance, edge, edge_end)
             ? wire_change::none
             : wire_change::values;
}

/// Merges wires, and returns what takes them out again.
std::function<void()> merge_to_undo(model::parasitics& all, model::parasitics more,
                                    model::diagnostics& seen) {
  std::vector<std::pair<std::string, std::size_t>> before;
  before.reserve(more.nets.size());
  for (auto const& net : more.nets) before.emplace_back(net.name, all.net_index.find(all.nets, net.name));
  std::function<void()> undo = [&all, before = std::move(before), file = all.file,
                                delimiter = all.pin_delimiter, holds = all.holds_pin_capacitance,
                                count = all.nets.size()]() mutable {
    for (auto const& [name, place] : before) {
      if (place != model::wire_index::npos)
        all.net_index.assign(all.nets, name, place);
      else
        all.net_index.erase(all.nets, name);
    }
    all.nets.erase(all.nets.begin() + static_cast<std::ptrdiff_t>(count), all.nets.end());
    all.file.swap(file);
    all.pin_delimiter = delimiter;
    all.holds_pin_capacitance = holds;
  };
  model::merge(all, std::move(more), seen);
  return undo;
}

}  // namespace
}  // namespace gsta::detail

namespace gsta {

struct wire_replacer::parts {
  model::parasitics& wires;
  model::parasitics more{};  // that are being read into the design
  flatten_input input;
  flatten_options options;
  host_executor exec{};
  host_threads threads{exec};
  flat_design names{};  // pins, and what cells have
  model::diagnostics notes{};
  cell_templates cells;
  named_nets work;
  std::vector<id> first_row{};              // [nets] of the flat nets, one a driver
  std::shared_ptr<void const> structure{};  // of the design that has these nets

  /// What a file makes of the design.
  struct changes {
    std::vector<net_wire> wires{};
    std::vector<std::pair<id, per_condition<float>>> loads{};
    bool keep_shape = true;  ///< of all networks
  };

  parts(flatten_input const& from, model::parasitics& all, flatten_options const& how)
      : wires(all),
        input{from.early, from.late, from.netlist, more, from.constraints},
        options(how),
        cells(from.early, from.late, from.constraints.rules,
              how.async_arcs || from.constraints.preset_clear_arcs, names, notes),
        work(threads, input, options, cells, names, notes) {
    work.add_names();
    first_row = work.first_rows();
  }

  void look_at(flat_editor const& edits) {
    if (structure == nullptr) {
      require(work.has_nets_of(edits.design()),
              "wire_replacer: the design has other nets than what it is said to be flattened from");
      structure = edits.structure();
    }
    require(structure == edits.structure(),
            "wire_replacer: the design is another one since its structure was edited");
  }

  /// Sums may come to more than counts.
  void require_numbers(later_wire const& made) const {
    auto const all = [](auto const& of, float most) {
      return std::all_of(std::begin(of), std::end(of), [&](float x) { return math::is_within(x, most); });
    };
    if (all(made.network.capacitance, most_capacitance) && all(made.network.resistance, most_resistance) &&
        all(made.load.value, most_capacitance))
      return;
    throw input_error(more.file, made.record->at.line, made.record->at.column,
                      "net " + made.record->name + " has capacitances or resistances that are out of range");
  }

  changes find_changes(flat_design const& design) {
    changes found;
    work.each_new_wire([&](id net, std::size_t driver, later_wire&& made) {
      require_numbers(made);
      id const row = first_row[net] + static_cast<id>(driver);
      net_wire of{row, std::move(made.network)};
      for (id& sink : of.wire.sink)
        if (sink != none) sink = design.net_sink[design.net_begin[row] + sink];
      auto const change = detail::change_of(design, of);
      if (change == detail::wire_change::shape) found.keep_shape = false;
      if (change != detail::wire_change::none) found.wires.push_back(std::move(of));
      if (made.sets_load) found.loads.emplace_back(design.net_driver[row], made.load);
    });
    return found;
  }
};

wire_replacer::wire_replacer(flatten_input const& input, model::parasitics& wires,
                             flatten_options const& options)
    : parts_(new parts(input, wires, options)) {}
wire_replacer::wire_replacer(wire_replacer&&) noexcept = default;
wire_replacer::~wire_replacer() = default;

void wire_replacer::replace(flat_editor& edits, model::parasitics more, model::diagnostics& merged,
                            model::diagnostics& notes) {
  parts& all = *parts_;
  all.look_at(edits);
  model::require_same_delimiter(all.wires, more);
  all.more = std::move(more);
  all.notes = {};
  auto made = all.find_changes(edits.design());
  edits.keep(detail::merge_to_undo(all.wires, std::move(all.more), merged));
  for (auto const& [driver, load] : made.loads) edits.set_pin_load(driver, load);
  if (made.keep_shape)
    for (auto const& of : made.wires) edits.set_wire_values(of.net, of.wire.capacitance, of.wire.resistance);
  else
    edits.set_wires(std::move(made.wires));
  notes.merge(all.notes);
}

}  // namespace gsta
