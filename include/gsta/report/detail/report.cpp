// The reports of the static library gsta::sta, compiled once.
#include "gsta/report/detail/describe.ipp"
#include "gsta/report/detail/html.ipp"
#include "gsta/report/detail/json.ipp"
#include "gsta/report/detail/path_rows.ipp"
#include "gsta/report/detail/reported_pin.ipp"
#include "gsta/report/detail/rows.ipp"
#include "gsta/report/detail/text.ipp"
#include "gsta/report/detail/unconstrained.ipp"
