// Commands that print figures of the whole design, and what puts a command's text elsewhere.
#include <cstdio>

#include "gsta/core/error.hpp"
#include "sta/shell/commands.hpp"
#include "sta/shell/report_text.hpp"

namespace sta::shell {

namespace {

/// A file that text goes to, whole or not at all heard of: a failure is an error.
class text_file {
 public:
  text_file(std::string const& path, bool append)
      : path_(path), file_(std::fopen(path.c_str(), append ? "ab" : "wb")) {
    if (file_ == nullptr) fail();
  }
  text_file(text_file const&) = delete;
  text_file& operator=(text_file const&) = delete;
  ~text_file() {
    if (file_ != nullptr) std::fclose(file_);
  }
  void write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
  }
  void finish() {
    auto* const file = file_;
    file_ = nullptr;
    if (std::fclose(file) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const { throw refusal("cannot write " + in_quotes(path_)); }
  std::string path_;
  std::FILE* file_;
};

/// `> FILE`, `>FILE`, `>> FILE` or `>>FILE` at the end of a command's words.
struct redirection {
  std::string file;
  bool append = false;

  explicit redirection(words& all) {
    auto const is_arrow = [](std::string const& word) { return word == ">" || word == ">>"; };
    if (all.size() >= 2 && is_arrow(all[all.size() - 2])) {
      file = all.back();
      append = all[all.size() - 2] == ">>";
      all.resize(all.size() - 2);
    } else if (!all.empty() && all.back().starts_with('>') && !is_arrow(all.back())) {
      append = all.back().starts_with(">>");
      file = all.back().substr(append ? 2 : 1);
      all.pop_back();
    } else if (!all.empty() && is_arrow(all.back())) {
      throw refusal("expected a file behind " + all.back());
    }
  }
};

/// One line such as `wns max -0.25`; a dash where nothing is constrained.
void print_figure(interpreter& tcl, design_state& design, char const* what, arguments const& in,
                  double (*figure)(gsta::slack_summary const&)) {
  in.expect_rest(0, 0);
  bool const early = in.has("min") && !in.has("max");
  auto const& timing = design.timed();
  auto const& side = early ? timing.hold : timing.setup;
  print_incomplete(tcl, design);
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
            text_file file(to.file, to.append);
            std::string result;
            tcl.redirect([&](std::string_view text) { file.write(text); }, [&] { result = run(all); });
            file.finish();
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
