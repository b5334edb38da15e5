#pragma once

#include <iterator>
#include <limits>
#include <utility>

#include "gsta/io/detail/sdc_clocks.ipp"

namespace gsta::io::detail {

/// The objects of one option, `rise_from {a b}`; false where there is none, which is counted: without them
/// the exception would hold for too much.
GSTA_INLINE bool sdc_reader::read_points(std::string const& option, std::string const& words, sdc_kinds kinds,
                                         model::path_points& into) {
  into = {};
  into.rise = !option.starts_with("fall_");
  into.fall = !option.starts_with("rise_");
  for (auto const& object : objects_of(words, kinds, sdc_missing::noted)) {
    if (object.kind == sdc_kind::clock) {
      into.clocks.push_back(object.name);
    } else if (object.kind == sdc_kind::cell) {
      into.instances.push_back(object.name);
    } else if (object.kind == sdc_kind::net) {
      into.nets.push_back(object.name);
    } else {
      auto leaves = leaf_pins(object);
      into.pins.insert(into.pins.end(), std::make_move_iterator(leaves.begin()),
                       std::make_move_iterator(leaves.end()));
    }
  }
  if (into.empty()) count(command_ + " -" + option + " of an empty list: the command is ignored");
  return !into.empty();
}

/// What all exceptions have; false where one of its lists is empty.
GSTA_INLINE bool sdc_reader::read_exception(sdc_arguments const& in, model::path_exception& into) {
  into.at = tcl.locate().at;
  into.setup = !in.has("hold") || in.has("setup");
  into.hold = !in.has("setup") || in.has("hold");
  bool const any_edge = in.has("rise") == in.has("fall");
  into.rise = any_edge || in.has("rise");
  into.fall = any_edge || in.has("fall");
  into.resets = in.has("reset_path");
  auto const ends = sdc_kind::clock | sdc_kind::cell | sdc_kind::port | sdc_kind::pin;
  auto const middle = sdc_kind::cell | sdc_kind::port | sdc_kind::pin | sdc_kind::net;
  auto const read_end = [&](char const* end, model::path_points& points) {
    for (char const* const edge : {"", "rise_", "fall_"}) {
      auto const option = std::string(edge) + end;
      if (in.has(option)) return read_points(option, *in.value(option), ends, points);
    }
    return true;
  };
  bool good = read_end("from", into.from);
  good = read_end("to", into.to) && good;
  for (auto const& [option, words] : in.options()) {
    if (!option.ends_with("through")) continue;
    good = read_points(option, words, middle, into.through.emplace_back()) && good;
  }
  return good;
}

/// Keeps an exception, and counts what of it is not applied.
GSTA_INLINE void sdc_reader::keep_exception(model::path_exception exception) {
  auto const check = [&](model::path_points const& points) {
    for (auto const& name : points.instances) {
      if (names_.find_instance(name) == nullptr) leave_out(command_ + " of the module " + in_quotes(name));
    }
  };
  check(exception.from);
  check(exception.to);
  for (auto const& points : exception.through) check(points);
  exceptions_.push_back(std::move(exception));
}

GSTA_INLINE sdc_reply sdc_reader::set_false_path(sdc_arguments const& in) {
  if (!in.words.empty()) count("set_false_path: words beside options, ignored");
  model::path_exception path;
  if (!read_exception(in, path)) return {};
  if (path.from.empty() && path.to.empty() && path.through.empty()) {
    leave_out("set_false_path without -from, -through and -to");
    return {};
  }
  keep_exception(std::move(path));
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::set_multicycle_path(sdc_arguments const& in) {
  in.expect_words(1, 1);
  if (in.has("start") && in.has("end")) throw sdc_error("-start and -end exclude each other");
  model::path_exception path;
  path.of = exception_kind::multicycle;
  path.cycles = integer(in.words[0], std::numeric_limits<int>::min(), "a whole number of cycles");
  bool const only_hold = in.has("hold") && !in.has("setup");
  path.by_start = in.has("start") || (only_hold && !in.has("end"));
  if (read_exception(in, path)) keep_exception(std::move(path));
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::set_path_delay(sdc_arguments const& in, exception_kind of) {
  in.expect_words(1, 1);
  model::path_exception path;
  path.of = of;
  path.delay = scaled(in.words[0], units_.time_to_ps);
  path.ignore_clock_latency = in.has("ignore_clock_latency");
  path.probe = in.has("probe");
  if (!read_exception(in, path)) return {};
  (of == exception_kind::max_delay ? path.hold : path.setup) = false;
  keep_exception(std::move(path));
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::set_path_margin(sdc_arguments const& in) {
  in.expect_words(1, 1);
  model::path_exception path;
  path.of = exception_kind::margin;
  path.delay = scaled(in.words[0], units_.time_to_ps);
  if (!read_exception(in, path)) return {};
  if (path.from.empty() && path.to.empty() && path.through.empty())
    throw sdc_error("set_path_margin needs -from, -through or -to");
  keep_exception(std::move(path));
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::group_path(sdc_arguments const& in) {
  in.expect_words(0, 0);
  if (in.has("name") == in.has("default")) throw sdc_error("group_path needs one of -name and -default");
  model::path_exception path;
  path.of = exception_kind::group;
  if (in.has("name")) path.name = handles_.shown(*in.value("name"));
  if (!read_exception(in, path)) return {};
  keep_exception(std::move(path));
  return {};
}

}  // namespace gsta::io::detail
