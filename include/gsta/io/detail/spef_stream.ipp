#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <future>
#include <optional>
#include <system_error>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/source.ipp"
#include "gsta/io/detail/spef.ipp"
#include "gsta/io/detail/spef_unpacking.ipp"
#include "gsta/io/spef_stream.hpp"

namespace gsta::io {
namespace detail {

/// Nets as they are unpacked; nothing where the file has to be loaded as a whole.
GSTA_INLINE std::optional<model::parasitics> read_spef_unpacked(host_threads const& threads,
                                                                std::string const& name, spef_unpacking& from,
                                                                model::diagnostics& seen,
                                                                spef_options const& options) {
  spef_unpacking::piece first;
  if (!from.take(first)) return {};
  auto const file = source_access::from_memory(name, {}, first.text.view(), false);
  spef_state state(file, options);
  spef_runs runs(state, 0);
  try {
    runs.read_from_start(file.text());
  } catch (input_error const&) {
    return {};  // of what is there so far
  }
  if (!state.names.settled()) return {};
  auto const count = [&](std::uint64_t packed) {
    if (options.progress != nullptr) options.progress->fetch_add(packed, std::memory_order_relaxed);
  };
  count(first.packed);
  threads.for_each_piece(threads.count(), [&](std::size_t) {
    spef_unpacking::piece one;
    while (from.take(one)) {
      auto const piece = source_access::from_memory(name, {}, one.text.view(), false);
      runs.read_nets({piece, piece.text(), static_cast<std::uint32_t>(one.line), one.file_bytes},
                     one.index - 1);
      if (runs.has_failed()) return from.fail();
      count(one.packed);
    }
  });
  if (!from.is_read() || !runs.finish()) return {};
  return state.take(seen);
}

/// Whether something can be won by a thread for the file.
GSTA_INLINE bool is_long_file(std::string const& path) {
  constexpr std::uintmax_t least = std::uintmax_t{8} << 20U;
  std::error_code no_matter;
  // What may never end is not waited for before its turn; it has no size either.
  return descriptor_of(path) < 0 && std::filesystem::is_regular_file(path, no_matter) &&
         std::filesystem::file_size(path, no_matter) >= least && !no_matter;
}

GSTA_INLINE bool begins_as_gzip(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  return file.get() == 0x1f && file.get() == 0x8b;
}

/// What a stream is: a file that is unpacked, or one that is loaded.
class spef_stream_state {
 public:
  spef_stream_state(std::string path, load_options const& options)
      : path_(std::move(path)), options_(options) {
    auto const load_it = [this] { return load(path_, options_); };
    if (is_long_file(path_)) try {
        if (begins_as_gzip(path_))
          unpacking_.emplace(path_, options_, spef_steps{});
        else
          loading_ = std::async(std::launch::async, load_it);
      } catch (std::system_error const&) {
        // No thread for it: it is loaded in its turn.
      }
    if (!unpacking_ && !loading_.valid()) loading_ = std::async(std::launch::deferred, load_it);
  }
  spef_stream_state(spef_stream_state const&) = delete;
  spef_stream_state& operator=(spef_stream_state const&) = delete;

  std::string const& path() const noexcept { return path_; }
  std::uint64_t size() {
    std::error_code no_matter;
    if (unpacking_) return static_cast<std::uint64_t>(std::filesystem::file_size(path_, no_matter));
    return text().text().size();
  }

  model::parasitics read(host_threads const& threads, model::diagnostics& seen, spef_options const& options) {
    if (!unpacking_) return read_spef(threads, text(), seen, options);
    if (auto all = read_spef_unpacked(threads, path_, *unpacking_, seen, options)) return std::move(*all);
    unpacking_.reset();
    return read_spef_plainly(load(path_, options_), seen, options);
  }

 private:
  source const& text() {
    if (loading_.valid()) text_ = loading_.get();
    return text_.value();
  }

  std::string const path_;
  load_options const options_;
  std::optional<source> text_;
  std::optional<spef_unpacking> unpacking_;
  std::future<source> loading_;  // last: its thread uses the above
};

/// For tests, which have no long files: in steps of so many bytes of text, few of them ahead; and whether it
/// was not loaded as a whole.
GSTA_INLINE model::parasitics read_spef_by_steps(host_threads const& threads, std::string const& path,
                                                 std::size_t bytes, model::diagnostics& seen,
                                                 spef_options const& options, bool& is_unpacked) {
  {
    spef_unpacking unpacking(path, {}, {bytes, 2});
    auto all = read_spef_unpacked(threads, path, unpacking, seen, options);
    is_unpacked = all.has_value();
    if (all) return std::move(*all);
  }
  return read_spef_plainly(load(path, {}), seen, options);
}

}  // namespace detail

GSTA_INLINE spef_stream::spef_stream(std::string path, load_options const& options)
    : state_(std::make_unique<detail::spef_stream_state>(std::move(path), options)) {}
GSTA_INLINE spef_stream::spef_stream(spef_stream&&) noexcept = default;
GSTA_INLINE spef_stream& spef_stream::operator=(spef_stream&&) noexcept = default;
GSTA_INLINE spef_stream::~spef_stream() = default;

GSTA_INLINE std::string const& spef_stream::name() const noexcept { return state_->path(); }
GSTA_INLINE std::uint64_t spef_stream::size() const { return state_->size(); }

GSTA_INLINE model::parasitics read_spef(host_threads const& threads, spef_stream file,
                                        model::diagnostics& seen, spef_options const& options) {
  detail::require_coupling_factor(options);
  return file.state_->read(threads, seen, options);
}

}  // namespace gsta::io
