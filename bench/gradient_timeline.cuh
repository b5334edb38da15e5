#pragma once

#include <cxxabi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/device_case.cuh"
#include "gsta/sta/detail/device_gradients.cuh"

namespace gsta_bench {

/// Launches of a recorded run with one name behind each other: when the first could begin and the last ended,
/// in ms, and the chain they belong to.
struct timed_launch {
  std::string name;
  int chain = 0, launches = 1;
  double begin = 0, end = 0;
};

namespace detail {
/// The op or pass that a kernel runs, from its mangled name.
inline std::string launch_name(char const* mangled) {
  int status = 0;
  std::unique_ptr<char, void (*)(void*)> const text(abi::__cxa_demangle(mangled, nullptr, nullptr, &status),
                                                    std::free);
  std::string const all = status == 0 ? text.get() : mangled, room = "gsta::detail::";
  std::string name = all;
  for (std::size_t at = all.find(room); at != all.npos; at = all.find(room, at)) {
    at += room.size();
    name = all.substr(at, all.find_first_of("<>(), :", at) - at);
    if (!name.ends_with("_kernel") && name != "level_op") break;
  }
  return name;
}

/// A recorded graph with an event in front of and behind each launch, which take a microsecond each.
class timed_graph {
 public:
  explicit timed_graph(cudaStream_t recording) {
    gsta::check_cuda(cudaStreamEndCapture(recording, &graph_), "cudaStreamEndCapture");
    std::size_t count = 0;
    gsta::check_cuda(cudaGraphGetNodes(graph_, nullptr, &count), "cudaGraphGetNodes");
    std::vector<cudaGraphNode_t> nodes(count);
    gsta::check_cuda(cudaGraphGetNodes(graph_, nodes.data(), &count), "cudaGraphGetNodes");
    for (cudaGraphNode_t const node : nodes) add(node);
    gsta::check_cuda(cudaGraphInstantiate(&runnable_, graph_, 0), "cudaGraphInstantiate");
  }
  timed_graph(timed_graph const&) = delete;
  timed_graph& operator=(timed_graph const&) = delete;
  ~timed_graph() {
    for (auto const& of : marked_) {
      cudaEventDestroy(of.begin);
      cudaEventDestroy(of.end);
    }
    if (runnable_ != nullptr) cudaGraphExecDestroy(runnable_);
    cudaGraphDestroy(graph_);
  }

  /// Runs it three times, and tells of the last. Waits.
  std::vector<timed_launch> run(gsta::cuda_executor const& exec) const {
    for (int i = 0; i < 3; ++i) gsta::check_cuda(cudaGraphLaunch(runnable_, exec.stream), "cudaGraphLaunch");
    exec.sync();
    std::vector<timed_launch> all;
    double first = 0;
    for (auto const& of : marked_) {
      all.push_back({of.name, of.chain, 1, since_first(of.begin), since_first(of.end)});
      first = std::min(first, all.back().begin);
    }
    for (auto& of : all) of.begin -= first, of.end -= first;
    return all;
  }

 private:
  struct marked {
    std::string name;
    int chain;
    cudaEvent_t begin, end;
  };

  double since_first(cudaEvent_t event) const {
    float ms = 0;
    gsta::check_cuda(cudaEventElapsedTime(&ms, marked_.front().begin, event), "cudaEventElapsedTime");
    return static_cast<double>(ms);
  }

  void add(cudaGraphNode_t node) {
    cudaGraphNodeType type{};
    gsta::check_cuda(cudaGraphNodeGetType(node, &type), "cudaGraphNodeGetType");
    auto const before = before_of(node);
    int const chain = chain_behind(node, before);
    if (type != cudaGraphNodeTypeKernel && type != cudaGraphNodeTypeMemset) return;
    marked_.push_back({name_of(node, type), chain, nullptr, nullptr});
    marked& of = marked_.back();
    gsta::check_cuda(cudaEventCreate(&of.begin), "cudaEventCreate");
    gsta::check_cuda(cudaEventCreate(&of.end), "cudaEventCreate");
    cudaGraphNode_t begin = nullptr, end = nullptr;
    gsta::check_cuda(cudaGraphAddEventRecordNode(&begin, graph_, before.data(), before.size(), of.begin),
                     "cudaGraphAddEventRecordNode");
    gsta::check_cuda(cudaGraphAddDependencies(graph_, &begin, &node, nullptr, 1), "cudaGraphAddDependencies");
    gsta::check_cuda(cudaGraphAddEventRecordNode(&end, graph_, &node, 1, of.end),
                     "cudaGraphAddEventRecordNode");
  }

  static std::vector<cudaGraphNode_t> before_of(cudaGraphNode_t node) {
    std::size_t count = 0;
    gsta::check_cuda(cudaGraphNodeGetDependencies(node, nullptr, nullptr, &count),
                     "cudaGraphNodeGetDependencies");
    std::vector<cudaGraphNode_t> before(count);
    std::vector<cudaGraphEdgeData> edges(count);
    if (count > 0)
      gsta::check_cuda(cudaGraphNodeGetDependencies(node, before.data(), edges.data(), &count),
                       "cudaGraphNodeGetDependencies");
    return before;
  }

  static std::string name_of(cudaGraphNode_t node, cudaGraphNodeType type) {
    if (type == cudaGraphNodeTypeMemset) return "memset";
    cudaKernelNodeParams params{};
    gsta::check_cuda(cudaGraphKernelNodeGetParams(node, &params), "cudaGraphKernelNodeGetParams");
    char const* name = nullptr;
    gsta::check_cuda(cudaFuncGetName(&name, params.func), "cudaFuncGetName");
    return launch_name(name);
  }

  /// A launch goes on the chain whose last launch it follows, else it begins one: chains are the streams of
  /// the recording.
  int chain_behind(cudaGraphNode_t node, std::vector<cudaGraphNode_t> const& before) {
    for (std::size_t c = 0; c < last_.size(); ++c) {
      if (std::find(before.begin(), before.end(), last_[c]) == before.end()) continue;
      last_[c] = node;
      return static_cast<int>(c);
    }
    last_.push_back(node);
    return static_cast<int>(last_.size()) - 1;
  }

  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t runnable_ = nullptr;
  std::vector<marked> marked_;
  std::vector<cudaGraphNode_t> last_;  // of each chain
};

/// Levels of one sweep become one line.
inline std::vector<timed_launch> join_alike(std::vector<timed_launch> const& all) {
  std::vector<timed_launch> joined;
  for (auto const& of : all) {
    auto const last =
        std::find_if(joined.rbegin(), joined.rend(), [&](auto const& j) { return j.chain == of.chain; });
    if (last != joined.rend() && last->name == of.name) {
      last->end = of.end;
      ++last->launches;
    } else {
      joined.push_back(of);
    }
  }
  std::stable_sort(joined.begin(), joined.end(),
                   [](auto const& a, auto const& b) { return a.begin < b.begin; });
  return joined;
}
}  // namespace detail

/// One run of an update with gradients, launch by launch: bars over time, a sign for each stream. A bar
/// begins where the launch could begin.
inline void print_timeline(gsta::cuda_executor const& exec, device_case& on,
                           gsta::gradient_options<gsta::cuda_executor> const& options) {
  gsta::device_gradients gradients(exec, on.timer, options);
  gsta::cuda_stream const recording;
  gsta::check_cuda(cudaStreamBeginCapture(recording.get(), cudaStreamCaptureModeThreadLocal),
                   "cudaStreamBeginCapture");
  gradients.enqueue({recording.get(), *exec.memory});
  detail::timed_graph const graph(recording.get());
  auto const launches = detail::join_alike(graph.run(exec));
  double whole = 0;
  for (auto const& of : launches) whole = std::max(whole, of.end);
  constexpr int width = 72;
  std::printf("\n%s, %s, overlapped: %.3f ms with the events that measure it\n\n```\n",
              on.source->name.c_str(), options.level == gsta::gradient_level::linear ? "linear" : "full",
              whole);
  for (auto const& of : launches) {
    int const begin = std::min(width - 1, static_cast<int>(of.begin / whole * width));
    int const end = std::max(begin + 1, static_cast<int>(of.end / whole * width + 0.5));
    std::string bar(static_cast<std::size_t>(width), ' ');
    for (int i = begin; i < std::min(end, width); ++i)
      bar[static_cast<std::size_t>(i)] = "#=+-ox"[of.chain % 6];
    std::printf("%-28.28s %d |%s| %.3f", of.name.c_str(), of.chain, bar.c_str(), of.end - of.begin);
    of.launches > 1 ? std::printf(" (%d launches)\n", of.launches) : std::printf("\n");
  }
  std::printf("```\n");
}

}  // namespace gsta_bench
