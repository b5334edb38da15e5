#pragma once

#include "gsta/constrain/detail/list_tagged_checks.hpp"
#include "gsta/sta/timer.hpp"
#include "test/constrain/tagged_design.hpp"
#include "test/support/catch.hpp"
#include "test/support/snapshot_compare.hpp"

namespace gsta_test {

/// What lists of checks had that were compared, to see that they had it.
struct tagged_tally {
  std::size_t of_tags = 0;  ///< designs whose pins have several nodes
  std::size_t registers = 0, gates = 0, data = 0, of_one_clock = 0, outputs = 0, several = 0;

  void count(gsta::flat_design const& design, std::vector<gsta::timing_check> const& checks) {
    ++of_tags;
    gsta::id last = gsta::none;
    for (auto const& check : checks) {
      if (check.kind >= gsta::check_kind::output_setup) {
        ++outputs;
        continue;
      }
      ++(is_gating(check.kind) ? gates : is_data_check(check.kind) ? data : registers);
      auto const source = static_cast<std::size_t>(check.source);
      auto const type = static_cast<std::size_t>(design.check_type_of[source]);
      of_one_clock += design.check_types[type].only_clock != gsta::none;
      several += check.source == last;
      last = check.source;
    }
  }
  void check_all_seen() const {
    CHECK(of_tags > 0);
    CHECK(registers > 0);
    CHECK(gates > 0);
    CHECK(data > 0);
    CHECK(of_one_clock > 0);
    CHECK(outputs > 0);
    CHECK(several > 0);
  }
};

/// Checks listed by counting pairs on the executor against the host's lister, member by member.
template <gsta::executor E>
void tags_list_what_the_lister_lists(E const& exec, std::uint64_t first, std::uint64_t last) {
  tagged_tally seen;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    CAPTURE(seed);
    auto const design = tagged_design(seed).take();
    gsta::timer<E> const t(exec, design);
    if (t.nodes().one_per_pin) continue;
    gsta::detail::nodes_of_pins const of_pins{t.nodes().pin_begin, t.nodes().node_tag, t.nodes().node_mask};
    gsta::timing_snapshot expected, found;
    expected.checks = gsta::detail::list_checks(gsta::host_executor{}, design, t.nodes().tags,
                                                t.nodes().exception_rows, of_pins)
                          .checks;
    auto const listed = gsta::detail::list_tagged_checks(exec, design, t.view().design.arcs, t.nodes(),
                                                         gsta::detail::launching_edges(t.nodes().tags));
    found.checks = to_vector(exec, listed.checks.view());
    bit_comparison bits;
    bits.values("number", found.checks.size(), expected.checks.size());
    detail::compare_checks(found, expected, bits);
    INFO(bits.report());
    CHECK(bits.failed == 0);
    std::size_t captured = 0;
    for (auto const& check : expected.checks) captured += check.capture != gsta::none;
    CHECK(listed.captured == captured);
    seen.count(design, expected.checks);
  }
  seen.check_all_seen();
}

}  // namespace gsta_test
