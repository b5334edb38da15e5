#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gsta::io {

/// How many letters have to be inserted, left out, replaced, or swapped with their neighbour, each at most
/// once, to make one name of the other.
///
/// Shapes: any. Cost: O(letters of one * letters of the other). Where: host. Throws: std::bad_alloc.
inline std::size_t spelling_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      bool const swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(now);
  }
  return last[b.size()];
}

/// Of names the one that a word was probably meant to be: the closest one, if no more than a third of the
/// word's letters is wrong; of several the first. Empty where there is none.
///
/// Shapes: any. Cost: `spelling_distance` of each name that is about as long. Where: host. Throws:
/// std::bad_alloc.
inline std::string closest_name(std::string_view word, std::vector<std::string> const& names) {
  std::string closest;
  auto least = word.size() / 3 + 1;
  for (auto const& name : names) {
    if (std::max(word.size(), name.size()) - std::min(word.size(), name.size()) >= least) continue;
    auto const distance = spelling_distance(word, name);
    if (distance >= least) continue;
    least = distance;
    closest = name;
  }
  return closest;
}

/// `: did you mean NAME?`, with a text in front of the name, or nothing: the end of a sentence.
///
/// Shapes: any. Cost: as `closest_name`. Where: host. Throws: std::bad_alloc.
inline std::string did_you_mean(std::string_view word, std::vector<std::string> const& names,
                                std::string const& in_front = {}) {
  auto const name = closest_name(word, names);
  return name.empty() ? name : ": did you mean " + in_front + name + "?";
}

}  // namespace gsta::io
