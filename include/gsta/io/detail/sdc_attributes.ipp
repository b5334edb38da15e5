#pragma once

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "gsta/io/detail/sdc_clocks.ipp"

namespace gsta::io::detail {

GSTA_INLINE std::string sdc_truth(bool value) { return value ? "1" : "0"; }

GSTA_INLINE std::string sdc_number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

GSTA_INLINE std::string_view sdc_direction(model::direction direction) noexcept {
  switch (direction) {
    case model::direction::input:
      return "input";
    case model::direction::output:
      return "output";
    case model::direction::inout:
      return "bidirect";
    case model::direction::internal:
      return "internal";
    case model::direction::unknown:
      break;
  }
  return "unknown";
}

GSTA_INLINE model::direction sdc_reader::direction_of(sdc_object const& object) const {
  if (object.kind == sdc_kind::port) {
    auto const* const port = names_.find_port(object.name);
    return port == nullptr ? model::direction::unknown : port->direction;
  }
  auto const slash = object.name.rfind('/');
  auto const owner = object.name.substr(0, slash);
  auto const* const instance = object.kind == sdc_kind::pin ? names_.find_instance(owner) : nullptr;
  auto const* const cell =
      names_.library().find_cell(instance != nullptr ? std::string(instance->cell) : owner);
  auto const* const pin = cell == nullptr ? nullptr : cell->find_pin(object.name.substr(slash + 1));
  return pin == nullptr ? model::direction::unknown : pin->direction;
}

GSTA_INLINE std::optional<std::string> sdc_reader::pin_attribute(sdc_object const& object,
                                                                 std::string const& name) const {
  bool const is_port = object.kind == sdc_kind::port;
  if (name == "direction" || name == "pin_direction" || name == "port_direction")
    return std::string(sdc_direction(direction_of(object)));
  if (name == "is_port") return sdc_truth(is_port);
  if (name == "is_hierarchical") return sdc_truth(!is_port && names_.find_module_pin(object.name) != nullptr);
  if (name == "is_clock" || name == "is_clock_source") {
    return sdc_truth(std::any_of(clocks_.begin(), clocks_.end(), [&](model::clock const& clock) {
      return std::find(clock.sources.begin(), clock.sources.end(), object.name) != clock.sources.end();
    }));
  }
  if (name == "net_name" && object.kind != sdc_kind::lib_pin) return net_of_pin(object.name);
  if (name == "lib_pin_name" && !is_port) return object.name.substr(object.name.rfind('/') + 1);
  auto const* const instance =
      is_port ? nullptr : names_.find_instance(object.name.substr(0, object.name.rfind('/')));
  if (name == "ref_name" && instance != nullptr) return instance->cell;
  if (name == "cell_name" && object.kind == sdc_kind::pin)
    return object.name.substr(0, object.name.rfind('/'));
  return std::nullopt;
}

GSTA_INLINE std::optional<std::string> sdc_reader::cell_attribute(sdc_object const& object,
                                                                  std::string const& name) const {
  auto const* const instance = object.kind == sdc_kind::cell ? names_.find_instance(object.name) : nullptr;
  auto const* const of_module = object.kind == sdc_kind::cell ? names_.find_module(object.name) : nullptr;
  auto const cell_name = instance != nullptr ? std::string(instance->cell) : object.name;
  auto const* const cell = of_module != nullptr ? nullptr : names_.library().find_cell(cell_name);
  if (name == "ref_name" || name == "liberty_cell" || name == "ref_lib_cell_name")
    return of_module != nullptr ? of_module->module : cell_name;
  if (name == "is_hierarchical") return sdc_truth(of_module != nullptr);
  if (name == "is_black_box") return sdc_truth(of_module == nullptr && cell == nullptr);
  if (name == "is_sequential") return sdc_truth(cell != nullptr && !cell->states.empty());
  if (name == "is_combinational") return sdc_truth(cell != nullptr && cell->states.empty());
  if (name == "is_clock_gate" || name == "is_integrated_clock_gating_cell")
    return sdc_truth(cell != nullptr && !cell->clock_gate.empty());
  return std::nullopt;
}

GSTA_INLINE std::optional<std::string> sdc_reader::clock_attribute(sdc_object const& object,
                                                                   std::string const& name) const {
  auto const clock =
      std::find_if(clocks_.begin(), clocks_.end(), [&](auto const& c) { return c.name == object.name; });
  if (name == "is_generated") return sdc_truth(clock == clocks_.end());
  if (clock == clocks_.end()) return std::nullopt;
  if (name == "period") return sdc_number(static_cast<double>(clock->period) / (1000 * units_.time_to_ps));
  if (name == "is_propagated" || name == "propagated_clock") return sdc_truth(clock->propagated);
  if (name == "is_virtual") return sdc_truth(clock->sources.empty());
  if (name != "sources" && name != "waveform") return std::nullopt;
  auto const edge_time = [&](femtoseconds t) {
    return sdc_number(static_cast<double>(t) / (1000 * units_.time_to_ps));
  };
  if (name == "waveform") return edge_time(clock->rise) + " " + edge_time(clock->fall);
  std::string sources;
  for (auto const& source : clock->sources) sources += (sources.empty() ? "" : " ") + source;
  return sources;
}

/// An attribute's value; nothing where such an object has none of that name.
GSTA_INLINE std::optional<std::string> sdc_reader::attribute(sdc_object const& object,
                                                             std::string const& name) const {
  if (name == "full_name") return object.name;
  if (name == "object_class") return std::string(word_of(object.kind));
  if (name == "name" || name == "base_name") {
    bool const has_levels = object.kind == sdc_kind::cell || object.kind == sdc_kind::net;
    if (object.kind == sdc_kind::pin || object.kind == sdc_kind::lib_pin)
      return object.name.substr(object.name.rfind('/') + 1);
    if (!has_levels) return object.name;
    auto const level = object.name.rfind('/');
    // A slash belongs to the name itself unless it stands behind a module's path.
    bool const is_bound =
        level != object.name.npos && names_.find_module(object.name.substr(0, level)) != nullptr;
    return is_bound ? object.name.substr(level + 1) : object.name;
  }
  switch (object.kind) {
    case sdc_kind::port:
    case sdc_kind::pin:
    case sdc_kind::lib_pin:
      return pin_attribute(object, name);
    case sdc_kind::cell:
    case sdc_kind::lib_cell:
      return cell_attribute(object, name);
    case sdc_kind::clock:
      return clock_attribute(object, name);
    default:
      return std::nullopt;
  }
}

GSTA_INLINE sdc_reply sdc_reader::get_property(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto const objects = any_objects(in.words[0]);
  sdc_reply result;
  result.is_text = objects.size() == 1;
  for (auto const& object : objects) {
    auto value = attribute(object, in.words[1]);
    if (!value && in.has("quiet")) continue;
    if (!value) {
      throw sdc_error("a " + std::string(word_of(object.kind)) + " has no attribute " + quoted(in.words[1]));
    }
    result.list.push_back(std::move(*value));
  }
  return result;
}

}  // namespace gsta::io::detail
