// Needs: gsta::io
// Path-based analysis of your own on a GPU: the worst paths stay where they were found, one thread of your
// kernel walks each with the slews of that path alone, and only the new slacks are read.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gsta/flat/flatten.hpp>
#include <gsta/io/liberty.hpp>
#include <gsta/io/sdc.hpp>
#include <gsta/io/spef.hpp>
#include <gsta/io/verilog.hpp>
#include <gsta/path/find_paths.cuh>
#include <gsta/sta/find_paths.hpp>
#include <gsta/sta/timer.cuh>
#include <vector>

namespace {

constexpr std::size_t wanted = 1000;

gsta::flat_design read_design() {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;
  auto const library = io::read_liberty(io::load("designs/riscling/plain45.lib"), notes);
  auto const netlist = io::read_verilog(io::load("designs/riscling/riscling.v.gz"), notes);
  auto const wires = io::read_spef(io::load("designs/riscling/riscling.spef.gz"), notes);
  auto const constraints = io::read_sdc(io::load("designs/riscling/riscling.sdc"), netlist, library, notes);
  return gsta::flatten({library, library, netlist, wires, constraints}, {}, notes);
}

/// What one path comes to, in ps: with the worst slews of all that passes each pin, as the timer takes them,
/// and with the slews of the path itself.
struct path_slack {
  float graph, path;
};

/// Walks one late path. The timing graph merges slews: behind a slow input even a fast one's path is taken to
/// be slow. On its own, a path's slew comes only from its own steps, so its delays are smaller, or the same.
template <gsta::memory_space S>
struct own_analysis {
  gsta::path_set_view<S> paths;
  gsta::path_problem<S> problem;
  gsta::table_delay_model<S> model;  // the timer's own formulas
  gsta::span<gsta::per_condition<float> const, S> slew;
  gsta::span<gsta::id const, S> node_pin;
  gsta::span<path_slack, S> slack;

  GSTA_HD void operator()(std::size_t p) const {
    std::int64_t const begin = paths.begin[p], end = paths.begin[p + 1];
    int c = gsta::condition(gsta::split::late, paths.edge[begin]);
    gsta::id const start = paths.node[begin];
    bool const launched = end - begin > 1 && problem.launches(paths.arc[begin + 1]);
    float by_graph = launched ? problem.arrival[start][c] : problem.asserted[start][c];
    float by_path = by_graph, own_slew = slew[node_pin[start]][c];
    for (std::int64_t i = begin + 1; i < end; ++i) {
      gsta::id const arc = paths.arc[i], to = node_pin[paths.node[i]];
      c = gsta::condition(gsta::split::late, paths.edge[i]);
      gsta::condition_timing const own = model.at(arc, to, c, own_slew);
      by_graph = gsta::math::add(by_graph, problem.arc_delay[arc][c]);
      by_path = gsta::math::add(by_path, own.delay);
      own_slew = own.slew;
    }
    float const required = problem.check_required[paths.check[p]][static_cast<int>(paths.data_edge[p])];
    slack[p] = {gsta::math::sub(required, by_graph), gsta::math::sub(required, by_path)};
  }
};

/// A kernel as you would write it: your grid, your stream.
__global__ void analyse(std::size_t paths, own_analysis<gsta::memory_space::device> op) {
  std::size_t const p = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (p < paths) op(p);
}

template <gsta::executor E>
own_analysis<E::space> analysis_of(gsta::timer<E> const& timer, gsta::path_set_view<E::space> const& paths,
                                   gsta::span<path_slack, E::space> slack) {
  return {
      paths, gsta::path_problem_of(timer), timer.delay_model_of(), timer.view().slew, timer.view().node_pin,
      slack};
}

/// The same on the host, from a timer of its own: the same paths, and the same bits.
std::vector<path_slack> on_the_host(gsta::flat_design const& design, gsta::timer_options const& options) {
  gsta::host_executor const host;
  gsta::timer timer(host, design, options);
  timer.update(host);
  auto const paths = find_paths(host, timer, {.k = wanted});
  std::vector<path_slack> slack(paths.view.size());
  for_each_n(host, slack.size(), analysis_of(timer, paths.view, gsta::view_of(slack)));
  return slack;
}

bool run(cudaStream_t stream) {
  gsta::stream_ordered_memory memory;  // or your own pool
  gsta::cuda_executor const exec(stream, memory);
  gsta::flat_design const design = read_design();
  gsta::timer_options const options{{gsta::wire_slew::keep, gsta::negative_slew::clip}};
  gsta::timer timer(exec, design, options);
  timer.update(exec);
  auto const paths = find_paths(exec, timer, {.k = wanted});  // where the timing is: nothing is copied

  gsta::buffer<path_slack, gsta::memory_space::device> slack(exec, paths.view.size());  // or your own pointer
  unsigned const blocks = static_cast<unsigned>((paths.view.size() + 127) / 128);
  analyse<<<blocks, 128, 0, stream>>>(paths.view.size(), analysis_of(timer, paths.view, slack.view()));
  gsta::check_cuda(cudaGetLastError(), "analyse");

  auto const slacks = to_vector(exec, slack.view());
  auto const exact = to_vector(exec, paths.view.slack);
  float worst = gsta::math::infinity;
  double gained = 0;
  bool good = slacks.size() == wanted;
  for (std::size_t p = 0; p < slacks.size(); ++p) {
    worst = std::min(worst, slacks[p].path);
    gained += static_cast<double>(slacks[p].path - slacks[p].graph);
    // Along the rows delays sum to the path's slack, but for rounding; with its own slews none gets worse.
    good = good && std::abs(slacks[p].graph - gsta::to_picoseconds(exact[p])) < 0.05f &&
           slacks[p].path > slacks[p].graph - 0.05f;
  }
  std::printf("%zu worst paths: slack %.2f ps by the graph, %.2f by paths, which gain %.2f on average\n",
              slacks.size(), gsta::to_picoseconds(exact[0]), worst,
              gained / static_cast<double>(slacks.size()));
  auto const expected = on_the_host(design, options);
  return good && worst > gsta::to_picoseconds(exact[0]) &&
         std::equal(slacks.begin(), slacks.end(), expected.begin(), expected.end(),
                    [](auto const& a, auto const& b) { return a.graph == b.graph && a.path == b.path; });
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
