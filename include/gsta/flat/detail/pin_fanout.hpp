#pragma once

#include <algorithm>
#include <cstddef>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/flat/detail/shared_rows.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// What leaves each pin of a design: the wires of the net that it drives, and arcs of cells. It looks at the
/// design's nets and arcs, which must stay as they are.
class pin_fanout {
 public:
  pin_fanout(host_threads const& threads, flat_design const& design)
      : design_(design),
        nets_(design.net_driver.size()),
        net_(design.pin_load.size(), none),
        arcs_(threads, design.pin_load.size(), design.arc_from.size(),
              [&](std::size_t i, auto const& add) { add(design.arc_from[i], static_cast<id>(i)); }) {
    constexpr std::size_t at_once = std::size_t{1} << 16U;
    threads.for_each_piece((nets_ + at_once - 1) / at_once, [&](std::size_t p) {
      for (auto k = p * at_once; k < std::min(nets_, (p + 1) * at_once); ++k)
        net_[static_cast<std::size_t>(design.net_driver[k])] = static_cast<id>(k);
    });
  }

  /// Whether it was made of the design as it is, as far as the numbers of pins, nets and arcs tell.
  bool fits() const noexcept {
    return net_.size() == design_.pin_load.size() && nets_ == design_.net_driver.size() &&
           arcs_.items.size() == design_.arc_from.size();
  }
  std::size_t pins() const noexcept { return net_.size(); }

  /// `visit(to, arc)` for each wire, its arc is none, and then for each arc of a cell; on one thread these
  /// are in their order.
  template <class Visit>
  void for_each(id pin, Visit const& visit) const {
    auto const at = static_cast<std::size_t>(pin);
    if (auto const net = static_cast<std::size_t>(net_[at]); net_[at] != none) {
      for (id a = design_.net_begin[net]; a < design_.net_begin[net + 1]; ++a)
        visit(design_.net_sink[static_cast<std::size_t>(a)], none);
    }
    for (id k = arcs_.begin[at]; k < arcs_.begin[at + 1]; ++k) {
      id const arc = arcs_.items[static_cast<std::size_t>(k)];
      visit(design_.arc_to[static_cast<std::size_t>(arc)], arc);
    }
  }

 private:
  flat_design const& design_;
  std::size_t nets_;
  large_vector<id> net_;  // [pins] that they drive, or none
  shared_rows<id> arcs_;  // by the pin that they leave, positions in `arc_from`
};

}  // namespace gsta::detail
