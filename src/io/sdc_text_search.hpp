#pragma once

#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/io/sdc_bytes.hpp"

namespace gsta::io::detail {

/// Looks through records for a name: texts that are it, or that begin with it and a slash.
class text_search {
 public:
  explicit text_search(std::string name) : name_(std::move(name)), below_(name_ + "/") {}

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void operator()(T&) noexcept {}
  void operator()(std::string& text) { found_ = found_ || text == name_ || text.starts_with(below_); }
  template <class T>
  void operator()(std::vector<T>& values);

  bool found() const noexcept { return found_; }

 private:
  std::string name_, below_;
  bool found_ = false;
};

template <class Key, class Value>
void pass(text_search& a, std::unordered_map<Key, Value>& map) {
  for (auto& [key, value] : map) pass(a, value);  // keys are of records that stand in lists
}

template <class T>
void text_search::operator()(std::vector<T>& values) {
  for (T& value : values) pass(*this, value);
}

}  // namespace gsta::io::detail
