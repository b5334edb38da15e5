#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gsta::model {

/// One kind of thing that was read but not used, how often it occurred, and where first (`FILE:LINE:COLUMN`).
struct diagnostic {
  std::string kind;       ///< a sentence, the key of `diagnostics::add`
  std::size_t count = 0;  ///< 1 or more
  std::string first;      ///< where; a name where nothing has a line
};

/// What the readers and `flatten` saw and did not use: counted, never dropped in silence.
class diagnostics {
 public:
  /// Counts one kind `times` more; `where` is kept if the kind is new.
  void add(std::string const& kind, std::string const& where, std::size_t times = 1) {
    for (auto& d : entries_) {
      if (d.kind == kind) {
        d.count += times;
        return;
      }
    }
    entries_.push_back({kind, times, where});
  }
  /// One for each kind, in the order of their first occurrence.
  std::vector<diagnostic> const& entries() const noexcept { return entries_; }

 private:
  std::vector<diagnostic> entries_;
};

}  // namespace gsta::model
