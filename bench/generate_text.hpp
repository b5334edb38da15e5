#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "bench/generate.hpp"

namespace gsta_bench::detail {

/// A text file that is written at once.
class text_file {
 public:
  text_file& operator<<(std::string_view text) {
    text_ += text;
    return *this;
  }
  text_file& operator<<(char const* text) { return *this << std::string_view(text); }
  text_file& operator<<(std::size_t number) { return *this << std::string_view(std::to_string(number)); }
  text_file& operator<<(int number) { return *this << std::string_view(std::to_string(number)); }
  /// Nine digits: what is read is what was written.
  text_file& operator<<(float number) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.9g", static_cast<double>(number));
    return *this << std::string_view(digits);
  }
  std::string_view text() const { return text_; }
  void save(std::filesystem::path const& path) const {
    std::ofstream file(path, std::ios::binary);
    if (!(file << text_).flush()) throw gsta::input_error(path.string(), 0, 0, "the file cannot be written");
  }

 private:
  std::string text_;
};

/// Names of everything. Ports are in<i>, clk, out<i>; instances u<i> of cells c<type>, with inputs a<i> and
/// output z. A net has its port's name if it is driven by one, else n<i>; outputs are assigned theirs.
class design_names {
 public:
  explicit design_names(generated_netlist const& from) : from_(from), instance_of_(pins(), -1) {
    for (std::size_t i = 0; i < from.instances.size(); ++i) {
      int const count = cell_of(i).inputs() + 1;
      for (int k = 0; k < count; ++k)
        instance_of_[static_cast<std::size_t>(from.instances[i].first_pin + k)] = static_cast<gsta::id>(i);
    }
  }
  std::size_t pins() const { return from_.placed.design.pin_load.size(); }
  generated_cell const& cell_of(std::size_t instance) const {
    return from_.library.cells[static_cast<std::size_t>(from_.instances[instance].cell)];
  }
  bool is_port(gsta::id pin) const { return instance_of_[static_cast<std::size_t>(pin)] == gsta::none; }
  std::string port(gsta::id pin) const {
    auto const i = static_cast<std::size_t>(pin);
    if (i == from_.inputs) return "clk";
    std::string name = i < from_.inputs ? "in" : "out";
    return name += std::to_string(i < from_.inputs ? i : i - from_.inputs - 1);
  }
  static std::string cell_pin(generated_cell const& cell, int k) {
    if (k == cell.inputs()) return "z";
    std::string name = "a";
    return name += std::to_string(k);
  }
  /// `separator` stands between instance and pin.
  std::string pin(gsta::id pin, char separator) const {
    if (is_port(pin)) return port(pin);
    auto const instance = static_cast<std::size_t>(instance_of_[static_cast<std::size_t>(pin)]);
    std::string name = "u";
    name += std::to_string(instance);
    name += separator;
    return name += cell_pin(cell_of(instance), static_cast<int>(pin - from_.instances[instance].first_pin));
  }
  std::string net(std::size_t net) const {
    gsta::id const driver = from_.placed.design.net_driver[net];
    if (is_port(driver)) return port(driver);
    std::string name = "n";
    return name += std::to_string(net);
  }

 private:
  generated_netlist const& from_;
  std::vector<gsta::id> instance_of_;  // [pins] none for ports
};

}  // namespace gsta_bench::detail
