#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "gsta/core/error.hpp"

namespace gsta::io::detail {

[[noreturn]] inline void fail_file(std::string const& path, std::string const& sentence) {
  throw input_error(path, 0, 0, sentence);
}

/// The descriptor that a path such as /dev/stdin or /dev/fd/3 means; -1 where it is a file's.
inline int descriptor_of(std::string const& path) {
  if (path == "/dev/stdin") return 0;
  auto const own = "/proc/" + std::to_string(getpid()) + "/fd/";
  for (std::string_view const folder :
       {std::string_view("/dev/fd/"), std::string_view("/proc/self/fd/"), std::string_view(own)}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    char const* const end = path.data() + path.size();
    auto const read = std::from_chars(path.data() + folder.size(), end, number);
    if (read.ec == std::errc{} && read.ptr == end) return number;
  }
  return -1;
}

/// A file that is open for reading. What is neither a file nor one of the process's own descriptors is
/// refused unopened: opening a pipe may wait, and opening a device may do anything.
class input_file {
 public:
  explicit input_file(std::string const& path) : path_(path) {
    struct stat status{};
    int const given = descriptor_of(path);
    if (given < 0) {
      errno = 0;
      if (stat(path.c_str(), &status) != 0) fail_missing();
      check_kind(status.st_mode);
    }
    // Not waiting: it may have become a pipe since.
    descriptor_ = given >= 0 ? fcntl(given, F_DUPFD_CLOEXEC, 0)
                             : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor_ < 0 || fstat(descriptor_, &status) != 0)
      fail_file(path, std::string("cannot open the file: ") + std::strerror(errno));
    if (S_ISDIR(status.st_mode) || given < 0) check_kind(status.st_mode);
    if (S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
    is_named_ = given < 0;
  }
  ~input_file() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  input_file(input_file const&) = delete;
  input_file& operator=(input_file const&) = delete;

  std::string const& path() const noexcept { return path_; }
  /// In bytes; 0 where that is not known beforehand.
  std::uint64_t size() const noexcept { return size_; }

  /// All pages of a long file, read as they are touched; null where it is short or cannot be mapped.
  std::shared_ptr<void const> map() const {
    constexpr std::uint64_t least = std::uint64_t{1} << 20U;
    if (!is_named_ || size_ < least) return {};
    auto const bytes = static_cast<std::size_t>(size_);
    void* const pages = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor_, 0);
    if (pages == MAP_FAILED) return {};
    (void)madvise(pages, bytes, MADV_SEQUENTIAL);
    return {pages, [bytes](void const* at) { munmap(const_cast<void*>(at), bytes); }};
  }

  /// Up to `most` bytes, at least one; 0 at the end.
  std::size_t read(char* into, std::size_t most) {
    for (;;) {
      auto const got = ::read(descriptor_, into, most);
      if (got >= 0) return static_cast<std::size_t>(got);
      pollfd wait{descriptor_, POLLIN, 0};
      if (errno == EAGAIN) poll(&wait, 1, -1);  // whoever gave the descriptor does not wait
      if (errno != EINTR && errno != EAGAIN)
        fail_file(path_, std::string("cannot read the file: ") + std::strerror(errno));
    }
  }

 private:
  [[noreturn]] void fail_missing() const {
    bool const missing = errno == ENOENT || errno == ENOTDIR;
    fail_file(path_, missing ? "there is no such file"
                             : std::string("cannot open the file: ") + std::strerror(errno));
  }
  void check_kind(mode_t mode) const {
    if (S_ISREG(mode)) return;
    if (S_ISDIR(mode)) fail_file(path_, "expected a file, found a folder");
    auto const* const kind = S_ISFIFO(mode) ? "named pipe" : S_ISSOCK(mode) ? "socket" : "device";
    fail_file(path_, std::string("expected a file, found a ") + kind +
                         ": only /dev/stdin and /dev/fd/N may be something else than files");
  }

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  bool is_named_ = false;  ///< by a path, not by a descriptor, which may stand anywhere in it
};

}  // namespace gsta::io::detail
