#pragma once

#include <cstdio>
#include <map>
#include <string>

namespace gsta_bench {

/// What was measured, by name, to be held against what it is to be at most. A target that was not measured is
/// not named.
class measured_values {
 public:
  void put(std::string const& name, double value) { values_[name] = value; }
  double at(std::string const& name) const {
    auto const found = values_.find(name);
    return found == values_.end() ? 0 : found->second;
  }

 protected:
  static void line(char const* kind, std::string const& name, double value, double at_most,
                   char const* unit) {
    std::printf("%s %s %s %.3f %s <= %.2f\n", value <= at_most ? "PASS" : "MISS", kind, name.c_str(), value,
                unit, at_most);
  }
  void within(char const* kind, std::string const& name, double at_most, char const* unit) const {
    if (double const value = at(name); value > 0) line(kind, name, value, at_most, unit);
  }
  void more_than(std::string const& name, std::string const& a, std::string const& b, double at_most) const {
    if (at(a) > 0 && at(b) > 0) line("target", name, at(a) - at(b), at_most, "ms");
  }
  void times(std::string const& a, std::string const& b, double at_most) const {
    if (at(a) > 0 && at(b) > 0) line("target", a + " / " + b, at(a) / at(b), at_most, "times");
  }

 private:
  std::map<std::string, double> values_;
};

}  // namespace gsta_bench
