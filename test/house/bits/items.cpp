// The first hash of bits.cpp alone.
#include <cinttypes>
#include <cstdio>

#include "bits.hpp"

int main() { std::printf("%016" PRIx64 "\n", all_item_bits()); }
