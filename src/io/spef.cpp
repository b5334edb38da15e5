// Parasitics in SPEF.

#include "gsta/io/spef.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <thread>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/io/source.hpp"
#include "src/io/spef_files.hpp"
#include "src/io/spef_runs.hpp"
#include "src/io/spef_state.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {
namespace {

/// Reads a whole file: the header and the first net, then others by pieces of the text, side by side.
class spef_blocks {
 public:
  spef_blocks(host_threads const& threads, source const& file, spef_state& state,
              std::atomic<std::uint64_t>* progress)
      : threads_(threads),
        file_(file),
        text_(file.text()),
        state_(state),
        progress_(progress),
        runs_(state, text_.size()) {}

  /// False where one reader has to read the file; `state` is no good then. Throws input_error likewise.
  bool read() {
    auto const first = next_block(0), second = next_block(first);
    runs_.read_from_start(text_.substr(0, second));
    count(second - first);
    if (second == text_.size()) return true;
    if (!state_.names.settled()) return false;
    cut(second);
    first_line_ = file_.locate(second).line;
    threads_.for_each_piece(pieces_.size(), [&](std::size_t) { read_next_piece(); });
    return runs_.finish();
  }

 private:
  /// Where the next block starts at a line's beginning, or the text's end.
  std::size_t next_block(std::size_t from) const {
    auto const found = text_.find(spef_runs::block_start, from);
    return found == text_.npos ? text_.size() : found + 1;
  }

  void cut(std::size_t first) {
    auto const bytes =
        std::clamp(text_.size() / (8 * threads_.count()), std::size_t{1} << 14U, std::size_t{1} << 21U);
    for (std::size_t begin = first; begin < text_.size();) {
      auto const end = next_block(std::min(begin + bytes, text_.size()) - 1);
      pieces_.push_back(text_.substr(begin, end - begin));
      begin = end;
    }
  }

  void count(std::size_t bytes) const noexcept {
    if (progress_ != nullptr) progress_->fetch_add(bytes, std::memory_order_relaxed);
  }

  /// Pieces are taken in order, and each counts its lines as soon as it is: so those in front of it have done
  /// so soon, and its text is fetched once.
  void read_next_piece() {
    auto const place = taken_.fetch_add(1);
    auto const text = pieces_[place];
    auto const lines = count_lines(text);
    while (counted_.load(std::memory_order_acquire) != place) std::this_thread::yield();
    auto const line = first_line_;
    first_line_ += lines;
    counted_.store(place + 1, std::memory_order_release);
    runs_.read_nets({file_, text, static_cast<std::uint32_t>(line), text_.size()}, place);
    if (runs_.has_failed()) return;
    source_access::release(file_, text);
    count(text.size());
  }

  host_threads const& threads_;
  source const& file_;
  std::string_view text_;
  spef_state& state_;
  std::atomic<std::uint64_t>* progress_;
  spef_runs runs_;
  std::vector<std::string_view> pieces_;
  std::atomic<std::size_t> taken_{0}, counted_{0};  // pieces, in order
  std::size_t first_line_ = 0;                      // of the next piece to be counted
};

}  // namespace

void require_coupling_factor(spef_options const& options) {
  require(options.coupling_factor >= 0 && options.coupling_factor < 1e6f,
          "read_spef: coupling_factor is not from 0 to a million");
}

model::parasitics read_spef_plainly(source const& file, model::diagnostics& seen,
                                    spef_options const& options) {
  spef_state state(file, options);
  spef_runs(state, file.text().size()).read_from_start(file.text());
  return state.take(seen);
}

}  // namespace gsta::io::detail

namespace gsta::io {

model::parasitics read_spef(host_threads const& threads, source const& file, model::diagnostics& seen,
                            spef_options const& options) {
  detail::require_coupling_factor(options);
  detail::check_text(file);
  try {
    detail::spef_state state(file, options);
    if (detail::spef_blocks(threads, file, state, options.progress).read()) return state.take(seen);
  } catch (input_error const&) {
    // It is thrown again below.
  }
  return detail::read_spef_plainly(file, seen, options);
}

model::parasitics read_spef(source const& file, model::diagnostics& seen, spef_options const& options) {
  return read_spef(host_executor{}, file, seen, options);
}

}  // namespace gsta::io
