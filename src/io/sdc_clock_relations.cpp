// Generated clocks, and what is said of several clocks: groups, uncertainty between them, senses.

#include <charconv>
#include <string>
#include <utility>

#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/sdc_records.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

int sdc_reader::integer(std::string const& text, int least, char const* what) const {
  auto const word = trimmed(text);
  int value = 0;
  auto const* const start = word.data() + (word.starts_with('+') ? 1 : 0);
  auto const read = std::from_chars(start, word.data() + word.size(), value);
  if (read.ec != std::errc{} || read.ptr != word.data() + word.size() || value < least)
    throw sdc_error("expected " + std::string(what) + ", found " + quoted(text));
  return value;
}

void sdc_reader::read_edges(sdc_arguments const& in, model::generated_clock& into) const {
  for (auto const& edge : tcl.split(*in.value("edges"))) {
    into.edges.push_back(integer(edge, 1, "the number of an edge, from 1"));
    auto const n = into.edges.size();
    if (n > 1 && into.edges[n - 1] < into.edges[n - 2])
      throw sdc_error("-edges needs numbers that do not decrease, found " + quoted(*in.value("edges")));
  }
  if (into.edges.size() != 3)
    throw sdc_error("expected three edges in -edges, found " + quoted(*in.value("edges")));
  if (!in.has("edge_shift")) return;
  for (auto const& shift : tcl.split(*in.value("edge_shift"))) into.edge_shifts.push_back(time_of(shift));
  if (into.edge_shifts.size() != into.edges.size())
    throw sdc_error("-edge_shift needs as many values as -edges has");
}

/// How a generated clock follows from its master.
void sdc_reader::read_multiple(sdc_arguments const& in, model::generated_clock& into) const {
  into.combinational = in.has("combinational");
  into.invert = in.has("invert");
  if (in.has("divide_by") && in.has("multiply_by"))
    throw sdc_error("-divide_by and -multiply_by exclude each other");
  if (in.has("divide_by")) {
    into.divide_by = integer(*in.value("divide_by"), 1, "a divisor, at least 1");
    if (into.combinational && into.divide_by != 1)
      throw sdc_error("-combinational goes with -divide_by 1 only");
  } else if (in.has("multiply_by")) {
    into.multiply_by = integer(*in.value("multiply_by"), 1, "a factor, at least 1");
  } else if (in.has("edges")) {
    read_edges(in, into);
  } else if (into.combinational) {
    into.divide_by = 1;
  } else {
    throw sdc_error("create_generated_clock needs -divide_by, -multiply_by, -combinational or -edges");
  }
  if (into.invert && into.divide_by == 0 && into.multiply_by == 0)
    throw sdc_error("-invert needs -divide_by, -multiply_by or -combinational");
  if (!in.has("duty_cycle")) return;
  if (into.multiply_by == 0) throw sdc_error("-duty_cycle needs -multiply_by");
  into.duty_cycle = not_negative(*in.value("duty_cycle"), 1);
  if (into.duty_cycle > 100) throw sdc_error("-duty_cycle needs a value between 0 and 100");
}

sdc_reply sdc_reader::create_generated_clock(sdc_arguments const& in) {
  in.expect_words(1, 1);
  model::generated_clock made;
  made.clock.at = tcl.locate().at;
  made.clock.propagated = false;
  auto const objects =
      objects_of(in.words[0], sdc_kind::port | sdc_kind::pin | sdc_kind::net, sdc_missing::noted);
  for (auto const& object : objects) {
    for (auto& pin : module_pin(object) != nullptr ? sdc_list{object.name} : leaf_pins(object))
      made.clock.sources.push_back(std::move(pin));
  }
  if (made.clock.sources.empty())
    throw sdc_error("create_generated_clock was given no port, pin or driven net");
  bool const add = in.has("add");
  if (in.has("name")) made.clock.name = handles_.shown(*in.value("name"));
  if (made.clock.name.empty() && add) throw sdc_error("create_generated_clock -add needs -name");
  if (made.clock.name.empty()) made.clock.name = objects[0].name;
  if (!in.has("source")) throw sdc_error("create_generated_clock needs -source");
  made.source = one_pin(*in.value("source"));
  if (in.has("master_clock")) {
    made.master = one_clock(*in.value("master_clock"));
    if (made.master.empty())
      throw sdc_error("there is no clock " + quoted(*in.value("master_clock")) + " for -master_clock");
  } else if (add) {
    throw sdc_error("create_generated_clock -add needs -master_clock");
  }
  read_multiple(in, made);
  if (clock_index_.contains(made.clock.name)) {
    count("clock defined twice, the last one used");
    erase_clocks([&](model::clock const& c) { return c.name == made.clock.name; });
  }
  check_count_of_clocks();
  auto& all = generated_clocks_;
  clock_index_[made.clock.name] = {all.size(), true};
  all.push_back(std::move(made));
  return {};
}

sdc_reply sdc_reader::set_clock_groups(sdc_arguments const& in) {
  using relation = model::clock_groups::relation;
  if (!in.words.empty()) count("set_clock_groups: words beside options, ignored");
  model::clock_groups groups;
  groups.at = tcl.locate().at;
  if (in.has("name")) groups.name = *in.value("name");
  int given = 0;
  for (auto const& [option, of] : {std::pair{"logically_exclusive", relation::logically_exclusive},
                                   std::pair{"physically_exclusive", relation::physically_exclusive},
                                   std::pair{"asynchronous", relation::asynchronous}}) {
    if (!in.has(option)) continue;
    ++given;
    groups.of = of;
  }
  if (given != 1) {
    throw sdc_error(
        "set_clock_groups needs one of -logically_exclusive, -physically_exclusive and -asynchronous");
  }
  groups.allow_paths = in.has("allow_paths");
  for (auto const& [option, words] : in.options()) {
    if (option != "group") continue;
    sdc_list clocks;
    for (auto const& clock : clocks_of(words)) clocks.push_back(clock.name);
    if (!clocks.empty()) groups.groups.push_back(std::move(clocks));
  }
  if (groups.groups.empty()) {
    count("set_clock_groups without a clock, ignored");
    return {};
  }
  groups_.push_back(std::move(groups));
  return {};
}

/// set_clock_uncertainty with -from and -to.
sdc_reply sdc_reader::set_uncertainty_between(sdc_arguments const& in) {
  in.expect_words(1, 1);
  model::clock_uncertainty given;
  given.at = tcl.locate().at;
  given.value = scaled(in.words[0], units_.time_to_ps);
  given.setup = !in.has("hold") || in.has("setup");
  given.hold = !in.has("setup") || in.has("hold");
  auto const from = edge_option(in, "from", given.from_rise, given.from_fall);
  auto const to = edge_option(in, "to", given.to_rise, given.to_fall);
  if (from.empty() || to.empty()) throw sdc_error("-from and -to have to be used together");
  if (in.has("to") && in.has("rise") != in.has("fall")) {
    given.to_rise = in.has("rise");
    given.to_fall = in.has("fall");
  }
  auto const ends = clocks_of(*in.value(to));
  for (auto const& start : clocks_of(*in.value(from))) {
    for (auto const& end : ends) {
      given.from = start.name;
      given.to = end.name;
      uncertainties_.push_back(given);
    }
  }
  return {};
}

/// set_sense and set_clock_sense, which is its older name.
sdc_reply sdc_reader::set_sense(sdc_arguments const& in) {
  in.expect_words(1, 1);
  if (in.has("type") && *in.value("type") != "clock" && *in.value("type") != "data")
    throw sdc_error("expected clock or data in -type, found " + quoted(*in.value("type")));
  model::clock_sense sense;
  sense.at = tcl.locate().at;
  sense.pins = leaf_pins(in.words[0], sdc_kind::port | sdc_kind::pin, sdc_missing::refused,
                         sdc_modules::without_effect);
  for (char const* const option : {"clocks", "clock"}) {
    if (!in.has(option)) continue;
    for (auto const& clock : clocks_of(*in.value(option))) sense.clocks.push_back(clock.name);
    break;
  }
  using kind = model::clock_sense::kind;
  if (in.has("positive")) sense.of = kind::positive;
  if (in.has("negative")) sense.of = kind::negative;
  if (in.has("type") && *in.value("type") == "data") {
    leave_out(command_ + " -type data");
  } else if (in.has("pulse")) {
    leave_out(command_ + " -pulse");
  } else if (in.has("stop_propagation") || in.has("positive") || in.has("negative")) {
    if (!sense.pins.empty()) senses_.push_back(std::move(sense));
  } else {
    count(command_ + " without a sense, ignored");
  }
  return {};
}

}  // namespace gsta::io::detail
