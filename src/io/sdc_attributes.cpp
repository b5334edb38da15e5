// Attributes of objects, and filters by them.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/sdc_pattern.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {
namespace {

std::string sdc_truth(bool value) { return value ? "1" : "0"; }

std::string sdc_number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string_view sdc_direction(model::direction direction) noexcept {
  switch (direction) {
    case model::direction::input:
      return "input";
    case model::direction::output:
      return "output";
    case model::direction::inout:
      return "bidirect";
    case model::direction::internal:
      return "internal";
    case model::direction::unknown:
      break;
  }
  return "unknown";
}

}  // namespace

model::direction sdc_reader::direction_of(sdc_object const& object) const {
  if (object.kind == sdc_kind::port) {
    auto const* const port = names_.find_port(object.name);
    return port == nullptr ? model::direction::unknown : port->direction;
  }
  auto const slash = object.name.rfind('/');
  auto const owner = object.name.substr(0, slash);
  auto const* const instance = object.kind == sdc_kind::pin ? names_.find_instance(owner) : nullptr;
  auto const* const cell =
      names_.library().find_cell(instance != nullptr ? std::string(instance->cell) : owner);
  auto const* const pin = cell == nullptr ? nullptr : cell->find_pin(object.name.substr(slash + 1));
  return pin == nullptr ? model::direction::unknown : pin->direction;
}

std::optional<std::string> sdc_reader::pin_attribute(sdc_object const& object,
                                                     std::string const& name) const {
  bool const is_port = object.kind == sdc_kind::port;
  if (name == "direction" || name == "pin_direction" || name == "port_direction")
    return std::string(sdc_direction(direction_of(object)));
  if (name == "is_port") return sdc_truth(is_port);
  if (name == "is_hierarchical") return sdc_truth(!is_port && names_.find_module_pin(object.name) != nullptr);
  if (name == "is_clock" || name == "is_clock_source") {
    return sdc_truth(std::any_of(clocks_.begin(), clocks_.end(), [&](model::clock const& clock) {
      return std::find(clock.sources.begin(), clock.sources.end(), object.name) != clock.sources.end();
    }));
  }
  if (name == "net_name" && object.kind != sdc_kind::lib_pin) return net_of_pin(object.name);
  if (name == "lib_pin_name" && !is_port) return object.name.substr(object.name.rfind('/') + 1);
  auto const* const instance =
      is_port ? nullptr : names_.find_instance(object.name.substr(0, object.name.rfind('/')));
  if (name == "ref_name" && instance != nullptr) return instance->cell;
  if (name == "cell_name" && object.kind == sdc_kind::pin)
    return object.name.substr(0, object.name.rfind('/'));
  return std::nullopt;
}

std::optional<std::string> sdc_reader::cell_attribute(sdc_object const& object,
                                                      std::string const& name) const {
  auto const* const instance = object.kind == sdc_kind::cell ? names_.find_instance(object.name) : nullptr;
  auto const* const of_module = object.kind == sdc_kind::cell ? names_.find_module(object.name) : nullptr;
  auto const cell_name = instance != nullptr ? std::string(instance->cell) : object.name;
  auto const* const cell = of_module != nullptr ? nullptr : names_.library().find_cell(cell_name);
  if (name == "ref_name" || name == "liberty_cell" || name == "ref_lib_cell_name")
    return of_module != nullptr ? of_module->module : cell_name;
  if (name == "is_hierarchical") return sdc_truth(of_module != nullptr);
  if (name == "is_black_box") return sdc_truth(of_module == nullptr && cell == nullptr);
  if (name == "is_sequential") return sdc_truth(cell != nullptr && !cell->states.empty());
  if (name == "is_combinational") return sdc_truth(cell != nullptr && cell->states.empty());
  if (name == "is_clock_gate" || name == "is_integrated_clock_gating_cell")
    return sdc_truth(cell != nullptr && !cell->clock_gate.empty());
  return std::nullopt;
}

std::optional<std::string> sdc_reader::clock_attribute(sdc_object const& object,
                                                       std::string const& name) const {
  auto const clock =
      std::find_if(clocks_.begin(), clocks_.end(), [&](auto const& c) { return c.name == object.name; });
  if (name == "is_generated") return sdc_truth(clock == clocks_.end());
  if (clock == clocks_.end()) return std::nullopt;
  if (name == "period") return sdc_number(static_cast<double>(clock->period) / (1000 * units_.time_to_ps));
  if (name == "is_propagated" || name == "propagated_clock") return sdc_truth(clock->propagated);
  if (name == "is_virtual") return sdc_truth(clock->sources.empty());
  if (name != "sources" && name != "waveform") return std::nullopt;
  auto const edge_time = [&](femtoseconds t) {
    return sdc_number(static_cast<double>(t) / (1000 * units_.time_to_ps));
  };
  if (name == "waveform") return edge_time(clock->rise) + " " + edge_time(clock->fall);
  std::string sources;
  for (auto const& source : clock->sources) sources += (sources.empty() ? "" : " ") + source;
  return sources;
}

/// An attribute's value; nothing where such an object has none of that name.
std::optional<std::string> sdc_reader::attribute(sdc_object const& object, std::string const& name) const {
  if (name == "full_name") return object.name;
  if (name == "object_class") return std::string(word_of(object.kind));
  if (name == "name" || name == "base_name") {
    bool const has_levels = object.kind == sdc_kind::cell || object.kind == sdc_kind::net;
    if (object.kind == sdc_kind::pin || object.kind == sdc_kind::lib_pin)
      return object.name.substr(object.name.rfind('/') + 1);
    if (!has_levels) return object.name;
    auto const level = object.name.rfind('/');
    // A slash belongs to the name itself unless it stands behind a module's path.
    bool const is_bound =
        level != object.name.npos && names_.find_module(object.name.substr(0, level)) != nullptr;
    return is_bound ? object.name.substr(level + 1) : object.name;
  }
  switch (object.kind) {
    case sdc_kind::port:
    case sdc_kind::pin:
    case sdc_kind::lib_pin:
      return pin_attribute(object, name);
    case sdc_kind::cell:
    case sdc_kind::lib_cell:
      return cell_attribute(object, name);
    case sdc_kind::clock:
      return clock_attribute(object, name);
    default:
      return std::nullopt;
  }
}

sdc_reply sdc_reader::get_property(sdc_arguments const& in) {
  in.expect_words(2, 2);
  auto const objects = any_objects(in.words[0]);
  sdc_reply result;
  result.is_text = objects.size() == 1;
  for (auto const& object : objects) {
    auto value = attribute(object, in.words[1]);
    if (!value && in.has("quiet")) continue;
    if (!value) {
      throw sdc_error("a " + std::string(word_of(object.kind)) + " has no attribute " + quoted(in.words[1]));
    }
    result.list.push_back(std::move(*value));
  }
  return result;
}

namespace {

/// Decides a filter such as `direction==input && (name=~x* || !is_hierarchical)` for one object.
class sdc_filter {
 public:
  /// An attribute's value; nothing where such an object has none of that name.
  using lookup = std::function<std::optional<std::string>(std::string const&)>;

  explicit sdc_filter(std::string_view text) : text_(text) {}

  /// Throws: sdc_error for what is no such expression, and for unknown attributes.
  bool holds_for(lookup const& attribute) {
    at_ = 0;
    depth_ = 0;
    attribute_ = &attribute;
    bool const result = any_of();
    if (skip_blanks(); at_ != text_.size()) fail();
    return result;
  }

 private:
  [[noreturn]] void fail() const {
    throw sdc_error("expected a filter such as direction==input && name=~a*, found " + in_quotes(text_));
  }
  void skip_blanks() noexcept {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  bool take(std::string_view sign) noexcept {
    skip_blanks();
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  bool take_word(std::string_view word) noexcept {
    skip_blanks();
    auto const rest = text_.substr(at_);
    bool const found =
        sdc_lower_case(rest.substr(0, word.size())) == word &&
        (rest.size() == word.size() || is_blank(rest[word.size()]) || rest[word.size()] == '(');
    if (found) at_ += word.size();
    return found;
  }

  bool any_of() {
    bool result = all_of();
    while (take("||") || take_word("or")) result = all_of() || result;
    return result;
  }
  bool all_of() {
    bool result = term();
    while (take("&&") || take_word("and")) result = term() && result;
    return result;
  }
  bool term() {
    constexpr int deepest = 100;
    if (++depth_ > deepest) throw sdc_error("the filter is nested too deep");
    bool result = false;
    if (take("!") || take_word("not")) {
      result = !term();
    } else if (take("(")) {
      result = any_of();
      if (!take(")")) fail();
    } else {
      result = comparison();
    }
    --depth_;
    return result;
  }

  std::string word(std::string_view ends) {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '"') {
      auto const stop = text_.find('"', at_ + 1);
      if (stop == text_.npos) fail();
      std::string const quoted(text_.substr(at_ + 1, stop - at_ - 1));
      at_ = stop + 1;
      return quoted;
    }
    auto const start = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && ends.find(text_[at_]) == ends.npos) ++at_;
    if (at_ == start) fail();
    return std::string(text_.substr(start, at_ - start));
  }

  bool comparison() {
    take("@");
    auto const name = word("=!~<>&|()\"");
    auto const value = (*attribute_)(name);
    if (!value) throw sdc_error("unknown attribute " + in_quotes(name));
    for (std::string_view const sign : {"==", "=~", "!=", "!~", "<=", ">=", "<", ">"}) {
      if (take(sign)) return compare(sign, *value, word("&|()"));
    }
    return *value == "1" || *value == "true";
  }

  static bool compare(std::string_view sign, std::string const& value, std::string const& wanted) {
    bool const negate = sign[0] == '!';
    if (sign[1 % sign.size()] == '~') return glob_match(wanted, value) != negate;
    double a = 0, b = 0;
    bool const numbers = to_number(value, a) && to_number(wanted, b);
    if (sign == "==" || sign == "!=") return (numbers ? a == b : same(value, wanted)) != negate;
    if (!numbers) throw sdc_error("expected numbers on both sides of " + std::string(sign));
    return sign == "<=" ? a <= b : sign == ">=" ? a >= b : sign == "<" ? a < b : a > b;
  }
  /// Directions and truth have several spellings.
  static bool same(std::string const& value, std::string const& wanted) {
    static constexpr std::pair<std::string_view, std::string_view> spellings[] = {
        {"in", "input"}, {"out", "output"}, {"inout", "bidirect"}, {"bidirection", "bidirect"},
        {"true", "1"},   {"false", "0"},    {"TRUE", "1"},         {"FALSE", "0"}};
    if (value == wanted) return true;
    return std::any_of(std::begin(spellings), std::end(spellings),
                       [&](auto const& s) { return s.first == wanted && s.second == value; });
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  lookup const* attribute_ = nullptr;
};

}  // namespace

void sdc_reader::keep_matching(sdc_objects& objects, std::string const& filter) {
  sdc_filter expression(filter);
  std::erase_if(objects, [&](sdc_object const& object) {
    return !expression.holds_for([&](std::string const& name) { return attribute(object, name); });
  });
}

}  // namespace gsta::io::detail
