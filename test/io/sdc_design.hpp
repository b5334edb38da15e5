#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/io/sdc.hpp"
#include "test/support/catch.hpp"

/// A small design with two levels, made by hand, and what reading SDC for it gives.
namespace gsta_test::sdc {

using namespace gsta;

inline model::pin cell_pin(std::string name, model::direction direction) {
  model::pin pin;
  pin.name = std::move(name);
  pin.direction = direction;
  return pin;
}

/// BUF (A -> Y), DFF (CK, D, RN, Q), LATCH (G, D, Q), PAIR (A[1:0] -> Y, Z).
inline model::library library() {
  using enum model::direction;
  model::library library;
  library.name = library.conditions.library = "lib";
  library.conditions.known = {{"slow", {}}, {"fast", {}}};
  auto const add = [&](std::string const& name, std::vector<model::pin> pins) -> model::cell& {
    model::cell cell;
    cell.name = name;
    cell.pins = std::move(pins);
    library.cell_index[name] = library.cells.size();
    library.cells.push_back(std::move(cell));
    return library.cells.back();
  };
  auto const checked = [](model::pin pin, model::timing_type type) {
    pin.timing.emplace_back().type = type;
    return pin;
  };
  add("BUF", {cell_pin("A", input), cell_pin("Y", output)});
  auto& flop = add(
      "DFF", {cell_pin("CK", input), checked(cell_pin("D", input), model::timing_type::setup_rising),
              checked(cell_pin("RN", input), model::timing_type::recovery_rising), cell_pin("Q", output)});
  flop.states.push_back({false, "IQ", "IQN", "CK", "D", "!RN", ""});
  auto& latch =
      add("LATCH", {cell_pin("G", input), checked(cell_pin("D", input), model::timing_type::setup_falling),
                    cell_pin("Q", output)});
  latch.states.push_back({true, "IQ", "IQN", "G", "D", "", ""});
  auto& pair = add("PAIR", {cell_pin("A[1]", input), cell_pin("A[0]", input), cell_pin("Y", output),
                            cell_pin("Z", output)});
  pair.buses.push_back({"A", {"A[1]", "A[0]"}});
  return library;
}

/// clk, clk2, in[1:0] -> out, io. b1 and the flat name u/r1 stand at the top; m1 is a module with m1/r2 (a
/// flop), m1/b2 and m1/n/l1 (a latch, one level further).
inline model::netlist netlist() {
  using enum model::direction;
  model::netlist netlist;
  netlist.name = "top";
  for (auto const& [name, direction] :
       {std::pair{"clk", input}, std::pair{"clk2", input}, std::pair{"in[1]", input},
        std::pair{"in[0]", input}, std::pair{"out", output}, std::pair{"io", inout}}) {
    netlist.ports.emplace_back();
    netlist.ports.back().name = name;
    netlist.ports.back().direction = direction;
    netlist.wires.emplace_back(name);
  }
  netlist.buses.push_back({"in", 1, 0});
  auto const add = [&](std::string const& cell, std::string const& name,
                       std::vector<std::pair<std::string, std::string>> const& pins) {
    netlist.instances.emplace_back();
    netlist.instances.back().cell = cell;
    netlist.instances.back().name = name;
    for (auto const& [pin, net] : pins) netlist.instances.back().connections.push_back({pin, net, {}});
  };
  add("BUF", "b1", {{"A", "in[0]"}, {"Y", "n1"}});
  add("DFF", "u/r1", {{"CK", "clk"}, {"D", "n1"}, {"RN", "in[1]"}, {"Q", "q1"}});
  add("DFF", "m1/r2", {{"CK", "clk"}, {"D", "q1"}, {"RN", "in[1]"}, {"Q", "m1/q"}});
  add("BUF", "m1/b2", {{"A", "m1/q"}, {"Y", "out"}});
  add("LATCH", "m1/n/l1", {{"G", "clk2"}, {"D", "m1/q"}, {"Q", "io"}});
  add("PAIR", "p1", {{"A[1]", "q1"}, {"A[0]", "n1"}, {"Y", ""}});
  netlist.modules = {{"m1", "MID"}, {"m1/n", "LOW"}};
  netlist.module_pins = {{"m1/d", "q1"}, {"m1/ck", "clk"}, {"m1/o", "out"}, {"m1/n/g", "clk2"}};
  netlist.aliases = {{"m1/d", "q1"}, {"m1/ck", "clk"}};
  return netlist;
}

struct result {
  model::constraints constraints;
  model::diagnostics seen;

  std::size_t count(std::string const& part) const {
    std::size_t total = 0;
    for (auto const& d : seen.entries()) {
      if (d.kind.find(part) != std::string::npos) total += d.count;
    }
    return total;
  }
  model::input_arrival const* arrival(std::string const& pin, std::string const& clock,
                                      edge e = edge::rise) const {
    for (auto const& a : constraints.arrivals) {
      if (a.pin == pin && a.clock == clock && a.clock_edge == e) return &a;
    }
    return nullptr;
  }
};

inline result read(std::string const& text, io::sdc_options const& options = {}) {
  result r;
  r.constraints = io::read_sdc(io::source::from_text("t.sdc", text), netlist(), library(), r.seen, options);
  return r;
}

/// What reading `text` complains about; empty if nothing.
inline std::string error_of(std::string const& text, io::sdc_options const& options = {}) {
  try {
    read(text, options);
  } catch (input_error const& e) {
    return e.what();
  }
  return {};
}

/// What the names of the objects of a query are, between blanks: what an `error` with them says.
inline std::string names_of(std::string const& query) {
  auto const what = error_of(
      "create_clock -name c -period 2 clk; create_clock -name v -period 4\nerror \"<[join [get_object_name "
      "[" +
      query + "]]]>\"");
  auto const start = what.find('<');
  return start == std::string::npos ? what : what.substr(start + 1, what.rfind('>') - start - 1);
}
/// What a command returns, as text.
inline std::string text_of(std::string const& command) {
  auto const what = error_of(
      "create_clock -name c -period 2 clk; create_clock -name v -period 4\nerror \"<[" + command + "]>\"");
  auto const start = what.find('<');
  return start == std::string::npos ? what : what.substr(start + 1, what.rfind('>') - start - 1);
}

inline per_condition<float> four(float er, float ef, float lr, float lf) { return {er, ef, lr, lf}; }
inline constexpr float no_early = math::infinity, no_late = -math::infinity;

}  // namespace gsta_test::sdc
