#pragma once

#include "test/golden/open_designs.hpp"

namespace gsta_test {

/// Arrival, slew and slack of a pin in ps, in the order ER EF LR LF; infinite where there is none.
struct open_pin {
  double arrival[4], slew[4], slack[4];
};

/// pins.txt: `-` for what OpenSTA has no value of (arrivals of ports), INF for no slack.
inline std::map<std::string, open_pin> read_open_pins(std::filesystem::path const& file) {
  std::ifstream stream(file);
  INFO("file " << file.string());
  REQUIRE(stream.good());
  std::map<std::string, open_pin> pins;
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line)) {
    std::istringstream words(line);
    std::string name, word;
    words >> name;
    open_pin pin{};
    for (double* const part : {pin.arrival, pin.slew, pin.slack}) {
      for (int c = 0; c < 4; ++c) {
        REQUIRE(words >> word);
        bool const is_number = word != "-" && word.find("INF") == word.npos;
        part[c] = is_number ? std::stod(word) * 1000 : gsta::math::infinity;
      }
    }
    pins[name] = pin;
  }
  REQUIRE(pins.size() > 1);
  return pins;
}

/// The same of a snapshot: the worst of a pin's vertices and nodes, in absolute time. What stands before a
/// driving cell has no slew of its own, and the shadows of ideal clocks' pins stay apart.
inline std::map<std::string, open_pin> open_pins_of(gsta::flat_design const& design,
                                                    gsta::timing_snapshot const& s) {
  std::set<gsta::id> shadows, driven_outside;
  for (std::size_t i = 0; i < design.arc_to.size(); ++i) {
    auto const& type = design.arc_types[static_cast<std::size_t>(design.arc_type_of[i])];
    if (type.to_ideal_clock) shadows.insert(design.arc_to[i]);
    if (type.beyond_no_load) driven_outside.insert(design.arc_from[i]);
  }
  for (auto const& latch : design.latches) shadows.insert(latch.departs);
  std::map<std::string, open_pin> pins;
  auto const worsen = [](int c, double& best, double x) {
    if (gsta::is_late(c) ? x > best : x < best) best = x;
  };
  for (std::size_t p = 0; p < design.pin_name.size(); ++p) {
    auto const vertex = static_cast<gsta::id>(p);
    if (shadows.count(vertex)) continue;
    constexpr double no = gsta::math::infinity;
    auto& pin = pins.try_emplace(std::string(design.pin_name[p]),
                                 open_pin{{no, no, -no, -no}, {no, no, -no, -no}, {no, no, no, no}})
                    .first->second;
    for (int c = 0; c < 4; ++c) {
      if (!driven_outside.count(vertex)) worsen(c, pin.slew[c], s.slew[p][c]);
      for (gsta::id n = s.pin_begin[p]; n < s.pin_begin[p + 1]; ++n) {
        auto const node = static_cast<std::size_t>(n);
        gsta::id const edge = s.tags[static_cast<std::size_t>(s.node_tag[node])].launch_edge;
        double at = s.node_arrival[node][c];
        if (edge != gsta::none)
          at += gsta::to_picoseconds(design.clocks[static_cast<std::size_t>(edge / 2)].at[edge % 2]);
        worsen(c, pin.arrival[c], at);
        pin.slack[c] = std::min<double>(pin.slack[c], s.node_slack[node][c]);
      }
    }
  }
  return pins;
}

/// How far arrivals, slews and slacks of pins may be off.
struct pin_tolerances {
  tolerance arrival{}, slew{};
  slack_tolerance slack{};
  bool holds(int part, double ours, double golden) const {
    return part == 2 ? slack.holds(ours, golden) : (part == 1 ? slew : arrival).holds(ours, golden);
  }
};

/// Where OpenSTA gives a number we must; where it gives none its absence is compared for slacks only.
inline verdict compare_pins(std::map<std::string, open_pin> const& ours,
                            std::map<std::string, open_pin> const& golden, bool may_be_worse,
                            pin_tolerances const& bars = {}) {
  verdict v;
  static char const* const columns[] = {"arrival", "slew", "slack"};
  for (auto const& [name, pin] : golden) {
    auto const found = ours.find(name);
    if (found == ours.end()) {
      if (name.substr(name.rfind('/') + 1).starts_with("IQ")) continue;  // states inside of cells, no pins
      ++v.missing;
      v.say("missing pin " + name);
      continue;
    }
    double const* const want[] = {pin.arrival, pin.slew, pin.slack};
    double const* const have[] = {found->second.arrival, found->second.slew, found->second.slack};
    for (int part = 0; part < 3; ++part) {
      for (int c = 0; c < 4; ++c) {
        double const a = have[part][c], b = want[part][c];
        bool const known = std::isfinite(b);
        if (!known && part != 2) continue;
        // An input that no clock constrains: arrivals count from 0 there, and end nowhere. We have none.
        bool const unclocked = part == 0 && b == 0 && !std::isfinite(a) && !std::isfinite(pin.slack[c]);
        if (unclocked) {
          ++v.unclocked;
          continue;
        }
        ++v.compared;
        if (known ? std::isfinite(a) && bars.holds(part, a, b) : !std::isfinite(a)) continue;
        bool const worse = part == 2 ? a < b : part == 0 && (gsta::is_late(c) ? a > b : a < b);
        if (may_be_worse && worse) continue;
        ++v.different;
        v.say(name + " " + columns[part] + " " + std::to_string(c) + ": " + std::to_string(a) + " is not " +
              std::to_string(b));
      }
    }
  }
  return v;
}

}  // namespace gsta_test
