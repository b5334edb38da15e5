#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/io/source.hpp"
#include "src/io/verilog_module.hpp"

namespace gsta::io::detail {

/// A vector wider than this is taken for a mistake: the standard asks for no more than 65,536 bits.
inline constexpr std::uint32_t widest_verilog_vector = 1U << 20U;

/// Bits are numbered from minus this to this.
inline constexpr double most_bit_number = 2147483647;

/// Whether a constant has digits x or z; checks all of its text, and does not grow with its width.
bool has_unknown_bits(source const& file, std::string_view text);

/// What an expression has in the place of one of the module's bits.
inline constexpr verilog_index bit_of_zero = ~verilog_index{0}, bit_of_one = ~verilog_index{1},
                               bit_of_nothing = ~verilog_index{2};

inline bool is_net_bit(verilog_index bit) noexcept { return bit < bit_of_nothing; }

/// How wide an expression is. Throws where it is wider than any vector may be.
std::uint32_t width_of(verilog_module const& m, verilog_expression e);

/// A constant of no stated width fits wherever it stands.
bool is_unsized(verilog_module const& m, verilog_expression e);

/// Appends the bits of an expression, left to right.
void append_bits(verilog_module const& m, verilog_expression e, std::vector<verilog_index>& bits);

/// Makes an expression as wide as what it meets, at the left, as Verilog does.
void fit_bits(std::vector<verilog_index>& bits, std::size_t width, verilog_index filler);

}  // namespace gsta::io::detail
