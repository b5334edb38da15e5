// Prints one hash of a few thousand results and of a small design's timing: every build of this program must
// print the same.
#include <cinttypes>
#include <cstdio>

#include "design.hpp"

int main() {
  std::uint64_t hash = 0;
  for (std::uint32_t i = 0; i < items; ++i) hash = mix(hash, item_bits(i));
  hash = mix(hash, design_bits(gsta::host_executor{}));
  std::printf("%016" PRIx64 "\n", hash);
}
