#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace gsta::io {

/// A file that is written whole or not at all.
///
/// What is written goes to a new file beside the path's. `finish` brings it to disk and renames it over what
/// was there, whose permissions it keeps. So a reader sees the old file or the new one, and of several that
/// write one path at once each succeeds and one file remains. Where a path is a link, this happens to what it
/// leads to. Devices, pipes, /dev/stdout, /dev/stderr, /dev/fd/N and files with several names (hard links)
/// are written to as they stand, and so are files in a folder that takes no new ones.
///
/// A file without permission to write is refused, whatever its folder allows.
class output_file {
 public:
  /// Opens it.
  ///
  /// Shapes: any path but an empty one. Cost: O(1); a pipe waits for a reader. Where: host. Throws:
  /// argument_error for an empty path; input_error, at line 0, where the file cannot be written.
  explicit output_file(std::string path);
  /// Opens a file to append: what is written goes behind what the file has, as it is written.
  ///
  /// Shapes, Cost, Where, Throws: as above.
  static output_file behind(std::string path);
  /// Without `finish` before it the path is as it was.
  ~output_file();
  /// The other one has no file then.
  output_file(output_file&& other) noexcept;
  output_file& operator=(output_file&&) = delete;

  /// Writes more.
  ///
  /// Shapes: any. Cost: O(bytes). Where: host. Throws: input_error where there is no room, or another fault.
  void write(std::string_view bytes);
  /// Zeros up to that many bytes from the begin.
  ///
  /// Shapes: not less than was written by `write`. Cost: O(bytes). Where: host. Throws: as `write`.
  void skip_to(std::uint64_t offset);
  /// For what prints to a stream; its faults are found by `finish`.
  ///
  /// Shapes: until `finish`. Cost: O(1). Where: host. Throws: nothing.
  std::FILE* stream() const noexcept { return file_; }
  /// Puts the file in its place. Nothing is written behind this.
  ///
  /// Shapes: once. Cost: waits for the disk. Where: host. Throws: input_error, and the path is as it was.
  void finish();

 private:
  output_file(std::string path, bool append);
  void open_file(bool append);
  void open_in_place(std::string const& path, int flags);
  bool open_beside(unsigned mode);
  [[noreturn]] void fail();

  std::string path_;          // as it was given, for messages
  std::string place_, part_;  // what is replaced, and by what; empty: it is written to as it stands
  std::FILE* file_ = nullptr;
  std::uint64_t at_ = 0;
};

}  // namespace gsta::io
