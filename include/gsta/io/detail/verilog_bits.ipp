#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/io/detail/verilog_constant.ipp"
#include "gsta/io/detail/verilog_module.hpp"

namespace gsta::io::detail {

/// What an expression has in the place of one of the module's bits.
inline constexpr verilog_index bit_of_zero = ~verilog_index{0}, bit_of_one = ~verilog_index{1},
                               bit_of_nothing = ~verilog_index{2};

inline bool is_net_bit(verilog_index bit) noexcept { return bit < bit_of_nothing; }

inline std::string_view constant_text(verilog_module const& m, verilog_term const& term) noexcept {
  return m.file->text().substr(term.offset, term.what);
}

/// How wide an expression is. Throws where it is wider than any vector may be.
GSTA_INLINE std::uint32_t width_of(verilog_module const& m, verilog_expression e) {
  if (e.is_net()) return m.has_vectors ? m.signals[e.net()].width() : 1;
  std::uint64_t width = 0;
  for (auto i = e.first; i < e.last; ++i) {
    auto const& term = m.terms[i];
    switch (term.kind) {
      case verilog_term_kind::net:
        width += m.signals[term.what].width();
        break;
      case verilog_term_kind::bit:
        width += 1;
        break;
      case verilog_term_kind::part:
        width += verilog_range{term.from, term.to}.width();
        break;
      case verilog_term_kind::constant:
        width += split_constant(*m.file, constant_text(m, term)).width;
        break;
      case verilog_term_kind::repeat:
        width += std::uint64_t{term.what} * width_of(m, {i + 1, term.end});
        i = term.end - 1;
    }
    if (width > widest_verilog_vector)
      fail(*m.file, term.offset, "an expression of a million bits is too wide");
  }
  return static_cast<std::uint32_t>(width);
}

/// A constant of no stated width fits wherever it stands.
GSTA_INLINE bool is_unsized(verilog_module const& m, verilog_expression e) {
  if (e.is_net() || e.last - e.first != 1) return false;
  auto const& term = m.terms[e.first];
  return term.kind == verilog_term_kind::constant &&
         !split_constant(*m.file, constant_text(m, term)).has_size;
}

GSTA_INLINE void append_constant(verilog_module const& m, verilog_term const& term,
                                 std::vector<verilog_index>& bits) {
  for (char const c : constant_bits(*m.file, constant_text(m, term))) {
    bits.push_back(c == '0' ? bit_of_zero : c == '1' ? bit_of_one : bit_of_nothing);
  }
}

/// Appends bits of a signal, from one to another that both count from its left.
GSTA_INLINE void append_signal(verilog_signal const& signal, std::uint32_t first, std::uint32_t last,
                               std::vector<verilog_index>& bits) {
  for (auto k = first; k != last; k < last ? ++k : --k) bits.push_back(signal.first_bit + k);
  bits.push_back(signal.first_bit + last);
}

GSTA_INLINE void append_net(verilog_signal const& signal, std::vector<verilog_index>& bits) {
  append_signal(signal, signal.is_bus ? signal.position_of(signal.range.from) : 0,
                signal.is_bus ? signal.position_of(signal.range.to) : 0, bits);
}

/// Appends the bits of an expression, left to right.
GSTA_INLINE void append_bits(verilog_module const& m, verilog_expression e,
                             std::vector<verilog_index>& bits) {
  if (e.is_net()) return append_net(m.signals[e.net()], bits);
  for (auto i = e.first; i < e.last; ++i) {
    auto const& term = m.terms[i];
    if (term.kind == verilog_term_kind::constant) {
      append_constant(m, term, bits);
    } else if (term.kind == verilog_term_kind::repeat) {
      auto const start = bits.size();
      append_bits(m, {i + 1, term.end}, bits);
      auto const length = bits.size() - start;
      for (std::size_t k = length; k < std::size_t{term.what} * length; ++k)
        bits.push_back(bits[start + k - length]);
      i = term.end - 1;
    } else if (auto const& signal = m.signals[term.what];
               term.kind == verilog_term_kind::net || !signal.is_bus) {
      append_net(signal, bits);
    } else {
      append_signal(signal, signal.position_of(term.from), signal.position_of(term.to), bits);
    }
  }
}

/// Makes an expression as wide as what it meets, at the left, as Verilog does.
GSTA_INLINE void fit_bits(std::vector<verilog_index>& bits, std::size_t width, verilog_index filler) {
  if (bits.size() > width) {
    bits.erase(bits.begin(), bits.end() - static_cast<std::ptrdiff_t>(width));
  } else {
    bits.insert(bits.begin(), width - bits.size(), filler);
  }
}

}  // namespace gsta::io::detail
