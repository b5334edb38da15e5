#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "test/flat/model_maker.hpp"

namespace gsta_test {

/// Registers behind a tree of buffers, some on two clocks by a MUX, and gates of two inputs between them.
inline model_maker random_tree(std::mt19937& random, bool propagated) {
  model_maker m;
  auto const pick = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  for (char const* name : {"clk", "other", "in", "sel"}) m.input(name);
  static std::vector<std::string> names;  // what is pointed to
  names.clear();
  names.reserve(1000);
  auto const name = [&](std::string text) { return names.emplace_back(std::move(text)).c_str(); };
  std::vector<char const*> clocks{"clk", "other"}, data{"in"};
  m.instance("MUX2", "mux", {{"A", "clk"}, {"B", "other"}, {"S", "sel"}, {"Z", "muxed"}});
  clocks.push_back("muxed");
  for (int i = 0; i < 6; ++i) {
    auto const* const net = name("c" + std::to_string(i));
    auto const* const from = clocks[static_cast<std::size_t>(pick(static_cast<int>(clocks.size())))];
    m.instance(pick(2) == 0 ? "BUF" : "INV", name("b" + std::to_string(i)), {{"A", from}, {"Z", net}});
    clocks.push_back(net);
  }
  int const registers = 5;
  for (int i = 0; i < registers; ++i) data.push_back(name("q" + std::to_string(i)));
  for (int i = 0; i < 6; ++i) {
    auto const any = [&] { return data[static_cast<std::size_t>(pick(static_cast<int>(data.size())))]; };
    auto const *const a = any(), *const b = any();
    auto const* const net = name("n" + std::to_string(i));
    m.instance("AND2", name("g" + std::to_string(i)), {{"A", a}, {"B", b}, {"Z", net}});
    data.push_back(net);
  }
  for (int i = 0; i < registers; ++i) {
    auto const* const clock = clocks[static_cast<std::size_t>(pick(static_cast<int>(clocks.size())))];
    auto const* const from = data[static_cast<std::size_t>(pick(static_cast<int>(data.size())))];
    m.instance("DFF", name("r" + std::to_string(i)),
               {{"CK", clock}, {"D", from}, {"Q", name("q" + std::to_string(i))}});
  }
  for (char const* clock : {"clk", "other"}) {
    auto& made = m.clock(clock, clock, propagated);
    made.properties.insertion = {1, 2, 3, 4};
    made.properties.setup_uncertainty = 5;
    made.properties.hold_uncertainty = 6;
    if (!propagated) made.properties.latency = {10, 20, 30, 40};
  }
  m.arrival("in", "clk", same_value(0.0f));
  m.derate(0.75f, true, false);
  return m;
}

/// A clock, a register that halves it, and a register r on the other side of a buffer; o shows r.
inline model_maker divided_clock() {
  model_maker m;
  for (char const* name : {"clk", "d"}) m.input(name);
  m.instance("BUF", "b", {{"A", "clk"}, {"Z", "c"}});
  m.instance("DFF", "div", {{"CK", "c"}, {"D", "d"}, {"Q", "half"}});
  m.instance("BUF", "e", {{"A", "half"}, {"Z", "h"}});
  m.instance("DFF", "r", {{"CK", "h"}, {"D", "d"}, {"Q", "o"}});
  m.output("o");
  m.clock("c", "clk", true);
  m.arrival("d", "c", same_value(0.0f));
  m.required("o", "g", same_value(0.0f));
  auto& generated = m.constraints.generated_clocks.emplace_back();
  generated.clock.name = "g";
  generated.clock.sources = {"div/Q"};
  generated.clock.propagated = true;
  generated.source = "clk";
  generated.divide_by = 2;
  return m;
}

}  // namespace gsta_test
