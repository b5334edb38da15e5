#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace gsta::model {

/// One kind of thing that was read but not used, how often it occurred, and where first (`FILE:LINE:COLUMN`).
struct diagnostic {
  std::string kind;       ///< a sentence, the key of `diagnostics::add`
  std::size_t count = 0;  ///< 1 or more
  std::string first;      ///< where; a name where nothing has a line
};

/// Something that was left out, and where it stands (`FILE:LINE:COLUMN`).
struct omission {
  std::string what, at;
};

/// How many things of one sort were left out, and the first of them.
struct omissions {
  static constexpr std::size_t most_kept = 1000;

  std::size_t count = 0;
  std::vector<omission> kept;

  void add(omission one) {
    ++count;
    if (kept.size() < most_kept) kept.push_back(std::move(one));
  }
};

/// What the readers and `flatten` saw and did not use: counted, never dropped in silence.
///
/// Two sorts are records of their own, because results depend on them: constraints that would change a slack
/// and were not applied, and names in constraints that nothing in the design has.
class diagnostics {
 public:
  /// Counts one kind `times` more; `where` is kept if the kind is new.
  void add(std::string const& kind, std::string const& where, std::size_t times = 1) {
    auto const [found, is_new] = index_.try_emplace(kind, entries_.size());
    if (is_new) entries_.push_back({kind, 0, where});
    entries_[found->second].count += times;
  }
  /// A constraint that would change a slack: `what` is its command, with the option where only that one was
  /// left out.
  void add_not_applied(std::string const& what, std::string const& where) {
    add("not applied: " + what, where);
    not_applied_.add({what, where});
  }
  /// A name that matches nothing, `port "x"`; each is counted once.
  void add_unmatched(std::string const& what, std::string const& where) {
    if (names_.insert(what).second) unmatched_.add({what, where});
  }

  /// One for each kind, in the order of their first occurrence.
  std::vector<diagnostic> const& entries() const noexcept { return entries_; }
  /// Of the constraints: each command that was left out, also with one of its options.
  omissions const& not_applied() const noexcept { return not_applied_; }
  omissions const& unmatched() const noexcept { return unmatched_; }

  /// Adds what was seen elsewhere, later.
  void merge(diagnostics const& more) {
    for (auto const& d : more.entries_) add(d.kind, d.first, d.count);
    for (auto const& one : more.not_applied_.kept) not_applied_.add(one);
    not_applied_.count += more.not_applied_.count - more.not_applied_.kept.size();
    for (auto const& one : more.unmatched_.kept) add_unmatched(one.what, one.at);
    unmatched_.count += more.unmatched_.count - more.unmatched_.kept.size();
  }

  /// What `merge` needs of another process's diagnostics.
  template <class Archive>
  void pass(Archive&& archive) {
    archive(entries_, not_applied_.count, not_applied_.kept, unmatched_.count, unmatched_.kept);
  }

 private:
  std::vector<diagnostic> entries_;
  std::unordered_map<std::string, std::size_t> index_;
  omissions not_applied_, unmatched_;
  std::unordered_set<std::string> names_;  ///< of `unmatched_`
};

}  // namespace gsta::model
