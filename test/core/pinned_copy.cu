#include <numeric>

#include "gsta/core/pinned_copy.cuh"
#include "test/support/catch.hpp"
#include "test/support/cuda.cuh"

using gsta::memory_space;

namespace {

std::vector<int> numbers(std::size_t n, int first) {
  std::vector<int> result(n);
  std::iota(result.begin(), result.end(), first);
  return result;
}

struct item {
  int a, b, c;
  bool operator==(item const&) const = default;
};

using device_array = gsta::buffer<int, memory_space::device>;

}  // namespace

TEST_CASE("arrays of any size come up and go down through small pieces as they were", "[small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    for (unsigned const threads : {1u, 3u}) {
      for (std::size_t const piece : {std::size_t{4}, std::size_t{52}, std::size_t{1} << 20}) {
        CAPTURE(threads, piece);
        gsta::pinned_pieces pieces({.threads = threads, .piece_bytes = piece});
        std::vector<std::vector<int>> from, back;
        for (std::size_t const n : {0, 1, 13, 14, 1000, 0}) {
          from.push_back(numbers(n, static_cast<int>(from.size()) * 10000));
          back.emplace_back(n, -1);
        }
        std::vector<device_array> there;
        for (auto const& array : from) there.emplace_back(exec, array.size());
        for (int time = 0; time < 2; ++time) {
          gsta::pinned_copy up(exec, pieces);
          for (std::size_t i = 0; i < from.size(); ++i)
            up.add(i / 2, gsta::view_of(std::as_const(from[i])), there[i].view());
          up.start();
          up.follow(exec, 2);
          up.follow(exec, 0);
          up.finish();
          for (std::size_t i = 0; i < from.size(); ++i)
            CHECK(gsta::to_vector(exec, there[i].view()) == from[i]);
        }
        gsta::pinned_copy down(exec, pieces);
        for (std::size_t i = 0; i < from.size(); ++i)
          down.add(0, std::as_const(there[i]).view(), gsta::view_of(back[i]));
        down.start();
        down.finish();
        CHECK(back == from);
      }
    }
  });
}

TEST_CASE("an array of one value but for few places comes up as it is, wherever these are", "[small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    item const usual{7, -1, 3};
    for (std::size_t const piece :
         {std::size_t{12}, std::size_t{100}, std::size_t{1000}, std::size_t{1} << 20}) {
      gsta::pinned_pieces pieces({.threads = 3, .piece_bytes = piece});
      for (std::size_t const n : {0, 1, 2, 333, 5000}) {
        for (int const others : {0, 1, 2, 5000}) {
          std::vector<item> array(n, usual);
          for (std::size_t i = 0; n > 0 && i < static_cast<std::size_t>(others); ++i)
            array[(i * 7919 + 3) % n].c = static_cast<int>(i % 5);  // also as it was
          if (n > 0 && others == 2) array.front() = array.back() = {0, 0, 0};
          gsta::buffer<item, memory_space::device> there(exec, n);
          fill(exec, there.view(), item{-9, -9, -9});
          std::vector<int> const behind = numbers(50, 1);
          device_array next(exec, behind.size());
          gsta::pinned_copy up(exec, pieces);
          up.add_mostly(0, gsta::view_of(std::as_const(array)), there.view(), usual);
          up.add(1, gsta::view_of(behind), next.view());
          up.start();
          up.follow(exec, 0);
          up.follow(exec, 1);
          up.finish();
          CAPTURE(piece, n, others);
          CHECK(gsta::to_vector(exec, there.view()) == array);
          CHECK(gsta::to_vector(exec, next.view()) == behind);
        }
      }
    }
  });
}

TEST_CASE("copies up and down take turns at the same pieces", "[small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    for (unsigned const threads : {1u, 2u}) {
      CAPTURE(threads);
      gsta::pinned_pieces pieces({.threads = threads, .piece_bytes = 40});
      std::vector<std::vector<int>> from, back;
      std::vector<device_array> there, fresh;
      for (int i = 0; i < 40; ++i) {
        from.push_back(numbers(static_cast<std::size_t>(5 + i), 1000 * i));
        back.emplace_back(from.back().size(), -1);
        there.push_back(gsta::clone(exec, from.back()));
        fresh.emplace_back(exec, from.back().size());
      }
      exec.sync();
      gsta::pinned_copy both(exec, pieces);
      for (std::size_t i = 0; i < from.size(); ++i) {
        both.add(0, std::as_const(there[i]).view(), gsta::view_of(back[i]));
        both.add(0, gsta::view_of(std::as_const(from[i])), fresh[i].view());
      }
      both.start();
      both.finish();
      CHECK(back == from);
      for (std::size_t i = 0; i < from.size(); ++i)
        CHECK(gsta::to_vector(exec, std::as_const(fresh[i]).view()) == from[i]);
    }
  });
}

TEST_CASE("work that follows one group finds it there, on a stream of its own", "[small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    gsta::cuda_stream const other;
    gsta::cuda_executor const reader(other.get(), *exec.memory);
    gsta::pinned_pieces pieces({.threads = 2, .piece_bytes = 4096});
    std::vector<int> const first = numbers(100000, 1), second = numbers(100000, 7);
    device_array a(exec, first.size()), b(exec, second.size());
    exec.sync();
    gsta::pinned_copy up(exec, pieces);
    up.add(0, gsta::view_of(first), a.view());
    up.add(1, gsta::view_of(second), b.view());
    up.start();
    up.follow(reader, 0);
    CHECK(gsta::to_vector(reader, a.view()) == first);
    up.follow(reader, 1);
    CHECK(gsta::to_vector(reader, b.view()) == second);
  });
}

TEST_CASE("pinned arrays are copied as they are", "[small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    constexpr std::size_t n = 5000;
    void* memory = nullptr;
    gsta::check_cuda(cudaHostAlloc(&memory, n * sizeof(int), cudaHostAllocDefault), "cudaHostAlloc");
    gsta::host_span<int> const pinned(static_cast<int*>(memory), n);
    std::iota(pinned.begin(), pinned.end(), 3);
    gsta::pinned_pieces pieces({.threads = 1, .piece_bytes = 4});
    device_array there(exec, n);
    gsta::pinned_copy up(exec, pieces);
    up.add(0, gsta::host_span<int const>(pinned), there.view());
    up.start();
    up.finish();
    CHECK(gsta::to_vector(exec, there.view()) == numbers(n, 3));
    std::fill(pinned.begin(), pinned.end(), 0);
    gsta::pinned_copy down(exec, pieces);
    down.add(0, std::as_const(there).view(), pinned);
    down.start();
    down.finish();
    CHECK(std::vector<int>(pinned.begin(), pinned.end()) == numbers(n, 3));
    cudaFreeHost(memory);
  });
}

TEST_CASE("sizes that differ and groups out of order are refused", "[small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    gsta::pinned_pieces pieces({.threads = 1, .piece_bytes = 64});
    std::vector<int> const from = numbers(10, 0);
    device_array nine(exec, 9), ten(exec, 10);
    gsta::pinned_copy up(exec, pieces);
    CHECK_THROWS_AS(up.add(0, gsta::view_of(from), nine.view()), gsta::argument_error);
    up.add(1, gsta::view_of(from), ten.view());
    CHECK_THROWS_AS(up.add(0, gsta::view_of(from), ten.view()), gsta::argument_error);
    CHECK_THROWS_AS(up.follow(exec, 2), gsta::argument_error);
    CHECK_THROWS_AS(gsta::pinned_pieces({.threads = 1, .piece_bytes = 0}), gsta::argument_error);
  });
}
