#include "gsta/io/liberty.hpp"     // layers BREACH: io is seen only by sta
#include "gsta/schemes/warps.hpp"  // layers BREACH: the schemes of papers are for those who ask
