#pragma once

#include <charconv>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace gsta::io::detail {

/// What a query of SDC can return.
enum class sdc_kind : char {
  port = 'P',
  cell = 'I',
  pin = 'T',
  net = 'N',
  clock = 'C',
  lib_cell = 'L',
  lib_pin = 'm',
  library = 'B',
  design = 'D'
};

struct sdc_object {
  sdc_kind kind;
  std::string name;
};

/// Sets of kinds, for arguments that take several.
using sdc_kinds = unsigned;
constexpr sdc_kinds in_set(sdc_kind kind) noexcept { return 1U << (static_cast<unsigned>(kind) & 31U); }
constexpr sdc_kinds operator|(sdc_kind a, sdc_kind b) noexcept { return in_set(a) | in_set(b); }
constexpr sdc_kinds operator|(sdc_kinds a, sdc_kind b) noexcept { return a | in_set(b); }

/// The word for one of a kind.
constexpr std::string_view word_of(sdc_kind kind) noexcept {
  switch (kind) {
    case sdc_kind::port:
      return "port";
    case sdc_kind::cell:
      return "cell";
    case sdc_kind::pin:
      return "pin";
    case sdc_kind::net:
      return "net";
    case sdc_kind::clock:
      return "clock";
    case sdc_kind::lib_cell:
      return "library cell";
    case sdc_kind::lib_pin:
      return "library pin";
    case sdc_kind::library:
      return "library";
    case sdc_kind::design:
      return "design";
  }
  return "object";
}

/// Objects in the form in which a script holds them: a handle, which is a mark and a number.
///
/// A name would not do: a port, its net and the clock on it mostly share one. A handle holds no sign that
/// lists, patterns or substitution give a meaning to, so a script may put it wherever OpenSTA's may stand.
/// The mark is no sign of any name, so a word is a handle or a name and never both.
class sdc_handles {
 public:
  static constexpr char mark = '\x01';

  /// The object's handle; the same object always has the same one.
  std::string handle_of(sdc_kind kind, std::string_view name) {
    std::string key(1, static_cast<char>(kind));
    key += name;
    auto const found = index_.find(key);
    if (found != index_.end()) return mark + std::to_string(found->second);
    auto const made = next();
    objects_.push_back({kind, std::string(name)});
    index_.emplace(std::move(key), made);
    return mark + std::to_string(made);
  }

  /// What a word stands for; nullptr where it is no handle.
  sdc_object const* find(std::string_view word) const noexcept {
    auto const number = number_of(word);
    return number >= first_ && number - first_ < objects_.size() ? &objects_[number - first_] : nullptr;
  }

  /// Goes on behind the handles of another design, which are old then.
  void number_from(std::size_t first) noexcept { first_ = first; }
  std::size_t next() const noexcept { return first_ + objects_.size(); }
  /// Whether a text has an old handle in it.
  bool has_old(std::string_view text) const noexcept {
    for (auto at = text.find(mark); at != text.npos; at = text.find(mark, at + 1))
      if (number_of(text.substr(at, end_of(text, at) - at)) < first_) return true;
    return false;
  }

  /// The text with names instead of handles, to be shown.
  std::string shown(std::string_view text) const {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
      auto const stop = text[at] == mark ? end_of(text, at) : at;
      auto const word = text.substr(at, stop - at);
      auto const* const object = find(word);
      if (object != nullptr || number_of(word) < first_) {
        result += object != nullptr ? object->name : "(an object of a design that was linked before)";
        at = stop;
        continue;
      }
      result += text[at];
      ++at;
    }
    return result;
  }

 private:
  static constexpr std::size_t no_number = ~std::size_t{0};
  static std::size_t number_of(std::string_view word) noexcept {
    if (word.size() < 2 || word[0] != mark) return no_number;
    std::size_t number = 0;
    auto const* const end = word.data() + word.size();
    auto const read = std::from_chars(word.data() + 1, end, number);
    return read.ec == std::errc{} && read.ptr == end ? number : no_number;
  }
  /// Where a handle that begins there ends.
  static std::size_t end_of(std::string_view text, std::size_t at) noexcept {
    for (++at; at < text.size() && text[at] >= '0' && text[at] <= '9';) ++at;
    return at;
  }

  std::size_t first_ = 0;  ///< number; those in front are of designs before
  std::deque<sdc_object> objects_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace gsta::io::detail
