/* Two doubles a vector: what every x86-64, and other CPUs, can do. */
#define LANES 2
#define TARGET
#define SELF som_lanes_2
#include "som-lanes.h"
