#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include "bench/device_case.cuh"

namespace gsta_bench {

namespace detail {
/// How many words of two arrays differ, and the first that does.
struct difference {
  unsigned long long count = 0, first = ~0ull;
};

inline __global__ void compare_kernel(std::size_t words, std::uint32_t const* a, std::uint32_t const* b,
                                      difference* found) {
  std::size_t const stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < words; i += stride) {
    if (a[i] == b[i]) continue;
    atomicAdd(&found->count, 1ull);
    atomicMin(&found->first, static_cast<unsigned long long>(i));
  }
}

template <class T>
using device_array = gsta::buffer<T, gsta::memory_space::device>;

template <class T>
difference compare(gsta::cuda_executor const& exec, device_array<T> const& a, device_array<T> const& b) {
  static_assert(sizeof(T) % sizeof(std::uint32_t) == 0);
  if (a.size() != b.size()) return {~0ull, 0};
  if (a.empty()) return {};
  auto const found = clone(exec, std::vector<difference>(1));
  compare_kernel<<<1024, 256, 0, exec.stream>>>(
      a.size() * sizeof(T) / sizeof(std::uint32_t), reinterpret_cast<std::uint32_t const*>(a.data()),
      reinterpret_cast<std::uint32_t const*>(b.data()), found.data());
  gsta::check_cuda(cudaGetLastError(), "compare_kernel");
  return to_vector(exec, found.view())[0];
}
}  // namespace detail

/// All that an update leaves, kept on the device; of a timer on the device or on the host.
struct timing_copy {
  template <class Timer>
  timing_copy(gsta::cuda_executor const& exec, Timer const& of)
      : slew(clone(exec, of.view().slew)),
        arc_delay(clone(exec, of.view().arc_delay)),
        arrival(clone(exec, of.view().node_arrival)),
        predecessor(clone(exec, of.view().node_predecessor)),
        required(clone(exec, of.view().node_required)),
        slack(clone(exec, of.view().node_slack)),
        endpoint_slack(clone(exec, of.view().endpoint_slack)) {}

  detail::device_array<gsta::per_condition<float>> slew, arc_delay, arrival;
  detail::device_array<gsta::per_condition<gsta::id>> predecessor;
  detail::device_array<gsta::per_condition<float>> required, slack;
  detail::device_array<gsta::per_split> endpoint_slack;
};

/// Counts what is not equal to the bit, and says what was compared.
class equality {
 public:
  explicit equality(gsta::cuda_executor const& exec) : exec_(exec) {}
  int failures() const { return failures_; }

  /// Compares as much as an update of that extent hands out.
  template <class Timer>
  void check(std::string const& what, timing_copy const& expected, Timer const& found,
             gsta::update_extent extent = gsta::update_extent::paths) {
    same_ = true;
    one("endpoint slack", expected.endpoint_slack, found.slacks().endpoint_slack);
    if (extent != gsta::update_extent::endpoints) {
      one("slew", expected.slew, found.delays().slew);
      one("arrival", expected.arrival, found.arrivals().node_arrival);
      one("required", expected.required, found.slacks().node_required);
      one("slack", expected.slack, found.slacks().node_slack);
    }
    if (extent == gsta::update_extent::paths) {
      one("arc_delay", expected.arc_delay, found.delays().arc_delay);
      one("predecessor", expected.predecessor, found.arrivals().node_predecessor);
    }
    report(what, same_);
  }
  void report(std::string const& what, bool same) {
    std::printf("%s equal %s\n", same ? "PASS" : "FAIL", what.c_str());
    if (!same) ++failures_;
  }

 private:
  template <class T>
  void one(char const* name, detail::device_array<T> const& expected, detail::device_array<T> const& found) {
    auto const difference = detail::compare(exec_, expected, found);
    if (difference.count == 0) return;
    same_ = false;
    std::printf("  %s: %llu words differ, the first of element %llu of %zu\n", name, difference.count,
                difference.first / (sizeof(T) / sizeof(std::uint32_t)), expected.size());
  }
  template <class T>
  void one(char const* name, detail::device_array<T> const& expected,
           gsta::buffer<T, gsta::memory_space::host> const& found) {
    one(name, expected, clone(exec_, found.view()));
  }

  gsta::cuda_executor exec_;
  int failures_ = 0;
  bool same_ = true;
};

namespace detail {
template <class T>
void spoil(gsta::cuda_executor const& exec, device_array<T>& array) {
  if (array.empty()) return;
  gsta::check_cuda(cudaMemsetAsync(array.data(), 0xee, array.size() * sizeof(T), exec.stream),
                   "cudaMemsetAsync");
}

/// Wrong values everywhere, so that nothing passes for written that is not.
inline void spoil_results(gsta::cuda_executor const& exec, device_timer& timer) {
  spoil(exec, gsta::detail::state_of(timer).wires.sink);
  spoil(exec, gsta::detail::state_of(timer).delays.slew);
  spoil(exec, gsta::detail::state_of(timer).delays.arc_delay);
  spoil(exec, gsta::detail::state_of(timer).arrivals.node_arrival);
  spoil(exec, gsta::detail::state_of(timer).arrivals.node_predecessor);
  spoil(exec, gsta::detail::state_of(timer).slacks.node_required);
  spoil(exec, gsta::detail::state_of(timer).slacks.node_slack);
  spoil(exec, gsta::detail::state_of(timer).slacks.check_required);
  spoil(exec, gsta::detail::state_of(timer).slacks.check_slack);
  spoil(exec, gsta::detail::state_of(timer).slacks.endpoint_slack);
}

inline void check_host(bench_design const& of, timing_copy const& expected, equality& equal) {
  gsta::host_executor const serial;
  gsta::timer<gsta::host_executor> timer(serial, of.design, of.options);
  if (of.star) {
    update_star_wires(serial, timer.view().design, star_of(*of.star), gsta::detail::state_of(timer).wires,
                      {of.options.delays.wires, of.options.delays.unreached});
    propagate(serial, timer.pins(), timer.arrival_nodes(), timer.delay_model_of(),
              gsta::detail::state_of(timer).delays, gsta::detail::state_of(timer).arrivals);
    update_required(serial, timer.arrival_nodes(), timer.view().checks, timer.view().design.luts,
                    gsta::detail::state_of(timer).delays, gsta::detail::state_of(timer).arrivals,
                    gsta::detail::state_of(timer).slacks, of.options.capture);
  } else {
    timer.update(serial);
  }
  equal.check(of.name + ": one host thread", expected, timer);
}

inline void check_plans(gsta::cuda_executor const& exec, device_case& on, timing_copy const& expected,
                        equality& equal) {
  using gsta::sweep_order, gsta::update_extent;
  for (auto const order : {sweep_order::automatic, sweep_order::dataflow, sweep_order::levels}) {
    std::string const name = on.source->name + (order == sweep_order::automatic  ? ": stages"
                                                : order == sweep_order::dataflow ? ": stages by dataflow"
                                                                                 : ": stages by levels");
    for (auto const extent : {update_extent::paths, update_extent::all_pins, update_extent::endpoints}) {
      spoil_results(exec, on.timer);
      gsta::device_update update(exec, on.timer, on.plan_options(extent, order));
      update.enqueue(exec);
      char const* const reach = extent == update_extent::paths      ? ", paths"
                                : extent == update_extent::all_pins ? ", all pins"
                                                                    : ", endpoints";
      equal.check(name + reach, expected, on.timer, extent);
      if (extent != update_extent::all_pins) continue;
      update.scatter_paths(exec);
      equal.check(name + ", all pins, then paths", expected, on.timer);
    }
  }
}
}  // namespace detail

/// Every scheme against the generic loop over levels on the device, and that against one host thread if
/// `with_host`, to the bit.
inline void check_schemes(gsta::cuda_executor const& exec, device_case& on, bool with_host, equality& equal) {
  detail::spoil_results(exec, on.timer);
  on.update(exec, {});
  timing_copy const expected(exec, on.timer);
  detail::spoil_results(exec, on.timer);
  equal.report(
      on.source->name + ": not when spoilt",
      detail::compare(exec, expected.slew, on.timer.delays().slew).count > 0 &&
          detail::compare(exec, expected.endpoint_slack, on.timer.slacks().endpoint_slack).count > 0);
  if (with_host) detail::check_host(*on.source, expected, equal);
  for (auto const how : paper_schemes) {
    detail::spoil_results(exec, on.timer);
    on.update(exec, how);
    equal.check(on.source->name + ": " + name_of(how), expected, on.timer);
  }
  detail::check_plans(exec, on, expected, equal);
}

/// After many changed inputs: a captured plan against the generic loop once more.
inline void check_changed(gsta::cuda_executor const& exec, device_case& on,
                          gsta::timing_plan<gsta::cuda_executor>& plan, equality& equal) {
  plan.run();
  timing_copy const found(exec, on.timer);
  detail::spoil_results(exec, on.timer);
  on.update(exec, {});
  equal.check(on.source->name + ": captured, inputs changed", found, on.timer);
}

}  // namespace gsta_bench
