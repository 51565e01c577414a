/* Training of a self-organising map, online, one layer, sum of squares, bubble: kohonen's bits.
 *
 * Walk over the units: kohonen's, so that every tie draws as there. Passing a block over changes
 * nothing if all its distances exceed the running best b by more than the tolerance of ties. That
 * is known from scores on `axes`. With u the rounding unit of float, everything in units of M, a
 * bound of the norms of rows and codes (codes are convex combinations of rows; M has 1 % to spare
 * for the rounding of 2^31 updates), P the axes, sigma >= |P|, sigma < 1.005:
 *   rows    |f - Px| <= 1.1 u                                     (rounded sums of double)
 *   codes   |s - Pc| <= e; an update by alpha makes it (1 - alpha) e + alpha 1.1 u, and rounding
 *           adds at most u |s'| + 3.1 u alpha |f - s| <= u (1.05 + 6.5 alpha) while e < 0.01
 *   so      |x - c| sigma >= |P(x - c)| >= |f - s| - 1.1 u - e
 * The sum of K squares in float is too large by at most the factor 1 + (K + 3) u. Code and comment
 * leave some room: 1.2 + 9 alpha for 1.05 + 7.6 alpha, K + 16 for K + 8 roundings. */
#include <R.h>
#include <R_ext/Random.h>
#include <R_ext/Utils.h>
#include <Rinternals.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "entries.h"
#include "som-kernel.h"

static const double tie = 1e-8, float_unit = 5.9604645e-8;

typedef struct {
  size_t unit, tied;
  double best, distance; /* the running best; the distance of the winner */
} Winner;

static void *aligned(size_t count, size_t size) {
  const uintptr_t start = (uintptr_t)R_alloc(count + 64 / size + 1, (int)size);
  void *place = (void *)((start + 63) / 64 * 64);
  memset(place, 0, count * size);
  return place;
}

static const Lanes *lanes_of(int width) {
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

static void score_row(const Map *map, const Lanes *lanes, const double *row, float *scores) {
  double sums[1024];
  lanes->project(map, row, sums);
  for (size_t k = 0; k < map->axes; k++) {
    scores[k] = (float)(sums[k] / map->scale);
  }
}

static Map new_map(const Lanes *lanes, SEXP data, SEXP codes, SEXP axes) {
  const size_t variables = (size_t)Rf_nrows(data), units = (size_t)Rf_ncols(codes);
  const size_t blocks = (units + BLOCK - 1) / BLOCK;
  Map map = {
      .variables = variables, .units = units, .blocks = blocks, .axes = (size_t)Rf_nrows(axes)};
  const double norm = fmax(largest_norm(REAL(data), (size_t)Rf_ncols(data), variables),
                           largest_norm(REAL(codes), units, variables));
  map.scale = norm > 0 ? norm * 1.01 : 1;
  double *axis = aligned(map.axes * variables, sizeof(double));
  memcpy(axis, REAL(axes), map.axes * variables * sizeof(double));
  map.axis = axis;
  map.sigma = axes_norm(axis, variables, map.axes);
  /* Far smaller or larger values could underflow or overflow where the bound does not. */
  if (map.sigma > 1.005 || !(norm > 1e-100 && norm < 1e110)) {
    map.axes = 0;
  }
  map.codes = aligned(blocks * variables * BLOCK, sizeof(double));
  map.scores = aligned(blocks * map.axes * BLOCK + 1, sizeof(float));
  map.errors = aligned(blocks * BLOCK, sizeof(float));
  map.worst = aligned(blocks, sizeof(float));
  map.pending = aligned(blocks * PENDING, sizeof *map.pending);
  map.waiting = aligned(blocks, sizeof *map.waiting);
  float scores[1024];
  for (size_t u = 0; u < blocks * BLOCK; u++) {
    const size_t block = u / BLOCK, lane = u % BLOCK;
    const double *code = REAL(codes) + u * variables;
    for (size_t j = 0; u < units && j < variables; j++) {
      map.codes[(block * variables + j) * BLOCK + lane] = code[j];
    }
    if (u < units) {
      score_row(&map, lanes, code, scores);
    }
    for (size_t k = 0; k < map.axes; k++) {
      /* A lane without a unit is far from everything. */
      map.scores[(block * map.axes + k) * BLOCK + lane] = u < units ? scores[k] : 1e18F;
    }
    map.errors[u] = u < units ? (float)(1.2 * float_unit) : 0;
    map.worst[block] = (float)(1.2 * float_unit);
  }
  return map;
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

/* How far scores may be apart where the distance is within the tolerance of the best. */
static float reach_of(const Map *map, double best) {
  const double distance = sqrt(best) * (1 + 1e-7) * map->sigma / map->scale;
  return (float)(distance + 1.2 * float_unit);
}

static Winner nearest(Map *map, const Lanes *lanes, const double *row, const float *scores) {
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
      reach = reach_of(map, w.best);
    }
    block = lanes->next(map, block + 1, scores, reach);
  }
  return w;
}

static void update_block(Map *map, const Lanes *lanes, size_t block, Update update,
                         const float *scores) {
  if (map->waiting[block] == PENDING) {
    lanes->flush(map, block);
  }
  map->pending[block * PENDING + map->waiting[block]++] = update;
  lanes->move_scores(map, block, scores, (float)update.alpha, update.mask);
}

/* Moves the units within the radius of the winner; `apart` is its column of unit distances. */
static void update_map(Map *map, const Lanes *lanes, const double *apart, double radius,
                       Update update, const float *scores) {
  for (size_t block = 0; block < map->blocks; block++) {
    const size_t first = block * BLOCK;
    const size_t count = map->units - first < BLOCK ? map->units - first : BLOCK;
    update.mask = 0;
    for (size_t l = 0; l < count; l++) {
      update.mask |= (unsigned)(apart[first + l] <= radius) << l;
    }
    if (update.mask != 0) {
      update_block(map, lanes, block, update, scores);
    }
  }
}

static float *score_rows(const Map *map, const Lanes *lanes, SEXP data) {
  const size_t rows = (size_t)Rf_ncols(data);
  float *scores = aligned((size_t)rows * map->axes + 1, sizeof(float));
  for (size_t i = 0; i < rows; i++) {
    score_row(map, lanes, REAL(data) + i * map->variables, scores + i * map->axes);
  }
  return scores;
}

static SEXP codes_of(Map *map, const Lanes *lanes) {
  SEXP codes = PROTECT(Rf_allocMatrix(REALSXP, (int)map->units, (int)map->variables));
  for (size_t u = 0; u < map->units; u++) {
    const size_t block = u / BLOCK;
    lanes->flush(map, block);
    for (size_t j = 0; j < map->variables; j++) {
      const double *of_variable = map->codes + (block * map->variables + j) * BLOCK;
      REAL(codes)[u + j * map->units] = of_variable[u % BLOCK];
    }
  }
  UNPROTECT(1);
  return codes;
}

/* All memory is R's own, so the function may leave by an error. */
static void tell_epochs(SEXP tell, size_t done) {
  if (tell != R_NilValue) {
    SEXP number = PROTECT(Rf_ScalarReal((double)done)), call = PROTECT(Rf_lang2(tell, number));
    Rf_eval(call, R_GlobalEnv);
    UNPROTECT(2);
  }
}

/* Codes (units x variables) and the change of each epoch. `data`: variables x rows; `codes`:
 * variables x units; `apart`: units x units; `schedule`: epochs, alpha from and to, radius from and
 * to; `axes`: axes x variables, a multiple of 16 of them; `width`: doubles a vector, 0 the widest;
 * `tell`: NULL, or a function of the number of epochs that are done. The generator of R is drawn
 * from. */
SEXP pb_som_train(SEXP data, SEXP codes, SEXP apart, SEXP schedule, SEXP axes, SEXP width,
                  SEXP tell) {
  const double *plan = REAL(schedule);
  const size_t epochs = (size_t)plan[0], rows = (size_t)Rf_ncols(data);
  const Lanes *lanes = lanes_of(Rf_asInteger(width));
  Map map = new_map(lanes, data, codes, axes);
  const float *scores = score_rows(&map, lanes, data);
  SEXP changes = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)epochs));
  const double steps = (double)epochs * (double)rows;
  GetRNGstate();
  for (size_t epoch = 0, k = 0; epoch < epochs; epoch++) {
    double change = 0;
    for (size_t drawn = 0; drawn < rows; drawn++, k++) {
      if (k % 256 == 0) {
        R_CheckUserInterrupt();
      }
      const double done = (double)k / steps;
      double radius = plan[3] - (plan[3] - plan[4]) * done;
      radius = radius < 1.0 ? 0.5 : radius;
      const size_t i = (size_t)((double)rows * unif_rand());
      const double *row = REAL(data) + i * map.variables;
      const Winner w = nearest(&map, lanes, row, scores + i * map.axes);
      change += w.distance;
      const Update update = {row, plan[1] - (plan[1] - plan[2]) * done, 0};
      update_map(&map, lanes, REAL(apart) + w.unit * map.units, radius, update,
                 scores + i * map.axes);
    }
    REAL(changes)[epoch] = sqrt(change / (double)map.variables) / (double)rows;
    tell_epochs(tell, epoch + 1);
  }
  PutRNGstate();
  SEXP trained = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(trained, 0, codes_of(&map, lanes));
  SET_VECTOR_ELT(trained, 1, changes);
  UNPROTECT(2);
  return trained;
}

/* Units, from 1, and distances of rows; arguments as above. */
SEXP pb_som_place(SEXP data, SEXP codes, SEXP axes, SEXP width) {
  const size_t rows = (size_t)Rf_ncols(data);
  const Lanes *lanes = lanes_of(Rf_asInteger(width));
  Map map = new_map(lanes, data, codes, axes);
  SEXP placed = PROTECT(Rf_allocVector(VECSXP, 2));
  SEXP units = Rf_allocVector(INTSXP, (R_xlen_t)rows);
  SET_VECTOR_ELT(placed, 0, units);
  SEXP distances = Rf_allocVector(REALSXP, (R_xlen_t)rows);
  SET_VECTOR_ELT(placed, 1, distances);
  float scores[1024];
  GetRNGstate();
  for (size_t i = 0; i < rows; i++) {
    if (i % 256 == 0) {
      R_CheckUserInterrupt();
    }
    const double *row = REAL(data) + i * map.variables;
    score_row(&map, lanes, row, scores);
    const Winner w = nearest(&map, lanes, row, scores);
    INTEGER(units)[i] = (int)w.unit + 1;
    REAL(distances)[i] = w.best;
  }
  PutRNGstate();
  UNPROTECT(1);
  return placed;
}

/* The second best unit of a row, from 1, in the plain order of distances and then of units. */
static int second_nearest(Map *map, const Lanes *lanes, const double *row, const float *scores) {
  double best = INFINITY, second = INFINITY, found[BLOCK];
  size_t first_unit = 0, second_unit = 0;
  float reach = INFINITY;
  size_t block = lanes->next(map, 0, scores, reach);
  while (block < map->blocks) {
    lanes->distances(map, block, row, found);
    const double before = second;
    for (size_t l = 0; l < BLOCK && block * BLOCK + l < map->units; l++) {
      if (found[l] < best) {
        second = best;
        second_unit = first_unit;
        best = found[l];
        first_unit = block * BLOCK + l + 1;
      } else if (found[l] < second) {
        second = found[l];
        second_unit = block * BLOCK + l + 1;
      }
    }
    if (second != before) {
      reach = reach_of(map, second);
    }
    block = lanes->next(map, block + 1, scores, reach);
  }
  return (int)second_unit;
}

/* Second best units of rows, from 1, 0 on a map of one unit; arguments as above. */
SEXP pb_som_second(SEXP data, SEXP codes, SEXP axes, SEXP width) {
  const size_t rows = (size_t)Rf_ncols(data);
  const Lanes *lanes = lanes_of(Rf_asInteger(width));
  Map map = new_map(lanes, data, codes, axes);
  SEXP units = PROTECT(Rf_allocVector(INTSXP, (R_xlen_t)rows));
  float scores[1024];
  for (size_t i = 0; i < rows; i++) {
    if (i % 256 == 0) {
      R_CheckUserInterrupt();
    }
    const double *row = REAL(data) + i * map.variables;
    score_row(&map, lanes, row, scores);
    INTEGER(units)[i] = second_nearest(&map, lanes, row, scores);
  }
  UNPROTECT(1);
  return units;
}
