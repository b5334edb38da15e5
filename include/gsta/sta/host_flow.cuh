#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gsta/constrain/checks.cuh"
#include "gsta/graph/build.cuh"
#include "gsta/graph/levelize.cuh"
#include "gsta/rc/flatten_rc.cuh"
#include "gsta/sta/detail/device_update.cuh"
#include "gsta/sta/detail/device_validation.cuh"
#include "gsta/sta/detail/host_arrays.cuh"

namespace gsta {

/// When the host was busy with, or waited for, one stage of a flow: ms since the flow began. Where stages
/// overlap, what a stage left on a stream may go on behind its end.
struct flow_stage {
  std::string name;  ///< what was done
  double begin = 0;  ///< ms since the flow began
  double end = 0;    ///< ms since the flow began
};

/// Collects stages, from several threads.
class flow_times {
 public:
  using clock = std::chrono::steady_clock;  ///< what stages are timed by

  /// Forgets all stages; from now on times count from here.
  void restart() {
    std::lock_guard const lock(mutex_);
    began_ = clock::now();
    stages_.clear();
  }
  /// Records one stage.
  void add(std::string name, clock::time_point begin, clock::time_point end) {
    std::lock_guard const lock(mutex_);
    stages_.push_back({std::move(name), since(begin), since(end)});
  }
  /// A copy of the stages so far, in the order in which they ended.
  std::vector<flow_stage> stages() const {
    std::lock_guard const lock(mutex_);
    return stages_;
  }

 private:
  double since(clock::time_point t) const {
    return std::chrono::duration<double, std::milli>(t - began_).count();
  }
  mutable std::mutex mutex_;
  clock::time_point began_ = clock::now();
  std::vector<flow_stage> stages_;
};

/// How a `host_flow` times its design.
struct host_flow_options {
  timer_options timing{};  ///< of the timer that it makes
  /// False: one step after the other, each waited for, to see what overlapping them saves.
  bool overlap = true;
  /// Where pins are placed: wires are then stars, and the design's RC stays on the host.
  std::optional<star_view<memory_space::host>> star{};
  /// Times the design by the plans of `device_update`, `star` aside, where it has some: not with latches, nor
  /// with credits where clock paths meet. Else as `timer::update` does.
  std::optional<plan_options<memory_space::device>> plan{};
  flow_times* times = nullptr;  ///< where stages are recorded, if anywhere
};

/// From a design's arrays on the host to its slacks: what the graph needs goes up first, and while the rest
/// is on its way the device builds the graph, levels it, orders RC trees and evaluates wires, on two streams,
/// and the host makes its side of the arrival nodes. Long arrays are validated, and checks listed, on the
/// device. Keeps the timer, with which the design can be timed again.
///
/// The same bits as a timer and its update. Waits by nature: for threads that copy, for sizes that the device
/// finds, and, in the end, for the host's arrays to have been read.
///
/// Needs: `exec.memory` that several threads may call at a time (as `stream_ordered_memory`), if the flow
/// overlaps; the design and locations unchanged while the constructor runs, `pieces` and `exec`'s stream and
/// memory to outlive the flow, and after it the design for as long as the timer does.
/// Paper: Guo, Huang, Lin, "GPU-Accelerated Static Timing Analysis", ICCAD 2020, section 3 and Figure 3,
/// whose task graph overlaps RC, levelization and copies; here validation, nodes and checks are in it as
/// well.
class host_flow {
 public:
  static constexpr memory_space space = memory_space::device;  ///< where the timer's arrays lie

  /// Throws: argument_error on arrays that do not fit together (see `validate`), graph_error on a loop,
  /// cuda_error, what allocation throws.
  host_flow(cuda_executor const& exec, flat_design const& source, pinned_pieces& pieces,
            host_flow_options const& options = {})
      : exec_(exec), source_(&source), pieces_(&pieces), options_(options), side_order_{this} {
    check_cuda(cudaGetDevice(&device_), "cudaGetDevice");
    if (options_.times != nullptr) options_.times->restart();
    if (options_.timing.delays.model == cell_model::effective)
      options_.timing.delays.wires = wire_slew::reduce;
    make();
    update();
  }
  host_flow(host_flow const&) = delete;
  host_flow& operator=(host_flow const&) = delete;

  /// The timer, updated once; it may be updated again. Where pins are nodes, the first call makes what stands
  /// on the host of these, `number_plain_nodes`. Throws: what allocation throws.
  timer<cuda_executor>& timing() {
    if (timer_->nodes().pin_begin.empty()) take_numbers(detail::state_of(*timer_).nodes);
    return *timer_;
  }
  /// The slacks alone, for which the host has nothing to make.
  slack_state<space> const& slacks() const noexcept { return timer_->slacks(); }
  /// The locations on the device, for plans that follow.
  std::optional<star_view<memory_space::device>> star() const {
    if (!star_) return std::nullopt;
    return star_->view();
  }
  /// WNS, TNS and counts of one side (waits).
  slack_summary summary(split side) const { return timer_->summary(exec_, side); }

  /// Copies an array of the timer's to one of the caller's, a pinned one straight, another one through the
  /// pieces. Waits. Stages tell the update's end from the copy. Throws: argument_error, cuda_error.
  template <class T>
  void to_host(buffer<T, memory_space::device> const& from, std::type_identity_t<host_span<T>> to) {
    pinned_copy copies(copy_stream_.fork(exec_), *pieces_);
    copies.add(0, from.view(), to);
    copies.start();
    {
      stage const timed(*this, "update ends", exec_);
      exec_.sync();
    }
    stage const timed(*this, "download", exec_);
    copies.finish();
  }

 private:
  /// Records a stage; without overlap it ends when the device is done.
  class stage {
   public:
    stage(host_flow& flow, char const* name, cuda_executor const& on)
        : flow_(&flow), name_(name), on_(on), begin_(flow_times::clock::now()) {}
    stage(stage const&) = delete;
    stage& operator=(stage const&) = delete;
    ~stage() {
      if (!flow_->options_.overlap) cudaStreamSynchronize(on_.stream);
      if (flow_->options_.times != nullptr)
        flow_->options_.times->add(name_, begin_, flow_times::clock::now());
    }

   private:
    host_flow* flow_;
    char const* name_;
    cuda_executor on_;
    flow_times::clock::time_point begin_;
  };

  /// Wires' buffers go back in the order of their own stream, which must not be before the other's work.
  struct order_at_end {
    host_flow* flow;
    ~order_at_end() {
      try {
        flow->wire_stream_.fork(flow->exec_);
      } catch (...) {
        cudaDeviceSynchronize();
      }
    }
  };

  template <class F>
  auto beside(F f) {
    auto const launch = options_.overlap ? std::launch::async : std::launch::deferred;
    return std::async(launch, [this, f = std::move(f)] {
      check_cuda(cudaSetDevice(device_), "cudaSetDevice");
      return f();
    });
  }

  void make() {
    device_validation const validation(*source_);
    bool const plain = has_plain_nodes(*source_);
    auto const from = detail::arrays_of(*source_, options_.star.has_value());
    parts_.design = detail::allocate_like(exec_, from);
    if (options_.star) star_.emplace(exec_, *options_.star);
    parts_.wires = make_wire_state(exec_, parts_.design.view, options_.timing.delays.wires);
    pinned_copy copies(copy_stream_.fork(exec_), *pieces_);
    send(copies, from);
    auto nodes = beside([this, plain] { return plain ? plain_nodes() : timing_nodes<space>{}; });
    bool const looked_up = plain && needs_numbers();
    if (looked_up) numbers_ = beside([this] { return plain_numbers(); });
    await_connections(copies, validation);
    cuda_executor const wire_exec = options_.overlap ? wire_stream_.fork(exec_) : exec_;
    auto wires = beside([&] { return make_wires(wire_exec, copies, validation); });
    auto rules = beside([this, plain] { return plain ? arrival_rules{} : rules_of_arrivals(); });
    build();
    parts_.order = levels_of();
    parts_.nodes = nodes.get();
    finish_nodes(plain, rules.get());
    if (looked_up) take_numbers(parts_.nodes);
    list_checks();
    parts_.rc = wires.get();
    take_values(copies, validation);
    wire_stream_.join(exec_);
    stage const timed(*this, "states", exec_);
    timer_ = std::make_unique<timer<cuda_executor>>(exec_, std::move(parts_), *source_, timing_options());
  }

  void send(pinned_copy& copies, flat_view<memory_space::host> const& from) {
    stage const timed(*this, "copies begin", exec_);
    detail::add_connections(copies, from, parts_.design.view);
    if (star_) star_->add(copies, *options_.star);
    detail::add_wires(copies, from, parts_.design.view);
    detail::add_values(copies, from, parts_.design.view);
    copies.start();
    if (options_.overlap) return;
    copies.finish();
    copies.follow(exec_, detail::values_group);
  }

  timing_nodes<space> plain_nodes() {
    stage const timed(*this, "nodes", exec_);
    return make_plain_nodes(exec_, *source_);
  }

  /// Whether anything before the end of the update looks up nodes of pins that are nodes.
  bool needs_numbers() const {
    timing_nodes<space> const pins;
    return options_.timing.credits != common_path::leave_in ||
           !detail::lists_on_device(*source_, pins, detail::launching_edges(pins.tags));
  }
  timing_nodes<space> plain_numbers() {
    stage const timed(*this, "numbers", exec_);
    timing_nodes<space> numbers;
    number_plain_nodes(source_->pin_count(), numbers);
    return numbers;
  }
  void take_numbers(timing_nodes<space>& nodes) {
    timing_nodes<space> numbers = numbers_.valid() ? numbers_.get() : plain_numbers();
    nodes.pin_begin = std::move(numbers.pin_begin);
    nodes.node_tag = std::move(numbers.node_tag);
    nodes.node_mask = std::move(numbers.node_mask);
  }

  /// Looks up arcs' types by ids that have been looked at.
  arrival_rules rules_of_arrivals() {
    stage const timed(*this, "rules", exec_);
    return arrival_rules_of(*source_);
  }

  void await_connections(pinned_copy& copies, device_validation const& validation) {
    stage const timed(*this, "connections arrive", exec_);
    copies.follow(exec_, detail::connections_group);
    validation.connections(exec_, parts_.design.view);
  }

  void build() {
    stage const timed(*this, "graph", exec_);
    bool const clocks_first = options_.timing.capture != capture_required::leave_out;
    auto arcs = list_pin_arcs(exec_, parts_.design.view,
                              clocks_first ? check_arcs::order_only : check_arcs::leave_out);
    parts_.graph = build_graph(exec_, parts_.design.view.pin_count(), arcs.from, arcs.to);
    parts_.edges = std::move(arcs.edges);
  }

  levels<space> levels_of() {
    stage const timed(*this, "levelize", exec_);
    return levelize(exec_, parts_.graph.view);
  }

  void finish_nodes(bool plain, arrival_rules const& rules) {
    stage const timed(*this, "nodes by tags", exec_);
    if (plain) {
      parts_.nodes.graph = parts_.graph;
      parts_.nodes.order = parts_.order;
    } else {
      parts_.nodes =
          make_nodes(exec_, parts_.graph, parts_.order, parts_.edges.view(), source_->sources, rules);
    }
  }

  void list_checks() {
    stage const timed(*this, "checks", exec_);
    parts_.checks = make_checks(exec_, *source_, parts_.design.view.arcs, parts_.nodes);
  }

  void take_values(pinned_copy& copies, device_validation const& validation) {
    stage const timed(*this, "values arrive", exec_);
    copies.follow(exec_, detail::wires_group);
    copies.follow(exec_, detail::values_group);
    validation.values(exec_, parts_.design.view);
    copies.finish();
  }

  /// Runs beside the graph's stages, on a stream of its own.
  flattened_rc<space> make_wires(cuda_executor const& exec, pinned_copy& copies,
                                 device_validation const& validation) {
    flattened_rc<space> rc;
    {
      stage const timed(*this, "wires arrive", exec);
      copies.follow(exec, detail::wires_group);
      validation.wires(exec, parts_.design.view);
    }
    if (!star_) {
      stage const timed(*this, "flatten RC", exec);
      rc = flatten_rc(exec, parts_.design.view);
    }
    if (!options_.plan) evaluate_wires(exec, parts_.design.view, rc, parts_.wires);
    return rc;
  }

  void evaluate_wires(cuda_executor const& exec, flat_view<space> const& design,
                      flattened_rc<space> const& rc, wire_state<space>& wires) {
    stage const timed(*this, "wires", exec);
    wire_options const how{options_.timing.delays.wires, options_.timing.delays.unreached};
    if (star_) {
      make_wire_plan(exec, design, star_->view(), wires, how).run(exec);
    } else {
      make_wire_plan(exec, design, rc.forest.view, wires, how).run(exec);
    }
  }

  void update() {
    timer<cuda_executor>& t = *timer_;
    auto& state = detail::state_of(t);
    if (options_.plan && has_plan()) {
      make_plan();
      stage const timed(*this, "update", exec_);
      return plan_->enqueue(exec_);
    }
    if (options_.plan) evaluate_wires(exec_, state.design.view, state.rc, state.wires);
    stage const timed(*this, "update", exec_);
    t.update_behind_wires(exec_);
  }

  bool has_plan() const {
    bool const credits = timer_->options().credits != common_path::leave_in;
    return !timer_->view().latches.any() && (!credits || is_planned(timer_->credit_problem()));
  }
  void make_plan() {
    stage const timed(*this, "plan", exec_);
    plan_options<space> by = *options_.plan;
    by.star = star();
    plan_.emplace(exec_, *timer_, by);
  }

  timer_options timing_options() const {
    timer_options result = options_.timing;
    if (star_) result.keep_tree_sums = false;
    return result;
  }

  cuda_executor exec_;
  flat_design const* source_;
  pinned_pieces* pieces_;
  host_flow_options options_;
  int device_ = 0;
  side_stream copy_stream_, wire_stream_;
  std::optional<detail::star_arrays> star_;
  timer_parts<space> parts_;
  std::unique_ptr<timer<cuda_executor>> timer_;
  std::optional<device_update> plan_;
  order_at_end side_order_;
  std::future<timing_nodes<space>> numbers_;
};

/// What a flow leaves on the host.
struct host_slacks {
  std::vector<per_condition<float>> node_slack;  ///< [nodes] as `slack_state`
  std::vector<per_split> endpoint_slack;         ///< [endpoints] as `slack_state`
  slack_summary setup;                           ///< of the late side
  slack_summary hold;                            ///< of the early side
};

/// The whole way once: a design's arrays on the host in, slacks on the host out. Who goes it more often keeps
/// the pinned pieces and makes a `host_flow` himself.
///
/// Shapes: as the members say. Units: ps. Cost: O(design), and milliseconds to pin memory. Where: the
/// executor and threads of the host; waits. Throws: as `host_flow`. Exact: the bits of a timer and its
/// update.
inline host_slacks time_from_host(cuda_executor const& exec, flat_design const& source,
                                  host_flow_options const& options = {}) {
  pinned_pieces pieces;
  host_flow flow(exec, source, pieces, options);
  auto const& slacks = flow.slacks();
  host_slacks result;
  result.node_slack.resize(slacks.node_slack.size());
  result.endpoint_slack.resize(slacks.endpoint_slack.size());
  flow.to_host(slacks.node_slack, view_of(result.node_slack));
  flow.to_host(slacks.endpoint_slack, view_of(result.endpoint_slack));
  result.setup = flow.summary(split::late);
  result.hold = flow.summary(split::early);
  return result;
}

}  // namespace gsta
