#pragma once

#include <string>
#include <vector>

#include "bench/path_graphs.hpp"

namespace gsta_bench {

/// Stand-ins for the graphs of ICS'26 that are no circuits: matrices whose entries above the diagonal are
/// edges from the smaller to the larger id.
struct matrix_shape {
  std::string name;
  std::size_t vertices = 0;
  int degree = 0;           ///< edges a row
  std::size_t nearest = 0;  ///< the first edge goes at least so far up
  std::size_t width = 0;    ///< edges end within so many ids behind that
  std::size_t last = 0;     ///< rows from here on are empty
  std::uint64_t seed = 1;
};

/// ldoor: a long mesh of 6,734 layers, each bound to the next; cage15: a wide band, 147 steps long;
/// nlpkkt120: two levels, each vertex of the first bound to neighbours in the second.
inline std::vector<matrix_shape> paper_matrices() {
  return {{"mesh (ldoor)", 952203, 24, 141, 60, 0},
          {"band (cage15)", 5154859, 9, 35070, 35070, 0},
          {"bipartite (nlpkkt120)", 3542400, 26, 1771200, 64, 1771200}};
}

namespace detail {
template <gsta::memory_space S>
struct matrix_making {
  static constexpr gsta::memory_space space = S;
  std::size_t vertices, nearest, width, last;
  int most;
  std::uint64_t seed;

  GSTA_HD id vertex(std::size_t i) const noexcept { return static_cast<id>(i); }
  GSTA_HD int degree(std::size_t i) const noexcept {
    return i < last && i + nearest + width < vertices ? most : 0;
  }
  /// Evenly spread ends, each moved a little.
  GSTA_HD made_edge edge(std::size_t i, int k) const noexcept {
    std::size_t const step = width / static_cast<std::size_t>(most);
    std::uint64_t const hash = mixed(seed + static_cast<std::uint64_t>(k), i);
    std::size_t const moved = below(high(hash), step == 0 ? 1 : step);
    return {static_cast<id>(i + nearest + static_cast<std::size_t>(k) * step + moved),
            static_cast<femtoseconds>(1 + below(low(hash), 1000000))};
  }
  GSTA_HD femtoseconds last_weight(std::size_t) const noexcept { return 0; }
  GSTA_HD bool is_first(std::size_t v, id entered) const noexcept { return entered == 0 && degree(v) > 0; }
  GSTA_HD femtoseconds first_weight(std::size_t) const noexcept { return 0; }
};
}  // namespace detail

template <gsta::executor E>
gsta::search_graph<E::space> make_matrix(E const& exec, matrix_shape const& shape) {
  return make_search_graph(
      exec, detail::matrix_making<E::space>{shape.vertices, shape.nearest, shape.width,
                                            shape.last == 0 ? shape.vertices : shape.last, shape.degree,
                                            shape.seed});
}

}  // namespace gsta_bench
