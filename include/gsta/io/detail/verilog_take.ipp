#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>
#include <vector>

#include "gsta/core/host_memory.hpp"
#include "gsta/io/detail/verilog_runs.ipp"

namespace gsta::io::detail {

/// Where the records of a run go.
struct verilog_state::taken_run {
  verilog_run const* run;
  std::uint32_t line;  ///< of its first statement
  std::size_t first_signal, first_instance, first_connection, first_term;
  std::size_t end_signal;
};

/// Takes the runs that begin at `at`, as the grammar would have read them, and returns where they end;
/// nullptr where no run begins there, or the first one is not as most are: an instance or a net is declared
/// twice, a net is not declared before. The grammar reads that one.
GSTA_INLINE char const* verilog_state::take_runs(char const* at) {
  if (runs_ == nullptr) return nullptr;
  auto const& all = runs_->all();
  auto const offset = static_cast<std::uint32_t>(at - file.text().data());
  while (next_run_ < all.size() && all[next_run_].begin < offset) ++next_run_;
  if (next_run_ == all.size() || all[next_run_].begin != offset) return nullptr;
  std::vector<taken_run> taken;
  bool const is_good = list_runs(taken);
  auto const count = taken.size();
  if (!taken.empty()) fill_runs(taken);
  most_runs_ = is_good && taken.size() == count ? std::max(most_runs_, 2 * count) : std::size_t{1};
  if (taken.empty()) {
    ++next_run_;
    return nullptr;
  }
  next_run_ += taken.size();
  auto const& last = taken.back();
  cursor_.move_to(last.run->end, last.line + last.run->lines, last.run->line_begin);
  used_terms_ = term_count();
  begin_net_kind(verilog_level::none);
  return file.text().data() + last.run->end;
}

/// The next runs one behind the other: their nets and instances are declared. False where one declares twice;
/// those in front of it are listed.
GSTA_INLINE bool verilog_state::list_runs(std::vector<taken_run>& taken) {
  auto const& all = runs_->all();
  auto line = static_cast<std::uint32_t>(cursor_.locate(all[next_run_].begin).line);
  auto const& m = module_;
  taken_run next{nullptr, line, 0, m.instances.size(), m.connections.size(), m.terms.size(), 0};
  for (auto i = next_run_; i < all.size() && taken.size() < most_runs_; ++i) {
    auto const& run = all[i];
    if (i > next_run_ && run.begin != all[i - 1].end) return true;
    if (!run.is_usable) return false;
    next.run = &run;
    next.first_signal = m.signals.size();
    if (!declare_wires(next) || !declare_instances(next)) {
      undo_run(next);
      return false;
    }
    next.end_signal = m.signals.size();
    taken.push_back(next);
    next.line += run.lines;
    next.first_instance += run.instances.size();
    next.first_connection += run.connections.size();
    next.first_term += run.terms;
  }
  return true;
}

GSTA_INLINE bool verilog_state::declare_wires(taken_run const& of) {
  auto const& wires = runs_->piece_of(*of.run).wires;
  for (auto i = of.run->wires.first; i < of.run->wires.last; ++i) {
    auto const name = wires[i].name.name;
    if (name == name_of_zero || name == name_of_one) return false;
    auto& known = meaning_of(name).signal;
    if (known != verilog_none) return false;
    known = static_cast<verilog_index>(module_.signals.size());
    auto& signal = module_.signals.emplace_back();
    signal.name = name;
    signal.at = {wires[i].at.line + of.line, wires[i].at.column};
    signal.is_declared = true;
  }
  return true;
}

GSTA_INLINE bool verilog_state::declare_instances(taken_run const& of) {
  auto const& instances = runs_->piece_of(*of.run).instances;
  constexpr std::uint32_t ahead = 16;
  for (auto i = of.run->instances.first; i < of.run->instances.last; ++i) {
    if (i + ahead < of.run->instances.last && instances[i + ahead].name.name < meanings_.size())
      __builtin_prefetch(&meanings_[instances[i + ahead].name.name]);
    auto& known = meaning_of(instances[i].name.name);
    if (known.instance_of_module == module_count_) {
      undo_instances(of, i);
      return false;
    }
    known.instance_of_module = module_count_;
    known.is_escaped = instances[i].is_escaped;
  }
  return true;
}

/// Of the run's instances those before `end` are declared no more.
GSTA_INLINE void verilog_state::undo_instances(taken_run const& of, std::uint32_t end) noexcept {
  auto const& instances = runs_->piece_of(*of.run).instances;
  for (auto i = of.run->instances.first; i < end; ++i)
    meanings_[instances[i].name.name].instance_of_module = 0;
}

/// So are its wires, and those of the runs behind it.
GSTA_INLINE void verilog_state::undo_run(taken_run const& of) noexcept {
  while (module_.signals.size() > of.first_signal) {
    meanings_[module_.signals.back().name].signal = verilog_none;
    module_.signals.pop_back();
  }
}

/// What `size_of` says of all runs up to the next place that the grammar has to read.
template <class SizeOf>
std::size_t verilog_state::count_up_to_gap(SizeOf const& size_of) const {
  auto const& all = runs_->all();
  std::size_t count = 0;
  for (auto i = next_run_; i < all.size() && (i == next_run_ || all[i].begin == all[i - 1].end); ++i)
    count += size_of(all[i]);
  return count;
}

/// Writes the records of runs at once, and drops those from the first one on that has a net which is not
/// declared in front of it.
GSTA_INLINE void verilog_state::fill_runs(std::vector<taken_run>& taken) {
  auto const& last = taken.back();
  auto const& threads = runs_->threads();
  auto const resize = [&](auto& array, std::size_t size, auto const& size_of) {
    if (size > array.capacity()) {
      array.reserve(std::max(2 * array.capacity(), array.size() + count_up_to_gap(size_of)));
      gsta::prefer_large_pages(array.data() + array.size(),
                               (array.capacity() - array.size()) * sizeof(array[0]));
    }
    array.resize(size);
  };
  auto const connections = [](verilog_run const& run) { return run.connections.size(); };
  auto const terms = [](verilog_run const& run) { return run.terms; };
  auto const instances = [](verilog_run const& run) { return run.instances.size(); };
  threads.for_each_piece(3, [&](std::size_t array) {
    if (array == 0) resize(module_.connections, last.first_connection + connections(*last.run), connections);
    if (array == 1) resize(module_.terms, last.first_term + terms(*last.run), terms);
    if (array == 2) resize(module_.instances, last.first_instance + instances(*last.run), instances);
  });
  std::atomic<std::size_t> good{taken.size()};
  threads.for_each_piece(taken.size(), [&](std::size_t i) {
    if (fill_run(taken[i])) return;
    for (auto now = good.load(); i < now && !good.compare_exchange_weak(now, i);) {
    }
  });
  if (good < taken.size()) {
    auto const& first = taken[good];
    for (std::size_t i = good; i < taken.size(); ++i) undo_instances(taken[i], taken[i].run->instances.last);
    undo_run(first);
    module_.connections.resize(first.first_connection);
    module_.terms.resize(first.first_term);
    module_.instances.resize(first.first_instance);
    taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(good.load()), taken.end());
  }
  for (auto const& one : taken) instance_count_ += one.run->instances.size();
}

GSTA_INLINE bool verilog_state::fill_run(taken_run const& of) {
  auto const& piece = runs_->piece_of(*of.run);
  auto term = static_cast<verilog_index>(of.first_term);
  auto connection = static_cast<verilog_index>(of.first_connection);
  auto const* given = piece.connections.data() + of.run->connections.first;
  auto const* const end = piece.connections.data() + of.run->connections.last;
  auto const at = [&](verilog_location place) {
    return verilog_location{place.line + of.line, place.column};
  };
  for (auto i = of.run->instances.first; i < of.run->instances.last; ++i) {
    auto const& from = piece.instances[i];
    auto& to = module_.instances[of.first_instance + (i - of.run->instances.first)];
    to.cell = piece.words[from.cell].name;
    to.name = from.name.name;
    to.at = at(from.at);
    to.name_at = at(from.name_at);
    to.first = connection;
    for (std::uint32_t k = 0; k < from.connections; ++k, ++given, ++connection) {
      constexpr int ahead = 16;
      if (end - given > ahead && given[ahead].net.name < meanings_.size())
        __builtin_prefetch(&meanings_[given[ahead].net.name]);
      auto& made = module_.connections[connection];
      made.pin = piece.words[given->pin].name;
      made.at = at(given->at);
      made.value.first = term;
      if (given->is != verilog_piece::value::open && !fill_term(module_.terms[term++], *given, of.end_signal))
        return false;
      made.value.last = term;
    }
    to.last = connection;
  }
  return true;
}

/// False where the net is not among the first `signals`.
GSTA_INLINE bool verilog_state::fill_term(verilog_term& to, verilog_piece::connection const& from,
                                          std::size_t signals) const noexcept {
  to.offset = from.net.offset;
  if (from.is == verilog_piece::value::constant) {
    to.kind = verilog_term_kind::constant;
    to.what = from.net.name;
    return true;
  }
  to.what = find_signal(from.net.name);
  to.kind = from.is == verilog_piece::value::bit ? verilog_term_kind::bit : verilog_term_kind::net;
  to.from = to.to = from.bit;
  return to.what < signals;
}

}  // namespace gsta::io::detail
