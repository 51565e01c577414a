# The z test of differences of mean ranks.

#' Test of mean ranks by the normal distribution
#'
#' Compares pairs of methods, or all methods with a control, by their mean ranks and the normal
#' distribution.
#'
#' With mean ranks \eqn{r_i},
#' \deqn{z = (r_j - r_i) \Big/ \sqrt{k(k+1)/(6N)}}{z = (r_j - r_i) / sqrt(k(k+1)/(6N))}
#' is compared with the standard normal distribution (Siegel and Castellan 1988, section 7.2; for
#' comparisons with a control, Demsar 2006, page 12). The denominator is not corrected for ties.
#' `friedmanPost` in the R package scmamp is the same test. With a control and `adjust =
#' "bonferroni"`, this is the Bonferroni-Dunn test.
#'
#' Mean ranks depend on the other methods in the table. In two cases, two methods that do not differ
#' are too often found to differ significantly: if the other methods are variants of one method, or
#' if their scores vary less from dataset to dataset than the scores of the pair (`docs/measured.md`
#' of the sources).
#'
#' With `reference = "permutation"`, each of the pair's rank differences (one per dataset) gets a
#' random sign, + or - with equal probability. The two-sided p is the probability that the sum of
#' these signed differences is at least as far from 0 as observed. This p is exact whatever the
#' scores of the other methods are. `"auto"` permutes with two methods on up to 1000 datasets, and
#' with three methods on fewer than 4 datasets. In these cases, a test at level 0.05 by the normal
#' distribution can reject a true hypothesis with a probability that differs from 0.05 by more than
#' 0.01 (`bench/few_datasets.csv` of the sources).
#'
#' @inheritParams pb_ranks
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()].
#' @param adjust Name of the correction for testing many pairs, see [pb_adjust()].
#' @param alternative `"two-sided"`, `"greater"` (the row is better than the column) or `"less"`
#'   (the row is worse).
#' @param control A method with which all others are compared, or `NULL`: all pairs.
#' @param reference How to compute p. `"limit"`: by the limiting distribution. `"permutation"`: by
#'   exchanging the two scores of a pair within datasets in every possible way, while the scores of
#'   other methods stay unchanged. `"auto"`: by permutation if there are so few datasets that the
#'   limiting distribution is misleading (see Details), otherwise by the limiting distribution.
#' @return An object of class `pb_pairs`; its fields are those of [pb_pairs]. The `statistics` are
#'   the values of z, which are positive if the row has the better (lower) mean rank.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for an unknown correction, alternative or control, a correction that
#' cannot be used with the alternative or the control, or an invalid `tie_tol`.
#' @references
#' Siegel, S. and Castellan, N. J. (1988). *Nonparametric statistics for the behavioral sciences*.
#' McGraw-Hill, New York.
#'
#' Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. *Journal of
#' Machine Learning Research* 7, 1-30.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' pb_siegel(t)
#' pb_siegel(t, control = "A")$pvalues
#' @family tests of pairs
#' @export
pb_siegel <- function(t, adjust = "holm", alternative = "two-sided", control = NULL,
                      tie_tol = "decimal", reference = "auto") {
  check_pairs(t, alternative, control)
  adjust <- check_adjust(adjust, control, alternative)
  tie_tol <- check_tie_tolerance(tie_tol)
  check_reference(reference, "standard", t)
  rank_sum_test(
    t, function(doubled) compare_siegel(doubled, alternative),
    test = "siegel", statistic = "z", method = "normal",
    adjust = adjust, alternative = alternative, control = control, tie_tol = tie_tol,
    reference = reference
  )
}

compare_siegel <- function(doubled, alternative) {
  z <- siegel_z(doubled)
  list(statistics = z, pvalues = z_pvalues(z, alternative))
}

# (r_j - r_i) sqrt(6N / (k(k+1))) with r = doubled sum / (2N): k x k, antisymmetric.
siegel_z <- function(doubled) {
  n <- nrow(doubled)
  k <- ncol(doubled)
  rank_sum_gaps(doubled) * sqrt(1.5 / (n * k * (k + 1)))
}

# p-values of z, large in favour of the row.
z_pvalues <- function(z, alternative) {
  switch(alternative,
    "two-sided" = 2 * stats::pnorm(-abs(z)),
    greater = stats::pnorm(-z),
    less = stats::pnorm(z)
  )
}
