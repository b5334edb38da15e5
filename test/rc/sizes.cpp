#include <utility>

#include "gsta/rc/star.hpp"
#include "test/rc/wires_body.hpp"

using namespace gsta_test;

namespace {

gsta::host_executor const sizes_host;

/// `call` is refused while `array` has one element more.
template <class T, class Call>
void refused_when_longer(gsta::buffer<T, gsta::memory_space::host>& array, Call const& call) {
  auto kept = std::move(array);
  array = {sizes_host, kept.size() + 1};
  CHECK_THROWS_AS(call(), gsta::argument_error);
  array = std::move(kept);
}

}  // namespace

TEST_CASE("wires refuse states of another design, whichever array it is", "[rc][small]") {
  auto const design = many_nets(1, false);
  auto const view = design.view();
  auto const rc = flatten_rc(sizes_host, view);
  auto trees = make_rc_state(sizes_host, view);
  auto wires = make_wire_state(sizes_host, view);
  auto forest = rc.forest.view;
  auto const update = [&] { update_wires(sizes_host, view, forest, trees, wires); };
  update();
  CHECK_THROWS_AS(update_wires(sizes_host, view, forest, trees, wires, {gsta::wire_slew::reduce}),
                  gsta::argument_error);  // a state without pi models
  refused_when_longer(trees.load, update);
  refused_when_longer(wires.sink, update);
  refused_when_longer(wires.load, update);
  forest.sink_position = forest.sink_position.subspan(0, forest.sink_position.size() - 1);
  CHECK_THROWS_AS(update(), gsta::argument_error);
}

TEST_CASE("reducing wires refuses pi models of another design", "[rc][small]") {
  auto const design = many_nets(1, false);
  auto const view = design.view();
  auto const rc = flatten_rc(sizes_host, view);
  gsta::wire_options const options{gsta::wire_slew::reduce};
  auto trees = make_rc_state(sizes_host, view);
  auto wires = make_wire_state(sizes_host, view, options.slew);
  auto const update = [&] { update_wires(sizes_host, view, rc.forest.view, trees, wires, options); };
  update();
  refused_when_longer(wires.pi, update);
}

TEST_CASE("stars refuse locations and states of another design, whichever array it is", "[rc][small]") {
  auto const design = many_nets(1, false);
  std::size_t const pins = design.pin_load.size();
  auto x = gsta::buffer<float, gsta::memory_space::host>(sizes_host, pins);
  auto y = gsta::buffer<float, gsta::memory_space::host>(sizes_host, pins);
  auto ideal = gsta::buffer<std::uint8_t, gsta::memory_space::host>(sizes_host, design.net_driver.size());
  fill(sizes_host, x.view(), 1.0f);
  fill(sizes_host, y.view(), 2.0f);
  fill(sizes_host, ideal.view(), std::uint8_t{0});
  auto wires = make_wire_state(sizes_host, design.view());
  auto const update = [&] {
    gsta::star_view<gsta::memory_space::host> const star{x, y, 1, 1, ideal};
    update_star_wires(sizes_host, design.view(), star, wires);
  };
  update();
  gsta::star_view<gsta::memory_space::host> const same{x, y, 1, 1, ideal};
  CHECK_THROWS_AS(update_star_wires(sizes_host, design.view(), same, wires, {gsta::wire_slew::reduce}),
                  gsta::argument_error);
  refused_when_longer(x, update);
  refused_when_longer(y, update);
  refused_when_longer(ideal, update);
  refused_when_longer(wires.sink, update);
  refused_when_longer(wires.load, update);
}

TEST_CASE("lengths refuse arrays that are not as long as the trees", "[rc][small]") {
  auto const design = many_nets(1, false);
  auto const rc = flatten_rc(sizes_host, design.view());
  auto length = clone(sizes_host, design.rc_resistance), resistance = clone(sizes_host, design.rc_resistance),
       capacitance = clone(sizes_host, design.rc_capacitance);
  auto const set = [&] {
    set_wire_lengths(sizes_host, rc.forest.view, std::as_const(length).view(), {1, 1}, resistance.view(),
                     capacitance.view());
  };
  set();
  refused_when_longer(length, set);
  refused_when_longer(resistance, set);
  refused_when_longer(capacitance, set);
}
