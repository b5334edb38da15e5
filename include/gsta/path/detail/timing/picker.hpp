#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/detail/timing/part.hpp"
#include "gsta/path/path_lists.hpp"

/// Lists cut down to what a query allows.
namespace gsta::detail {

/// The paths with these numbers.
template <executor E>
path_buffers<E::space> paths_at(E const& exec, path_buffers<E::space> const& of, std::vector<id> const& at) {
  auto const taken = clone(exec, at);
  return take_paths<E>(exec, {of.view, of.view}, taken.view());
}

/// The first k paths of a list.
template <executor E>
path_buffers<E::space> first_of_list(E const& exec, path_buffers<E::space> const& of, std::size_t k) {
  if (of.view.size() <= k) return of;
  buffer<id, E::space> taken(exec, k);
  for_each_n(exec, k, iota_op<E::space>{taken.view()});
  return take_paths<E>(exec, {of.view, of.view}, std::as_const(taken).view());
}

/// Where each path ends: 2 * check + data edge.
template <executor E>
std::vector<id> slots_of(E const& exec, path_set_view<E::space> const& paths) {
  std::vector<id> slot = to_vector(exec, paths.check);
  auto const data_edge = to_vector(exec, paths.data_edge);
  for (std::size_t p = 0; p < slot.size(); ++p) slot[p] = 2 * slot[p] + static_cast<id>(data_edge[p]);
  return slot;
}

/// Takes paths of a list one after the other: those whose pins no path taken visits, and no more than `each`
/// of one end. On the host, as every decision depends on those before.
struct end_picker {
  std::vector<id> const& shadow;  ///< [paths] the last in front of it with the same check and pins, or none
  std::vector<id> const& slot;    ///< [paths] 2 * check + data edge
  std::size_t each;
  std::vector<id> taken{};

  /// False where an end's paths were cut off at `asked`, and some behind might have been taken.
  bool pick(std::size_t asked) {
    std::size_t const slots =
        slot.empty() ? 0 : static_cast<std::size_t>(*std::max_element(slot.begin(), slot.end())) + 1;
    std::vector<std::size_t> seen(slots, 0), picked(slots, 0);
    std::vector<id> first(shadow.size());            // the first path with these pins
    std::vector<unsigned char> used(shadow.size());  // by that path: one with these pins is taken
    for (std::size_t p = 0; p < shadow.size(); ++p) {
      auto const at = static_cast<std::size_t>(slot[p]);
      first[p] = shadow[p] == none ? static_cast<id>(p) : first[static_cast<std::size_t>(shadow[p])];
      auto const pins = static_cast<std::size_t>(first[p]);
      ++seen[at];
      if (used[pins] != 0 || picked[at] == each) continue;
      used[pins] = 1;
      ++picked[at];
      taken.push_back(static_cast<id>(p));
    }
    for (std::size_t at = 0; at < slots; ++at)
      if (seen[at] == asked && picked[at] < each) return false;
    return true;
  }
};

/// The first k paths with pins of their own, no more than `per_end` of an end, of a list of the first `asked`
/// of each end; nothing where an end has too few because it was cut off. `whole`: false where the list was
/// cut off behind its last path as well.
template <executor E>
std::optional<path_buffers<E::space>> pick_unique(E const& exec, path_buffers<E::space> const& found,
                                                  path_request<E> const& request, std::size_t asked,
                                                  bool whole = true) {
  auto const shadow = to_vector(exec, find_shadows(exec, found.view).view());
  auto const slot = slots_of(exec, found.view);
  end_picker picker{shadow, slot, request.per_end};
  if (!picker.pick(asked)) return std::nullopt;
  if (!whole && picker.taken.size() < request.k) return std::nullopt;
  if (picker.taken.size() > request.k) picker.taken.resize(request.k);
  return paths_at(exec, found, picker.taken);
}

}  // namespace gsta::detail
