#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/io/source.hpp"
#include "src/io/text.hpp"
#include "src/io/verilog_conditions.hpp"
#include "src/io/verilog_module.hpp"
#include "src/io/verilog_runs.hpp"
#include "src/io/verilog_words.hpp"

namespace gsta::io::detail {

/// The value of an expression of whole numbers such as 2*(8-1), as in ranges and selects. Counted in double:
/// beyond what that holds exactly any number is out of range anyway.
class verilog_numbers {
 public:
  /// Throws input_error where the text is no such expression.
  static double value_of(source const& file, std::string_view text) {
    verilog_numbers reader(file, text);
    double const value = reader.shifted();
    if (!reader.rest_.empty()) reader.fail_here();
    return value;
  }

 private:
  verilog_numbers(source const& file, std::string_view text) : file_(file), rest_(text) { skip_blanks(); }

  [[noreturn]] void fail_here() const { fail_expected(file_, offset_of(file_, rest_), "a number"); }
  void skip_blanks() noexcept {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
  }
  bool take(std::string_view sign) noexcept {
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    skip_blanks();
    return true;
  }

  double shifted() {
    double value = sum();
    while (true) {
      if (take("<<")) {
        value = std::ldexp(value, shift());
      } else if (take(">>")) {
        value = std::floor(std::ldexp(value, -shift()));
      } else {
        return value;
      }
    }
  }
  int shift() { return static_cast<int>(std::fmax(-1000.0, std::fmin(sum(), 1000.0))); }
  double sum() {
    double value = product();
    while (true) {
      if (take("+")) {
        value += product();
      } else if (take("-")) {
        value -= product();
      } else {
        return value;
      }
    }
  }
  double product() {
    double value = signed_number();
    while (true) {
      if (take("*")) {
        value *= signed_number();
      } else if (take("/")) {
        value = std::trunc(value / divisor());
      } else if (take("%")) {
        value = std::fmod(value, divisor());
      } else {
        return value;
      }
    }
  }
  double divisor() {
    auto const at = rest_;
    double const value = signed_number();
    if (value == 0) fail(file_, offset_of(file_, at), "a division by zero");
    return value;
  }
  double signed_number() {
    bool is_negative = false;
    while (true) {
      if (take("-")) {
        is_negative = !is_negative;
      } else if (!take("+")) {
        break;
      }
    }
    double const value = take("(") ? in_parentheses() : number();
    return is_negative ? -value : value;
  }
  double in_parentheses() {
    constexpr int deepest = 256;
    if (++depth_ > deepest) fail(file_, offset_of(file_, rest_), "parentheses are nested more than 256 deep");
    double const value = shifted();
    if (!take(")")) fail_expected(file_, offset_of(file_, rest_), "')'");
    --depth_;
    return value;
  }
  double number() {
    if (rest_.empty() || !is_digit(rest_.front())) fail_here();
    double value = 0;
    while (!rest_.empty() && (is_digit(rest_.front()) || rest_.front() == '_')) {
      if (rest_.front() != '_') value = 10 * value + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    skip_blanks();
    return value;
  }

  source const& file_;
  std::string_view rest_;
  int depth_ = 0;
};

/// The modules of one file, as the reader tells what stands there.
class verilog_state {
 public:
  /// What `runs` have is taken from there, where that is nullptr, nothing.
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

  static constexpr bool is_whole = true;
  source const& file;
  verilog_conditions conditions;

  char const* take_runs(char const* at);

  void begin_module(std::string_view name);
  void end_module();

  void begin_declaration(model::direction direction);
  void begin_net_kind(verilog_level tied);
  double value_of(std::string_view number) const { return verilog_numbers::value_of(file, number); }
  void set_range(double from, double to);
  void add_header_port(std::string_view name);
  /// Its name outside, where it has one of its own.
  void end_header_port(std::string_view outer_name);
  void declare_port(std::string_view name);
  void declare_wire(std::string_view name);
  void assign_to_wire(std::string_view sign) { add_term(verilog_term_kind::net, declared_, sign); }

  void add_net(std::string_view name);
  void select_bit(std::string_view number);
  void select_part(std::string_view number);
  void add_constant(std::string_view text);
  /// The term of a replication, whose end is to be told.
  verilog_index begin_repeated(std::string_view count);
  void end_repeated(verilog_index repeat) { module_.terms[repeat].end = term_count(); }
  verilog_index term_count() const noexcept { return static_cast<verilog_index>(module_.terms.size()); }
  /// The terms before `target_end` are assigned to.
  void end_assign(verilog_index target_end);

  void note_escaped(std::string_view) const noexcept {}  // who numbers a name sees what it has
  void begin_cell(verilog_identifier const& cell);
  void begin_instance(verilog_identifier const& identifier);
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
  void add_term(verilog_term_kind kind, std::size_t what, std::string_view piece);

  struct taken_run;
  struct declared_part;
  void set_runs(verilog_runs const& runs);
  std::vector<taken_run> line_up_runs(std::size_t most) const;
  bool declare_runs(std::vector<taken_run> const& taken);
  bool declare_run(taken_run const& of, declared_part& done);
  void undo_declarations(std::vector<taken_run> const& taken, std::vector<declared_part> const& done);
  template <class SizeOf>
  std::size_t count_up_to_gap(SizeOf const& size_of) const;
  template <class Array, class SizeOf>
  void resize_for_runs(Array& array, std::size_t size, SizeOf const& size_of);
  bool fill_runs(std::vector<taken_run> const& taken);
  bool fill_run(taken_run const& of);
  void fill_instances(taken_run const& of);
  bool undo_values(taken_run const& of, std::size_t count) noexcept;

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

  model::direction direction_ = model::direction::unknown;  ///< of what is being declared, as the next two
  verilog_level tied_ = verilog_level::none;
  verilog_range range_{};
  bool is_bus_ = false, is_too_wide_ = false;
  bool has_wide_ = false;       ///< a signal of the module is too wide
  verilog_index declared_ = 0;  ///< the signal declared last

  verilog_index used_terms_ = 0;  ///< the terms before belong to earlier expressions
  std::unordered_map<verilog_name, std::size_t> next_number_{};        ///< behind names that are there twice
  std::unordered_map<verilog_index, verilog_index> bits_of_scalar_{};  ///< scalars that bits are selected of

  verilog_name cell_ = 0;
  verilog_location cell_at_{};
  std::vector<verilog_connection> connections_{};  ///< of the instance that is being read

  verilog_runs const* runs_ = nullptr;
  std::size_t next_run_ = 0;
  std::size_t most_runs_ = 1;  ///< at once: more where it went well, as what is undone was work for nothing
};

}  // namespace gsta::io::detail
