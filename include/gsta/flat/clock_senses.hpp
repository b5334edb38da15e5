#pragma once

#include <map>
#include <utility>

#include "gsta/core/span.hpp"
#include "gsta/flat/clocks.hpp"
#include "gsta/flat/flat_view.hpp"

namespace gsta {

/// Where arrivals stop being clocks, by what `flat_design::senses` says of pins.
class clock_senses {
 public:
  /// Of one pin and clock the last one counts; keeps no reference.
  explicit clock_senses(host_span<pin_sense const> given) {
    for (auto const& of : given) at_[{of.pin, of.clock}] = of.passes;
  }
  /// True where nothing was said.
  bool empty() const noexcept { return at_.empty(); }

  /// Whether a clock is none any more behind an arc: one to a pin that wants the other sense, or from one
  /// that stops it.
  bool end(id clock, id from, id to, edge_map edges) const {
    return !at_.empty() && (at(from, clock) == clock_sense::stop || is_kept_off(at(to, clock), edges));
  }

 private:
  static bool is_kept_off(clock_sense wanted, edge_map edges) {
    for (int c = 0; c < conditions; ++c) {
      int const in = edges.input(c);
      if (in < 0) continue;
      bool const turns = edge_of(in) != edge_of(c);
      if (wanted == clock_sense::stop || wanted == (turns ? clock_sense::positive : clock_sense::negative))
        return true;
    }
    return false;
  }

  /// What is said of a clock comes before what is said of all.
  clock_sense at(id pin, id clock) const {
    auto found = at_.find({pin, clock});
    if (found == at_.end()) found = at_.find({pin, none});
    return found == at_.end() ? clock_sense::any : found->second;
  }

  std::map<std::pair<id, id>, clock_sense> at_;  // by pin and clock
};

}  // namespace gsta
