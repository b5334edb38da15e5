// The SDC reader of gsta::io, apart from the others because it alone needs Tcl.
#include "gsta/io/detail/sdc.ipp"

#include "gsta/io/detail/sdc_session.ipp"
