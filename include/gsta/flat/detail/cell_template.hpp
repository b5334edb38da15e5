#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/logic_function.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/model/constraints.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"

namespace gsta::detail {

/// What every instance of one cell adds to a flat design. Vertices are numbered: the early cell's pins in
/// their order, then a driving side for each inout pin.
struct cell_template {
  struct arc {
    id from, to, type;
    model::timing_type group;   ///< of the library, without the edge that it may name
    id condition;               ///< row of conditions, or none: a default
    bool passes_latch = false;  ///< from the data pin of a latch to what it keeps
    bool is_latch = false;      ///< such a one, of a latch in `latches`

    /// Whether the one is the default of the other, where it has no condition.
    bool is_beside(arc const& o) const { return from == o.from && to == o.to && group == o.group; }
  };
  struct check {
    id data, clock, type;
    model::timing_type group;
    id condition;

    bool is_beside(check const& o) const { return data == o.data && clock == o.clock && group == o.group; }
  };
  struct latch {
    id data, enable;
    logic_function is_open;
    std::vector<std::size_t> checks;  ///< of `checks`: setups of `data` against `enable`
  };
  struct output {
    id pin;
    logic_function function;  ///< over vertices, then the cell's states
    logic_function floats;    ///< when the output is let go; empty: never
  };
  struct pulse {
    id pin;
    id width[2];  ///< tables, of high and low pulses, or none
    id period;
  };
  model::cell const *early = nullptr, *late = nullptr;
  std::vector<pin_limits> limits;              ///< [pins], or empty
  std::vector<pulse> pulses;                   ///< under SDC's rules
  std::vector<per_condition<float>> pin_load;  ///< [pins]
  std::vector<id> driving_pin;                 ///< [pins] vertex of an inout pin that drives, or none
  std::size_t vertices = 0;                    ///< pins and driving sides
  std::size_t name_letters = 0;                ///< of the pins of all vertices
  std::size_t values = 0;                      ///< vertices, then states, which are never known
  std::vector<arc> arcs;
  std::vector<check> checks;
  std::vector<latch> latches;
  vector_by_id<logic_function> conditions;  ///< empty: cannot be read
  std::vector<output> outputs;              ///< those whose function is known
  std::unordered_map<std::string_view, id> pin_index;
};

/// Makes templates, each cell once, and adds their tables and types to the design. The early library gives
/// pins and early conditions (and hold-like checks), the late library late conditions (and setup-like
/// checks).
class template_maker {
 public:
  template_maker(model::library const& early, model::library const& late, model::timing_rules rules,
                 bool async_arcs, flat_design& design, model::diagnostics& notes)
      : early_(early),
        late_(late),
        contest_(rules == model::timing_rules::contest),
        async_arcs_(async_arcs),
        design_(design),
        notes_(notes) {}

  /// Libraries count as the operating conditions are that constraints name: for templates made from now on.
  void set_conditions(model::constraints const& given);
  /// The template of `cell`, or null if either library lacks it.
  cell_template const* find(std::string const& cell);
  /// A template of pins alone, for a cell that no library has.
  cell_template make_black_box(model::cell const& pins);
  /// The table that is 0 everywhere.
  id zero_table();

 private:
  using group_list = std::vector<model::timing_group const*>;

  void add_pins(cell_template& made, bool with_factors);
  void add_limits(cell_template& made);
  void add_pulses(cell_template& made, model::pin const& pin, id at);
  void add_functions(cell_template& made);
  void add_latches(cell_template& made);
  bool mark_latch_arcs(cell_template& made, id data, id enable);
  void add_arcs(cell_template& made, model::pin const& early, model::pin const& late, id to);
  void add_arc_pair(cell_template& made, model::timing_group const* early, model::timing_group const* late,
                    id from, id to);
  void add_checks(cell_template& made, model::pin const& pin, id data, bool late_side);
  bool passes_latch(cell_template const& made, id from, id to) const;
  id condition_id(cell_template& made, model::library const& from, model::timing_group const& group);
  parsed_logic parse(cell_template const& made, std::string const& text) const;
  model::timing_type type_of(cell_template const& made, model::timing_group const& group, id from,
                             id to) const;
  model::timing_type type_behind_state(cell_template const& made, id from, id to) const;
  model::timing_sense sense_of(cell_template const& made, model::timing_group const& group, id from,
                               id to) const;
  model::pin const& pin_at(cell_template const& made, id vertex) const;
  id related(cell_template const& made, model::library const& from, model::timing_group const& group,
             std::string const& name) const;
  group_list delay_groups(model::library const& from, model::pin const& pin, std::string const& related_pin);
  id measure_id(model::thresholds const& of);
  void note_gap(model::library const& from, model::timing_group const& group);
  float scale(cell_template const& made, bool late_side, model::scaled_value of, int edge);
  static float scaled(float value, float factor, model::library const& from, std::size_t line);
  id table_id(model::table const& table, model::library const& from, std::size_t line, bool constraint,
              float scale);

  model::library const& early_;
  model::library const& late_;
  bool contest_, async_arcs_;
  flat_design& design_;
  model::diagnostics& notes_;
  std::unordered_map<std::string, cell_template> made_;
  std::map<std::pair<model::table const*, float>, id> tables_;  // with what scales them
  bool has_odd_scale_ = false;                                  // which was counted
  std::unordered_set<model::timing_group const*> with_gaps_;    // that were counted
  std::optional<model::operating_point> conditions_[2];         // early, late; none: the libraries' own
  std::unordered_map<model::thresholds const*, id> measures_;
  id zero_table_ = none;
};

}  // namespace gsta::detail

#include "gsta/flat/detail/cell_template_conditions.hpp"
#include "gsta/flat/detail/cell_template_limits.hpp"
#include "gsta/flat/detail/cell_template_logic.hpp"
