#pragma once

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace gsta_test {

/// Checks JSON by a JSON Schema (2020-12), as far as gsta's own schemas go; a keyword that it does not know
/// is an exception, so that nothing goes unchecked.
class json_schema {
 public:
  explicit json_schema(nlohmann::json schema) : root_(std::move(schema)) {}

  /// The place of the first thing that is wrong, and what it is; nothing where all is right.
  std::string fault(nlohmann::json const& value) const { return fault(root_, value, ""); }

 private:
  using json = nlohmann::json;

  std::string fault(json const& schema, json const& value, std::string const& at) const {
    for (auto const& [keyword, rule] : schema.items()) {
      auto found = check(schema, keyword, rule, value, at);
      if (!found.empty()) return found;
    }
    return {};
  }

  std::string check(json const& schema, std::string const& keyword, json const& rule, json const& value,
                    std::string const& at) const {
    static std::set<std::string> const words{"$schema", "$defs", "title", "description"};
    auto const wrong = [&] { return at + ": " + keyword + " " + rule.dump() + ", found " + value.dump(); };
    if (words.count(keyword) > 0) return {};
    if (keyword == "$ref")
      return fault(root_.at(json::json_pointer(rule.get<std::string>().substr(1))), value, at);
    if (keyword == "const") return value == rule ? "" : wrong();
    if (keyword == "enum") return std::find(rule.begin(), rule.end(), value) != rule.end() ? "" : wrong();
    if (keyword == "type") return has_type(rule, value) ? "" : wrong();
    if (keyword == "anyOf") {
      bool const any = std::any_of(rule.begin(), rule.end(),
                                   [&](json const& one) { return fault(one, value, at).empty(); });
      return any ? "" : wrong();
    }
    if (keyword == "minimum") return !value.is_number() || value >= rule ? "" : wrong();
    if (keyword == "minItems") return !value.is_array() || value.size() >= rule ? "" : wrong();
    if (keyword == "maxItems") return !value.is_array() || value.size() <= rule ? "" : wrong();
    if (keyword == "items") return check_items(rule, value, at);
    if (keyword == "required") return check_required(rule, value, at);
    if (keyword == "properties") return check_properties(rule, value, at);
    if (keyword == "additionalProperties" && rule == false)
      return check_no_others(schema.value("properties", json::object()), value, at);
    throw std::logic_error("json_schema: unknown keyword " + keyword);
  }

  static bool has_type(json const& rule, json const& value) {
    if (rule.is_array())
      return std::any_of(rule.begin(), rule.end(), [&](json const& one) { return has_type(one, value); });
    if (rule == "integer") return value.is_number_integer();
    if (rule == "number") return value.is_number();
    return rule == value.type_name();  // string, object, array, null, boolean
  }

  std::string check_items(json const& rule, json const& value, std::string const& at) const {
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
      auto found = fault(rule, value[i], at + "/" + std::to_string(i));
      if (!found.empty()) return found;
    }
    return {};
  }

  static std::string check_required(json const& rule, json const& value, std::string const& at) {
    for (std::string const name : rule) {
      if (value.is_object() && !value.contains(name)) return at + ": no " + name;
    }
    return {};
  }

  std::string check_properties(json const& rule, json const& value, std::string const& at) const {
    for (auto const& [name, schema] : rule.items()) {
      if (!value.is_object() || !value.contains(name)) continue;
      auto found = fault(schema, value[name], at + "/" + name);
      if (!found.empty()) return found;
    }
    return {};
  }

  static std::string check_no_others(json const& known, json const& value, std::string const& at) {
    if (!value.is_object()) return {};
    for (auto const& item : value.items()) {
      if (!known.contains(item.key())) return at + ": unknown " + item.key();
    }
    return {};
  }

  json root_;
};

/// docs/report.schema.json, read from the project's folder.
inline json_schema report_schema() {
  std::ifstream file("docs/report.schema.json");
  return json_schema(nlohmann::json::parse(file));
}

}  // namespace gsta_test
