#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/io/detail/text.hpp"
#include "gsta/io/detail/verilog_conditions.ipp"
#include "gsta/io/detail/verilog_constant.ipp"
#include "gsta/io/detail/verilog_module.hpp"
#include "gsta/io/detail/verilog_numbers.ipp"
#include "gsta/io/detail/verilog_runs.hpp"

namespace gsta::io::detail {

/// Words that start a construct which is not read, where a cell's name would stand.
GSTA_INLINE bool is_reserved(std::string_view word) noexcept {
  static constexpr std::string_view words[] = {
      "always",   "and",       "begin",       "buf",         "bufif0",       "bufif1",     "case",
      "casex",    "casez",     "cmos",        "config",      "deassign",     "else",       "end",
      "endcase",  "endconfig", "endfunction", "endgenerate", "endprimitive", "endspecify", "endtable",
      "endtask",  "event",     "for",         "force",       "forever",      "fork",       "function",
      "generate", "genvar",    "if",          "initial",     "integer",      "join",       "macromodule",
      "module",   "nand",      "nmos",        "nor",         "not",          "notif0",     "notif1",
      "or",       "pmos",      "primitive",   "pulldown",    "pullup",       "rcmos",      "real",
      "realtime", "reg",       "release",     "repeat",      "rnmos",        "rpmos",      "rtran",
      "rtranif0", "rtranif1",  "specparam",   "table",       "task",         "time",       "tran",
      "tranif0",  "tranif1",   "trireg",      "wait",        "while",        "xnor",       "xor"};
  static_assert(std::is_sorted(std::begin(words), std::end(words)));
  return std::binary_search(std::begin(words), std::end(words), word);
}

/// Gates and switches that Verilog has itself.
GSTA_INLINE bool is_gate_primitive(std::string_view word) noexcept {
  static constexpr std::string_view words[] = {
      "and",    "buf",      "bufif0",   "bufif1", "cmos",     "nand",    "nmos",  "nor",   "not",
      "notif0", "notif1",   "or",       "pmos",   "pulldown", "pullup",  "rcmos", "rnmos", "rpmos",
      "rtran",  "rtranif0", "rtranif1", "tran",   "tranif0",  "tranif1", "xnor",  "xor"};
  static_assert(std::is_sorted(std::begin(words), std::end(words)));
  return std::binary_search(std::begin(words), std::end(words), word);
}

/// The modules of one file as the actions fill them.
class verilog_state {
 public:
  /// What `runs` have may be taken without the grammar; nullptr: by the grammar alone.
  verilog_state(host_threads const& threads, source const& text, verilog_design& all,
                verilog_runs const* runs)
      : file(text),
        conditions(text,
                   runs != nullptr ? runs->has_directive_sign() : verilog_conditions::has_sign(text.text()),
                   all.defined),
        threads_(threads),
        design_(all),
        cursor_(text.text()) {
    for (auto const directive : conditions.left_out()) count("text left out by `ifdef", directive);
    if (runs != nullptr) set_runs(*runs);
  }

  source const& file;             ///< for the grammar's errors
  verilog_conditions conditions;  ///< for the grammar's blanks
  bool is_defined(std::string_view macro) const { return design_.defined.contains(macro); }

  char const* take_runs(char const* at);

  void begin_module(std::string_view name);
  void end_module();

  void begin_declaration(model::direction direction);
  void begin_net_kind(verilog_level tied);
  void set_range_from(std::string_view number) { range_start_ = verilog_numbers::value_of(file, number); }
  void set_range_to(std::string_view number);
  void name_port(std::string_view name) { port_name_ = design_.names.number_of(name); }
  void add_header_port(std::string_view name);
  void end_header_port();
  void declare_port(std::string_view name);
  void declare_wire(std::string_view name);
  void begin_initial_value(std::string_view sign);

  void add_net(std::string_view name);
  void select_bit(std::string_view number);
  void select_part(std::string_view number);
  void add_constant(std::string_view text);
  void open_brace(std::string_view brace);
  void close_brace() { --depth_; }
  void begin_repeated(std::string_view count);
  void end_repeated();
  void end_target() { target_end_ = term_count(); }
  void end_assign();

  void begin_cell(std::string_view name, bool is_escaped);
  void begin_instance(std::string_view name);
  void connect_pin(std::string_view name);
  void end_connection();
  void add_positional(std::string_view text);
  void end_instance();

  void count(char const* kind, std::string_view where) { count_at(kind, place_of(where)); }

 private:
  /// What a name stands for in the module that is being read.
  struct meaning {
    verilog_index signal = verilog_none;
    std::uint32_t instance = 0;  ///< as `instance_mark` says
  };
  /// Of an instance of the module that is being read: no other module has this mark.
  std::uint32_t instance_mark(bool is_escaped) const noexcept {
    return 2 * module_count_ + (is_escaped ? 1 : 0);
  }
  bool is_of_module(std::uint32_t mark) const noexcept { return mark / 2 == module_count_; }

  verilog_location place_at(std::size_t offset) {
    auto const at = cursor_.locate(offset);
    return {static_cast<std::uint32_t>(at.line), static_cast<std::uint32_t>(at.column)};
  }
  verilog_location place_of(std::string_view piece) { return place_at(offset_of(file, piece)); }
  [[noreturn]] void fail_at(std::string_view piece, std::string const& sentence) const {
    fail(file, offset_of(file, piece), sentence);
  }
  [[noreturn]] void fail_twice(char const* what, std::string_view name, char const* how) const {
    fail_at(name, std::string(what) + " " + in_quotes(name) + " is " + how + " twice");
  }
  void count_at(char const* kind, verilog_location at) {
    design_.seen.add(kind, location_text(file, {at.line, at.column}));
  }
  [[noreturn]] void fail_in(verilog_location at, std::string const& sentence) const {
    throw input_error(file.name(), at.line, at.column, sentence);
  }
  std::int32_t bit_number(std::string_view number) const;
  meaning& meaning_of(verilog_name name);
  verilog_index find_signal(verilog_name name) const noexcept {
    return name < meanings_.size() ? meanings_[name].signal : verilog_none;
  }
  verilog_name name_beside(std::string_view name);
  verilog_index add_signal(verilog_name name, std::string_view piece);
  void declare(verilog_signal& signal, std::string_view piece);
  verilog_index term_count() const noexcept { return static_cast<verilog_index>(module_.terms.size()); }
  void add_term(verilog_term_kind kind, std::size_t what, std::string_view piece);

  struct taken_run;
  void set_runs(verilog_runs const& runs);
  bool list_runs(std::vector<taken_run>& taken);
  bool line_up_runs(std::vector<taken_run>& taken);
  bool declare_at_once(std::vector<taken_run> const& taken);
  template <class Array, class SizeOf>
  void resize_for_runs(Array& array, std::size_t size, SizeOf const& size_of);
  bool declare_wires(taken_run const& of);
  bool declare_instances(taken_run const& of);
  void undo_instances(taken_run const& of, std::uint32_t end) noexcept;
  void undo_run(taken_run const& of) noexcept;
  template <class SizeOf>
  std::size_t count_up_to_gap(SizeOf const& size_of) const;
  void fill_runs(std::vector<taken_run>& taken);
  bool fill_run(taken_run const& of);
  void undo_values(taken_run const& of, std::uint32_t end) noexcept;

  void forget_signals();
  void check_ports() const;
  void check_widths();
  void number_bits();
  void index_ports();
  bool is_like_bit(verilog_signal const& scalar) const;
  void check_selects();
  void check_select(verilog_term& term);
  verilog_index bits_of_scalar(verilog_index scalar, std::int32_t bit);

  host_threads const& threads_;
  verilog_design& design_;
  line_cursor cursor_;
  verilog_module module_{};
  large_vector<meaning> meanings_{};              ///< of each name
  std::vector<std::uint32_t> instance_of_pin_{};  ///< of each name, the instance that has such a pin, from 1
  std::uint32_t instance_count_ = 0, module_count_ = 0;
  verilog_index last_module_ = verilog_none;  ///< that was read to its end

  model::direction direction_ = model::direction::unknown;  ///< of what is being declared, as the next three
  verilog_level tied_ = verilog_level::none;
  double range_start_ = 0;
  verilog_range range_{};
  bool is_bus_ = false, is_too_wide_ = false;
  bool has_wide_ = false;                            ///< a signal of the module is too wide
  verilog_name port_name_ = verilog_names::missing;  ///< of .name(value)
  verilog_index declared_ = 0;                       ///< the signal declared last

  verilog_index used_terms_ = 0;  ///< the terms before belong to earlier expressions
  verilog_index target_end_ = 0;
  std::vector<verilog_index> repeats_{};
  std::unordered_map<verilog_name, std::size_t> next_number_{};        ///< behind names that are there twice
  std::unordered_map<verilog_index, verilog_index> bits_of_scalar_{};  ///< scalars that bits are selected of
  std::size_t depth_ = 0;

  verilog_name cell_ = 0;
  verilog_location cell_at_{};
  std::vector<verilog_connection> connections_{};  ///< of the instance that is being read

  verilog_runs const* runs_ = nullptr;
  std::size_t next_run_ = 0;
  std::size_t most_runs_ = 1;  ///< at once: more where it went well, as what is dropped was work for nothing
};

}  // namespace gsta::io::detail
