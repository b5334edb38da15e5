// The static library gsta::io, all readers but SDC's, compiled once.
#include "gsta/io/detail/liberty.ipp"
#include "gsta/io/detail/snapshot.ipp"
#include "gsta/io/detail/source.ipp"
#include "gsta/io/detail/spef.ipp"
#include "gsta/io/detail/tau15.ipp"
#include "gsta/io/detail/text.ipp"
#include "gsta/io/detail/verilog.ipp"
#include "gsta/io/detail/weighted_graph.ipp"
