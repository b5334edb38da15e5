#pragma once

#include <memory>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/input_file.ipp"
#include "gsta/io/detail/output_file.ipp"
#include "gsta/io/detail/snapshot_sections.hpp"

/// Snapshots as files.
namespace gsta::io::detail {

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
