#pragma once

#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/executor.hpp"
#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

namespace gsta {

/// What a program asks for at run time.
enum class backend {
  automatic,  ///< the GPU where there is one and the program can use it, else the host
  host,       ///< the CPU
  cuda,       ///< a GPU, else backend_unavailable
};

namespace detail {

/// A build without oneTBB has one host thread; asking for more is an error, not a slow surprise.
struct one_host_thread {
  template <class F>
  static decltype(auto) run(unsigned threads, F&& f) {
    if (threads > 1) throw backend_unavailable("this build has one host thread: it was made without oneTBB");
    return std::forward<F>(f)(host_executor{});
  }
};

#ifdef GSTA_HAS_TBB
struct tbb_host_threads {
  template <class F>
  static decltype(auto) run(unsigned threads, F&& f) {
    if (threads == 1) return std::forward<F>(f)(host_executor{});
    return std::forward<F>(f)(tbb_executor{threads});
  }
};
using run_on_host = tbb_host_threads;
#else
using run_on_host = one_host_thread;
#endif

}  // namespace detail

/// Picks the executor at run time, once, and calls `f` with it: `f(exec)`, a generic lambda, which returns
/// one type for every executor. This overload knows the host; `with_executor.cuh` adds CUDA.
///
/// `threads` counts host threads: 1 is `host_executor`, any other number `tbb_executor` (0: all of the
/// machine) where the program is linked with gsta::tbb.
///
/// Cost: none beside `f`'s. Where: the calling thread. Throws: backend_unavailable for `backend::cuda`, and
/// for several threads without oneTBB; what `f` throws.
template <class Host = detail::run_on_host, class F>
decltype(auto) with_executor(backend wanted, unsigned threads, F&& f) {
  if (wanted == backend::cuda) throw backend_unavailable("this program was built without CUDA");
  return Host::run(threads, std::forward<F>(f));
}

}  // namespace gsta
