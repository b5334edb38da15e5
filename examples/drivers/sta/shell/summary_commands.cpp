// Commands that print figures of the whole design, and what puts a command's text elsewhere.
#include "gsta/core/error.hpp"
#include "gsta/io/output_file.hpp"
#include "sta/shell/commands.hpp"
#include "sta/shell/report_text.hpp"

namespace sta::shell {

namespace {

/// What fails is this command's error, at its place.
template <class F>
auto writing(F const& work) try {
  return work();
} catch (gsta::input_error const& problem) {
  std::string const text = problem.what();
  throw refusal("cannot write " + in_quotes(problem.file) + text.substr(text.rfind(": ")));
}

/// `> FILE`, `>FILE`, `>> FILE` or `>>FILE` at the end of a command's words.
struct redirection {
  std::string file;
  bool append = false;

  explicit redirection(words& all) {
    auto const is_arrow = [](std::string const& word) { return word == ">" || word == ">>"; };
    if (all.size() >= 2 && is_arrow(all[all.size() - 2])) {
      file = named(all.back());
      append = all[all.size() - 2] == ">>";
      all.resize(all.size() - 2);
    } else if (!all.empty() && all.back().starts_with('>') && !is_arrow(all.back())) {
      append = all.back().starts_with(">>");
      file = named(all.back().substr(append ? 2 : 1));
      all.pop_back();
    } else if (!all.empty() && is_arrow(all.back())) {
      throw refusal("expected a file behind " + all.back());
    }
  }

 private:
  static std::string named(std::string file) {
    return file.empty() ? throw refusal("expected a file behind > or >>, found an empty name") : file;
  }
};

/// One line such as `wns max -0.25`; a dash where nothing is constrained.
void print_figure(interpreter& tcl, design_state& design, char const* what, arguments const& in,
                  double (*figure)(gsta::slack_summary const&)) {
  in.expect_rest(0, 0);
  bool const early = in.has("min") && !in.has("max");
  auto const& timing = design.timed();
  auto const& side = early ? timing.hold : timing.setup;
  std::string text = "-";
  if (side.endpoints > 0) text = time_text(design, figure(side), digits_of(tcl, in));
  tcl.print(std::string(what) + (early ? " min " : " max ") + text + "\n");
}

std::string run_captured(interpreter& tcl, words const& given) {
  if (given.size() != 2) throw refusal("expected a variable and a script");
  std::string text;
  int code = TCL_OK;
  tcl.redirect([&](std::string_view piece) { text += piece; },
               [&] { code = Tcl_Eval(tcl.tcl(), given[1].c_str()); });
  std::string const result = Tcl_GetStringResult(tcl.tcl());
  if (code == TCL_ERROR) throw refusal(result);
  Tcl_SetVar(tcl.tcl(), given[0].c_str(), text.c_str(), 0);
  return result;
}

}  // namespace

void add_redirected(interpreter& tcl, std::string name, std::string usage, interpreter::work run) {
  tcl.add(std::move(name), usage + " [> FILE] [>> FILE]",
          [&tcl, run = std::move(run)](words const& given) -> std::string {
            auto all = given;
            redirection const to(all);
            if (to.file.empty()) return run(all);
            if (!tcl.files_allowed()) throw refusal("files are not written here");
            if (tcl.has_read(to.file)) throw refusal("the file " + in_quotes(to.file) + " was read");
            using gsta::io::output_file;
            auto file =
                writing([&] { return to.append ? output_file::behind(to.file) : output_file(to.file); });
            std::string result;
            tcl.redirect([&](std::string_view text) { writing([&] { file.write(text); }); },
                         [&] { result = run(all); });
            writing([&] { file.finish(); });
            return result;
          });
}

void add_summary_commands(interpreter& tcl, design_state& design) {
  static constexpr char const* of_figure = "[-min] [-max] [-digits N]";
  auto const add = [&](char const* name, char const* what, auto figure) {
    add_redirected(tcl, name, of_figure, [&tcl, &design, what, figure](words const& given) -> std::string {
      print_figure(tcl, design, what, arguments(of_figure, given), figure);
      return {};
    });
  };
  using summary = gsta::slack_summary;
  add("report_wns", "wns", +[](summary const& s) -> double { return s.wns; });
  add("report_tns", "tns", +[](summary const& s) { return s.tns; });
  add("report_worst_slack", "worst slack", +[](summary const& s) -> double { return s.worst_slack; });
  add_redirected(tcl, "report_units", "", [&](words const& given) -> std::string {
    arguments("", given).expect_rest(0, 0);
    tcl.print(" time 1" + std::string(design.time_unit() == gsta::time_unit::ps ? "ps" : "ns") +
              "\n capacitance 1" + (design.capacitance_unit() == gsta::capacitance_unit::fF ? "fF" : "pF") +
              "\n");
    return {};
  });
  tcl.add("sta::updates", "", [&design](words const&) { return std::to_string(design.updates()); });
  tcl.add("sta::flattened", "", [&design](words const&) { return std::to_string(design.flattened()); });
  tcl.add("with_output_to_variable", "VARIABLE SCRIPT",
          [&tcl](words const& given) { return run_captured(tcl, given); });
}

}  // namespace sta::shell
