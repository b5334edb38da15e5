#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/io/sdc.hpp"

struct Tcl_Interp;

namespace gsta::io {

/// Where a script's running command stands; an empty file: nobody knows.
struct sdc_place {
  std::string file;    ///< as messages name it
  model::location at;  ///< both 0 where only the file is known
};

/// An object of a design that words of a script mean.
struct sdc_named {
  /// What it is.
  enum class sort {
    port,  ///< of the design
    pin,   ///< of an instance
    cell,  ///< an instance
    net,   ///< by any of its names
    clock  ///< by create_clock or create_generated_clock
  };
  sort is = sort::port;  ///< its sort
  std::string name;      ///< its full name
};

/// SDC's commands in a Tcl interpreter of the caller's, for shells: what they say is gathered, and can be had
/// as constraints time and again. The bodies are those of `read_sdc`, but nothing is confined: the scripts
/// are the caller's own.
///
/// A command that fails leaves what it did not reach as it was, and is a Tcl error whose `errorCode` is
/// `GSTA FILE LINE COLUMN`. Commands before `begin` fail.
class sdc_session {
 public:
  /// Makes the commands of SDC, without `puts` and `echo`, in an interpreter that outlives the session.
  /// `locate` says where the running command stands.
  ///
  /// Shapes: none. Cost: a Tcl command each. Where: host, the interpreter's thread. Throws: std::bad_alloc.
  sdc_session(Tcl_Interp* interp, std::function<sdc_place()> locate, sdc_options const& options = {});
  /// Takes the commands away again.
  ~sdc_session();
  sdc_session(sdc_session const&) = delete;
  sdc_session& operator=(sdc_session const&) = delete;

  /// A design without constraints: what was said before is forgotten. Both must outlive the session, or the
  /// next `begin`.
  ///
  /// Shapes: any. Cost: O(ports and modules). Where: host. Throws: std::bad_alloc.
  void begin(model::netlist const& netlist, model::library const& library);
  /// Reads files as `read_sdc` does, confined and under its limits, on top of what was said; if it throws,
  /// nothing of them counts.
  ///
  /// Shapes: any number of files. Cost: as `read_sdc`, and a copy of all that was said. Where: host; as
  /// `read_sdc`. Throws: input_error, argument_error before `begin`.
  void read(std::vector<source> const& files);

  /// The netlist was edited where it stands: its objects are looked for anew. What was said stays.
  ///
  /// Shapes: any. Cost: O(ports and modules). Where: host. Throws: argument_error before `begin`.
  void netlist_changed();
  /// Whether anything that was said names this object, or a pin of this instance.
  ///
  /// Shapes: a full name. Cost: O(what was said). Where: host. Throws: argument_error before `begin`.
  bool names(std::string const& object) const;

  /// All that was said up to now; more may follow. What was counted is added to `seen`.
  ///
  /// Shapes: any. Cost: O(what was said). Where: host. Throws: argument_error before `begin`.
  model::constraints constraints(model::diagnostics& seen) const;
  /// Names that nothing in the design has, so far: those of the last commands stand last.
  ///
  /// Shapes: any. Cost: O(1). Where: host. Throws: nothing.
  model::omissions const& unmatched() const noexcept;
  /// Grows with each command, and each file, that may have changed the constraints.
  std::size_t changes() const noexcept;

  /// The objects that words mean: what the queries of SDC returned, names, patterns, lists of these. A name
  /// means what it matches of the first of these sorts that has a match: clock, cell, port, pin, net.
  ///
  /// Shapes: any words. Cost: a search of names for each pattern. Where: host. Throws: argument_error with a
  /// sentence for a name that matches nothing and for an object of another sort, and before `begin`.
  std::vector<sdc_named> objects(std::string const& words, std::vector<sdc_named::sort> const& sorts) const;
  /// A text for people, with names where it has what queries returned.
  ///
  /// Shapes: any text. Cost: O(text). Where: host. Throws: std::bad_alloc.
  std::string shown(std::string_view text) const;

 private:
  struct body;
  std::unique_ptr<body> body_;
};

}  // namespace gsta::io
