#pragma once

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "src/io/input_file.hpp"

namespace gsta::io::detail {

/// The bytes of a file, unpacked where they are gzip, of one member or several. zlib's own reader of files
/// would pass over what stands behind them.
class unpacker {
 public:
  explicit unpacker(input_file& from) : from_(from), buffer_(std::size_t{1} << 18U) {
    fill();
    is_gzip_ = at_magic();
    if (is_gzip_ && inflateInit2(&stream_, 15 + 16) != Z_OK)  // the largest window, gzip alone
      throw std::bad_alloc();
  }
  ~unpacker() {
    if (is_gzip_) inflateEnd(&stream_);
  }
  unpacker(unpacker const&) = delete;
  unpacker& operator=(unpacker const&) = delete;

  bool is_gzip() const noexcept { return is_gzip_; }
  /// How many of the file's bytes were used.
  std::uint64_t consumed() const noexcept { return bytes_read_ - (end_ - at_); }

  /// Up to `most` bytes, at least one; 0 at the end.
  std::size_t read(char* into, std::size_t most) { return is_gzip_ ? unpack(into, most) : copy(into, most); }

 private:
  /// Has at least `wanted` bytes in the buffer, where the file has so many.
  void fill(std::size_t wanted = 2) {
    std::memmove(buffer_.data(), buffer_.data() + at_, end_ - at_);
    end_ -= at_;
    at_ = 0;
    while (end_ < wanted) {
      auto const got = from_.read(buffer_.data() + end_, buffer_.size() - end_);
      if (got == 0) return;
      end_ += got;
      bytes_read_ += got;
    }
  }
  bool at_magic() const noexcept {
    return end_ - at_ >= 2 && buffer_[at_] == '\x1f' && buffer_[at_ + 1] == '\x8b';
  }

  std::size_t copy(char* into, std::size_t most) {
    if (at_ == end_) fill();
    auto const count = std::min(most, end_ - at_);
    std::memcpy(into, buffer_.data() + at_, count);
    at_ += count;
    return count;
  }

  /// Whether another member follows; throws where something else does but zeros up to the end, by which tapes
  /// and block devices pad files.
  bool begin_member() {
    if (!member_is_over_) return true;
    fill();
    bool const is_padded = at_ != end_ && buffer_[at_] == '\0';
    while (at_ != end_ && buffer_[at_] == '\0') {
      if (++at_ == end_) fill();
    }
    if (at_ == end_) return false;
    if (is_padded || !at_magic())
      fail_file(from_.path(), "the gzip file is damaged: behind its end stands something else");
    inflateReset(&stream_);
    member_is_over_ = false;
    return true;
  }

  std::size_t unpack(char* into, std::size_t most) {
    stream_.next_out = reinterpret_cast<Bytef*>(into);
    stream_.avail_out = static_cast<uInt>(most);
    while (stream_.avail_out == most && begin_member()) {
      if (at_ == end_) fill(1);
      stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data() + at_);
      stream_.avail_in = static_cast<uInt>(end_ - at_);
      int const status = inflate(&stream_, Z_NO_FLUSH);
      bool const no_more = at_ == end_;
      at_ = end_ - stream_.avail_in;
      member_is_over_ = status == Z_STREAM_END;
      if (status == Z_MEM_ERROR) throw std::bad_alloc();
      if (status == Z_BUF_ERROR && no_more)
        fail_file(from_.path(), "the gzip file is damaged: it ends too early");
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
        fail_file(from_.path(), std::string("the gzip file is damaged: ") +
                                    (stream_.msg != nullptr ? stream_.msg : "no gzip is like this"));
      }
    }
    return most - stream_.avail_out;
  }

  input_file& from_;
  std::vector<char> buffer_;
  std::size_t at_ = 0, end_ = 0;  ///< what of the buffer was not used yet
  std::uint64_t bytes_read_ = 0;
  bool is_gzip_ = false, member_is_over_ = false;
  z_stream stream_{};
};

}  // namespace gsta::io::detail
