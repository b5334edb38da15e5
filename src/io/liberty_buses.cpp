// Buses and bundles of Liberty, taken apart into bits.

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/io/liberty_bits.hpp"
#include "src/io/liberty_reader.hpp"
#include "src/io/liberty_syntax.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

bool is_bit_range(std::string_view text, bit_range& range) noexcept {
  constexpr long beyond = 1'000'000;
  auto const open = text.find('['), colon = text.find(':', open == text.npos ? text.size() : open);
  if (colon == text.npos || open == 0 || text.back() != ']') return false;
  auto const number = [&](std::size_t begin, std::size_t end, long& value) {
    auto const* const last = text.data() + end;
    auto const read = std::from_chars(text.data() + begin, last, value);
    return read.ec == std::errc{} && read.ptr == last && value >= 0 && value < beyond;
  };
  range.name = text.substr(0, open);
  return number(open + 1, colon, range.from) && number(colon + 1, text.size() - 1, range.to);
}

bit_list bits_named(std::string_view name, long from, long to) {
  bit_list bits;
  long const step = from <= to ? 1 : -1;
  for (long i = from;; i += step) {
    std::string bit(name);
    bit.append("[").append(std::to_string(i)).append("]");
    bits.push_back(std::move(bit));
    if (i == to) return bits;
  }
}

/// A few bytes of text can ask for a million copies of a table, so what buses make is bounded.
void liberty_reader::charge(std::size_t bytes, std::string_view piece) {
  constexpr std::size_t most = std::size_t{1} << 29U;
  expanded_ += bytes;
  if (bytes > most || expanded_ > most) {
    fail_at(piece, "the buses and lists of pins up to here stand for more than 512 MiB of data");
  }
}

/// A range becomes known when it is first asked for.
bit_list const* liberty_reader::bits_of(std::string_view name, statement const& s) {
  if (auto const* const known = names_.find(name)) return known;
  bit_range range;
  if (!is_bit_range(name, range)) return nullptr;
  charge(range.size() * 2 * sizeof(std::string), s.name);
  names_.add(name, bits_named(range.name, range.from, range.to));
  return names_.find(name);
}

/// An expression as it is for one bit: each name of a bus of the same width gives way to its bit at the same
/// position.
std::string liberty_reader::of_bit(std::string_view expression, bit_location bit, statement const& s) {
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
void liberty_reader::relate_to_bits(model::timing_group& group, bit_location bit, statement const& s) {
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

/// A type gives its first and last bit, or how many bits there are.
void liberty_reader::read_type(statement const& group, type_map& into) {
  constexpr long beyond = 1'000'000;
  long from = -1, to = -1, width = 0;
  bool downwards = false;
  for_each_in(group, [&](statement const& s) {
    auto const number = [&](long least) { return whole_number(trimmed(argument(s)), least, beyond); };
    if (s.name == "bit_from") from = number(0);
    if (s.name == "bit_to") to = number(0);
    if (s.name == "bit_width") width = number(1);
    if (s.name == "downto") downwards = flag(s);
  });
  if (from < 0 || to < 0) {
    if (width == 0) return count("type without bit_from and bit_to or bit_width", group);
    from = downwards ? width - 1 : 0;
    to = downwards ? 0 : width - 1;
  }
  if (width != 0 && width != std::abs(to - from) + 1) {
    count("type whose bit_width is not that of its bits, not used", group);
  }
  into.insert_or_assign(name_of(group), bus_type{from, to});
}

bit_list liberty_reader::bits_of_type(statement const& bus, std::string_view type_name) {
  auto found = cell_types_.find(type_name);
  if (found == cell_types_.end()) {
    found = types_.find(type_name);
    if (found == types_.end()) {
      fail_at(type_name, "there is no type " + in_quotes(type_name) + " with bits in this library");
    }
  }
  auto const [from, to] = found->second;
  charge(bit_range{{}, from, to}.size() * sizeof(model::pin), bus.name);
  return bits_named(name_of(bus), from, to);
}

bit_list liberty_reader::bits_of_members(statement const& s) {
  bit_list bits;
  for (std::uint32_t i = 0; i < s.argument_count; ++i) {
    for_each_word(syntax_.argument(s, i), [&](std::string_view name) { bits.emplace_back(name); });
  }
  return bits;
}

/// A bus whose type is not given is made of its pins.
bit_list liberty_reader::bits_of_pins(statement const& bus) {
  bit_list bits;
  for_each_in(bus, [&](statement const& s) {
    if (s.name != "pin" || s.kind != statement_kind::group) return;
    for (std::uint32_t i = 0; i < s.argument_count; ++i) {
      auto const name = trimmed(syntax_.argument(s, i));
      auto const* const range = bits_of(name, s);
      if (range == nullptr) {
        bits.emplace_back(name);
      } else {
        bits.insert(bits.end(), range->begin(), range->end());
      }
    }
  });
  return bits;
}

/// bus_naming_style, say `%s<%d>`, is how the library itself writes a bit; the result always has `name[i]`.
void liberty_reader::add_other_spellings(std::string_view bus, bit_list const& bits) {
  auto const name_at = naming_style_.find("%s"), number_at = naming_style_.find("%d");
  if (naming_style_ == "%s[%d]" || name_at == naming_style_.npos || number_at == naming_style_.npos) return;
  if (number_at < name_at) return;
  for (auto const& bit : bits) {
    charge(bus.size() + naming_style_.size() + 2 * sizeof(std::string), bus);
    std::string spelt(naming_style_.substr(0, name_at));
    spelt.append(bus).append(naming_style_.substr(name_at + 2, number_at - name_at - 2));
    spelt.append(bit, bus.size() + 1, bit.size() - bus.size() - 2);
    spelt.append(naming_style_.substr(number_at + 2));
    names_.add(spelt, {bit});
  }
}

void liberty_reader::declare_bus(statement const& group) {
  auto const name = name_of(group);
  if (names_.find(name) != nullptr) fail_at(name, "the cell has a bus " + in_quotes(name) + " already");
  bit_list bits;
  bool has_type = false;
  for_each_in(group, [&](statement const& s) {
    if (s.name == "bus_type") {
      bits = bits_of_type(group, trimmed(argument(s)));
      has_type = true;
    }
    if (s.name == "members") bits = bits_of_members(s);
  });
  if (has_type) add_other_spellings(name, bits);
  if (bits.empty()) bits = bits_of_pins(group);
  if (!bits.empty()) names_.add(name, bits);
}

/// `pin (A[3:0])` outside a bus makes a bus A.
void liberty_reader::declare_range(statement const& pin) {
  for (std::uint32_t i = 0; i < pin.argument_count; ++i) {
    bit_range range;
    auto const piece = trimmed(syntax_.argument(pin, i));
    if (!is_bit_range(piece, range)) continue;
    charge(range.size() * sizeof(model::pin), pin.name);
    bool const is_first = range_names_.insert(range.name).second;
    if (is_first && names_.find(range.name) != nullptr) {
      fail_at(piece, "the cell has a bus " + in_quotes(range.name) + " already");
    }
    if (is_first) ranges_.push_back(range.name);
    names_.add(range.name, bits_named(range.name, range.from, range.to));
  }
}

void liberty_reader::declare_bank(statement const& group) {
  constexpr long most = 1'000'000;
  auto const width = whole_number(trimmed(syntax_.argument(group, 2)), 1, most);
  charge(static_cast<std::size_t>(width) * sizeof(model::sequential), group.name);
  for (std::uint32_t i = 0; i < 2; ++i) {
    auto const name = trimmed(syntax_.argument(group, i));
    if (names_.find(name) != nullptr) fail_at(name, "the cell has a bus " + in_quotes(name) + " already");
    names_.add(name, bits_named(name, 0, width - 1));
  }
}

/// Expressions and related pins may name what stands further down, so names come first.
void liberty_reader::declare_names(statement const& cell) {
  names_.clear();
  pin_names_.clear();
  cell_types_.clear();
  ranges_.clear();
  range_names_.clear();
  for_each_in(cell, [&](statement const& s) {
    if (s.name == "type" && s.kind == statement_kind::group) read_type(s, cell_types_);
  });
  for_each_in(cell, [&](statement const& s) {
    if (s.kind != statement_kind::group) return;
    if (s.name == "pin") return declare_range(s);
    if (s.name == "bus" || s.name == "bundle") return declare_bus(s);
    if (s.name == "ff_bank" || s.name == "latch_bank") return declare_bank(s);
  });
}

/// What a bus's own pin group says comes over what the bus says.
void liberty_reader::read_bus_pin(statement const& group, statement const& bus, pin_list const& of_bus,
                                  model::cell& into) {
  name_of(group);
  pin_list pins;
  auto const add = [&](std::string_view name, std::string_view piece) {
    auto const found = pin_names_.find(name);
    if (found == pin_names_.end() || found->second < of_bus.front() || found->second > of_bus.back()) {
      fail_at(piece,
              in_quotes(name) + " is no pin of the " + std::string(bus.name) + " " + in_quotes(name_of(bus)));
    }
    pins.push_back(found->second);
  };
  for (std::uint32_t i = 0; i < group.argument_count; ++i) {
    auto const name = trimmed(syntax_.argument(group, i));
    auto const* const bits = bits_of(name, group);
    if (bits == nullptr) {
      add(name, name);
    } else {
      for (auto const& bit : *bits) add(bit, name);
    }
  }
  read_pin_group(group, &bus, pins, into);
}

void liberty_reader::read_bus(statement const& group, model::cell& into) {
  auto const name = name_of(group);
  auto const* const bits = names_.find(name);
  if (bits == nullptr) {
    return count(std::string(group.name) + " without bits, left out", group);
  }
  pin_list pins;
  for (auto const& bit : *bits) pins.push_back(add_pin(bit, name, into));
  read_pin_group(group, nullptr, pins, into);
  for_each_in(group, [&](statement const& s) {
    if (s.name == "pin" && s.kind == statement_kind::group) read_bus_pin(s, group, pins, into);
  });
  bool lacks_direction = false;
  for (auto const i : pins) {
    lacks_direction = lacks_direction || into.pins[i].direction == model::direction::unknown;
  }
  if (lacks_direction) count("pin without a direction", group);
  into.buses.push_back({std::string(name), *bits});
}

}  // namespace gsta::io::detail
