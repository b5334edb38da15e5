// Needs: gsta::io
// A real design on a GPU: your own kernels read slack, arrival, required time and slew where they are, on
// your stream, and only what you make of them comes back.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <gsta/flat/flatten.hpp>
#include <gsta/io/liberty.hpp>
#include <gsta/io/sdc.hpp>
#include <gsta/io/spef.hpp>
#include <gsta/io/verilog.hpp>
#include <gsta/sta/timing_plan.cuh>
#include <vector>

namespace {

gsta::flat_design read_design() {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;
  auto const library = io::read_liberty(io::load("designs/riscling/plain45.lib"), notes);
  auto const netlist = io::read_verilog(io::load("designs/riscling/riscling.v.gz"), notes);
  auto const wires = io::read_spef(io::load("designs/riscling/riscling.spef.gz"), notes);
  auto const constraints = io::read_sdc(io::load("designs/riscling/riscling.sdc"), netlist, library, notes);
  return gsta::flatten({library, library, netlist, wires, constraints}, {}, notes);
}

constexpr int bins = 8;
constexpr float bin_width = 250;  // ps

/// What the kernels make of the timing; the same names on the host below.
struct findings {
  int histogram[bins];  // nodes by late slack, the first bin: violated
  int disagreements;    // nodes whose slack is not required minus arrival
  unsigned worst_slew;  // the bits of a float that is not negative order like the float
};

GSTA_HD float late_slack(gsta::per_condition<float> const& slack) {
  return fminf(slack[gsta::late_rise], slack[gsta::late_fall]);  // infinite where nothing is checked
}
GSTA_HD int bin_of(float slack) {
  if (slack < 0) return 0;
  int const bin = 1 + static_cast<int>(slack / bin_width);
  return bin < bins ? bin : bins - 1;
}

/// One thread a node: a pin under one launching clock edge.
__global__ void look_at_nodes(gsta::device_span<gsta::per_condition<float> const> slack,
                              gsta::device_span<gsta::per_condition<float> const> arrival,
                              gsta::device_span<gsta::per_condition<float> const> required, findings* found) {
  unsigned const node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= slack.size() || !isfinite(late_slack(slack[node]))) return;
  atomicAdd(&found->histogram[bin_of(late_slack(slack[node]))], 1);
  for (int const c : {gsta::late_rise, gsta::late_fall}) {
    if (isfinite(slack[node][c]) && slack[node][c] != required[node][c] - arrival[node][c])
      atomicAdd(&found->disagreements, 1);
  }
}

/// One thread a pin; a slew is a pin's, whatever arrives there.
__global__ void look_at_pins(gsta::device_span<gsta::per_condition<float> const> slew, findings* found) {
  unsigned const pin = blockIdx.x * blockDim.x + threadIdx.x;
  if (pin >= slew.size()) return;
  float const worst = fmaxf(slew[pin][gsta::late_rise], slew[pin][gsta::late_fall]);
  if (isfinite(worst) && worst > 0) atomicMax(&found->worst_slew, __float_as_uint(worst));
}

/// One thread a node: its criticality, 1 on the worst path, 0 with a period to spare, goes to its pin.
__global__ void weigh(gsta::device_span<gsta::per_condition<float> const> slack,
                      gsta::device_span<gsta::id const> node_pin, float worst, float period,
                      unsigned* weight) {
  unsigned const node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= slack.size() || !isfinite(late_slack(slack[node]))) return;
  float const critical = fmaxf(0.0f, 1.0f - (late_slack(slack[node]) - worst) / period);
  atomicMax(&weight[node_pin[node]], __float_as_uint(critical));
}

unsigned blocks(std::size_t threads) { return static_cast<unsigned>((threads + 255) / 256); }

/// The same histogram from a timer on the host.
bool as_on_the_host(gsta::flat_design const& design, gsta::timer_options const& options,
                    findings const& found) {
  gsta::host_executor const host;
  gsta::timer timer(host, design, options);
  timer.update(host);
  int histogram[bins] = {};
  for (auto const& slack : timer.view().node_slack) {
    if (std::isfinite(late_slack(slack))) ++histogram[bin_of(late_slack(slack))];
  }
  return std::equal(histogram, histogram + bins, found.histogram);
}

bool run(cudaStream_t stream) {
  gsta::stream_ordered_memory memory;  // or your own pool
  gsta::cuda_executor const exec(stream, memory);
  gsta::flat_design const design = read_design();
  gsta::timer_options const options{{gsta::wire_slew::keep, gsta::negative_slew::clip}};
  gsta::timer timer(exec, design, options);
  auto plan = timer.prepare(exec, {.extent = gsta::update_extent::all_pins});
  plan.run();  // queues the update on your stream and comes back

  auto const slack = timer.view().node_slack;  // views of the timer's own memory
  auto const slew = timer.view().slew;
  gsta::buffer<findings, gsta::memory_space::device> found(exec, 1);  // or your own pointer
  gsta::buffer<unsigned, gsta::memory_space::device> weight(exec, design.pin_load.size());
  fill(exec, found.view(), {});
  fill(exec, weight.view(), 0);
  look_at_nodes<<<blocks(slack.size()), 256, 0, stream>>>(slack, timer.view().node_arrival,
                                                          timer.view().node_required, found.data());
  look_at_pins<<<blocks(slew.size()), 256, 0, stream>>>(slew, found.data());
  gsta::check_cuda(cudaGetLastError(), "look at the timing");
  auto const setup = timer.summary(exec, gsta::split::late);
  weigh<<<blocks(slack.size()), 256, 0, stream>>>(slack, timer.view().node_pin, setup.worst_slack,
                                                  gsta::to_picoseconds(design.clocks[0].period),
                                                  weight.data());
  gsta::check_cuda(cudaGetLastError(), "weigh");

  findings const result = to_vector(exec, found.view())[0];
  std::size_t most_critical = 0;
  for (unsigned const bits : to_vector(exec, weight.view())) most_critical += bits == 0x3f800000u;  // 1.0f
  std::printf("setup: WNS %.2f ps, TNS %.2f ps\nlate slacks, by %.0f ps, violated first:", setup.wns,
              setup.tns, bin_width);
  for (int const count : result.histogram) std::printf(" %d", count);
  std::printf("\nworst slew %.1f ps; %zu pins on paths of the worst slack\n",
              std::bit_cast<float>(result.worst_slew), most_critical);
  return std::abs(setup.wns + 53.07f) < 0.05f && result.disagreements == 0 && most_critical > 1 &&
         result.histogram[0] > 0 && as_on_the_host(design, options, result);
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
