// Exceptions of paths.

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <limits>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/sdc_take_away.hpp"

namespace gsta::io::detail {

/// The objects of one option, `rise_from {a b}`; false where there is none, which is counted: without them
/// the exception would hold for too much. Paths go through a module where they go through its pins, and
/// neither start nor end there.
bool sdc_reader::read_points(std::string const& option, std::string const& words, sdc_kinds kinds,
                             model::path_points& into) {
  bool const is_end = !option.ends_with("through");
  into = {};
  into.rise = !option.starts_with("fall_");
  into.fall = !option.starts_with("rise_");
  auto objects = objects_of(words, kinds, sdc_missing::noted);
  std::erase_if(objects, [&](sdc_object const& object) {
    bool const is_lost = is_end && (is_module(object) || module_pin(object) != nullptr);
    if (is_lost) count(command_ + " -" + option + " of a module or its pin, which has no effect");
    return is_lost;
  });
  for (auto const& object : objects) {
    if (object.kind == sdc_kind::clock) {
      into.clocks.push_back(object.name);
    } else if (is_module(object)) {
      for (auto const& pin : related(sdc_kind::pin, object)) add_leaves({sdc_kind::pin, pin}, into);
    } else if (object.kind == sdc_kind::cell) {
      into.instances.push_back(object.name);
    } else if (object.kind == sdc_kind::net) {
      into.nets.push_back(object.name);
    } else if (auto const* const pin = module_pin(object); pin == nullptr || is_told_apart(*pin)) {
      add_leaves(object, into);
    }
  }
  if (into.empty()) count(command_ + " -" + option + " of an empty list: the command is ignored");
  return !into.empty();
}

void sdc_reader::add_leaves(sdc_object const& pin, model::path_points& into) {
  auto leaves = leaf_pins(pin);
  into.pins.insert(into.pins.end(), std::make_move_iterator(leaves.begin()),
                   std::make_move_iterator(leaves.end()));
}

/// What all exceptions have; false where one of its lists is empty.
bool sdc_reader::read_exception(sdc_arguments const& in, model::path_exception& into) {
  into.at = tcl.locate().at;
  into.setup = !in.has("hold") || in.has("setup");
  into.hold = !in.has("setup") || in.has("hold");
  bool const any_edge = in.has("rise") == in.has("fall");
  into.rise = any_edge || in.has("rise");
  into.fall = any_edge || in.has("fall");
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

/// Keeps an exception; with -reset_path nothing else is said of its paths any more, of neither side where it
/// is a path delay.
void sdc_reader::keep_exception(model::path_exception exception, sdc_arguments const& in) {
  if (in.has("reset_path")) {
    auto away = exception;
    bool const is_delay = away.of == exception_kind::max_delay || away.of == exception_kind::min_delay;
    away.setup = away.setup || is_delay;
    away.hold = away.hold || is_delay;
    reset_paths(away);
  }
  exceptions_.push_back(std::move(exception));
}

namespace {

/// Whether points have an object in common, at a common edge.
bool have_common(model::path_points const& a, model::path_points const& b) {
  auto const meet = [](sdc_list const& some, sdc_list const& others) {
    return std::any_of(some.begin(), some.end(), [&](auto const& name) {
      return std::find(others.begin(), others.end(), name) != others.end();
    });
  };
  bool const edges = (a.rise && b.rise) || (a.fall && b.fall);
  return edges && (meet(a.pins, b.pins) || meet(a.instances, b.instances) || meet(a.nets, b.nets) ||
                   meet(a.clocks, b.clocks));
}

/// Leaves what points have in common with others, and returns the objects that they have beside these.
model::path_points taken_beside(model::path_points& points, model::path_points const& others) {
  auto beside = points;
  auto const part = [&](sdc_list model::path_points::* list) {
    std::unordered_set<std::string> const named((others.*list).begin(), (others.*list).end());
    std::erase_if(points.*list, [&](auto const& name) { return !named.contains(name); });
    std::erase_if(beside.*list, [&](auto const& name) { return named.contains(name); });
  };
  part(&model::path_points::pins);
  part(&model::path_points::instances);
  part(&model::path_points::nets);
  part(&model::path_points::clocks);
  return beside;
}

}  // namespace

/// Takes exceptions of these paths back, but for groups. What is said of a start, a way or an end here must
/// be met there; where nothing is said here, all that is said there is meant. What an exception holds for
/// beside these paths stays.
void sdc_reader::reset_paths(model::path_exception const& away) {
  using record = model::path_exception;
  static constexpr std::array<sdc_halves<record>, 2> halves{
      {{&record::rise, &record::fall}, {&record::setup, &record::hold}}};
  auto const meets = [&](record const& of) {
    auto const at = [](model::path_points const& ours, model::path_points const& theirs) {
      return ours.empty() || have_common(ours, theirs);
    };
    bool good = of.of != exception_kind::group && at(away.from, of.from) && at(away.to, of.to) &&
                (away.through.empty() || !of.through.empty());
    for (std::size_t i = 0; good && i < std::min(away.through.size(), of.through.size()); ++i)
      good = have_common(away.through[i], of.through[i]);
    return good;
  };
  auto const split = [&](record& rest, std::vector<record>& left) {
    auto const part = [&](auto const& points_of, model::path_points const& ours) {
      if (ours.empty()) return;
      auto beside = rest;
      points_of(beside) = taken_beside(points_of(rest), ours);
      if (!points_of(beside).empty()) left.push_back(beside);
      beside = rest;
      auto& edges = points_of(beside);
      edges.rise = edges.rise && !ours.rise;
      edges.fall = edges.fall && !ours.fall;
      if (edges.rise || edges.fall) left.push_back(beside);
      points_of(rest).rise = points_of(rest).rise && ours.rise;
      points_of(rest).fall = points_of(rest).fall && ours.fall;
    };
    part([](record& of) -> auto& { return of.from; }, away.from);
    part([](record& of) -> auto& { return of.to; }, away.to);
    for (std::size_t i = 0; i < std::min(away.through.size(), rest.through.size()); ++i)
      part([i](record& of) -> auto& { return of.through[i]; }, away.through[i]);
  };
  take_away(exceptions_, away, halves, meets, split);
}

/// Without -all it needs points.
sdc_reply sdc_reader::reset_path(sdc_arguments const& in) {
  in.expect_words(0, 0);
  model::path_exception away;
  if (!read_exception(in, away)) return {};
  bool const is_empty = away.from.empty() && away.to.empty() && away.through.empty();
  if (is_empty && !in.has("all")) throw sdc_error(command_ + " needs -from, -through or -to");
  reset_paths(away);
  return {};
}

sdc_reply sdc_reader::set_false_path(sdc_arguments const& in) {
  if (!in.words.empty()) count("set_false_path: words beside options, ignored");
  model::path_exception path;
  if (!read_exception(in, path)) return {};
  if (path.from.empty() && path.to.empty() && path.through.empty()) {
    leave_out("set_false_path without -from, -through and -to");
    return {};
  }
  keep_exception(std::move(path), in);
  return {};
}

sdc_reply sdc_reader::set_multicycle_path(sdc_arguments const& in) {
  in.expect_words(1, 1);
  if (in.has("start") && in.has("end")) throw sdc_error("-start and -end exclude each other");
  model::path_exception path;
  path.of = exception_kind::multicycle;
  path.cycles = integer(in.words[0], std::numeric_limits<int>::min(), "a whole number of cycles");
  bool const only_hold = in.has("hold") && !in.has("setup");
  path.by_start = in.has("start") || (only_hold && !in.has("end"));
  if (read_exception(in, path)) keep_exception(std::move(path), in);
  return {};
}

sdc_reply sdc_reader::set_path_delay(sdc_arguments const& in, exception_kind of) {
  in.expect_words(1, 1);
  model::path_exception path;
  path.of = of;
  path.delay = scaled(in.words[0], units_.time_to_ps);
  path.ignore_clock_latency = in.has("ignore_clock_latency");
  path.probe = in.has("probe");
  if (!read_exception(in, path)) return {};
  (of == exception_kind::max_delay ? path.hold : path.setup) = false;
  keep_exception(std::move(path), in);
  return {};
}

sdc_reply sdc_reader::set_path_margin(sdc_arguments const& in) {
  in.expect_words(1, 1);
  model::path_exception path;
  path.of = exception_kind::margin;
  path.delay = scaled(in.words[0], units_.time_to_ps);
  if (!read_exception(in, path)) return {};
  if (path.from.empty() && path.to.empty() && path.through.empty())
    throw sdc_error("set_path_margin needs -from, -through or -to");
  keep_exception(std::move(path), in);
  return {};
}

sdc_reply sdc_reader::group_path(sdc_arguments const& in) {
  in.expect_words(0, 0);
  if (in.has("name") == in.has("default")) throw sdc_error("group_path needs one of -name and -default");
  model::path_exception path;
  path.of = exception_kind::group;
  if (in.has("name")) path.name = handles_.shown(*in.value("name"));
  if (!read_exception(in, path)) return {};
  keep_exception(std::move(path), in);
  return {};
}

}  // namespace gsta::io::detail
