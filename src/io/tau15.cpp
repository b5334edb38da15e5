// Files of the TAU 2015 contest.

#include "gsta/io/tau15.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/io/source.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {
namespace {

/// A text as lines of words. Lines without a word are passed over; `#` at the start of a word starts a
/// comment.
class line_words {
 public:
  explicit line_words(source const& file) noexcept : file_(file), cursor_(file.text()) {}

  /// Goes to the next line that has a word; false at the end.
  bool next() {
    words_.clear();
    auto const text = file_.text();
    while (words_.empty() && at_ < text.size()) {
      auto const newline = text.find('\n', at_);
      auto const end = newline == std::string_view::npos ? text.size() : newline;
      split(text.substr(at_, end - at_));
      at_ = end + 1;
    }
    return !words_.empty();
  }

  std::size_t size() const noexcept { return words_.size(); }
  std::string_view operator[](std::size_t i) const noexcept { return words_[i]; }

  /// The value after the option that is word `i`.
  std::string_view after(std::size_t i) const {
    if (i + 1 == size()) {
      fail(file_, offset_of(file_, words_[i]),
           "expected a value after " + in_quotes(words_[i]) + ", found the end of the line");
    }
    return words_[i + 1];
  }

  /// Where the line's first word stands.
  model::location at() const noexcept { return cursor_.locate(offset_of(file_, words_.front())); }

  [[noreturn]] void fail_form(char const* form) const {
    fail(file_, offset_of(file_, words_.front()),
         std::string("expected ") + form + ", found " + std::to_string(size()) +
             (size() == 1 ? " word" : " words"));
  }

  /// Throws unless the line has `count` words: at the first one too many, or at the start of a line with too
  /// few.
  void need(std::size_t count, char const* form) const {
    if (size() < count) fail_form(form);
    if (size() > count) {
      fail(file_, offset_of(file_, words_[count]),
           std::string("expected ") + form + ", then the end of the line, found " + in_quotes(words_[count]));
    }
  }

 private:
  void split(std::string_view line) {
    std::size_t at = 0;
    for (;;) {
      while (at < line.size() && is_blank(line[at])) ++at;
      if (at == line.size() || line[at] == '#') return;
      auto const start = at;
      while (at < line.size() && !is_blank(line[at])) ++at;
      words_.push_back(line.substr(start, at - start));
    }
  }

  source const& file_;
  mutable line_cursor cursor_;
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
};

/// A name in a file is relative to the folder of that file.
std::string beside(source const& file, std::string_view name) {
  return (std::filesystem::path(file.name()).parent_path() / std::filesystem::path(name)).string();
}

float float_word(source const& file, std::string_view word, float most) {
  return float_of(file, word, number_of(file, word), most);
}

per_condition<float> four_values(source const& file, line_words const& line) {
  per_condition<float> result{};
  for (int c = 0; c < conditions; ++c) {
    auto const word = line[static_cast<std::size_t>(c) + 2];
    result[c] = float_word(file, word, most_time);
  }
  return result;
}

model::clock read_clock(source const& file, line_words const& line) {
  auto const period = number_of(file, line[2]);
  (void)float_of(file, line[2], period, most_time);
  model::clock result;
  result.name = line[1];
  result.sources = {result.name};
  result.at = line.at();
  result.period = period > 0 ? std::llround(period * 1000) : 0;
  if (result.period == 0) {
    fail(file, offset_of(file, line[2]), "expected a period greater than 0, found " + in_quotes(line[2]));
  }
  auto duty_text = line[3];
  if (duty_text.size() > 1 && duty_text.ends_with('%')) duty_text.remove_suffix(1);
  auto const duty = number_of(file, duty_text, "a duty in percent");
  if (duty <= 0 || duty >= 100) {
    fail(file, offset_of(file, line[3]),
         "expected a duty between 0 and 100 percent, found " + in_quotes(line[3]));
  }
  result.fall = std::llround(period * 10 * duty);
  return result;
}

/// One statement of a `.timing`.
void read_timing_line(source const& file, line_words const& line, model::constraints& into) {
  auto const keyword = line[0];
  auto const pin = [&] { return std::string(line[1]); };
  if (keyword == "clock") {
    line.need(4, "clock PORT PERIOD DUTY");
    if (!into.clocks.empty()) fail(file, offset_of(file, keyword), "there is a second clock");
    into.clocks.push_back(read_clock(file, line));
  } else if (keyword == "at") {
    line.need(6, "at PIN and four values");
    into.arrivals.push_back({pin(), {}, edge::rise, four_values(file, line), line.at()});
  } else if (keyword == "slew") {
    line.need(6, "slew PIN and four values");
    into.slews.push_back({pin(), four_values(file, line), line.at()});
  } else if (keyword == "rat") {
    line.need(6, "rat PIN and four values");
    into.required.push_back({pin(), {}, edge::rise, four_values(file, line), line.at()});
  } else if (keyword == "load") {
    line.need(3, "load PORT CAPACITANCE");
    into.loads.push_back({pin(), same_value(float_word(file, line[2], most_capacitance)), line.at()});
  } else {
    fail(file, offset_of(file, keyword),
         "expected clock, at, slew, rat or load, found " + in_quotes(keyword));
  }
}

struct command_form {
  std::string_view word;
  command_kind kind;
  std::size_t names;  ///< how many follow an edit; a report takes options
  char const* form;
};
constexpr command_form command_forms[] = {
    {"repower_gate", command_kind::repower_gate, 2, "repower_gate GATE CELL"},
    {"insert_gate", command_kind::insert_gate, 2, "insert_gate GATE CELL"},
    {"remove_gate", command_kind::remove_gate, 1, "remove_gate GATE"},
    {"insert_net", command_kind::insert_net, 1, "insert_net NET"},
    {"remove_net", command_kind::remove_net, 1, "remove_net NET"},
    {"connect_pin", command_kind::connect_pin, 2, "connect_pin PIN NET"},
    {"disconnect_pin", command_kind::disconnect_pin, 1, "disconnect_pin PIN"},
    {"read_spef", command_kind::read_spef, 1, "read_spef FILE"},
    {"report_at", command_kind::report_at, 0, "report_at -pin PIN"},
    {"report_rat", command_kind::report_rat, 0, "report_rat -pin PIN"},
    {"report_slack", command_kind::report_slack, 0, "report_slack -pin PIN"},
    {"report_slew", command_kind::report_slew, 0, "report_slew -pin PIN"},
    {"report_worst_paths", command_kind::report_worst_paths, 0, "report_worst_paths [-numPaths K]"},
};

std::size_t path_count(source const& file, std::string_view word) {
  std::size_t result = 0;
  auto const* const end = word.data() + word.size();
  auto const read = std::from_chars(word.data(), end, result);
  if (read.ec != std::errc{} || read.ptr != end || result == 0) {
    fail(file, offset_of(file, word), "expected a number of paths, at least 1, found " + in_quotes(word));
  }
  return result;
}

/// report_worst_paths [-numPaths K]
void read_path_options(source const& file, line_words const& line, command& into) {
  for (std::size_t i = 1; i < line.size(); i += 2) {
    if (line[i] != "-numPaths") {
      fail(file, offset_of(file, line[i]), "expected -numPaths, found " + in_quotes(line[i]));
    }
    into.num_paths = path_count(file, line.after(i));
  }
}

/// report_at [-pin] PIN [-early|-late] [-rise|-fall], in any order
void read_pin_options(source const& file, line_words const& line, char const* form, command& into) {
  for (std::size_t i = 1; i < line.size(); ++i) {
    auto const option = line[i];
    if (option == "-early" || option == "-late") {
      into.split = option == "-early" ? split::early : split::late;
    } else if (option == "-rise" || option == "-fall") {
      into.edge = option == "-rise" ? edge::rise : edge::fall;
    } else if (option != "-pin" && option.starts_with('-')) {
      fail(file, offset_of(file, option),
           "expected -pin, -early, -late, -rise or -fall, found " + in_quotes(option));
    } else {
      auto const pin = option == "-pin" ? line.after(i++) : option;
      if (!into.target.empty()) fail(file, offset_of(file, pin), "there is a second pin, " + in_quotes(pin));
      into.target = pin;
    }
  }
  if (into.target.empty()) line.fail_form(form);
}

command read_command(source const& file, line_words const& line) {
  for (auto const& form : command_forms) {
    if (line[0] != form.word) continue;
    command result;
    result.kind = form.kind;
    result.at = line.at();
    if (form.kind == command_kind::report_worst_paths) {
      read_path_options(file, line, result);
      return result;
    }
    if (form.names == 0) {
      read_pin_options(file, line, form.form, result);
      return result;
    }
    line.need(form.names + 1, form.form);
    result.target = form.kind == command_kind::read_spef ? beside(file, line[1]) : std::string(line[1]);
    if (form.names == 2) result.with = line[2];
    return result;
  }
  fail(file, offset_of(file, line[0]), "unknown command " + in_quotes(line[0]));
}

}  // namespace
}  // namespace gsta::io::detail

namespace gsta::io {

tau15_files read_tau2015(source const& file) {
  detail::check_text(file);
  constexpr auto form = "four file names: early library, late library, SPEF and Verilog";
  std::vector<std::string> names;
  detail::line_words line(file);
  while (line.next()) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (names.size() == 4) {
        detail::fail(file, detail::offset_of(file, line[i]),
                     std::string("expected ") + form + ", found a fifth");
      }
      names.push_back(detail::beside(file, line[i]));
    }
  }
  if (names.size() != 4) {
    detail::fail(file, file.text().size(),
                 std::string("expected ") + form + ", found " + std::to_string(names.size()));
  }
  return {names[0], names[1], names[2], names[3]};
}

model::constraints read_timing(source const& file) {
  detail::check_text(file);
  model::constraints result;
  result.file = file.name();
  detail::line_words line(file);
  bool is_empty = true;
  while (line.next()) {
    detail::read_timing_line(file, line, result);
    is_empty = false;
  }
  if (is_empty)
    detail::fail(file, file.text().size(),
                 "expected clock, at, slew, rat or load, found the end of the file");
  // The clock's line may come after the arrivals that are relative to it.
  if (!result.clocks.empty()) {
    for (auto& a : result.arrivals) a.clock = result.clocks.front().name;
  }
  return result;
}

std::vector<command> read_ops(source const& file) {
  detail::check_text(file);
  std::vector<command> result;
  detail::line_words line(file);
  while (line.next()) result.push_back(detail::read_command(file, line));
  return result;
}

}  // namespace gsta::io
