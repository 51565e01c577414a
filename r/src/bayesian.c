/* Weights of the regions better, equal, worse in draws of the Bayesian signed-rank test.
 *
 * With the differences in ascending order, the sums of two below the rope are the first ones of
 * each row, and those above it the last ones. */
#include <R.h>
#include <R_ext/Utils.h>
#include <Rinternals.h>
#include <string.h>

#include "entries.h"

enum { BETTER, EQUAL, WORSE, REGIONS };

/* One pair: places of the sorted differences, from 1, and, for each sorted row, how many sums are
 * below the rope and not above it. */
typedef struct {
  const int *order, *below, *upto;
} Stairs;

/* Weights of the regions in one draw, times the squared sum of `weight`. `sums` holds rows + 1. */
static void regions(const double *weight, Stairs stairs, int rows, double *sums, double *theta) {
  sums[0] = 0;
  for (int i = 0; i < rows; i++) {
    sums[i + 1] = sums[i] + weight[stairs.order[i] - 1];
  }
  const double all = sums[rows];
  double better = 0, equal = 0, worse = 0;
  for (int i = 0; i < rows; i++) {
    const double own = weight[stairs.order[i] - 1];
    const double below = sums[stairs.below[i]], upto = sums[stairs.upto[i]];
    worse += own * below;
    equal += own * (upto - below);
    better += own * (all - upto);
  }
  theta[BETTER] = better;
  theta[EQUAL] = equal;
  theta[WORSE] = worse;
}

static Stairs stairs_of(SEXP order, SEXP below, SEXP upto, R_xlen_t first) {
  return (Stairs){INTEGER(order) + first, INTEGER(below) + first, INTEGER(upto) + first};
}

/* Adds a draw to the count of the region with the largest weight; ties share it. */
static void count_largest(const double *theta, double *counts) {
  double largest = theta[0];
  int tied = 0;
  for (int region = 1; region < REGIONS; region++) {
    largest = theta[region] > largest ? theta[region] : largest;
  }
  for (int region = 0; region < REGIONS; region++) {
    tied += theta[region] == largest;
  }
  for (int region = 0; region < REGIONS; region++) {
    counts[region] += theta[region] == largest ? 1.0 / tied : 0.0;
  }
}

/* Counts of draws in which each region is the largest, 3 x pairs. `weights`: rows x draws; the
 * others: integers, rows x pairs. */
SEXP pb_signed_rank_counts(SEXP weights, SEXP order, SEXP below, SEXP upto) {
  const int rows = Rf_nrows(weights), draws = Rf_ncols(weights), pairs = Rf_ncols(order);
  double *sums = (double *)R_alloc((size_t)rows + 1, sizeof(double));
  SEXP counts = PROTECT(Rf_allocMatrix(REALSXP, REGIONS, pairs));
  for (int pair = 0; pair < pairs; pair++) {
    R_CheckUserInterrupt();
    const Stairs stairs = stairs_of(order, below, upto, (R_xlen_t)pair * rows);
    double *own = REAL(counts) + (R_xlen_t)pair * REGIONS, theta[REGIONS];
    own[BETTER] = own[EQUAL] = own[WORSE] = 0;
    for (int draw = 0; draw < draws; draw++) {
      regions(REAL(weights) + (R_xlen_t)draw * rows, stairs, rows, sums, theta);
      count_largest(theta, own);
    }
  }
  UNPROTECT(1);
  return counts;
}

/* The same for the sign test. `weights`: draws x rows; `said`: rows x pairs, the region of each
 * dataset. The draws of a row are added together, in the order of the rows. */
SEXP pb_sign_counts(SEXP weights, SEXP said) {
  const int draws = Rf_nrows(weights), rows = Rf_nrows(said), pairs = Rf_ncols(said);
  double *sums = (double *)R_alloc((size_t)REGIONS * (size_t)draws, sizeof(double));
  SEXP counts = PROTECT(Rf_allocMatrix(REALSXP, REGIONS, pairs));
  for (int pair = 0; pair < pairs; pair++) {
    R_CheckUserInterrupt();
    memset(sums, 0, (size_t)REGIONS * (size_t)draws * sizeof(double));
    for (int row = 0; row < rows; row++) {
      double *own = sums + (R_xlen_t)INTEGER(said)[(R_xlen_t)pair * rows + row] * draws;
      const double *weight = REAL(weights) + (R_xlen_t)row * draws;
      for (int draw = 0; draw < draws; draw++) {
        own[draw] += weight[draw];
      }
    }
    double *own = REAL(counts) + (R_xlen_t)pair * REGIONS;
    own[BETTER] = own[EQUAL] = own[WORSE] = 0;
    for (int draw = 0; draw < draws; draw++) {
      const double theta[REGIONS] = {sums[draw], sums[draws + draw], sums[2 * draws + draw]};
      count_largest(theta, own);
    }
  }
  UNPROTECT(1);
  return counts;
}

/* Weights of the regions in each draw of one pair, 3 x draws, columns sum to 1. */
SEXP pb_signed_rank_thetas(SEXP weights, SEXP order, SEXP below, SEXP upto) {
  const int rows = Rf_nrows(weights), draws = Rf_ncols(weights);
  double *sums = (double *)R_alloc((size_t)rows + 1, sizeof(double));
  const Stairs stairs = stairs_of(order, below, upto, 0);
  SEXP thetas = PROTECT(Rf_allocMatrix(REALSXP, REGIONS, draws));
  for (int draw = 0; draw < draws; draw++) {
    if (draw % 4096 == 0) {
      R_CheckUserInterrupt();
    }
    double *theta = REAL(thetas) + (R_xlen_t)draw * REGIONS;
    regions(REAL(weights) + (R_xlen_t)draw * rows, stairs, rows, sums, theta);
    const double all = theta[BETTER] + theta[EQUAL] + theta[WORSE];
    for (int region = 0; region < REGIONS; region++) {
      theta[region] /= all;
    }
  }
  UNPROTECT(1);
  return thetas;
}
