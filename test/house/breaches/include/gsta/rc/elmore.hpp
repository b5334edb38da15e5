#include "gsta/rc/elmore.cuh"  // layers BREACH: a host header includes a .cuh
