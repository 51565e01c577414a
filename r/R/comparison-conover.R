# Conover's t test of differences of rank sums.

conover_variants <- c("standard", "pmcmrplus", "pmcmr-4.3")
single_step <- "single-step"

#' Conover's test of rank sums
#'
#' Compares pairs of methods, or all methods with a control, by their rank sums, relative to the
#' residual spread of the ranks (the spread that differences between methods do not explain).
#'
#' With rank sums \eqn{R_i}, ranks r, \eqn{A = \sum r^2}{A = sum of r^2}, \eqn{C = N k (k+1)^2 / 4}
#' and Friedman's statistic \eqn{\chi^2}{chi2} corrected for ties,
#' \deqn{t = (R_j - R_i) \Big/ \sqrt{\frac{2N(A - C)}{(N-1)(k-1)}
#'   \Bigl(1 - \frac{\chi^2}{N(k-1)}\Bigr)}}{
#'   t = (R_j - R_i) / sqrt(2N (A - C) (1 - chi2/(N(k-1))) / ((N-1)(k-1)))}
#' (Conover 1999, section 5.8). The test is meant to follow a significant Friedman test; without
#' adjustment it does not control the family-wise error rate. In simulations of three or more
#' methods that do not differ, `"single-step"` with the limiting distribution found a significant
#' difference at level 0.05 too often. With 3 methods, the share of simulated tables with such a
#' false finding was 0.092 with 5 datasets and 0.070 with 6 datasets. With 7 or more datasets, this
#' share was at most 0.065. With the variant `"pmcmrplus"`, which uses the range of normal
#' variables, it was still 0.06 with 20 datasets.
#'
#' Mean ranks depend on the other methods in the table. In two cases, two methods that do not differ
#' are too often found to differ significantly: if the other methods are variants of one method, or
#' if their scores vary less from dataset to dataset than the scores of the pair (`docs/measured.md`
#' of the sources).
#'
#' With `reference = "permutation"`, p is the probability that the sum of the pair's rank
#' differences is at least as far from 0 as observed if each difference has a random sign, + or -
#' with equal probability. This p is exact whatever the scores of the other methods are. `"auto"`
#' permutes with two methods, with three methods on fewer than 9 datasets, and with more methods on
#' fewer than 4 datasets. In these cases, a test at level 0.05 by Student's t can reject a true
#' hypothesis with a probability that differs from 0.05 by more than about 0.01
#' (`bench/few_datasets.csv` of the sources). `"auto"` also permutes if t is infinite. With
#' permutation, `"single-step"` is Bonferroni's correction.
#'
#' @inheritParams pb_siegel
#' @param adjust Correction for testing many pairs, see [pb_adjust()]. For all pairs,
#'   `"single-step"` is possible, too: as in Tukey's test, p comes from the distribution of the
#'   studentized range, with the degrees of freedom of t. On few datasets, `"single-step"`
#'   rejects too often, see Details.
#' @param variant `"standard"`, or a variant that reproduces published numbers. For
#'   `"single-step"`, `"pmcmrplus"` uses the distribution of the range of k standard normal
#'   variables, as the R package PMCMRplus does. `"pmcmr-4.3"` uses the same distribution and,
#'   in addition, interchanges N and k in the denominator of t, as the R package PMCMR 4.3 does
#'   by mistake.
#' @param reference How to compute p. `"limit"`: by the limiting distribution. `"permutation"`: by
#'   exchanging the two scores of a pair within datasets in every possible way, while the scores of
#'   other methods stay unchanged. `"auto"`: by permutation if the limiting distribution is
#'   misleading, because there are few datasets or all of them agree (see Details); otherwise by the
#'   limiting distribution.
#' @return An object of class `pb_pairs`; its fields are those of [pb_pairs]. The `statistics`
#'   are the values of t, with (N - 1)(k - 1) degrees of freedom. They are positive if the row
#'   has the better (lower) rank sum, and infinite if all datasets rank the methods in the same
#'   order.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for an unknown correction, control or variant, `"single-step"` with a
#' control, a bad `tie_tol`, or a table for which PMCMR 4.3 takes the root of a negative number.
#' @references
#' Conover, W. J. (1999). *Practical nonparametric statistics*, 3rd edition. Wiley, New York.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' pb_conover(t)
#' @family tests of pairs
#' @export
pb_conover <- function(t, adjust = "holm", control = NULL, variant = "standard",
                       tie_tol = "decimal", reference = "auto") {
  check_pairs(t, "two-sided", control)
  adjust <- check_adjust(adjust, control, "two-sided", single_step)
  if (adjust == single_step && !is.null(control)) {
    stop_argument(
      paste0(
        "`adjust` = \"", single_step, "\" uses the joint distribution of all pairs: it does ",
        "not apply with a control"
      ),
      expected = "all pairs", found = "a control", hint = "Use \"holm\"."
    )
  }
  variant <- check_choice("variant", variant, conover_variants)
  tie_tol <- check_tie_tolerance(tie_tol)
  check_reference(reference, variant, t)
  rank_sum_test(
    t, function(doubled) compare_conover(doubled, adjust, variant),
    test = "conover", statistic = "t", method = "t",
    df = (nrow(t$scores) - 1) * (ncol(t$scores) - 1),
    adjust = adjust, control = control, convention = variant, tie_tol = tie_tol,
    reference = reference, joint = adjust == single_step
  )
}

compare_conover <- function(doubled, adjust, variant) {
  k <- ncol(doubled)
  statistic <- conover_t(doubled, variant)
  result <- list(
    statistics = statistic,
    pvalues = 2 * stats::pt(-abs(statistic), (nrow(doubled) - 1) * (k - 1))
  )
  if (adjust == single_step) {
    result$adjusted <- statistic
    far <- is.infinite(statistic)
    result$adjusted[far] <- 0
    q <- sqrt(2) * abs(statistic[!far])
    result$adjusted[!far] <- if (variant == "standard") {
      studentized_upper_tail(q, k, (nrow(doubled) - 1) * (k - 1))
    } else {
      range_upper_tail(q, k)
    }
  }
  result
}

# t of all pairs, k x k, antisymmetric; 0 / 0, two equal rank sums if all datasets rank alike, is 0.
conover_t <- function(doubled, variant) {
  n <- nrow(doubled)
  k <- ncol(doubled)
  # The formula of the help page in doubled ranks: A - C is `within` / 4 and Friedman's statistic is
  # (k-1) `between` / `within`. All are whole numbers, so a spread of 0 is found exactly.
  spread <- if (variant != "pmcmr-4.3") {
    rank_disagreement(doubled)
  } else {
    within <- sum((doubled - (k + 1))^2)
    between <- sum((colSums(doubled) - n * (k + 1))^2)
    k * within - (k - 1) * between / (n - 1)
  }
  if (spread < 0) {
    stop_argument(
      paste0(
        "`variant` = \"pmcmr-4.3\" has no result for this table: PMCMR 4.3 takes the root of a ",
        "negative number"
      ),
      expected = "a table on which PMCMR 4.3 answers", found = "NaN",
      hint = "Use variant=\"standard\", which is Conover's formula."
    )
  }
  gaps <- rank_sum_gaps(doubled)
  statistic <- gaps / sqrt(2 * spread / ((n - 1) * (k - 1)))
  statistic[gaps == 0] <- 0
  statistic
}
