#pragma once

#include <algorithm>
#include <numeric>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/atomic.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

using gsta::id;
using gsta::span;

inline std::vector<id> random_ids(prng& random, std::size_t n, int below) {
  std::vector<id> v(n);
  for (id& x : v) x = random.below(below);
  return v;
}

/// Sizes around what drivers treat apart: nothing, one, a warp, a block, a grain, many.
inline std::vector<std::size_t> const sizes{0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 70000};

template <gsta::memory_space S>
struct count_visit {
  span<id, S> out;
  GSTA_HD void operator()(std::size_t i) const { out[i] += static_cast<id>(3 * i + 1); }
};

template <class E>
void for_each_visits_once(E const& exec) {
  for (std::size_t const n : sizes) {
    gsta::buffer<id, E::space> out(exec, n);
    fill(exec, out.view(), 5);
    for_each_n(exec, n, count_visit<E::space>{out.view()});
    auto const got = to_vector(exec, out.view());
    REQUIRE(got.size() == n);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) wrong += got[i] != 5 + static_cast<id>(3 * i + 1);
    CAPTURE(n);
    CHECK(wrong == 0);
  }
}

template <gsta::memory_space S>
struct tally_op {
  span<id const, S> key;
  span<id, S> count, seen;
  GSTA_HD void operator()(std::size_t i) const { seen[i] = gsta::fetch_add(count[key[i]], 1); }
};

/// Every value before an addition occurs once, and none is lost.
template <class E>
void fetch_add_loses_nothing(E const& exec) {
  prng random(1);
  std::size_t const n = 50000;
  auto const keys = random_ids(random, n, 7);
  auto const key = clone(exec, keys);
  gsta::buffer<id, E::space> count(exec, 7), seen(exec, n);
  fill(exec, count.view(), 0);
  for_each_n(exec, n, tally_op<E::space>{key.view(), count.view(), seen.view()});
  auto const counted = to_vector(exec, count.view());
  auto const before = to_vector(exec, seen.view());
  for (id k = 0; k < 7; ++k) {
    CHECK(counted[static_cast<std::size_t>(k)] == std::count(keys.begin(), keys.end(), k));
    std::vector<id> values, expected(static_cast<std::size_t>(counted[static_cast<std::size_t>(k)]));
    for (std::size_t i = 0; i < n; ++i) {
      if (keys[i] == k) values.push_back(before[i]);
    }
    std::sort(values.begin(), values.end());
    std::iota(expected.begin(), expected.end(), 0);
    CHECK(values == expected);
  }
}

template <class E>
void scan_equals_std(E const& exec) {
  prng random(2);
  for (std::size_t const n : sizes) {
    auto const in = random_ids(random, n, 100);
    auto const from = clone(exec, in);
    gsta::buffer<id, E::space> to(exec, n + 1);
    exclusive_scan(exec, from.view(), to.view());
    std::vector<id> want(n + 1);
    std::partial_sum(in.begin(), in.end(), want.begin() + 1);
    CAPTURE(n);
    CHECK(to_vector(exec, to.view()) == want);
    CHECK_THROWS_AS(exclusive_scan(exec, from.view(), to.view().subspan(0, n)), gsta::argument_error);
  }
}

template <class E>
void wide_scan_equals_std(E const& exec) {
  prng random(7);
  for (std::size_t const n : sizes) {
    std::vector<std::int64_t> in(n), want(n + 1);
    for (auto& x : in) x = std::int64_t{random.below(1000)} << 32;
    std::partial_sum(in.begin(), in.end(), want.begin() + 1);
    auto const from = clone(exec, in);
    gsta::buffer<std::int64_t, E::space> to(exec, n + 1);
    exclusive_scan(exec, from.view(), to.view());
    CAPTURE(n);
    CHECK(to_vector(exec, to.view()) == want);
  }
}

/// Keys that differ in their lowest `bits` alone; few distinct ones, so that stability shows.
template <class E>
void wide_sort_is_stable(E const& exec) {
  prng random(8);
  for (std::size_t const n : sizes) {
    for (int const bits : {1, 7, 40, 64}) {
      std::vector<std::uint64_t> keys(n);
      for (auto& key : keys) key = random.next() >> (64 - bits);
      std::vector<id> order(n);
      std::iota(order.begin(), order.end(), 0);
      auto key = clone(exec, keys);
      auto value = clone(exec, order);
      sort_by_key(exec, key.view(), value.view(), bits);
      std::stable_sort(order.begin(), order.end(), [&](id a, id b) {
        return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
      });
      std::sort(keys.begin(), keys.end());
      CAPTURE(n, bits);
      CHECK(to_vector(exec, value.view()) == order);
      CHECK(to_vector(exec, key.view()) == keys);
    }
  }
}

/// By a property first, by value where that is equal.
struct odd_first {
  GSTA_HD bool operator()(id a, id b) const { return a % 2 != b % 2 ? a % 2 > b % 2 : a < b; }
};

template <class E>
void sort_by_any_order(E const& exec) {
  prng random(9);
  for (std::size_t const n : sizes) {
    std::vector<id> items(n);
    std::iota(items.begin(), items.end(), 0);
    random.shuffle(items);
    auto there = clone(exec, items);
    sort_by(exec, there.view(), odd_first{});
    std::sort(items.begin(), items.end(), odd_first{});
    CAPTURE(n);
    CHECK(to_vector(exec, there.view()) == items);
  }
}

/// Few distinct keys, so that stability shows.
template <class E>
void sort_is_stable(E const& exec) {
  prng random(3);
  for (std::size_t const n : sizes) {
    for (int const distinct : {1, 3, 1000000000}) {
      std::vector<id> const keys = random_ids(random, n, distinct);
      std::vector<id> order(n);
      std::iota(order.begin(), order.end(), 0);
      auto key = clone(exec, keys), value = clone(exec, order);
      sort_by_key(exec, key.view(), value.view());
      std::stable_sort(order.begin(), order.end(), [&](id a, id b) {
        return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
      });
      std::vector<id> sorted(keys);
      std::sort(sorted.begin(), sorted.end());
      CAPTURE(n, distinct);
      CHECK(to_vector(exec, value.view()) == order);
      CHECK(to_vector(exec, key.view()) == sorted);
      auto alone = clone(exec, keys);
      sort(exec, alone.view());
      CHECK(to_vector(exec, alone.view()) == sorted);
    }
  }
  gsta::buffer<id, E::space> three(exec, 3), two(exec, 2);
  CHECK_THROWS_AS(sort_by_key(exec, three.view(), two.view()), gsta::argument_error);
}

template <gsta::memory_space S>
struct even_op {
  span<id const, S> value;
  GSTA_HD bool operator()(std::size_t i) const { return value[i] % 2 == 0; }
};

template <class E>
void select_keeps_order(E const& exec) {
  prng random(4);
  for (std::size_t const n : sizes) {
    auto const values = random_ids(random, n, 10);
    auto const on_exec = clone(exec, values);
    gsta::buffer<id, E::space> out(exec, n);
    std::size_t const kept = select(exec, n, even_op<E::space>{on_exec.view()}, out.view());
    std::vector<id> want;
    for (std::size_t i = 0; i < n; ++i) {
      if (values[i] % 2 == 0) want.push_back(static_cast<id>(i));
    }
    CAPTURE(n);
    CHECK(kept == want.size());
    CHECK(to_vector(exec, out.view().subspan(0, kept)) == want);
  }
}

template <gsta::memory_space S>
struct value_op {
  span<id const, S> value;
  GSTA_HD std::int64_t operator()(std::size_t i) const { return std::int64_t{value[i]} * 1000000007; }
};
struct plus_op {
  GSTA_HD std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a + b; }
};
struct least_op {
  GSTA_HD std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a < b ? a : b; }
};

template <class E>
void reduce_equals_std(E const& exec) {
  prng random(5);
  for (std::size_t const n : sizes) {
    auto const values = random_ids(random, n, 1000);
    auto const on_exec = clone(exec, values);
    std::int64_t sum = 11, least = 500LL * 1000000007;
    for (id const v : values) {
      sum += std::int64_t{v} * 1000000007;
      least = std::min(least, std::int64_t{v} * 1000000007);
    }
    value_op<E::space> const term{on_exec.view()};
    CAPTURE(n);
    CHECK(reduce(exec, n, term, std::int64_t{11}, plus_op{}) == sum);
    CHECK(reduce(exec, n, term, std::int64_t{500} * 1000000007, least_op{}) == least);
  }
}

template <class E>
void copies_are_equal(E const& exec) {
  prng random(6);
  for (std::size_t const n : sizes) {
    auto const values = random_ids(random, n, 1000);
    auto const there = clone(exec, values);
    auto const again = clone(exec, there.view());
    CAPTURE(n);
    CHECK(to_vector(exec, again.view()) == values);
    CHECK((n == 0 || there.data() != again.data()));
    gsta::buffer<id, E::space> other(exec, n + 1);
    CHECK_THROWS_AS(copy(exec, there.view(), other.view()), gsta::argument_error);
  }
}

template <class E>
void check_algorithms(E const& exec) {
  for_each_visits_once(exec);
  fetch_add_loses_nothing(exec);
  scan_equals_std(exec);
  wide_scan_equals_std(exec);
  sort_is_stable(exec);
  wide_sort_is_stable(exec);
  sort_by_any_order(exec);
  select_keeps_order(exec);
  reduce_equals_std(exec);
  copies_are_equal(exec);
}

}  // namespace gsta_test
