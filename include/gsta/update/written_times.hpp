#pragma once

#include <vector>

#include "gsta/engine/detail/level_queue.hpp"
#include "gsta/path/changed_times.hpp"

namespace gsta {

/// What repairs wrote since somebody last took it, for what is kept beside a design's timing. What a
/// roll-back gives back is written too.
class written_times {
 public:
  /// Of a design with so many. Cost: 6 bytes a node, 2 a check.
  written_times(std::size_t nodes, std::size_t checks)
      : delays_(nodes), arrivals_(nodes), required_(checks) {}

  /// A delay of an arc into the node was written, or its asserted arrival.
  void delay(id node) { delays_.add(node, is_open_); }
  /// The node's arrival was.
  void arrival(id node) { arrivals_.add(node, is_open_); }
  /// The check's required time was, or with credits may have been what it is without.
  void required(id check) { required_.add(check, is_open_); }

  /// From now on it is kept as well what a roll-back will write.
  void begin() noexcept { is_open_ = true; }
  /// What was kept for a roll-back is forgotten.
  void commit() noexcept {
    for (auto* of : {&delays_, &arrivals_, &required_}) of->logged.clear();
    is_open_ = false;
  }
  /// All that was written since `begin` is written once more.
  void roll_back() {
    for (auto* of : {&delays_, &arrivals_, &required_}) of->write_logged();
    commit();
  }

  /// What was written, each thing once; until the next is written.
  changed_times changed() const noexcept {
    return {view_of(delays_.written.list()), view_of(arrivals_.written.list()),
            view_of(required_.written.list())};
  }
  /// It was taken.
  void clear() noexcept {
    for (auto* of : {&delays_, &arrivals_, &required_}) of->written.clear();
  }

 private:
  struct ids {
    detail::id_set written, logged;

    explicit ids(std::size_t size) : written(size), logged(size) {}
    void add(id i, bool logs) {
      if (logs) logged.add(i);
      written.add(i);
    }
    void write_logged() {
      for (id const i : logged.list()) written.add(i);
    }
  };

  ids delays_, arrivals_, required_;
  bool is_open_ = false;
};

}  // namespace gsta
