#include "gsta/sta/timer.hpp"  // layers BREACH: io comes before sta
