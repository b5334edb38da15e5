#pragma once

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace gsta_fuzz {

/// Makes a snapshot's length and checksums right, so that what stands behind them is reached.
inline void seal(std::string& file) {
  std::uint32_t sections = 0;
  if (file.size() < 32) return;
  auto const size = static_cast<std::uint64_t>(file.size());
  std::memcpy(file.data() + 16, &size, 8);
  std::memcpy(&sections, file.data() + 24, 4);
  if (sections > (file.size() - 32) / 24) return;
  auto const sum_of = [](char const* at, std::size_t length) {
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<unsigned char const*>(at), length));
  };
  for (std::size_t i = 0; i < sections; ++i) {
    char* const entry = file.data() + 32 + 24 * i;
    std::uint64_t offset = 0, bytes = 0;
    std::memcpy(&offset, entry + 8, 8);
    std::memcpy(&bytes, entry + 16, 8);
    if (offset > file.size() || bytes > file.size() - offset) continue;
    auto const sum = sum_of(file.data() + offset, static_cast<std::size_t>(bytes));
    std::memcpy(entry + 4, &sum, 4);
  }
  auto const sum = sum_of(file.data() + 32, 24 * static_cast<std::size_t>(sections));
  std::memcpy(file.data() + 28, &sum, 4);
}

}  // namespace gsta_fuzz
