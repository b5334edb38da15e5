#include "gsta/core/span.hpp"

#include <type_traits>

#include "gsta/core/buffer.hpp"
#include "gsta/core/executor.hpp"
#include "test/support/catch.hpp"

using gsta::buffer;
using gsta::device_span;
using gsta::host_span;
using gsta::memory_space;

namespace {

struct base {};
struct derived : base {};

template <class From, class To>
constexpr bool converts = std::is_convertible_v<From, To>;
template <class To, class From>
constexpr bool makes = std::is_constructible_v<To, From>;

// What must compile.
static_assert(converts<host_span<int>, host_span<int const>>);
static_assert(converts<device_span<float>, device_span<float const>>);
static_assert(converts<buffer<int, memory_space::host>&, host_span<int>>);
static_assert(converts<buffer<int, memory_space::host> const&, host_span<int const>>);
static_assert(std::is_trivially_copyable_v<host_span<int>>);
static_assert(std::is_same_v<host_span<int const>::value_type, int>);

// What must not: losing const, crossing spaces, reinterpreting elements, by any constructor.
static_assert(!makes<host_span<int>, host_span<int const>>);
static_assert(!makes<device_span<int const>, host_span<int>>);
static_assert(!makes<host_span<int const>, device_span<int const>>);
static_assert(!makes<host_span<int>, device_span<int>>);
static_assert(!makes<host_span<base const>, host_span<derived>>);
static_assert(!makes<host_span<long const>, host_span<int>>);
static_assert(!makes<host_span<int>, buffer<int, memory_space::host> const&>);
static_assert(!makes<device_span<int const>, buffer<int, memory_space::host>&>);

// Buffers: move-only, made for their own space, elements visible on the host only.
template <class B>
concept has_elements = requires(B b) { b[0]; };
static_assert(!std::is_copy_constructible_v<buffer<int, memory_space::host>>);
static_assert(!std::is_copy_assignable_v<buffer<int, memory_space::host>>);
static_assert(std::is_nothrow_move_constructible_v<buffer<int, memory_space::device>>);
static_assert(std::is_constructible_v<buffer<int, memory_space::host>, gsta::host_executor, std::size_t>);
static_assert(!std::is_constructible_v<buffer<int, memory_space::device>, gsta::host_executor, std::size_t>);
static_assert(has_elements<buffer<int, memory_space::host>>);
static_assert(!has_elements<buffer<int, memory_space::device>>);

}  // namespace

TEST_CASE("a span looks at the caller's elements", "[core][small]") {
  std::vector<int> values{1, 2, 3, 4};
  auto const all = gsta::view_of(values);
  all[1] = 20;
  CHECK(values[1] == 20);
  host_span<int const> const read = all;
  CHECK(read.data() == values.data());
  CHECK(read.size() == 4);
  CHECK_FALSE(read.empty());
  int sum = 0;
  for (int const x : read) sum += x;
  CHECK(sum == 28);
}

TEST_CASE("a subspan is a part of a span", "[core][small]") {
  std::vector<int> values{1, 2, 3, 4};
  auto const middle = gsta::view_of(values).subspan(1, 2);
  CHECK(middle.size() == 2);
  CHECK(middle[0] == 2);
  CHECK(middle.end() - middle.begin() == 2);
  CHECK(gsta::view_of(values).subspan(4, 0).empty());
}

TEST_CASE("a span made from nothing is empty", "[core][small]") {
  host_span<int> const nothing;
  CHECK(nothing.empty());
  CHECK(nothing.data() == nullptr);
  CHECK(nothing.begin() == nothing.end());
}
