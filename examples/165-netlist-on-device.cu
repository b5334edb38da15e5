// A timer over a netlist that is on the device already, in the caller's arrays: graph, levels and update read
// them where they are. Tables, sources and required times are small and come from the host.
#include <cmath>
#include <cstdio>
#include <gsta/gsta.cuh>
#include <gsta/sta/timer.cuh>
#include <utility>
#include <vector>

namespace {

constexpr auto device = gsta::memory_space::device;
constexpr int chains = 1000, stages = 12;
constexpr int chain_pins = 2 * stages + 2, chain_nets = stages + 1;  // a port, inverters (a, y), a port
constexpr int pins = chains * chain_pins, nets = chains * chain_nets, arcs = chains * stages;

/// The caller's netlist; any device pointers with sizes do as well.
struct netlist {
  gsta::buffer<gsta::per_condition<float>, device> load, asserted_slew;  // [pins] fF, ps
  gsta::buffer<gsta::id, device> driver, begin, sink;           // nets: [nets], [nets + 1], [net arcs]
  gsta::buffer<gsta::id, device> root, node_begin, edge_begin;  // RC networks, which are empty here
  gsta::buffer<gsta::id, device> from, to, type;                // [cell arcs]
  explicit netlist(gsta::cuda_executor const& exec)
      : load(exec, pins),
        asserted_slew(exec, pins),
        driver(exec, nets),
        begin(exec, nets + 1),
        sink(exec, nets),
        root(exec, nets),
        node_begin(exec, nets + 1),
        edge_begin(exec, nets + 1),
        from(exec, arcs),
        to(exec, arcs),
        type(exec, arcs) {}

  /// What gsta calls a design, of these arrays: a struct of spans.
  gsta::flat_view<device> view(gsta::lut_pool_view<device> const& tables,
                               gsta::device_span<gsta::arc_type const> types) const {
    gsta::flat_view<device> result;
    result.pin_load = load.view();
    result.asserted_slew = asserted_slew.view();
    result.nets = {driver.view(), begin.view(), sink.view()};
    result.rc.node_begin = node_begin.view();
    result.rc.edge_begin = edge_begin.view();
    result.rc.root = root.view();
    result.arcs.from = from.view();
    result.arcs.to = to.view();
    result.arcs.type = type.view();
    result.arcs.types = types;
    result.luts = tables;
    return result;
  }
};

/// Spans that a kernel writes to.
struct netlist_arrays {
  gsta::device_span<gsta::per_condition<float>> load, asserted_slew;
  gsta::device_span<gsta::id> driver, begin, sink, root, node_begin, edge_begin, from, to, type;
};

/// A thread a net. Inverters drive one net, so that an arc has the number of the net behind it in its chain.
__global__ void make_chains(netlist_arrays out) {
  int const net = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (net > nets) return;
  out.begin[net] = net;
  out.node_begin[net] = out.edge_begin[net] = 0;
  if (net == nets) return;
  int const chain = net / chain_nets, position = net % chain_nets;
  gsta::id const pin = chain * chain_pins + 2 * position;  // the driver; the sink is the next
  out.driver[net] = pin;
  out.sink[net] = pin + 1;
  out.root[net] = gsta::none;
  out.load[pin] = gsta::same_value(0);
  out.load[pin + 1] = gsta::same_value(static_cast<float>(1 + chain % 4));  // fF
  out.asserted_slew[pin] = position == 0 ? gsta::same_value(20) : gsta::undefined_arrival();
  out.asserted_slew[pin + 1] = gsta::undefined_arrival();
  if (position == 0) return;
  int const arc = chain * stages + position - 1;
  out.from[arc] = pin - 1;
  out.to[arc] = pin;
  out.type[arc] = 0;
}

bool run(cudaStream_t stream) {
  gsta::stream_ordered_memory memory;  // or your own pool
  gsta::cuda_executor const exec(stream, memory);
  netlist mine(exec);
  make_chains<<<(nets + 128) / 128, 128, 0, stream>>>(
      {mine.load.view(), mine.asserted_slew.view(), mine.driver.view(), mine.begin.view(), mine.sink.view(),
       mine.root.view(), mine.node_begin.view(), mine.edge_begin.view(), mine.from.view(), mine.to.view(),
       mine.type.view()});
  gsta::check_cuda(cudaGetLastError(), "make_chains");

  gsta::flat_design small;  // has no pins: what is not in the caller's arrays
  gsta::id const delay = small.luts.add({}, {0, 10}, {10, 20}), slew = small.luts.add({}, {}, {20});
  small.arc_types = {{{{delay, delay, delay, delay}}, {{slew, slew, slew, slew}}, gsta::negative_edges()}};
  for (gsta::id first = 0; first < pins; first += chain_pins) {
    small.sources.push_back({.pin = first, .arrival = gsta::same_value(0)});
    small.requirements.push_back({.pin = first + chain_pins - 1, .required = {0, 0, 160, 160}});
  }
  auto const tables = clone_view(exec, small.luts.view());
  auto const types = clone(exec, small.arc_types);

  // What the constructor that takes a `flat_design` does, from views: each step may be your own.
  gsta::timer_parts<device> parts;
  parts.design.view = mine.view(tables.view, types.view());  // looks at arrays that it does not own
  auto list = list_pin_arcs(exec, parts.design.view);
  parts.graph = build_graph(exec, pins, list.from.view(), list.to.view());
  parts.edges = std::move(list.edges);
  parts.order = levelize(exec, parts.graph.view);
  parts.rc = flatten_rc(exec, parts.design.view);
  parts.wires = make_wire_state(exec, parts.design.view);
  parts.nodes = make_nodes(exec, parts.graph, parts.order, parts.edges.view(), small.sources);
  parts.checks = make_checks(exec, small, parts.nodes);
  gsta::timer<gsta::cuda_executor> timer(exec, std::move(parts));
  timer.update(exec);
  auto const late = timer.summary(exec, gsta::split::late);
  std::printf("%d pins: WNS %.1f ps, TNS %.1f ps, %lld violations\n", pins, late.wns, late.tns,
              static_cast<long long>(late.violations));

  // An inverter takes 10 + load: 12 of them with 4 fF 168 ps of 160, with 3 fF 156.
  return late.wns == -8 && late.tns == -8 * chains / 4 && late.violations == chains / 4;
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
