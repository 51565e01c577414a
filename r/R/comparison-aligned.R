# Aligned ranks: scores minus the mean of their dataset, ranked over all datasets together.

aligned_conventions <- c("standard", "scmamp")

#' Aligned ranks test: do all methods perform alike?
#'
#' Tests whether all methods perform alike, by the ranks of aligned scores. A score is aligned by
#' subtracting the mean of its dataset; all N k aligned scores are then ranked together. Unlike in
#' the Friedman test, a large difference counts more than a small one, so all datasets must be
#' measured in the same unit.
#'
#' With aligned ranks \eqn{r_{ij}}, their sums \eqn{R_j} over datasets and means \eqn{\bar r_i}
#' within datasets, the statistic of `pb_aligned_ranks()` is
#' \deqn{T = \frac{(k-1) \sum_j (R_j - N(Nk+1)/2)^2}{\sum_{ij} (r_{ij} - \bar r_i)^2}}{
#'   T = (k-1) sum_j (R_j - N(Nk+1)/2)^2 / sum_ij (r_ij - mean r_i)^2}
#' and is compared with the chi-square distribution with k - 1 degrees of freedom. T standardises
#' the rank sums by the variance that they have if the aligned ranks of each dataset are in random
#' order. This variance holds with and without ties (Hodges and Lehmann 1962; Sen 1968). Without
#' ties, T is the statistic of Garcia et al. (2010).
#'
#' `pb_aligned_ranks_pairs()` divides differences of mean aligned ranks by \eqn{\sqrt{2 S/(N^2
#' (k-1))}}{sqrt(2 S/(N^2 (k-1)))}, where S is the denominator of T. This divisor is the standard
#' deviation of a difference of mean aligned ranks if the aligned ranks of each dataset are in
#' random order. It holds with and without ties.
#'
#' The convention `"scmamp"` divides by \eqn{\sqrt{k(Nk+1)/6}}{sqrt(k(Nk+1)/6)} instead. This is the
#' standard deviation if all N k ranks are in random order. Because of the alignment, this divisor
#' is too small by a factor of about \eqn{\sqrt{(k-1)/k}}{sqrt((k-1)/k)}, so the test rejects too
#' often. With five methods, a test at level 0.05 rejects a true hypothesis with probability 0.08.
#' In Garcia et al. (2010, section 3.2.2), N k + 1 is misprinted as N + 1.
#'
#' Aligned scores are multiplied by k: k (score - mean) is computed exactly and rounded once to the
#' nearest double. So aligned scores that are equal in exact arithmetic stay equal, and rounding
#' never reverses their order.
#'
#' In `pb_aligned_ranks_pairs()`, the ranks of both methods of a pair depend on the other methods in
#' the table. In two cases, two methods that do not differ are too often found to differ
#' significantly: if the other methods are variants of one method, or if their scores vary less from
#' dataset to dataset than the scores of the pair (`docs/measured.md` of the sources).
#'
#' With `reference = "permutation"`, p is the probability that T is at least as large as observed if
#' the scores of each dataset are in random order. `"auto"` permutes with fewer than 10 datasets.
#' With so few datasets, a test at level 0.05 by the limiting distribution can reject a true
#' hypothesis with a probability that differs from 0.05 by more than about 0.01
#' (`bench/few_datasets.csv` of the sources). If there are more than a million rearrangements,
#' 19,999 of them are drawn at random, the same in Python and R. Then p is (1 + the number of drawn
#' tables whose T is at least as large as observed) / 20,000.
#'
#' `pb_aligned_ranks_pairs()` permutes by exchanging the two scores of a pair, as [pb_siegel()]
#' does. For pairs, `"auto"` permutes only if there are two methods and fewer than 7 datasets.
#'
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()].
#' @param adjust Name of the correction for testing many pairs, see [pb_adjust()].
#' @param control A method with which all others are compared, or `NULL` for all pairs.
#' @param convention `"standard"` or `"scmamp"`. `"scmamp"` reproduces the package scmamp: means and
#'   differences are computed in double precision, so that rounding breaks ties across datasets; the
#'   variance is computed as if there were no ties; and p is computed as 1 minus the distribution
#'   function.
#' @param tie_tol `"decimal"`, a number >= 0 in units of the score, or `"auto"`. With a number,
#'   aligned scores tie if they differ by at most this number. Ties are chained along the sorted
#'   scores: if a ties with b, and b with c, all three tie. `"auto"` stands for the number 1e-12
#'   times the largest absolute score of the table. With `"decimal"`, only equal aligned scores tie.
#'   Aligned scores are exact if the convention is `"standard"` and all scores have at most 10
#'   decimals and 15 digits.
#' @param reference How to compute p. `"limit"`: by the limiting distribution. `"permutation"`: from
#'   tables in which the scores of each dataset are rearranged; all of these tables if there are at
#'   most a million, otherwise a random sample. `"auto"`: by permutation if there are so few
#'   datasets that the limiting distribution is misleading (see Details), otherwise by the limiting
#'   distribution.
#' @return `pb_aligned_ranks()`: an object of class `pb_omnibus`, a list of
#'   \item{test}{`"aligned_ranks"`}
#'   \item{statistic, pvalue, df}{T, its p-value, k - 1}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{method, convention}{`"chi-square"`, and as given}
#'   \item{mean_ranks}{named vector of mean aligned ranks, in \[1, N k\]; the best is the smallest}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   \item{reference}{`"limit"`, `"permutation"` (all rearrangements) or `"simulation"` (drawn)}
#'   \item{least_pvalue}{smallest p-value possible for data of this size with these ties; 0 if p can
#'     be arbitrarily small}
#'     `pb_aligned_ranks_pairs()`: an object of class `pb_pairs`, whose statistics are z, positive
#'     where the row is better.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods, or missing scores;
#' `pybench_error_argument` for an argument with an invalid value.
#' @references
#' Hodges, J. L. and Lehmann, E. L. (1962). Rank methods for combination of independent experiments
#' in analysis of variance. *Annals of Mathematical Statistics* 33, 482-497.
#'
#' Sen, P. K. (1968). On a class of aligned rank order tests in two-way layouts. *Annals of
#' Mathematical Statistics* 39, 1115-1124.
#'
#' Garcia, S., Fernandez, A., Luengo, J. and Herrera, F. (2010). Advanced nonparametric tests for
#' multiple comparisons in the design of experiments in computational intelligence and data mining.
#' *Information Sciences* 180, 2044-2064.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("d1", "d2", "d3"), a = c(9, 8, 6), b = c(8, 7, 7), c = c(4, 3, 5)),
#'   higher_is_better = TRUE
#' )
#' pb_aligned_ranks(t)$mean_ranks
#' pb_aligned_ranks_pairs(t, control = "a")
#' @family omnibus tests
#' @export
pb_aligned_ranks <- function(t, convention = "standard", tie_tol = "decimal", reference = "auto") {
  check_choice("convention", convention, aligned_conventions)
  tie_tol <- check_tie_tolerance(tie_tol, convention)
  require_comparable(t, one_metric = TRUE)
  check_reference(reference, convention, t)
  df <- ncol(t$scores) - 1
  ranked_at <- aligned_ranker(t, convention, tie_tol)
  answer <- function(tolerance) {
    ranked <- ranked_at(tolerance)
    if (permuted("aligned_ranks", reference, convention, ranked)) {
      return(rearrange_rows(2 * ranked))
    }
    statistic <- aligned_statistic(ranked, convention)
    list(pvalue = omnibus_tail(statistic, df, convention), least = 0, reference = "limit")
  }
  pvalue_at <- function(tolerance) answer(tolerance)$pvalue
  ranked <- ranked_at(tie_tol)
  found <- answer(tie_tol)
  new_omnibus(
    "aligned_ranks", aligned_statistic(ranked, convention), found$pvalue, df, nrow(ranked),
    colMeans(ranked), "chi-square", convention,
    aligned_notes(t, convention, tie_tol, noise_decides(tie_tol, found$pvalue, pvalue_at)),
    found$reference, found$least
  )
}

#' @rdname pb_aligned_ranks
#' @family tests of pairs
#' @export
pb_aligned_ranks_pairs <- function(t, adjust = "holm", control = NULL, convention = "standard",
                                   tie_tol = "decimal", reference = "auto") {
  check_choice("convention", convention, aligned_conventions)
  tie_tol <- check_tie_tolerance(tie_tol, convention)
  check_pairs(t, "two-sided", control, one_metric = TRUE)
  adjust <- check_adjust(adjust, control)
  check_reference(reference, convention, t)
  ranked_at <- aligned_ranker(t, convention, tie_tol)
  answer <- function(tolerance) {
    ranked <- ranked_at(tolerance)
    means <- colSums(ranked) / nrow(ranked)
    # Column minus row: rank 1 is the best.
    z <- -outer(means, means, "-") / aligned_error(ranked, convention)
    limit <- list(statistics = z, pvalues = two_sided_normal(z, convention))
    exchanged("aligned_ranks_pairs", limit, 2 * ranked, reference, convention)
  }
  verdicts_at <- function(pairs) {
    verdicts_of(pairs$statistics, pairs$pvalues, adjust, "two-sided", control)
  }
  found <- answer(tie_tol)
  near <- by_equality(tie_tol) && any(verdicts_at(found) != verdicts_at(answer("auto")))
  notes <- aligned_notes(t, convention, tie_tol, near)
  new_pairs(
    t, found$statistics, found$pvalues, least = found$least,
    test = "aligned_ranks_pairs", statistic = "z",
    method = if (found$permuted) "permutation" else "normal", adjust = adjust,
    control = control, convention = convention, tie_tol = tie_tol,
    notes = if (found$permuted) notes_but(notes, "few-datasets") else notes
  )
}

# The standard deviation of a difference of two mean aligned ranks; 1 if nothing varies.
aligned_error <- function(ranked, convention) {
  k <- ncol(ranked)
  variance <- if (convention == "scmamp") {
    k * (length(ranked) + 1) / 6
  } else {
    # Twice the mean variance within datasets, over N.
    2 * mean(apply(ranked, 1L, stats::var)) / nrow(ranked)
  }
  if (variance == 0) 1 else sqrt(variance)
}

# `near`: whether rounding noise decides.
aligned_notes <- function(t, convention, tie_tol, near) {
  doubled <- doubled_ranks(t$scores, t$higher_is_better, tie_tol)
  c(
    # The sizes of differences count too, so with two methods the test is not a sign test.
    notes_but(table_notes(t, doubled, convention), "two-classifiers"),
    if (near) "near-ties"
  )
}

# Returns a function of a tie tolerance that ranks all aligned scores together, N x k, 1 the best.
aligned_ranker <- function(t, convention, tie_tol) {
  k <- ncol(t$scores)
  given <- if (identical(tie_tol, "decimal")) whole_scores(t$scores)$scores else t$scores
  # Exact scaling, so that no sum of the largest doubles overflows.
  shrink <- if (max(abs(given)) > 2^900) 2^-100 else 1
  scores <- given * shrink
  if (convention == "scmamp") {
    aligned <- scores - rounded_means(scores)
    unit <- shrink
  } else {
    aligned <- vapply(seq_len(k), function(j) exact_sums(scores[, rep(j, k)], -scores),
                      numeric(nrow(scores)))
    unit <- shrink * k
  }
  loss <- if (t$higher_is_better) -aligned else aligned
  function(tie_tol) {
    scores[] <- chained_ranks(loss, table_tolerance(given, tie_tol) * unit)
    scores
  }
}

# The row sums of the matrices bound side by side, exact until one rounding.
exact_sums <- function(...) {
  parts <- cbind(...)
  .Call(C_pb_exact_row_sums, unname(parts), ncol(parts))
}

# The double nearest to the mean of each row, as mean() gives it where R has long doubles.
rounded_means <- function(scores) {
  k <- ncol(scores)
  near <- exact_sums(scores) / k
  near + exact_sums(scores, matrix(-near, nrow(scores), k)) / k
}

# T from aligned ranks, N x k; 0 if every dataset ranks all methods alike.
aligned_statistic <- function(ranked, convention) {
  n <- nrow(ranked)
  k <- ncol(ranked)
  between <- sum((colSums(ranked) - n * (n * k + 1) / 2)^2)
  squares <- if (convention == "scmamp") {
    n * k * (n * k + 1) * (2 * n * k + 1) / 6
  } else {
    sum(ranked^2)
  }
  if (between == 0) 0 else (k - 1) * between / (squares - sum(rowSums(ranked)^2) / k)
}
