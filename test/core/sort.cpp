#include "gsta/core/sort.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "test/support/catch.hpp"
#include "test/support/random.hpp"

TEST_CASE("stable sort: ranges of any size, as the standard library's, by few keys and by many") {
  gsta_test::prng random(20261128);
  for (std::size_t n = 0; n < 400; n += n < 70 ? 1 : 37) {
    for (int keys : {1, 3, 1000}) {
      INFO("n " << n << ", keys " << keys);
      std::vector<std::pair<int, std::size_t>> values(n);
      for (std::size_t i = 0; i < n; ++i) values[i] = {random.below(keys), i};
      auto expected = values;
      auto const less = [](auto const& a, auto const& b) { return a.first < b.first; };
      std::stable_sort(expected.begin(), expected.end(), less);
      gsta::stable_sort(values.begin(), values.end(), less);
      CHECK(values == expected);
    }
  }
}

TEST_CASE("stable sort: values that can only be moved") {
  std::vector<std::unique_ptr<int>> values;
  for (int i = 0; i < 50; ++i) values.push_back(std::make_unique<int>((i * 7) % 50));
  gsta::stable_sort(values.begin(), values.end(), [](auto const& a, auto const& b) { return *a < *b; });
  for (int i = 0; i < 50; ++i) CHECK(*values[static_cast<std::size_t>(i)] == i);
}
