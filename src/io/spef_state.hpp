#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "gsta/io/source.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/wires.hpp"
#include "src/io/spef_names.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

/// What a file may hold that is counted, not used.
enum class spef_unused : std::size_t {
  other_net,
  poles,
  definition,
  inductors,
  sensitivities,
  variations,
  triple,
  repeated_net,
  pin_capacitance,
  ambiguous_bus,
  kinds
};
inline constexpr std::array<char const*, static_cast<std::size_t>(spef_unused::kinds)> spef_unused_names = {
    "physical net (*D_PNET, *R_PNET), skipped",
    "*Q *K poles and residues of a reduced net, skipped: its Elmore delays count",
    "*DEFINE (hierarchical SPEF), skipped",
    "*INDUC, skipped",
    "*SC sensitivities, skipped",
    "*VARIATION_PARAMETERS, skipped",
    "value of three corners a:b:c, the typical one used",
    "net extracted twice, the last one used",
    "*DESIGN_FLOW PIN_CAP: the capacitors hold the pins' too",
    "*BUS_DELIMITER separates something else too, bits keep their names"};

/// How often each kind was seen, and where first: there may be one for every number of the file.
class spef_tallies {
 public:
  void add(spef_unused kind, model::location first, std::size_t times = 1) noexcept {
    auto& entry = all_[static_cast<std::size_t>(kind)];
    if (entry.count == 0) entry.first = first;
    entry.count += times;
  }
  /// What was seen behind all that.
  void add(spef_tallies const& later) noexcept {
    for (std::size_t kind = 0; kind < all_.size(); ++kind)
      if (auto const& entry = later.all_[kind]; entry.count > 0)
        add(static_cast<spef_unused>(kind), entry.first, entry.count);
  }
  void report(source const& file, model::diagnostics& seen) const {
    for (std::size_t kind = 0; kind < all_.size(); ++kind)
      if (auto const& entry = all_[kind]; entry.count > 0)
        seen.add(spef_unused_names[kind], location_text(file, entry.first), entry.count);
  }

 private:
  struct tally {
    std::size_t count = 0;
    model::location first;
  };
  std::array<tally, spef_unused_names.size()> all_{};
};

/// What a file's header says, and what was read so far.
struct spef_state {
  spef_state(source const& from, spef_options const& options)
      : file(from), coupling_factor(options.coupling_factor), names(from, options.prefix) {
    result.file = from.name();
  }

  source const& file;
  float coupling_factor;
  spef_names names;
  double to_ff = 0, to_kohm = 0, to_ps = 0;
  spef_tallies unused{};
  model::parasitics result{};

  /// The first net has this name. Throws: input_error where the header lacks a unit.
  void settle_names(std::string_view first_name) {
    if (to_ff == 0) fail(file, offset_of(file, first_name), "there is no *C_UNIT before the first net");
    if (to_kohm == 0) fail(file, offset_of(file, first_name), "there is no *R_UNIT before the first net");
    if (names.settled()) return;
    names.settle();
    if (names.ambiguous_bus())
      unused.add(spef_unused::ambiguous_bus, file.locate(offset_of(file, first_name)));
  }

  /// What was read, when all was.
  model::parasitics take(model::diagnostics& seen) {
    result.pin_delimiter = names.pin_delimiter();
    unused.report(file, seen);
    return std::move(result);
  }
};

}  // namespace gsta::io::detail
