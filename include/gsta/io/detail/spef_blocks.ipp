#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/io/detail/reader_memory.hpp"
#include "gsta/io/detail/spef_nodes.hpp"
#include "gsta/io/detail/spef_state.ipp"

/// Nets of SPEF in parallel. What is read here is what nearly all files are made of, and it is read as the
/// grammar reads it; the grammar alone knows the rest, and all errors: whatever is unknown here, or wrong,
/// makes `read` say false, and the whole file is the grammar's.
namespace gsta::io::detail {

/// Reads a run of *D_NET blocks.
class spef_block_reader {
 public:
  spef_block_reader(spef_state const& header, std::string_view blocks, std::uint32_t line,
                    reader_memory& memory)
      : header_(header),
        at_(blocks.data()),
        end_(blocks.data() + blocks.size()),
        line_begin_(at_),
        line_(line),
        memory_(memory),
        nodes_(header.names) {}

  /// `goes_on(bytes)` is asked behind each net, with the bytes that it had from the name map.
  template <class GoesOn>
  bool read(GoesOn const& goes_on) {
    while (at_ != end_) {
      std::size_t const before = mapped_bytes;
      if (!read_net() || !goes_on(mapped_bytes - before)) return false;
    }
    return true;
  }

  std::vector<model::wire_net> nets;
  std::size_t triples = 0, mapped_bytes = 0;
  model::wire_location first_triple;

 private:
  struct pin_entry {
    void const* pin;
    bool is_port;
    model::direction direction;
    model::wire_location at;
  };
  struct part_entry {
    void const *a, *b;
    float value;
    model::wire_location at;
  };

  bool read_net() {
    if (next_word() != "*D_NET") return false;
    skip_blanks();
    auto const at = place();
    std::string_view const net = next_word();
    if (!is_reference(net)) return false;
    nodes_.begin_net();
    auto const* const name = find_node(net);
    float total = 0;
    skip_blanks();
    if (name == nullptr || !read_value(next_word(), header_.to_ff, total)) return false;
    pins_.clear();
    capacitors_.clear();
    resistors_.clear();
    for (;;) {
      skip_blanks();
      auto const keyword = next_word();
      bool fits = false;
      if (keyword == "*CONN") {
        fits = read_pins();
      } else if (keyword == "*CAP") {
        fits = read_capacitors();
      } else if (keyword == "*RES") {
        fits = read_resistors();
      } else if (keyword == "*END") {
        break;
      }
      if (!fits) return false;
    }
    skip_blanks();
    keep_net(std::string(model::name::shared(name)), total, at);
    return true;
  }

  bool read_pins() {
    for (;;) {
      skip_blanks();
      auto const* const start = at_;
      auto const mark = next_word();
      if (mark != "*I" && mark != "*P") {
        at_ = start;
        if (mark == "*N" || mark == "*C" || mark == "*L" || mark == "*D" || mark == "*S") {
          if (mark != "*N" && pins_.empty()) return false;
          next_word();
          if (!skip_attributes()) return false;
          continue;
        }
        return true;
      }
      skip_blanks();
      auto const at = place();
      auto const pin = next_word();
      if (!is_reference(pin)) return false;
      skip_blanks();
      auto const way = next_word();
      using enum model::direction;
      if (way != "I" && way != "O" && way != "B") return false;
      auto const* const name = find_node(pin);
      if (name == nullptr) return false;
      pins_.push_back({name, mark == "*P", way == "I" ? input : way == "O" ? output : inout, at});
      if (!skip_attributes()) return false;
    }
  }

  /// Words up to the next one with a star.
  bool skip_attributes() {
    for (;;) {
      skip_blanks();
      if (at_ == end_ || *at_ == '"') return false;
      if (*at_ == '*') return true;
      next_word();
    }
  }

  bool read_capacitors() {
    while (next_entry()) {
      auto const at = place();
      auto const node = next_word();
      if (!is_reference(node)) return false;
      skip_blanks();
      auto const third = next_word();
      while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
      bool const ends = at_ == end_ || is_blank(*at_) || *at_ == '*';
      bool const coupled = !ends && !(*at_ == '/' && at_ + 1 != end_ && at_[1] == '/');
      auto const value = coupled ? next_word() : third;
      part_entry made{find_node(node), nullptr, 0, at};
      if (made.a == nullptr || third.empty() || !read_value(value, header_.to_ff, made.value)) return false;
      if (coupled) {
        if (!is_reference(third)) return false;
        made.b = find_node(third);
        if (made.b == nullptr) return false;
        made.value = header_.coupling_factor * made.value;
      }
      capacitors_.push_back(made);
    }
    return true;
  }

  bool read_resistors() {
    while (next_entry()) {
      auto const at = place();
      auto const a = next_word();
      skip_blanks();
      auto const b = next_word();
      skip_blanks();
      part_entry made{nullptr, nullptr, 0, at};
      if (!is_reference(a) || !is_reference(b) || !read_value(next_word(), header_.to_kohm, made.value))
        return false;
      made.a = find_node(a);
      made.b = find_node(b);
      if (made.a == nullptr || made.b == nullptr) return false;
      resistors_.push_back(made);
    }
    return true;
  }

  /// Goes behind the number of an entry and the blanks there; stays where there is none.
  bool next_entry() {
    skip_blanks();
    auto const* at = at_;
    while (at != end_ && is_digit(*at)) ++at;
    if (at == at_ || (at != end_ && !is_blank(*at))) return false;
    at_ = at;
    skip_blanks();
    return true;
  }

  static bool is_reference(std::string_view word) noexcept {
    return !word.empty() && (word.front() != '*' || (word.size() > 1 && is_digit(word[1])));
  }

  void const* find_node(std::string_view reference) {
    auto const* const found = nodes_.find(reference, memory_.pool());
    if (found == nullptr) return nullptr;
    mapped_bytes += found->mapped_bytes;
    return found->name;
  }

  /// A number as `to_number` reads it; of few digits, in fewer steps with the same bits: both sides of the
  /// fraction are doubles without an error then.
  static bool read_number(std::string_view word, double& value) noexcept {
    static constexpr double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    if (word.size() > 16) return to_number(word, value);
    std::int64_t digits = 0;
    std::size_t point = word.size();
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (is_digit(word[i])) {
        digits = digits * 10 + (word[i] - '0');
      } else if (word[i] == '.' && point == word.size() && i > 0) {
        point = i;
      } else {
        return to_number(word, value);
      }
    }
    if (point == 0 || point + 1 == word.size() || word.size() == 16) return to_number(word, value);
    value = static_cast<double>(digits) / powers[point == word.size() ? 0 : word.size() - point - 1];
    return true;
  }

  /// As `spef_state::value`; false where that would throw.
  bool read_value(std::string_view word, double scale, float& into) {
    double number = 0;
    if (word.empty() || word.front() == '*') return false;
    if (!read_number(word, number) && !read_triple(word, number)) return false;
    into = static_cast<float>(number * scale);
    return number >= 0 && std::isfinite(into);
  }

  bool read_triple(std::string_view word, double& number) {
    auto const first = word.find(':'), second = first == word.npos ? first : word.find(':', first + 1);
    double best = 0, worst = 0;
    if (second == word.npos || !to_number(word.substr(0, first), best) ||
        !to_number(word.substr(second + 1), worst) ||
        !to_number(word.substr(first + 1, second - first - 1), number))
      return false;
    if (triples++ == 0) first_triple = place_of(word.data());
    return true;
  }

  void keep_net(std::string name, float total, model::wire_location at) {
    auto& pool = memory_.pool();
    auto& made = nets.emplace_back(model::wire_net{
        std::move(name), total, std::pmr::vector<model::wire_connection>(&pool),
        std::pmr::vector<model::capacitor>(&pool), std::pmr::vector<model::resistor>(&pool), at});
    made.connections.reserve(pins_.size());
    for (auto const& p : pins_)
      made.connections.push_back({model::name::shared(p.pin), p.is_port, p.direction, p.at});
    made.capacitors.reserve(capacitors_.size());
    for (auto const& c : capacitors_)
      made.capacitors.push_back({model::name::shared(c.a), model::name::shared(c.b), c.value, c.at});
    made.resistors.reserve(resistors_.size());
    for (auto const& r : resistors_)
      made.resistors.push_back({model::name::shared(r.a), model::name::shared(r.b), r.value, r.at});
  }

  model::wire_location place_of(char const* at) const noexcept {
    return {line_, static_cast<std::uint32_t>(at - line_begin_ + 1)};
  }
  model::wire_location place() const noexcept { return place_of(at_); }

  void skip_blanks() noexcept {
    for (; at_ != end_; ++at_) {
      if (*at_ == '\n') {
        ++line_;
        line_begin_ = at_ + 1;
      } else if (*at_ == '/' && at_ + 1 != end_ && at_[1] == '/') {
        at_ = std::find(at_, end_, '\n') - 1;
      } else if (!is_blank(*at_)) {
        return;
      }
    }
  }

  /// Up to the next blank; empty at the end.
  std::string_view next_word() noexcept {
    auto const* const begin = at_;
    while (at_ != end_ && (static_cast<unsigned char>(*at_) > ' ' || !is_blank(*at_))) ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }

  spef_state const& header_;
  char const *at_, *end_, *line_begin_;
  std::uint32_t line_;
  reader_memory& memory_;
  spef_nodes nodes_;
  std::vector<pin_entry> pins_;
  std::vector<part_entry> capacitors_, resistors_;
};

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
