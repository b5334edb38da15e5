#pragma once

#include <vector>

#include "gsta/report/report_input.hpp"
#include "gsta/report/unconstrained.hpp"
#include "src/report/json_writer.hpp"

namespace gsta::detail {

/// These parts of a report, empty where they are not asked for.
void write_constraints(json_writer& out, report_input const& input, report_parts const& parts,
                       std::vector<unconstrained_endpoint> const& open);

}  // namespace gsta::detail
