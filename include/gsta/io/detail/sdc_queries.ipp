#pragma once

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "gsta/io/detail/sdc_reader.ipp"

namespace gsta::io::detail {

/// Finds what matches any pattern of any word; a pattern without a match is counted unless -quiet is given.
GSTA_INLINE sdc_list sdc_reader::query(sdc_arguments const& in, std::string_view what,
                                       std::function<sdc_list(std::string_view)> const& find) {
  if (!in.unsupported.empty()) return {};
  sdc_list result;
  std::unordered_set<std::string> met;
  auto const search = [&](std::string const& pattern) {
    auto found = find(pattern);
    if (found.empty() && !in.has("quiet"))
      count_of("no " + std::string(what) + " matches", in_quotes(pattern));
    for (auto& name : found) {
      if (met.insert(name).second) result.push_back(std::move(name));
    }
  };
  for (auto const& word : in.words) {
    for (auto const& pattern : tcl.split(word)) search(pattern);
  }
  if (in.words.empty()) search("*");
  return result;
}

GSTA_INLINE sdc_list sdc_reader::get_ports(sdc_arguments const& in) {
  return query(in, "port", [&](std::string_view pattern) { return names_.ports(pattern); });
}
GSTA_INLINE sdc_list sdc_reader::get_cells(sdc_arguments const& in) {
  return query(in, "cell", [&](std::string_view pattern) { return names_.cells(pattern); });
}
GSTA_INLINE sdc_list sdc_reader::get_pins(sdc_arguments const& in) {
  return query(in, "pin", [&](std::string_view pattern) { return names_.pins(pattern); });
}

GSTA_INLINE sdc_list sdc_reader::get_clocks(sdc_arguments const& in) {
  return query(in, "clock", [&](std::string_view pattern) {
    sdc_list found;
    for (auto const& clock : clocks_) {
      if (clock.name == pattern || glob_match(pattern, clock.name)) found.push_back(clock.name);
    }
    return found;
  });
}

GSTA_INLINE sdc_list sdc_reader::all_inputs(sdc_arguments const& in) {
  if (!in.unsupported.empty()) return {};
  sdc_list result;
  for (auto const& port : names_.netlist().ports) {
    bool const is_clock = std::any_of(clocks_.begin(), clocks_.end(), [&](model::clock const& clock) {
      return std::find(clock.sources.begin(), clock.sources.end(), port.name) != clock.sources.end();
    });
    if (port.direction != model::direction::output && !(in.has("no_clocks") && is_clock))
      result.push_back(port.name);
  }
  return result;
}

GSTA_INLINE sdc_list sdc_reader::all_outputs(sdc_arguments const& in) {
  if (!in.unsupported.empty()) return {};
  sdc_list result;
  for (auto const& port : names_.netlist().ports) {
    if (port.direction != model::direction::input) result.push_back(port.name);
  }
  return result;
}

GSTA_INLINE sdc_list sdc_reader::all_clocks(sdc_arguments const&) {
  sdc_list result;
  for (auto const& clock : clocks_) result.push_back(clock.name);
  return result;
}

GSTA_INLINE sdc_list sdc_reader::current_design(sdc_arguments const& in) {
  in.expect_words(0, 1);
  if (!in.words.empty() && in.words[0] != names_.netlist().name)
    count("current_design of another module, ignored");
  return {names_.netlist().name};
}

GSTA_INLINE sdc_list sdc_reader::add_to_collection(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto result = tcl.split(in.words[0]);
  std::unordered_set<std::string> const met(result.begin(), result.end());
  for (auto& name : tcl.split(in.words[1])) {
    if (!in.has("unique") || !met.contains(name)) result.push_back(std::move(name));
  }
  return result;
}

GSTA_INLINE sdc_list sdc_reader::remove_from_collection(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto result = tcl.split(in.words[0]);
  auto const gone = tcl.split(in.words[1]);
  std::unordered_set<std::string> const names(gone.begin(), gone.end());
  std::erase_if(result, [&](std::string const& name) { return names.contains(name); });
  return result;
}

GSTA_INLINE sdc_list sdc_reader::sizeof_collection(sdc_arguments const& in) {
  in.expect_words(1, 1);
  return {std::to_string(tcl.split(in.words[0]).size())};
}

GSTA_INLINE sdc_list sdc_reader::get_object_name(sdc_arguments const& in) {
  in.expect_words(1, 1);
  return tcl.split(in.words[0]);
}

GSTA_INLINE sdc_list sdc_reader::ignore_text(sdc_arguments const&) {
  count(command_ + " prints nothing");
  return {};
}

}  // namespace gsta::io::detail
