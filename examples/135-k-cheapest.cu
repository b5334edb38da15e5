// The k cheapest paths of a graph whose rows and float weights are on the device: one call, and the paths are
// there too.
#include <cstdio>
#include <gsta/path/path.cuh>
#include <vector>

namespace {

constexpr int side = 300;  // a grid of junctions, with roads east and south

/// The host's rows of the grid: the roads out of junction 0, then those out of 1, ...
struct grid {
  std::vector<gsta::id> begin{0}, to;
  std::vector<float> weight;
  grid() {
    for (int v = 0; v < side * side; ++v) {
      if (v % side + 1 < side) add(v, v + 1);
      if (v + side < side * side) add(v, v + side);
      begin.push_back(static_cast<gsta::id>(to.size()));
    }
  }
  void add(int from, int head) {
    to.push_back(head);
    weight.push_back(1 + 0.25f * static_cast<float>((from * 7 + head * 3) % 11));
  }
};

/// The placer's, router's or game's kernel that reads paths where they are: how often a path passes each
/// junction.
__global__ void count_visits(gsta::device_span<gsta::id const> vertex, int* visits) {
  std::size_t const i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < vertex.size()) atomicAdd(&visits[vertex[i]], 1);
}

bool run(cudaStream_t stream) {
  gsta::stream_ordered_memory memory;  // or your own pool
  gsta::cuda_executor const exec(stream, memory);
  grid const roads;
  auto const begin = clone(exec, roads.begin), to = clone(exec, roads.to);  // or your own device pointers
  auto const weight = clone(exec, roads.weight);

  constexpr std::size_t k = 1000;
  gsta::edge_rows_view<gsta::memory_space::device> const graph{begin.view(), to.view()};
  auto const found = k_cheapest_paths(exec, graph, weight.view(), k);  // from corner to corner; waits
  auto const& paths = found.view;
  std::vector<int> visits(side * side, 0);
  auto on_device = clone(exec, visits);
  count_visits<<<static_cast<unsigned>((paths.vertex.size() + 255) / 256), 256, 0, stream>>>(
      paths.vertex, on_device.data());
  gsta::check_cuda(cudaGetLastError(), "count_visits");
  visits = to_vector(exec, on_device.view());
  auto const cost = to_vector(exec, paths.cost);
  std::printf("%zu paths, the cheapest %.2f, the last %.2f\n", cost.size(), cost.front(), cost.back());

  // Every path begins and ends in a corner. On the host the same call gives the same list.
  gsta::host_executor const host;
  auto const again = k_cheapest_paths(
      host,
      gsta::edge_rows_view<gsta::memory_space::host>{gsta::view_of(roads.begin), gsta::view_of(roads.to)},
      gsta::view_of(roads.weight), k);
  return visits.front() == static_cast<int>(k) && visits.back() == static_cast<int>(k) &&
         to_vector(exec, paths.vertex) == to_vector(host, again.view.vertex) &&
         cost == to_vector(host, again.view.cost);
}

}  // namespace

int main() {
  if (!gsta::cuda_available()) {
    std::printf("skipped: there is no CUDA device\n");
    return 4;
  }
  cudaStream_t stream = nullptr;
  gsta::check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  bool const good = run(stream);
  gsta::check_cuda(cudaStreamDestroy(stream), "cudaStreamDestroy");
  return good ? 0 : 1;
}
