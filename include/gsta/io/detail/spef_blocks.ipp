#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/io/detail/spef_block_reader.ipp"

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
        memories_(std::min(text_.size() + 1024, std::size_t{8} << 20U)) {}

  /// False where the grammar has to read the file; `state` is no good then.
  bool read() {
    auto const first = next_block(0);
    if (first == text_.size()) return false;
    read_header(text_.substr(0, first));
    auto const name = text_.find_first_not_of(" \t\n\r\f\v", first + block_start.size() - 1);
    if (name == text_.npos || text_[name] == '/') return false;
    state_.settle_names(text_.substr(name, 1));
    cut(first);
    count_lines(first);
    threads_.for_each_piece(pieces_.size(), [&](std::size_t i) { read_piece(pieces_[i]); });
    if (has_failed_) return false;
    join();
    return true;
  }

 private:
  static constexpr std::string_view block_start = "\n*D_NET ";
  struct piece {
    std::string_view text;
    std::size_t line = 0;  ///< newlines in it, then the first line
    std::vector<model::wire_net> nets{};
    std::size_t triples = 0;
    model::wire_location first_triple{};
  };

  void read_header(std::string_view header);

  /// Where the next block starts at a line's beginning, or the text's end.
  std::size_t next_block(std::size_t from) const {
    auto const found = text_.find(block_start, from);
    return found == text_.npos ? text_.size() : found + 1;
  }

  void cut(std::size_t first) {
    for (std::size_t begin = first; begin < text_.size();) {
      auto const end = next_block(std::min(begin + piece_bytes_, text_.size()) - 1);
      pieces_.push_back({text_.substr(begin, end - begin)});
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
    if (has_failed_) return;
    auto memory = memories_.take();
    spef_block_reader reader(state_, one.text, static_cast<std::uint32_t>(one.line), *memory);
    bool const is_read = reader.read([&](std::size_t mapped) {
      return mapped == 0 || state_.names.allows(spent_.fetch_add(mapped) + mapped);
    });
    if (!is_read) has_failed_ = true;
    one.nets = std::move(reader.nets);
    one.triples = reader.triples;
    one.first_triple = reader.first_triple;
    source_access::release(file_, one.text);
    if (progress_ != nullptr) progress_->fetch_add(one.text.size(), std::memory_order_relaxed);
    memories_.give_back(std::move(memory));
  }

  void join() {
    std::size_t count = state_.result.nets.size();
    for (auto const& one : pieces_) count += one.nets.size();
    auto& all = state_.result;
    memories_.keep_in(all.memory);
    all.nets.reserve(count);
    gsta::prefer_large_pages(all.nets.data(), count * sizeof(model::wire_net));
    all.net_index.reserve(count);
    for (auto& one : pieces_) {
      if (one.triples > 0) state_.count(spef_unused::triple, one.first_triple, one.triples);
      for (auto& net : one.nets) {
        bool const is_new = all.net_index.insert_or_assign(net.name, all.nets.size()).second;
        if (!is_new) state_.count(spef_unused::repeated_net, net.at, 1);
        all.nets.push_back(std::move(net));
      }
      one.nets = {};
    }
  }

  host_threads const& threads_;
  source const& file_;
  std::string_view text_;
  spef_state& state_;
  std::atomic<std::uint64_t>* progress_;
  std::size_t piece_bytes_;
  std::atomic<std::size_t> spent_{state_.names.spent()};  // of what the name map may give
  std::atomic<bool> has_failed_{false};
  reader_memories memories_;
  std::vector<piece> pieces_;
};

}  // namespace gsta::io::detail
