# The sign test of pairs of methods.

#' Sign test of pairs of methods
#'
#' Compares pairs of methods by the numbers of datasets on which each of the two is better.
#'
#' Datasets on which both methods score the same are left out. With w wins and l losses of the
#' method in the row on the other n = w + l datasets, the p-value for `"greater"` is the exact
#' binomial tail
#' \deqn{P(B \ge w) = 2^{-n} \sum_{i \ge w} {n \choose i}}{P(B >= w) = 2^-n sum_(i >= w) C(n, i)}
#' The two-sided p-value is twice the smaller tail, but at most 1. Demsar (2006, section 3.1.4) does
#' not leave out the datasets with equal scores, but splits them evenly between the two methods, and
#' ignores one of them if their number is odd.
#'
#' @inheritParams pb_wilcoxon
#' @param tie_tol `"decimal"`, a number >= 0 in units of the score, or `"auto"`. Differences of at
#'   most this size count as zero. `"auto"` is 1e-12 times the largest absolute score of the table;
#'   with `"decimal"` or with 0, only differences of equal scores count as zero.
#' @return An object of class `pb_pairs`; its fields are those of [pb_pairs]. The `statistics`
#'   are the numbers of datasets on which the method in the row is better.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for an unknown correction, alternative or control, a correction that
#' cannot be used with the alternative or the control, or an invalid `tie_tol`.
#' @references
#' Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. *Journal of
#' Machine Learning Research* 7, 1-30.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = 1:5, A = c(9, 7, 6, 8, 9), B = c(8, 5, 3, 4, 4)),
#'   higher_is_better = TRUE
#' )
#' pb_sign_test(t, alternative = "greater")$pvalues
#' @family tests of pairs
#' @export
pb_sign_test <- function(t, adjust = "holm", alternative = "two-sided", control = NULL,
                         tie_tol = "decimal") {
  check_pairs(t, alternative, control, pairwise = TRUE)
  adjust <- check_adjust(adjust, control, alternative)
  tie_tol <- check_tie_tolerance(tie_tol)
  pairs <- pairs_of(t, control)
  answer <- function(tie_tol) {
    wins <- count_wins(differences(t, pairs, tie_tol))
    list(statistics = wins, pvalues = sign_pvalues(wins, alternative))
  }
  found <- answer(tie_tol)
  wins <- found$statistics
  near <- by_equality(tie_tol) &&
    verdicts_change(t, pairs, found, answer("auto"), adjust, alternative, control)
  least <- least_signed(wins$there + wins$back, alternative)
  new_pairs(
    t, square_of(t, pairs, wins), square_of(t, pairs, found$pvalues),
    least = square_of(t, pairs, list(there = least, back = least)),
    test = "sign_test", statistic = "wins", method = "exact",
    adjust = adjust, alternative = alternative, control = control, tie_tol = tie_tol,
    notes = c(
      pair_notes(t, tie_tol = tie_tol, identical = any(wins$there + wins$back == 0)),
      if (near) "near-ties"
    )
  )
}

count_wins <- function(gaps) {
  list(there = colSums(gaps > 0, na.rm = TRUE), back = colSums(gaps < 0, na.rm = TRUE))
}

# p-values of the pairs and of the reversed pairs from their wins.
sign_pvalues <- function(wins, alternative) {
  n <- wins$there + wins$back
  at_most <- function(count) stats::pbinom(count, n, 0.5)
  # By symmetry P(B >= w) = P(B <= n - w), and n - w are the losses.
  directed_pvalues(
    alternative,
    both = twice(at_most(pmin(wins$there, wins$back))),
    greater = at_most(wins$back),
    less = at_most(wins$there)
  )
}
