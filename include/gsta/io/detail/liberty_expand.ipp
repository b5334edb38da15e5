#pragma once

#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/liberty_reader.hpp"

namespace gsta::io::detail {

/// A few bytes of text can ask for a million copies of a table, so what buses make is bounded.
GSTA_INLINE void liberty_reader::charge(std::size_t bytes, std::string_view piece) {
  constexpr std::size_t most = std::size_t{1} << 29U;
  expanded_ += bytes;
  if (bytes > most || expanded_ > most) {
    fail_at(piece, "the buses and lists of pins up to here stand for more than 512 MiB of data");
  }
}

/// A range becomes known when it is first asked for.
GSTA_INLINE bit_list const* liberty_reader::bits_of(std::string_view name, statement const& s) {
  if (auto const* const known = names_.find(name)) return known;
  bit_range range;
  if (!is_bit_range(name, range)) return nullptr;
  charge(range.size() * 2 * sizeof(std::string), s.name);
  names_.add(name, bits_named(range.name, range.from, range.to));
  return names_.find(name);
}

/// An expression as it is for one bit: each name of a bus of the same width gives way to its bit at the same
/// position.
GSTA_INLINE std::string liberty_reader::of_bit(std::string_view expression, bit_location bit,
                                               statement const& s) {
  charge(expression.size(), s.name);
  std::string result;
  std::size_t copied = 0;
  for_each_name(expression, [&](std::string_view name) {
    auto const* const bits = bits_of(name, s);
    if (bits == nullptr) return;
    if (bits->size() != 1 && bits->size() != bit.width) {
      count("expression over a bus of another width, its name left as it is", s);
      return;
    }
    auto const at = static_cast<std::size_t>(name.data() - expression.data());
    result.append(expression, copied, at - copied).append((*bits)[bits->size() == 1 ? 0 : bit.position]);
    copied = at + name.size();
  });
  return result.append(expression, copied);
}

/// The group as it is for one bit. A bus in related_pin means its bit at the same position where it is as
/// wide as the bus of the group's own pin, else every bit of it.
GSTA_INLINE void liberty_reader::relate_to_bits(model::timing_group& group, bit_location bit,
                                                statement const& s) {
  if (!group.when.empty()) group.when = of_bit(group.when, bit, s);
  std::vector<std::string> related;
  for (auto& name : group.related_pins) {
    auto const* const bits = bits_of(name, s);
    if (bits == nullptr) {
      related.push_back(std::move(name));
    } else if (bits->size() == 1 || bits->size() == bit.width) {
      related.push_back((*bits)[bits->size() == 1 ? 0 : bit.position]);
    } else {
      if (bit.width > 1) {
        count("related_pin that is a bus of another width, each bit related to each", s);
      }
      charge(bits->size() * sizeof(std::string), s.name);
      related.insert(related.end(), bits->begin(), bits->end());
    }
  }
  group.related_pins = std::move(related);
}

}  // namespace gsta::io::detail
