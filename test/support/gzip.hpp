#pragma once

#include <zlib.h>

#include <cstddef>
#include <new>
#include <string>

namespace gsta_test {

/// gzip of `text` and then, `mebibytes` times, 2^20 times `filler`; level 0 packs nothing.
inline std::string gzip(std::string const& text, char filler = 0, std::size_t mebibytes = 0, int level = 9) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string packed, part(std::size_t{1} << 16U, '\0');
  auto const pack = [&](std::string const& piece, int flush) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
    stream.avail_in = static_cast<uInt>(piece.size());
    do {
      stream.next_out = reinterpret_cast<Bytef*>(part.data());
      stream.avail_out = static_cast<uInt>(part.size());
      deflate(&stream, flush);
      packed.append(part, 0, part.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  };
  pack(text, Z_NO_FLUSH);
  std::string const piece(std::size_t{1} << 20U, filler);
  for (std::size_t i = 0; i < mebibytes; ++i) pack(piece, Z_NO_FLUSH);
  pack("", Z_FINISH);
  deflateEnd(&stream);
  return packed;
}

}  // namespace gsta_test
