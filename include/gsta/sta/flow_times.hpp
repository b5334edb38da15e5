#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace gsta {

/// When the host was busy with, or waited for, one stage of a flow: ms since the flow began. Where stages
/// overlap, what a stage left on a stream may go on behind its end.
struct flow_stage {
  std::string name;
  double begin = 0, end = 0;
};

/// Collects stages, from several threads.
class flow_times {
 public:
  using clock = std::chrono::steady_clock;

  void restart() {
    std::lock_guard const lock(mutex_);
    began_ = clock::now();
    stages_.clear();
  }
  void add(std::string name, clock::time_point begin, clock::time_point end) {
    std::lock_guard const lock(mutex_);
    stages_.push_back({std::move(name), since(begin), since(end)});
  }
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

}  // namespace gsta
