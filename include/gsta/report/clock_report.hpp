#pragma once

#include <vector>

#include "gsta/report/report_input.hpp"

namespace gsta {

/// How late a clock is at one pin: what stands in front of its source, and its network behind.
struct clock_delay {
  id pin = none;       ///< the clock pin of a register or latch
  double source = 0;   ///< ps, source latency; of a generated clock the delay of its master's paths
  double network = 0;  ///< ps, of the clock's own network, or its latency where it is ideal

  /// Both.
  double latency() const noexcept { return source + network; }
};

/// The earliest and the latest of a clock's registers, for one of its edges and one edge at their pins.
struct clock_latency {
  id clock = none;                          ///< which clock
  gsta::edge at_source = gsta::edge::rise;  ///< its edge
  gsta::edge at_pin = gsta::edge::rise;     ///< what that edge is at the pins
  clock_delay shortest{};                   ///< by early arrivals
  clock_delay longest{};                    ///< by late arrivals
};

/// The worst skew between two registers of a clock with data from one to the other.
struct clock_skew {
  id clock = none;             ///< of both
  split side = split::late;    ///< late: setup, from a late launch to an early capture; early: hold
  id launch = none;            ///< a clock pin
  id capture = none;           ///< a clock pin
  double launch_latency = 0;   ///< ps from the clock's edge
  double capture_latency = 0;  ///< ps from the clock's edge
  double uncertainty = 0;      ///< ps, what it adds to the skew: of hold it is negative
  double credit = 0;  ///< ps, of the pair's common clock path (CRPR); 0 where it counts on both sides
  /// Launch less capture, and the uncertainty, with the credit taken off (setup) or added (hold).
  double skew() const noexcept {
    return launch_latency - capture_latency + uncertainty + (side == split::late ? -credit : credit);
  }
};

/// Latencies of each clock that reaches registers, by clock, source edge, pin edge.
///
/// Shapes: a snapshot of the design. Units: ps. Cost: O(registers), and the clock path of each row. Where:
/// host. Throws: std::bad_alloc.
std::vector<clock_latency> find_clock_latencies(flat_design const& design, timing_snapshot const& timing);

/// The skews of each clock that are farthest from 0, without credits, setup before hold; none where no
/// register's data reach another. Exceptions say nothing here. Equal skews: the first check in the design's
/// order.
///
/// Shapes: a snapshot of the design. Units: ps. Cost: O(nodes + their arcs). Where: host. Throws:
/// std::bad_alloc.
std::vector<clock_skew> find_clock_skews(flat_design const& design, timing_snapshot const& timing);

/// The worst skews of each clock with common-path credits, each pair of registers with its own: the largest
/// of setup, the smallest of hold, as only these take slack; setup before hold. Empty without credits, and
/// without rows of clocks that are ideal at all registers. Captures count at which the timer checks something
/// on that side. Exact where slacks are: where credits do not fall along clock paths.
///
/// Shapes: a snapshot of the design. Units: ps. Cost: O(lanes x (nodes + their arcs)) on one thread, for each
/// side; 64 bytes a node. Where: host. Throws: std::bad_alloc.
std::vector<clock_skew> find_credited_skews(flat_design const& design, timing_snapshot const& timing);

}  // namespace gsta
