// Inside a placer on a GPU: pins move on the device, wires are stars between them, and each step times the
// design again with one launch. A kernel of the placer's moves what misses its time.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gsta/sta/timing_plan.cuh>
#include <vector>

namespace {

constexpr int chains = 64, stages = 8, most_steps = 60;
constexpr float width = 450, required = 200;              // um, ps
constexpr float resistance = 0.002f, capacitance = 0.2f;  // kOhm and fF per um

// Pin numbers are computed: a chain's input port, its inverters (a, y), its output port.
constexpr int pins_of_chain = 2 * stages + 2, pins = chains * pins_of_chain;

struct places {
  std::vector<float> x, y;
};

/// Inverters stand in a zigzag, which is wider in every chain of eight than in the one before.
places first_places() {
  places at;
  for (int chain = 0; chain < chains; ++chain) {
    for (int pin = 0; pin < pins_of_chain; ++pin) {
      int const stage = (pin + 1) / 2;  // 0: input port
      bool const is_port = stage == 0 || stage > stages;
      float const aside = is_port ? 0.0f : 10.0f * static_cast<float>(chain % 8) * (stage % 2 ? 1.0f : -1.0f);
      at.x.push_back(width * static_cast<float>(stage) / (stages + 1));
      at.y.push_back(10 * static_cast<float>(chain) + aside);
    }
  }
  return at;
}

/// Each inverter drives one wire, and takes 10 ps and 1 ps per fF. With places the wires are in the design.
gsta::flat_design make_design(places const* at = nullptr) {
  gsta::flat_design design;
  gsta::id const delay = design.luts.add({}, {0, 100}, {10, 110}), slew = design.luts.add({}, {}, {20});
  design.arc_types = {{{{delay, delay, delay, delay}}, {{slew, slew, slew, slew}}, gsta::negative_edges()}};
  for (gsta::id pin = 0; pin < pins; ++pin) {
    int const of_chain = pin % pins_of_chain;
    design.add_pin({}, gsta::same_value(of_chain % 2 == 1 ? 2.0f : 0.0f));
    if (of_chain % 2 == 0) continue;
    gsta::id const net = design.add_net(pin - 1, {pin});
    if (at != nullptr) {
      float const length = std::abs(at->x[pin] - at->x[pin - 1]) + std::abs(at->y[pin] - at->y[pin - 1]);
      float const half = capacitance * length / 2;
      design.set_wire(net, {0, {half, half}, {gsta::none, pin}, {0}, {1}, {resistance * length}});
    }
    if (of_chain + 1 < pins_of_chain) design.add_arc(pin, pin + 1, 0);
  }
  for (gsta::id first = 0; first < pins; first += pins_of_chain) {
    design.sources.push_back({.pin = first, .arrival = gsta::same_value(0)});
    design.asserted_slew[first] = gsta::same_value(20);
    design.requirements.push_back({.pin = first + pins_of_chain - 1, .required = {0, 0, required, required}});
  }
  return design;
}

/// The placer's kernel: an inverter that misses its time goes a quarter of the way to between its neighbours.
/// Every other inverter a step, so that no neighbour moves meanwhile.
__global__ void move(gsta::device_span<gsta::per_condition<float> const> slack, float* y, int step) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= chains * stages || i % 2 != step % 2) return;
  int const a = i / stages * pins_of_chain + 2 * (i % stages) + 1;  // its input pin; its output is the next
  float const worst = fminf(slack[a][gsta::late_rise], slack[a][gsta::late_fall]);
  if (worst >= 0) return;
  float const between = (y[a - 1] + y[a + 2]) / 2;
  y[a] = y[a + 1] = y[a] + (between - y[a]) / 4;
}

bool run(cudaStream_t stream) {
  gsta::stream_ordered_memory memory;  // or your own pool
  gsta::cuda_executor const exec(stream, memory);
  places at = first_places();
  auto const x = clone(exec, at.x);  // or your own device pointers
  auto y = clone(exec, at.y);

  gsta::flat_design const design = make_design();
  gsta::timer timer(exec, design);
  auto plan = timer.prepare(exec, {.extent = gsta::update_extent::all_pins,
                                   .star = gsta::star_view<gsta::memory_space::device>{
                                       x.view(), y.view(), resistance, capacitance}});
  gsta::buffer<gsta::per_condition<float>, gsta::memory_space::device> slack(exec, pins);  // [pins] ps
  gsta::slack_summary late;
  float first_wns = 0;
  for (int step = 0; step < most_steps; ++step) {
    plan.run();                                     // one launch; reads x and y where they are
    late = timer.summary(exec, gsta::split::late);  // waits; a placer may leave it out
    if (step == 0) first_wns = late.wns;
    std::printf("step %2d: WNS %8.2f ps, TNS %10.2f ps, %2lld violations\n", step, late.wns, late.tns,
                static_cast<long long>(late.violations));
    if (late.wns >= 0) break;
    timer.pin_timing(exec, {.slack = slack.view()});
    move<<<(chains * stages + 127) / 128, 128, 0, stream>>>(slack.view(), y.data(), step);
    gsta::check_cuda(cudaGetLastError(), "move");
  }

  // Where the pins are now, extracted as RC and timed on the host: the same bits.
  at.y = to_vector(exec, y.view());
  gsta::flat_design const extracted = make_design(&at);
  gsta::host_executor const host;
  gsta::timer again(host, extracted);
  again.update(host);
  auto const expected = again.summary(host, gsta::split::late);
  std::printf("on the host: worst slack %.3f ps; on the device %.3f ps\n", expected.worst_slack,
              late.worst_slack);
  // By hand: the widest zigzag is 140 um up and down and 50 um along. Its inner wires have 190 um, 38 fF and
  // 0.38 kOhm: 10 + 40 ps in the cell, 0.38 * 21 = 7.98 in the wire, seven times; the outer ones 120 um, 24
  // fF and 0.24 kOhm: 0.24 * 14 = 3.36 ps, and the last cell's 10 + 26. 448.58 of 200.
  return std::abs(first_wns + 248.58f) < 0.01f && late.wns == 0 && late.worst_slack >= 0 &&
         expected.worst_slack == late.worst_slack && expected.tns == late.tns;
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
