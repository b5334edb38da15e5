#include <gsta/io/liberty.hpp>
#include <gsta/io/spef.hpp>
#include <gsta/io/tau15.hpp>
#include <gsta/io/verilog.hpp>

gsta::io::source text() { return gsta::io::source::from_text("x.lib", "library (a) {\n  cell"); }
