/* The map of the kernel: codes, and their scores on axes, which bound their distances from a row.
 *
 * Everything is in units of M, a bound of the norms of rows and codes (codes are convex
 * combinations of rows; M has 1 % to spare for the rounding of 2^31 updates); u is the rounding
 * unit of float. P, the axes, multiplies a norm by at most sigma < 1.005, and by at least `least`
 * if it has as many axes as there are variables.
 *   rows    |f - Px| <= 1.1 u                                     (rounded sums of double)
 *   codes   |s - Pc| <= e; an update by alpha makes it (1 - alpha) e + alpha 1.1 u, and rounding
 *           adds at most u |s'| + 3.1 u alpha |f - s| <= u (1.05 + 6.5 alpha) while e < 0.01
 *   so      |x - c| sigma >= |P(x - c)| >= |f - s| - 1.1 u - e
 *   and     |x - c| least <= |P(x - c)| <= |f - s| + 1.1 u + e
 * The sum of K squares in float is wrong by at most the factor 1 + (K + 3) u. Code and comment
 * allow a margin: 1.2 + 9 alpha for 1.05 + 7.6 alpha, K + 16 for K + 8 roundings. */
#include "som-map.h"

#include <R.h>
#include <R_ext/Utils.h>
#include <math.h>
#include <string.h>

void *som_memory(size_t count, size_t size) {
  const uintptr_t start = (uintptr_t)R_alloc(count + 64 / size + 1, (int)size);
  void *place = (void *)((start + 63) / 64 * 64);
  memset(place, 0, count * size);
  return place;
}

const Lanes *som_lanes(int width) {
#ifdef SOM_WIDE
  __builtin_cpu_init();
  if ((width == 0 || width == 8) && __builtin_cpu_supports("avx512f")) {
    return &som_lanes_8;
  }
  if ((width == 0 || width == 4) && __builtin_cpu_supports("avx2")) {
    return &som_lanes_4;
  }
#endif
  return &som_lanes_2;
}

/* The largest row sum of |P P' - I|, where I has ones for as many rows as there are variables: as
 * many eigenvalues of P P' are at most so far from 1, and the others from 0. */
static double axes_error(const double *axis, size_t variables, size_t axes) {
  double largest = 0, *products = som_memory(axes, sizeof(double));
  for (size_t a = 0; a < axes; a++) {
    memset(products, 0, axes * sizeof(double));
    for (size_t j = 0; j < variables; j++) {
      for (size_t b = 0; b < axes; b++) {
        products[b] += axis[j * axes + a] * axis[j * axes + b];
      }
    }
    double sum = 0;
    for (size_t b = 0; b < axes; b++) {
      sum += fabs(products[b] - (a == b && a < variables ? 1 : 0));
    }
    largest = sum > largest ? sum : largest;
  }
  return largest + 1e-9;
}

static double largest_norm(const double *rows, size_t count, size_t variables) {
  double largest = 0;
  for (size_t i = 0; i < count; i++) {
    double sum = 0;
    for (size_t j = 0; j < variables; j++) {
      sum += rows[i * variables + j] * rows[i * variables + j];
    }
    largest = sum > largest ? sum : largest;
  }
  return sqrt(largest);
}

/* ROWS rows on the axes, ROWS x axes; the last of `rows` again where there are no more. */
static void project(const Map *map, const Lanes *lanes, const double *rows, size_t count,
                    double *sums) {
  const double *taken[ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    taken[i] = rows + (i < count ? i : count - 1) * map->variables;
    for (size_t k = 0; map->order != NULL && k < map->variables; k++) {
      sums[i * map->axes + k] = taken[i][map->order[k] - 1];
    }
  }
  if (map->order == NULL) {
    lanes->project(map, taken, sums);
  }
}

float *som_score_rows(const Map *map, const Lanes *lanes, const double *rows, size_t count) {
  float *scores = som_memory(count * map->axes + 1, sizeof(float));
  double *sums = som_memory(ROWS * map->axes + 1, sizeof(double));
  for (size_t first = 0; first < count; first += ROWS) {
    som_check_interrupt(first);
    const size_t some = count - first < ROWS ? count - first : ROWS;
    project(map, lanes, rows + first * map->variables, some, sums);
    for (size_t k = 0; k < some * map->axes; k++) {
      scores[first * map->axes + k] = (float)(sums[k] / map->scale);
    }
  }
  return scores;
}

void som_set_codes(Map *map, const Lanes *lanes, const double *codes) {
  memcpy(map->codes, codes, map->units * map->variables * sizeof(double));
  memset(map->waiting, 0, map->blocks * sizeof *map->waiting);
  const void *memory = vmaxget();
  const float *scores = som_score_rows(map, lanes, codes, map->units);
  for (size_t u = 0; u < map->blocks * BLOCK; u++) {
    const size_t block = u / BLOCK, lane = u % BLOCK;
    for (size_t k = 0; k < map->axes; k++) {
      const size_t place = (k / AXES_STEP * map->blocks + block) * SCORES + k % AXES_STEP * BLOCK;
      /* A lane without a unit is far from everything. */
      map->scores[place + lane] = u < map->units ? scores[u * map->axes + k] : 1e18F;
    }
    map->errors[u] = u < map->units ? 1.2F * FLOAT_UNIT : 0;
    map->worst[block] = 1.2F * FLOAT_UNIT;
  }
  vmaxset(memory);
}

/* Takes axes, or an order of the variables, which are then the axes. */
static void set_axes(Map *map, SEXP axes) {
  const size_t p = map->variables;
  if (TYPEOF(axes) == INTSXP) {
    map->axes = (p + AXES_STEP - 1) / AXES_STEP * AXES_STEP;
    map->order = INTEGER(axes);
    map->sigma = map->least = 1;
    return;
  }
  map->axes = (size_t)Rf_nrows(axes);
  double *axis = som_memory(map->axes * p + 1, sizeof(double));
  memcpy(axis, REAL(axes), map->axes * p * sizeof(double));
  map->axis = axis;
  const double error = axes_error(axis, p, map->axes);
  map->sigma = sqrt(1 + error);
  map->least = map->axes < p ? 0 : sqrt(fmax(0, 1 - error));
}

Map som_new_map(const Lanes *lanes, SEXP data, SEXP codes, SEXP axes) {
  const size_t variables = (size_t)Rf_nrows(data), units = (size_t)Rf_ncols(codes);
  const size_t blocks = (units + BLOCK - 1) / BLOCK;
  Map map = {.variables = variables, .units = units, .blocks = blocks};
  set_axes(&map, axes);
  const double norm = fmax(largest_norm(REAL(data), (size_t)Rf_ncols(data), variables),
                           largest_norm(REAL(codes), units, variables));
  map.scale = norm > 0 ? norm * 1.01 : 1;
  /* Much smaller or larger values could underflow or overflow where the bound does not. */
  if (map.sigma > 1.005 || !(norm > 1e-100 && norm < 1e110)) {
    map.axes = 0;
    map.least = 0;
  }
  map.codes = som_memory(units * variables, sizeof(double));
  map.scores = som_memory(blocks * map.axes * BLOCK + 1, sizeof(float));
  map.errors = som_memory(blocks * BLOCK, sizeof(float));
  map.worst = som_memory(blocks, sizeof(float));
  map.pending = som_memory(blocks * PENDING, sizeof *map.pending);
  map.waiting = som_memory(blocks, sizeof *map.waiting);
  som_set_codes(&map, lanes, REAL(codes));
  return map;
}

void som_tell(SEXP tell, size_t done) {
  if (tell != R_NilValue) {
    SEXP number = PROTECT(Rf_ScalarReal((double)done)), call = PROTECT(Rf_lang2(tell, number));
    Rf_eval(call, R_GlobalEnv);
    UNPROTECT(2);
  }
}

void som_check_interrupt(size_t done) {
  if (done % 256 == 0) {
    R_CheckUserInterrupt();
  }
}
