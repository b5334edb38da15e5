// SPEF that is read while it is unpacked.

#include "gsta/io/spef_stream.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "gsta/io/source.hpp"
#include "gsta/io/spef.hpp"
#include "src/io/input_file.hpp"
#include "src/io/read_limit.hpp"
#include "src/io/spef_files.hpp"
#include "src/io/spef_runs.hpp"
#include "src/io/spef_state.hpp"
#include "src/io/text.hpp"
#include "src/io/unpacker.hpp"

namespace gsta::io::detail {
namespace {

/// A text that grows without being copied or filled with zeros, in pages of its own: what it is given back
/// goes to the system, whatever thread it came from.
class text_pages {
 public:
  text_pages() = default;
  text_pages(text_pages&& other) noexcept { swap(other); }
  text_pages& operator=(text_pages&& other) noexcept {
    swap(other);
    return *this;
  }
  ~text_pages() {
    if (data_ != nullptr) munmap(data_, room_);
  }

  std::string_view view() const noexcept { return {data_, size_}; }
  std::size_t size() const noexcept { return size_; }
  bool has_room() const noexcept { return room_ > 0; }

  /// Where up to `most` bytes may be written, of which `add` then says how many there are. Throws:
  /// std::bad_alloc.
  char* more(std::size_t most) {
    if (size_ + most > room_) grow(size_ + most);
    return data_ + size_;
  }
  void add(std::size_t bytes) noexcept { size_ += bytes; }
  void shorten(std::size_t size) noexcept { size_ = size; }
  void assign(std::string_view text) {
    size_ = 0;
    std::memcpy(more(text.size()), text.data(), text.size());
    add(text.size());
  }

 private:
  void swap(text_pages& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }
  void grow(std::size_t wanted) {
    constexpr std::size_t some = std::size_t{1} << 16U;
    auto const room = (std::max(wanted, room_ + room_ / 2) + some - 1) / some * some;
    void* const pages = data_ == nullptr
                            ? mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                            : mremap(data_, room_, room, MREMAP_MAYMOVE);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<char*>(pages);
    room_ = room;
  }

  char* data_ = nullptr;
  std::size_t size_ = 0, room_ = 0;
};

/// How far a file is unpacked before its nets are read.
struct spef_steps {
  std::size_t bytes = load_step;  ///< of text at once; as `load` does, so that both see the same limits
  std::size_t most_waiting = 32;  ///< pieces
};

/// gzip of SPEF that a thread unpacks, for others that read it by pieces of whole nets. Whatever is wrong
/// with it, or with what they read, makes it fail without a word: who loads the file as a whole then finds
/// the same, and says so.
class spef_unpacking {
 public:
  /// The header and a net or more, then nets; the first of all begins in `line`.
  struct piece {
    text_pages text{};
    std::size_t line = 0, file_bytes = 0;  ///< with all in front of it
    std::uint64_t packed = 0;              ///< bytes of the file that it took
    std::size_t index = 0;                 ///< the how manieth
  };

  spef_unpacking(std::string path, load_options const& options, spef_steps const& steps)
      : path_(std::move(path)), limit_(options), steps_(steps), thread_([this] { unpack_all(); }) {}
  ~spef_unpacking() {
    fail();
    thread_.join();
  }
  spef_unpacking(spef_unpacking const&) = delete;
  spef_unpacking& operator=(spef_unpacking const&) = delete;

  /// Waits for a piece, which any thread may take; false at the end, and where something failed.
  bool take(piece& into) {
    std::unique_lock lock(mutex_);
    if (into.text.has_room() && free_.size() < steps_.most_waiting) free_.push_back(std::move(into.text));
    changed_.wait(lock, [this] { return !waiting_.empty() || is_over_ || has_failed_; });
    if (has_failed_ || waiting_.empty()) return false;
    into = std::move(waiting_.front());
    waiting_.pop_front();
    has_room_.notify_one();
    return true;
  }

  /// Nobody gets anything any more.
  void fail() {
    std::lock_guard const lock(mutex_);
    has_failed_ = true;
    changed_.notify_all();
    has_room_.notify_all();
  }
  /// Whether all was handed out, and well.
  bool is_read() {
    std::lock_guard const lock(mutex_);
    return is_over_ && !has_failed_;
  }

 private:
  void unpack_all() noexcept try {
    input_file file(path_);
    unpacker from(file);
    if (!from.is_gzip()) return fail();  // another one since
    text_pages text;
    while (unpack_step(from, text)) {
      if (auto const end = end_of_nets(text.view()); end > 0) {
        text_pages rest = empty_text();
        rest.assign(text.view().substr(end));
        text.shorten(end);
        if (!hand_out(text, from)) return;
        text = std::move(rest);
      }
      searched_ = text.size();
    }
    if (!hand_out(text, from)) return;
    std::lock_guard const lock(mutex_);
    is_over_ = true;
    changed_.notify_all();
  } catch (...) {
    fail();
  }

  /// One step more behind `text`; false at the end. Throws as `load`, but for a NUL byte nothing that says
  /// so.
  bool unpack_step(unpacker& from, text_pages& text) {
    char* const into = text.more(steps_.bytes);
    auto const got = from.read(into, steps_.bytes);
    if (got == 0) return false;
    text.add(got);
    if (std::memchr(into, '\0', got) != nullptr) throw input_error(path_, 0, 0, "");
    file_bytes_ += got;
    limit_.check(path_, file_bytes_);
    read_limit::check_ratio(path_, file_bytes_, from.consumed());
    return true;
  }

  /// Where the last net begins, of which the end is not there yet; 0 where none but the first one is seen.
  std::size_t end_of_nets(std::string_view text) {
    constexpr auto start = spef_runs::block_start;
    auto const from = searched_ - std::min(searched_, start.size() - 1);
    auto const last = text.substr(from).rfind(start);
    if (last == text.npos) return 0;
    auto const end = from + last + 1;
    if (first_net_ == 0) first_net_ = from + text.substr(from).find(start) + 1;
    return pieces_ == 0 && end == first_net_ ? 0 : end;
  }

  text_pages empty_text() {
    std::lock_guard const lock(mutex_);
    text_pages one;
    if (!free_.empty()) {
      one = std::move(free_.back());
      free_.pop_back();
    }
    return one;
  }

  /// Waits for room; false where nobody wants it any more.
  bool hand_out(text_pages& text, unpacker const& from) {
    auto const all = text.view();
    auto const lines = count_lines(all);
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [this] { return waiting_.size() < steps_.most_waiting || has_failed_; });
    if (has_failed_) return false;
    waiting_.push_back({std::move(text), line_, file_bytes_, from.consumed() - packed_, pieces_++});
    line_ += lines;
    packed_ = from.consumed();
    changed_.notify_one();
    return true;
  }

  std::string const path_;
  read_limit const limit_;
  spef_steps const steps_;
  // The thread's own.
  std::size_t file_bytes_ = 0, line_ = 1, searched_ = 0, first_net_ = 0, pieces_ = 0;
  std::uint64_t packed_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_, has_room_;
  bool is_over_ = false, has_failed_ = false;
  std::deque<piece> waiting_;
  std::vector<text_pages> free_;  // to be filled again
  std::thread thread_;            // last: it uses the above
};

/// Nets as they are unpacked; nothing where the file has to be loaded as a whole.
std::optional<model::parasitics> read_spef_unpacked(host_threads const& threads, std::string const& name,
                                                    spef_unpacking& from, model::diagnostics& seen,
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
bool is_long_file(std::string const& path) {
  constexpr std::uintmax_t least = std::uintmax_t{8} << 20U;
  std::error_code no_matter;
  // What may never end is not waited for before its turn; it has no size either.
  return descriptor_of(path) < 0 && std::filesystem::is_regular_file(path, no_matter) &&
         std::filesystem::file_size(path, no_matter) >= least && !no_matter;
}

bool begins_as_gzip(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  return file.get() == 0x1f && file.get() == 0x8b;
}

}  // namespace

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

model::parasitics read_spef_by_steps(host_threads const& threads, std::string const& path, std::size_t bytes,
                                     model::diagnostics& seen, spef_options const& options,
                                     bool& is_unpacked) {
  {
    spef_unpacking unpacking(path, {}, {bytes, 2});
    auto all = read_spef_unpacked(threads, path, unpacking, seen, options);
    is_unpacked = all.has_value();
    if (all) return std::move(*all);
  }
  return read_spef_plainly(load(path, {}), seen, options);
}

}  // namespace gsta::io::detail

namespace gsta::io {

spef_stream::spef_stream(std::string path, load_options const& options)
    : state_(std::make_unique<detail::spef_stream_state>(std::move(path), options)) {}
spef_stream::spef_stream(spef_stream&&) noexcept = default;
spef_stream& spef_stream::operator=(spef_stream&&) noexcept = default;
spef_stream::~spef_stream() = default;

std::string const& spef_stream::name() const noexcept { return state_->path(); }
std::uint64_t spef_stream::size() const { return state_->size(); }

model::parasitics read_spef(host_threads const& threads, spef_stream file, model::diagnostics& seen,
                            spef_options const& options) {
  detail::require_coupling_factor(options);
  return file.state_->read(threads, seen, options);
}

}  // namespace gsta::io
