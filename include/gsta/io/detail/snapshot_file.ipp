#pragma once

#include <cstdio>
#include <memory>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/input_file.ipp"
#include "gsta/io/detail/snapshot_sections.hpp"

/// Snapshots as files.
namespace gsta::io::detail {

/// Writes beside the file's place, and renames.
class output_file {
 public:
  explicit output_file(std::string const& path)
      : path_(path), part_(path + ".part"), file_(std::fopen(part_.c_str(), "wb")) {
    if (file_ == nullptr) fail();
  }
  ~output_file() {
    if (file_ == nullptr) return;
    std::fclose(file_);
    std::remove(part_.c_str());
  }
  output_file(output_file const&) = delete;
  output_file& operator=(output_file const&) = delete;

  void write(std::string_view bytes) {
    if (bytes.empty()) return;
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail();
    at_ += bytes.size();
  }
  void skip_to(std::uint64_t offset) { write(std::string(static_cast<std::size_t>(offset - at_), '\0')); }
  void finish() {
    auto* const done = std::exchange(file_, nullptr);
    if (std::fclose(done) == 0 && std::rename(part_.c_str(), path_.c_str()) == 0) return;
    int const why = errno;
    std::remove(part_.c_str());
    errno = why;
    fail();
  }

 private:
  [[noreturn]] void fail() const {
    fail_file(path_, std::string("cannot write the file: ") + std::strerror(errno));
  }

  std::string path_, part_;
  std::FILE* file_;
  std::uint64_t at_ = 0;
};

GSTA_INLINE void write_snapshot(host_threads const& threads, std::string const& path, snapshot_kind kind,
                                std::vector<snapshot_section> const& sections) {
  std::vector<section_entry> entries;
  output_file file(path);
  file.write(frame_of(threads, kind, sections, entries));
  for (std::size_t i = 0; i < sections.size(); ++i) {
    file.skip_to(entries[i].offset);
    file.write(sections[i].bytes);
  }
  file.finish();
}

/// All of a file, mapped where it is long.
struct file_bytes {
  std::string_view bytes;
  std::shared_ptr<void const> keep;  // what keeps them
};

GSTA_INLINE file_bytes bytes_of_file(std::string const& path) {
  input_file file(path);
  if (auto pages = file.map()) {
    std::string_view const bytes(static_cast<char const*>(pages.get()),
                                 static_cast<std::size_t>(file.size()));
    return {bytes, std::move(pages)};
  }
  auto const text = std::make_shared<std::string>(static_cast<std::size_t>(file.size()), '\0');
  for (std::size_t at = 0; at < text->size();) {
    auto const got = file.read(text->data() + at, text->size() - at);
    if (got == 0) break;
    at += got;
  }
  return {*text, text};
}

}  // namespace gsta::io::detail
