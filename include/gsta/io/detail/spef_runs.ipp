#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/io/detail/spef_block_reader.ipp"

namespace gsta::io::detail {

/// What a piece of a file held.
struct spef_run {
  std::vector<model::wire_net> nets{};
  std::size_t triples = 0;
  model::wire_location first_triple{};
  std::shared_ptr<reader_memory> memory{};  ///< of the nets
};

/// All before the first net, by the grammar.
void read_spef_header(source const& file, std::string_view header, spef_state& state);

/// Reads pieces of a file, any thread one at a time, and joins what they held.
class spef_runs {
 public:
  /// A reader's memory begins with so many bytes.
  spef_runs(spef_state& state, std::size_t bytes) : state_(state), memories_(bytes) {}

  /// Of the text that starts at `block`, the header; false where that, or the first net's name, is for the
  /// grammar. Throws input_error where the header is wrong.
  bool begin(std::size_t block) {
    auto const text = state_.file.text();
    read_spef_header(state_.file, text.substr(0, block), state_);
    auto const name = text.find_first_not_of(" \t\n\r\f\v", block + block_start.size() - 1);
    if (name == text.npos || text[name] == '/') return false;
    state_.settle_names(text.substr(name, 1));
    spent_ = state_.names.spent();
    return true;
  }

  /// Does nothing where another piece was none that can be read so. Of the file there are at least so many
  /// bytes.
  void read(std::string_view text, std::size_t line, std::size_t file_bytes, spef_run& into) {
    if (has_failed_) return;
    auto memory = memories_.take();
    auto const room = memory->room();
    spef_block_reader reader(state_, text, static_cast<std::uint32_t>(line), *memory);
    reader.nets.reserve(16 + text.size() / bytes_of_net_ * 9 / 8);  // as many as others had, and some more
    bool const is_read = reader.read([&](std::size_t mapped) {
      return mapped == 0 || spef_names::allows(spent_.fetch_add(mapped) + mapped, file_bytes);
    });
    if (!is_read) has_failed_ = true;
    into.nets = std::move(reader.nets);
    into.triples = reader.triples;
    into.first_triple = reader.first_triple;
    bytes_of_net_ = bytes_of_net(text, into);
    into.memory = memory;
    // One that may not hold such a piece more is done: `spent_wires` gives back one after the other.
    if (auto const left = memory->room(); 2 * left > room) memories_.give_back(std::move(memory));
  }
  bool has_failed() const noexcept { return has_failed_; }

  /// Moves all to the state's result, in the order of the runs.
  template <class Runs>
  void join(Runs& runs) {
    std::size_t count = 0;
    for (spef_run const& one : runs) count += one.nets.size();
    reserve(count);
    for (spef_run& one : runs) join_next(one);
  }
  /// How long a piece's nets are on the average, for what others will need; some hundred bytes at least.
  static std::size_t bytes_of_net(std::string_view text, spef_run const& read) noexcept {
    constexpr std::size_t least = 256;
    return std::max(least, text.size() / std::max<std::size_t>(1, read.nets.size()));
  }
  /// The same one by one: room for so many nets, and each run. No thread may do so beside another one; others
  /// may read meanwhile.
  void reserve(std::size_t count) {
    auto& all = state_.result;
    all.nets.reserve(count);
    gsta::prefer_large_pages(all.nets.data(), count * sizeof(model::wire_net));
    all.net_index.reserve(count);
  }
  void join_next(spef_run& one) {
    auto& all = state_.result;
    all.memory.keep(one.memory, &one.memory->pool());
    if (one.triples > 0) state_.count(spef_unused::triple, one.first_triple, one.triples);
    for (auto& net : one.nets) {
      auto const at = net.at;
      if (!all.add(std::move(net))) state_.count(spef_unused::repeated_net, at, 1);
    }
    std::vector<model::wire_net>().swap(one.nets);  // `= {}` would keep the memory
  }

  /// Where a net begins at the beginning of a line.
  static constexpr std::string_view block_start = "\n*D_NET ";

 private:
  spef_state& state_;
  reader_memories memories_;
  std::atomic<std::size_t> spent_{0};            // of what the name map may give
  std::atomic<std::size_t> bytes_of_net_{4096};  // in the piece that was read last
  std::atomic<bool> has_failed_{false};
};

}  // namespace gsta::io::detail
