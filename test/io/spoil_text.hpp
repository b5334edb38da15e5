#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "test/support/random.hpp"

namespace gsta_test {

/// One edit of a text that is not empty: one of `pieces` is put in, some letters go, or, in `cuts` of a
/// hundred such cases, all behind a letter.
inline void spoil_text(prng& random, std::string& text, std::vector<std::string> const& pieces, int cuts) {
  auto const at = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
  switch (random.below(3)) {
    case 0:
      text.insert(at, random.pick(pieces));
      break;
    case 1:
      text.erase(at, static_cast<std::size_t>(random.between(1, 12)));
      break;
    default:
      if (random.chance(cuts)) text.resize(at + 1);
      break;
  }
}

}  // namespace gsta_test
