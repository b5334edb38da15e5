#include <cstdlib>
#include <filesystem>

#include "gsta/io/liberty.hpp"
#include "gsta/io/verilog.hpp"
#include "test/io/sdc_design.hpp"
#include "test/support/skip.hpp"

using namespace gsta_test::sdc;

namespace {

/// How many records a file gives: clocks, input and output delays, loads, driving cells.
struct record_counts {
  std::size_t clocks, arrivals, required, loads, drivers;
};

struct open_design {
  std::string folder, verilog, sdc, top;
  std::vector<std::string> libraries;
  record_counts expected;
};

/// Counted by hand in the files: input and output ports, buses bit by bit.
std::vector<open_design> designs() {
  std::vector<std::string> const typical = {"nangate45_typ"}, sky130 = {"sky130hd_tt"};
  std::vector<std::string> const ihp = {"sg13g2_stdcell_typ_1p20V_25C", "sg13g2_io_typ_1p2V_3p3V_25C"};
  std::vector<open_design> all;
  all.push_back(
      {"example1_nangate45", "example1.v", "design.sdc", "top", {"nangate45_slow"}, {1, 2, 1, 0, 0}});
  all.push_back({"gcd_nangate45", "gcd.v", "design.sdc", "gcd", typical, {1, 35, 18, 0, 0}});
  all.push_back({"gcd_sky130hd", "gcd.v", "design.sdc", "gcd", sky130, {1, 35, 18, 0, 0}});
  all.push_back({"gcd_sky130hd", "gcd.v", "rich.sdc", "gcd", sky130, {1, 35, 18, 18, 35}});
  all.push_back({"i2c_ihp", "i2c.v", "design.sdc", "I2cGpioExpanderTop", ihp, {1, 14, 11, 16, 16}});
  all.push_back({"aes_nangate45", "aes.v", "design.sdc", "aes_cipher_top", typical, {1, 258, 129, 0, 0}});
  all.push_back({"jpeg_gf180",
                 "jpeg.v",
                 "design.sdc",
                 "jpeg_encoder",
                 {"gf180mcu_fd_sc_mcu9t5v0__tt_025C_5v00"},
                 {1, 20, 27, 0, 0}});
  return all;
}

/// The folder that GSTA_OPEN_GOLDENS names; skips the case where there is none.
std::filesystem::path open_designs() {
  char const* const folder = std::getenv("GSTA_OPEN_GOLDENS");
  if (folder == nullptr || !std::filesystem::is_directory(std::filesystem::path(folder) / "lib"))
    gsta_test::skip("no open designs: set GSTA_OPEN_GOLDENS");
  return folder;
}

}  // namespace

TEST_CASE("the SDC files of the open designs are read whole", "[sdc]") {
  auto const root = open_designs();
  for (auto const& d : designs()) {
    INFO(d.folder << " " << d.sdc);
    model::diagnostics seen, notes;
    model::library cells;
    for (auto const& name : d.libraries) {
      auto one = io::read_liberty(io::load((root / "lib" / (name + ".lib")).string()), seen);
      for (auto& cell : one.cells) {
        if (cells.cell_index.emplace(cell.name, cells.cells.size()).second)
          cells.cells.push_back(std::move(cell));
      }
      cells.time_unit_ps = one.time_unit_ps;
      cells.capacitance_unit_ff = one.capacitance_unit_ff;
    }
    auto const design = io::read_verilog({io::load((root / d.folder / d.verilog).string())}, d.top, seen);
    auto const c = io::read_sdc(io::load((root / d.folder / d.sdc).string()), design, cells, notes);
    CHECK(c.clocks.size() == d.expected.clocks);
    CHECK(c.arrivals.size() == d.expected.arrivals);
    CHECK(c.required.size() == d.expected.required);
    CHECK(c.loads.size() == d.expected.loads);
    CHECK(c.driving_cells.size() == d.expected.drivers);
    for (auto const& note : notes.entries()) {
      INFO(note.kind);
      CHECK(
          (note.kind.starts_with("no effect on timing") || note.kind == "not applied: set_multicycle_path"));
    }
  }
}
