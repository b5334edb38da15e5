#include "test/path/bounded_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("bounded search finds the first of all paths", "[path]") {
  gsta_test::bounded_equals_brute_force(gsta::host_executor{}, 0, 4000);
}

TEST_CASE("bounded search finds the first of all paths on every host backend", "[path]") {
  gsta_test::on_host_backends(
      [](auto const& exec) { gsta_test::bounded_equals_brute_force(exec, 4000, 4100); });
}

TEST_CASE("bounded search makes on every host backend what one thread makes", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::bounded_makes_what_the_host_makes(exec); });
}

TEST_CASE("bounded search ranks what ties", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::bounded_ranks_ties(exec); });
}

TEST_CASE("bounded search keeps to the memory it is allowed", "[path]") {
  gsta_test::bounded_keeps_to_memory(gsta::host_executor{});
}

TEST_CASE("bounded search copes with next to no graph", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::bounded_of_nearly_nothing(exec); });
}

TEST_CASE("bounded search copes with long rows", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::bounded_copes_with_long_rows(exec); });
}

TEST_CASE("bounded search finds the first paths by rows of any width", "[path]") {
  gsta_test::bounded_of_wide_rows(gsta::host_executor{}, 0, 400, 12);
  gsta_test::bounded_of_wide_rows(gsta::host_executor{}, 600, 630, 150);
  gsta_test::bounded_of_wide_rows(gsta::host_executor{}, 700, 703, 1500);
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::bounded_of_wide_rows(exec, 710, 713, 500); });
}

TEST_CASE("bounded search takes no longer for two wide rows than for many narrow ones", "[path]") {
  // The product of the widths is 4e10.
  gsta_test::prng random(1);
  gsta_test::plain_graph plain(3);
  plain.add(plain.source(), 0, 0);
  for (int const v : {0, 1}) {
    for (int e = 0; e < 200'000; ++e) plain.add(v, v + 1, random.between(1, 1'000'000));
  }
  plain.add(2, plain.sink(), 0);
  gsta_test::search_bench<gsta::host_executor> bench(gsta::host_executor{}, plain);
  std::size_t const k = 20'000;
  auto const found = bench.find({.k = k});
  REQUIRE(found.size() == k);
  CHECK(bench.statistics.generated <= 2 * k);
}

TEST_CASE("bounded search copes with long lists", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::bounded_copes_with_long_lists(exec); });
}

TEST_CASE("bounded search copes with larger graphs", "[path]") {
  gsta_test::on_host_backends(
      [](auto const& exec) { gsta_test::bounded_copes_with_larger_graphs(exec, 0, 5); });
}

TEST_CASE("bounded search ranks below a limit", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::bounded_ranks_below_a_limit(exec); });
}
