#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string_view>
#include <utility>
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
        runs_(state, std::min(text_.size() + 1024, std::size_t{8} << 20U)) {}

  /// False where the grammar has to read the file; `state` is no good then.
  bool read() {
    auto const first = next_block(0);
    if (first == text_.size() || !runs_.begin(first)) return false;
    cut(first);
    count_lines(first);
    threads_.for_each_piece(pieces_.size(), [&](std::size_t i) { read_piece(pieces_[i]); });
    if (runs_.has_failed()) return false;
    runs_.join(pieces_);
    return true;
  }

 private:
  struct piece : spef_run {
    explicit piece(std::string_view of) : text(of) {}
    std::string_view text;
    std::size_t line = 0;  ///< newlines in it, then the first line
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

  void count_lines(std::size_t first) {
    threads_.for_each_piece(pieces_.size(), [&](std::size_t i) {
      auto const text = pieces_[i].text;
      pieces_[i].line = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
      source_access::release(file_, text);
    });
    std::size_t line = state_.cursor.locate(first).line;
    for (auto& one : pieces_) line += std::exchange(one.line, line);
  }

  void read_piece(piece& one) {
    if (runs_.has_failed()) return;
    runs_.read(one.text, one.line, text_.size(), one);
    source_access::release(file_, one.text);
    if (progress_ != nullptr) progress_->fetch_add(one.text.size(), std::memory_order_relaxed);
  }

  host_threads const& threads_;
  source const& file_;
  std::string_view text_;
  spef_state& state_;
  std::atomic<std::uint64_t>* progress_;
  std::size_t piece_bytes_;
  spef_runs runs_;
  std::vector<piece> pieces_;
};

}  // namespace gsta::io::detail
