#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace drivers {

struct progress_options {
  bool quiet = false;  ///< show nothing
  int descriptor = 2;  ///< where it is shown: stderr
  double after = 0.5;  ///< seconds: work that is done sooner shows nothing
  double every = 0.1;  ///< seconds between two pictures
};

/// One line on a terminal that says what a program is doing: a spinner, the stage, a bar and a percentage
/// where its size is known, the rate where that is in bytes, the seconds so far and the memory that the
/// process has. Silent where there is no terminal. The destructor clears the
/// line and ends the thread that draws it, so an exception's message that is printed after the bar's scope
/// stands alone.
class progress_bar {
 public:
  explicit progress_bar(progress_options const& options = {});
  ~progress_bar();
  progress_bar(progress_bar const&) = delete;
  progress_bar& operator=(progress_bar const&) = delete;

  /// Begins a stage ("reading cells.lib"); `total` is its size in whatever unit, 0 where that is not known.
  void stage(std::string const& name, std::size_t total = 0);

  /// The same of `bytes` of a file. Who reads it adds to the counter; null where nothing is shown. It is
  /// there as long as the bar.
  std::atomic<std::uint64_t>* reading(std::string const& file, std::uint64_t bytes);

  /// How much of the stage's total is done. Cheap, and any thread may call it.
  void advance_to(std::size_t done) noexcept;

  /// Takes the line away for good, before something else is printed; also what the destructor does.
  void finish() noexcept;

 private:
  class painter;
  std::unique_ptr<painter> painter_;  // none where nothing is to be shown
};

}  // namespace drivers
