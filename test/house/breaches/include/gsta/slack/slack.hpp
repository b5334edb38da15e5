#include "gsta/forward/propagate.hpp"  // layers BREACH: a stage runs no other stage
#include "gsta/model/library.hpp"      // layers BREACH: past flat nothing reads the model

/// Shapes: a. Cost: b. Where: c. Throws: nothing.
inline void f(std::string_view name);  // layers BREACH: no string is read past flat
