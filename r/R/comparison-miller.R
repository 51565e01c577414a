# Miller's simultaneous test of differences of mean ranks.

#' Miller's test of mean ranks
#'
#' Compares all pairs of methods by Miller's test. Its critical value applies at once to all
#' contrasts of mean ranks, that is, to all weighted sums of mean ranks whose weights add up to 0.
#'
#' With mean ranks \eqn{r_i}, \eqn{\chi^2 = (r_i - r_j)^2 / (k(k+1)/(6N))}{
#' chi2 = (r_i - r_j)^2 / (k(k+1)/(6N))} is compared with the chi-square distribution of k - 1
#' degrees of freedom (Miller 1966). If only pairs are of interest, the Nemenyi test is more
#' powerful.
#'
#' With `reference = "permutation"`, p is the probability that the sum of the pair's rank
#' differences is at least as far from 0 as observed if each difference has a random sign, + or -
#' with equal probability. This p is exact whatever the scores of the other methods are; it is then
#' adjusted by Bonferroni's correction. `"auto"` permutes with two methods on up to 1000 datasets,
#' because in this case a test at level 0.05 by the chi-square distribution can reject a true
#' hypothesis with a probability that differs from 0.05 by more than 0.01.
#'
#' @inheritParams pb_siegel
#' @param reference How to compute p. `"limit"`: by the limiting distribution. `"permutation"`: by
#'   exchanging the two scores of a pair within datasets in every possible way, while the scores of
#'   other methods stay unchanged. `"auto"`: by permutation if there are so few datasets that the
#'   limiting distribution is misleading (see Details), otherwise by the limiting distribution.
#' @return An object of class `pb_pairs`; its fields are those of [pb_pairs]. The `statistics`
#'   are chi-square values, >= 0, with k - 1 degrees of freedom. The p-values of this
#'   distribution already account for all pairs together, so `adjust` is `"none"`. With permutation,
#'   each p-value is computed for its pair alone and then adjusted by Bonferroni's correction, so
#'   `adjust` is `"bonferroni"`.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for an invalid `tie_tol` or `reference`.
#' @references
#' Miller, R. G. (1966). *Simultaneous statistical inference*. McGraw-Hill, New York.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' pb_miller(t)
#' @family tests of pairs
#' @export
pb_miller <- function(t, tie_tol = "decimal", reference = "auto") {
  check_pairs(t, "two-sided", NULL)
  tie_tol <- check_tie_tolerance(tie_tol)
  check_reference(reference, "standard", t)
  rank_sum_test(
    t, compare_miller,
    test = "miller", statistic = "chi-square", method = "chi-square", df = ncol(t$scores) - 1,
    adjust = "none", tie_tol = tie_tol,
    reference = reference, joint = TRUE
  )
}

compare_miller <- function(doubled) {
  n <- nrow(doubled)
  k <- ncol(doubled)
  statistics <- rank_sum_gaps(doubled)^2 * 1.5 / (n * k * (k + 1))
  list(
    statistics = statistics, pvalues = stats::pchisq(statistics, k - 1, lower.tail = FALSE)
  )
}
