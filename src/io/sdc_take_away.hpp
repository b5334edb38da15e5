#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace gsta::io::detail {

/// Two switches of a record that split what it holds for: rising and falling, setup and hold.
template <class Record>
using sdc_halves = std::pair<bool Record::*, bool Record::*>;

/// Takes what `away` holds for out of the records that `is_meant` picks; what they hold for beyond that
/// stays, in records of its own in their places. `split` does the same for what is no switch: it gives the
/// pieces that stay, and leaves what is in common.
template <class Record, std::size_t n, class IsMeant, class Split>
void take_away(std::vector<Record>& records, Record const& away,
               std::array<sdc_halves<Record>, n> const& halves, IsMeant const& is_meant, Split const& split) {
  std::vector<Record> left;
  for (auto& record : records) {
    bool const meets =
        is_meant(record) && std::all_of(halves.begin(), halves.end(), [&](auto const& half) {
          return (record.*half.first && away.*half.first) || (record.*half.second && away.*half.second);
        });
    if (!meets) {
      left.push_back(std::move(record));
      continue;
    }
    split(record, left);
    for (auto const& [first, second] : halves) {
      auto beside = record;
      beside.*first = record.*first && !(away.*first);
      beside.*second = record.*second && !(away.*second);
      if (beside.*first || beside.*second) left.push_back(std::move(beside));
      record.*first = record.*first && away.*first;
      record.*second = record.*second && away.*second;
    }
  }
  records = std::move(left);
}

template <class Record, std::size_t n, class IsMeant>
void take_away(std::vector<Record>& records, Record const& away,
               std::array<sdc_halves<Record>, n> const& halves, IsMeant const& is_meant) {
  take_away(records, away, halves, is_meant, [](Record&, std::vector<Record>&) {});
}

}  // namespace gsta::io::detail
