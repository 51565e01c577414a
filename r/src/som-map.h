/* Shared by training, online and in batches, and mapping. All memory is R's own (R_alloc), so
 * an interrupt or an error may leave every function. */
#ifndef PYBENCH_SOM_MAP_H
#define PYBENCH_SOM_MAP_H
#include <Rinternals.h>

#include "som-kernel.h"

enum { MOST_AXES = 1024 };

typedef struct {
  size_t unit, tied;
  double best, distance; /* the running best; the distance of the winner */
} Winner;

void *som_memory(size_t count, size_t size);
const Lanes *som_lanes(int width);
/* `data`: variables x rows; `codes`: variables x units; `axes`: axes x variables. */
Map som_new_map(const Lanes *lanes, SEXP data, SEXP codes, SEXP axes);
/* Sets other codes for the same units, within the hull of the rows and codes of the map. */
void som_set_codes(Map *map, const Lanes *lanes, const double *codes);
void som_score_row(const Map *map, const Lanes *lanes, const double *row, float *scores);
float *som_score_rows(const Map *map, const Lanes *lanes, SEXP data);
/* The largest distance of scores for which the distance can be within the tolerance of the best. */
float som_reach(const Map *map, double best);
/* Draws from R's generator where units tie. */
Winner som_nearest(Map *map, const Lanes *lanes, const double *row, const float *scores);
/* Calls `tell`, a function or NULL, with the number of finished epochs. */
void som_tell(SEXP tell, size_t done);
void som_check_interrupt(size_t done);
#endif
