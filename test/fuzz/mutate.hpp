#pragma once

#include <string>
#include <vector>

#include "test/support/random.hpp"

namespace gsta_fuzz {

/// The inputs to start from, and the words that occur in them.
struct corpus {
  std::vector<std::string> seeds, tokens;

  explicit corpus(std::vector<std::string> texts);
};

/// Spoils one of the seeds in a few places. The same numbers give the same text, everywhere.
std::string spoil(corpus const& from, gsta_test::prng& random);

}  // namespace gsta_fuzz
