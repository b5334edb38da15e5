#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gsta/core/span.hpp"

namespace gsta {

/// Base of everything that gsta throws.
struct error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Input that cannot be used. `what()` is `FILE:LINE:COLUMN: error: sentence`; line and column count from 1
/// (column in bytes) and are 0 where the file itself is missing, empty, or no file.
struct input_error : error {
  std::string file;    ///< as it was named to gsta
  std::size_t line;    ///< from 1, or 0
  std::size_t column;  ///< in bytes from 1, or 0
  /// Makes `what()` of all four.
  input_error(std::string file_name, std::size_t at_line, std::size_t at_column, std::string const& sentence)
      : error(file_name + ":" + std::to_string(at_line) + ":" + std::to_string(at_column) +
              ": error: " + sentence),
        file(std::move(file_name)),
        line(at_line),
        column(at_column) {}
};

/// The graph has a cycle; `pins` are the vertices of one, in order.
struct graph_error : error {
  std::vector<id> pins;  ///< ids in the graph that was given
  /// Says what happened and which vertices make the cycle.
  graph_error(std::string const& sentence, std::vector<id> cycle) : error(sentence), pins(std::move(cycle)) {}
};

/// A call whose arguments do not fit together (sizes, ranges).
struct argument_error : error {
  using error::error;
};

/// Times came to more than what is counted (docs/numerics.md); `pin` is one at which they do.
struct range_error : argument_error {
  id pin;  ///< of the design, or none
  /// Says what happened, and where.
  range_error(std::string const& sentence, id at_pin) : argument_error(sentence), pin(at_pin) {}
};

/// Weights along a path sum to more than sums hold; `edge` is one at which they do.
struct weight_error : argument_error {
  id edge;  ///< of those that were given
  /// Says what happened, and where.
  weight_error(std::string const& sentence, id at_edge) : argument_error(sentence), edge(at_edge) {}
};

/// A CUDA call failed; `code` is its cudaError_t.
struct cuda_error : error {
  int code;  ///< cudaError_t, so that host code can hold it
  /// `check_cuda` makes the sentence.
  cuda_error(int status, std::string const& sentence) : error(sentence), code(status) {}
};

/// The backend asked for is not there: no GPU, no driver, or a build without it.
struct backend_unavailable : error {
  using error::error;
};

/// Throws argument_error with `sentence` unless `condition` holds.
inline void require(bool condition, char const* sentence) {
  if (!condition) throw argument_error(sentence);
}

}  // namespace gsta
