// gsta::host: oneTBB's threads.
#include "gsta/core/detail/tbb_workers.hpp"

template class gsta::detail::tbb_workers<>;
