#pragma once

#include <utility>
#include <vector>

#include "gsta/core/algorithm.cuh"
#include "gsta/rc/detail/flatten_large.cuh"
#include "gsta/rc/detail/pack_nets.hpp"

namespace gsta::detail {

template <class Trees>
__global__ void __launch_bounds__(256)
    flatten_large_kernel(Trees out, flatten_work work, std::size_t least, std::size_t most) {
  extern __shared__ int flatten_shared[];
  flatten_listed(out, work, least, most, flatten_shared);
}

/// One net in memory of its own.
template <class Trees>
__global__ void __launch_bounds__(256)
    flatten_giant_kernel(Trees out, flatten_work work, id net, id* memory) {
  flatten_by_block<id>(out, work, net, memory);
}

struct is_giant_net {
  rc_view<memory_space::device> rc;
  std::size_t most_bytes;
  GSTA_HD bool operator()(id net) const noexcept {
    return bytes_to_flatten(rc.node_begin[net + 1] - rc.node_begin[net],
                            rc.edge_begin[net + 1] - rc.edge_begin[net]) > most_bytes;
  }
};

struct flatten_counts {
  std::int64_t loop_edges, unreached_nodes;
};

/// How many blocks of a kind the device holds at a time.
struct device_room {
  int processors = 0, shared_bytes = 0;
  static device_room here() {
    int device = 0;
    device_room room;
    check_cuda(cudaGetDevice(&device), "cudaGetDevice");
    check_cuda(cudaDeviceGetAttribute(&room.processors, cudaDevAttrMultiProcessorCount, device),
               "cudaDeviceGetAttribute");
    check_cuda(cudaDeviceGetAttribute(&room.shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
               "cudaDeviceGetAttribute");
    return room;
  }
};

/// Those that need more than a block's shared memory, one after another.
inline void flatten_giants(cuda_executor const& exec, flat_trees const& out, flatten_work const& work) {
  auto const giants = list_nets(exec, out.reached.size(), is_giant_net{out.rc, work.most_bytes});
  for (id const net : to_vector(exec, giants.view())) {
    auto const at = static_cast<std::size_t>(net);
    auto const nodes = to_vector(exec, out.rc.node_begin.subspan(at, 2));
    auto const edges = to_vector(exec, out.rc.edge_begin.subspan(at, 2));
    auto const ids =
        3 * static_cast<std::size_t>(nodes[1] - nodes[0]) + 4 * static_cast<std::size_t>(edges[1] - edges[0]);
    buffer<id, memory_space::device> memory(exec, ids);
    flatten_giant_kernel<<<1, 256, 0, exec.stream>>>(out, work, net, memory.data());
    check_cuda(cudaGetLastError(), "flatten_giant_kernel");
  }
}

/// Orders all nets and counts; waits for the counts.
inline flatten_counts flatten_nets(cuda_executor const& exec, flat_trees const& out) {
  std::size_t const nets = out.reached.size();
  if (nets == 0) return {0, 0};
  device_room const room = device_room::here();
  buffer<id, memory_space::device> list(exec, nets);
  buffer<unsigned long long, memory_space::device> count(exec, flatten_work::counts);
  check_cuda(cudaMemsetAsync(count.data(), 0, count.size() * sizeof(unsigned long long), exec.stream),
             "cudaMemsetAsync");
  auto const most = static_cast<std::size_t>(room.shared_bytes);
  flatten_work const work{list.view(), count.view(), most};
  auto const blocks = static_cast<unsigned>((nets + flatten_small_threads - 1) / flatten_small_threads);
  flatten_small_kernel<<<blocks, flatten_small_threads, 0, exec.stream>>>(out, work);
  check_cuda(cudaFuncSetAttribute(flatten_large_kernel<flat_trees>,
                                  cudaFuncAttributeMaxDynamicSharedMemorySize, room.shared_bytes),
             "cudaFuncSetAttribute");
  auto const processors = static_cast<unsigned>(room.processors);
  flatten_large_kernel<<<processors, 256, most, exec.stream>>>(out, work, large_bytes, most);
  flatten_large_kernel<<<6 * processors, 64, large_bytes, exec.stream>>>(out, work, middling_bytes,
                                                                         large_bytes);
  flatten_middling_kernel<<<32 * processors, warp_lanes, 0, exec.stream>>>(out, work);
  check_cuda(cudaGetLastError(), "flatten_rc");
  auto found = to_vector(exec, std::as_const(count).view());
  if (found[flatten_work::giant] > 0) {
    flatten_giants(exec, out, work);
    found = to_vector(exec, std::as_const(count).view());
  }
  return {static_cast<std::int64_t>(found[flatten_work::loops]),
          static_cast<std::int64_t>(found[flatten_work::unreached])};
}

}  // namespace gsta::detail
