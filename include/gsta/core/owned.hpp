#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"

namespace gsta {

/// A view together with the arrays it looks at. The arrays never change, so a copy shares them.
///
/// `View<S>` is a struct of spans with `map<D>(f)`, which applies `f` to each span and gives a `View<D>`.
template <template <memory_space> class View, memory_space S>
class owned {
 public:
  View<S> view{};  ///< what it looks at: arrays of `keep`, or of somebody who outlives this

  /// Takes over `array` and returns the span to put into `view`.
  template <class T>
  span<T const, S> keep(buffer<T, S>&& array) {
    auto holder = std::make_shared<buffer<T, S>>(std::move(array));
    span<T const, S> const result = holder->view();
    arrays_.push_back(std::move(holder));
    return result;
  }

 private:
  std::vector<std::shared_ptr<void const>> arrays_;
};

/// A copy of all that `from` looks at, in the space of `exec` (host to device, say).
///
/// Cost: one allocation and one copy an array. Where: on the executor's stream; waits only for unpinned host
/// memory. Throws: what allocation throws, cuda_error.
template <executor E, template <memory_space> class View, memory_space S>
owned<View, E::space> clone_view(E const& exec, View<S> const& from) {
  owned<View, E::space> result;
  result.view = from.template map<E::space>([&](auto const& array) {
    using value = std::remove_const_t<std::remove_reference_t<decltype(array[0])>>;
    return result.keep(clone<E, value, S>(exec, array));
  });
  return result;
}

}  // namespace gsta
