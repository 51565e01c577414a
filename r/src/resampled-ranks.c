/* The signed-rank statistic of many resamples of one set of differences: their sizes keep the order
 * of the set, so one sort is enough for all resamples. */
#include <R.h>
#include <R_ext/Utils.h>
#include <Rinternals.h>

#include "entries.h"

typedef struct {
  double contrast; /* W+ - W- */
  double left;     /* differences that are not 0 */
  double surplus;  /* sum of t^3 - t over ties of t */
} Sums;

/* Differences by size; `first` starts after the zeros. */
typedef struct {
  const int *place;
  const double *size;
  const double *sign;
  int first, n;
} Ordered;

static Sums signed_ranks(const double *count, const Ordered *by_size) {
  Sums sums = {0, 0, 0};
  for (int i = by_size->first; i < by_size->n;) {
    double tied = 0, signs = 0;
    const double size = by_size->size[i];
    for (; i < by_size->n && by_size->size[i] == size; i++) {
      const double c = count[by_size->place[i]];
      tied += c;
      signs += c * by_size->sign[i];
    }
    sums.contrast += signs * (sums.left + (tied + 1) / 2); /* their average rank */
    sums.left += tied;
    sums.surplus += tied * tied * tied - tied;
  }
  return sums;
}

/* `counts`: N x repeats, how often each dataset was drawn; `differences`: N x m. Returns a list of
 * three repeats x m matrices: W+ - W-, the number of differences that are not 0, and the sum of
 * t^3 - t over ties. */
SEXP pb_resampled_ranks(SEXP counts, SEXP differences) {
  const int n = Rf_nrows(counts), repeats = Rf_ncols(counts), m = Rf_ncols(differences);
  SEXP result = PROTECT(Rf_allocVector(VECSXP, 3));
  for (int part = 0; part < 3; part++) {
    SET_VECTOR_ELT(result, part, Rf_allocMatrix(REALSXP, repeats, m));
  }
  double *contrast = REAL(VECTOR_ELT(result, 0)), *left = REAL(VECTOR_ELT(result, 1)),
         *surplus = REAL(VECTOR_ELT(result, 2));
  int *place = (int *)R_alloc((size_t)n, sizeof(int));
  double *size = (double *)R_alloc((size_t)n, sizeof(double));
  double *sign = (double *)R_alloc((size_t)n, sizeof(double));
  for (int column = 0; column < m; column++) {
    R_CheckUserInterrupt();
    const double *d = REAL(differences) + (R_xlen_t)column * n;
    for (int i = 0; i < n; i++) {
      size[i] = fabs(d[i]);
      place[i] = i;
    }
    rsort_with_index(size, place, n);
    Ordered by_size = {place, size, sign, 0, n};
    for (int i = 0; i < n; i++) {
      sign[i] = (d[place[i]] > 0) - (d[place[i]] < 0);
      by_size.first += size[i] == 0;
    }
    for (int r = 0; r < repeats; r++) {
      const Sums sums = signed_ranks(REAL(counts) + (R_xlen_t)r * n, &by_size);
      const R_xlen_t at = (R_xlen_t)column * repeats + r;
      contrast[at] = sums.contrast;
      left[at] = sums.left;
      surplus[at] = sums.surplus;
    }
  }
  UNPROTECT(1);
  return result;
}
