#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/core/units.hpp"

namespace gsta::detail {

/// What a function is at its top, for the question whether a pin gates another one. As an algebra for
/// `run_logic`: outer inversions stay, nested operators of one sort are one.
struct gate_shape {
  enum class top { other, input, all_of, any_of };
  struct operand {
    id input;
    bool inverted;
  };
  top is = top::other;
  bool inverted = false;
  std::vector<operand> direct;  ///< inputs that are operands of the top, or it itself
  std::vector<id> inputs;       ///< all that the function names, ascending

  /// The algebra of shapes.
  struct algebra {
    using value = gate_shape;
    value constant(bool) const { return {}; }
    value not_of(value a) const {
      a.inverted = !a.inverted;
      return a;
    }
    value and_of(value const& a, value const& b) const { return join(top::all_of, a, b); }
    value or_of(value const& a, value const& b) const { return join(top::any_of, a, b); }
    value xor_of(value const& a, value const& b) const { return join(top::other, a, b); }

   private:
    static value join(top is, value const& a, value const& b) {
      value joined;
      joined.is = is;
      for (auto const* const part : {&a, &b}) {
        joined.inputs.insert(joined.inputs.end(), part->inputs.begin(), part->inputs.end());
        if (part->is == top::input) joined.direct.push_back({part->direct[0].input, part->inverted});
        if (part->is == is && !part->inverted)
          joined.direct.insert(joined.direct.end(), part->direct.begin(), part->direct.end());
      }
      std::sort(joined.inputs.begin(), joined.inputs.end());
      joined.inputs.erase(std::unique(joined.inputs.begin(), joined.inputs.end()), joined.inputs.end());
      return joined;
    }
  };

  static gate_shape of_input(id input) { return {top::input, false, {{input, false}}, {input}}; }
};

}  // namespace gsta::detail
