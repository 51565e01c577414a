/* Mean attraction of agents in space by kernels with two steps, for the drifts of both classes. */
#include <R.h>
#include <Rinternals.h>
#include <string.h>

#include "entries.h"

/* The value of a kernel at a squared distance: before, between and beyond its two steps. */
static double step_value(double square, const double *edge, const double *value) {
  return square < edge[0] ? value[0] : square < edge[1] ? value[1] : value[2];
}

/* Drifts of n paths: `x` is n x (space * agents), agent after agent; `edges` are the squares of two
 * distances, `values` 3 x 2, one column per class. A list of two matrices like `x`. */
SEXP pb_attraction(SEXP x, SEXP space, SEXP edges, SEXP values) {
  const R_xlen_t n = Rf_nrows(x);
  const int d = Rf_asInteger(space), agents = Rf_ncols(x) / d;
  const double *at = REAL(x), *edge = REAL(edges), *value = REAL(values);
  SEXP drifts = PROTECT(Rf_allocVector(VECSXP, 2));
  double *drift[2];
  for (int k = 0; k < 2; k++) {
    SET_VECTOR_ELT(drifts, k, Rf_allocMatrix(REALSXP, (int)n, Rf_ncols(x)));
    drift[k] = REAL(VECTOR_ELT(drifts, k));
    memset(drift[k], 0, sizeof(double) * (size_t)(n * Rf_ncols(x)));
  }
  for (int i = 0; i < agents; i++) {
    for (int j = i + 1; j < agents; j++) {
      for (R_xlen_t p = 0; p < n; p++) {
        double square = 0.0;
        for (int c = 0; c < d; c++) {
          const double apart = at[p + n * (j * d + c)] - at[p + n * (i * d + c)];
          square += apart * apart;
        }
        for (int k = 0; k < 2; k++) {
          const double pull = step_value(square, edge, value + 3 * k) / agents;
          for (int c = 0; c < d; c++) {
            const R_xlen_t here = p + n * (i * d + c), there = p + n * (j * d + c);
            const double moved = pull * (at[there] - at[here]);
            drift[k][here] += moved;
            drift[k][there] -= moved;
          }
        }
      }
    }
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return drifts;
}
