# The Quade test: ranks within datasets, weighted by the range of the scores of the dataset.

#' Quade test: do all methods perform alike?
#'
#' Tests whether all methods perform alike. The methods are ranked within each dataset, and each
#' dataset gets a weight: the rank of its range of scores among the ranges of all datasets. A
#' dataset with a large range therefore counts more than one with a small range. All datasets must
#' be measured in the same unit.
#'
#' Let \eqn{r_{ij}} be the rank of method j on dataset i, and \eqn{Q_i} the rank of the score
#' range of dataset i among the ranges of all datasets. With \eqn{S_{ij} = Q_i (r_{ij} -
#' (k+1)/2)}, \eqn{S_j = \sum_i S_{ij}}, \eqn{A = \sum_{ij} S_{ij}^2} and \eqn{B = \sum_j S_j^2
#' / N}, the statistic of `pb_quade()` is
#' \deqn{F = (N - 1) B / (A - B)}
#' with k - 1 and (k - 1)(N - 1) degrees of freedom (Quade 1979; Conover 1999, section 5.8). F is
#' `Inf` if, for each method, \eqn{S_{ij}} is the same on all datasets. If all methods tie on every
#' dataset, F is 0 and p is 1.
#'
#' `pb_quade_pairs()` compares two methods by
#' \deqn{t = \frac{S_j - S_i}{\sqrt{2 N (A - B) / ((N - 1)(k - 1))}}, \qquad
#'   z = \frac{S_j - S_i}{\sqrt{2 A / (k - 1)}}}{
#'   t = (S_j - S_i) / sqrt(2 N (A - B) / ((N-1)(k-1))),  z = (S_j - S_i) / sqrt(2 A / (k-1))}
#' where t has (k - 1)(N - 1) degrees of freedom (Conover 1999, section 5.8, equation 10), and z
#' uses the variance that the numerator has if the ranks of each dataset are in random order.
#'
#' The weighted mean ranks of two methods differ by \eqn{2 (S_j - S_i) / (N (N + 1))}. Without ties,
#' the variance of this difference is k (k + 1) (2N + 1) / (9 N (N + 1)).
#'
#' In `pb_quade_pairs()`, the ranks of both methods of a pair depend on the other methods in the
#' table. In two cases, two methods that do not differ are too often found to differ significantly:
#' if the other methods are variants of one method, or if their scores vary less from dataset to
#' dataset than the scores of the pair (`docs/measured.md` of the sources).
#'
#' With `reference = "permutation"`, p is the probability that F is at least as large as observed if
#' the scores of each dataset are in random order. `"auto"` permutes with fewer than 10 datasets.
#' With so few datasets, a test at level 0.05 by the limiting distribution can reject a true
#' hypothesis with a probability that differs from 0.05 by more than about 0.01
#' (`bench/few_datasets.csv` of the sources). `"auto"` also permutes if F is infinite. The scores of
#' the first dataset are not rearranged, because F does not depend on the names of the methods. If
#' the other datasets have more than a million rearrangements, 19,999 of them are drawn at random,
#' the same in Python and R. Then p is (1 + the number of drawn tables whose F is at least as large
#' as observed) / 20,000.
#'
#' `pb_quade_pairs()` permutes by exchanging the two scores of a pair, as [pb_siegel()] does. For
#' pairs, `"auto"` permutes with two methods on fewer than 7 datasets, and if t is infinite.
#'
#' @inheritParams pb_aligned_ranks
#' @param distribution `"t"` for Conover's t, `"normal"` for z.
#' @param convention `"standard"`, `"scmamp"` or, for `pb_quade_pairs()` only, `"pmcmr"`. With
#'   `"scmamp"` or `"pmcmr"`, `reference = "auto"` is the same as `reference = "limit"`.
#'
#'   For `pb_quade()`, `"scmamp"` computes the sum of squares A as if there were no ties, and p as 1
#'   minus the distribution function.
#'
#'   For `pb_quade_pairs()`, the convention decides which variance of the difference of two weighted
#'   mean ranks is used in z. `"scmamp"` uses the variance (k - 1) k (k + 1) (2N + 1) / (18 N (N +
#'   1)) of Garcia et al. (2010). This is (k - 1) / 2 times the variance given in Details for data
#'   without ties, so it is right only for k = 3. `"scmamp"` is available only for z; its p is twice
#'   (1 minus the distribution function). `"pmcmr"` uses the variance of `"scmamp"` with N k in
#'   place of N; it does not change the formula of t.
#' @param tie_tol Within a dataset, scores tie as in [pb_ranks()]. Ranges of scores that differ by
#'   at most `tie_tol` also tie; for ranges, `"auto"` is 1e-12 times the largest absolute score of
#'   the table. With `"decimal"` and the convention `"standard"`, ranges are exact if all scores
#'   have at most 10 decimals and 15 digits.
#' @return `pb_quade()`: an object of class `pb_omnibus` as [pb_aligned_ranks()] returns it;
#'   `method` is `"F"` and `mean_ranks` are the means of the ranks weighted by \eqn{Q_i}.
#'   `pb_quade_pairs()`: an object of class `pb_pairs`, whose statistics are positive where the row
#'   is better.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods, or missing scores;
#' `pybench_error_argument` for an argument with an unknown value, or for the convention `"scmamp"`
#' with the distribution `"t"`.
#' @references
#' Quade, D. (1979). Using weighted rankings in the analysis of complete blocks with additive block
#' effects. *Journal of the American Statistical Association* 74, 680-683.
#'
#' Conover, W. J. (1999). *Practical nonparametric statistics*, 3rd edition. Wiley, New York.
#'
#' Garcia, S., Fernandez, A., Luengo, J. and Herrera, F. (2010). Advanced nonparametric tests for
#' multiple comparisons in the design of experiments in computational intelligence and data mining.
#' *Information Sciences* 180, 2044-2064.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("d1", "d2", "d3"), a = c(9, 8, 6), b = c(8, 7, 7), c = c(4, 1, 5)),
#'   higher_is_better = TRUE
#' )
#' pb_quade(t)
#' pb_quade_pairs(t, control = "a")
#' @family omnibus tests
#' @export
pb_quade <- function(t, convention = "standard", tie_tol = "decimal", reference = "auto") {
  check_choice("convention", convention, aligned_conventions)
  tie_tol <- check_tie_tolerance(tie_tol, convention)
  require_comparable(t, one_metric = TRUE)
  check_reference(reference, convention, t)
  n <- nrow(t$scores)
  k <- ncol(t$scores)
  df <- c(k - 1, (k - 1) * (n - 1))
  statistic_at <- function(tolerance) quade_statistic(weighted_ranks(t, tolerance), convention)
  answer <- function(tolerance) {
    weighted <- weighted_ranks(t, tolerance)
    statistic <- quade_statistic(weighted, convention)
    if (permuted("quade", reference, convention, weighted, is.infinite(statistic))) {
      return(rearrange_rows(weighted))
    }
    list(pvalue = omnibus_tail(statistic, df, convention), least = 0, reference = "limit")
  }
  pvalue_at <- function(tolerance) answer(tolerance)$pvalue
  means <- colSums(weighted_ranks(t, tie_tol)) / (2 * n * (n + 1)) + (k + 1) / 2
  found <- answer(tie_tol)
  new_omnibus(
    "quade", statistic_at(tie_tol), found$pvalue, df, n, means, "F", convention,
    aligned_notes(t, convention, tie_tol, noise_decides(tie_tol, found$pvalue, pvalue_at)),
    found$reference, found$least
  )
}

#' @rdname pb_quade
#' @family tests of pairs
#' @export
pb_quade_pairs <- function(t, adjust = "holm", control = NULL, distribution = "t",
                           convention = "standard", tie_tol = "decimal", reference = "auto") {
  check_choice("distribution", distribution, c("t", "normal"))
  check_choice("convention", convention, conventions)
  if (distribution == "t" && convention == "scmamp") {
    stop_argument(
      "`distribution` must be \"normal\" with convention \"scmamp\", not \"t\"",
      expected = "\"normal\"", found = "\"t\""
    )
  }
  tie_tol <- check_tie_tolerance(tie_tol, convention)
  check_pairs(t, "two-sided", control, one_metric = TRUE)
  adjust <- check_adjust(adjust, control)
  check_reference(reference, convention, t)
  df <- if (distribution == "t") (ncol(t$scores) - 1) * (nrow(t$scores) - 1) else numeric()
  answer <- function(tolerance) {
    weighted <- weighted_ranks(t, tolerance)
    value <- quade_gaps(weighted, distribution, convention)
    pvalues <- if (distribution == "t") {
      2 * stats::pt(abs(value), df, lower.tail = FALSE)
    } else {
      two_sided_normal(value, convention)
    }
    limit <- list(statistics = value, pvalues = pvalues)
    exchanged("quade_pairs", limit, weighted, reference, convention)
  }
  verdicts_at <- function(pairs) {
    verdicts_of(pairs$statistics, pairs$pvalues, adjust, "two-sided", control)
  }
  found <- answer(tie_tol)
  near <- by_equality(tie_tol) && any(verdicts_at(found) != verdicts_at(answer("auto")))
  notes <- aligned_notes(t, convention, tie_tol, near)
  new_pairs(
    t, found$statistics, found$pvalues, least = found$least,
    test = "quade_pairs", statistic = if (distribution == "t") "t" else "z",
    method = if (found$permuted) "permutation" else distribution,
    adjust = adjust, control = control, convention = convention,
    df = if (found$permuted) numeric() else df, tie_tol = tie_tol,
    notes = if (found$permuted) notes_but(notes, "few-datasets") else notes
  )
}

# 4 S_ij, N x k: whole numbers, so their sums are exact.
weighted_ranks <- function(t, tie_tol) {
  # Near the largest double a range overflows: such scores are halved, which is exact.
  scores <- if (identical(tie_tol, "decimal")) whole_scores(t$scores)$scores else t$scores
  unit <- if (max(abs(scores)) > .Machine$double.xmax / 2) 0.5 else 1
  ranges <- apply(unit * scores, 1L, function(row) max(row) - min(row))
  weights <- 2 * chained_ranks(ranges, unit * table_tolerance(scores, tie_tol))
  weights * (doubled_ranks(t$scores, t$higher_is_better, tie_tol) - (ncol(t$scores) + 1))
}

# F from 4 S_ij: 0 if nothing varies, Inf if all datasets give the same S; stats::quade.test()
# returns NaN for both, and has no tolerance for ties.
quade_statistic <- function(weighted, convention) {
  n <- nrow(weighted)
  k <- ncol(weighted)
  between <- sum(colSums(weighted)^2) # 16 N B
  squares <- if (convention == "scmamp") {
    16 * (n * (n + 1) * (2 * n + 1) / 6) * (k * (k^2 - 1) / 12)
  } else {
    sum(weighted^2)
  }
  if (between == 0) 0 else (n - 1) * between / (n * squares - between)
}

# t or z of all pairs from 4 S_ij, positive where the row is better; 0 between equals.
quade_gaps <- function(weighted, distribution, convention) {
  n <- nrow(weighted)
  k <- ncol(weighted)
  sums <- colSums(weighted)
  gaps <- -outer(sums, sums, "-")
  size <- if (convention == "pmcmr") n * k else n
  deviation <- if (distribution == "t") {
    sqrt(2 * (n * sum(weighted^2) - sum(sums^2)) / ((n - 1) * (k - 1)))
  } else if (convention == "standard") {
    sqrt(2 * sum(weighted^2) / (k - 1))
  } else {
    # Their variance is that of the means 2 S_j / (N(N+1)).
    2 * n * (n + 1) * sqrt(k * (k + 1) * (2 * size + 1) * (k - 1) / (18 * size * (size + 1)))
  }
  gaps[] <- ifelse(gaps == 0, 0, gaps / deviation)
  gaps
}
