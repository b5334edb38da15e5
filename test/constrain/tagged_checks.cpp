#include <type_traits>

#include "test/constrain/tagged_checks_body.hpp"
#include "test/support/backends.hpp"
#include "test/support/timer_state.hpp"

using namespace gsta_test;

TEST_CASE("checks listed by pairs of tags are those of the lister", "[constrain][small]") {
  on_host_backends([](auto const& exec) { tags_list_what_the_lister_lists(exec, 0, 60); });
}

TEST_CASE("more pairs of tags than ids and memory have room for are refused in the lister's words",
          "[constrain][small]") {
  on_host_backends([](auto const& exec) {
    auto design = tagged_design(1).take();
    using E = std::remove_cvref_t<decltype(exec)>;
    gsta::timer<E> t(exec, design);
    REQUIRE(!t.nodes().one_per_pin);
    // 4,000 arrivals of a pin against themselves are more than 10 million pairs.
    auto& nodes = state_of(t).nodes;
    for (std::size_t pin = 1; pin < nodes.pin_begin.size(); ++pin) nodes.pin_begin[pin] = 4000;
    nodes.first_node = clone(exec, nodes.pin_begin);
    design.add_check(0, 0, 0);
    auto const arcs = clone_view(exec, design.view().arcs);
    CHECK_THROWS_AS(gsta::detail::limit_tagged_pairs(exec, design, arcs.view, nodes), gsta::argument_error);
  });
}
