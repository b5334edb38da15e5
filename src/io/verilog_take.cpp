// Statements that were read beforehand, taken into their module.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsta/core/host_memory.hpp"
#include "src/io/verilog_module.hpp"
#include "src/io/verilog_runs.hpp"
#include "src/io/verilog_state.hpp"

namespace gsta::io::detail {

/// Where the records of a run go.
struct verilog_state::taken_run {
  verilog_run const* run;
  std::size_t first_signal, first_instance, first_term;
  std::size_t end_signal;
};
/// How much of a run is declared.
struct verilog_state::declared_part {
  std::size_t wires = 0, instances = 0;
};

/// Makes room for what all their names mean, and for some that are still to come.
void verilog_state::set_runs(verilog_runs const& runs) {
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

/// Takes the runs that begin at `at`, and returns where they end; nullptr where no run begins there, or the
/// first one is not as most are: an instance or a net is declared twice, a net is not declared before. That
/// one is to be read.
char const* verilog_state::take_runs(char const* at) {
  if (runs_ == nullptr) return nullptr;
  auto const& all = runs_->all();
  auto const offset = static_cast<std::uint32_t>(at - file.text().data());
  while (next_run_ < all.size() && all[next_run_].begin < offset) ++next_run_;
  if (next_run_ == all.size() || all[next_run_].begin != offset) return nullptr;
  for (auto most = most_runs_; most > 0; most /= 2) {
    auto const taken = line_up_runs(most);
    most = std::min(most, taken.size());
    if (taken.empty() || !declare_runs(taken) || !fill_runs(taken)) continue;
    most_runs_ = 2 * most;
    next_run_ += most;
    auto const& last = *taken.back().run;
    cursor_.move_to(last.end, last.line, last.line_begin);
    used_terms_ = term_count();
    begin_net_kind(verilog_level::none);
    return file.text().data() + last.end;
  }
  most_runs_ = 1;
  ++next_run_;
  return nullptr;
}

/// The next runs one behind the other, and where their records go.
std::vector<verilog_state::taken_run> verilog_state::line_up_runs(std::size_t most) const {
  auto const& all = runs_->all();
  std::vector<taken_run> taken;
  taken_run next{nullptr, module_.signals.size(), module_.instances.size(), module_.terms.size(), 0};
  for (auto i = next_run_; i < all.size() && taken.size() < most && all[i].is_usable; ++i) {
    auto const& run = all[i];
    if (i > next_run_ && run.begin != all[i - 1].end) break;
    next.run = &run;
    next.end_signal = next.first_signal + run.size.wires;
    taken.push_back(next);
    next.first_signal = next.end_signal;
    next.first_instance += run.size.instances;
    next.first_term += run.size.terms;
  }
  return taken;
}

/// Declares what all runs do on several threads. False where anything is declared twice: then nothing is
/// declared.
bool verilog_state::declare_runs(std::vector<taken_run> const& taken) {
  resize_for_runs(module_.signals, taken.back().end_signal,
                  [](verilog_run const& run) { return run.size.wires; });
  std::vector<declared_part> done(taken.size());
  std::atomic<bool> are_all{true};
  threads_.for_each_piece(taken.size(), [&](std::size_t i) {
    if (!declare_run(taken[i], done[i])) are_all = false;
  });
  if (!are_all) undo_declarations(taken, done);
  return are_all;
}

/// False where a net or an instance is declared twice; `done` says how many before it are now.
bool verilog_state::declare_run(taken_run const& of, declared_part& done) {
  constexpr std::size_t ahead = 16;
  auto const& piece = runs_->piece_of(*of.run);
  auto const wires = piece.wires.subspan(of.run->first.wires, of.run->size.wires);
  auto const instances = piece.instances.subspan(of.run->first.instances, of.run->size.instances);
  for (auto& k = done.wires; k < wires.size(); ++k) {
    auto const name = wires[k].name.name;
    auto const index = static_cast<verilog_index>(of.first_signal + k);
    auto none_yet = verilog_none;
    if (k + ahead < wires.size()) ask_for(&meanings_[wires[k + ahead].name.name]);
    if (name == name_of_zero || name == name_of_one ||
        !std::atomic_ref(meanings_[name].signal).compare_exchange_strong(none_yet, index))
      return false;
    verilog_signal signal;
    signal.name = name;
    signal.at = wires[k].at.below(piece.line);
    signal.is_declared = true;
    module_.signals[index] = signal;
  }
  for (auto& k = done.instances; k < instances.size(); ++k) {
    if (k + ahead < instances.size()) ask_for(&meanings_[instances[k + ahead].name.name]);
    std::atomic_ref known(meanings_[instances[k].name.name].instance);
    auto mark = known.load();
    if (is_of_module(mark) || !known.compare_exchange_strong(mark, instance_mark(instances[k].is_escaped)))
      return false;
  }
  return true;
}

void verilog_state::undo_declarations(std::vector<taken_run> const& taken,
                                      std::vector<declared_part> const& done) {
  for (std::size_t i = 0; i < taken.size(); ++i) {
    auto const& run = *taken[i].run;
    auto const& piece = runs_->piece_of(run);
    for (auto const& wire : piece.wires.subspan(run.first.wires, done[i].wires))
      meanings_[wire.name.name].signal = verilog_none;
    for (auto const& instance : piece.instances.subspan(run.first.instances, done[i].instances))
      meanings_[instance.name.name].instance = 0;
  }
  module_.signals.resize(taken.front().first_signal);
}

/// What `size_of` says of all runs up to the next place where none begins.
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

/// Writes the records of declared runs at once. False, and nothing of them is there, where one has a net
/// which is not declared in front of it.
bool verilog_state::fill_runs(std::vector<taken_run> const& taken) {
  auto const& last = taken.back();
  auto const terms = [](verilog_run const& run) { return run.size.terms; };
  auto const instances = [](verilog_run const& run) { return run.size.instances; };
  resize_for_runs(module_.terms, last.first_term + terms(*last.run), terms);
  resize_for_runs(module_.instances, last.first_instance + instances(*last.run), instances);
  std::vector<std::uint8_t> is_good(taken.size());
  threads_.for_each_piece(taken.size(), [&](std::size_t i) { is_good[i] = fill_run(taken[i]) ? 1 : 0; });
  if (std::find(is_good.begin(), is_good.end(), 0) == is_good.end()) {
    for (auto const& one : taken) instance_count_ += one.run->size.instances;
    return true;
  }
  std::vector<declared_part> done;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    auto const& run = *taken[i].run;
    if (is_good[i] != 0) undo_values(taken[i], run.size.connections);
    done.push_back({run.size.wires, run.size.instances});
  }
  undo_declarations(taken, done);
  module_.terms.resize(taken.front().first_term);
  module_.instances.resize(taken.front().first_instance);
  return false;
}

/// The names of nets in a run's connections become signals. False, and all is as it was, where one is not
/// declared.
bool verilog_state::fill_run(taken_run const& of) {
  constexpr std::uint32_t ahead = 16;
  auto const& run = *of.run;
  auto const& piece = runs_->piece_of(run);
  auto const connections = piece.connections.subspan(run.first.connections, run.size.connections);
  auto const terms = static_cast<verilog_index>(of.first_term) - run.first.terms;
  for (std::size_t i = 0; i < connections.size(); ++i) {
    if (i + ahead < connections.size())
      if (auto const name = connections[i + ahead].value.net(); name < meanings_.size())
        ask_for(&meanings_[name]);
    auto& [pin, port, value, at] = connections[i];
    if (value.is_net()) {
      auto const signal = find_signal(value.net());
      if (signal >= of.end_signal) return undo_values(of, i);
      value = verilog_expression::of_net(signal, value.net_offset());
    } else if (!value.is_empty()) {
      value = {value.first + terms, value.last + terms};
    }
    at.line += piece.line;
  }
  auto* to = module_.terms.data() + of.first_term;
  for (auto term : piece.terms.subspan(run.first.terms, run.size.terms)) {
    if (term.kind == verilog_term_kind::bit) term.what = find_signal(term.what);
    if (term.kind == verilog_term_kind::bit && term.what >= of.end_signal)
      return undo_values(of, connections.size());
    *to++ = term;
  }
  fill_instances(of);
  return true;
}

void verilog_state::fill_instances(taken_run const& of) {
  auto const& run = *of.run;
  auto const& piece = runs_->piece_of(run);
  auto* connections = piece.connections.data() + run.first.connections;
  auto* to = module_.instances.data() + of.first_instance;
  for (auto const& from : piece.instances.subspan(run.first.instances, run.size.instances)) {
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
    ++to;
  }
}

/// Nets of a run's first connections are names again, and lines those of the piece. False.
bool verilog_state::undo_values(taken_run const& of, std::size_t count) noexcept {
  auto const terms = static_cast<verilog_index>(of.first_term) - of.run->first.terms;
  auto const& piece = runs_->piece_of(*of.run);
  for (auto& [pin, port, value, at] : piece.connections.subspan(of.run->first.connections, count)) {
    at.line -= piece.line;
    if (value.is_net()) {
      value = verilog_expression::of_net(module_.signals[value.net()].name, value.net_offset());
    } else if (!value.is_empty()) {
      value = {value.first - terms, value.last - terms};
    }
  }
  return false;
}

}  // namespace gsta::io::detail
