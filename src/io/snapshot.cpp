// Flat designs as files.

#include "gsta/io/snapshot.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/host_memory.hpp"
#include "gsta/flat/validate.hpp"
#include "src/io/field_bytes.hpp"
#include "src/io/input_file.hpp"
#include "src/io/snapshot_fields.hpp"
#include "src/io/snapshot_sections.hpp"

namespace gsta::io::detail {
namespace {

/// The long arrays, of numbers alone: as they lie in memory, or, some of them, as they are external.
template <class Design, class Lent, class F>
void each_array(Design& d, Lent& external, F const& f) {
  f(tag_of("pinc"), d.pin_load, external.pin_load);
  f(tag_of("slew"), d.asserted_slew, external.asserted_slew);
  f(tag_of("netd"), d.net_driver);
  f(tag_of("netb"), d.net_begin);
  f(tag_of("nets"), d.net_sink);
  f(tag_of("parb"), d.parallel_begin);
  f(tag_of("pard"), d.parallel_driver);
  f(tag_of("rcnb"), d.rc_node_begin, external.rc_node_begin);
  f(tag_of("rceb"), d.rc_edge_begin, external.rc_edge_begin);
  f(tag_of("rcro"), d.rc_root, external.rc_root);
  f(tag_of("rcns"), d.rc_node_sink, external.rc_node_sink);
  f(tag_of("rcea"), d.rc_edge_a, external.rc_edge_a);
  f(tag_of("rceB"), d.rc_edge_b, external.rc_edge_b);
  f(tag_of("rcca"), d.rc_capacitance, external.rc_capacitance);
  f(tag_of("rcre"), d.rc_resistance, external.rc_resistance);
  f(tag_of("rcrs"), d.rc_response, external.rc_response);
  f(tag_of("arcd"), d.arc_derate, external.arc_derate);
  f(tag_of("arcf"), d.arc_from);
  f(tag_of("arct"), d.arc_to);
  f(tag_of("arcy"), d.arc_type_of);
  f(tag_of("chkd"), d.check_data);
  f(tag_of("chkc"), d.check_clock);
  f(tag_of("chky"), d.check_type_of);
  f(tag_of("shad"), d.shadow_of);
}

template <class List>
std::string_view bytes_of(List const& list) noexcept {
  using T = typename List::value_type;
  return {reinterpret_cast<char const*>(list.data()), list.size() * sizeof(T)};
}

/// Where names begin and the last one ends: one number even without names.
std::string_view begins_of(name_list const& names) noexcept {
  static constexpr std::uint64_t no_names[] = {0};
  auto const begins = names.begins();
  return bytes_of(begins.empty() ? host_span<std::uint64_t const>(no_names, 1) : begins);
}

std::string tables_of(flat_design const& design) {
  auto const pool = design.luts.view();
  field_writer out;
  out(static_cast<std::uint64_t>(pool.tables.size()));
  for (std::size_t i = 0; i < pool.tables.size(); ++i) {
    lut const& table = pool.tables[i];
    std::size_t size = 1;
    for (id const axis : {table.x_axis, table.y_axis}) {
      float const* const points = pool.axis_points.data();
      std::vector<float> const of(points + pool.axis_begin[axis], points + pool.axis_begin[axis + 1]);
      size *= of.size();
      out(of);
    }
    float const* const first = pool.values.data() + table.values;
    out(std::vector<float>(first, first + size));
  }
  return std::move(out.bytes);
}

/// Brings sections back into a design.
class snapshot_reader {
 public:
  /// `keep`: what keeps the file's bytes, if its longest arrays are to be external from there.
  snapshot_reader(host_threads const& threads, std::string_view file, snapshot_names names,
                  std::shared_ptr<void const> keep = {})
      : threads_(threads),
        sections_(sections_of(threads, file, snapshot_kind::design)),
        names_(names),
        keep_(std::move(keep)) {}

  saved_design read() {
    saved_design saved;
    take_arrays(saved);
    take_tables(saved.design);
    sections_.take_fields("cons", [&](field_reader& in) { constraint_fields(in, saved.design); });
    model::diagnostics notes;
    sections_.take_fields("note", [&](field_reader& in) {
      in(saved.name, saved.how, saved.cells);
      fields(in, notes);
    });
    saved.notes.merge(notes);
    auto const pin_names = take_names("pinn", "pint", saved.design.pin_name);
    auto const net_names = take_names("netn", "nett", saved.design.net_name);
    sections_.check_all_found();
    check(saved, pin_names, net_names);
    if (!keep_) validate(threads_, saved.design);  // else who times it does
    return saved;
  }

 private:
  /// The section of an array of `T`.
  template <class T>
  std::string_view find_array(std::uint32_t tag) {
    auto const bytes = sections_.find(tag);
    if (bytes.size() % sizeof(T) != 0) throw spoilt_snapshot{"an array of the snapshot ends within an item"};
    if (bytes.size() / sizeof(T) > static_cast<std::size_t>(std::numeric_limits<id>::max()))
      throw spoilt_snapshot{"an array of the snapshot is longer than ids count"};
    return bytes;
  }

  /// Each array on a thread: pages are touched and filled there. Those that are external stay where they are.
  void take_arrays(saved_design& saved) {
    struct job {
      std::string_view from;
      void* to;
      void (*copy)(std::string_view, void*);
    };
    std::vector<job> jobs;
    auto external = std::make_shared<external_arrays>();
    auto const copy = [&](std::uint32_t tag, auto& list) {
      using value = typename std::remove_reference_t<decltype(list)>::value_type;
      jobs.push_back({find_array<value>(tag), &list, [](std::string_view from, void* to) {
                        auto& into = *static_cast<std::vector<value>*>(to);
                        into.reserve(from.size() / sizeof(value));
                        prefer_large_pages(into.data(), from.size());
                        auto const* const first = reinterpret_cast<value const*>(from.data());
                        if (reinterpret_cast<std::uintptr_t>(from.data()) % alignof(value) == 0)
                          into.assign(first, first + from.size() / sizeof(value));
                        else if (into.resize(from.size() / sizeof(value)); !from.empty())
                          std::memcpy(into.data(), from.data(), from.size());
                      }});
    };
    auto const lend = [&](std::uint32_t tag, auto& list, auto& array) {
      using value = typename std::remove_reference_t<decltype(list)>::value_type;
      auto const from = find_array<value>(tag);
      list.clear();
      array = {reinterpret_cast<value const*>(from.data()), from.size() / sizeof(value)};
    };
    each_array(saved.design, *external, [&](std::uint32_t tag, auto& list, auto&... array) {
      if constexpr (sizeof...(array) > 0) {
        if (keep_) return lend(tag, list, array...);
      }
      copy(tag, list);
    });
    copy(tag_of("cell"), saved.cell_of_pin);
    if (keep_) {
      external->keep = keep_;
      saved.design.external = std::move(external);
    }
    std::sort(jobs.begin(), jobs.end(),
              [](job const& a, job const& b) { return a.from.size() > b.from.size(); });
    threads_.for_each_piece(jobs.size(), [&](std::size_t i) { jobs[i].copy(jobs[i].from, jobs[i].to); });
  }

  /// Tables get the ids that they had, as each is another one.
  void take_tables(flat_design& design) {
    sections_.take_fields("tabl", [&](field_reader& in) {
      std::uint64_t count = 0;
      in(count);
      for (std::uint64_t i = 0; i < count; ++i) {
        std::vector<float> x, y, values;
        in(x, y, values);
        if (static_cast<std::uint64_t>(design.luts.add(std::move(x), std::move(y), values)) != i)
          throw spoilt_snapshot{"a table of the snapshot is there twice"};
      }
    });
  }

  /// Bytes to where nothing is yet, on all threads.
  void copy(std::string_view from, void* to) const {
    constexpr std::size_t step = std::size_t{1} << 20U;
    threads_.for_each_piece((from.size() + step - 1) / step, [&](std::size_t piece) {
      auto const part = from.substr(piece * step, step);
      std::memcpy(static_cast<char*>(to) + piece * step, part.data(), part.size());
    });
  }

  /// How many there are, also of those that are left out.
  std::size_t take_names(char const (&begins)[5], char const (&text)[5], name_list& names) {
    auto const begin_bytes = sections_.find(tag_of(begins)), letters = sections_.find(tag_of(text));
    if (begin_bytes.empty() || begin_bytes.size() % sizeof(std::uint64_t) != 0)
      throw spoilt_snapshot{"an array of the snapshot ends within an item"};
    std::size_t const count = begin_bytes.size() / sizeof(std::uint64_t) - 1;
    auto const begin = [&](std::size_t i) {  // which may lie at any address
      std::uint64_t at = 0;
      std::memcpy(&at, begin_bytes.data() + i * sizeof at, sizeof at);
      return static_cast<std::size_t>(at);
    };
    bool ordered = begin(0) == 0 && begin(count) == letters.size();
    for (std::size_t i = 0; i < count; ++i) ordered = ordered && begin(i) <= begin(i + 1);
    if (!ordered) throw spoilt_snapshot{"names of the snapshot do not follow each other"};
    if (names_ == snapshot_names::leave_out) return count;
    large_vector<std::uint64_t> begins_copy(count + 1);
    large_vector<char> letters_copy(letters.size());
    copy(begin_bytes, begins_copy.data());
    copy(letters, letters_copy.data());
    names = name_list(std::move(begins_copy), std::move(letters_copy));
    return count;
  }

  /// What reports index with, and what timing does.
  void check(saved_design const& saved, std::size_t pin_names, std::size_t net_names) const {
    auto const& d = saved.design;
    std::size_t const pins = d.pin_count();
    auto const fits = [](std::size_t size, std::size_t rows) { return size == 0 || size == rows; };
    if (!fits(pin_names, pins) || !fits(net_names, d.net_driver.size()) ||
        !fits(d.clock_name.size(), d.clocks.size()) || !fits(saved.cell_of_pin.size(), pins))
      throw spoilt_snapshot{"names of the snapshot are not as many as what they name"};
    for (id const cell : saved.cell_of_pin)
      if (cell != none && (cell < 0 || static_cast<std::size_t>(cell) >= saved.cells.size()))
        throw spoilt_snapshot{"a pin of the snapshot is of a cell that is not there"};
  }

  host_threads const& threads_;
  section_finder sections_;
  snapshot_names names_;
  std::shared_ptr<void const> keep_;
};

/// `read()`, with the file's name in what it throws.
template <class F>
saved_design with_name_of(std::string const& name, F const& read) try {
  return read();
} catch (spoilt_snapshot const& e) {
  fail_file(name, e.sentence);
} catch (argument_error const& e) {
  fail_file(name, std::string("the snapshot is spoilt: ") + e.what());
}

}  // namespace
}  // namespace gsta::io::detail

namespace gsta::io {

void save_snapshot(host_threads const& threads, std::string const& path, saved_design const& saved) {
  using namespace detail;
  auto const& d = saved.design;
  field_writer constraints, about;
  constraint_fields(constraints, const_cast<flat_design&>(d));  // which the writer only reads
  about(saved.name, saved.how, saved.cells, saved.notes);
  auto const tables = tables_of(d);
  std::vector<snapshot_section> sections;
  external_arrays const none_borrowed, &external = d.external ? *d.external : none_borrowed;
  each_array(d, external, [&](std::uint32_t tag, auto const& list, auto const&... array) {
    sections.push_back({tag, bytes_of(list)});
    if (d.external) ((sections.back().bytes = bytes_of(array)), ...);
  });
  sections.push_back({tag_of("cell"), bytes_of(saved.cell_of_pin)});
  sections.push_back({tag_of("tabl"), tables});
  sections.push_back({tag_of("cons"), constraints.bytes});
  sections.push_back({tag_of("note"), about.bytes});
  sections.push_back({tag_of("pinn"), begins_of(d.pin_name)});
  sections.push_back({tag_of("pint"), d.pin_name.letters()});
  sections.push_back({tag_of("netn"), begins_of(d.net_name)});
  sections.push_back({tag_of("nett"), d.net_name.letters()});
  write_snapshot(threads, path, snapshot_kind::design, sections);
}

saved_design read_snapshot(host_threads const& threads, std::string const& name, std::string_view bytes,
                           snapshot_names names) {
  return detail::with_name_of(name, [&] { return detail::snapshot_reader(threads, bytes, names).read(); });
}

saved_design load_snapshot(host_threads const& threads, std::string const& path, snapshot_names names) {
  auto const file = detail::bytes_of_file(path);
  return read_snapshot(threads, path, file.bytes, names);
}

saved_design map_snapshot(host_threads const& threads, std::string const& path, snapshot_names names) {
  auto const file = detail::bytes_of_file(path);
  return lend_snapshot(threads, path, file.bytes, file.keep, names);
}

saved_design lend_snapshot(host_threads const& threads, std::string const& name, std::string_view bytes,
                           std::shared_ptr<void const> keep, snapshot_names names) {
  require(reinterpret_cast<std::uintptr_t>(bytes.data()) % 16 == 0 && keep,
          "lend_snapshot: bytes to be external lie at a multiple of 16, and something keeps them");
  return detail::with_name_of(
      name, [&] { return detail::snapshot_reader(threads, bytes, names, std::move(keep)).read(); });
}

}  // namespace gsta::io
