#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/source.ipp"
#include "gsta/io/detail/spef_runs.ipp"
#include "gsta/io/detail/text_pages.hpp"

namespace gsta::io::detail {

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

}  // namespace gsta::io::detail
