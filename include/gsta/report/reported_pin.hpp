#pragma once

#include <memory>

#include "gsta/report/report_input.hpp"

namespace gsta {

/// What reports say of a pin: the worst of all its arrivals, by condition (early rise, early fall, late rise,
/// late fall). Undefined values are infinite.
struct reported_pin {
  double arrival[conditions];   ///< ps from time zero
  double required[conditions];  ///< ps from time zero
  float slew[conditions];       ///< ps
  float slack[conditions];      ///< ps
};

/// Looks at one pin after the other of a design, also where the flat design has several vertices for it.
class pin_reporter {
 public:
  /// Shapes: any design; it must outlive the reporter. Cost: O(pins + arcs). Where: host. Throws:
  /// std::bad_alloc.
  explicit pin_reporter(flat_design const& design);
  ~pin_reporter();                                   ///< out of line
  pin_reporter(pin_reporter&&) noexcept;             ///< moves
  pin_reporter& operator=(pin_reporter&&) noexcept;  ///< moves

  /// What is known of a pin.
  ///
  /// Shapes: a pin of the design, and a snapshot of it. Units: ps. Cost: O(nodes of the pin). Where: host.
  /// Throws: nothing.
  reported_pin operator()(timing_snapshot const& timing, id pin) const;

 private:
  struct body;
  std::unique_ptr<body> body_;
};

}  // namespace gsta
