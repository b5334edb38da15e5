#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/host_memory.hpp"
#include "gsta/io/detail/spef_reader.ipp"

namespace gsta::io::detail {

/// Reads a file by pieces, any thread one at a time, and joins what they held in their order.
class spef_runs {
 public:
  /// Of a text of so many bytes; 0: not known yet.
  spef_runs(spef_state& state, std::size_t bytes)
      : state_(state),
        bytes_(bytes),
        memories_(bytes == 0 ? most_memory : std::min(bytes + 1024, most_memory)) {}

  /// From the file's beginning, by this thread alone. Throws: input_error.
  void read_from_start(std::string_view text) {
    spef_run all;
    read({state_.file, text, 1, state_.file.text().size()}, all, [](auto& reader) { reader.read_file(); });
    reserve(all.nets.size());
    join(all);
  }

  /// The piece of that place behind the first net. Does nothing where another one was none that can be read
  /// so.
  void read_nets(spef_piece const& piece, std::size_t place) {
    if (has_failed_) return;
    spef_run made;
    try {
      read(piece, made, [](auto& reader) { reader.read_nets(); });
    } catch (input_error const&) {
      has_failed_ = true;
      return;
    }
    constexpr std::size_t least = 256;
    bytes_of_net_ = std::max(least, piece.text.size() / std::max<std::size_t>(1, made.nets.size()));
    keep(std::move(made), place);
    // One thread joins what there is while others go on reading.
    std::unique_lock const lock(joining_, std::try_to_lock);
    if (lock && bytes_ > 0) join_read();
  }
  bool has_failed() const noexcept { return has_failed_; }

  /// When all pieces are read; false where one was none that can be read so.
  bool finish() {
    if (has_failed_) return false;
    std::size_t left = 0;
    for (auto place = joined_; place < all_.size(); ++place) left += all_[place].nets.size();
    reserve(left);
    join_read();
    return true;
  }

  /// Where a net begins at the beginning of a line.
  static constexpr std::string_view block_start = "\n*D_NET ";

 private:
  template <class Read>
  void read(spef_piece const& piece, spef_run& into, Read const& read_all) {
    into.memory = memories_.take();
    auto const room = into.memory->room();
    into.nets.reserve(16 + piece.text.size() / bytes_of_net_ * 9 / 8);  // as many as others had, and more
    spef_reader reader(piece, state_, spent_, into);
    read_all(reader);
    // One that may not hold such a piece more is done: `spent_wires` gives back one after the other.
    if (auto const left = into.memory->room(); 2 * left > room) memories_.give_back(into.memory);
  }

  void keep(spef_run made, std::size_t place) {
    std::lock_guard const lock(keeping_);
    if (all_.size() <= place) all_.resize(place + 1);
    all_[place] = std::move(made);
  }
  /// The next one in order; null where it is not read yet.
  spef_run* next_read() {
    std::lock_guard const lock(keeping_);
    return joined_ < all_.size() && all_[joined_].memory ? &all_[joined_] : nullptr;
  }
  void join_read() {
    for (spef_run* one = next_read(); one != nullptr; one = next_read()) {
      if (joined_++ == 0) reserve(bytes_ / bytes_of_net_ * 17 / 16);
      join(*one);
    }
  }

  /// Room for so many nets more.
  void reserve(std::size_t count) {
    auto& all = state_.result;
    count += all.nets.size();
    all.nets.reserve(count);
    gsta::prefer_large_pages(all.nets.data(), count * sizeof(model::wire_net));
    all.net_index.reserve(count);
  }
  void join(spef_run& one) {
    auto& all = state_.result;
    all.memory.keep(one.memory, &one.memory->pool());
    state_.unused.add(one.unused);
    for (auto& net : one.nets) {
      auto const at = net.at;
      if (!all.add(std::move(net))) state_.unused.add(spef_unused::repeated_net, at);
    }
    std::vector<model::wire_net>().swap(one.nets);  // `= {}` would keep the memory
  }

  static constexpr std::size_t most_memory = std::size_t{16} << 20U;  // that a reader begins with

  spef_state& state_;
  std::size_t bytes_;
  reader_memories memories_;
  std::atomic<std::size_t> spent_{0};            // of what the name map may give
  std::atomic<std::size_t> bytes_of_net_{4096};  // in the piece that was read last
  std::atomic<bool> has_failed_{false};
  std::mutex joining_, keeping_;
  std::deque<spef_run> all_;  // which moves none as it grows
  std::size_t joined_ = 0;
};

}  // namespace gsta::io::detail
