// Prints two hashes, of a few thousand results, and of these and a small design's timing: every build of this
// program must print the same.
#include <cinttypes>
#include <cstdio>

#include "design.hpp"

int main() {
  std::uint64_t const of_items = all_item_bits();
  std::printf("%016" PRIx64 "\n", of_items);
  std::printf("%016" PRIx64 "\n", mix(of_items, design_bits(gsta::host_executor{})));
}
