#pragma once

#include "gsta/adjoint/detail/layer.hpp"

namespace gsta::detail {

/// An adjoint sweep on a host core: one tile, and those that its last vertex goes on in, a slot and a
/// condition at a time.
template <bool Arrivals, bool Slews>
struct adjoint_tile_op {
  using layer_type = adjoint_layer<memory_space::host, Arrivals, Slews>;
  using results_type = adjoint_results<memory_space::host, Arrivals, Slews>;
  using storage = typename results_type::storage;
  layer_type layer;
  results_type results;
  host_span<adjoint_record const> records;
  id first;  // tile of the level

  void operator()(std::size_t i) const noexcept {
    std::size_t const slot = (static_cast<std::size_t>(first) + i) * tile_slots;
    if (records[slot].flags.continued() || !records[slot].flags.occupied()) return;
    for (int c = 0; c < conditions; ++c) run(slot, c);
  }

 private:
  void run(std::size_t slot, int c) const noexcept {
    gradient_pair at_sink{0, 0}, total{0, 0};
    bool more = true;
    while (more) {
      for (std::size_t s = slot; s < slot + tile_slots && records[s].flags.occupied(); ++s)
        run(records[s], c, at_sink, total);
      more = records[slot].flags.continues();
      slot += tile_slots;
    }
  }

  void run(adjoint_record const& record, int c, gradient_pair& at_sink, gradient_pair& total) const noexcept {
    slot_flags const flags = record.flags;
    if (gathers(flags)) {
      total = sum_terms(record, c);
    } else if (flags.has_cell()) {
      at_sink =
          at_sink + layer_type::in_front(flags.edges(), c, back(record, c & 2), back(record, (c & 2) + 1));
    }
    if (flags.group_following() > 0) return;
    if (flags.has_sink()) {
      if (sink_has_seed(flags)) at_sink = results.seed_of(record.sink, c) + at_sink;
      results.sinks[storage::at(record.sink_slot, c)] = storage::element_of(at_sink);
      at_sink = layer_type::back(layer.factors(record.wire, c), at_sink);
    }
    total = total + at_sink;
    at_sink = {0, 0};
    if (flags.following() > 0 || flags.continues()) return;
    if (owner_has_seed(flags)) total = results.seed_of(record.owner, c) + total;
    results.values[storage::at(record.value, c)] = storage::element_of(total);
    total = {0, 0};
  }

  gradient_pair back(adjoint_record const& record, int out) const noexcept {
    gradient_pair const behind = record.flags.ready()
                                     ? results.seed_of(record.target, out)
                                     : storage::pair_of(results.values[storage::at(record.target, out)]);
    return layer_type::back(layer.factors(record.arc, out), behind);
  }

  gradient_pair sum_terms(adjoint_record const& record, int c) const noexcept {
    auto const term = [&](id k) {
      return storage::pair_of(results.values[storage::at(record.target + k, c)]);
    };
    return {math::ordered_sum<float>(record.wire, [&](id k) { return term(k).arrival; }),
            math::ordered_sum<float>(record.wire, [&](id k) { return term(k).slew; })};
  }
};

}  // namespace gsta::detail
