#pragma once

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "gsta/core/sort.hpp"
#include "gsta/io/detail/sdc_registers.ipp"

namespace gsta::io::detail {

/// The objects of a collection, or those that names stand for.
GSTA_INLINE sdc_objects sdc_reader::any_objects(std::string const& words) {
  return objects_of(words, sdc_kind::clock | sdc_kind::cell | sdc_kind::port | sdc_kind::pin | sdc_kind::net |
                               sdc_kind::lib_cell | sdc_kind::lib_pin | sdc_kind::library | sdc_kind::design);
}

GSTA_INLINE sdc_reply sdc_reader::add_to_collection(sdc_arguments const& in) {
  in.expect_words(2, 2);
  sdc_reply result;
  flatten_words(in.words[0], 0, result.list);
  std::unordered_set<std::string> met(result.list.begin(), result.list.end());
  sdc_list added;
  flatten_words(in.words[1], 0, added);
  for (auto& word : added) {
    if (met.insert(word).second || !in.has("unique")) result.list.push_back(std::move(word));
  }
  return result;
}

/// Names among handles count as what they stand for.
GSTA_INLINE sdc_reply sdc_reader::remove_from_collection(sdc_arguments const& in) {
  in.expect_words(2, 2);
  std::unordered_set<std::string> listed;
  for (auto const& object : any_objects(in.words[1]))
    listed.insert(handles_.handle_of(object.kind, object.name));
  sdc_reply result;
  for (auto const& object : any_objects(in.words[0])) {
    auto handle = handles_.handle_of(object.kind, object.name);
    if (listed.contains(handle) == in.has("intersect")) result.list.push_back(std::move(handle));
  }
  return result;
}

GSTA_INLINE sdc_reply sdc_reader::sizeof_collection(sdc_arguments const& in) {
  in.expect_words(1, 1);
  sdc_list all;
  flatten_words(in.words[0], 0, all);
  return {{std::to_string(all.size())}, true};
}

GSTA_INLINE sdc_reply sdc_reader::index_collection(sdc_arguments const& in) {
  in.expect_words(2, 3);
  sdc_list all;
  flatten_words(in.words[0], 0, all);
  auto const position = [&](std::string const& text) {
    auto const value = number(text);
    if (!(value >= 0 && value < static_cast<double>(all.size())) ||
        value != static_cast<double>(static_cast<std::size_t>(value)))
      throw sdc_error("expected a position below " + std::to_string(all.size()) + ", found " + quoted(text));
    return static_cast<std::size_t>(value);
  };
  auto const first = position(in.words[1]), last = in.words.size() == 3 ? position(in.words[2]) : first;
  sdc_reply result;
  for (auto i = first; i <= last; ++i) result.list.push_back(all[i]);
  return result;
}

/// Sorts by attributes, in turn.
GSTA_INLINE sdc_reply sdc_reader::sort_collection(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto const attributes = tcl.split(in.words[1]);
  std::vector<std::pair<sdc_list, sdc_object>> keyed;
  for (auto& object : any_objects(in.words[0])) {
    sdc_list key;
    for (auto const& name : attributes) key.push_back(attribute(object, name).value_or(""));
    keyed.emplace_back(std::move(key), std::move(object));
  }
  bool const descending = in.has("descending");
  gsta::stable_sort(keyed.begin(), keyed.end(), [&](auto const& a, auto const& b) {
    return descending ? b.first < a.first : a.first < b.first;
  });
  sdc_objects sorted;
  for (auto& [key, object] : keyed) sorted.push_back(std::move(object));
  return handles(sorted);
}

GSTA_INLINE sdc_reply sdc_reader::filter_collection(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto objects = any_objects(in.words[0]);
  keep_matching(objects, in.words[1]);
  return handles(objects);
}

GSTA_INLINE sdc_reply sdc_reader::copy_collection(sdc_arguments const& in) {
  in.expect_words(1, 1);
  return {tcl.split(in.words[0])};
}

/// The name of one object as it is, the names of several as a list.
GSTA_INLINE sdc_reply sdc_reader::get_object_name(sdc_arguments const& in) {
  in.expect_words(1, 1);
  sdc_reply result;
  flatten_words(in.words[0], 0, result.list);
  for (auto& word : result.list) word = handles_.shown(word);
  result.is_text = result.list.size() == 1;
  return result;
}

/// A list without the first element like each of others; names there mean objects of the sort that the list
/// begins with.
GSTA_INLINE sdc_reply sdc_reader::delete_from_list(sdc_arguments const& in) {
  in.expect_words(2, 2);
  sdc_reply result{tcl.split(in.words[0])};
  auto const* const first = result.list.empty() ? nullptr : handles_.find(result.list[0]);
  sdc_list away;
  flatten_words(in.words[1], 0, away);
  for (auto const& word : away) {
    sdc_list one{word};
    if (first != nullptr && handles_.find(word) == nullptr)
      one = handles(objects_of(word, in_set(first->kind), sdc_missing::noted)).list;
    for (auto const& element : one) {
      auto const found = std::find(result.list.begin(), result.list.end(), element);
      if (found != result.list.end()) result.list.erase(found);
    }
  }
  return result;
}

/// By the names without their paths, or by the whole ones.
GSTA_INLINE sdc_reply sdc_reader::sort_by_name(sdc_arguments const& in) {
  in.expect_words(1, 1);
  sdc_reply result{tcl.split(in.words[0])};
  auto const name_of = [&](std::string const& word) {
    auto const name = handles_.shown(word);
    return command_ == "sort_by_name" ? name.substr(name.rfind('/') + 1) : name;
  };
  gsta::stable_sort(result.list.begin(), result.list.end(),
                    [&](auto const& a, auto const& b) { return name_of(a) < name_of(b); });
  return result;
}

GSTA_INLINE sdc_reply sdc_reader::ignore_text(sdc_arguments const&) {
  count(command_ + " prints nothing");
  return {};
}

}  // namespace gsta::io::detail
