// The first paths of each end: against all paths and the plain engine; the heap with two ends.
#include <set>

#include "test/path/per_end_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("a heap with two ends gives the first and the last", "[path]") {
  struct less {
    bool operator()(id a, id b) const noexcept { return a < b; }
  };
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    std::vector<id> room(static_cast<std::size_t>(random.between(1, 70)));
    gsta::detail::two_ended_heap<gsta::memory_space::host, less> heap(gsta::view_of(room), {});
    std::set<id> expected;
    for (int step = 0; step < 400; ++step) {
      REQUIRE(heap.size() == static_cast<id>(expected.size()));
      if (!expected.empty()) REQUIRE(heap.last() == *expected.rbegin());
      if (expected.size() < room.size() && (expected.empty() || random.chance(55))) {
        id const item = random.below(100'000);
        if (expected.insert(item).second) heap.push(item);
      } else if (random.chance(50)) {
        REQUIRE(heap.take_first() == *expected.begin());
        expected.erase(expected.begin());
      } else {
        REQUIRE(heap.take_last() == *expected.rbegin());
        expected.erase(std::prev(expected.end()));
      }
    }
  }
}

TEST_CASE("the first paths of each edge of the source", "[path]") {
  ends_agree(gsta::host_executor{}, 0, 4000);
}

TEST_CASE("the worst paths of each endpoint are those of the plain engine", "[path]") {
  endpoints_agree(gsta::host_executor{}, 0, 1000);
}

TEST_CASE("paths of each end with 1, 2 and 16 threads", "[path]") {
  on_host_backends([](auto const& exec) {
    ends_agree(exec, 4000, 4150);
    endpoints_agree(exec, 1000, 1050);
    ends_refuse(exec);
  });
}
