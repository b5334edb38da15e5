#include "test/forward/contest_options.hpp"
#include "test/forward/swept_body.hpp"
#include "test/support/backends.hpp"
#include "test/support/timer_state.hpp"

using namespace gsta_test;
using gsta::same_value;

namespace {

/// `inputs` arcs into one output, from nets of their own; every table is a plane of its own.
gsta::flat_design wide_fan_in(int inputs, bool beyond_eight_points) {
  gsta::flat_design d;
  id const out = d.add_pin();
  prng random(static_cast<std::uint64_t>(inputs));
  std::vector<float> x{0, 10, 20}, y{0, 5};
  if (beyond_eight_points) x = {0, 1, 2, 4, 8, 16, 32, 64, 128};
  for (int i = 0; i < inputs; ++i) {
    id const port = d.add_pin(), pin = d.add_pin({}, same_value(1.0f + static_cast<float>(i)));
    d.add_net(port, {pin});
    d.asserted_slew[static_cast<std::size_t>(port)] = same_value(static_cast<float>(random.real(1, 60)));
    d.sources.push_back({port, none, same_value(static_cast<float>(random.real(0, 30)))});
    gsta::arc_type type;
    type.edges = i % 3 == 0 ? gsta::negative_edges() : gsta::positive_edges();
    for (int c = 0; c < 4; ++c) {
      std::vector<float> z(x.size() * y.size());
      for (float& value : z) value = static_cast<float>(random.real(1, 50));
      type.delay[c] = d.luts.add(x, y, z);
      for (float& value : z) value = static_cast<float>(random.real(-30, 50));
      type.slew[c] = d.luts.add(x, y, z);
    }
    d.arc_types.push_back(type);
    d.add_arc(pin, out, static_cast<id>(i));
  }
  d.outputs.push_back(out);
  return d;
}
}  // namespace

TEST_CASE("a forward pass by a plan gives the bits of the level loop on random circuits",
          "[forward][swept]") {
  on_host_backends([](auto const& exec) { swept_random_circuits(exec, 0, 100); });
}

TEST_CASE("a forward pass by a plan gives the bits of the level loop on generated designs",
          "[forward][swept]") {
  on_host_backends([](auto const& exec) {
    for (auto const& options : swept_designs())
      swept_equals_levels(exec, gsta_bench::generate(options), contest());
  });
}

TEST_CASE("a vertex of more arcs than a tile holds goes on in the next", "[forward][swept]") {
  for (int const inputs : {1, 7, 8, 9, 16, 17, 40}) {
    for (bool const long_axes : {false, true}) {
      for (auto const tables : {gsta::negative_slew::allow, gsta::negative_slew::clip}) {
        gsta::timer_options options;
        options.delays.tables = tables;
        CAPTURE(inputs, long_axes);
        swept_equals_levels(gsta::host_executor{}, wide_fan_in(inputs, long_axes), options);
      }
    }
  }
}

TEST_CASE("values asserted behind arcs meet what comes along them", "[forward][swept]") {
  for (float const at : {-100.0f, 0.0f, 35.0f, 1000.0f}) {
    auto d = wide_fan_in(9, false);
    d.asserted_slew[0] = {at, 20, at, 20};
    d.sources.push_back({0, none, {30, at, 30, at}});
    CAPTURE(at);
    swept_equals_levels(gsta::host_executor{}, d, {});
  }
}

TEST_CASE("several drivers of one net meet at its sinks", "[forward][swept]") {
  gsta::flat_design d = wide_fan_in(3, false);
  id const other = d.add_pin(), sink = d.add_pin({}, same_value(2.0f)), alone = d.add_pin();
  d.asserted_slew[static_cast<std::size_t>(other)] = {3, 40, 3, 40};
  d.sources.push_back({other, none, {10, 60, 10, 60}});
  d.add_net(0, {sink});
  d.add_net(other, {sink, alone});
  swept_equals_levels(gsta::host_executor{}, d, {});
}

TEST_CASE("a graph of one pin, and none, can be swept over its cut", "[forward][swept]") {
  for (bool const asserted : {false, true}) {
    gsta::flat_design d;
    id const pin = d.add_pin();
    if (asserted) {
      d.asserted_slew[static_cast<std::size_t>(pin)] = {1, 2, 3, 4};
      d.sources.push_back({pin, none, {5, 6, 7, 8}});
    }
    swept_equals_levels(gsta::host_executor{}, d, {});
  }
  swept_equals_levels(gsta::host_executor{}, gsta::flat_design{}, {});
}

TEST_CASE("a plan of another graph is refused", "[forward][swept]") {
  gsta::host_executor const exec;
  auto const one = wide_fan_in(2, false), two = wide_fan_in(3, false);
  gsta::timer<gsta::host_executor> a(exec, one), b(exec, two);
  auto plan = gsta::make_fused_plan(exec, a.pins(), a.arrival_nodes(), a.view().design);
  CHECK_THROWS_AS(propagate(exec, b.pins(), b.arrival_nodes(), b.delay_model_of(), plan, state_of(b).delays,
                            state_of(b).arrivals),
                  gsta::argument_error);
}
