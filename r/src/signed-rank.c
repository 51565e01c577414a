/* The null distribution of the signed-rank statistic, given the ranks.
 *
 * Source: B. Streitberg and J. Roehmel, Exact distributions for permutation and rank tests: an
 * introduction to some recently published algorithms, Statistical Software Newsletter 12 (1986),
 * 10-17. Chances are only added, so the smallest is as accurate as the largest. */
#include <R.h>
#include <R_ext/Utils.h>
#include <Rinternals.h>
#include <math.h>
#include <string.h>

#include "entries.h"

typedef struct {
  double *chance; /* of the sums 0 to `limit` */
  double *spare;
  int limit;
} Table;

static int divisor(int a, int b) {
  while (b != 0) {
    const int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static int by_size(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

/* Adds one fair coin with the value `weight`; sums up to `most` occur before it. */
static int shift(Table *table, int weight, int most) {
  const int last = most > table->limit - weight ? table->limit : most + weight;
  const int count = last - weight + 1;
  const double *restrict moved =
      memcpy(table->spare, table->chance, (size_t)count * sizeof(double));
  double *restrict target = table->chance + weight;
  for (int i = 0; i < count; i++) {
    target[i] += moved[i];
  }
  return last;
}

static void fill(Table *table, const int *weights, int n, int limit) {
  table->limit = limit;
  memset(table->chance, 0, ((size_t)limit + 1) * sizeof(double));
  table->chance[0] = ldexp(1.0, -n);
  for (int i = 0, most = 0; i < n && weights[i] <= limit; i++) {
    most = shift(table, weights[i], most);
  }
}

/* Integer matrix `ranks`, one column per test: whole numbers, 0 where there is no sign; `sums`, at
 * most half the sum of the column -> 2 rows: P(W < sum) and P(W <= sum). Columns with equal ranks
 * should be neighbours, the largest sum first: they share a table. */
SEXP pb_signed_rank_tails(SEXP ranks, SEXP sums) {
  const int n = Rf_nrows(ranks), tests = Rf_ncols(ranks);
  int largest = 0;
  for (int j = 0; j < tests; j++) {
    largest = INTEGER(sums)[j] > largest ? INTEGER(sums)[j] : largest;
  }
  Table table = {(double *)R_alloc((size_t)largest + 1, sizeof(double)),
                 (double *)R_alloc((size_t)largest + 1, sizeof(double)), -1};
  int *weights = (int *)R_alloc((size_t)n + 1, sizeof(int));
  int *before = (int *)R_alloc((size_t)n + 1, sizeof(int));
  int kept = -1;
  SEXP tails = PROTECT(Rf_allocMatrix(REALSXP, 2, tests));
  for (int j = 0; j < tests; j++) {
    R_CheckUserInterrupt();
    int m = 0, unit = 0;
    for (int i = 0; i < n; i++) {
      const int rank = INTEGER(ranks)[i + (R_xlen_t)j * n];
      if (rank > 0) {
        weights[m++] = rank;
        unit = divisor(rank, unit);
      }
    }
    qsort(weights, (size_t)m, sizeof(int), by_size);
    for (int i = 0; i < m; i++) {
      weights[i] /= unit;
    }
    const int sum = unit > 0 ? INTEGER(sums)[j] / unit : 0;
    if (m != kept || sum > table.limit || memcmp(weights, before, (size_t)m * sizeof(int)) != 0) {
      fill(&table, weights, m, sum);
      memcpy(before, weights, (size_t)m * sizeof(int));
      kept = m;
    }
    double below = 0.0;
    for (int i = 0; i < sum; i++) {
      below += table.chance[i];
    }
    REAL(tails)[2 * (R_xlen_t)j] = below;
    REAL(tails)[2 * (R_xlen_t)j + 1] = below + table.chance[sum];
  }
  UNPROTECT(1);
  return tails;
}
