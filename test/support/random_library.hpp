#pragma once

#include <algorithm>
#include <vector>

#include "gsta/flat/flat_design.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

using gsta::flat_design;
using gsta::id;
using gsta::none;
using gsta::per_condition;

/// Arc and check types of one random design, by what they are for.
struct random_library {
  std::vector<id> positive, negative;  ///< combinational
  std::vector<id> beyond_no_load;      ///< of cells outside that drive a port: each edge from its own
  std::vector<id> slews_only;          ///< of either sense
  std::vector<id> launch[2];           ///< clock to output, by active edge
  std::vector<id> setup_like[2], hold_like[2];  ///< checks, by active edge
};

/// Makes random tables: smooth enough that slews do not grow without bound along a path (each slope stays
/// below 1 over the loads and slews of a random circuit), so that float and double stay comparable.
class table_maker {
 public:
  table_maker(flat_design& design, prng& random) : design_(design), random_(random) {
    for (int i = 0; i < 3; ++i) shared_x_.push_back(axis(random_.between(2, 8), 8, 40));
    for (int i = 0; i < 3; ++i) shared_y_.push_back(axis(random_.between(2, 8), 1, 12));
  }

  /// z = base + a x + b y + noise over random axes, of any size from 1x1 to 8x8.
  id make(double base, double a, double b) {
    std::vector<float> const x = random_.chance(15) ? single() : some_axis(shared_x_, 8, 40);
    std::vector<float> const y = random_.chance(15) ? single() : some_axis(shared_y_, 1, 12);
    std::vector<float> z;
    for (std::size_t i = 0; i < std::max<std::size_t>(1, x.size()); ++i) {
      for (std::size_t j = 0; j < std::max<std::size_t>(1, y.size()); ++j) {
        double const at = base + a * (x.empty() ? 0.0 : x[i]) + b * (y.empty() ? 0.0 : y[j]);
        z.push_back(static_cast<float>(at + static_cast<double>(random_.real(-0.2, 0.2))));
      }
    }
    return design_.luts.add(x, y, z);
  }
  // Braces, because the order in which a call's arguments are evaluated differs between compilers.
  struct plane {
    double base, a, b;
  };
  id make(plane const& p) { return make(p.base, p.a, p.b); }
  id delay() { return make(plane{random_.real(1, 30), random_.real(-0.05, 0.3), random_.real(0.2, 1.2)}); }
  id slew() {
    double const least = random_.chance(10) ? -15 : 2;
    return make(plane{random_.real(least, 20), random_.real(0, 0.4), random_.real(0.1, 1)});
  }
  id constraint() {
    return make(plane{random_.real(-10, 30), random_.real(0, 0.3), random_.real(-0.2, 0.2)});
  }

 private:
  /// No point at all, or one: both make a table constant along the axis.
  std::vector<float> single() {
    return random_.chance(50) ? std::vector<float>{} : std::vector<float>{random_.real(0, 9)};
  }
  std::vector<float> axis(int points, double step_low, double step_high) {
    std::vector<float> result{random_.real(0, step_low)};
    while (static_cast<int>(result.size()) < points)
      result.push_back(result.back() + random_.real(step_low, step_high));
    return result;
  }
  std::vector<float> some_axis(std::vector<std::vector<float>> const& shared, double low, double high) {
    return random_.chance(70) ? random_.pick(shared) : axis(random_.between(2, 8), low, high);
  }

  flat_design& design_;
  prng& random_;
  std::vector<std::vector<float>> shared_x_, shared_y_;
};

/// Gives `type` tables for the conditions that its edges make; a few are left out.
inline id add_arc_type(flat_design& design, table_maker& tables, prng& random, gsta::edge_map edges,
                       bool launches) {
  gsta::arc_type type;
  type.edges = edges;
  type.launches = launches;
  for (int c = 0; c < gsta::conditions; ++c) {
    if (edges.input(c) < 0) continue;
    if (!random.chance(4)) type.delay[c] = tables.delay();
    if (!random.chance(4)) type.slew[c] = tables.slew();
  }
  design.arc_types.push_back(type);
  return static_cast<id>(design.arc_types.size()) - 1;
}

/// Both outputs from one active edge; sometimes only one of them.
inline gsta::edge_map launch_edges(prng& random, gsta::edge active) {
  gsta::edge_map edges;
  int const left_out = random.chance(20) ? random.below(2) : none;
  for (int c = 0; c < gsta::conditions; ++c) {
    if (gsta::edge_of(c) != left_out) edges.set(c, active);
  }
  return edges;
}

inline id add_check_type(flat_design& design, table_maker& tables, prng& random, gsta::check_kind kind,
                         gsta::edge active) {
  gsta::check_type type{kind, active, {tables.constraint(), tables.constraint()}};
  if (random.chance(10)) type.constraint[random.below(2)] = none;
  design.check_types.push_back(type);
  return static_cast<id>(design.check_types.size()) - 1;
}

inline random_library make_library(flat_design& design, prng& random) {
  using gsta::check_kind;
  table_maker tables(design, random);
  random_library library;
  for (int i = random.between(2, 5); i > 0; --i) {
    library.positive.push_back(add_arc_type(design, tables, random, gsta::positive_edges(), false));
    library.negative.push_back(add_arc_type(design, tables, random, gsta::negative_edges(), false));
  }
  for (int i = 0; i < 2; ++i) {
    library.beyond_no_load.push_back(add_arc_type(design, tables, random, gsta::positive_edges(), false));
    design.arc_types.back().beyond_no_load = true;
  }
  for (auto const edges : {gsta::positive_edges(), gsta::negative_edges()}) {
    library.slews_only.push_back(add_arc_type(design, tables, random, edges, false));
    design.arc_types.back().slews_only = true;
  }
  for (int e = 0; e < 2; ++e) {
    auto const active = static_cast<gsta::edge>(e);
    for (int i = 0; i < 2; ++i) {
      library.launch[e].push_back(add_arc_type(design, tables, random, launch_edges(random, active), true));
    }
    for (auto const kind : {check_kind::setup, check_kind::recovery}) {
      library.setup_like[e].push_back(add_check_type(design, tables, random, kind, active));
    }
    for (auto const kind : {check_kind::hold, check_kind::removal}) {
      library.hold_like[e].push_back(add_check_type(design, tables, random, kind, active));
    }
  }
  return library;
}

}  // namespace gsta_test
