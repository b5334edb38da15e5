// On a GPU: own arrays go up on your stream, your kernel reads the slacks where they are, your result comes
// back.
#include <cmath>
#include <cstdio>
#include <gsta/gsta.cuh>
#include <gsta/sta/timer.cuh>
#include <vector>

namespace {

constexpr int chains = 1000, longest = 20;
constexpr float period = 200;  // ps

/// Chain i is i % 20 + 1 inverters long; each drives 2 fF and takes 10 + 1 * load = 12 ps.
gsta::flat_design make_design() {
  gsta::flat_design design;
  gsta::id const delay = design.luts.add({}, {0, 10}, {10, 20}), slew = design.luts.add({}, {}, {20});
  design.arc_types = {{{{delay, delay, delay, delay}}, {{slew, slew, slew, slew}}, gsta::negative_edges()}};
  for (int chain = 0; chain < chains; ++chain) {
    gsta::id last = design.add_pin();
    design.sources.push_back({.pin = last, .arrival = gsta::same_value(0)});
    design.asserted_slew[last] = gsta::same_value(20);
    for (int stage = 0; stage <= chain % longest; ++stage) {
      gsta::id const a = design.add_pin({}, gsta::same_value(2)), y = design.add_pin();
      design.add_net(last, {a});
      design.add_arc(a, y, 0);
      last = y;
    }
    gsta::id const out = design.add_pin({}, gsta::same_value(2));
    design.add_net(last, {out});
    design.requirements.push_back({.pin = out, .required = {0, 0, period, period}});
  }
  return design;
}

/// Your kernel: a weight for each pin, 1 where it misses its time, less the more slack it has.
__global__ void weigh(gsta::device_span<gsta::per_condition<float> const> slack, float* weight) {
  unsigned const pin = blockIdx.x * blockDim.x + threadIdx.x;
  if (pin >= slack.size()) return;
  float const worst = fminf(slack[pin][gsta::late_rise], slack[pin][gsta::late_fall]);
  weight[pin] = worst < 0 ? 1.0f : fmaxf(0.0f, 1.0f - worst / period);
}

bool run(cudaStream_t stream) {
  gsta::stream_ordered_memory memory;  // or your own pool
  gsta::cuda_executor const exec(stream, memory);
  gsta::flat_design const design = make_design();
  gsta::timer timer(exec, design);  // copies the arrays to the device
  timer.update(exec);               // queues its kernels on your stream and comes back

  std::size_t const pins = design.pin_load.size();
  gsta::buffer<gsta::per_condition<float>, gsta::memory_space::device> slack(exec,
                                                                             pins);  // or your own pointer
  timer.pin_timing(exec, {.slack = slack.view()});
  float* weight = nullptr;  // yours
  gsta::check_cuda(cudaMallocAsync(&weight, pins * sizeof(float), stream), "cudaMallocAsync");
  weigh<<<static_cast<unsigned>((pins + 255) / 256), 256, 0, stream>>>(slack.view(), weight);
  gsta::check_cuda(cudaGetLastError(), "weigh");
  std::vector<float> result(pins);
  copy(exec, gsta::device_span<float const>(weight, pins), gsta::view_of(result));
  gsta::check_cuda(cudaFreeAsync(weight, stream), "cudaFreeAsync");
  auto const late = timer.summary(exec, gsta::split::late);
  exec.sync();

  // The longest chain takes 20 * 12 = 240 ps of 200, the next 228, 216, 204: four lengths, fifty chains of
  // each, fail by 40, 28, 16 and 4 ps. A single inverter takes 12 ps: slack 188, weight 1 - 0.94.
  std::printf("WNS %.1f ps, TNS %.1f ps, %lld violations; weight of the first pin %.2f, of the last %.2f\n",
              late.wns, late.tns, static_cast<long long>(late.violations), result.front(), result.back());
  return late.wns == -40 && late.tns == -50 * 88 && late.violations == 200 && result.back() == 1 &&
         std::abs(result.front() - 0.06f) < 1e-5f;
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
