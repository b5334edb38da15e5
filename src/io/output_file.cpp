// Files that are written.

#include "gsta/io/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "gsta/core/error.hpp"
#include "src/io/input_file.hpp"

namespace gsta::io::detail {
namespace {

/// The descriptor that a path means; -1 where it is a file's.
int written_descriptor_of(std::string const& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  return path == "/dev/stderr" ? STDERR_FILENO : descriptor_of(path);
}

/// Where a path leads, link by link, also where nothing is there yet; it ends at a descriptor's name, and at
/// a link among too many.
std::string end_of_links(std::string path) {
  constexpr int most = 40;
  std::error_code problem;
  for (int i = 0; i < most && written_descriptor_of(path) < 0; ++i) {
    auto const next = std::filesystem::read_symlink(path, problem);
    if (problem) break;
    path = next.is_absolute() ? next.string() : (std::filesystem::path(path).parent_path() / next).string();
  }
  return path;
}

/// A name beside `path` that no other process or thread makes.
std::string name_beside(std::string const& path) {
  static std::atomic<unsigned> made{0};
  constexpr std::size_t longest = 200;  // file systems end at 255
  std::filesystem::path const whole(path);
  auto const name = whole.filename().string().substr(0, longest) + "." + std::to_string(getpid()) + "." +
                    std::to_string(made.fetch_add(1)) + ".part";
  return (whole.parent_path() / name).string();
}

/// Brings a file to disk, where its file system has such a thing.
bool sync_file(int descriptor) noexcept {
  return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOSYS || errno == EROFS || errno == ENOTSUP;
}

/// The same of the folder that has a new name; a folder that cannot be synced is no fault of the file.
void sync_folder_of(std::string const& path) {
  auto const folder = std::filesystem::path(path).parent_path();
  int const descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)fsync(descriptor);
  close(descriptor);
}

}  // namespace
}  // namespace gsta::io::detail

namespace gsta::io {

output_file::output_file(std::string path) : output_file(std::move(path), false) {}
output_file output_file::behind(std::string path) { return {std::move(path), true}; }

output_file::output_file(output_file&& other) noexcept
    : path_(std::move(other.path_)),
      place_(std::move(other.place_)),
      part_(std::move(other.part_)),
      file_(std::exchange(other.file_, nullptr)),
      at_(other.at_) {}

output_file::output_file(std::string path, bool append) : path_(std::move(path)) {
  require(!path_.empty(), "output_file: the path is empty");
  open_file(append);
}

void output_file::open_file(bool append) {
  auto const place = detail::end_of_links(path_);
  struct stat there{};
  bool const exists = stat(place.c_str(), &there) == 0;
  if (!exists && errno != ENOENT) fail();
  if (errno = EISDIR; exists && S_ISDIR(there.st_mode)) fail();
  if (detail::written_descriptor_of(place) >= 0 || (exists && !S_ISREG(there.st_mode)))
    return open_in_place(place, 0);
  if (append) return open_in_place(place, O_CREAT | O_APPEND);
  if (exists && faccessat(AT_FDCWD, place.c_str(), W_OK, AT_EACCESS) != 0) fail();
  if (exists && there.st_nlink > 1) return open_in_place(place, O_TRUNC);
  place_ = place;
  bool const is_made = open_beside(exists ? 0600 : 0666);
  int const why = errno;
  if (!is_made && exists && (why == EACCES || why == EPERM || why == EROFS))
    return open_in_place(std::exchange(place_, {}), O_TRUNC);
  if (!is_made) fail();
  if (!exists) return;
  (void)!fchown(fileno(file_), there.st_uid, there.st_gid);  // else it is the writer's own
  (void)fchmod(fileno(file_), there.st_mode & 07777U);
}

void output_file::open_in_place(std::string const& path, int flags) {
  int const given = detail::written_descriptor_of(path);
  if (given == STDOUT_FILENO) std::fflush(stdout);  // what stands in front of it
  int const descriptor = given >= 0 ? fcntl(given, F_DUPFD_CLOEXEC, 0)
                                    : open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | flags, 0666);
  if (descriptor >= 0) file_ = fdopen(descriptor, "wb");
  if (file_ != nullptr) return;
  if (int const why = errno; descriptor >= 0) {
    close(descriptor);
    errno = why;
  }
  fail();
}

bool output_file::open_beside(unsigned mode) {
  int descriptor = -1;
  do {
    part_ = detail::name_beside(place_);
    descriptor = open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
  } while (descriptor < 0 && errno == EEXIST);
  if (descriptor >= 0) file_ = fdopen(descriptor, "wb");
  if (file_ != nullptr) return true;
  int const why = errno;
  if (descriptor >= 0) {
    close(descriptor);
    unlink(part_.c_str());
  }
  part_.clear();
  errno = why;
  return false;
}

output_file::~output_file() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  if (!part_.empty()) unlink(part_.c_str());
}

void output_file::write(std::string_view bytes) {
  if (bytes.empty()) return;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail();
  at_ += bytes.size();
}

void output_file::skip_to(std::uint64_t offset) {
  write(std::string(static_cast<std::size_t>(offset - at_), '\0'));
}

void output_file::finish() {
  errno = 0;
  if (std::fflush(file_) != 0 || std::ferror(file_) != 0) fail();
  if (!part_.empty() && !detail::sync_file(fileno(file_))) fail();
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail();
  if (part_.empty()) return;
  if (std::rename(part_.c_str(), place_.c_str()) != 0) fail();
  part_.clear();
  detail::sync_folder_of(place_);
}

/// Nothing of it stays.
void output_file::fail() {
  std::string const why = errno == 0 ? "a part of it was not written" : std::strerror(errno);
  bool const begun = file_ != nullptr || at_ > 0;
  if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
  if (!part_.empty()) unlink(std::exchange(part_, {}).c_str());
  detail::fail_file(
      path_, std::string("cannot write the file") + (begun ? " (it was not written whole): " : ": ") + why);
}

}  // namespace gsta::io
