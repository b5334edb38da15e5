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

/// The same of a snapshot: the worst of a pin's nodes, in absolute time. A port behind a driving cell has the
/// slew of the vertex that drives its net.
inline std::map<std::string, open_pin> open_pins_of(gsta::flat_design const& design,
                                                    gsta::timing_snapshot const& s) {
  std::map<std::string, open_pin> pins;
  auto const worse = [](int c, double a, double b) { return gsta::is_late(c) ? a > b : a < b; };
  for (std::size_t p = 0; p < design.pin_name.size(); ++p) {
    bool const shadow = design.real_pin(static_cast<gsta::id>(p)) != static_cast<gsta::id>(p);
    if (shadow) continue;
    open_pin pin{};
    for (int c = 0; c < 4; ++c) {
      pin.arrival[c] = gsta::is_late(c) ? -gsta::math::infinity : gsta::math::infinity;
      pin.slack[c] = gsta::math::infinity;
      pin.slew[c] = s.slew[p][c];
      for (gsta::id n = s.pin_begin[p]; n < s.pin_begin[p + 1]; ++n) {
        auto const node = static_cast<std::size_t>(n);
        gsta::id const edge = s.tags[static_cast<std::size_t>(s.node_tag[node])].launch_edge;
        double at = s.arrival[node][c];
        if (edge != gsta::none)
          at += gsta::to_picoseconds(design.clocks[static_cast<std::size_t>(edge / 2)].at[edge % 2]);
        if (worse(c, at, pin.arrival[c])) pin.arrival[c] = at;
        pin.slack[c] = std::min<double>(pin.slack[c], s.slack[node][c]);
      }
    }
    pins[design.pin_name[p]] = pin;
  }
  return pins;
}

}  // namespace gsta_test
