#pragma once

#include <string>

#include "gsta/core/error.hpp"
#include "gsta/sta/timer.hpp"

/// Times that came to more than what is counted: figures of them say nothing.
namespace gsta::detail {

/// The first pin in the order of levels where they do, else an endpoint, or none.
template <executor E>
id find_beyond(E const& exec, timer<E> const& t) {
  timing_view<E::space> const now = t.view();
  auto const order = to_vector(exec, now.pin_order), begin = to_vector(exec, now.graph.fanin_begin),
             arc = to_vector(exec, now.graph.fanin_arc);
  auto const delay = to_vector(exec, now.arc_delay), slew = to_vector(exec, now.slew);
  auto const beyond = [](per_condition<float> const& of) {
    return is_beyond(of[0]) || is_beyond(of[1]) || is_beyond(of[2]) || is_beyond(of[3]);
  };
  for (id const pin : order) {
    if (beyond(slew[pin])) return pin;
    for (id k = begin[pin]; k < begin[pin + 1]; ++k)
      if (beyond(delay[arc[k]])) return pin;
  }
  auto const checks = to_vector(exec, now.checks.check);
  auto const slack = to_vector(exec, now.check_slack);
  for (std::size_t i = 0; i < checks.size(); ++i)
    if (is_beyond(slack[i][0]) || is_beyond(slack[i][1])) return checks[i].data_pin;
  return none;
}

[[noreturn]] inline void throw_beyond(id pin) {
  throw range_error("times are longer than nine seconds, or no numbers" +
                        (pin == none ? std::string() : ", from pin " + std::to_string(pin) + " on"),
                    pin);
}

/// Throws range_error where figures of `t` are of such times. Cost: none, unless it throws.
template <executor E>
slack_summary const& require_counted(E const& exec, timer<E> const& t, slack_summary const& figures) {
  if (is_beyond(figures.worst_slack)) throw_beyond(find_beyond(exec, t));
  return figures;
}

}  // namespace gsta::detail
