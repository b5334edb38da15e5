#include "gsta/constrain/checks.cuh"
#include "gsta/sta/timer.cuh"
#include "gsta/sta/timer.hpp"
#include "test/constrain/tagged_checks_body.hpp"
#include "test/support/cuda.cuh"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/timing_case.hpp"

using namespace gsta_test;
using gsta::cuda_executor;
using gsta::memory_space;

namespace {

template <class T>
void same(cuda_executor const& exec, bit_comparison& bits, char const* what,
          gsta::device_span<T const> const& a, gsta::device_span<T const> const& b) {
  bits.arrays(what, to_vector(exec, a), to_vector(exec, b));
}

using device_nodes = gsta::timing_nodes<memory_space::device>;

void compare_nodes(cuda_executor const& exec, device_nodes const& a, device_nodes const& b,
                   bit_comparison& bits) {
  bits.equals("tags", a.tags, b.tags);
  bits.values("one per pin", int{a.one_per_pin}, int{b.one_per_pin});
  bits.arrays("pin_begin", a.pin_begin, b.pin_begin);
  bits.arrays("node_tag", a.node_tag, b.node_tag);
  bits.arrays("node_mask", a.node_mask, b.node_mask);
  bits.arrays("level_begin", a.order.begin, b.order.begin);
  same(exec, bits, "asserted", a.node_asserted.view(), b.node_asserted.view());
  same(exec, bits, "node_pin", a.node_pin.view(), b.node_pin.view());
  same(exec, bits, "fanin_from", a.graph.view.fanin_from, b.graph.view.fanin_from);
}

void compare_checks(cuda_executor const& exec, gsta::timing_checks_view<memory_space::device> const& a,
                    gsta::timing_checks_view<memory_space::device> const& b, bit_comparison& bits) {
  gsta::timing_snapshot one, other;
  one.checks = to_vector(exec, a.check);
  other.checks = to_vector(exec, b.check);
  gsta_test::detail::compare_checks(one, other, bits);
  same(exec, bits, "data_begin", a.data_begin, b.data_begin);
  same(exec, bits, "checks_of_data", a.checks_of_data, b.checks_of_data);
  same(exec, bits, "capture_begin", a.capture_begin, b.capture_begin);
  same(exec, bits, "capture_check", a.capture_check, b.capture_check);
  same(exec, bits, "endpoint_begin", a.endpoint_begin, b.endpoint_begin);
  same(exec, bits, "endpoint_check", a.endpoint_check, b.endpoint_check);
  same(exec, bits, "endpoint_pin", a.endpoint_pin, b.endpoint_pin);
}

/// One kind of arrival and one launching edge, however the circuit was made.
gsta::flat_design with_plain_nodes(gsta::flat_design design) {
  design.exceptions.clear();
  for (auto& type : design.arc_types) type.slews_only = false;
  gsta::id const edge = design.clocks.empty() ? gsta::none : 0;
  for (auto& source : design.sources) {
    source.launch_edge = edge;
    source.kind = gsta::arrival_kind::any;
  }
  return design;
}

struct tally {
  std::size_t plain = 0, on_device = 0, library_checks = 0, outputs = 0;
};

void compare(cuda_executor const& exec, gsta::flat_design const& design, tally& seen) {
  gsta::timer<cuda_executor> const t(exec, design);
  auto const rules = gsta::arrival_rules_of(design);
  auto const& [sources, edges] = std::tie(design.sources, state_of(t).arcs.edges);
  auto const from_host =
      gsta::make_nodes<cuda_executor>(exec, state_of(t).graph, t.order(), edges.view(), sources, rules);
  auto const nodes = gsta::make_nodes(exec, state_of(t).graph, t.order(), edges.view(), sources, rules);
  bit_comparison bits;
  compare_nodes(exec, from_host, nodes, bits);
  bool const plain = gsta::has_plain_nodes(design);
  CHECK((!plain || nodes.one_per_pin));
  if (plain) {
    auto again = gsta::make_plain_nodes(exec, design);
    gsta::number_plain_nodes(design.pin_count(), again);
    again.graph = state_of(t).graph;
    again.order = t.order();
    compare_nodes(exec, from_host, again, bits);
  }
  auto const checks = gsta::make_checks(exec, design, nodes);
  compare_checks(exec, gsta::make_checks<cuda_executor>(exec, design, from_host).view, checks.view, bits);
  INFO(bits.report());
  CHECK(bits.failed == 0);
  seen.plain += plain;
  seen.on_device += gsta::detail::lists_on_device(design, nodes, gsta::detail::launching_edges(nodes.tags));
  for (auto const& check : to_vector(exec, checks.view.check))
    ++(check.capture == gsta::none ? seen.outputs : seen.library_checks);
}

}  // namespace

TEST_CASE("nodes and checks made on the device are those made on the host", "[small]") {
  with_cuda([](cuda_executor const& exec) {
    tally any, plain, tagged;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      CAPTURE(seed);
      compare(exec, random_circuit(seed), any);
      compare(exec, with_plain_nodes(random_circuit(seed)), plain);
      compare(exec, tagged_design(seed).take(), tagged);
    }
    CHECK(any.plain < 40);
    CHECK(any.on_device < 40);  // exceptions are the host's
    CHECK(tagged.on_device > 30);
    CHECK(tagged.plain == 0);
    CHECK(tagged.library_checks > 0);
    CHECK(plain.plain == 40);
    CHECK(plain.library_checks > 0);
    CHECK(plain.outputs > 0);
  });
}

TEST_CASE("checks listed by pairs of tags on the device are those of the lister", "[small]") {
  with_cuda([](cuda_executor const& exec) { tags_list_what_the_lister_lists(exec, 0, 40); });
}

TEST_CASE("checks off the graph are refused on the device too", "[small]") {
  with_cuda([](cuda_executor const& exec) {
    gsta::flat_design design = with_plain_nodes(random_circuit(3));
    auto const nodes = gsta::make_plain_nodes(exec, design);
    auto const pins = static_cast<gsta::id>(design.pin_load.size());
    auto const refused = [&](gsta::id data, gsta::id clock) {
      gsta::flat_design d = design;
      if (d.check_types.empty()) d.add_check_type({});
      d.add_check(data, clock, 0);
      CHECK_THROWS_AS(gsta::make_checks(exec, d, nodes), gsta::argument_error);
    };
    refused(pins, 0);
    refused(0, gsta::none);
    design.outputs.push_back(pins);
    CHECK_THROWS_AS(gsta::make_checks(exec, design, nodes), gsta::argument_error);
    gsta::flat_design tagged = tagged_design(1).take();
    gsta::timer<cuda_executor> const t(exec, tagged);
    REQUIRE(!t.nodes().one_per_pin);
    tagged.add_check(static_cast<gsta::id>(tagged.pin_count()), 0, 0);
    CHECK_THROWS_AS(gsta::make_checks(exec, tagged, t.nodes()), gsta::argument_error);
  });
}
