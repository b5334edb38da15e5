#pragma once

#include <tcl.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/output.hpp"
#include "gsta/io/sdc_session.hpp"
#include "sta/shell/arguments.hpp"
#include "sta/shell/limits.hpp"

namespace sta::shell {

/// A script that could not be run to its end, and where; `what()` is `FILE:LINE:COLUMN: error: sentence`.
using script_error = gsta::input_error;

/// A Tcl interpreter of the user's own: all of Tcl, and commands that C++ adds. It knows where the running
/// command stands.
class interpreter {
 public:
  /// Runs a command; what it returns is the command's result. Throws: refusal and whatever else is an error.
  using work = std::function<std::string(words const&)>;
  /// A command of this program: its usage behind its name, as `arguments` reads it.
  struct command {
    std::string name, usage;
    work run;
    interpreter* self;
  };

  interpreter();
  ~interpreter();
  interpreter(interpreter const&) = delete;
  interpreter& operator=(interpreter const&) = delete;

  Tcl_Interp* tcl() const noexcept { return interp_; }

  /// A command that is answered by C++.
  void add(std::string name, std::string usage, work run);
  std::deque<command> const& commands() const noexcept { return commands_; }
  /// A command that is in no way here, and why: calling it is an error that says so.
  void add_missing(std::string name, std::string why) { missing_[std::move(name)] = std::move(why); }

  /// Runs a file where the calling command stands. Throws: script_error.
  std::string run_file(std::string const& file);
  /// Runs a text that begins at this line of `file`, and returns its result. Throws: script_error.
  std::string run_text(std::string const& text, std::string const& file, std::size_t line);

  /// What `info script` says as long as it lives.
  class script_name {
   public:
    script_name(interpreter& of, std::string const& name) : of_(of), before_(of.set_script_name(name)) {}
    ~script_name() { of_.set_script_name(before_); }
    script_name(script_name const&) = delete;
    script_name& operator=(script_name const&) = delete;

   private:
    interpreter& of_;
    std::string before_;
  };

  /// Where the running command stands.
  gsta::io::sdc_place here();

  /// Writes to standard output, in order with what scripts put there, or to where it is redirected. Throws:
  /// refusal where it cannot be written.
  void print(std::string_view text);
  /// Sees to it that what was printed is there. Throws: input_error.
  void flush();
  /// Runs `body` with what is printed going elsewhere.
  void redirect(std::function<void(std::string_view)> sink, std::function<void()> const& body);

  /// Whether commands may write files; they may unless this says no.
  void allow_files(bool yes) noexcept { files_allowed_ = yes; }
  bool files_allowed() const noexcept { return files_allowed_; }

  /// Files that were read, which commands do not write.
  void add_read(std::string const& file) { read_.push_back(file); }
  bool has_read(std::string const& file) const {
    return std::any_of(read_.begin(), read_.end(),
                       [&](auto const& one) { return drivers::is_same_file(one, file); });
  }

  /// Names of all commands that start so.
  words command_names(std::string const& start);
  /// A Tcl list.
  static std::string list_of(words const& elements);
  static words split(std::string const& list);
  /// A global variable's value; empty where there is none.
  std::string variable(char const* name);

 private:
  /// A file that was run: what messages call it, and where the first word of each line stands.
  struct script {
    std::string shown;
    std::vector<std::size_t> columns;
  };
  struct text_position {
    std::string file;
    std::size_t line;
    std::size_t depth;  ///< levels of Tcl's stack of commands below it
  };

  /// A level of Tcl's stack of commands.
  struct frame {
    std::string type, file;
    std::size_t line = 0;
  };

  static constexpr char const* too_deep = "brackets are nested too deeply";

  static int call(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const given[]);
  static int call_unknown(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const given[]);
  static int call_exit(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const given[]);
  int answer(std::function<std::string()> const& run);
  int unknown(words const& given);
  int ask(words const& command);
  [[noreturn]] void fail();
  gsta::io::sdc_place place_of_error();
  gsta::io::sdc_place place_in(std::string const& path, std::size_t line);
  frame frame_at(int level);
  std::size_t frame_depth();
  std::string set_script_name(std::string const& name);
  std::string option_of_error(char const* key);

  Tcl_Interp* interp_;
  std::optional<script_limits> limits_;
  std::deque<command> commands_;
  std::map<std::string, std::string> missing_;
  std::unordered_map<std::string, script> scripts_;  ///< by normalised path
  std::vector<std::string> read_;                    ///< files
  std::vector<text_position> texts_;                 ///< that run, innermost last
  std::function<void(std::string_view)> sink_;
  bool files_allowed_ = true;
  bool asking_ = false;  ///< this class's own question to Tcl runs, which may be of a command that is gone
};

}  // namespace sta::shell
