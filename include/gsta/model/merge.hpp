#pragma once

#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"
#include "gsta/model/parasitics.hpp"

namespace gsta::model {

/// Adds a library's cells to another, which may be empty. Of cells with the same name the first stays, and
/// the others are counted. What holds for the whole library (units, thresholds) is that of the first; cells
/// keep the thresholds they came with.
///
/// Shapes: any. Cost: O(cells added). Where: host. Throws: what allocation throws.
inline void merge(library& all, library one, diagnostics& seen) {
  if (all.cells.empty()) {
    all = std::move(one);
    return;
  }
  std::size_t const first = all.more_thresholds.size() + 1;
  all.more_thresholds.push_back(one.thresholds);
  all.more_thresholds.insert(all.more_thresholds.end(), one.more_thresholds.begin(),
                             one.more_thresholds.end());
  for (auto& cell : one.cells) {
    cell.thresholds += first;
    if (all.cell_index.emplace(cell.name, all.cells.size()).second) {
      all.cells.push_back(std::move(cell));
    } else {
      seen.add("cell in two libraries, the first one used", one.file + ":0:0");
    }
  }
}

/// Adds extracted nets to others. Of nets with the same name the last counts, and that is counted.
///
/// Shapes: any. Cost: O(nets added). Where: host. Throws: input_error where the two write pins differently.
inline void merge(parasitics& all, parasitics one, diagnostics& seen) {
  if (all.nets.empty()) {
    all = std::move(one);
    return;
  }
  if (one.pin_delimiter != all.pin_delimiter)
    throw input_error(one.file, 0, 0, "its *DELIMITER differs from that of " + all.file);
  for (auto& net : one.nets) {
    if (!all.net_index.insert_or_assign(net.name, all.nets.size()).second) {
      seen.add("net in two SPEF files, the last one used",
               one.file + ":" + std::to_string(net.at.line) + ":" + std::to_string(net.at.column));
    }
    all.nets.push_back(std::move(net));
  }
}

}  // namespace gsta::model
