#include "gsta/core/buffer.hpp"

#include <cstdint>
#include <map>
#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/executor.hpp"
#include "test/support/catch.hpp"

using gsta::buffer;
using gsta::memory_space;

namespace {

/// Host memory that knows what is still out.
struct counting_executor {
  static constexpr memory_space space = memory_space::host;
  std::map<void*, std::size_t>* out;

  void* allocate(std::size_t bytes) const {
    void* const data = ::operator new(bytes);
    out->emplace(data, bytes);
    return data;
  }
  gsta::deallocator deallocation() const noexcept { return {release, out, nullptr}; }
  void sync() const noexcept {}

  static void release(void* data, std::size_t bytes, void* from, void*) noexcept {
    auto& live = *static_cast<std::map<void*, std::size_t>*>(from);
    auto const found = live.find(data);
    if (found == live.end() || found->second != bytes) return;  // stays listed: the test sees it
    live.erase(found);
    ::operator delete(data);
  }
};
static_assert(gsta::executor<counting_executor>);
static_assert(gsta::executor<gsta::host_executor>);
static_assert(!gsta::executor<int>);

using host_buffer = buffer<double, memory_space::host>;

}  // namespace

TEST_CASE("a buffer gives back what it took, once", "[core][small]") {
  std::map<void*, std::size_t> out;
  {
    counting_executor const exec{&out};
    host_buffer a(exec, 10);
    CHECK(a.size() == 10);
    REQUIRE(out.size() == 1);
    CHECK(out.begin()->second == 10 * sizeof(double));
    host_buffer b = std::move(a);
    CHECK(b.size() == 10);
    CHECK(out.size() == 1);
    host_buffer c(exec, 3);
    c = std::move(b);
    CHECK(c.size() == 10);
  }
  CHECK(out.empty());
}

TEST_CASE("an empty buffer takes no memory", "[core][small]") {
  std::map<void*, std::size_t> out;
  host_buffer const a(counting_executor{&out}, 0), b;
  CHECK(out.empty());
  CHECK(a.empty());
  CHECK(b.data() == nullptr);
  CHECK(a.view().empty());
}

TEST_CASE("a moved-from buffer is empty and can be used again", "[core][small]") {
  gsta::host_executor const exec;
  host_buffer a(exec, 4);
  a[3] = 7;
  host_buffer const b(std::move(a));
  CHECK(b[3] == 7);
  CHECK(a.empty());  // NOLINT: what is left is part of the promise
  a = host_buffer(exec, 2);
  CHECK(a.size() == 2);
}

TEST_CASE("host memory starts on a cache line", "[core][small]") {
  gsta::host_executor const exec;
  for (std::size_t const n : {1u, 3u, 100u, 10000u}) {
    buffer<char, memory_space::host> const a(exec, n);
    CHECK(reinterpret_cast<std::uintptr_t>(a.data()) % 64 == 0);
  }
}

namespace gsta_test {
template <memory_space S>
struct pair_view {
  gsta::span<int const, S> a;
  gsta::span<double const, S> b;
  template <memory_space D, class F>
  pair_view<D> map(F f) const {
    return {f(a), f(b)};
  }
};
}  // namespace gsta_test

TEST_CASE("copies of an owner share arrays that outlive the first owner", "[core][small]") {
  std::map<void*, std::size_t> out;
  std::vector<int> a{1, 2, 3};
  std::vector<double> b{4.5};
  {
    gsta::owned<gsta_test::pair_view, memory_space::host> kept;
    {
      auto const first = gsta::clone_view(
          counting_executor{&out}, gsta_test::pair_view<memory_space::host>{gsta::view_of(std::as_const(a)),
                                                                            gsta::view_of(std::as_const(b))});
      CHECK(out.size() == 2);
      kept = first;
      CHECK(out.size() == 2);
      CHECK(kept.view.a.data() == first.view.a.data());
    }
    a[0] = 100;
    CHECK(kept.view.a[0] == 1);
    CHECK(kept.view.a.size() == 3);
    CHECK(kept.view.b[0] == 4.5);
    CHECK(out.size() == 2);
  }
  CHECK(out.empty());
}
