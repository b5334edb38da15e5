#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gsta/flat/detail/flattener.hpp"

/// Parasitics of blocks: the wire of one net is in several parts, which meet at pins of modules.
namespace gsta::detail {

/// What is known of modules that were taken apart.
class flattener::block_names {
 public:
  explicit block_names(flattener const& of) : of_(of) {
    for (auto const& module : of.netlist_.modules) modules_.insert(module.name);
    for (std::size_t i = 0; i < of.netlist_.module_pins.size(); ++i)
      pins_.emplace(of.netlist_.module_pins[i].name, i);
  }

  /// The path of the module around an object; empty at the top.
  std::string_view around(std::string_view name) const {
    for (auto cut = name.rfind('/'); cut != name.npos && cut > 0; cut = name.rfind('/', cut - 1)) {
      if (modules_.contains(name.substr(0, cut))) return name.substr(0, cut);
    }
    return {};
  }
  /// The module's pin that a node's name means, `u1:o` seen from outside and `u1/o` from inside, or empty.
  std::string_view pin_of(std::string_view node, char delimiter) const {
    std::string name(node);
    if (auto const cut = name.rfind(delimiter); cut != name.npos) name[cut] = '/';
    auto const found = pins_.find(name);
    return found == pins_.end() ? std::string_view() : std::string_view(found->first);
  }
  /// The modules' pins on each net that has some of `nets`.
  std::unordered_map<id, std::vector<std::string_view>> pins_on(std::unordered_set<id> const& nets) const {
    std::unordered_map<id, std::vector<std::string_view>> result;
    for (auto const& pin : of_.netlist_.module_pins) {
      if (id const net = of_.find_net(pin.net); nets.contains(net)) result[net].push_back(pin.name);
    }
    return result;
  }

 private:
  flattener const& of_;
  std::unordered_set<std::string_view> modules_;
  std::unordered_map<std::string_view, std::size_t> pins_;
};

/// One wire made of parts. Pins and ports of the design keep their names; what is inside of a part, and where
/// parts meet, are points.
class flattener::stitched_wire {
 public:
  stitched_wire(flattener const& of, block_names const& names, id net) : of_(of), names_(names), net_(net) {
    made_.name = of.nets_[net].name;
    made_.delimiter = of.input_.parasitics.pin_delimiter;
  }

  void add(model::wire_net const& part) {
    made_.at = part.at;
    made_.total += part.total;
    covered_.insert(names_.around(part.name));
    for (auto const& connection : part.connections) {
      auto const [node, pin] = node_of(part, connection.pin);
      if (pin == none || !listed_.insert(pin).second) continue;
      made_.connections.push_back({node, connection.is_port, connection.direction, connection.at});
      pins_.push_back(pin);
    }
    for (auto const& one : part.capacitors) {
      auto const other = one.other.is_none() ? model::wire_node() : node_of(part, one.other).first;
      made_.capacitors.push_back({node_of(part, one.node).first, other, one.value});
    }
    for (auto const& one : part.resistors)
      made_.resistors.push_back({node_of(part, one.a).first, node_of(part, one.b).first, one.value, one.at});
  }

  /// Where a module has no part of the wire, what it has of the net is one point. Returns whether parts lack
  /// nothing: that of a module, or a pin of a module in its part.
  bool join(std::vector<std::string_view> const& module_pins) {
    std::map<std::string_view, std::vector<std::string>> missing;  // by module: what no part names there
    bool is_whole = true;
    auto const miss = [&](std::string_view module, std::string_view name, bool is_known) {
      if (!covered_.contains(module)) {
        missing[module].emplace_back(name);
      } else {
        is_whole = is_whole && is_known;
      }
    };
    for (auto const& pin : module_pins) {
      auto const inside = names_.around(pin);
      for (auto const module : {inside, names_.around(inside)})
        miss(module, pin, seen_.contains({module, pin}));
    }
    auto const miss_pin = [&](id pin) {
      auto const real = of_.design_.real_pin(pin);
      if (!met_.contains(real))
        miss(names_.around(of_.design_.pin_name[real]), of_.design_.pin_name[real], false);
    };
    for (id const pin : of_.nets_[net_].drivers) miss_pin(pin);
    for (id const pin : of_.nets_[net_].sinks) miss_pin(pin);
    for (auto const& [module, all] : missing) {
      is_whole = is_whole && all.size() < 2;
      for (std::size_t i = 1; i < all.size(); ++i)
        made_.resistors.push_back({node_at(all[0]), node_at(all[i]), 0, {}});
    }
    return is_whole;
  }

  model::wire_net&& wire() { return std::move(made_); }
  std::vector<id> const& pins() const noexcept { return pins_; }

 private:
  /// The node of a part's node, and the design's pin that it is, or none.
  std::pair<model::wire_node, id> node_of(model::wire_net const& part, model::wire_node node) {
    std::string room;
    auto const text = text_of(part, node, room);
    if (auto const boundary = names_.pin_of(text, made_.delimiter); !boundary.empty()) {
      seen_.insert({names_.around(part.name), boundary});
      return {point(std::string(boundary)), none};
    }
    auto const cut = text.rfind(made_.delimiter);
    bool const is_inside = cut != text.npos && text.substr(0, cut) == part.name;
    if (is_inside) return {point(std::string(text)), none};
    id const pin = of_.find_pin(text, made_.delimiter);
    if (pin != none) met_.insert(pin);
    return {named(std::string(text)), pin};
  }
  /// The node of a pin of a module, or of the design's.
  model::wire_node node_at(std::string const& name) {
    if (!names_.pin_of(name, '/').empty()) return point(name);
    auto text = name;
    if (auto const cut = text.rfind(of_.options_.pin_separator);
        cut != text.npos && of_.port_.find(name) == of_.port_.end())
      text[cut] = made_.delimiter;
    auto const node = named(text);
    id const pin = of_.find_pin(text, made_.delimiter);
    if (pin != none && listed_.insert(pin).second) {
      made_.connections.push_back(
          {node, of_.port_.find(text) != of_.port_.end(), model::direction::unknown, {}});
      pins_.push_back(pin);
    }
    return node;
  }
  model::wire_node point(std::string const& key) {
    auto const [at, is_new] = points_.try_emplace(key, points_.size());
    auto const number = at->second;
    if (number < model::wire_node::most_points)
      return model::wire_node::point(static_cast<std::uint32_t>(number));
    return named((made_.name + made_.delimiter).append(std::to_string(number)));
  }
  model::wire_node named(std::string const& text) {
    auto const [at, is_new] = names_at_.try_emplace(text, made_.names.size());
    if (is_new) made_.names.emplace_back(text);
    return model::wire_node::named(at->second);
  }

  flattener const& of_;
  block_names const& names_;
  id net_;
  model::wire_net made_{};
  std::vector<id> pins_;                                          // of connections
  std::set<std::string_view> covered_;                            // modules that have a part
  std::set<std::pair<std::string_view, std::string_view>> seen_;  // modules' pins, by the modules of parts
  std::unordered_set<id> listed_, met_;
  std::unordered_map<std::string, std::size_t> points_, names_at_;
};

/// Makes one wire of the parts of each net whose wires name pins of modules. What does not fit is said.
inline void flattener::stitch_blocks(std::vector<wires_found> const& parts) {
  std::vector<std::pair<id, unknown_wire_pin>> unknown;
  std::unordered_set<id> nets;
  for (auto const& part : parts) {
    unknown.insert(unknown.end(), part.unknown.begin(), part.unknown.end());
    nets.insert(part.several.begin(), part.several.end());
  }
  if (unknown.empty() && nets.empty()) return;
  auto const& file = input_.parasitics;
  block_names const names(*this);
  std::string room;
  for (auto const& [net, of] : unknown) {
    auto const& connection = of.wire->connections[of.connection];
    if (!names.pin_of(text_of(*of.wire, connection.pin, room), file.pin_delimiter).empty()) {
      nets.insert(net);
      continue;
    }
    model::location const at = connection.at.line != 0 ? model::location(connection.at) : of.wire->at;
    notes_.add("a pin of the parasitics is not in the netlist", where(file.file, at));
  }
  if (nets.empty()) return;
  std::map<id, std::vector<model::wire_net const*>> wires;
  for (auto const& part : parts) {
    for (auto const& [net, wire] : part.nets)
      if (nets.contains(net)) wires[net].push_back(wire);
  }
  stitched_.reserve(wires.size());  // they stay where they are
  auto const pins_on = names.pins_on(nets);
  for (auto const& [net, of_net] : wires) {
    bool const is_reduced =
        std::any_of(of_net.begin(), of_net.end(), [](auto const* wire) { return !wire->reduced.empty(); });
    if (is_reduced || netlist_.modules.empty()) {
      notes_.add_not_applied(is_reduced ? "reduced parasitics of a net in several blocks"
                                        : "parasitics of a net by several names, but the last one's",
                             where(file.file, of_net[0]->at));
      continue;
    }
    stitched_wire made(*this, names, net);
    for (auto const* const wire : of_net) made.add(*wire);
    auto const pins = pins_on.find(net);
    if (!made.join(pins == pins_on.end() ? std::vector<std::string_view>{} : pins->second))
      notes_.add_not_applied("parasitics of a net in blocks, of which a part or a pin is missing",
                             where(file.file, of_net[0]->at));
    stitched_.push_back(made.wire());
    nets_[net].wire = &stitched_.back();
    wire_pin_.insert(wire_pin_.end(), made.pins().begin(), made.pins().end());
    wire_pin_begin_.push_back(wire_pin_.size());
    wire_is_instance_.push_back(0);
  }
}

inline bool flattener::is_stitched(model::wire_net const& wire) const noexcept {
  std::less<> const before;
  return !stitched_.empty() && !before(&wire, stitched_.data()) &&
         before(&wire, stitched_.data() + stitched_.size());
}

/// Where a wire stands among those that were read and those that were made of parts.
inline std::size_t flattener::place_of_wire(model::wire_net const& wire) const noexcept {
  auto const& read = input_.parasitics.nets;
  return is_stitched(wire) ? read.size() + static_cast<std::size_t>(&wire - stitched_.data())
                           : static_cast<std::size_t>(&wire - read.data());
}

}  // namespace gsta::detail
