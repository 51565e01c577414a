/* Training of a self-organising map in batches, from one sum of rows per unit.
 *
 * A unit's code becomes the mean of the rows whose nearest unit is within the radius: the sums of
 * these units' rows over their counts. The sums of several parts of the data add up, so the parts
 * may lie on several machines. It is kohonen's training but for the order of additions and for
 * ties, where the first unit is taken and nothing is drawn. */
#include <R.h>
#include <math.h>
#include <string.h>

#include "entries.h"
#include "som-map.h"

/* Of the rows whose nearest unit is a unit. */
typedef struct {
  double *sums;   /* units x variables */
  double *counts; /* units */
} Sums;

static void reset(Sums *all, const Map *map) {
  memset(all->sums, 0, map->units * map->variables * sizeof(double));
  memset(all->counts, 0, map->units * sizeof(double));
}

/* Adds rows to the sums of their nearest units. `winners`: of the last time, then of this one.
 * Returns the sum of the squared distances. */
static double add_rows(Sums *all, Map *map, const Lanes *lanes, const double *rows, size_t count,
                       const float *scores, size_t *winners) {
  double change = 0;
  for (size_t i = 0; i < count; i++) {
    som_check_interrupt(i);
    const double *row = rows + i * map->variables;
    const Winner w = som_nearest_first(map, lanes, row, scores + i * map->axes, winners[i]);
    lanes->add(all->sums + w.unit * map->variables, &row, 1, map->variables);
    all->counts[w.unit]++;
    change += w.distance;
    winners[i] = w.unit;
  }
  return change;
}

/* Codes become means of the rows near them; a unit without rows near it keeps its code. */
static void take_means(double *codes, const Sums *all, const Lanes *lanes, size_t units,
                       size_t variables, const double *apart, double radius) {
  const double **near = som_memory(units, sizeof *near);
  for (size_t u = 0; u < units; u++) {
    double rows = 0;
    size_t count = 0;
    for (size_t w = 0; w < units; w++) {
      if (apart[w * units + u] <= radius && all->counts[w] > 0) {
        near[count++] = all->sums + w * variables;
        rows += all->counts[w];
      }
    }
    if (count == 0) {
      continue;
    }
    double *code = codes + u * variables;
    memset(code, 0, variables * sizeof(double));
    lanes->add(code, near, count, variables);
    for (size_t j = 0; j < variables; j++) {
      code[j] /= rows;
    }
  }
}

static double radius_of(const double *from_to, double done) {
  return fmax(from_to[0] - (from_to[0] - from_to[1]) * done, 1e-8);
}

/* As pb_som_batch. */
SEXP pb_som_sums(SEXP data, SEXP codes, SEXP apart, SEXP schedule, SEXP axes, SEXP width,
                 SEXP tell) {
  const size_t epochs = (size_t)REAL(schedule)[0], rows = (size_t)Rf_ncols(data);
  const Lanes *lanes = som_lanes(Rf_asInteger(width));
  SEXP moved = PROTECT(Rf_duplicate(codes));
  SEXP changes = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)epochs));
  Map map = som_new_map(lanes, data, codes, axes);
  const float *scores = som_score_rows(&map, lanes, REAL(data), rows);
  Sums all = {som_memory(map.units * map.variables, sizeof(double)),
              som_memory(map.units, sizeof(double))};
  size_t *winners = som_memory(rows, sizeof *winners);
  const void *memory = vmaxget();
  for (size_t epoch = 0; epoch < epochs; epoch++) {
    reset(&all, &map);
    const double change = add_rows(&all, &map, lanes, REAL(data), rows, scores, winners);
    take_means(REAL(moved), &all, lanes, map.units, map.variables, REAL(apart),
               radius_of(REAL(schedule) + 1, (double)epoch / (double)epochs));
    som_set_codes(&map, lanes, REAL(moved));
    vmaxset(memory);
    REAL(changes)[epoch] = sqrt(change / (double)map.variables) / (double)rows;
    som_tell(tell, epoch + 1);
  }
  SEXP trained = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(trained, 0, moved);
  SET_VECTOR_ELT(trained, 1, changes);
  UNPROTECT(3);
  return trained;
}

/* One epoch on a part of the rows: sums (variables x units) and counts of the rows by their nearest
 * unit, these units, from 1, and the sum of the squared distances. `likely`: the units of the last
 * epoch, from 1, or NULL; other arguments as for pb_som_place. */
SEXP pb_som_partial(SEXP data, SEXP codes, SEXP axes, SEXP width, SEXP likely) {
  const size_t rows = (size_t)Rf_ncols(data);
  const Lanes *lanes = som_lanes(Rf_asInteger(width));
  Map map = som_new_map(lanes, data, codes, axes);
  const float *scores = som_score_rows(&map, lanes, REAL(data), rows);
  size_t *winners = som_memory(rows, sizeof *winners);
  for (size_t i = 0; i < rows && likely != R_NilValue; i++) {
    winners[i] = (size_t)INTEGER(likely)[i] - 1;
  }
  SEXP found = PROTECT(Rf_allocVector(VECSXP, 4));
  SEXP sums = Rf_allocMatrix(REALSXP, (int)map.variables, (int)map.units);
  SET_VECTOR_ELT(found, 0, sums);
  SEXP counts = Rf_allocVector(REALSXP, (R_xlen_t)map.units);
  SET_VECTOR_ELT(found, 1, counts);
  SEXP units = Rf_allocVector(INTSXP, (R_xlen_t)rows);
  SET_VECTOR_ELT(found, 2, units);
  Sums all = {REAL(sums), REAL(counts)};
  reset(&all, &map);
  SET_VECTOR_ELT(found, 3,
                 Rf_ScalarReal(add_rows(&all, &map, lanes, REAL(data), rows, scores, winners)));
  for (size_t i = 0; i < rows; i++) {
    INTEGER(units)[i] = (int)winners[i] + 1;
  }
  UNPROTECT(1);
  return found;
}
