#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bench/stab_container.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta_bench::detail {

/// The library of a `.stab` file: its tables, and the arc and check types that pairs of early and late
/// library arcs make.
class stab_library {
 public:
  /// The types that an arc with these two library arcs is made of: at most two arcs (two input edges for one
  /// output edge), and two checks a side.
  struct types {
    std::vector<gsta::id> arcs, checks;
  };

  stab_library(stab_container& file, gsta::flat_design& design, std::size_t library_arcs, std::size_t tables)
      : file_(file),
        design_(design),
        sense_(file.section<std::int32_t>("lib_sense", library_arcs)),
        flags_(file.section<std::int32_t>("lib_flags", library_arcs)),
        table_(file.section<std::int32_t>("lib_lut", 6 * library_arcs)) {
    read_tables(tables);
    for (auto const table : table_) {
      if (table < -1 || table >= static_cast<std::int64_t>(tables)) file.fail("lib_lut names no table");
    }
  }

  types const& types_of(std::int32_t early, std::int32_t late) {
    auto const count = static_cast<std::int64_t>(sense_.size());
    if (early < -1 || late < -1 || early >= count || late >= count)
      file_.fail("arc_lib names no library arc");
    auto const key = static_cast<std::uint64_t>(early + 1) << 32 | static_cast<std::uint64_t>(late + 1);
    auto const [found, fresh] = known_.try_emplace(key);
    if (fresh) found->second = make(early, late);
    return found->second;
  }

 private:
  enum flag { rising = 1, falling = 2, constraint = 4 };
  enum { load = 0, input_slew = 1, constrained_slew = 2, related_slew = 3 };
  struct read_table {
    gsta::id in_pool = gsta::none;
    bool of_check = false;
  };

  void read_tables(std::size_t count) {
    auto const nx = file_.section<std::int32_t>("lut_nx", count);
    auto const ny = file_.section<std::int32_t>("lut_ny", count);
    auto const variable = file_.section<std::int32_t>("lut_var", 2 * count);
    auto const offset = file_.section<std::int32_t>("lut_off", 3 * count);
    auto const data = file_.section<float>("lut_data");
    auto const part = [&](std::size_t which, std::int64_t size) {
      std::int64_t const begin = offset[which];
      if (begin < 0 || size < 1 || size > static_cast<std::int64_t>(data.size()) - begin)
        file_.fail("lut_off or a table's size goes beyond lut_data");
      return std::vector<float>(data.begin() + begin, data.begin() + begin + size);
    };
    for (std::size_t i = 0; i < count; ++i) {
      auto const x = part(3 * i, nx[i]), y = part(3 * i + 1, ny[i]);
      auto const z = part(3 * i + 2, std::int64_t{nx[i]} * ny[i]);
      check_values(x, y, z);
      add_table({variable[2 * i], variable[2 * i + 1]}, x, y, z);
    }
  }
  void check_values(std::vector<float> const& x, std::vector<float> const& y,
                    std::vector<float> const& z) const {
    for (auto const* const values : {&x, &y, &z}) {
      for (std::size_t k = 0; k < values->size(); ++k) {
        if (!std::isfinite((*values)[k])) file_.fail("lut_data has a value that is not finite");
        if (values != &z && k > 0 && !((*values)[k - 1] < (*values)[k]))
          file_.fail("the axis of a table does not ascend");
      }
    }
  }
  /// Turned where needed, so that x is the input's (or constrained) slew.
  void add_table(std::array<std::int32_t, 2> variable, std::vector<float> const& x,
                 std::vector<float> const& y, std::vector<float> const& z) {
    using axes = std::array<std::int32_t, 2>;
    bool const of_check = variable[0] >= constrained_slew;
    axes const ours = of_check ? axes{constrained_slew, related_slew} : axes{input_slew, load};
    if (variable == ours) {
      tables_.push_back({design_.luts.add(x, y, z), of_check});
    } else if (variable == axes{ours[1], ours[0]}) {
      std::vector<float> turned;
      for (std::size_t j = 0; j < y.size(); ++j) {
        for (std::size_t i = 0; i < x.size(); ++i) turned.push_back(z[i * y.size() + j]);
      }
      tables_.push_back({design_.luts.add(y, x, turned), of_check});
    } else {
      file_.fail("lut_var has axes that are neither slew and load nor two slews");
    }
  }

  gsta::id table_of(std::int32_t library_arc, int which) const {
    std::int32_t const table = table_[6 * static_cast<std::size_t>(library_arc) + which];
    if (table < 0) return gsta::none;
    if (tables_[table].of_check != (which >= 4))
      file_.fail("lib_lut has a table over other variables than its place needs");
    return tables_[table].in_pool;
  }

  types make(std::int32_t early, std::int32_t late) {
    types made;
    std::int32_t const of_split[2] = {early, late};
    for (int part = 0; part < 2; ++part) {
      gsta::arc_type type;
      for (int c = 0; c < gsta::conditions; ++c) set_condition(type, of_split[c / 2], c, part);
      if (type.edges.code != 0) made.arcs.push_back(design_.add_arc_type(type));
    }
    for (int split = 0; split < 2; ++split) {
      if (of_split[split] >= 0 && (flags_[of_split[split]] & constraint) != 0)
        add_checks(made, of_split[split], split == 1);
    }
    return made;
  }

  /// The `part`-th input edge that makes output condition `c`, if there is one.
  void set_condition(gsta::arc_type& type, std::int32_t library_arc, int c, int part) const {
    if (library_arc < 0 || (flags_[library_arc] & constraint) != 0) return;
    int const out = gsta::edge_of(c), sense = sense_[library_arc], flags = flags_[library_arc];
    int inputs[2] = {0, 0}, count = 0;
    if ((flags & (rising | falling)) != 0) {
      if ((flags & rising) != 0) inputs[count++] = 0;
      if ((flags & falling) != 0) inputs[count++] = 1;
    } else {
      if (sense != 2) inputs[count++] = out;
      if (sense != 1) inputs[count++] = 1 - out;
    }
    if (part >= count) return;
    type.delay[c] = table_of(library_arc, out);
    type.slew[c] = table_of(library_arc, 2 + out);
    if (type.delay[c] == gsta::none && type.slew[c] == gsta::none) return;
    type.edges.set(c, static_cast<gsta::edge>(inputs[part]));
    type.launches = type.launches || (flags & (rising | falling)) != 0;
  }

  void add_checks(types& made, std::int32_t library_arc, bool late) {
    if ((flags_[library_arc] & (rising | falling)) == 0) file_.fail("lib_flags has a check without an edge");
    for (auto const active : {gsta::edge::rise, gsta::edge::fall}) {
      if ((flags_[library_arc] & (active == gsta::edge::rise ? rising : falling)) == 0) continue;
      gsta::check_type type{late ? gsta::check_kind::setup : gsta::check_kind::hold, active, {}};
      for (int e = 0; e < 2; ++e) type.constraint[e] = table_of(library_arc, 4 + e);
      made.checks.push_back(design_.add_check_type(type));
    }
  }

  stab_container& file_;
  gsta::flat_design& design_;
  std::vector<std::int32_t> sense_, flags_, table_;
  std::vector<read_table> tables_;
  std::unordered_map<std::uint64_t, types> known_;
};

}  // namespace gsta_bench::detail
