/* The map of the kernel: codes in blocks, scores that show which blocks matter, the nearest unit.
 *
 * Units are scanned in kohonen's order, so that every tie draws as there. Skipping a block changes
 * nothing if all its distances exceed the running best b by more than the tolerance of ties. This
 * is known from scores on `axes`. With u the rounding unit of float, everything in units of M, a
 * bound of the norms of rows and codes (codes are convex combinations of rows; M has 1 % to spare
 * for the rounding of 2^31 updates), P the axes, sigma >= |P|, sigma < 1.005:
 *   rows    |f - Px| <= 1.1 u                                     (rounded sums of double)
 *   codes   |s - Pc| <= e; an update by alpha makes it (1 - alpha) e + alpha 1.1 u, and rounding
 *           adds at most u |s'| + 3.1 u alpha |f - s| <= u (1.05 + 6.5 alpha) while e < 0.01
 *   so      |x - c| sigma >= |P(x - c)| >= |f - s| - 1.1 u - e
 * The sum of K squares in float is too large by at most the factor 1 + (K + 3) u. Code and comment
 * allow a margin: 1.2 + 9 alpha for 1.05 + 7.6 alpha, K + 16 for K + 8 roundings. */
#include "som-map.h"

#include <R.h>
#include <R_ext/Random.h>
#include <R_ext/Utils.h>
#include <float.h>
#include <math.h>
#include <string.h>

static const double tie = 1e-8, float_unit = 5.9604645e-8;

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

/* A bound of the norm of P: the root of the largest row sum of |P P'|. */
static double axes_norm(const double *axis, size_t variables, size_t axes) {
  double largest = 0;
  for (size_t a = 0; a < axes; a++) {
    double sum = 0;
    for (size_t b = 0; b < axes; b++) {
      double product = 0;
      for (size_t j = 0; j < variables; j++) {
        product += axis[j * axes + a] * axis[j * axes + b];
      }
      sum += fabs(product);
    }
    largest = sum > largest ? sum : largest;
  }
  return sqrt(largest) * (1 + 1e-9);
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

void som_score_row(const Map *map, const Lanes *lanes, const double *row, float *scores) {
  double sums[MOST_AXES];
  lanes->project(map, row, sums);
  for (size_t k = 0; k < map->axes; k++) {
    scores[k] = (float)(sums[k] / map->scale);
  }
}

void som_set_codes(Map *map, const Lanes *lanes, const double *codes) {
  float scores[MOST_AXES];
  for (size_t u = 0; u < map->blocks * BLOCK; u++) {
    const size_t block = u / BLOCK, lane = u % BLOCK;
    const double *code = codes + u * map->variables;
    for (size_t j = 0; u < map->units && j < map->variables; j++) {
      map->codes[(block * map->variables + j) * BLOCK + lane] = code[j];
    }
    if (u < map->units) {
      som_score_row(map, lanes, code, scores);
    }
    for (size_t k = 0; k < map->axes; k++) {
      /* A lane without a unit is far from everything. */
      map->scores[(block * map->axes + k) * BLOCK + lane] = u < map->units ? scores[k] : 1e18F;
    }
    map->errors[u] = u < map->units ? (float)(1.2 * float_unit) : 0;
    map->worst[block] = (float)(1.2 * float_unit);
  }
}

Map som_new_map(const Lanes *lanes, SEXP data, SEXP codes, SEXP axes) {
  const size_t variables = (size_t)Rf_nrows(data), units = (size_t)Rf_ncols(codes);
  const size_t blocks = (units + BLOCK - 1) / BLOCK;
  Map map = {
      .variables = variables, .units = units, .blocks = blocks, .axes = (size_t)Rf_nrows(axes)};
  const double norm = fmax(largest_norm(REAL(data), (size_t)Rf_ncols(data), variables),
                           largest_norm(REAL(codes), units, variables));
  map.scale = norm > 0 ? norm * 1.01 : 1;
  double *axis = som_memory(map.axes * variables, sizeof(double));
  memcpy(axis, REAL(axes), map.axes * variables * sizeof(double));
  map.axis = axis;
  map.sigma = axes_norm(axis, variables, map.axes);
  /* Much smaller or larger values could underflow or overflow where the bound does not. */
  if (map.sigma > 1.005 || !(norm > 1e-100 && norm < 1e110)) {
    map.axes = 0;
  }
  map.codes = som_memory(blocks * variables * BLOCK, sizeof(double));
  map.scores = som_memory(blocks * map.axes * BLOCK + 1, sizeof(float));
  map.errors = som_memory(blocks * BLOCK, sizeof(float));
  map.worst = som_memory(blocks, sizeof(float));
  map.pending = som_memory(blocks * PENDING, sizeof *map.pending);
  map.waiting = som_memory(blocks, sizeof *map.waiting);
  som_set_codes(&map, lanes, REAL(codes));
  return map;
}

float *som_score_rows(const Map *map, const Lanes *lanes, SEXP data) {
  const size_t rows = (size_t)Rf_ncols(data);
  float *scores = som_memory(rows * map->axes + 1, sizeof(float));
  for (size_t i = 0; i < rows; i++) {
    som_check_interrupt(i);
    som_score_row(map, lanes, REAL(data) + i * map->variables, scores + i * map->axes);
  }
  return scores;
}

static void consider(Winner *w, size_t unit, double distance) {
  if (distance > w->best * (1.0 + tie)) {
    return;
  }
  if (distance < w->best * (1.0 - tie)) {
    w->tied = 1;
    w->unit = unit;
    w->distance = distance;
  } else if ((double)++w->tied * unif_rand() < 1.0) {
    w->unit = unit;
    w->distance = distance;
  }
  w->best = distance;
}

float som_reach(const Map *map, double best) {
  const double distance = sqrt(best) * (1 + 1e-7) * map->sigma / map->scale;
  return (float)(distance + 1.2 * float_unit);
}

Winner som_nearest(Map *map, const Lanes *lanes, const double *row, const float *scores) {
  Winner w = {0, 1, DBL_MAX, DBL_MAX};
  float reach = INFINITY;
  double found[BLOCK];
  size_t block = lanes->next(map, 0, scores, reach);
  while (block < map->blocks) {
    lanes->flush(map, block);
    lanes->distances(map, block, row, found);
    const double before = w.best;
    for (size_t l = 0; l < BLOCK && block * BLOCK + l < map->units; l++) {
      consider(&w, block * BLOCK + l, found[l]);
    }
    if (w.best != before) {
      reach = som_reach(map, w.best);
    }
    block = lanes->next(map, block + 1, scores, reach);
  }
  return w;
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
