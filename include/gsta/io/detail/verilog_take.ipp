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
  std::size_t first_signal, first_instance, first_term;
  std::size_t end_signal;
};

/// Makes room for what all their names mean, and for some that the grammar finds.
GSTA_INLINE void verilog_state::set_runs(verilog_runs const& runs) {
  constexpr std::size_t at_once = std::size_t{1} << 16U;
  runs_ = &runs;
  most_runs_ = 2 * threads_.count();
  auto const names = design_.names.size();
  meanings_.resize(names + names / 8);
  threads_.for_each_piece((meanings_.size() + at_once - 1) / at_once, [&](std::size_t p) {
    auto const begin = meanings_.begin() + static_cast<std::ptrdiff_t>(p * at_once);
    std::fill_n(begin, std::min(at_once, meanings_.size() - p * at_once), meaning{});
  });
}

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
  cursor_.move_to(last.run->end, last.run->line, last.run->line_begin);
  used_terms_ = term_count();
  begin_net_kind(verilog_level::none);
  return file.text().data() + last.run->end;
}

/// The next runs one behind the other: their nets and instances are declared. False where one declares twice;
/// those in front of it are listed.
GSTA_INLINE bool verilog_state::list_runs(std::vector<taken_run>& taken) {
  bool const are_usable = line_up_runs(taken);
  if (taken.size() > 1 && declare_at_once(taken)) return are_usable;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (declare_wires(taken[i]) && declare_instances(taken[i])) continue;
    undo_run(taken[i]);
    taken.resize(i);
    return false;
  }
  return are_usable;
}

/// The next runs and where their records go; false where one ends the list that is not usable.
GSTA_INLINE bool verilog_state::line_up_runs(std::vector<taken_run>& taken) {
  auto const& all = runs_->all();
  taken_run next{nullptr, module_.signals.size(), module_.instances.size(), module_.terms.size(), 0};
  for (auto i = next_run_; i < all.size() && taken.size() < most_runs_; ++i) {
    auto const& run = all[i];
    if (i > next_run_ && run.begin != all[i - 1].end) return true;
    if (!run.is_usable) return false;
    next.run = &run;
    next.end_signal = next.first_signal + run.wires.size();
    taken.push_back(next);
    next.first_signal = next.end_signal;
    next.first_instance += run.instances.size();
    next.first_term += run.terms.size();
  }
  return true;
}

/// Declares what all runs do on several threads. False where anything is declared twice: then nothing is
/// declared.
GSTA_INLINE bool verilog_state::declare_at_once(std::vector<taken_run> const& taken) {
  constexpr std::size_t ahead = 16;
  auto const wires = [](verilog_run const& run) { return run.wires.size(); };
  resize_for_runs(module_.signals, taken.back().end_signal, wires);
  struct declared {
    std::size_t wires = 0, instances = 0;
  };
  std::vector<declared> done(taken.size());
  auto const declare = [&](std::size_t i) {
    auto const& of = taken[i];
    auto const& piece = runs_->piece_of(*of.run);
    auto const wire = piece.wires.subspan(of.run->wires.first, of.run->wires.size());
    auto const instance = piece.instances.subspan(of.run->instances.first, of.run->instances.size());
    for (auto& k = done[i].wires; k < wire.size(); ++k) {
      auto const name = wire[k].name.name;
      auto const index = static_cast<verilog_index>(of.first_signal + k);
      auto none_yet = verilog_none;
      if (k + ahead < wire.size()) ask_for(&meanings_[wire[k + ahead].name.name]);
      if (name == name_of_zero || name == name_of_one ||
          !std::atomic_ref(meanings_[name].signal).compare_exchange_strong(none_yet, index))
        return;
      verilog_signal signal;
      signal.name = name;
      signal.at = wire[k].at.below(piece.line);
      signal.is_declared = true;
      module_.signals[index] = signal;
    }
    for (auto& k = done[i].instances; k < instance.size(); ++k) {
      if (k + ahead < instance.size()) ask_for(&meanings_[instance[k + ahead].name.name]);
      std::atomic_ref known(meanings_[instance[k].name.name].instance);
      auto mark = known.load();
      if (is_of_module(mark) || !known.compare_exchange_strong(mark, instance_mark(instance[k].is_escaped)))
        return;
    }
  };
  threads_.for_each_piece(taken.size(), declare);
  auto const is_done = [&](std::size_t i) {
    return done[i].wires == taken[i].run->wires.size() && done[i].instances == taken[i].run->instances.size();
  };
  std::size_t good = 0;
  while (good < taken.size() && is_done(good)) ++good;
  if (good == taken.size()) return true;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    auto const& run = *taken[i].run;
    auto const& wire = runs_->piece_of(run).wires;
    for (std::size_t k = 0; k < done[i].wires; ++k)
      meanings_[wire[run.wires.first + k].name.name].signal = verilog_none;
    undo_instances(taken[i], run.instances.first + static_cast<std::uint32_t>(done[i].instances));
  }
  module_.signals.resize(taken.front().first_signal);
  return false;
}

GSTA_INLINE bool verilog_state::declare_wires(taken_run const& of) {
  auto const& piece = runs_->piece_of(*of.run);
  auto const& wires = piece.wires;
  for (auto i = of.run->wires.first; i < of.run->wires.last; ++i) {
    auto const name = wires[i].name.name;
    if (name == name_of_zero || name == name_of_one) return false;
    auto& known = meaning_of(name).signal;
    if (known != verilog_none) return false;
    known = static_cast<verilog_index>(module_.signals.size());
    auto& signal = module_.signals.emplace_back(verilog_signal{});
    signal.name = name;
    signal.at = wires[i].at.below(piece.line);
    signal.is_declared = true;
  }
  return true;
}

GSTA_INLINE bool verilog_state::declare_instances(taken_run const& of) {
  auto const& instances = runs_->piece_of(*of.run).instances;
  constexpr std::uint32_t ahead = 16;
  for (auto i = of.run->instances.first; i < of.run->instances.last; ++i) {
    if (i + ahead < of.run->instances.last && instances[i + ahead].name.name < meanings_.size())
      ask_for(&meanings_[instances[i + ahead].name.name]);
    auto& known = meaning_of(instances[i].name.name).instance;
    if (is_of_module(known)) {
      undo_instances(of, i);
      return false;
    }
    known = instance_mark(instances[i].is_escaped);
  }
  return true;
}

/// Of the run's instances those before `end` are declared no more.
GSTA_INLINE void verilog_state::undo_instances(taken_run const& of, std::uint32_t end) noexcept {
  auto const& instances = runs_->piece_of(*of.run).instances;
  for (auto i = of.run->instances.first; i < end; ++i) meanings_[instances[i].name.name].instance = 0;
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

/// Makes room for the records of runs, and for those up to that place.
template <class Array, class SizeOf>
void verilog_state::resize_for_runs(Array& array, std::size_t size, SizeOf const& size_of) {
  if (size > array.capacity())
    array.reserve(std::max(2 * array.capacity(), array.size() + count_up_to_gap(size_of)));
  array.resize(size);
}

/// Writes the records of runs at once, and drops those from the first one on that has a net which is not
/// declared in front of it.
GSTA_INLINE void verilog_state::fill_runs(std::vector<taken_run>& taken) {
  auto const& last = taken.back();
  auto const terms = [](verilog_run const& run) { return run.terms.size(); };
  auto const instances = [](verilog_run const& run) { return run.instances.size(); };
  resize_for_runs(module_.terms, last.first_term + terms(*last.run), terms);
  resize_for_runs(module_.instances, last.first_instance + instances(*last.run), instances);
  std::vector<std::uint8_t> is_good(taken.size());
  threads_.for_each_piece(taken.size(), [&](std::size_t i) { is_good[i] = fill_run(taken[i]) ? 1 : 0; });
  auto const good = std::find(is_good.begin(), is_good.end(), 0) - is_good.begin();
  if (auto const bad = taken.begin() + good; bad != taken.end()) {
    for (auto one = bad; one != taken.end(); ++one) {
      if (is_good[static_cast<std::size_t>(one - taken.begin())] != 0)
        undo_values(*one, one->run->connections.last);
      undo_instances(*one, one->run->instances.last);
    }
    undo_run(*bad);
    module_.terms.resize(bad->first_term);
    module_.instances.resize(bad->first_instance);
    taken.erase(bad, taken.end());
  }
  for (auto const& one : taken) instance_count_ += one.run->instances.size();
}

/// The names of nets in a run's connections become signals. False, and all is as it was, where one is not
/// declared.
GSTA_INLINE bool verilog_state::fill_run(taken_run const& of) {
  constexpr std::uint32_t ahead = 16;
  auto const& piece = runs_->piece_of(*of.run);
  auto const [first, last] = of.run->connections;
  auto const terms = static_cast<verilog_index>(of.first_term) - of.run->terms.first;
  for (auto i = first; i < last; ++i) {
    if (i + ahead < last)
      if (auto const name = piece.connections[i + ahead].value.net(); name < meanings_.size())
        ask_for(&meanings_[name]);
    auto& [pin, port, value, at] = piece.connections[i];
    at.line += piece.line;
    if (value.is_net()) {
      auto const signal = find_signal(value.net());
      if (signal >= of.end_signal) {
        at.line -= piece.line;
        undo_values(of, i);
        return false;
      }
      value = verilog_expression::of_net(signal, value.net_offset());
    } else if (!value.is_empty()) {
      value = {value.first + terms, value.last + terms};
    }
  }
  for (auto i = of.run->terms.first; i < of.run->terms.last; ++i) {
    auto& term = module_.terms[i + terms] = piece.terms[i];
    if (term.kind != verilog_term_kind::bit) continue;
    term.what = find_signal(term.what);
    if (term.what >= of.end_signal) {
      undo_values(of, last);
      return false;
    }
  }
  auto* connections = piece.connections.data() + first;
  auto* to = module_.instances.data() + of.first_instance;
  for (auto i = of.run->instances.first; i < of.run->instances.last; ++i, ++to) {
    auto const& from = piece.instances[i];
    *to = {};
    to->cell = from.cell;
    to->name = from.name.name;
    to->first_connection = connections;
    to->connection_count = from.connections;
    to->letters = from.letters;
    to->is_plain = from.is_plain;
    to->at = from.at.below(piece.line);
    to->name_at = from.name_at.below(piece.line);
    connections += from.connections;
  }
  return true;
}

/// Nets of a run's connections before `end` are names again, and lines those of the piece.
GSTA_INLINE void verilog_state::undo_values(taken_run const& of, std::uint32_t end) noexcept {
  auto const terms = static_cast<verilog_index>(of.first_term) - of.run->terms.first;
  auto const& piece = runs_->piece_of(*of.run);
  for (auto i = of.run->connections.first; i < end; ++i) {
    auto& [pin, port, value, at] = piece.connections[i];
    at.line -= piece.line;
    if (value.is_net()) {
      value = verilog_expression::of_net(module_.signals[value.net()].name, value.net_offset());
    } else if (!value.is_empty()) {
      value = {value.first - terms, value.last - terms};
    }
  }
}

}  // namespace gsta::io::detail
