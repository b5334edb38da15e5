#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

#include "gsta/constrain/tags.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/core/units.hpp"

namespace gsta {

/// Words of a design's arrays that edits changed, with their new values, and nets to be reduced again: what
/// timing elsewhere needs to follow. Each word stands there once: threads store them.
template <memory_space S>
struct edit_records_view {
  span<id const, S> load_at;                     ///< pins
  span<per_condition<float> const, S> load;      ///< fF, as `flat_view::pin_load`
  span<id const, S> slew_at;                     ///< pins
  span<per_condition<float> const, S> slew;      ///< ps, as `flat_view::asserted_slew`
  span<id const, S> type_at;                     ///< cell arcs
  span<id const, S> type;                        ///< as `arc_view::type`
  span<id const, S> capacitance_at;              ///< RC nodes
  span<float const, S> capacitance;              ///< fF, as `rc_view::capacitance`
  span<id const, S> resistance_at;               ///< RC edges
  span<float const, S> resistance;               ///< kOhm, as `rc_view::resistance`
  span<id const, S> asserted_at;                 ///< nodes
  span<per_condition<float> const, S> asserted;  ///< ps, as `timing_nodes::node_asserted`
  span<id const, S> check_at;                    ///< checks
  span<timing_check const, S> check;             ///< as `timing_checks_view::check`
  span<id const, S> net;                         ///< each once: whose wires or loads are others
  span<id const, S> seen_begin;                  ///< [nets + 1] how many sinks the nets before have

  /// How many words there are, nets aside.
  GSTA_HD std::size_t word_count() const noexcept {
    return load.size() + slew.size() + type.size() + capacitance.size() + resistance.size() +
           asserted.size() + check.size();
  }

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  edit_records_view<D> map(F f) const {
    return {f(load_at),        f(load),        f(slew_at),       f(slew),       f(type_at),     f(type),
            f(capacitance_at), f(capacitance), f(resistance_at), f(resistance), f(asserted_at), f(asserted),
            f(check_at),       f(check),       f(net),           f(seen_begin)};
  }
};

/// Such words as they are gathered.
struct edit_records {
  /// Of one array.
  template <class T>
  struct words {
    std::vector<id> at;  ///< where
    std::vector<T> to;   ///< what
    /// One more.
    void add(id where, T const& what) {
      at.push_back(where);
      to.push_back(what);
    }
  };
  words<per_condition<float>> loads;     ///< of pins
  words<per_condition<float>> slews;     ///< asserted, of pins
  words<per_condition<float>> asserted;  ///< arrivals of nodes
  words<id> types;                       ///< of cell arcs
  words<float> capacitances;             ///< of RC nodes
  words<float> resistances;              ///< of RC edges
  words<timing_check> checks;            ///< of checks
  std::vector<id> nets;                  ///< each once
  std::vector<id> seen_begin{0};         ///< [nets + 1]

  /// A net that is to be reduced again, with so many sinks; each once.
  void add_net(id net, id sinks) {
    nets.push_back(net);
    seen_begin.push_back(seen_begin.back() + sinks);
  }
  /// Nothing is left.
  void clear() { *this = {}; }
  /// A view of all of it.
  edit_records_view<memory_space::host> view() const {
    return {view_of(loads.at),        view_of(loads.to),        view_of(slews.at),
            view_of(slews.to),        view_of(types.at),        view_of(types.to),
            view_of(capacitances.at), view_of(capacitances.to), view_of(resistances.at),
            view_of(resistances.to),  view_of(asserted.at),     view_of(asserted.to),
            view_of(checks.at),       view_of(checks.to),       view_of(nets),
            view_of(seen_begin)};
  }
  /// How much it is: words and nets.
  std::size_t size() const noexcept {
    return loads.at.size() + slews.at.size() + asserted.at.size() + types.at.size() + capacitances.at.size() +
           resistances.at.size() + checks.at.size() + nets.size();
  }
};

/// Takes edit words to an executor in one copy.
template <memory_space S>
class edit_upload {
 public:
  /// The words there, until the next call.
  ///
  /// Shapes: any. Cost: one copy, now and then one allocation. Where: the executor; waits where the copy
  /// does. Throws: what allocation throws.
  template <executor E>
    requires(E::space == S)
  edit_records_view<S> operator()(E const& exec, edit_records const& words) {
    auto const from = words.view();
    packed_.clear();
    from.template map<S>([&](auto const& array) { return pack<S>(array); });
    if (there_.size() < packed_.size()) there_ = buffer<std::byte, S>(exec, 2 * packed_.size());
    auto const to = there_.view().subspan(0, packed_.size());
    copy(exec, host_span<std::byte const>(packed_.data(), packed_.size()), to);
    std::size_t next = 0;
    return from.template map<S>([&](auto const& array) {
      using value = std::remove_const_t<std::remove_reference_t<decltype(array[0])>>;
      std::size_t const at = next;
      next += padded(array.size() * sizeof(value));
      return span<value const, S>(reinterpret_cast<value const*>(to.data() + at), array.size());
    });
  }

 private:
  /// Values of every type may begin here.
  static std::size_t padded(std::size_t bytes) noexcept { return (bytes + 15) / 16 * 16; }

  template <memory_space D, class T>
  span<T const, D> pack(host_span<T const> array) {
    std::size_t const at = packed_.size(), bytes = array.size() * sizeof(T);
    packed_.resize(at + padded(bytes));
    if (bytes > 0) std::memcpy(packed_.data() + at, array.data(), bytes);
    return {};
  }

  std::vector<std::byte> packed_;
  buffer<std::byte, S> there_;
};

}  // namespace gsta
