/* Walsh averages (d_i + d_j)/2, i <= j: some of them in order, without sorting all. */
#include <R.h>
#include <R_ext/Utils.h>
#include <Rinternals.h>

#include "entries.h"

static size_t fill(double *average, const double *d, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) {
    const double half = d[i] / 2; /* first halved, then added: no overflow */
    for (size_t j = 0; j <= i; j++) {
      average[count++] = half + d[j] / 2;
    }
  }
  return count;
}

/* `differences`: N x m, N at most 32767; `places`: from 1, whole doubles. Returns the averages at
 * these places of the sorted ones, places x m. */
SEXP pb_walsh_averages(SEXP differences, SEXP places) {
  const size_t n = (size_t)Rf_nrows(differences), m = (size_t)Rf_ncols(differences);
  const R_xlen_t wanted = XLENGTH(places);
  const size_t total = n * (n + 1) / 2;
  double *average = (double *)R_alloc(total, sizeof(double));
  SEXP found = PROTECT(Rf_allocMatrix(REALSXP, (int)wanted, (int)m));
  for (size_t column = 0; column < m; column++) {
    R_CheckUserInterrupt();
    fill(average, REAL(differences) + column * n, n);
    for (R_xlen_t i = 0; i < wanted; i++) {
      const int place = (int)REAL(places)[i] - 1;
      rPsort(average, (int)total, place);
      REAL(found)[(R_xlen_t)column * wanted + i] = average[place];
    }
  }
  UNPROTECT(1);
  return found;
}
