#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "src/io/field_bytes.hpp"

/// A snapshot's frame: a header, a table of sections, the sections at multiples of 64 bytes with zeros
/// between them. docs/formats.md has each field.
///
/// Checksums are zlib's CRC-32.
namespace gsta::io::detail {

static_assert(std::endian::native == std::endian::little,
              "snapshots are little-endian, and written as they lie");

/// What a snapshot is of, as its first bytes have it.
enum class snapshot_kind { design, library };
constexpr std::array<char, 8> mark_of(snapshot_kind kind) noexcept {
  return {'g', 's', 't', kind == snapshot_kind::design ? 'a' : 'l', '\x1a', '\r', '\n', '\0'};
}
inline bool is_snapshot(std::string_view file, snapshot_kind kind) noexcept {
  auto const mark = mark_of(kind);
  return file.starts_with(std::string_view(mark.data(), mark.size()));
}

inline constexpr std::uint32_t snapshot_version = 3, snapshot_order = 0x01020304;
inline constexpr std::uint64_t section_alignment = 64;
inline constexpr std::uint32_t most_sections = 64;  // there are half as many

struct snapshot_header {
  std::array<char, 8> mark{};
  std::uint32_t version = snapshot_version, order = snapshot_order;
  std::uint64_t bytes = 0;
  std::uint32_t sections = 0, table_sum = 0;
};
static_assert(sizeof(snapshot_header) == 32);

struct section_entry {
  std::uint32_t tag = 0, sum = 0;
  std::uint64_t offset = 0, bytes = 0;
};
static_assert(sizeof(section_entry) == 24);

/// What stands in a file under a tag of four letters.
struct snapshot_section {
  std::uint32_t tag;
  std::string_view bytes;
};

constexpr std::uint32_t tag_of(char const (&name)[5]) noexcept {
  std::uint32_t tag = 0;
  for (int i = 3; i >= 0; --i) tag = tag << 8U | static_cast<unsigned char>(name[i]);
  return tag;
}

/// The sections of a file whose frame and checksums are right, and which do not overlap.
std::vector<snapshot_section> sections_of(host_threads const& threads, std::string_view file,
                                          snapshot_kind kind);

/// Finds sections by their tags, each once.
class section_finder {
 public:
  explicit section_finder(std::vector<snapshot_section> sections) : sections_(std::move(sections)) {}

  std::string_view find(std::uint32_t tag) {
    for (auto const& one : sections_) {
      if (one.tag != tag) continue;
      ++found_;
      return one.bytes;
    }
    throw spoilt_snapshot{"a section of the snapshot is missing"};
  }

  /// `take(field_reader&)` takes all that stands in a section.
  template <class F>
  void take_fields(char const (&tag)[5], F const& take) {
    field_reader in(find(tag_of(tag)));
    take(in);
    if (!in.at_end()) throw spoilt_snapshot{"a section of the snapshot is longer than what stands in it"};
  }

  void check_all_found() const {
    if (found_ != sections_.size())
      throw spoilt_snapshot{"the snapshot has sections that this version does not know"};
  }

 private:
  std::vector<snapshot_section> sections_;
  std::size_t found_ = 0;
};

/// Header, table and sections as a file.
void write_snapshot(host_threads const& threads, std::string const& path, snapshot_kind kind,
                    std::vector<snapshot_section> const& sections);

/// All of a file, mapped where it is long.
struct file_bytes {
  std::string_view bytes;
  std::shared_ptr<void const> keep;  // what keeps them
};

file_bytes bytes_of_file(std::string const& path);

}  // namespace gsta::io::detail
