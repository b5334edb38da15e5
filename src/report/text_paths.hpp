#pragma once

#include "gsta/report/report_input.hpp"
#include "src/report/text_writer.hpp"

namespace gsta::detail {

void write_paths(text_writer& out, report_input const& input);

}  // namespace gsta::detail
