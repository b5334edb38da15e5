#pragma once

#include <string>
#include <vector>

#include "gsta/io/detail/sdc_arguments.hpp"
#include "gsta/io/detail/sdc_objects.hpp"
#include "gsta/model/netlist.hpp"

namespace gsta::io::detail {

class sdc_reader;
using sdc_list = std::vector<std::string>;
using sdc_objects = std::vector<sdc_object>;

/// Where a command stands.
struct sdc_location {
  std::string file;
  model::location at;
};

/// What a command returns: a list, or its only element as plain text.
struct sdc_reply {
  sdc_list list;
  bool is_text = false;
};

/// One command of SDC: its name, its options as `sdc_arguments` reads them, what runs it, and how many words
/// it takes beside options where `run` does not look itself. One that `asks` leaves the constraints as they
/// are.
struct sdc_command {
  char const* name;
  std::string options;
  sdc_reply (sdc_reader::*run)(sdc_arguments const&);
  int least = 0, most = -1;
  bool asks = false;
};

/// What a name that nothing has is in a command's argument: an error, or a note.
enum class sdc_missing { refused, noted };

/// What a pin of a module is to a command: what is behind it, or nothing.
enum class sdc_modules { lead_behind, without_effect };

}  // namespace gsta::io::detail
