#include "sta/shell/shell.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "gsta/core/error.hpp"
#include "sta/shell/interrupt.hpp"
#include "sta/shell/prompt.hpp"

namespace sta::shell {

namespace {

/// Where something else is wrong already.
void try_flush(interpreter& tcl) {
  try {
    tcl.flush();
  } catch (gsta::input_error const&) {
  }
}

words files_that_start(std::string const& word) {
  namespace fs = std::filesystem;
  auto const slash = word.rfind('/');
  auto const folder = slash == word.npos ? std::string() : word.substr(0, slash + 1);
  words found;
  std::error_code problem;
  for (fs::directory_iterator at(folder.empty() ? "." : folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    auto name = folder + at->path().filename().string();
    if (at->is_directory(problem)) name += "/";
    if (name.starts_with(word)) found.push_back(std::move(name));
  }
  return found;
}

/// Commands where one begins, options behind a dash, else files and the design's pins.
words complete(shell& of, std::string const& before, std::string const& word) {
  auto const begin = before.find_last_of("[;{\n");
  auto const line = before.substr(begin == before.npos ? 0 : begin + 1);
  auto const name_at = line.find_first_not_of(" \t");
  if (name_at == line.npos) return of.tcl.command_names(word);
  if (word.starts_with('-')) {
    auto const name = line.substr(name_at, line.find_first_of(" \t", name_at) - name_at);
    words found;
    for (auto const& command : of.tcl.commands()) {
      if (command.name != name) continue;
      for (auto& option : options_in(command.usage)) {
        if (option.starts_with(word)) found.push_back(std::move(option));
      }
    }
    return found;
  }
  auto found = files_that_start(word);
  constexpr std::size_t most = 1000;
  if (!word.empty() && of.design.is_linked()) {
    for (auto const pin : of.design.linked().design.pin_name) {
      if (found.size() < most && pin.starts_with(word)) found.emplace_back(pin);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

/// Names in constraints that match nothing are said behind the command that has them.
class misspelt_names {
 public:
  explicit misspelt_names(shell& of) : of_(of), said_(all().count) {}
  void say() {
    auto const& now = all();
    if (now.count < said_) said_ = 0;  // another design
    for (; said_ < now.count; ++said_) {
      if (said_ >= now.kept.size()) continue;
      auto const& [what, at] = now.kept[said_];
      std::fprintf(stderr, "sta: there is no %s (%s)\n", what.c_str(), at.c_str());
    }
  }

 private:
  gsta::model::omissions const& all() const { return of_.design.constraints().unmatched(); }
  shell& of_;
  std::size_t said_;
};

/// Reads commands until there are no more. At a terminal an error is printed, and the next command comes;
/// else the first one ends it.
void run_prompt(shell& of) {
  prompt lines(
      [&of](std::string const& before, std::string const& word) { return complete(of, before, word); });
  std::string text;
  std::size_t line = 0, first = 1;
  std::optional<interrupt> guard;
  misspelt_names misspelt(of);
  if (lines.is_terminal()) guard.emplace(of.tcl.tcl());
  auto const run_one = [&] {
    try {
      if (guard) guard->set_running(true);
      auto const result = of.tcl.run_text(text, "stdin", first);
      if (lines.is_terminal() && !result.empty()) of.tcl.print(of.design.constraints().shown(result) + "\n");
    } catch (std::runtime_error const& e) {
      if (!lines.is_terminal()) {
        try_flush(of.tcl);
        throw;
      }
      of.tcl.flush();
      std::fprintf(stderr, "%s\n", e.what());
    }
    if (guard) {
      guard->set_running(false);
      (void)guard->take();  // too late
    }
    of.tcl.flush();
    misspelt.say();
  };
  for (;;) {
    auto const next = lines.read_line(text.empty());
    if (guard && guard->take()) {  // what was typed is not meant
      std::fputs("\n", stdout);
      std::fflush(stdout);
      text.clear();
      continue;
    }
    if (!next) break;
    ++line;
    if (text.empty()) first = line;
    text += *next + "\n";
    if (Tcl_CommandComplete(text.c_str()) == 0) continue;
    lines.remember(text.substr(0, text.size() - 1));
    run_one();
    text.clear();
  }
  if (!text.empty()) run_one();  // it says what is missing
}

/// The files that the command line names, as if commands had read them.
void read_named(options const& from, design_state& design) {
  for (auto const& file : from.liberty) design.add_library(file, library_use::both);
  for (auto const& file : from.liberty_early) design.add_library(file, library_use::early);
  for (auto const& file : from.liberty_late) design.add_library(file, library_use::late);
  for (auto const& file : from.verilog) design.add_netlist(design.load(file));
  if (!from.verilog.empty()) design.link(from.top);
  for (auto const& file : from.spef) {
    auto const wires = wires_of(file);
    design.add_wires(design.open_wires(wires.file), {.prefix = wires.instance});
  }
  for (auto const& file : from.sdc) design.add_constraints(design.load(file));
}

}  // namespace

shell::shell(options const& settings, timing_engine& engine) : design(settings, engine, tcl) {
  add_read_commands(tcl, design);
  add_edit_commands(tcl, design);
  add_path_commands(tcl, design);
  add_summary_commands(tcl, design);
  add_rule_commands(tcl, design);
  add_setup_commands(tcl, design);
  add_property_command(tcl, design);
  add_help_commands(tcl);
}

void run(options const& settings) {
  with_timing_engine(settings, [&](timing_engine& engine) {
    shell all(settings, engine);
    try {
      read_named(settings, all.design);
      if (!settings.script.empty()) all.tcl.run_file(settings.script);
    } catch (refusal const& problem) {
      try_flush(all.tcl);
      throw drivers::usage_error(problem.what());
    } catch (...) {
      try_flush(all.tcl);
      throw;
    }
    all.tcl.flush();
    if (settings.shell) run_prompt(all);
  });
}

}  // namespace sta::shell
