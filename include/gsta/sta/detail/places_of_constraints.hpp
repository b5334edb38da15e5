#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "gsta/constrain/tags.hpp"
#include "gsta/core/span.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// Which checks of a timer come from what of its design, and which sources are at a pin.
class places_of_constraints {
 public:
  places_of_constraints() = default;
  places_of_constraints(flat_design const& design, host_span<timing_check const> checks)
      : library_(design.check_data.size()), required_(design.requirements.size()) {
    for (std::size_t i = 0; i < checks.size(); ++i) {
      bool const is_library = !is_output(checks[i].kind);
      (is_library ? library_ : required_)[checks[i].source].push_back(static_cast<id>(i));
    }
    for (std::size_t i = 0; i < design.sources.size(); ++i)
      sources_[design.sources[i].pin].push_back(static_cast<id>(i));
  }

  std::vector<id> const& checks_of_library(id check) const { return library_[check]; }
  std::vector<id> const& checks_of_requirement(id requirement) const { return required_[requirement]; }
  std::vector<id> const& sources_at(id pin) const { return sources_.at(pin); }
  /// By pin.
  std::unordered_map<id, std::vector<id>> const& sources() const noexcept { return sources_; }

 private:
  vector_by_id<std::vector<id>> library_, required_;
  std::unordered_map<id, std::vector<id>> sources_;
};

}  // namespace gsta::detail
