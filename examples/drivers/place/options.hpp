#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/command_line.hpp"

namespace place {

enum class mode {
  wirelength,  ///< wires and density alone
  weights,     ///< nets weighed by their slack in every iteration
  gradient,    ///< the gradient of smooth TNS by where pins are, in every iteration
};
char const* name_of(mode m);

/// The command line of `place`.
struct options {
  std::string preset = "tiny";  ///< of generated designs
  std::string bundled;          ///< or the folder of the bundled design
  std::string load;             ///< or a snapshot of a design
  std::size_t cells = 0;        ///< instead of the preset's
  std::uint64_t seed = 1;
  std::vector<mode> modes{mode::wirelength, mode::weights, mode::gradient};
  gsta::io::load_options files;  ///< of the bundled design
  drivers::device_options device;
  int iterations = 600;        ///< at most
  float overflow = 0.08f;      ///< an iteration with less is the last
  int bins = 0;                ///< along each side; 0: about three cells a bin
  float period = 0;            ///< ps; 0: so that wirelength alone misses it by `miss`
  float miss = 0.2f;           ///< of the period
  float gamma = 0;             ///< ps, of smooth timing; 0: a hundredth of the period
  float net_strength = 1;      ///< a net as bad as the worst one has this many times its weight in addition
  float pair_strength = 1.5f;  ///< the same of a driver and its worst sink, as a pair
  std::int32_t degree_limit = 0;  ///< nets of more pins have no weight in timing; 0: all have
  float momentum = 0.9f;          ///< of criticalities
  float worth = 0.1f;             ///< per cents of wirelength that a per cent of smooth TNS is worth
  bool shortest_period = false;   ///< looks for the shortest period that each mode meets
  double precision = 0.005;       ///< of that period, relative
  int seeds = 3;                  ///< `seed` and those behind it: another design, or other first places
  int timed_iterations = 0;       ///< measures so many iterations of each mode instead
  bool json = false, quiet = false;
  std::string html, output;
};

}  // namespace place
