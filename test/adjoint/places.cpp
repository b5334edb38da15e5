// Gradients by where pins are under given topologies, and what other tables would gain, against differences.
#include <cmath>

#include "test/adjoint/places_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

namespace {

/// Writes R and C of the design's trees from where its pins are.
void place(gsta::flat_design& design, gsta::tree_locations_view<gsta::memory_space::host> const& topology,
           gsta::rc_forest_view<gsta::memory_space::host> const& forest, random_places const& places) {
  std::vector<float> length(design.rc_edge_a.size());
  find_tree_lengths(serial_host, design.view().rc, topology, gsta::view_of(places.x), gsta::view_of(places.y),
                    gsta::view_of(length));
  set_wire_lengths(serial_host, forest, gsta::view_of(std::as_const(length)), moving_wires,
                   gsta::view_of(design.rc_resistance), gsta::view_of(design.rc_capacitance));
}

template <class Value>
std::vector<Value> place_gradients(full_flow<gsta::host_executor, Value> const& flow,
                                   gsta::tree_locations_view<gsta::memory_space::host> const& topology,
                                   random_places const& places) {
  auto const& forest = flow.timer().view().forest;
  gsta::buffer<Value, gsta::memory_space::host> by_length(serial_host, flow.tree_adjoint.resistance.size());
  find_length_gradients(serial_host, forest, moving_wires, flow.tree_adjoint, by_length.view());
  auto state = gsta::make_location_adjoint_state<Value>(serial_host, places.x.size(), topology.x_pin.size());
  propagate_location_adjoint(serial_host, forest, topology, gsta::view_of(places.x), gsta::view_of(places.y),
                             std::as_const(by_length).view(), state);
  auto result = to_vector(serial_host, state.x.view());
  auto const y = to_vector(serial_host, state.y.view());
  result.insert(result.end(), y.begin(), y.end());
  return result;
}

}  // namespace

static gradient_check check_place_gradients(std::uint64_t seeds,
                                            gsta::cell_model model = gsta::cell_model::table) {
  gradient_check check;
  if (model == gsta::cell_model::effective) check.noise = 1e-9;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    auto design = random_circuit(seed, 40 + static_cast<int>(seed % 4) * 40);
    random_places places(seed, design);
    random_topology const shape(seed, design);
    auto const topology = make_tree_locations(serial_host, gsta::view_of(shape.x_pin),
                                              gsta::view_of(shape.y_pin), places.x.size());
    auto options = options_of(seed).timer;
    options.delays.model = model;
    options.delays.effective = {16, 12, 12, gsta::ceff_precision::in_double};
    host_timer const timer(serial_host, design, options);
    place(design, topology.view, timer.view().forest, places);
    double_flow flow(serial_host, timer, design.view(), {}, cost_options_of(seed));
    if (!std::isfinite(flow.find_cost())) continue;
    flow.find_gradients();
    auto const gradient = place_gradients(flow, topology.view, places);
    prng random(seed + 81);
    for (int t = 0; t < 40; ++t) {
      auto i = static_cast<std::size_t>(random.below(static_cast<int>(gradient.size())));
      for (int again = 0; again < 8 && t % 4 != 0 && gradient[i] == 0; ++again)
        i = static_cast<std::size_t>(random.below(static_cast<int>(gradient.size())));
      float& at = i < places.x.size() ? places.x[i] : places.y[i - places.x.size()];
      float const before = at;
      check.differ("place", i, 0, gradient[i], before, 1.0 / 32, [&](double to) {
        at = static_cast<float>(to);
        place(design, topology.view, timer.view().forest, places);
        return flow.find_cost();
      });
      at = before;
    }
    CAPTURE(seed, check.first);
    REQUIRE(check.wrong == 0);
  }
  return check;
}

TEST_CASE("gradients of places under given topologies equal central differences in a few circuits",
          "[adjoint][small]") {
  auto const check = check_place_gradients(6);
  CAPTURE(check.compared, check.above_zero, check.kinks);
  CHECK(check.above_zero > 20);
}

TEST_CASE("gradients of places by effective capacitances equal central differences", "[adjoint][slow]") {
  auto const check = check_place_gradients(20, gsta::cell_model::effective);
  CAPTURE(check.compared, check.above_zero, check.kinks);
  CHECK(check.compared > 400);
  CHECK(check.above_zero > 100);
  CHECK(check.kinks < check.compared / 5);  // pins side by side are kinks
}

TEST_CASE("gradients of places under given topologies equal central differences", "[adjoint][slow]") {
  auto const check = check_place_gradients(100);
  CAPTURE(check.compared, check.above_zero, check.kinks);
  CHECK(check.compared > 2000);
  CHECK(check.above_zero > 500);
  CHECK(check.kinks < check.compared / 5);  // pins side by side are kinks
}

TEST_CASE("exchange gains equal what other tables change", "[adjoint][small]") {
  gradient_check check;
  float const delta = 1.0f / 8192;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto design = random_circuit(seed, 60);
    if (design.arc_from.empty()) continue;
    std::size_t const types = design.arc_types.size();
    auto const values = design.luts.view().values;  // with few bits, so that `delta` is added exactly
    for (float const& v : values) const_cast<float&>(v) = std::round(v * 1024) / 1024;
    // Every type once more, with tables a little above and with tables a little below.
    for (int turn = 0; turn < 2; ++turn) {
      for (std::size_t t = 0; t < types; ++t) {
        auto type = design.arc_types[t];
        for (auto* tables : {&type.delay, &type.slew}) {
          for (int c = 0; c < gsta::conditions; ++c) {
            gsta::id& table = (*tables)[c];
            if (table == gsta::none) continue;
            auto const pool = design.luts.view();
            gsta::lut const lut = pool.tables[static_cast<std::size_t>(table)];
            auto const axis = [&](gsta::id a) {
              auto const* points = pool.axis_points.data();
              return std::vector<float>(points + pool.axis_begin[static_cast<std::size_t>(a)],
                                        points + pool.axis_begin[static_cast<std::size_t>(a) + 1]);
            };
            auto const x = axis(lut.x_axis), y = axis(lut.y_axis);
            std::vector<float> z(pool.values.data() + lut.values,
                                 pool.values.data() + lut.values + x.size() * y.size());
            for (float& v : z) v += turn == 0 ? delta : -delta;
            table = design.luts.add(x, y, z);
          }
        }
        type.beyond_no_load = false;
        if (design.arc_types[t].beyond_no_load) type = design.arc_types[t];
        design.arc_types.push_back(type);
      }
    }
    host_timer const timer(serial_host, design, options_of(seed).timer);
    double_flow flow(serial_host, timer, design.view(), {}, cost_options_of(seed));
    if (!std::isfinite(flow.find_cost())) continue;
    flow.find_gradients();
    std::vector<gsta::id> arcs, others;
    for (std::size_t a = 0; a < design.arc_from.size(); ++a) {
      arcs.push_back(static_cast<gsta::id>(a));
      others.push_back(design.arc_type_of[a] + static_cast<gsta::id>(types));
    }
    std::vector<double> gain(arcs.size());
    find_exchange_gains(serial_host, flow.model(), flow.delays.slew.view(), flow.arrival_adjoint,
                        flow.delay_adjoint, gsta::view_of(std::as_const(arcs)),
                        gsta::view_of(std::as_const(others)), gsta::view_of(gain));
    for (std::size_t a = 0; a < arcs.size(); ++a) {
      gsta::id const before = design.arc_type_of[a];
      design.arc_type_of[a] = before + static_cast<gsta::id>(types);
      double const above = flow.find_cost();
      design.arc_type_of[a] = before + 2 * static_cast<gsta::id>(types);
      double const below = flow.find_cost();
      design.arc_type_of[a] = before;
      double const middle = flow.find_cost();
      // Arcs alike tie for the slew that they make: there is a kink.
      if (std::abs(above + below - 2 * middle) > 5e-5 * std::abs(above - below) + 1e-12) {
        ++check.kinks;
      } else {
        check.compare("gain", a, 0, gain[a] / static_cast<double>(delta),
                      (above - below) / 2 / static_cast<double>(delta));
      }
    }
    CAPTURE(seed, check.first);
    REQUIRE(check.wrong == 0);
  }
  CAPTURE(check.compared, check.above_zero, check.kinks);
  CHECK(check.compared > 1000);
  CHECK(check.above_zero > 200);
  CHECK(check.kinks < check.compared / 20);
}

TEST_CASE("gradients of places have the serial bits on every host backend", "[adjoint][small]") {
  on_host_backends([](auto const& exec) { places_have_serial_bits(exec, 0, 30); });
}
