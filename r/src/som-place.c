/* The nearest units of rows: those of kohonen, with its draws where units tie, and the two nearest
 * without draws. */
#include <R.h>
#include <R_ext/Random.h>
#include <math.h>

#include "entries.h"
#include "som-map.h"

enum { GROUP = 1024 }; /* rows whose scores are held at a time */

/* The scores of row `i`, if rows are taken in order; `held` are those of its group. */
static const float *scores_of(const Map *map, const Lanes *lanes, SEXP data, size_t i,
                              const float **held) {
  const size_t rows = (size_t)Rf_ncols(data);
  if (i % GROUP == 0) {
    const size_t count = rows - i < GROUP ? rows - i : GROUP;
    *held = som_score_rows(map, lanes, REAL(data) + i * map->variables, count);
  }
  return *held + i % GROUP * map->axes;
}

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
  const float *held = NULL;
  const void *memory = vmaxget();
  GetRNGstate();
  for (size_t i = 0; i < rows; i++) {
    som_check_interrupt(i);
    const float *scores = scores_of(&map, lanes, data, i, &held);
    const Winner w = som_nearest(&map, lanes, REAL(data) + i * map.variables, scores);
    INTEGER(units)[i] = (int)w.unit + 1;
    REAL(distances)[i] = w.best;
    if (i % GROUP == GROUP - 1) {
      vmaxset(memory);
    }
  }
  PutRNGstate();
  UNPROTECT(1);
  return placed;
}

/* The two nearest units, rows x 2, from 1; the second is 0 on a map of one unit. Arguments as
 * above; nothing is drawn. */
SEXP pb_som_nearest_two(SEXP data, SEXP codes, SEXP axes, SEXP width) {
  const size_t rows = (size_t)Rf_ncols(data);
  const Lanes *lanes = som_lanes(Rf_asInteger(width));
  Map map = som_new_map(lanes, data, codes, axes);
  SEXP units = PROTECT(Rf_allocMatrix(INTSXP, (int)rows, 2));
  const float *held = NULL;
  const void *memory = vmaxget();
  for (size_t i = 0; i < rows; i++) {
    som_check_interrupt(i);
    const float *scores = scores_of(&map, lanes, data, i, &held);
    som_nearest_two(&map, lanes, REAL(data) + i * map.variables, scores, INTEGER(units) + i,
                    INTEGER(units) + rows + i);
    if (i % GROUP == GROUP - 1) {
      vmaxset(memory);
    }
  }
  UNPROTECT(1);
  return units;
}
