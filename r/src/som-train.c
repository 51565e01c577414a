/* Training of a self-organising map online, one layer, sum of squares, bubble: kohonen's bits. */
#include <R.h>
#include <R_ext/Random.h>
#include <math.h>
#include <string.h>

#include "entries.h"
#include "som-map.h"

static void update_block(Map *map, const Lanes *lanes, size_t block, Update update,
                         const float *scores) {
  if (map->waiting[block] == PENDING) {
    lanes->flush(map, block);
  }
  map->pending[block * PENDING + map->waiting[block]++] = update;
  lanes->move_scores(map, block, scores, (float)update.alpha, update.mask);
}

/* Units of a block. */
typedef struct {
  uint32_t block, mask;
} Masked;

/* How many blocks have units near a unit; the same ones for all radii from `from` to below `to`. */
typedef struct {
  double from, to;
  size_t count;
} Near;

typedef struct {
  const double *apart; /* units x units */
  Near *near;          /* units */
  Masked *masked;      /* units x blocks */
} Neighbours;

static Neighbours new_neighbours(const Map *map, const double *apart) {
  Neighbours all = {.apart = apart};
  all.near = som_memory(map->units, sizeof *all.near);
  all.masked = som_memory(map->units * map->blocks, sizeof *all.masked);
  return all;
}

/* Finds the units within the radius, and the radii that have the same ones. */
static void find_near(Neighbours *all, const Map *map, size_t unit, double radius) {
  const double *apart = all->apart + unit * map->units;
  Masked *masked = all->masked + unit * map->blocks;
  Near found = {.from = 0, .to = INFINITY};
  for (size_t first = 0; first < map->units; first += BLOCK) {
    const size_t count = map->units - first < BLOCK ? map->units - first : BLOCK;
    uint32_t mask = 0;
    for (size_t l = 0; l < count; l++) {
      const double distance = apart[first + l];
      if (distance <= radius) {
        mask |= (uint32_t)1 << l;
        found.from = distance > found.from ? distance : found.from;
      } else {
        found.to = distance < found.to ? distance : found.to;
      }
    }
    if (mask != 0) {
      masked[found.count++] = (Masked){(uint32_t)(first / BLOCK), mask};
    }
  }
  all->near[unit] = found;
}

/* Moves the units within the radius of the winner. */
static void update_map(Map *map, const Lanes *lanes, Neighbours *all, size_t winner, double radius,
                       Update update, const float *scores) {
  const Near *near = all->near + winner;
  if (radius < near->from || radius >= near->to) {
    find_near(all, map, winner, radius);
  }
  const Masked *masked = all->masked + winner * map->blocks;
  for (size_t i = 0; i < near->count; i++) {
    update.mask = masked[i].mask;
    update_block(map, lanes, masked[i].block, update, scores);
  }
}

static SEXP codes_of(Map *map, const Lanes *lanes) {
  SEXP codes = PROTECT(Rf_allocMatrix(REALSXP, (int)map->units, (int)map->variables));
  for (size_t block = 0; block < map->blocks; block++) {
    lanes->flush(map, block);
  }
  for (size_t u = 0; u < map->units; u++) {
    for (size_t j = 0; j < map->variables; j++) {
      REAL(codes)[u + j * map->units] = map->codes[u * map->variables + j];
    }
  }
  UNPROTECT(1);
  return codes;
}

/* Sums of weights up to each row; NULL without weights. */
static const double *ends_of(SEXP weights, size_t rows) {
  if (weights == R_NilValue) {
    return NULL;
  }
  double sum = 0, *ends = som_memory(rows, sizeof(double));
  for (size_t i = 0; i < rows; i++) {
    sum += REAL(weights)[i];
    ends[i] = sum;
  }
  return ends;
}

/* Draws a row: all with one probability or, with weights, the first whose sum exceeds a share. */
static size_t drawn_row(const double *ends, size_t rows) {
  const double share = unif_rand();
  if (ends == NULL) {
    return (size_t)((double)rows * share);
  }
  const double wanted = share * ends[rows - 1];
  size_t low = 0, high = rows - 1;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (ends[middle] > wanted) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/* Codes (units x variables) and the change of each epoch. `data`: variables x rows; `codes`:
 * variables x units; `apart`: units x units; `schedule`: epochs, alpha from and to, radius from and
 * to; `axes`: axes x variables, a multiple of 16 of them; `width`: doubles per vector, 0 the
 * widest; `tell`: NULL, or a function of the number of finished epochs; `weights`: NULL, or of each
 * row. Draws from R's generator. */
SEXP pb_som_train(SEXP data, SEXP codes, SEXP apart, SEXP schedule, SEXP axes, SEXP width,
                  SEXP tell, SEXP weights, SEXP warm) {
  const double *plan = REAL(schedule);
  const size_t epochs = (size_t)plan[0], rows = (size_t)Rf_ncols(data);
  const Lanes *lanes = som_lanes(Rf_asInteger(width));
  Map map = som_new_map(lanes, data, codes, axes);
  const float *scores = som_score_rows(&map, lanes, REAL(data), rows);
  const double *ends = ends_of(weights, rows);
  size_t *winners = Rf_asLogical(warm) ? som_memory(rows, sizeof *winners) : NULL;
  Neighbours neighbours = new_neighbours(&map, REAL(apart));
  SEXP changes = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)epochs));
  const double steps = (double)epochs * (double)rows;
  GetRNGstate();
  for (size_t epoch = 0, k = 0; epoch < epochs; epoch++) {
    double change = 0;
    for (size_t drawn = 0; drawn < rows; drawn++, k++) {
      som_check_interrupt(k);
      const double done = (double)k / steps;
      double radius = plan[3] - (plan[3] - plan[4]) * done;
      radius = radius < 1.0 ? 0.5 : radius;
      const size_t i = drawn_row(ends, rows);
      const double *row = REAL(data) + i * map.variables;
      const float *own = scores + i * map.axes;
      const Winner w = winners == NULL ? som_nearest(&map, lanes, row, own)
                                       : som_nearest_first(&map, lanes, row, own, winners[i]);
      change += w.distance;
      const Update update = {row, plan[1] - (plan[1] - plan[2]) * done, 0};
      update_map(&map, lanes, &neighbours, w.unit, radius, update, own);
      if (winners != NULL) {
        winners[i] = w.unit;
      }
    }
    REAL(changes)[epoch] = sqrt(change / (double)map.variables) / (double)rows;
    som_tell(tell, epoch + 1);
  }
  PutRNGstate();
  SEXP trained = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(trained, 0, codes_of(&map, lanes));
  SET_VECTOR_ELT(trained, 1, changes);
  UNPROTECT(2);
  return trained;
}
