#include "gsta/constrain/make_clock_tree.hpp"
#include "gsta/forward/credit_arrivals.hpp"
#include "test/golden/pins_body.hpp"
#include "test/support/timer_state.hpp"

using namespace gsta_test;

TEST_CASE("every pin of the contest's designs equals the reference with common-path credits") {
  std::size_t with_clocks = 0;
  for (auto const& golden : golden_designs()) {
    auto const file = goldens() / "golden" / (golden.reference + ".cppr.pins.tsv");
    if (!std::filesystem::exists(file)) continue;  // aes_core has paths alone
    INFO(golden.reference);
    gsta::host_executor const exec;
    auto const design = load_design(golden);
    gsta::timer<gsta::host_executor> timer(exec, design, contest_options());
    timer.update(exec);
    auto const role = gsta::arrival_rules_of(design).role;
    auto const tree = make_clock_tree(exec, design, timer.nodes(), timer.checks(), timer.view().arc_map,
                                      gsta::common_path::by_edge);
    auto lanes = make_credit_state(exec, timer.nodes().count(), tree);
    auto const nodes = timer.arrival_nodes();
    propagate_credits(exec, nodes, timer.checks(), tree, gsta::view_of(role), timer.delays(),
                      timer.arrivals(), lanes);
    update_required(exec, nodes, {timer.checks(), gsta::view_of(lanes)}, timer.view().design.luts,
                    state_of(timer).delays, state_of(timer).arrivals, state_of(timer).slacks,
                    timer.options().capture);
    auto const reference = read_pin_table(file);
    comparison const seen = compare_pins(design, gsta::take_snapshot(exec, timer), reference);
    INFO(seen.wrong);
    CHECK(seen.differences == 0);
    CHECK(seen.values == 16 * reference.size());
    with_clocks += tree.view.credit_levels > 2;
  }
  CHECK(with_clocks > 4);
}
