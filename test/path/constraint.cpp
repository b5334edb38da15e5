// Constrained search graphs against enumerating all walks and keeping those that satisfy.
#include "test/path/constraint_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("a constrained graph has the walks that satisfy, and no more", "[path]") {
  constraint_counts counts;
  constrained_graphs_agree(gsta::host_executor{}, 0, 6000, counts);
  CHECK(counts.walks > 10'000);
  CHECK(counts.left_out > 10'000);
  CHECK(counts.unsatisfied > 500);
  CHECK(counts.labelled > 2000);
  CHECK(counts.closed > 2500);
}

TEST_CASE("constrained timing paths are those of all that satisfy", "[path]") {
  constraint_counts counts;
  constrained_searches_agree(gsta::host_executor{}, 0, 6000, counts);
  CHECK(counts.walks > 5000);
  CHECK(counts.left_out > 10'000);
  CHECK(counts.unsatisfied > 500);
  CHECK(counts.labelled > 1000);
}

TEST_CASE("constraints of more throughs than a word has bits", "[path]") {
  many_throughs_agree(gsta::host_executor{}, 0, 60);
}

TEST_CASE("constraints with 1, 2 and 16 threads", "[path]") {
  on_host_backends([](auto const& exec) {
    constraint_counts counts;
    constrained_graphs_agree(exec, 6000, 6200, counts);
    constrained_searches_agree(exec, 6000, 6200, counts);
    many_throughs_agree(exec, 60, 66);
    constraints_refuse(exec);
  });
}
