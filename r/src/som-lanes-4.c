/* 4 doubles per vector: AVX2. */
#include "som-kernel.h"
#ifdef SOM_WIDE
#define LANES 4
#define TARGET __attribute__((target("avx2")))
#define SELF som_lanes_4
#include "som-lanes.h"
#endif
