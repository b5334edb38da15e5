#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/io/detail/spef_runs.ipp"

/// Nets of SPEF in parallel.
namespace gsta::io::detail {

/// A whole file: the header by the grammar, nets by pieces of the text.
class spef_blocks {
 public:
  spef_blocks(host_threads const& threads, source const& file, spef_state& state,
              std::atomic<std::uint64_t>* progress)
      : threads_(threads),
        file_(file),
        text_(file.text()),
        state_(state),
        progress_(progress),
        piece_bytes_(
            std::clamp(text_.size() / (8 * threads.count()), std::size_t{1} << 14U, std::size_t{1} << 21U)),
        runs_(state, std::min(text_.size() + 1024, std::size_t{16} << 20U)) {}

  /// False where the grammar has to read the file; `state` is no good then.
  bool read() {
    auto const first = next_block(0);
    if (first == text_.size() || !runs_.begin(first)) return false;
    cut(first);
    first_line_ = state_.cursor.locate(first).line;
    threads_.for_each_piece(pieces_.size(), [&](std::size_t) { read_next_piece(); });
    if (runs_.has_failed()) return false;
    join_read_pieces();
    return true;
  }

 private:
  struct piece : spef_run {
    explicit piece(std::string_view of) : text(of) {}
    std::string_view text;
    std::uint8_t is_read = 0;
  };

  /// Where the next block starts at a line's beginning, or the text's end.
  std::size_t next_block(std::size_t from) const {
    auto const found = text_.find(spef_runs::block_start, from);
    return found == text_.npos ? text_.size() : found + 1;
  }

  void cut(std::size_t first) {
    for (std::size_t begin = first; begin < text_.size();) {
      auto const end = next_block(std::min(begin + piece_bytes_, text_.size()) - 1);
      pieces_.emplace_back(text_.substr(begin, end - begin));
      begin = end;
    }
  }

  /// Pieces are taken in order, and each counts its lines as soon as it is: so those in front of it have done
  /// so soon, and its text is fetched once.
  void read_next_piece() {
    piece& one = pieces_[taken_.fetch_add(1)];
    auto const index = static_cast<std::size_t>(&one - pieces_.data());
    auto const lines = count_lines(one.text);
    while (counted_.load(std::memory_order_acquire) != index) std::this_thread::yield();
    auto const line = first_line_;
    first_line_ += lines;
    counted_.store(index + 1, std::memory_order_release);
    if (runs_.has_failed()) return;
    runs_.read(one.text, line, text_.size(), one);
    source_access::release(file_, one.text);
    std::atomic_ref(one.is_read).store(1, std::memory_order_release);
    if (progress_ != nullptr) progress_->fetch_add(one.text.size(), std::memory_order_relaxed);
    std::unique_lock const lock(joining_, std::try_to_lock);
    if (lock) join_read_pieces();
  }

  /// Joins pieces in their order, as far as they are read. One thread does so while others go on reading.
  void join_read_pieces() {
    for (; joined_ < pieces_.size() && !runs_.has_failed(); ++joined_) {
      piece& one = pieces_[joined_];
      if (std::atomic_ref(one.is_read).load(std::memory_order_acquire) == 0) return;
      if (joined_ == 0) runs_.reserve(text_.size() / spef_runs::bytes_of_net(one.text, one) * 17 / 16);
      runs_.join_next(one);
    }
  }

  host_threads const& threads_;
  source const& file_;
  std::string_view text_;
  spef_state& state_;
  std::atomic<std::uint64_t>* progress_;
  std::size_t piece_bytes_;
  spef_runs runs_;
  std::vector<piece> pieces_;
  std::atomic<std::size_t> taken_{0}, counted_{0};  // pieces, in order
  std::size_t first_line_ = 0;                      // of the next piece to be counted
  std::mutex joining_;
  std::size_t joined_ = 0;  // pieces
};

}  // namespace gsta::io::detail
