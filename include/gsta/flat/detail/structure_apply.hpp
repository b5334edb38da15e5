#pragma once

#include <algorithm>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/structure.hpp"

namespace gsta {

inline structure_maps structure_editor::apply(flat_design& design) && {
  auto const gone = [&](id pin) { return pin_gone_[pin] != 0; };
  for (std::size_t i = 0; i < arc_gone_.size(); ++i) {
    std::size_t const known = design_.arc_from.size();
    row const arc = i < known ? row{design_.arc_from[i], design_.arc_to[i], 0} : arcs_[i - known];
    if (gone(arc.from) || gone(arc.to)) arc_gone_[i] = 1;
  }
  for (std::size_t i = 0; i < check_gone_.size(); ++i) {
    std::size_t const known = design_.check_data.size();
    row const of = i < known ? row{design_.check_data[i], design_.check_clock[i], 0} : checks_[i - known];
    if (gone(of.from) || gone(of.to)) check_gone_[i] = 1;
  }
  structure_maps maps;
  maps.pins = places(pin_gone_);
  maps.arcs = places(arc_gone_);
  maps.checks = places(check_gone_);
  std::size_t i = 0;
  std::erase_if(design.exceptions, [&](path_exception const&) { return exception_gone_[i++] != 0; });
  design.exceptions.insert(design.exceptions.end(), exceptions_.begin(), exceptions_.end());
  maps.nets = move_nets(design, maps);
  move_pins(design, maps.pins);
  move_arcs_and_checks(design, maps);
  detail::move_parallel_drivers(design, maps.pins);
  detail::move_constraints(design, maps);
  return maps;
}

inline std::vector<id> structure_editor::places(std::vector<std::uint8_t> const& gone) {
  std::vector<id> to(gone.size(), none);
  id next = 0;
  for (std::size_t i = 0; i < gone.size(); ++i)
    if (gone[i] == 0) to[i] = next++;
  return to;
}

inline std::vector<id> structure_editor::move_nets(flat_design& design, structure_maps const& maps) {
  vector_by_id<id> to(net_count_, none), edited;
  for (auto const& [net, record] : nets_) edited.push_back(net);
  std::sort(edited.begin(), edited.end());
  std::size_t const known = design.net_driver.size();
  detail::net_writer writer(design, maps.pins);
  std::size_t done = 0;
  id next = 0;
  auto const copy_up_to = [&](std::size_t last) {
    writer.copy(done, std::max(done, last));
    for (; done < last; ++done) to[done] = next++;
  };
  for (id const net : edited) {  // all that were added are among them
    copy_up_to(std::min(known, static_cast<std::size_t>(net)));
    ++done;
    detail::net_record const& record = nets_.at(net);
    if (record.driver == none) continue;
    to[net] = next++;
    writer.write(record);
  }
  copy_up_to(known);
  writer.end_derates(maps.arcs);
  return to;
}

inline void structure_editor::move_pins(flat_design& design, vector_by_id<id> const& to) {
  std::size_t const before = design.pin_load.size();
  bool const named = design.pin_name.size() == before;
  detail::move_rows(design.pin_load, to);
  detail::move_rows(design.asserted_slew, to);
  detail::move_rows(design.pin_name, to);
  detail::move_rows(design.limits, to);
  detail::move_rows(design.shadow_of, to);
  for (id& of : design.shadow_of) of = of == none ? none : to[of];
  for (std::size_t i = 0; i < pins_.size(); ++i) {
    if (to[before + i] == none) continue;
    design.pin_load.push_back(pins_[i].load);
    design.asserted_slew.push_back(undefined_arrival());
    if (named) design.pin_name.push_back(pins_[i].name);
  }
}

inline void structure_editor::move_arcs_and_checks(flat_design& design, structure_maps const& maps) {
  auto const move = [&](vector_by_id<id>& from, vector_by_id<id>& to, vector_by_id<id>& type,
                        vector_by_id<id> const& places, std::vector<row> const& added) {
    for (row const& of : added) from.push_back(of.from), to.push_back(of.to), type.push_back(of.type);
    detail::move_rows(from, places);
    detail::move_rows(to, places);
    detail::move_rows(type, places);
    for (auto* const list : {&from, &to})
      for (id& pin : *list) pin = maps.pins[pin];
  };
  move(design.arc_from, design.arc_to, design.arc_type_of, maps.arcs, arcs_);
  move(design.check_data, design.check_clock, design.check_type_of, maps.checks, checks_);
}

}  // namespace gsta
