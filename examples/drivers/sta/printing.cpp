#include "sta/printing.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "common/output.hpp"
#include "gsta/core/error.hpp"
#include "gsta/report/report.hpp"

namespace sta {

namespace {

using drivers::usage_error;

struct named_part {
  char const* name;
  bool gsta::report_parts::* part;
};
constexpr named_part parts_of_reports[] = {{"summary", &gsta::report_parts::summary},
                                           {"paths", &gsta::report_parts::paths},
                                           {"endpoints", &gsta::report_parts::endpoints},
                                           {"pins", &gsta::report_parts::pins},
                                           {"violations", &gsta::report_parts::violations},
                                           {"unconstrained", &gsta::report_parts::unconstrained},
                                           {"check_setup", &gsta::report_parts::check_setup},
                                           {"groups", &gsta::report_parts::groups},
                                           {"clock_latency", &gsta::report_parts::clock_latency},
                                           {"clock_skew", &gsta::report_parts::clock_skew}};

std::string part_names(char const* separator) {
  std::string all;
  for (auto const& one : parts_of_reports) all.append(all.empty() ? "" : separator).append(one.name);
  return all;
}

void set_parts(std::string const& list, bool paths_asked, gsta::report_parts& parts) {
  if (list.empty()) return;
  parts = {false, false, paths_asked, false, false};
  for (auto const& name : CLI::detail::split(list, ',')) {
    auto const* const found = std::find_if(std::begin(parts_of_reports), std::end(parts_of_reports),
                                           [&](named_part const& one) { return name == one.name; });
    if (found == std::end(parts_of_reports))
      throw usage_error("--report: expected " + part_names(", ") + ", found \"" + name + "\"");
    parts.*(found->part) = true;
  }
}

void set_units(std::string const& list, gsta::report_style& style) {
  for (auto const& name : CLI::detail::split(list, ',')) {
    if (name == "ps" || name == "ns") {
      style.time = name == "ps" ? gsta::time_unit::ps : gsta::time_unit::ns;
    } else if (name == "fF" || name == "pF") {
      style.capacitance = name == "fF" ? gsta::capacitance_unit::fF : gsta::capacitance_unit::pF;
    } else {
      throw usage_error("--units: expected ps, ns, fF or pF, found \"" + name + "\"");
    }
  }
}

void set_fields(std::string const& list, gsta::report_style& style) {
  style.fields = gsta::no_fields();
  if (list == "none") return;
  for (auto const& name : CLI::detail::split(list, ',')) {
    if (!gsta::add_field(style.fields, name)) {
      throw usage_error(
          "--fields: expected slew, capacitance, input_pins, net, fanout or none alone, found \"" + name +
          "\"");
    }
  }
}

/// The first `k` paths of each group.
std::vector<gsta::path_group> first_of_each(std::vector<gsta::path_group> const& groups, std::size_t k) {
  std::vector<gsta::path_group> result;
  for (auto const& group : groups) {
    if (k == 0) break;
    result.push_back({group.name, group.side, {}});
    for (std::size_t i = 0; i < std::min(k, group.paths.size()); ++i)
      result.back().paths.add_path(group.paths, i);
  }
  return result;
}

/// What shows which paths, and which of their parts.
void add_path_list_options(CLI::App& app, options& o) {
  app.add_option("--paths", o.paths, "Worst paths of each path group")
      ->check(CLI::Range(0U, 1U << 30U))
      ->type_name("K");
  app.add_option("--paths-per-endpoint", o.paths_per_endpoint, "Of these, at most so many to one endpoint")
      ->check(CLI::Range(1U, 1U << 30U))
      ->type_name("N");
  app.add_option_function<std::string>(
         "--delay",
         [&o](std::string const& side) {
           o.max_paths = side != "min";
           o.min_paths = side != "max";
         },
         "Paths of late checks (max, the default), early checks (min) or both")
      ->check(CLI::IsMember({"max", "min", "both"}));
}

void add_page_options(CLI::App& app, options& o) {
  drivers::add_output_option(app, "--html", o.html, "Also write a page: histogram, worst paths, endpoints");
  app.add_option("--html-rows", o.page.endpoints, "Rows of each table of endpoints on the page")
      ->check(CLI::Range(0U, 1U << 30U))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--html-paths", o.page_paths,
                 "Worst paths of each group on the page; --paths where that is more")
      ->check(CLI::Range(0U, 1U << 30U))
      ->type_name("K")
      ->capture_default_str();
}

}  // namespace

void add_report_options(CLI::App& app, options& o) {
  add_path_list_options(app, o);
  app.add_option_function<std::string>(
         "--format", [&o](std::string const& format) { o.json = format == "json"; },
         "text (the default) or json")
      ->check(CLI::IsMember({"text", "json"}));
  app.add_option("--report", o.parts_list, "Parts of the report, between commas: " + part_names(","))
      ->type_name("PARTS");
  app.add_option("--digits", o.style.digits, "Digits behind the point, in text and on the page")
      ->check(CLI::Range(0, 9))
      ->type_name("N")
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--units", [&o](std::string const& list) { set_units(list, o.style); },
         "Units in text and on the page: ps or ns, fF or pF, between commas (ps,fF)")
      ->type_name("UNITS");
  app.add_option_function<std::string>(
         "--path-format", [&o](std::string const& format) { gsta::set_format(o.style.format, format); },
         "How paths are printed: full (the default), full_clock_expanded (with clock networks), end or "
         "summary")
      ->check(CLI::IsMember({"full", "full_clock_expanded", "end", "summary"}));
  app.add_option_function<std::string>(
         "--fields", [&o](std::string const& list) { set_fields(list, o.style); },
         "What paths show of pins, between commas: slew,capacitance,input_pins,net,fanout (all) or none")
      ->type_name("FIELDS");
  add_page_options(app, o);
  drivers::add_output_option(app, "--output", o.output, "Write the report there, not to standard output");
  app.add_flag("--quiet", o.quiet, "Leave out notes on stderr");
}

void finish_report_options(CLI::App const& app, options& o) {
  set_parts(o.parts_list, app.count("--paths") > 0, o.parts);
  bool const rows = app.count("--html-rows") > 0, paths = app.count("--html-paths") > 0;
  // A page that is asked for by numbers is as large as these make it.
  if (rows || paths) o.page.most_bytes = std::numeric_limits<std::size_t>::max();
  if (paths) o.page.paths = std::numeric_limits<std::size_t>::max();
}

void write_reports(options const& o, gsta::report_input input, std::vector<gsta::path_group> const& found) {
  input.style = o.style;
  if (!o.html.empty()) {
    drivers::output page(o.html);
    input.paths = first_of_each(found, o.paths_on_page());
    page.write(gsta::report_html(input, o.page));
    page.finish();
  }
  input.paths = first_of_each(found, o.paths);
  drivers::output file(o.output);
  auto const sink = [&](std::string_view text) { file.write(text); };
  if (o.json) {
    gsta::report_json(input, o.parts, sink);
  } else {
    gsta::report_text(input, o.parts, sink);
  }
  file.finish();
}

void print_notes(options const& o, gsta::model::diagnostics const& notes) {
  if (o.quiet) return;
  for (auto const& note : notes.entries()) {
    std::fprintf(stderr, "sta: note: %s (%zu times, first at %s)\n", note.kind.c_str(), note.count,
                 note.first.c_str());
  }
}

}  // namespace sta
