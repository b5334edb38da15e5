#pragma once

#include <tcl.h>

#include <cstddef>
#include <deque>
#include <functional>
#include <string>

#include "src/io/sdc_command.hpp"
#include "src/io/sdc_reader.hpp"

namespace gsta::io::detail {

/// SDC's commands in a Tcl interpreter: their words go to a reader, and what it says becomes their result.
class sdc_bindings {
 public:
  /// A Tcl command: one of SDC's, or a name that changes nothing.
  struct binding {
    sdc_bindings* self;
    sdc_command const* command;
    std::string name;
  };

  explicit sdc_bindings(Tcl_Interp* interp) : interp_(interp) {}
  sdc_bindings(sdc_bindings const&) = delete;
  sdc_bindings& operator=(sdc_bindings const&) = delete;

  /// All of SDC's, and what is Tcl itself; `wanted` leaves out some.
  void add_all(std::function<bool(std::string const&)> const& wanted);
  /// Takes the commands away again; for an interpreter that goes on.
  void remove_all();
  /// The only command that starts so; nothing where there is none. Throws: sdc_error where there are several.
  binding* completed(std::string const& name);
  static int call(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const words[]);
  /// What is said goes to this one from now on, and what variables were set to before.
  void begin(sdc_reader& to);
  /// Runs C++ on behalf of Tcl: no exception may pass through its frames.
  int answer(std::function<sdc_reply()> const& work);

  std::deque<binding> const& all() const noexcept { return bindings_; }

  sdc_reader* reader = nullptr;  ///< nothing: commands say that there is no design
  std::size_t changes = 0;       ///< commands that ran and do not only ask, and variables that were set
  std::string error_text;        ///< what was refused last, and where
  sdc_location error_location;
  std::function<void()> on_error;  ///< hears of it
  std::function<void()> on_turn;   ///< hears when C++ begins, and when it ends
  /// Where the running command stands, as exactly as may be; else the reader's `tcl.locate`.
  std::function<sdc_location()> locate_error;

 private:
  void add(sdc_command const* command, char const* name);
  static char* on_variable(ClientData data, Tcl_Interp* interp, char const* name, char const* element,
                           int flags);
  void watch_variable(char const* name);
  void watch_variables(bool watch);
  void heed_variable(char const* name);

  Tcl_Interp* interp_;
  std::deque<binding> bindings_;
};

Tcl_Obj* sdc_text_object(std::string const& text);

sdc_list split_tcl_list(std::string const& list);

sdc_reader::matcher tcl_expression(std::string const& pattern, bool ignore_case);

}  // namespace gsta::io::detail
