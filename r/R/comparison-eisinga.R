# The exact test of a difference of two rank sums.

# Largest N(k - 1), the largest difference of rank sums, that is computed: it takes a few seconds.
largest_eisinga <- 50000

#' Exact test of rank sums
#'
#' Compares pairs of methods, or all methods with a control, by the exact distribution of the
#' difference of two rank sums.
#'
#' If no methods differ, the ranks of two methods on a dataset are two different numbers among 1,
#' ..., k, and every pair of different numbers is equally likely. The difference of the two rank
#' sums is a sum over datasets, so its distribution is a convolution of the distributions on single
#' datasets. Eisinga, Heskes, Pelzer and Te Grotenhuis (2017) write the convolution as a sum of
#' terms with alternating signs. pybench adds positive terms only, so that small p-values are
#' accurate. The distribution assumes no ties. If the difference is not a whole number because of
#' ties, it gets the p-value of the next larger whole number, as in PMCMRplus. The distribution also
#' assumes that *no* method differs from any other. If other methods differ, use [pb_siegel()] with
#' `reference = "permutation"`.
#'
#' Mean ranks depend on the other methods in the table. In two cases, two methods that do not differ
#' are too often found to differ significantly: if the other methods are variants of one method, or
#' if their scores vary less from dataset to dataset than the scores of the pair (`docs/measured.md`
#' of the sources).
#'
#' @inheritParams pb_siegel
#' @param t A results table of k >= 2 methods on N >= 2 datasets, N(k - 1) <= 50,000, from
#'   [pb_read_results()].
#' @return An object of class `pb_pairs`; its fields are those of [pb_pairs]. The `statistics`
#'   are differences of rank sums, which are positive if the row has the better (lower) rank
#'   sum.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for an unknown correction or control, a bad `tie_tol`, or a table that
#' is too large.
#' @references
#' Eisinga, R., Heskes, T., Pelzer, B. and Te Grotenhuis, M. (2017). Exact p-values for pairwise
#' comparison of Friedman rank sums, with application to comparing classifiers. *BMC
#' Bioinformatics* 18, 68.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' pb_eisinga(t)
#' @family tests of pairs
#' @export
pb_eisinga <- function(t, adjust = "holm", control = NULL, tie_tol = "decimal") {
  check_pairs(t, "two-sided", control)
  adjust <- check_adjust(adjust, control)
  tie_tol <- check_tie_tolerance(tie_tol)
  check_eisinga_size(nrow(t$scores) * (ncol(t$scores) - 1))
  rank_sum_test(
    t, compare_eisinga,
    test = "eisinga", statistic = "difference of rank sums", method = "exact",
    adjust = adjust, control = control, tie_tol = tie_tol
  )
}

compare_eisinga <- function(doubled) {
  differences <- rank_sum_gaps(doubled) / 2
  tail <- rank_difference_tail(nrow(doubled), ncol(doubled))
  pvalues <- differences
  pvalues[] <- tail[ceiling(abs(differences)) + 1]
  least <- pvalues
  least[] <- tail[[length(tail)]]
  list(statistics = differences, pvalues = pvalues, least = least)
}

# P(|D| >= d) for d = 0, ..., n(k - 1), where D is the difference of two rank sums without ties.
rank_difference_tail <- function(n, k) {
  law <- .Call(C_pb_rank_difference, as.integer(n), as.integer(k))
  # From the far end, so that small terms are added first; d and -d are equally likely.
  tail <- 2 * rev(cumsum(rev(law)))
  pmin(1, c(1, tail[-1L]))
}

check_eisinga_size <- function(largest) {
  if (largest > largest_eisinga) {
    stop_argument(
      sprintf(
        "N(k - 1) must be at most %d for N datasets and k methods, not %d", largest_eisinga, largest
      ),
      expected = sprintf("N(k - 1) <= %d", largest_eisinga), found = sprintf("%d", largest),
      hint = "Use siegel: with so many datasets the normal approximation suffices."
    )
  }
}
