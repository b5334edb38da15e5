#include <utility>
#include <vector>

#include "test/adjoint/places_body.hpp"
#include "test/support/timer_state.hpp"

using namespace gsta_test;
using gsta::host_executor;
using gsta::view_of;

namespace {

/// `call` is refused while `array` has one element more.
template <class T, class Call>
void refused(gsta::buffer<T, gsta::memory_space::host>& array, Call const& call) {
  auto kept = std::move(array);
  array = {host_executor{}, kept.size() + 1};
  fill(host_executor{}, array.view(), T{});
  CHECK_THROWS_AS(call(), gsta::argument_error);
  array = std::move(kept);
}

template <class Flow>
void flow_refuses(Flow& flow) {
  auto const cost = [&] { flow.find_cost(); };
  auto const gradients = [&] { flow.find_gradients(); };
  auto const own = [&] { flow.find_gradients(flow.cost.node_arrival.view(), flow.seed.view()); };
  cost();
  gradients();
  refused(flow.wires.sink, cost);
  refused(flow.wires.load, cost);
  refused(flow.delays.slew, cost);
  refused(flow.delays.arc_delay, cost);
  refused(flow.smooth.node_arrival, cost);
  refused(flow.smooth.weight, cost);
  refused(flow.cost.node_arrival, cost);
  refused(flow.cost.check_share, cost);
  refused(flow.cost.violation, cost);
  refused(flow.seed, gradients);
  refused(flow.cost.check_share, gradients);
  refused(flow.delays.slew, gradients);
  refused(flow.cost.node_arrival, own);
  refused(flow.smooth.weight, own);
  refused(flow.arrival_adjoint.node_arrival, own);
  refused(flow.arrival_adjoint.arc_delay, own);
  refused(flow.seed, own);
  refused(flow.delays.slew, own);
  refused(flow.delay_adjoint.slew, own);
  refused(flow.delay_adjoint.load, own);
  refused(flow.delay_adjoint.arc_slew, own);
  refused(flow.delay_adjoint.made_slew, own);
  refused(flow.delay_adjoint.wire, own);
  cost();
  gradients();
}

}  // namespace

TEST_CASE("gradients through stars refuse arrays of another size, whichever it is", "[prop][small]") {
  auto const design = random_circuit(3);
  host_timer const timer(serial_host, design, options_of(3).timer);
  random_places const places(3, design);
  double_flow flow(serial_host, timer, design.view(), places.view(), cost_options_of(3));
  flow_refuses(flow);
  auto const gradients = [&] { flow.find_gradients(); };
  refused(flow.star_adjoint.pin_load, gradients);
  refused(flow.star_adjoint.x, gradients);
  refused(flow.star_adjoint.y, gradients);
  refused(flow.star_adjoint.resistance, gradients);
  refused(flow.star_adjoint.capacitance, gradients);
  refused(flow.star_adjoint.sink_load, gradients);
  random_places more = places;
  for (auto* const coordinate : {&more.x, &more.y}) {
    coordinate->push_back(0);
    double_flow other(serial_host, timer, design.view(), more.view(), cost_options_of(3));
    CHECK_THROWS_AS(other.find_cost(), gsta::argument_error);
    coordinate->pop_back();
  }
}

TEST_CASE("gradients through trees refuse arrays of another size, whichever it is", "[prop][small]") {
  auto const design = random_circuit(4);
  host_timer const timer(serial_host, design, options_of(4).timer);
  double_flow flow(serial_host, timer, design.view(), {}, cost_options_of(4));
  flow_refuses(flow);
  auto const gradients = [&] { flow.find_gradients(); };
  refused(flow.trees.load, [&] { flow.find_cost(); });
  refused(flow.trees.load, gradients);
  refused(flow.tree_adjoint.pin_load, gradients);
  refused(flow.tree_adjoint.up, gradients);
  refused(flow.tree_adjoint.sink_load, gradients);
  refused(flow.tree_adjoint.resistance, gradients);
  gsta::buffer<double, gsta::memory_space::host> length(serial_host, design.rc_resistance.size());
  auto const lengths = [&] {
    find_length_gradients(serial_host, timer.view().forest, moving_wires, flow.tree_adjoint, length.view());
  };
  lengths();
  refused(length, lengths);
  refused(flow.tree_adjoint.capacitance, lengths);
}

TEST_CASE("gradients of wires that are reduced need a place for pi models", "[prop][small]") {
  auto const design = random_circuit(4);
  random_places const places(4, design);
  for (bool const stars : {false, true}) {
    host_timer timer(serial_host, design, options_of(4).timer);
    auto const star = stars ? places.view() : decltype(places.view()){};
    double_flow flow(serial_host, timer, design.view(), star, cost_options_of(4));
    state_of(timer).options.delays.wires = gsta::wire_slew::reduce;
    flow.find_cost();
    flow.find_gradients();
    flow.wires.pi = {};
    CAPTURE(stars);
    CHECK_THROWS_AS(flow.find_cost(), gsta::argument_error);
    flow.delay_adjoint.pi = {};
    CHECK_THROWS_AS(flow.find_gradients(), gsta::argument_error);
  }
}

TEST_CASE("with tables reduced wires have the gradients of those that keep slews", "[prop][small]") {
  std::size_t alike = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    auto const design = random_circuit(seed);
    auto options = options_of(seed).timer;
    options.delays.wires = gsta::wire_slew::keep;
    host_timer timer(serial_host, design, options);
    double_flow kept(serial_host, timer, design.view(), {}, cost_options_of(seed));
    kept.find_cost();
    kept.find_gradients();
    auto const& trees = kept.tree_adjoint;
    auto const loads = to_vector(serial_host, kept.wires.load.view());
    auto const resistance = to_vector(serial_host, trees.resistance.view());
    auto const capacitance = to_vector(serial_host, trees.capacitance.view());
    state_of(timer).options.delays.wires = gsta::wire_slew::reduce;
    double_flow reduced(serial_host, timer, design.view(), {}, cost_options_of(seed));
    reduced.find_cost();
    reduced.find_gradients();
    if (to_vector(serial_host, reduced.wires.load.view()) != loads) continue;  // a wire counts as none
    ++alike;
    CAPTURE(seed);
    CHECK(to_vector(serial_host, reduced.tree_adjoint.resistance.view()) == resistance);
    CHECK(to_vector(serial_host, reduced.tree_adjoint.capacitance.view()) == capacitance);
  }
  CHECK(alike > 5);
}

TEST_CASE("gradients of what is asserted refuse arrays of another size", "[prop][small]") {
  using values = gsta::buffer<gsta::per_condition<float>, gsta::memory_space::host>;
  std::vector<values> array;
  for (int i = 0; i < 4; ++i) {
    array.emplace_back(serial_host, 5);
    fill(serial_host, array.back().view(), gsta::same_value(1));
  }
  auto const by_gamma = [&](float gamma) {
    find_asserted_gradients<float>(serial_host, array[0], array[1], array[2], gamma, array[3].view());
  };
  auto const arrivals = [&] { by_gamma(1); };
  auto const slews = [&] {
    find_asserted_slew_gradients<float>(serial_host, array[0], array[1], array[2], array[3].view());
  };
  arrivals();
  slews();
  for (auto& one : array) {
    refused(one, arrivals);
    refused(one, slews);
  }
  for (float const gamma : {0.0f, -1.0f, gsta::math::infinity, std::nanf("")})
    CHECK_THROWS_AS(by_gamma(gamma), gsta::argument_error);
}

TEST_CASE("topologies refuse arrays of another size", "[prop][small]") {
  auto const design = random_circuit(5);
  host_timer const timer(serial_host, design, options_of(5).timer);
  random_places const places(5, design);
  random_topology const shape(5, design);
  auto const topology =
      make_tree_locations(serial_host, view_of(shape.x_pin), view_of(shape.y_pin), places.x.size());
  auto x = clone(serial_host, places.x), y = clone(serial_host, places.y);
  auto const rc = timer.view().design.rc;
  gsta::buffer<float, gsta::memory_space::host> length(serial_host, rc.resistance.size()),
      by_length(serial_host, rc.resistance.size());
  auto state = gsta::make_location_adjoint_state(serial_host, places.x.size(), shape.x_pin.size());
  auto const lengths = [&] {
    find_tree_lengths(serial_host, rc, topology.view, x.view(), y.view(), length.view());
  };
  auto const gradients = [&] {
    propagate_location_adjoint(serial_host, timer.view().forest, topology.view, x.view(), y.view(),
                               std::as_const(by_length).view(), state);
  };
  lengths();
  fill(serial_host, by_length.view(), 1.0f);
  gradients();
  refused(x, lengths);
  refused(y, lengths);
  refused(length, lengths);
  refused(state.x, gradients);
  refused(state.y, gradients);
  refused(state.node_x, gradients);
  refused(state.node_y, gradients);
  refused(x, gradients);
  refused(y, gradients);
  std::vector<id> const fewer(shape.x_pin.begin(), shape.x_pin.end() - 1);
  CHECK_THROWS_AS(make_tree_locations(serial_host, view_of(fewer), view_of(shape.y_pin), places.x.size()),
                  gsta::argument_error);
}

TEST_CASE("gains of exchanges refuse arrays of another size", "[prop][small]") {
  auto const design = random_circuit(6);
  host_timer const timer(serial_host, design, options_of(6).timer);
  double_flow flow(serial_host, timer, design.view(), {}, cost_options_of(6));
  flow.find_cost();
  flow.find_gradients();
  auto arcs = clone(serial_host, std::vector<id>{0, 1}), types = clone(serial_host, std::vector<id>{1, 0});
  gsta::buffer<double, gsta::memory_space::host> gain(serial_host, 2);
  auto const gains = [&] {
    find_exchange_gains(serial_host, flow.model(), std::as_const(flow.delays).slew.view(),
                        flow.arrival_adjoint, flow.delay_adjoint, std::as_const(arcs).view(),
                        std::as_const(types).view(), gain.view());
  };
  gains();
  refused(arcs, gains);
  refused(types, gains);
  refused(gain, gains);
  refused(flow.delays.slew, gains);
  refused(flow.delay_adjoint.made_slew, gains);
}
