#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gsta/core/macros.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/model/diagnostics.hpp"

/// Records of snapshots as bytes, field by field, so that neither padding nor the layout of a struct is part
/// of the format. Numbers are little-endian, lists and texts have their length in front.
namespace gsta::io::detail {

/// What a snapshot is refused for; `load_snapshot` adds the file's name.
struct spoilt_snapshot {
  std::string sentence;
};

/// How many values an enumeration has.
template <class E>
inline constexpr int enum_values = 0;
template <>
inline constexpr int enum_values<edge> = 2;
template <>
inline constexpr int enum_values<check_kind> = 8;  // no output's
template <>
inline constexpr int enum_values<arrival_kind> = 3;
template <>
inline constexpr int enum_values<exception_effect> = 5;
template <>
inline constexpr int enum_values<clock_sense> = 4;

/// Appends fields.
class field_writer {
 public:
  std::string bytes;

  template <class... T>
  void operator()(T const&... fields) {
    (put(fields), ...);
  }

 private:
  template <class T>
    requires std::is_arithmetic_v<T>
  void put(T value) {
    static_assert(std::is_same_v<T, bool> || sizeof(T) == 1 || sizeof(T) == 4 || sizeof(T) == 8);
    bytes.append(reinterpret_cast<char const*>(&value), sizeof value);
  }
  template <class T>
    requires std::is_enum_v<T>
  void put(T value) {
    put(static_cast<std::uint8_t>(value));
  }
  void put(std::string const& text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes += text;
  }
  void put(edge_map map) { put(map.code); }
  template <class T>
  void put(per_condition<T> const& of) {
    for (T const& one : of.value) put(one);
  }
  template <class T, std::size_t N>
  void put(T const (&of)[N]) {
    for (T const& one : of) put(one);
  }
  template <class T>
  void put(std::vector<T> const& list) {
    put(static_cast<std::uint64_t>(list.size()));
    for (auto const& one : list) put(one);
  }
  template <class T>
    requires requires(T& record, field_writer& a) { fields(a, record); }
  void put(T const& record) {
    fields(*this, const_cast<T&>(record));  // one list of fields serves both ways; this one only reads
  }
};

/// Takes fields, in the same order; lists into empty ones.
class field_reader {
 public:
  explicit field_reader(std::string_view bytes) : bytes_(bytes) {}

  template <class... T>
  void operator()(T&... fields) {
    (take(fields), ...);
  }
  /// All bytes were taken.
  bool at_end() const noexcept { return bytes_.empty(); }

 private:
  std::string_view next(std::uint64_t size) {
    if (size > bytes_.size()) throw spoilt_snapshot{"a list is longer than what is left of its section"};
    auto const taken = bytes_.substr(0, static_cast<std::size_t>(size));
    bytes_.remove_prefix(static_cast<std::size_t>(size));
    return taken;
  }
  template <class T>
    requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
  void take(T& value) {
    std::memcpy(&value, next(sizeof value).data(), sizeof value);
  }
  std::uint8_t below(int count, char const* sentence) {
    std::uint8_t value = 0;
    take(value);
    if (value >= count) throw spoilt_snapshot{sentence};
    return value;
  }
  void take(bool& value) { value = below(2, "a flag is neither set nor not") != 0; }
  template <class T>
    requires std::is_enum_v<T>
  void take(T& value) {
    static_assert(enum_values<T> > 0, "say how many values there are");
    value = static_cast<T>(below(enum_values<T>, "a kind is none that this version knows"));
  }
  /// A length, each of whose items has a byte at least.
  std::size_t length() {
    std::uint64_t size = 0;
    take(size);
    if (size > bytes_.size()) throw spoilt_snapshot{"a list is longer than what is left of its section"};
    return static_cast<std::size_t>(size);
  }
  void take(std::string& text) { text = next(length()); }
  void take(edge_map& map) { take(map.code); }
  template <class T>
  void take(per_condition<T>& of) {
    for (T& one : of.value) take(one);
  }
  template <class T, std::size_t N>
  void take(T (&of)[N]) {
    for (T& one : of) take(one);
  }
  template <class T>
  void take(std::vector<T>& list) {
    std::size_t const size = length();
    for (std::size_t i = 0; i < size; ++i) take(list.emplace_back());
  }
  template <class T>
    requires requires(T& record, field_reader& a) { fields(a, record); }
  void take(T& record) {
    fields(*this, record);
  }

  std::string_view bytes_;
};

template <class A>
void fields(A& a, wire_response& r) {
  a(r.delay, r.widen, r.scale, r.shift);
}
template <class A>
void fields(A& a, arc_type& t) {
  a(t.delay, t.slew, t.edges, t.launches, t.to_ideal_clock, t.only_clock, t.slews_only, t.beyond_no_load,
    t.measure);
}
template <class A>
void fields(A& a, slew_measure& m) {
  a(m.threshold, m.lower, m.upper, m.derate);
}
template <class A>
void fields(A& a, check_type& t) {
  a(t.kind, t.active, t.constraint, t.only_clock);
}
template <class A>
void fields(A& a, flat_latch& l) {
  a(l.data, l.departs, l.enable, l.opens, l.check, l.limit);
}
template <class A>
void fields(A& a, clock_waveform& w) {
  a(w.period, w.at);
}
template <class A>
void fields(A& a, flat_source& s) {
  a(s.pin, s.launch_edge, s.arrival, s.kind, s.latency);
}
template <class A>
void fields(A& a, generated_source& s) {
  a(s.pin, s.launch_edge, s.master, s.master_edges, s.gates_only);
}
template <class A>
void fields(A& a, flat_requirement& r) {
  a(r.pin, r.capture_edge, r.required, r.latency, r.margin, r.by_delay);
}
template <class A>
void fields(A& a, clock_rules& r) {
  a(r.propagated, r.insertion, r.latency, r.transition, r.setup_uncertainty, r.hold_uncertainty);
}
template <class A>
void fields(A& a, clock_pin_rules& r) {
  a(r.pin, r.clock, r.propagated, r.has_latency, r.latency, r.has_uncertainty, r.setup_uncertainty,
    r.hold_uncertainty);
}
template <class A>
void fields(A& a, pin_uncertainty& u) {
  a(u.pin, u.clock, u.setup, u.hold);
}
template <class A>
void fields(A& a, exception_points& p) {
  a(p.pins, p.at);
}
template <class A>
void fields(A& a, path_exception& e) {
  a(e.effect, e.from, e.from_clocks, e.from_at, e.through, e.to, e.to_clocks, e.to_at, e.ending, e.setup,
    e.hold, e.cycles, e.by_launch, e.delay, e.group, e.from_start);
}
template <class A>
void fields(A& a, exclusive_clocks& e) {
  a(e.group_of);
}
template <class A>
void fields(A& a, clock_pair_uncertainty& u) {
  a(u.from, u.to, u.from_at, u.to_at, u.setup, u.hold, u.value);
}
template <class A>
void fields(A& a, timing_conventions& c) {
  a(c.few_cycles, c.margins_at_outputs, c.common_path_credits, c.worst_clock_paths);
}
template <class A>
void fields(A& a, pin_limits& l) {
  a(l.slew, l.load, l.fanout, l.fanout_load);
}
template <class A>
void fields(A& a, clock_slew_limits& l) {
  a(l.clock, l.data);
}
template <class A>
void fields(A& a, pulse_limit& l) {
  a(l.pin, l.clock, l.width, l.period);
}
template <class A>
void fields(A& a, pin_sense& s) {
  a(s.pin, s.clock, s.passes);
}
template <class A>
void fields(A& a, cut_loop& l) {
  a(l.pins, l.length, l.through_register, l.from, l.to);
}
template <class A>
void fields(A& a, constraint_gaps& g) {
  a(g.constants, g.disabled, g.free_inputs, g.free_outputs, g.unclocked, g.several_clocks, g.unchecked_data,
    g.unchecked_clock, g.sourceless_clocks);
}
template <class A>
void fields(A& a, model::diagnostic& d) {
  a(d.kind, d.count, d.first);
}
template <class A>
void fields(A& a, model::omission& o) {
  a(o.what, o.at);
}
template <class A>
void fields(A& a, model::diagnostics& seen) {
  seen.pass([&](auto&... members) { a(members...); });
}

/// What constraints say, and all else that is short.
template <class A>
void constraint_fields(A& a, flat_design& d) {
  a(d.wire_responses, d.arc_types, d.measures, d.check_types, d.latches, d.clocks, d.sources, d.generated,
    d.requirements, d.starts_inside, d.ends_inside, d.outputs, d.rules, d.clock_pins, d.pin_uncertainties,
    d.exceptions, d.path_groups, d.exclusive, d.uncertainties, d.borrow_limits, d.conventions,
    d.late_check_factor, d.early_check_factor, d.limits, d.clock_limits, d.pulse_limits, d.senses, d.loops,
    d.loop_count, d.gaps, d.clock_name, d.derates);
}

/// A field that is added has to be listed above, and the version to be counted up.
static_assert(sizeof(wire_response) == 32 && sizeof(arc_type) == 48 && sizeof(slew_measure) == 28 &&
              sizeof(check_type) == 16 && sizeof(flat_latch) == 24 && sizeof(clock_waveform) == 24 &&
              sizeof(flat_source) == 64 && sizeof(generated_source) == 16 && sizeof(flat_requirement) == 80 &&
              sizeof(clock_rules) == 80 && sizeof(clock_pin_rules) == 64 && sizeof(pin_uncertainty) == 24 &&
              sizeof(clock_pair_uncertainty) == 24 && sizeof(timing_conventions) == 4 &&
              sizeof(pin_limits) == 16 && sizeof(clock_slew_limits) == 16 && sizeof(pulse_limit) == 20 &&
              sizeof(pin_sense) == 12);

}  // namespace gsta::io::detail
