#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "gsta/io/source.hpp"
#include "gsta/io/spef_stream.hpp"

namespace sta {

/// Files in the order in which they are read. While one is parsed the next two are loaded, so that gzip is
/// unpacked and disks are read by threads of their own. Small ones wait for their turn: a thread and its heap
/// would cost more. Wires are streams, which know that themselves. Errors of a file come where it is taken.
class files_ahead {
 public:
  struct file {
    std::string name;
    bool has_wires = false;
  };

  files_ahead(std::vector<file> files, gsta::io::load_options const& options)
      : files_(std::move(files)), options_(options) {
    load_more();
  }
  gsta::io::source take() { return take_first().text.get(); }
  gsta::io::spef_stream take_wires() { return std::move(take_first().wires).value(); }

 private:
  struct opened {
    std::future<gsta::io::source> text;
    std::optional<gsta::io::spef_stream> wires;
  };
  static constexpr std::size_t ahead = 2;
  static constexpr std::uintmax_t least_ahead = 8 << 20;  ///< bytes of a file, packed or not

  opened take_first() {
    auto first = std::move(loading_.front());
    loading_.pop_front();
    load_more();
    return first;
  }
  void load_more() {
    for (; next_ < files_.size() && loading_.size() < ahead; ++next_) {
      auto const& name = files_[next_].name;
      if (files_[next_].has_wires) {
        loading_.push_back({{}, gsta::io::spef_stream(name, options_)});
        continue;
      }
      std::error_code no_matter;
      // What may never end is not waited for before its turn; it has no size either.
      bool const is_worth_it = std::filesystem::is_regular_file(name, no_matter) &&
                               std::filesystem::file_size(name, no_matter) >= least_ahead && !no_matter &&
                               !name.starts_with("/dev/") && !name.starts_with("/proc/");
      auto const when = is_worth_it ? std::launch::async : std::launch::deferred;
      loading_.push_back({std::async(when, [&name, this] { return gsta::io::load(name, options_); }), {}});
    }
  }

  std::vector<file> const files_;
  gsta::io::load_options const options_;
  std::size_t next_ = 0;
  std::deque<opened> loading_;  // last: its threads use the above
};

}  // namespace sta
