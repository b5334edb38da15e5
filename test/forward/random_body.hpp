#pragma once

#include "test/support/catch.hpp"
#include "test/support/compare.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// Circuits [first, last) on `exec` against the serial host, bit for bit: delays, arrivals, required times,
/// slacks, predecessors, node graph, checks, endpoints, summaries.
template <class E>
void same_bits_as_serial(E const& exec, std::uint64_t first, std::uint64_t last, int pins = 0) {
  std::size_t compared = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = random_circuit(seed, pins);
    auto const options = options_of(seed).timer;
    auto const serial = snapshot_on(gsta::host_executor{}, design, options);
    auto const other = snapshot_on(exec, design, options);
    bit_comparison const result = compare_bits(serial, other);
    compared += result.compared;
    if (result.failed == 0 && count_nan(other) == 0) continue;
    CAPTURE(seed, result.report(), count_nan(other));
    CHECK(result.failed == 0);
    REQUIRE(count_nan(other) == 0);
  }
  CAPTURE(first, last);
  CHECK(compared > 100 * (last - first));
}

/// Circuits [first, last) on `exec` against the oracle.
template <class E>
void same_as_oracle(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t defined = 0, undefined = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = random_circuit(seed);
    auto const options = options_of(seed);
    oracle truth(design, options.oracle);
    comparison result;
    compare_with_oracle(snapshot_on(exec, design, options.timer), truth, result);
    defined += result.defined;
    undefined += result.undefined;
    if (result.failed == 0) continue;
    CAPTURE(seed, result.report());
    CHECK(result.failed == 0);
  }
  CAPTURE(first, last);
  CHECK(defined > 1000 * (last - first));
  CHECK(undefined > 100 * (last - first));
}

}  // namespace gsta_test
