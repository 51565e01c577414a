/* 8 doubles per vector: AVX-512. */
#include "som-kernel.h"
#ifdef SOM_WIDE
#define LANES 8
#define TARGET __attribute__((target("avx512f")))
#define SELF som_lanes_8
#include "som-lanes.h"
#endif
