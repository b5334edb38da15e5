#include <cub/block/block_scan.cuh>  // layers BREACH: CUB and Thrust stand only behind core
