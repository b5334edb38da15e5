#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <exception>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// A pin that a wire lists and the design lacks.
struct flattener::unknown_wire_pin {
  model::wire_net const* wire;
  std::size_t connection;
};

/// What some of the wires are of.
struct flattener::wires_found {
  std::vector<std::pair<id, model::wire_net const*>> nets{};
  std::vector<std::pair<id, unknown_wire_pin>> unknown{};  ///< by their nets
  std::vector<id> several{};                               ///< nets that have wires of several names
  model::diagnostics notes{};
  std::exception_ptr error{};
};

/// Wires that the index of parasitics does not name were replaced by later ones, or taken away.
inline void flattener::list_counting_wires() {
  auto const& wires = input_.parasitics.nets;
  wire_counts_.resize(wires.size(), 0);
  input_.parasitics.net_index.for_each([&](std::size_t place) { wire_counts_[place] = 1; });
}

/// The wire of each net; of several with its name, or a name that stands for it, the last one read.
inline void flattener::find_wires() {
  constexpr std::size_t at_once = 4096;
  auto const& wires = input_.parasitics.nets;
  wire_pin_begin_.assign(wires.size() + 1, 0);
  share(wires.size(), [&](std::size_t i) { wire_pin_begin_[i + 1] = wires[i].connections.size(); });
  std::partial_sum(wire_pin_begin_.begin(), wire_pin_begin_.end(), wire_pin_begin_.begin());
  wire_pin_.resize(wire_pin_begin_.back());  // `find_wires` writes what is looked at
  wire_is_instance_.resize(wires.size(), 0);
  for (auto const& port : netlist_.ports)
    ports_are_cut_ = ports_are_cut_ || port.name.find(input_.parasitics.pin_delimiter) != port.name.npos;
  std::vector<wires_found> parts((wires.size() + at_once - 1) / at_once);
  threads_.for_each_piece(parts.size(), [&](std::size_t p) {
    auto& part = parts[p];
    auto const end = std::min(wires.size(), (p + 1) * at_once);
    for (std::size_t i = p * at_once; i < end; ++i)
      if (wire_counts_[i] != 0) part.nets.push_back({none, &wires[i]});
    try {
      find_wires(part);
    } catch (input_error const&) {
      part.error = std::current_exception();
    }
  });
  for (auto const& part : parts) {
    notes_.merge(part.notes);
    if (part.error) std::rethrow_exception(part.error);
  }
  stitch_blocks(parts);
}

/// Of several wires of a net the last one in the list is taken. Whether there are several.
inline bool flattener::give_wire(net_record& net, model::wire_net const& wire) noexcept {
  std::atomic_ref const at(net.wire);
  auto before = at.load(std::memory_order_relaxed);
  while ((before == nullptr || before < &wire) && !at.compare_exchange_weak(before, &wire)) continue;
  return before != nullptr;
}

/// What a node of a wire is called: letters that lie in the wire, or in `room`.
inline std::string_view text_of(model::wire_net const& wire, model::wire_node node, std::string& room) {
  if (!node.is_point()) return wire.names[node.place()];
  return room = wire.name_of(node);
}

/// Finds the nets of some wires and the pins that they list.
inline void flattener::find_wires(wires_found& of) {
  auto const& parasitics = input_.parasitics;
  auto const place = [&](std::size_t i) {
    return static_cast<std::size_t>(of.nets[i].second - parasitics.nets.data());
  };
  auto const name_at = [&](std::size_t i) -> std::string_view { return of.nets[i].second->name; };
  net_.find_all(nets_, of.nets.size(), name_at, [&](std::size_t i, id net) {
    of.nets[i].first = net != none ? net : net_of_alias(name_at(i));
  });
  instance_.find_all(netlist_.instances, of.nets.size(), name_at, [&](std::size_t i, id instance) {
    wire_is_instance_[place(i)] = instance != none ? 1 : 0;
  });
  for (std::size_t i = 0; i < of.nets.size(); ++i) {
    auto const& [net, wire] = of.nets[i];
    if (net != none) {
      if (give_wire(nets_[net], *wire)) of.several.push_back(net);
      for (std::size_t step = 0; step < 4; ++step)
        if (auto const ahead = i + 8 * (4 - step); ahead < of.nets.size())
          ask_for_pins(of.nets[ahead].first, *of.nets[ahead].second, step);
      check_wire_pins(*wire, net, wire_pin_.data() + wire_pin_begin_[place(i)], of);
      continue;
    }
    if (options_.strict_parasitics) {
      throw input_error(parasitics.file, wire->at.line, wire->at.column,
                        "the netlist has no net named " + wire->name);
    }
    of.notes.add("a net of the parasitics is not in the netlist", where(parasitics.file, wire->at));
  }
}

/// Asks memory for the first lines of something.
inline void ask_for_lines(void const* at, std::size_t bytes, std::size_t most_lines) noexcept {
  constexpr std::size_t line = 64;
  auto const* const begin = static_cast<char const*>(at);
  for (std::size_t i = 0; i < bytes && i < most_lines * line; i += line) ask_for(begin + i);
  if (bytes > 0 && bytes < most_lines * line) ask_for(begin + bytes - 1);
}
template <class List>
void ask_for_list(List const& list, std::size_t most_lines) noexcept {
  ask_for_lines(list.data(), list.size() * sizeof(list[0]), most_lines);
}

/// Asks memory for what `check_wire_pins` reads of a wire that is soon to come: its net's record and its
/// lists, then the lists of the net's pins and the letters, then where names of the pins begin, then these.
inline void flattener::ask_for_pins(id net, model::wire_net const& wire, std::size_t step) const noexcept {
  constexpr std::size_t most = 8;
  if (net == none) return;
  auto const& of = nets_[net];
  if (step == 0) {
    ask_for(&of);
    ask_for_list(wire.connections, 2);
    ask_for_list(wire.names, 2);
  } else if (step == 1) {
    ask_for(of.drivers.data());
    for (std::size_t k = 0; k < std::min(wire.names.size(), most); ++k) ask_for(wire.names[k].place());
  } else {
    auto const count = std::min(most, of.drivers.size() + of.sinks.size());
    auto const& names = design_.pin_name;
    for (std::size_t k = 0; k < count; ++k) {
      id const pin = of.drivers.data()[k];
      if (step == 2)
        ask_for(&names.begins()[pin]);
      else
        ask_for_lines(names[pin].data(), names[pin].size(), 1);
    }
  }
}

/// Asks memory for the wire of a net that is soon to come: the record, then its parts.
inline void flattener::ask_for_wire(net_record const& net, std::size_t step) noexcept {
  if (net.wire == nullptr) return;
  auto const& wire = *net.wire;
  if (step == 0) {
    ask_for_lines(&wire, sizeof wire, 4);
  } else {
    ask_for_list(wire.connections, 2);
    ask_for_list(wire.capacitors, 6);
    ask_for_list(wire.resistors, 8);
  }
}

/// The last eight letters of a name, in which most names differ, or all of a shorter one.
inline std::uint64_t end_of(std::string_view name) noexcept {
  std::uint64_t letters = 0;
  if (name.size() >= sizeof letters)
    return word_at<std::uint64_t>(name.data() + name.size() - sizeof letters);
  std::memcpy(&letters, name.data(), name.size());
  return letters;
}

/// The first pins of a net, which are found by names as parasitics have them: by how these end, all at once.
class flattener::pins_of_net {
 public:
  pins_of_net(flattener const& of, net_record const& net)
      : of_(of), pins_(net.drivers.data()), count_(std::min(most, net.drivers.size() + net.sinks.size())) {
    if (of.ports_are_cut_) count_ = 0;
    for (std::size_t i = 0; i < count_; ++i) ends_[i] = end_of(of.design_.pin_name[pin(i)]);
  }

  /// The pin of an instance that a name means, or none where it may be another net's or a port.
  id find(std::string_view name) const noexcept {
    auto const cut = name.rfind(of_.input_.parasitics.pin_delimiter);
    if (cut == name.npos) return none;
    auto const path = name.substr(0, cut), rest = name.substr(cut + 1);
    char const separator = of_.options_.pin_separator;
    if (std::find(rest.begin(), rest.end(), separator) != rest.end()) return none;
    auto const in_front = name.size() - std::min(name.size(), sizeof ends_[0]);
    auto end = end_of(name);
    if (cut >= in_front) end ^= letter_at(cut - in_front, name[cut] ^ separator);
    std::uint64_t alike = 0;
    for (std::size_t i = 0; i < count_; ++i) alike |= std::uint64_t{ends_[i] == end} << i;
    for (; alike != 0; alike &= alike - 1) {
      id const at = pin(static_cast<std::size_t>(std::countr_zero(alike)));
      std::string_view const other = of_.design_.pin_name[at];
      if (at >= of_.first_instance_pin_ && other.size() == name.size() && other[cut] == separator &&
          is_same_name(other.substr(0, cut), path) && is_same_name(other.substr(cut + 1), rest))
        return at;
    }
    return none;
  }

 private:
  static constexpr std::size_t most = 64;

  static std::uint64_t letter_at(std::size_t i, int letter) noexcept {
    return static_cast<std::uint64_t>(letter & 0xFF)
           << 8 * (std::endian::native == std::endian::little ? i : sizeof(std::uint64_t) - 1 - i);
  }
  /// The real pin, of drivers and then of sinks, which lie behind each other.
  id pin(std::size_t i) const noexcept { return of_.design_.real_pin(pins_[i]); }

  flattener const& of_;
  id const* pins_;
  std::size_t count_;
  std::uint64_t ends_[most];
};

/// Finds the pins that a wire lists.
inline void flattener::check_wire_pins(model::wire_net const& wire, id net, id* pins, wires_found& of) const {
  auto const& parasitics = input_.parasitics;
  pins_of_net const known(*this, nets_[net]);
  std::string room;
  for (auto const& connection : wire.connections) {
    auto const name = text_of(wire, connection.pin, room);
    *pins = known.find(name);
    if (*pins == none) *pins = find_pin(name, parasitics.pin_delimiter);
    if (*pins++ != none) continue;
    if (options_.strict_parasitics) {
      model::location const at = connection.at.line != 0 ? model::location(connection.at) : wire.at;
      throw input_error(parasitics.file, at.line, at.column,
                        "net " + wire.name + " names a pin that the netlist lacks: " + std::string(name));
    }
    of.unknown.push_back({net, {&wire, static_cast<std::size_t>(&connection - wire.connections.data())}});
  }
}

}  // namespace gsta::detail
