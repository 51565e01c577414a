/* Training of a self-organising map in batches, one layer, sum of squares, bubble: kohonen's bits.
 *
 * The winners of an epoch come from the scan that draws where units tie. Each unit then becomes
 * the mean of the rows whose winner has it within the radius: its sum goes through the rows in
 * their order, as in kohonen, one group of rows at a time, which stay in the cache meanwhile. */
#include <R.h>
#include <R_ext/Random.h>
#include <math.h>
#include <string.h>

#include "entries.h"
#include "som-map.h"

enum { GROUP = 128 };

typedef struct {
  size_t units, variables;
  const double *apart;    /* units x units */
  double *sums;           /* units x variables */
  double *counts;         /* units */
  unsigned char *members; /* units x GROUP: which rows of the group the unit takes */
  size_t *many;           /* units: how many */
} Means;

static Means new_means(size_t units, size_t variables, const double *apart) {
  Means means = {.units = units, .variables = variables, .apart = apart};
  means.sums = som_memory(units * variables, sizeof(double));
  means.counts = som_memory(units, sizeof(double));
  means.members = som_memory(units * GROUP, sizeof(unsigned char));
  means.many = som_memory(units, sizeof(size_t));
  return means;
}

/* Adds a group of rows, one after the other in memory, to the units near their winners. */
static void add_group(Means *means, const Lanes *lanes, const double *rows, const size_t *winners,
                      size_t count, double radius) {
  memset(means->many, 0, means->units * sizeof *means->many);
  for (size_t i = 0; i < count; i++) {
    const double *apart = means->apart + winners[i] * means->units;
    for (size_t u = 0; u < means->units; u++) {
      means->members[u * GROUP + means->many[u]] = (unsigned char)i;
      means->many[u] += apart[u] <= radius;
    }
  }
  const double *taken[GROUP];
  for (size_t u = 0; u < means->units; u++) {
    for (size_t m = 0; m < means->many[u]; m++) {
      taken[m] = rows + means->members[u * GROUP + m] * means->variables;
    }
    if (means->many[u] > 0) {
      lanes->add(means->sums + u * means->variables, taken, means->many[u], means->variables);
      means->counts[u] += (double)means->many[u];
    }
  }
}

/* A unit without rows keeps its code. Sums are reset. */
static void take_means(Means *means, double *codes) {
  for (size_t u = 0; u < means->units; u++) {
    for (size_t j = 0; means->counts[u] > 0 && j < means->variables; j++) {
      codes[u * means->variables + j] = means->sums[u * means->variables + j] / means->counts[u];
    }
  }
  memset(means->sums, 0, means->units * means->variables * sizeof(double));
  memset(means->counts, 0, means->units * sizeof(double));
}

/* Codes (variables x units) and the change of each epoch; arguments as for pb_som_train, with
 * `schedule`: epochs, radius from and to. */
SEXP pb_som_batch(SEXP data, SEXP codes, SEXP apart, SEXP schedule, SEXP axes, SEXP width,
                  SEXP tell) {
  const double *plan = REAL(schedule);
  const size_t epochs = (size_t)plan[0], rows = (size_t)Rf_ncols(data);
  const Lanes *lanes = som_lanes(Rf_asInteger(width));
  Map map = som_new_map(lanes, data, codes, axes);
  const float *scores = som_score_rows(&map, lanes, REAL(data), rows);
  Means means = new_means(map.units, map.variables, REAL(apart));
  SEXP changes = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)epochs));
  SEXP moved = PROTECT(Rf_duplicate(codes));
  GetRNGstate();
  for (size_t epoch = 0; epoch < epochs; epoch++) {
    const double now = plan[1] - (plan[1] - plan[2]) * (double)epoch / (double)epochs;
    const double radius = fmax(now, 1e-8);
    double change = 0;
    size_t winners[GROUP];
    for (size_t i = 0; i < rows; i++) {
      som_check_interrupt(i);
      const double *row = REAL(data) + i * map.variables;
      const Winner w = som_nearest(&map, lanes, row, scores + i * map.axes);
      change += w.distance;
      winners[i % GROUP] = w.unit;
      if (i % GROUP == GROUP - 1 || i == rows - 1) {
        const size_t first = i - i % GROUP;
        add_group(&means, lanes, REAL(data) + first * map.variables, winners, i + 1 - first,
                  radius);
      }
    }
    take_means(&means, REAL(moved));
    som_set_codes(&map, lanes, REAL(moved));
    REAL(changes)[epoch] = sqrt(change / (double)map.variables) / (double)rows;
    som_tell(tell, epoch + 1);
  }
  PutRNGstate();
  SEXP trained = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(trained, 0, moved);
  SET_VECTOR_ELT(trained, 1, changes);
  UNPROTECT(3);
  return trained;
}
