#pragma once

#include <utility>

#include "gsta/update/edits.hpp"

namespace gsta::detail {

/// Edits of a design and their transactions, for timers that follow what was marked: to such a timer old
/// values are edits as well. `follow` is called with marks; where it throws, the edits stand.
class followed_edits {
 public:
  explicit followed_edits(flat_design& design) : editor(design) {}

  flat_editor editor;

  template <class F>
  void update(F const& follow) {
    if (!editor.marks().any()) return;
    follow(editor.marks());
    if (editor.is_open()) touched_.add(editor.marks());
    editor.clear_marks();
  }
  template <class F>
  void begin(F const& follow) {
    update(follow);
    editor.begin();
    touched_ = {};
  }
  template <class F>
  void roll_back(F const& follow) {
    require(editor.is_open(), "roll_back: no transaction is open");
    editor.roll_back();
    editor.clear_marks();  // of what was never timed
    if (touched_.any()) follow(std::exchange(touched_, {}));
  }
  void require_timed() const {
    require(!editor.marks().any(), "summary: edits are not timed yet; update comes first");
  }

 private:
  edit_marks touched_;  // since a transaction began
};

}  // namespace gsta::detail
