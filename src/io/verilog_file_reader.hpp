#pragma once

#include <string_view>

#include "src/io/verilog_lexis.hpp"
#include "src/io/verilog_module.hpp"
#include "src/io/verilog_reader.hpp"
#include "src/io/verilog_state.hpp"
#include "src/io/verilog_words.hpp"

namespace gsta::io::detail {

/// Reads all modules of a file.
class verilog_file_reader : private verilog_reader<verilog_state> {
 public:
  explicit verilog_file_reader(verilog_state& to) : verilog_reader(to.file.text(), to) {}

  void read() {
    skip_blanks();
    if (!take_module_word()) expected("module");
    do read_module();
    while (take_module_word());
    if (at_ != end_) expected("module or the end of the file after endmodule");
  }

 private:
  bool take_module_word() { return take_word("module") || take_word("macromodule"); }

  /// NAME ( a, b );   or   NAME ( input [3:0] a, b, output wire c );   then its items.
  void read_module() {
    verilog_identifier module;
    if (!read_name(module)) expected("the module's name");
    to_.begin_module(module.name);
    skip_blanks();
    if (is_at('#')) pass_parameters("parameter (not used)");
    if (take('(') && !take(')')) {
      do read_header_port();
      while (take(','));
      need(')', "',' or ')'");
    }
    need(';', "';' after the module's header");
    while (read_item()) {
    }
    if (!take_word("endmodule")) expected("a declaration, an instance or endmodule");
    to_.end_module();
  }
  /// .lo(a[1:0])   { a, b }   a[1:0]   a
  void read_header_port() {
    take_direction();
    read_kind_and_range();
    verilog_identifier outer, port;
    if (is_at('.')) {
      read_named_port(outer);
    } else if (is_at('{')) {
      read_concatenation();
    } else {
      if (!read_name(port)) expected("the name of a port");
      to_.add_header_port(port.name);
      skip_blanks();
      if (is_at('[')) read_select();
    }
    if (is_at('=')) unsupported("an assignment in the declaration of a port is");
    to_.end_header_port(outer.name);
  }
  void read_named_port(verilog_identifier& outer) {
    take('.');
    if (!read_name(outer)) expected("the name of a port");
    skip_blanks();
    need('(', "'(' after the port");
    read_nets_of_port();
    need(')', "a net's name and ')'");
  }
  /// What may be assigned to, too; false where nothing of that kind stands there.
  bool read_nets_of_port() { return is_at('{') ? read_concatenation() : begins_net() && read_net(); }

  bool take_direction() {
    using enum model::direction;
    auto const of = [&](char const* word, model::direction direction) {
      if (!take_word(word)) return false;
      to_.begin_declaration(direction);
      return true;
    };
    return of("input", input) || of("output", output) || of("inout", inout);
  }
  bool take_net_kind() {
    auto const of = [&](std::string_view word, verilog_level level, char const* note = nullptr) {
      std::string_view const there(at_, word.size());
      if (!take_word(word)) return false;
      to_.begin_net_kind(level);
      if (note != nullptr) to_.count(note, there);
      return true;
    };
    using enum verilog_level;
    constexpr auto wired = "wired net (wand, wor) taken as a wire";
    constexpr auto pulled = "net with a pull (tri0, tri1) taken as a wire";
    return of("wire", none) || of("tri", none) || of("supply0", zero) || of("supply1", one) ||
           of("wand", none, wired) || of("wor", none, wired) || of("triand", none, wired) ||
           of("trior", none, wired) || of("tri0", none, pulled) || of("tri1", none, pulled);
  }
  /// wire signed [7:0]   or less, behind the direction of a port.
  void read_kind_and_range() {
    take_net_kind();
    if (next_word() == "reg") unsupported("a variable (reg) is");
    skip_qualifiers();
    if (is_at('[')) read_range();
  }

  /// False where the module ends.
  bool read_item() {
    auto const word = next_word();
    if (word == "endmodule") return false;
    if (auto const* const behind = to_.take_runs(at_)) {
      at_ = behind;
      skip_blanks();
      return true;
    }
    if (take(';')) return true;
    if (begins_other_statement(word) && (read_declaration() || pass_statement(word))) return true;
    return read_instances();
  }
  bool read_declaration() {
    if (take_net_kind()) return read_nets();
    if (take_direction()) return read_ports();
    return take_word("assign") && read_assignments();
  }
  /// What is counted and not used.
  bool pass_statement(std::string_view word) {
    if (take_word("specify")) {
      to_.count("specify block (not used)", word);
      at_ = skip_specify_block(to_.file, at_, end_);
      skip_blanks();
      return true;
    }
    if (!take_word("parameter") && !take_word("localparam") && !take_word("defparam")) return false;
    to_.count("parameter (not used)", word);
    while (at_ != end_ && *at_ != ';') at_ = skip_opaque(to_.file, at_, end_);
    return take(';') || expected("',' or ';'");
  }
  /// input [3:0] a, b;   behind the direction.
  bool read_ports() {
    read_kind_and_range();
    if (is_at('#')) unsupported("'#' (a delay) in a declaration is");
    do {
      verilog_identifier port;
      if (!read_name(port)) expected("the name of a port");
      to_.declare_port(port.name);
      skip_blanks();
      if (is_at('=')) unsupported("an assignment in the declaration of a port is");
    } while (take(','));
    return take(';') || expected("',' or ';'");
  }
  /// assign #1 a = b, { c, d } = 2'b01;   behind the word.
  bool read_assignments() {
    if (is_at('#')) pass_parameters("delay of an assignment (not used)");
    do {
      if (!read_nets_of_port()) expected("a net, a select or a concatenation of them");
      need('=', "'='");
      read_assigned();
    } while (take(','));
    return take(';') || expected("',' or ';'");
  }
};

}  // namespace gsta::io::detail
