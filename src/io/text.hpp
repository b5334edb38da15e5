#pragma once

#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "gsta/core/host_threads.hpp"
#include "gsta/core/units.hpp"
#include "gsta/io/source.hpp"

/// What all readers share: places in the text, sentences about them, numbers.
namespace gsta::io::detail {

/// Turns offsets into line and column. Offsets that mostly grow cost one pass over the text altogether.
class line_cursor {
 public:
  explicit line_cursor(std::string_view text) noexcept : text_(text) {}

  model::location locate(std::size_t offset) noexcept {
    if (offset > text_.size()) offset = text_.size();
    if (offset < line_start_) step_back(offset);
    while (scanned_ < offset) {
      auto const* const newline =
          static_cast<char const*>(std::memchr(text_.data() + scanned_, '\n', offset - scanned_));
      if (newline == nullptr) {
        scanned_ = offset;
        break;
      }
      scanned_ = line_start_ = static_cast<std::size_t>(newline - text_.data()) + 1;
      ++line_;
    }
    return {line_, offset - line_start_ + 1};
  }

  /// Goes on from an offset of which the line is known, and where that begins.
  void move_to(std::size_t offset, std::size_t line, std::size_t line_start) noexcept {
    line_ = line;
    line_start_ = line_start;
    scanned_ = offset;
  }

 private:
  void step_back(std::size_t offset) noexcept;

  std::string_view text_;
  std::size_t line_ = 1, line_start_ = 0;
  std::size_t scanned_ = 0;  ///< no newline lies between line_start_ and here
};

/// Where a piece of the text starts. `piece` must be a view into the file's own text.
inline std::size_t offset_of(source const& file, std::string_view piece) noexcept {
  return static_cast<std::size_t>(piece.data() - file.text().data());
}

/// How many lines end in a text.
std::size_t count_lines(std::string_view text) noexcept;

/// Throws input_error at `offset`.
[[noreturn]] void fail(source const& file, std::size_t offset, std::string const& sentence);

/// Throws "expected EXPECTED, found ..." with what stands at `offset`.
[[noreturn]] void fail_expected(source const& file, std::size_t offset, std::string_view expected);

/// Throws where a text is empty or holds a NUL byte: no format here has one.
void check_text(source const& file, host_threads const& threads = host_executor{});

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// What `load` and the readers do with a source that nobody else may.
struct source_access {
  /// A source of a text that lies in `memory`, perhaps a file's mapped pages; its byte order mark is left
  /// out.
  static source from_memory(std::string name, std::shared_ptr<void const> memory, std::string_view text,
                            bool is_mapped);
  static bool is_checked(source const& file) noexcept { return file.is_checked_; }
  static void set_checked(source& file) noexcept { file.is_checked_ = true; }
  /// Lets go of pages that were read; who reads them again takes them from the file.
  static void release(source const& file, std::string_view piece) noexcept;
};

/// `FILE:LINE:COLUMN`, as diagnostics keep it.
std::string location_text(source const& file, model::location at);

/// `text` in double quotes, shortened and with unprintable bytes replaced, to stand in a sentence.
std::string in_quotes(std::string_view text);

inline bool is_blank(char c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');  // or \n, \v, \f
}
inline bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
std::string_view trimmed(std::string_view text) noexcept;

/// Skips from the opening "/*" at `begin` past its end.
char const* skip_block_comment(source const& file, char const* begin, char const* end);

/// Skips to the end of the line.
char const* skip_line(char const* begin, char const* end) noexcept;

/// Reads a whole piece as a finite number; false where it is none.
bool to_number(std::string_view piece, double& value) noexcept;

/// Whether a decimal number, which no double holds, is less than 1: then it is too small, else too large.
bool is_below_one(char const* begin, char const* end) noexcept;

/// Reads a whole piece of the file as a number, or throws "expected EXPECTED, found ...".
double number_of(source const& file, std::string_view piece, std::string_view expected = "a number");

/// A finite float, at most `most` whatever its sign, or throws "... is out of range" at the piece that it was
/// read from.
float float_of(source const& file, std::string_view piece, double value,
               float most = std::numeric_limits<float>::max());

}  // namespace gsta::io::detail
