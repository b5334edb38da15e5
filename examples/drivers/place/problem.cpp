#include "place/problem.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <unordered_map>

#include "bench/generate.hpp"
#include "gsta/core/error.hpp"
#include "gsta/flat/detail/clock_network.hpp"
#include "gsta/flat/flatten.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/snapshot.hpp"
#include "gsta/io/verilog.hpp"

namespace place {

namespace {

constexpr float row_height = 1.4f;  // um
constexpr float full = 0.7f;        // share of the die that cells cover

/// Cells and ports in any order, then the rows that a placer walks along.
class problem_writer {
 public:
  explicit problem_writer(problem& into) : to_(into) {
    std::size_t const pins = to_.design.pin_load.size();
    to_.pin_cell.assign(pins, gsta::none);
    to_.pin_dx.assign(pins, 0.0f);
    to_.pin_dy.assign(pins, 0.0f);
  }

  /// Its pins stand side by side, now above and now below the middle.
  void add_cell(std::vector<id> const& pins, float width) {
    id const cell = static_cast<id>(to_.width.size());
    to_.width.push_back(width);
    to_.height.push_back(row_height);
    float const pitch = width / static_cast<float>(pins.size());
    for (std::size_t k = 0; k < pins.size(); ++k) {
      to_.pin_cell[pins[k]] = cell;
      to_.pin_dx[pins[k]] = pitch * (static_cast<float>(k) + 0.5f) - width / 2;
      to_.pin_dy[pins[k]] = k % 2 == 0 ? -row_height / 4 : row_height / 4;
    }
  }

  /// All cells in the middle but for a hair, all pins without a cell as ports around the die.
  void finish(options const& from, std::vector<id> const& ports) {
    set_die(from);
    gsta_bench::generator_random random(from.seed ^ 0x706c6163u);
    auto const near_middle = [&] {
      return to_.die.side * (0.5f + 0.01f * (static_cast<float>(random.below(2001)) / 1000 - 1));
    };
    for (std::size_t c = 0; c < to_.width.size(); ++c) {
      to_.x.push_back(near_middle());
      to_.y.push_back(near_middle());
    }
    for (std::size_t i = 0; i < ports.size(); ++i) add_port(ports[i], i, ports.size());
    for (std::size_t p = 0; p < to_.pin_cell.size(); ++p) {  // the driving side of a port, say
      if (to_.pin_cell[p] == gsta::none)
        to_.pin_cell[p] = to_.pin_cell[to_.design.real_pin(static_cast<id>(p))];
      gsta::require(to_.pin_cell[p] != gsta::none, "a pin belongs to no cell and is no port");
    }
    add_rows();
  }

 private:
  void set_die(options const& from) {
    double area = 0;
    for (std::size_t c = 0; c < to_.width.size(); ++c)
      area += static_cast<double>(to_.width[c]) * to_.height[c];
    std::size_t const wanted =
        std::bit_floor(static_cast<std::size_t>(std::sqrt(static_cast<double>(to_.width.size()) / 2)));
    auto const bins = from.bins > 0 ? static_cast<std::size_t>(from.bins) : wanted;
    to_.die = {static_cast<float>(std::sqrt(area / full)),
               static_cast<id>(std::clamp<std::size_t>(bins, 16, 1024)), 1.0f, static_cast<float>(area)};
  }

  /// Around the die, from the lower left corner upwards.
  void add_port(id pin, std::size_t i, std::size_t count) {
    float const at = 4 * (static_cast<float>(i) + 0.5f) / static_cast<float>(count);
    int const edge = static_cast<int>(at);
    float const side = to_.die.side, along = (at - static_cast<float>(edge)) * side;
    float const xs[4] = {0, along, side, side - along}, ys[4] = {along, side, side - along, 0};
    to_.pin_cell[pin] = static_cast<id>(to_.x.size());
    to_.x.push_back(xs[edge]);
    to_.y.push_back(ys[edge]);
  }

  /// Rows of `of` by `key`: begin and the elements 0 .. n - 1 in their order.
  static void make_rows(std::size_t rows, std::vector<id> const& key, std::vector<id>& begin,
                        std::vector<id>& element) {
    begin.assign(rows + 1, 0);
    for (id const k : key) ++begin[k + 1];
    for (std::size_t r = 0; r < rows; ++r) begin[r + 1] += begin[r];
    std::vector<id> next(begin.begin(), begin.end() - 1);
    element.resize(key.size());
    for (std::size_t i = 0; i < key.size(); ++i) element[next[key[i]]++] = static_cast<id>(i);
  }

  void add_rows() {
    auto const& d = to_.design;
    std::vector<id> pin_of_terminal;
    for (std::size_t n = 0; n < d.net_driver.size(); ++n) {
      pin_of_terminal.push_back(d.net_driver[n]);
      pin_of_terminal.insert(pin_of_terminal.end(), d.net_sink.begin() + d.net_begin[n],
                             d.net_sink.begin() + d.net_begin[n + 1]);
      to_.terminal_net.resize(pin_of_terminal.size(), static_cast<id>(n));
    }
    make_rows(to_.x.size(), to_.pin_cell, to_.pin_begin, to_.pin);
    make_rows(d.pin_load.size(), pin_of_terminal, to_.terminal_begin, to_.terminal);
  }

  problem& to_;
};

problem generate(options const& from) {
  auto size = gsta_bench::preset(from.preset);
  if (from.cells > 0) {
    size.pins = size.pins * from.cells / size.cells;
    size.cells = from.cells;
  }
  size.seed = from.seed;
  size.wires = gsta_bench::generated_wires::placed;
  auto made = gsta_bench::generate_netlist(size);
  problem result;
  result.name = from.preset + ", seed " + std::to_string(from.seed);
  result.design = std::move(made.placed.design);
  result.resistance = made.placed.pins.unit_resistance;
  result.capacitance = made.placed.pins.unit_capacitance;
  problem_writer writer(result);
  std::vector<std::uint8_t> drives_clock(result.design.pin_load.size(), 0);
  drives_clock[made.inputs] = 1;
  auto const& buffers = made.library.clock_buffers;
  for (auto const& instance : made.instances) {
    auto const& cell = made.library.cells[static_cast<std::size_t>(instance.cell)];
    std::vector<id> pins;
    for (int k = 0; k <= cell.inputs(); ++k) pins.push_back(instance.first_pin + k);
    float const strength = static_cast<float>(std::bit_width(static_cast<unsigned>(cell.drive)));
    writer.add_cell(
        pins, 0.19f * static_cast<float>((cell.is_register ? 12 : 1) + cell.inputs()) + 0.19f * strength);
    drives_clock[pins.back()] = std::find(buffers.begin(), buffers.end(), instance.cell) != buffers.end();
  }
  for (id const driver : result.design.net_driver) result.is_clock.push_back(drives_clock[driver]);
  std::vector<id> ports;  // in turn, as both follow the layout's curve
  for (std::size_t i = 0; i < std::max(made.inputs + 1, made.outputs); ++i) {
    if (i <= made.inputs) ports.push_back(static_cast<id>(i));
    if (i < made.outputs) ports.push_back(static_cast<id>(made.inputs + 1 + i));
  }
  writer.finish(from, ports);
  return result;
}

/// A design from somewhere else: cells by the names of their pins, as wide as they have pins. Pins stand in
/// the order of their instances; a name without a slash is a port.
void complete(problem& result, options const& from) {
  result.timing = {{gsta::wire_slew::degrade, gsta::negative_slew::clip}};
  result.resistance = 0.0038f;
  result.capacitance = 0.19f;
  auto const& d = result.design;
  problem_writer writer(result);
  std::unordered_map<std::string, std::size_t> instance_of;
  std::vector<std::vector<id>> instances;
  std::vector<id> ports;
  for (std::size_t p = 0; p < d.pin_load.size(); ++p) {
    id const pin = static_cast<id>(p);
    if (d.real_pin(pin) != pin) continue;
    auto const slash = d.pin_name[p].rfind('/');
    if (slash == std::string::npos) {
      ports.push_back(pin);
      continue;
    }
    auto const [at, is_new] = instance_of.emplace(d.pin_name[p].substr(0, slash), instances.size());
    if (is_new) instances.emplace_back();
    instances[at->second].push_back(pin);
  }
  for (auto const& pins : instances) writer.add_cell(pins, 0.38f * static_cast<float>(pins.size()));
  result.is_clock.assign(d.net_driver.size(), 0);
  std::vector<std::uint8_t> carries_clock(d.pin_load.size(), 0);
  for (auto const& network : gsta::clock_network(d)) {
    for (auto const& reached : network) carries_clock[reached.pin] = 1;
  }
  for (std::size_t n = 0; n < d.net_driver.size(); ++n) result.is_clock[n] = carries_clock[d.net_driver[n]];
  writer.finish(from, ports);
}

problem read_saved(options const& from, drivers::progress_bar& progress) {
  progress.stage("reading " + from.load);
  auto saved = drivers::on_host_threads(from.device.threads, [&](gsta::host_threads const& threads) {
    return gsta::io::load_snapshot(threads, from.load);
  });
  auto const refuse = [&](std::string const& why) { throw gsta::input_error(from.load, 0, 0, why); };
  if (saved.how != "elmore-slew")
    refuse("place makes its own wires: it needs what sta --save writes without --spef and --wire");
  if (saved.design.pin_name.empty()) refuse("the snapshot has no names, by which place tells cells apart");
  if (saved.design.clocks.empty()) refuse("the design has no clock");
  problem result;
  result.name = saved.name;
  result.design = std::move(saved.design);
  complete(result, from);
  if (result.movable() == 0) refuse("the design has no cell to place");
  return result;
}

problem read_bundled(options const& from, drivers::progress_bar& progress) {
  namespace io = gsta::io;
  std::filesystem::path const folder = from.bundled;
  auto const file = [&](char const* name) {
    progress.stage(std::string("reading ") + name);
    return io::load((folder / name).string(), from.files);
  };
  gsta::model::diagnostics notes;
  auto const library = io::read_liberty(file("plain45.lib"), notes);
  auto const netlist = io::read_verilog(file("riscling.v.gz"), notes);
  auto const constraints = io::read_sdc(file("riscling.sdc"), netlist, library, notes);
  problem result;
  result.name = "riscling";
  result.design = gsta::flatten({library, library, netlist, {}, constraints}, {}, notes);
  complete(result, from);
  return result;
}

}  // namespace

layout_view<memory_space::host> problem::layout() const {
  using gsta::view_of;
  return {{view_of(design.net_driver), view_of(design.net_begin), view_of(design.net_sink)},
          view_of(is_clock),
          view_of(pin_cell),
          view_of(pin_dx),
          view_of(pin_dy),
          view_of(width),
          view_of(height),
          view_of(pin_begin),
          view_of(pin),
          view_of(terminal_begin),
          view_of(terminal),
          view_of(terminal_net)};
}

problem load(options const& from, drivers::progress_bar& progress) {
  progress.stage("loading");
  if (!from.load.empty()) return read_saved(from, progress);
  return from.bundled.empty() ? generate(from) : read_bundled(from, progress);
}

double length_of(problem const& of, std::vector<float> const& x, std::vector<float> const& y) {
  auto const& d = of.design;
  double sum = 0;
  for (std::size_t n = 0; n < d.net_driver.size(); ++n) {
    float low[2] = {0, 0}, high[2] = {0, 0};
    for (id k = d.net_begin[n] - 1; k < d.net_begin[n + 1]; ++k) {
      bool const is_driver = k < d.net_begin[n];
      id const p = is_driver ? d.net_driver[n] : d.net_sink[k];
      float const at[2] = {x[of.pin_cell[p]] + of.pin_dx[p], y[of.pin_cell[p]] + of.pin_dy[p]};
      for (int a = 0; a < 2; ++a) {
        low[a] = is_driver ? at[a] : std::min(low[a], at[a]);
        high[a] = is_driver ? at[a] : std::max(high[a], at[a]);
      }
    }
    sum += static_cast<double>(high[0] - low[0]) + static_cast<double>(high[1] - low[1]);
  }
  return sum;
}

double length_by_chance(problem const& of) {
  gsta_bench::generator_random random(1);
  auto x = of.x, y = of.y;
  for (std::size_t c = 0; c < of.movable(); ++c) {
    x[c] = of.die.side * static_cast<float>(random.below(1 << 20)) / (1 << 20);
    y[c] = of.die.side * static_cast<float>(random.below(1 << 20)) / (1 << 20);
  }
  return length_of(of, x, y);
}

float period_of(problem const& of) {
  gsta::require(!of.design.clocks.empty(), "the design has no clock");
  return static_cast<float>(gsta::to_picoseconds(of.design.clocks.front().period));
}

void set_period(problem& of, float picoseconds) {
  gsta::femtoseconds const before = of.design.clocks.front().period,
                           after = static_cast<gsta::femtoseconds>(std::llround(1000.0 * picoseconds));
  for (auto& clock : of.design.clocks) {
    if (clock.period != before) continue;
    clock.period = after;
    for (auto& at : clock.at)
      at = static_cast<gsta::femtoseconds>(
          std::llround(static_cast<double>(at) * static_cast<double>(after) / static_cast<double>(before)));
  }
  for (auto& asked : of.design.requirements) {
    if (asked.capture_edge != gsta::none) continue;  // follows its clock's edge
    for (int c = 2; c < gsta::conditions; ++c)
      asked.required[c] += static_cast<float>(gsta::to_picoseconds(after - before));
  }
}

}  // namespace place
