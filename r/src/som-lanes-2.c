/* 2 doubles per vector: every x86-64, and other CPUs. */
#define LANES 2
#define TARGET
#define SELF som_lanes_2
#include "som-lanes.h"
