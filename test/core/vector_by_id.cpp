#include "gsta/core/vector_by_id.hpp"

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsta/core/span.hpp"
#include "test/support/catch.hpp"

using gsta::vector_by_id;

namespace {

// A vector that ends is moved from; a copy has to be written out.
static_assert(std::is_convertible_v<std::vector<int>, vector_by_id<int>>);
static_assert(!std::is_convertible_v<std::vector<int>&, vector_by_id<int>>);
static_assert(!std::is_convertible_v<std::vector<int> const&, vector_by_id<int>>);
static_assert(std::is_constructible_v<vector_by_id<int>, std::vector<int> const&>);
static_assert(std::is_convertible_v<vector_by_id<int>&, std::vector<int>&>);
static_assert(std::is_nothrow_move_constructible_v<vector_by_id<int>>);
static_assert(std::is_nothrow_move_assignable_v<vector_by_id<int>>);

template <class I>
constexpr bool indexes = requires(vector_by_id<int> v, I i) { v[i]; };
static_assert(indexes<std::int8_t> && indexes<std::int64_t> && indexes<std::uint16_t> &&
              indexes<std::size_t>);
static_assert(!indexes<void*>);

}  // namespace

TEST_CASE("ids and sizes index one vector", "[core][small]") {
  vector_by_id<int> values{1, 2, 3};
  gsta::id const last = 2;
  values[last] = 30;
  CHECK(values[std::size_t{2}] == 30);
  auto const& read = values;
  CHECK(read[last] == 30);
  CHECK(&read[gsta::id{0}] == values.data());
  vector_by_id<bool> flags(3, false);
  flags[last] = true;
  CHECK(flags == std::vector<bool>{false, false, true});
}

TEST_CASE("a vector by id takes a vector's memory, and gives it back", "[core][small]") {
  std::vector<int> plain{1, 2, 3};
  int const* const at = plain.data();
  vector_by_id<int> taken = std::move(plain);
  CHECK(taken.data() == at);
  std::vector<int> back = std::move(taken);
  CHECK(back.data() == at);
  vector_by_id<int> assigned;
  assigned = std::move(back);
  CHECK(assigned.data() == at);
}

TEST_CASE("a vector by id is assigned to as a vector is", "[core][small]") {
  std::vector<int> const plain{1, 2, 3};
  vector_by_id<int> values;
  values = plain;
  CHECK(values == plain);
  CHECK(values.data() != plain.data());
  values = {4, 5};
  CHECK(values == std::vector<int>{4, 5});
  values = {};
  CHECK(values.empty());
  vector_by_id<int> const copy(plain);
  CHECK(copy == plain);
  CHECK(gsta::view_of(copy).size() == 3);
}
