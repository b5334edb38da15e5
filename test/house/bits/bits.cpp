// Prints one hash of a few thousand results: every build of this program must print the same.
#include "bits.hpp"

#include <cinttypes>
#include <cstdio>

int main() {
  std::uint64_t hash = 0;
  for (std::uint32_t i = 0; i < items; ++i) hash = mix(hash, item_bits(i));
  std::printf("%016" PRIx64 "\n", hash);
}
