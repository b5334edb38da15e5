#pragma once

#include <optional>
#include <utility>

#include "gsta/flat/structure.hpp"
#include "gsta/sta/detail/require_maps.hpp"
#include "gsta/update/edits.hpp"

namespace gsta::detail {

/// Edits of a design and their transactions, for timing that follows what was marked: to it old values are
/// edits as well. Where the structure is edited the design and its timing from before are kept whole until a
/// transaction ends. `follow` is called with timing and marks; where it throws, the edits stand.
///
/// Needs: the design to outlive it. `Timing` is movable and looks at the design where it lies.
template <class Timing>
class followed_design {
 public:
  followed_design(flat_design& design, Timing&& timed)
      : editor(design), timing(std::move(timed)), design_(&design) {}

  flat_editor editor;
  Timing timing;

  template <class F>
  void update(F const& follow) {
    if (!editor.marks().any()) return;
    follow(timing, editor.marks());
    if (editor.is_open()) touched_.add(editor.marks());
    editor.clear_marks();
  }
  template <class F>
  void begin(F const& follow) {
    require(!editor.is_open(), "begin: a transaction is open already");
    update(follow);
    editor.begin();
    touched_ = {};
  }
  void commit() noexcept {
    editor.commit();
    before_.reset();
  }
  template <class F>
  void roll_back(F const& follow) {
    require(editor.is_open(), "roll_back: no transaction is open");
    if (before_) {
      *design_ = std::move(before_->design);
      editor = std::move(before_->editor);
      timing = std::move(before_->timing);
      touched_ = std::move(before_->touched);
      before_.reset();
    }
    editor.roll_back();
    editor.clear_marks();  // of what was never timed
    if (touched_.any()) follow(timing, std::exchange(touched_, {}));
  }

  /// `edit` is called with a `structure_editor`. Whatever it or `make` throws, all is as before.
  template <class Edit, class F, class Make>
  structure_maps edit_structure(Edit const& edit, F const& follow, Make const& make) {
    update(follow);
    structure_editor edits(*design_);
    edit(edits);
    flat_design next = *design_;
    structure_maps const maps = std::move(edits).apply(next);
    replace(std::move(next), maps, follow, make);
    return maps;
  }
  /// Goes on with another design; `make` makes its timing.
  template <class F, class Make>
  void replace(flat_design&& next, structure_maps const& maps, F const& follow, Make const& make) {
    update(follow);
    require_maps(maps, next);
    std::swap(*design_, next);
    std::optional<earlier> before;
    try {
      flat_editor editor_of_next(*design_);
      Timing timing_of_next = make(std::as_const(timing));
      before.emplace(earlier{{},
                             std::exchange(editor, std::move(editor_of_next)),
                             std::exchange(timing, std::move(timing_of_next)),
                             std::move(touched_)});
    } catch (...) {
      std::swap(*design_, next);
      throw;
    }
    touched_ = {};
    if (!before->editor.is_open()) return;
    editor.begin();
    before->design = std::move(next);
    if (!before_) before_ = std::move(before);
  }

  void require_timed() const {
    require(!editor.marks().any(), "summary: edits are not timed yet; update comes first");
  }

 private:
  /// The whole of it from before a transaction edited the structure.
  struct earlier {
    flat_design design;
    flat_editor editor;
    Timing timing;
    edit_marks touched;
  };

  flat_design* design_;
  edit_marks touched_;  // since a transaction began
  std::optional<earlier> before_;
};

}  // namespace gsta::detail
