/* The nearest units of rows: those of kohonen, with its draws where units tie, and the two nearest
 * without draws. */
#include <R.h>
#include <R_ext/Random.h>
#include <math.h>

#include "entries.h"
#include "som-map.h"

/* Units, from 1, and distances of rows; `data`: variables x rows; `codes`:
 * variables x units; `axes` and `width`: as in training. Draws from R's generator. */
SEXP pb_som_place(SEXP data, SEXP codes, SEXP axes, SEXP width) {
  const size_t rows = (size_t)Rf_ncols(data);
  const Lanes *lanes = som_lanes(Rf_asInteger(width));
  Map map = som_new_map(lanes, data, codes, axes);
  SEXP placed = PROTECT(Rf_allocVector(VECSXP, 2));
  SEXP units = Rf_allocVector(INTSXP, (R_xlen_t)rows);
  SET_VECTOR_ELT(placed, 0, units);
  SEXP distances = Rf_allocVector(REALSXP, (R_xlen_t)rows);
  SET_VECTOR_ELT(placed, 1, distances);
  float scores[MOST_AXES];
  GetRNGstate();
  for (size_t i = 0; i < rows; i++) {
    som_check_interrupt(i);
    const double *row = REAL(data) + i * map.variables;
    som_score_row(&map, lanes, row, scores);
    const Winner w = som_nearest(&map, lanes, row, scores);
    INTEGER(units)[i] = (int)w.unit + 1;
    REAL(distances)[i] = w.best;
  }
  PutRNGstate();
  UNPROTECT(1);
  return placed;
}

/* The two nearest units of a row, from 1, in the order of distances and then of units. */
static void nearest_two(const Map *map, const Lanes *lanes, const double *row, const float *scores,
                        int *first, int *next) {
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
      reach = som_reach(map, second);
    }
    block = lanes->next(map, block + 1, scores, reach);
  }
  *first = (int)first_unit;
  *next = (int)second_unit;
}

/* The two nearest units, rows x 2, from 1; the second is 0 on a map of one unit. Arguments as
 * above; nothing is drawn. */
SEXP pb_som_nearest_two(SEXP data, SEXP codes, SEXP axes, SEXP width) {
  const size_t rows = (size_t)Rf_ncols(data);
  const Lanes *lanes = som_lanes(Rf_asInteger(width));
  Map map = som_new_map(lanes, data, codes, axes);
  SEXP units = PROTECT(Rf_allocMatrix(INTSXP, (int)rows, 2));
  float scores[MOST_AXES];
  for (size_t i = 0; i < rows; i++) {
    som_check_interrupt(i);
    const double *row = REAL(data) + i * map.variables;
    som_score_row(&map, lanes, row, scores);
    nearest_two(&map, lanes, row, scores, INTEGER(units) + i, INTEGER(units) + rows + i);
  }
  UNPROTECT(1);
  return units;
}
