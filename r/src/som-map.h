/* Shared by training, online and in batches, and mapping. All memory is R's own (R_alloc), so
 * an interrupt or an error may leave every function. */
#ifndef PYBENCH_SOM_MAP_H
#define PYBENCH_SOM_MAP_H
#include <Rinternals.h>

#include "som-kernel.h"

/* Rounding unit of float. */
#define FLOAT_UNIT 5.9604645e-8F

typedef struct {
  size_t unit, tied;
  double best, distance; /* the running best; the distance of the winner */
} Winner;

/* The squared distance of scores, as it is computed, beyond which no unit of the block is within
 * `reach`. */
static inline float som_limit(const Map *map, size_t block, float reach) {
  const float radius = reach + map->worst[block];
  return radius * radius * (1.0F + (float)(map->axes + 16) * FLOAT_UNIT);
}

void *som_memory(size_t count, size_t size);
const Lanes *som_lanes(int width);
/* `data`: variables x rows; `codes`: variables x units; `axes`: axes x variables, or an order of
 * the variables, which are then the axes. */
Map som_new_map(const Lanes *lanes, SEXP data, SEXP codes, SEXP axes);
/* Sets other codes for the same units, within the hull of the rows and codes of the map. */
void som_set_codes(Map *map, const Lanes *lanes, const double *codes);
/* Scores of rows, one after the other: count x axes. */
float *som_score_rows(const Map *map, const Lanes *lanes, const double *rows, size_t count);
/* kohonen's winner; draws from R's generator where units tie. */
Winner som_nearest(Map *map, const Lanes *lanes, const double *row, const float *scores);
/* The nearest unit, the first one of those that are equally near; nothing is drawn. The search
 * starts at `likely`, which changes its time only. */
Winner som_nearest_first(Map *map, const Lanes *lanes, const double *row, const float *scores,
                         size_t likely);
/* The two nearest units, from 1, in the order of distances and then of units; nothing is drawn. */
void som_nearest_two(Map *map, const Lanes *lanes, const double *row, const float *scores,
                     int *first, int *next);
/* Calls `tell`, a function or NULL, with the number of finished epochs. */
void som_tell(SEXP tell, size_t done);
void som_check_interrupt(size_t done);
#endif
