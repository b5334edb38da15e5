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

/// Something that was left out.
struct omission {
  std::string what;  ///< in words
  std::string at;    ///< where it stands, `FILE:LINE:COLUMN`
};

/// How many things of one sort were left out, and the first of them.
struct omissions {
  static constexpr std::size_t most_kept = 1000;  ///< of more, the count is all that is known

  std::size_t count = 0;       ///< of all
  std::vector<omission> kept;  ///< the first ones, in their order

  /// One more.
  ///
  /// Shapes: one record. Cost: O(1). Where: host. Throws: std::bad_alloc.
  void add(omission one) {
    ++count;
    if (kept.size() < most_kept) kept.push_back(std::move(one));
  }
  /// All of another list, behind these.
  ///
  /// Shapes: any. Cost: O(what is kept there). Where: host. Throws: std::bad_alloc.
  void merge(omissions const& more) {
    for (auto const& one : more.kept) add(one);
    count += more.count - more.kept.size();
  }
};

/// What the readers and `flatten` saw and did not use: counted, never dropped in silence.
///
/// Three sorts are records of their own, because results depend on them: constraints that would change a
/// slack and were not applied, names in constraints that nothing in the design has, and black boxes.
class diagnostics {
 public:
  /// Counts one kind `times` more; `where` is kept if the kind is new.
  ///
  /// Shapes: one kind. Cost: O(1). Where: host. Throws: std::bad_alloc.
  void add(std::string const& kind, std::string const& where, std::size_t times = 1) {
    if (add_known(kind, times)) return;
    index_.emplace(kind, entries_.size());
    entries_.push_back({kind, times, where});
  }
  /// Counts one kind `times` more if it was counted before, else says false: who finds out where only when
  /// that is asked for calls this first.
  ///
  /// Shapes: one kind. Cost: O(1). Where: host. Throws: nothing.
  bool add_known(std::string const& kind, std::size_t times = 1) {
    auto const found = index_.find(kind);
    if (found == index_.end()) return false;
    entries_[found->second].count += times;
    return true;
  }
  /// A constraint that would change a slack: `what` is its command, with the option where only that one was
  /// left out.
  ///
  /// Shapes: one constraint. Cost: O(1). Where: host. Throws: std::bad_alloc.
  void add_not_applied(std::string const& what, std::string const& where) {
    add("not applied: " + what, where);
    not_applied_.add({what, where});
  }
  /// A name that matches nothing, `port "x"`; each is counted once.
  ///
  /// Shapes: one name. Cost: O(1). Where: host. Throws: std::bad_alloc.
  void add_unmatched(std::string const& what, std::string const& where) {
    if (names_.insert(what).second) unmatched_.add({what, where});
  }
  /// True if such a name was counted already.
  ///
  /// Shapes: one name. Cost: O(1). Where: host. Throws: nothing.
  bool knows_unmatched(std::string const& what) const { return names_.contains(what); }

  /// An instance, with a signal on a pin, of a cell that no library has: nothing is timed through it.
  ///
  /// Shapes: one instance. Cost: O(1). Where: host. Throws: std::bad_alloc.
  void add_black_box(std::string const& what, std::string const& where) { black_boxes_.add({what, where}); }

  /// One for each kind, in the order of their first occurrence.
  std::vector<diagnostic> const& entries() const noexcept { return entries_; }
  /// Of the constraints: each command that was left out, also with one of its options.
  omissions const& not_applied() const noexcept { return not_applied_; }
  /// Names that match nothing.
  omissions const& unmatched() const noexcept { return unmatched_; }
  /// Instances that are black boxes.
  omissions const& black_boxes() const noexcept { return black_boxes_; }

  /// Adds what was seen elsewhere, later.
  ///
  /// Shapes: any. Cost: O(what was seen there). Where: host. Throws: std::bad_alloc.
  void merge(diagnostics const& more) {
    for (auto const& d : more.entries_) add(d.kind, d.first, d.count);
    not_applied_.merge(more.not_applied_);
    black_boxes_.merge(more.black_boxes_);
    for (auto const& one : more.unmatched_.kept) add_unmatched(one.what, one.at);
    unmatched_.count += more.unmatched_.count - more.unmatched_.kept.size();
  }

  /// Hands what `merge` needs to `archive`, to bring it from another process.
  ///
  /// Shapes: all members at once. Cost: the archive's. Where: host. Throws: what the archive throws.
  template <class Archive>
  void pass(Archive&& archive) {
    archive(entries_, not_applied_.count, not_applied_.kept, unmatched_.count, unmatched_.kept,
            black_boxes_.count, black_boxes_.kept);
  }

 private:
  std::vector<diagnostic> entries_;
  std::unordered_map<std::string, std::size_t> index_;
  omissions not_applied_, unmatched_, black_boxes_;
  std::unordered_set<std::string> names_;  ///< of `unmatched_`
};

}  // namespace gsta::model
