/* Sums that are exact until one final rounding, as in Python's math.fsum.
 *
 * Source: J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
 * Predicates, Discrete & Computational Geometry 18 (1997), theorem 10 (grow expansion). */
#include <R.h>
#include <Rinternals.h>
#include <math.h>

#include "entries.h"

/* A sum as doubles that do not overlap, smallest first. */
typedef struct {
  double *parts;
  int n;
} Expansion;

/* Rounded sum and the exact error of that rounding. */
static double two_sum(double x, double y, double *error) {
  if (fabs(x) < fabs(y)) {
    const double swapped = x;
    x = y;
    y = swapped;
  }
  const double sum = x + y;
  *error = y - (sum - x);
  return sum;
}

static void grow(Expansion *sum, double x) {
  int kept = 0;
  for (int i = 0; i < sum->n; i++) {
    double error;
    x = two_sum(x, sum->parts[i], &error);
    if (error != 0.0) {
      sum->parts[kept++] = error;
    }
  }
  sum->parts[kept++] = x;
  sum->n = kept;
}

/* The expansion as the nearest double, ties to even. */
static double rounded(const Expansion *sum) {
  int i = sum->n - 1;
  double total = sum->parts[i], error = 0.0;
  while (i > 0 && error == 0.0) {
    total = two_sum(total, sum->parts[--i], &error);
  }
  /* Exactly half way so far: the rest decides the direction. */
  if (i > 0 && error != 0.0 && (error < 0.0) == (sum->parts[i - 1] < 0.0)) {
    const double moved = total + 2.0 * error;
    if (moved - total == 2.0 * error) {
      total = moved;
    }
  }
  return total;
}

/* Double vector read as a matrix with `columns` columns -> the exactly rounded sum of each row;
 * not finite if a partial sum overflows. */
SEXP pb_exact_row_sums(SEXP values, SEXP columns) {
  const int n = Rf_asInteger(columns);
  const R_xlen_t rows = n > 0 ? XLENGTH(values) / n : 0;
  SEXP sums = PROTECT(Rf_allocVector(REALSXP, rows));
  double *parts = (double *)R_alloc((size_t)n + 1, sizeof(double));
  for (R_xlen_t i = 0; i < rows; i++) {
    Expansion sum = {parts, 0};
    for (int j = 0; j < n; j++) {
      grow(&sum, REAL(values)[i + j * rows]);
    }
    REAL(sums)[i] = rounded(&sum);
  }
  UNPROTECT(1);
  return sums;
}
