// Names of a netlist, found by patterns.

#include "src/io/sdc_names.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/io/sdc_pattern.hpp"

namespace gsta::io::detail {

sdc_names::sdc_names(model::netlist const& netlist, model::library const& library)
    : netlist_(netlist), library_(library) {
  look_again();
}

void sdc_names::look_again() {
  for (auto* of : {&port_, &bus_, &module_, &module_pin_, &instance_}) of->clear();
  alias_.clear();
  net_.clear();
  pins_of_module_.clear();
  auto const fill = [](index& into, auto const& records) {
    into.reserve(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) into.emplace(records[i].name, i);
  };
  fill(port_, netlist_.ports);
  fill(bus_, netlist_.buses);
  fill(module_, netlist_.modules);
  fill(module_pin_, netlist_.module_pins);
  for (auto const& alias : netlist_.aliases) alias_.emplace(alias.name, alias.net);
}

sdc_names::index const& sdc_names::instances() const {
  if (instance_.empty()) {
    instance_.reserve(netlist_.instances.size());
    for (std::size_t i = 0; i < netlist_.instances.size(); ++i)
      instance_.emplace(netlist_.instances[i].name, i);
  }
  return instance_;
}

sdc_names::net_index const& sdc_names::nets() const {
  if (!net_.empty()) return net_;
  for (auto const& name : netlist_.wires) net_[net_of_alias(name)];
  for (auto const& constant : netlist_.constants) net_[net_of_alias(constant.net)];
  for (std::size_t i = 0; i < netlist_.ports.size(); ++i) {
    auto const& port = netlist_.ports[i];
    auto& pins = net_[net_of_alias(port.net.empty() ? port.name : port.net)];
    if (port.connected) pins.push_back({sdc_pin_ref::none, i});
  }
  for (std::size_t i = 0; i < netlist_.instances.size(); ++i) {
    auto const& connections = netlist_.instances[i].connections;
    for (std::size_t c = 0; c < connections.size(); ++c) {
      if (!connections[c].net.empty()) net_[net_of_alias(connections[c].net)].push_back({i, c});
    }
  }
  return net_;
}

std::string_view sdc_names::net_of_alias(std::string_view name) const noexcept {
  // A chain of aliases is as long as the levels it went through; one that bites its tail is cut.
  for (int step = 0; step < 1000; ++step) {
    auto const found = alias_.find(name);
    if (found == alias_.end() || found->second == name) break;
    name = found->second;
  }
  return name;
}

model::port const* sdc_names::find_port(std::string_view name) const noexcept {
  auto const found = port_.find(name);
  return found == port_.end() ? nullptr : &netlist_.ports[found->second];
}
model::instance const* sdc_names::find_instance(std::string_view name) const {
  auto const found = instances().find(name);
  return found == instances().end() ? nullptr : &netlist_.instances[found->second];
}
model::hierarchical_instance const* sdc_names::find_module(std::string_view name) const noexcept {
  auto const found = module_.find(name);
  return found == module_.end() ? nullptr : &netlist_.modules[found->second];
}
model::hierarchical_pin const* sdc_names::find_module_pin(std::string_view name) const noexcept {
  auto const found = module_pin_.find(name);
  return found == module_pin_.end() ? nullptr : &netlist_.module_pins[found->second];
}

std::string sdc_names::module_and_net(model::hierarchical_pin const& pin) const {
  return pin.name.substr(0, pin.name.rfind('/') + 1).append("\n").append(net_of_alias(pin.net));
}
bool sdc_names::shares_net(model::hierarchical_pin const& pin) const {
  if (pins_of_module_.empty()) {
    for (auto const& one : netlist_.module_pins) ++pins_of_module_[module_and_net(one)];
  }
  return pins_of_module_.at(module_and_net(pin)) > 1;
}

std::vector<std::string_view> sdc_names::pin_names(model::instance const& of) const {
  std::vector<std::string_view> names;
  if (auto const* const cell = library_.find_cell(of.cell)) {
    for (auto const& pin : cell->pins) names.push_back(pin.name);
  } else {
    for (auto const& connection : of.connections) names.push_back(connection.pin);
  }
  return names;
}

/// Instance names may hold slashes themselves, so the pin's name is what stands behind the last one.
bool sdc_names::is_pin(std::string_view name) const {
  auto const slash = name.rfind('/');
  if (slash == name.npos) return false;
  auto const* const instance = find_instance(name.substr(0, slash));
  if (instance == nullptr) return false;
  auto const pins = pin_names(*instance);
  return std::find(pins.begin(), pins.end(), name.substr(slash + 1)) != pins.end();
}

std::vector<sdc_pin_ref> const& sdc_names::pins_of(std::string_view net) const {
  static std::vector<sdc_pin_ref> const nothing;
  auto const found = nets().find(net_of_alias(net));
  return found == nets().end() ? nothing : found->second;
}

std::string sdc_names::name_of(sdc_pin_ref pin) const {
  if (pin.instance == sdc_pin_ref::none) return netlist_.ports[pin.index].name;
  auto const& instance = netlist_.instances[pin.instance];
  return instance.name + "/" + instance.connections[pin.index].pin;
}

/// Where in a name the slashes between levels stand: behind each path of a module that was taken apart. Other
/// slashes belong to the names themselves.
std::vector<std::size_t> sdc_names::bounds_of(std::string_view name) const {
  std::vector<std::size_t> bounds;
  if (module_.empty()) return bounds;
  for (auto slash = name.find('/'); slash != name.npos; slash = name.find('/', slash + 1)) {
    if (module_.contains(name.substr(0, slash))) bounds.push_back(slash);
  }
  return bounds;
}

bool sdc_names::matches(sdc_search const& search, std::string_view name) const {
  if (!name.starts_with(search.scope)) return false;
  auto const inside = name.substr(search.scope.size());
  if (search.regular) return search.regular(inside);
  std::vector<std::size_t> bounds;
  for (auto const bound : bounds_of(name)) {
    if (bound >= search.scope.size()) bounds.push_back(bound - search.scope.size());
  }
  auto const pattern = search.ignore_case ? sdc_lower_case(search.pattern) : search.pattern;
  auto const lower = search.ignore_case ? sdc_lower_case(inside) : std::string();
  auto const text = search.ignore_case ? std::string_view(lower) : inside;
  // In a name that has backslashes itself they may also be what those of the pattern mean.
  bool const may_be_written = text.find('\\') != text.npos && pattern.find('\\') != pattern.npos;
  auto const written = may_be_written ? with_backslashes_doubled(pattern) : std::string();
  auto const met_from = [&](std::size_t level) {
    auto const from = level == 0 ? 0 : bounds[level - 1] + 1;
    return glob_match_levels(pattern, text, bounds, level, from) ||
           (may_be_written && glob_match_levels(written, text, bounds, level, from));
  };
  if (!search.hierarchical) return met_from(0);
  // The pattern may start at any level.
  for (std::size_t level = 0; level <= bounds.size(); ++level) {
    if (met_from(level)) return true;
  }
  return false;
}

bool is_plain(sdc_search const& search) noexcept {
  return !search.regular && !search.hierarchical && !search.ignore_case && !has_wildcard(search.pattern);
}

namespace {

/// The name that a plain pattern stands for, empty where nothing `is_there` by it: `x\/y` is an object whose
/// name has that backslash, as that of an escaped name beside y in x has; where there is none, `x/y`.
template <class IsThere>
std::string plain_name(std::string const& pattern, std::string const& scope, IsThere const& is_there) {
  if (pattern.find('\\') != pattern.npos && is_there(scope + pattern)) return scope + pattern;
  auto name = scope + unescaped(pattern);
  return is_there(name) ? name : std::string();
}

/// The name of the bus that a bit `name[i]` would belong to; empty where it is no bit.
std::string_view bus_of_bit(std::string_view name) noexcept {
  return !name.empty() && name.back() == ']' ? name.substr(0, name.rfind('[')) : std::string_view();
}

}  // namespace

std::vector<std::string> sdc_names::ports(sdc_search const& search) const {
  std::vector<std::string> result;
  if (is_plain(search)) {
    auto name = plain_name(search.pattern, {}, [&](auto const& n) { return find_port(n) != nullptr; });
    if (!name.empty()) result.push_back(std::move(name));
    if (!result.empty() || !bus_.contains(unescaped(search.pattern))) return result;
  }
  for (auto const& port : netlist_.ports) {
    // What matches the name of a bus stands for its bits, too.
    auto const bus = bus_of_bit(port.name);
    if (matches(search, port.name) || (bus_.contains(bus) && matches(search, bus)))
      result.push_back(port.name);
  }
  return result;
}

std::vector<std::string> sdc_names::cells(sdc_search const& search) const {
  std::vector<std::string> result;
  if (is_plain(search)) {
    auto name = plain_name(search.pattern, search.scope, [&](auto const& n) {
      return find_instance(n) != nullptr || find_module(n) != nullptr;
    });
    if (!name.empty()) result.push_back(std::move(name));
    return result;
  }
  for (auto const& module : netlist_.modules) {
    if (matches(search, module.name)) result.push_back(module.name);
  }
  for (auto const& instance : netlist_.instances) {
    if (matches(search, instance.name)) result.push_back(instance.name);
  }
  return result;
}

/// The instance's pins whose names match; the name of a bus stands for its bits.
void sdc_names::add_pins(sdc_search const& of_pin, model::instance const& of,
                         std::vector<std::string>& into) const {
  auto const* const cell = library_.find_cell(of.cell);
  for (auto const name : pin_names(of)) {
    bool met = glob_match(of_pin.pattern, of_pin.ignore_case ? sdc_lower_case(name) : std::string(name));
    for (std::size_t b = 0; !met && cell != nullptr && b < cell->buses.size(); ++b) {
      auto const& bus = cell->buses[b];
      met = std::find(bus.pins.begin(), bus.pins.end(), name) != bus.pins.end() &&
            glob_match(of_pin.pattern, of_pin.ignore_case ? sdc_lower_case(bus.name) : bus.name);
    }
    if (met) into.push_back(of.name + "/" + std::string(name));
  }
}

/// A pattern is one for instances and, behind its last slash, one for their pins.
std::vector<std::string> sdc_names::pins_by_parts(sdc_search const& search) const {
  std::vector<std::string> result;
  auto const slash = search.pattern.rfind('/');
  if (slash == search.pattern.npos && !search.hierarchical) return result;
  auto of_instance = search, of_pin = search;
  of_instance.pattern = slash == search.pattern.npos ? "*" : search.pattern.substr(0, slash);
  of_pin.pattern = slash == search.pattern.npos ? search.pattern : search.pattern.substr(slash + 1);
  if (search.ignore_case) of_pin.pattern = sdc_lower_case(of_pin.pattern);
  if (is_plain(of_instance)) {
    auto const name = plain_name(of_instance.pattern, search.scope,
                                 [&](auto const& n) { return find_instance(n) != nullptr; });
    if (!name.empty()) add_pins(of_pin, *find_instance(name), result);
    return result;
  }
  for (auto const& instance : netlist_.instances) {
    if (matches(of_instance, instance.name)) add_pins(of_pin, instance, result);
  }
  return result;
}

std::vector<std::string> sdc_names::pins(sdc_search const& search) const {
  std::vector<std::string> result;
  if (is_plain(search)) {
    auto name = plain_name(search.pattern, search.scope,
                           [&](auto const& n) { return is_pin(n) || find_module_pin(n) != nullptr; });
    if (!name.empty()) {
      result.push_back(std::move(name));
      return result;
    }
  }
  if (search.regular) {
    for (auto const& instance : netlist_.instances) {
      for (auto const pin : pin_names(instance)) {
        auto name = instance.name + "/" + std::string(pin);
        if (matches(search, name)) result.push_back(std::move(name));
      }
    }
  } else {
    result = pins_by_parts(search);
  }
  for (auto const& pin : netlist_.module_pins) {
    auto const bus = bus_of_bit(pin.name);  // `path/bus` stands for the bits `path/bus[i]`
    if (matches(search, pin.name) || (!bus.empty() && matches(search, bus))) result.push_back(pin.name);
  }
  return result;
}

std::vector<std::string> sdc_names::nets(sdc_search const& search) const {
  std::vector<std::string> result;
  if (is_plain(search)) {
    auto const name = plain_name(search.pattern, search.scope,
                                 [&](auto const& n) { return nets().contains(net_of_alias(n)); });
    if (!name.empty()) result.emplace_back(net_of_alias(name));
    return result;
  }
  for (auto const& [net, pins] : nets()) {
    if (matches(search, net)) result.emplace_back(net);
  }
  for (auto const& [alias, net] : alias_) {
    if (matches(search, alias) && nets().contains(net_of_alias(alias)))
      result.emplace_back(net_of_alias(alias));
  }
  std::sort(result.begin(), result.end());  // the tables have no order that means anything
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

namespace {

/// What stands behind all but the last `parts` slashes: the name of the library is not looked at, because
/// several libraries may have been read as one.
std::string last_parts(std::string const& pattern, int parts) {
  auto at = pattern.npos;
  for (int i = 0; i < parts; ++i) {
    at = at == 0 ? pattern.npos : pattern.rfind('/', at == pattern.npos ? at : at - 1);
    if (at == pattern.npos) return pattern;
  }
  return pattern.substr(at + 1);
}

}  // namespace

/// `library/cell`, or the cell alone.
std::vector<std::string> sdc_names::lib_cells(sdc_search search) const {
  std::vector<std::string> result;
  search.pattern = last_parts(search.pattern, 1);
  search.scope.clear();
  for (auto const& cell : library_.cells) {
    if (matches(search, cell.name)) result.push_back(cell.name);
  }
  return result;
}

/// `library/cell/pin` or `cell/pin`.
std::vector<std::string> sdc_names::lib_pins(sdc_search search) const {
  std::vector<std::string> result;
  search.pattern = last_parts(search.pattern, 2);
  search.scope.clear();
  for (auto const& cell : library_.cells) {
    for (auto const& pin : cell.pins) {
      auto name = cell.name + "/" + pin.name;
      if (matches(search, name)) result.push_back(std::move(name));
    }
  }
  return result;
}

}  // namespace gsta::io::detail
