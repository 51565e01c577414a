/* Column sums of tables whose values are shuffled within each dataset. */
#include <R.h>
#include <R_ext/Utils.h>
#include <Rinternals.h>

#include "entries.h"

/* Orders the columns of one dataset that have a value by their uniforms; returns how many. */
static int place(int *order, const double *drawn, const int *present, int k) {
  int count = 0;
  for (int column = 0; column < k; column++) {
    if (!present[column]) {
      continue;
    }
    int at = count++;
    for (; at > 0 && drawn[order[at - 1]] > drawn[column]; at--) {
      order[at] = order[at - 1];
    }
    order[at] = column;
  }
  return count;
}

/* `drawn`: k * n uniforms per table; `present`: k x n; `ordered`: the values that each dataset has,
 * in order, one dataset after the other. Returns k x tables. */
SEXP pb_shuffled_sums(SEXP drawn, SEXP present, SEXP ordered) {
  const int k = Rf_nrows(present), n = Rf_ncols(present);
  const R_xlen_t cells = (R_xlen_t)k * n, tables = XLENGTH(drawn) / cells;
  int *order = (int *)R_alloc((size_t)k, sizeof(int));
  SEXP sums = PROTECT(Rf_allocMatrix(REALSXP, k, (int)tables));
  for (R_xlen_t table = 0; table < tables; table++) {
    if (table % 256 == 0) {
      R_CheckUserInterrupt();
    }
    double *sum = REAL(sums) + table * k;
    const double *value = REAL(ordered), *uniform = REAL(drawn) + table * cells;
    Memzero(sum, (size_t)k);
    for (int dataset = 0; dataset < n; dataset++) {
      const int count = place(order, uniform, LOGICAL(present) + (R_xlen_t)dataset * k, k);
      for (int rank = 0; rank < count; rank++) {
        sum[order[rank]] += value[rank];
      }
      value += count;
      uniform += k;
    }
  }
  UNPROTECT(1);
  return sums;
}
