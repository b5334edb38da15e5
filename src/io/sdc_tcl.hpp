#pragma once

#include <tcl.h>

#include <cstdarg>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/source.hpp"
#include "src/io/sdc_bindings.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

/// Tcl counts in 32 bits.
inline constexpr std::size_t largest_sdc_file = std::size_t{1} << 30U;

/// A Tcl interpreter that knows the language and SDC, and nothing of the machine: every Tcl command that is
/// not listed as harmless is gone, `source` reads below the SDC file's folder only, and the number of
/// commands and the time are limited.
class sdc_tcl {
 public:
  /// `on_command` hears where each command of a file stands, before it runs.
  sdc_tcl(sdc_reader& reader, sdc_options const& options,
          std::function<void(std::string const&, model::location)> on_command = {});
  ~sdc_tcl() {
    if (!broken_)
      Tcl_DeleteInterp(interp_);  // after a panic nothing in it can be trusted: it is left as it is
  }
  sdc_tcl(sdc_tcl const&) = delete;
  sdc_tcl& operator=(sdc_tcl const&) = delete;

  /// Throws: input_error.
  void run(source const& file);

 private:
  /// A file that is being read, and its command that runs.
  struct running_file {
    source const* file;
    line_cursor cursor;
    std::size_t command_offset = 0, command_size = 0;
    model::location command_at{};
  };
  /// The body of a procedure that a file's own command defined.
  struct procedure {
    source const* file;
    std::size_t body_offset, body_size;
    std::size_t body_line;
  };

  // sdc_tcl.cpp
  static int call_unknown(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const words[]);

  // sdc_tcl.cpp
  void strip();
  void limit(sdc_options const& options);
  void allow_time();
  static void on_time_limit(ClientData data, Tcl_Interp* interp);
  void preset(std::map<std::string, std::string> const& variables);
  static char* on_environment(ClientData data, Tcl_Interp* interp, char const* array, char const* element,
                              int flags);

  // sdc_tcl.cpp
  static int call_source(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const words[]);
  static int call_file(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const words[]);
  static int call_script(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const words[]);
  sdc_reply run_source(sdc_list const& words);
  std::string allowed_path(std::string const& name) const;

  /// A level of Tcl's stack of commands.
  struct frame {
    std::string type, procedure;
    std::size_t line = 0;
  };

  // sdc_run.cpp
  frame frame_at(int level);
  sdc_location find_here();
  sdc_location here();
  sdc_location location_of_error();
  std::string error_trace();
  sdc_location below_command(std::size_t further);
  sdc_location at_line(source const& file, std::size_t line);
  procedure const* find_procedure(std::string_view name) const;
  void note_procedure(source const& file, Tcl_Parse const& parse);

  // sdc_run.cpp
  void run_file(source const& file, int flags);
  int evaluate(char const* command, int size, int flags);
  bool run_command(source const& file, char const*& at, char const* end, int flags);
  [[noreturn]] void fail_running();

  Tcl_Interp* interp_;
  sdc_reader& reader_;
  sdc_options const& options_;
  std::optional<sdc_bindings> bindings_;
  std::function<void(std::string const&, model::location)> on_command_;
  std::unordered_set<std::string> forbidden_;
  bool broken_ = false;
  double ends_ = 0;  ///< when the time is over, in seconds of this thread's processor time
  std::vector<running_file> running_;
  std::map<std::string, source> sourced_;  ///< by path
  std::unordered_map<std::string, procedure> procedures_;
  std::optional<sdc_location> here_;  ///< of the running command of SDC, once it was asked for
  std::size_t lines_counted_ = 0;     ///< for `here`
  std::unordered_map<source const*, std::vector<std::size_t>> line_starts_;  ///< of some lines, see `at_line`
};

/// Tcl gives up, as it does on a value beyond 2 GiB. It would end the process; thrown instead while gsta runs
/// a script.
struct sdc_panic {};

inline thread_local bool sdc_runs = false;

/// How long this thread has computed, in seconds.
double sdc_processor_time() noexcept;

}  // namespace gsta::io::detail
