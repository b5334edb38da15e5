// Changes that several threads make to one word, whatever their order.
#include "gsta/core/atomic.hpp"

#include <limits>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "test/support/backends.hpp"
#include "test/support/catch.hpp"

using gsta::id;

namespace {

/// What `n` calls at once make of one word that begins as `start`.
template <class T, class E, class Change>
T after_changes(E const& exec, std::size_t n, T start, Change const& change) {
  std::vector<T> word{start};
  for_each_n(exec, n, [&word, &change](std::size_t i) { change(word[0], i); });
  return word[0];
}

}  // namespace

TEST_CASE("a word changed by one returns what it was", "[core][small]") {
  id word = 5;
  CHECK(gsta::fetch_add(word, 3) == 5);
  CHECK(gsta::fetch_min(word, 9) == 8);
  CHECK(gsta::fetch_min(word, 2) == 8);
  CHECK(gsta::fetch_max(word, 1) == 2);
  CHECK(gsta::fetch_max(word, 7) == 2);
  CHECK(word == 7);
  std::int64_t large = std::int64_t{1} << 40;
  CHECK(gsta::fetch_add(large, -1) == std::int64_t{1} << 40);
  CHECK(gsta::fetch_min(large, std::int64_t{1} << 41) == (std::int64_t{1} << 40) - 1);
  CHECK(gsta::fetch_min(large, -large) == (std::int64_t{1} << 40) - 1);
  CHECK(large == 1 - (std::int64_t{1} << 40));
  std::uint64_t bits = 0b1001;
  CHECK(gsta::fetch_or(bits, 0b0011) == 0b1001);
  CHECK(gsta::fetch_and(bits, ~std::uint64_t{1}) == 0b1011);
  CHECK(bits == 0b1010);
  std::uint32_t few = 0b1001;
  CHECK(gsta::fetch_or(few, 0b0011) == 0b1001);
  CHECK(gsta::fetch_and(few, 0b0110) == 0b1011);
  CHECK(few == 0b0010);
  gsta::set_mark<id>(word, -4);
  CHECK(word == -4);
}

TEST_CASE("a word changed by many at once holds what all of them made of it", "[core][small]") {
  constexpr std::size_t n = 40'000;
  gsta_test::on_host_backends([](auto const& exec) {
    auto const value = [](std::size_t i) { return static_cast<id>((i * 7919) % n); };
    CHECK(after_changes<id>(exec, n, 1, [](id& word, std::size_t) { gsta::fetch_add(word, 2); }) == 80'001);
    CHECK(after_changes<std::int64_t>(exec, n, 0, [](std::int64_t& word, std::size_t) {
            gsta::fetch_add(word, std::int64_t{1} << 33);
          }) == static_cast<std::int64_t>(n) << 33);
    CHECK(after_changes<id>(exec, n, std::numeric_limits<id>::max(),
                            [&](id& word, std::size_t i) { gsta::fetch_min(word, value(i) + 3); }) == 3);
    CHECK(after_changes<id>(exec, n, 0, [&](id& word, std::size_t i) { gsta::fetch_max(word, value(i)); }) ==
          static_cast<id>(n) - 1);
    CHECK(after_changes<std::int64_t>(exec, n, 0, [&](std::int64_t& word, std::size_t i) {
            gsta::fetch_min(word, -std::int64_t{value(i)});
          }) == 1 - static_cast<std::int64_t>(n));
    CHECK(after_changes<std::uint64_t>(exec, n, 0, [](std::uint64_t& word, std::size_t i) {
            gsta::fetch_or(word, std::uint64_t{1} << (i % 60));
          }) == (std::uint64_t{1} << 60) - 1);
    CHECK(after_changes<id>(exec, n, 0, [](id& word, std::size_t) { gsta::set_mark<id>(word, 8); }) == 8);
  });
}
