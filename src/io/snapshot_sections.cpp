// Snapshots as files: header, table, sections.

#include "src/io/snapshot_sections.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/io/output_file.hpp"
#include "src/io/input_file.hpp"

namespace gsta::io::detail {
namespace {

std::uint32_t sum_of(std::string_view bytes) noexcept {
  return static_cast<std::uint32_t>(
      crc32_z(crc32_z(0, nullptr, 0), reinterpret_cast<unsigned char const*>(bytes.data()), bytes.size()));
}

/// The checksums of all sections: pieces of them on the threads, and then together.
std::vector<std::uint32_t> sums_of(host_threads const& threads, std::vector<snapshot_section> const& all) {
  constexpr std::size_t step = std::size_t{1} << 22U;
  struct piece {
    std::size_t section, at;
    std::uint32_t sum;
  };
  std::vector<piece> pieces;
  for (std::size_t s = 0; s < all.size(); ++s)
    for (std::size_t at = 0; at < all[s].bytes.size(); at += step) pieces.push_back({s, at, 0});
  threads.for_each_piece(pieces.size(), [&](std::size_t i) {
    pieces[i].sum = sum_of(all[pieces[i].section].bytes.substr(pieces[i].at, step));
  });
  std::vector<std::uint32_t> sums(all.size(), sum_of({}));
  for (auto const& one : pieces) {
    auto const size = std::min(step, all[one.section].bytes.size() - one.at);
    sums[one.section] =
        static_cast<std::uint32_t>(crc32_combine(sums[one.section], one.sum, static_cast<z_off_t>(size)));
  }
  return sums;
}

/// The table of a file whose header is right.
std::vector<section_entry> table_of(std::string_view file, snapshot_kind kind) {
  snapshot_header head;
  char const* const what = kind == snapshot_kind::design ? "a design" : "a library";
  if (file.size() < sizeof head || !is_snapshot(file, kind))
    throw spoilt_snapshot{std::string("the file is no snapshot of ") + what};
  std::memcpy(&head, file.data(), sizeof head);
  if (head.order != snapshot_order)
    throw spoilt_snapshot{"the snapshot has another order of bytes than this machine"};
  if (head.version != snapshot_version)
    throw spoilt_snapshot{"the snapshot is of version " + std::to_string(head.version) +
                          ", and this program reads version " + std::to_string(snapshot_version) +
                          ": save it anew"};
  if (head.bytes != file.size())
    throw spoilt_snapshot{"the snapshot has " + std::to_string(file.size()) + " bytes of " +
                          std::to_string(head.bytes)};
  if (head.sections > most_sections || head.sections > (file.size() - sizeof head) / sizeof(section_entry))
    throw spoilt_snapshot{"the snapshot's table of sections is longer than tables are"};
  auto const table = file.substr(sizeof head, head.sections * sizeof(section_entry));
  if (sum_of(table) != head.table_sum) throw spoilt_snapshot{"the snapshot's table of sections is spoilt"};
  std::vector<section_entry> entries(head.sections);
  if (!table.empty()) std::memcpy(entries.data(), table.data(), table.size());
  return entries;
}

/// Header and table in front of sections.
std::string frame_of(host_threads const& threads, snapshot_kind kind,
                     std::vector<snapshot_section> const& all, std::vector<section_entry>& entries) {
  auto const aligned = [](std::uint64_t at) {
    return (at + section_alignment - 1) / section_alignment * section_alignment;
  };
  auto const sums = sums_of(threads, all);
  snapshot_header head;
  head.mark = mark_of(kind);
  head.sections = static_cast<std::uint32_t>(all.size());
  std::uint64_t end = sizeof head + all.size() * sizeof(section_entry);
  for (std::size_t i = 0; i < all.size(); ++i) {
    entries.push_back({all[i].tag, sums[i], aligned(end), all[i].bytes.size()});
    end = entries.back().offset + entries.back().bytes;
  }
  head.bytes = end;
  std::string_view const table(reinterpret_cast<char const*>(entries.data()),
                               entries.size() * sizeof(section_entry));
  head.table_sum = sum_of(table);
  return std::string(reinterpret_cast<char const*>(&head), sizeof head) + std::string(table);
}

}  // namespace

std::vector<snapshot_section> sections_of(host_threads const& threads, std::string_view file,
                                          snapshot_kind kind) {
  auto const entries = table_of(file, kind);
  std::vector<snapshot_section> all;
  std::uint64_t end = sizeof(snapshot_header) + entries.size() * sizeof(section_entry);
  for (auto const& entry : entries) {
    if (entry.offset < end || entry.offset % section_alignment != 0 || entry.offset > file.size() ||
        entry.bytes > file.size() - entry.offset)
      throw spoilt_snapshot{"a section of the snapshot lies outside of it, or in another one"};
    auto const between =
        file.substr(static_cast<std::size_t>(end), static_cast<std::size_t>(entry.offset - end));
    if (between.find_first_not_of('\0') != between.npos)
      throw spoilt_snapshot{"the snapshot is spoilt between two sections"};
    end = entry.offset + entry.bytes;
    all.push_back({entry.tag, file.substr(static_cast<std::size_t>(entry.offset),
                                          static_cast<std::size_t>(entry.bytes))});
  }
  if (end != file.size()) throw spoilt_snapshot{"the snapshot goes on behind its last section"};
  auto const sums = sums_of(threads, all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (sums[i] != entries[i].sum)
      throw spoilt_snapshot{"a section of the snapshot is spoilt: its checksum differs"};
    for (std::size_t k = 0; k < i; ++k)
      if (all[k].tag == all[i].tag) throw spoilt_snapshot{"a section of the snapshot is there twice"};
  }
  return all;
}

void write_snapshot(host_threads const& threads, std::string const& path, snapshot_kind kind,
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

file_bytes bytes_of_file(std::string const& path) {
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
