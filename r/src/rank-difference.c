/* The distribution of the difference of two rank sums, dataset by dataset.
 *
 * Source: the definition in R. Eisinga, T. Heskes, B. Pelzer, M. Te Grotenhuis, BMC Bioinformatics
 * 18, 68 (2017): on each dataset the difference s of two different ranks has chance
 * (k - |s|) / (k (k - 1)). */
#include <R.h>
#include <R_ext/Utils.h>
#include <Rinternals.h>
#include <stdlib.h>

#include "entries.h"

/* Smaller chances are set to 0: denormal numbers are slow, and have lost their digits. */
static const double negligible = 1e-300;

/* P(D = d) for d = 0 to n (k - 1), by convolution; it is symmetric, so half of it is kept. */
SEXP pb_rank_difference(SEXP datasets, SEXP classifiers) {
  const int n = Rf_asInteger(datasets), k = Rf_asInteger(classifiers);
  const int reach = n * (k - 1); /* at most 50,000: the caller's check */
  SEXP answer = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)reach + 1));
  double *now = REAL(answer);
  double *before = (double *)R_alloc((size_t)reach + 1, sizeof(double));
  for (int d = 0; d <= reach; d++) {
    now[d] = d == 0 ? 1.0 : 0.0;
  }
  for (int dataset = 1; dataset <= n; dataset++) {
    R_CheckUserInterrupt();
    const int old = (dataset - 1) * (k - 1); /* beyond it, `before` is 0 */
    for (int d = 0; d <= old; d++) {
      before[d] = now[d];
    }
    for (int d = 0; d <= old + k - 1; d++) {
      double sum = 0.0;
      for (int s = 1; s < k; s++) {
        const int lower = abs(d - s), upper = d + s;
        const double ways = (double)(k - s);
        sum += lower <= old ? ways * before[lower] : 0.0;
        sum += upper <= old ? ways * before[upper] : 0.0;
      }
      now[d] = sum / ((double)k * (double)(k - 1));
      if (now[d] < negligible) {
        now[d] = 0.0;
      }
    }
  }
  UNPROTECT(1);
  return answer;
}
