# Student's t test of pairs of methods, plain and corrected for resampling.

#' Student's t test of pairs of methods
#'
#' Compares pairs of methods by the mean of their differences over datasets. The test assumes
#' that the differences are normally distributed and that scores are comparable between
#' datasets. Demsar (2006, section 3.1.2) explains why neither assumption can be taken for
#' granted. We recommend [pb_wilcoxon()] instead.
#'
#' With the mean \eqn{\bar d}{d} and the variance \eqn{s^2} (divisor N - 1) of the differences on
#' the N datasets, the statistic is \eqn{t = \bar d / \sqrt{s^2 / N}}{t = d / sqrt(s^2 / N)} with
#' N - 1 degrees of freedom. If all differences are equal and not zero, t is infinite and p is 0.
#' (With a one-sided alternative in the opposite direction to the differences, p is 1.) If all
#' differences are zero, t is 0 and p is 1.
#'
#' @inheritParams pb_wilcoxon
#' @return An object of class `pb_pairs`; its fields are those of [pb_pairs]. The `statistics` are
#'   the values of t, which are positive if the row is better on average.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for an unknown correction, alternative or control, or a correction that
#' cannot be used with the alternative or the control.
#' @references
#' Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. *Journal of
#' Machine Learning Research* 7, 1-30.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("x", "y", "z"), A = c(4, 5, 4), B = c(1, 3, 3)),
#'   higher_is_better = TRUE
#' )
#' pb_paired_t(t)$statistics
#' @family tests of pairs
#' @export
pb_paired_t <- function(t, adjust = "holm", alternative = "two-sided", control = NULL) {
  check_pairs(t, alternative, control, pairwise = TRUE, one_metric = TRUE)
  adjust <- check_adjust(adjust, control, alternative)
  test_t(t, 0, "paired_t", "t", adjust, alternative, control)
}

#' Corrected t test of pairs of methods over resamples
#'
#' Compares pairs of methods by Nadeau and Bengio's t, which allows for the overlap between
#' resamples of one dataset.
#'
#' With the mean \eqn{\bar d}{d} and the variance \eqn{s^2} (divisor J - 1) of the differences on
#' the J resamples, the statistic is
#' \deqn{t = \frac{\bar d}{\sqrt{\left(\frac1J + \frac{\rho}{1 - \rho}\right) s^2}}}{
#'   t = d / sqrt((1/J + rho/(1 - rho)) s^2)}
#' with J - 1 degrees of freedom (Nadeau and Bengio 2003). Equal differences are treated as in
#' [pb_paired_t()].
#'
#' @inheritParams pb_wilcoxon
#' @param t A results table. Without `dataset`: a table whose rows are the J >= 2 resamples of one
#'   dataset. With `dataset`: a table read with `repeats = "keep"`; the repeats of that dataset are
#'   tested.
#' @param rho Correlation of the differences on two resamples, in \[0, 1). Use the share of the data
#'   in each test set, n_test / (n_train + n_test), for example 0.1 for tenfold cross-validation.
#'   With 0, the test is Student's t test without correction.
#' @param dataset Name of the dataset whose repeats are tested, or `NULL`.
#' @return An object of class `pb_pairs`; its fields are those of [pb_pairs]. The `statistics` are
#'   the values of t, which are positive if the row is better on average. With `dataset`,
#'   `n_datasets` is 1, as in [pb_bayesian_t()], and `mean_ranks` are means over the repeats of this
#'   dataset. Without `dataset`, the note `rows-as-resamples` says that the rows were interpreted as
#'   resamples.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two resamples or methods;
#' `pybench_error_argument` for an invalid `rho`; an unknown correction, alternative, control or
#' dataset; a correction that cannot be used with the alternative or the control; or a table without
#' repeats.
#' @references
#' Nadeau, C. and Bengio, Y. (2003). Inference for the generalization error. *Machine Learning* 52,
#' 239-281.
#' @examples
#' folds <- pb_read_results(
#'   data.frame(dataset = 1:3, A = c(4, 5, 4), B = c(1, 3, 3)),
#'   higher_is_better = TRUE
#' )
#' pb_corrected_t(folds, rho = 0.4)$statistics
#' @family tests of pairs
#' @export
pb_corrected_t <- function(t, rho, dataset = NULL, adjust = "holm", alternative = "two-sided",
                           control = NULL) {
  rho <- check_share("rho", if (missing(rho)) NULL else rho)
  require_table(t, complete = FALSE)
  method <- "t"
  if (!is.null(dataset)) {
    t <- repeats_of(t, dataset)
    method <- sprintf("t over %d repeats of %s", nrow(t$scores), dataset)
  }
  check_pairs(t, alternative, control, pairwise = TRUE, one_metric = TRUE)
  adjust <- check_adjust(adjust, control, alternative)
  found <- test_t(t, rho, "corrected_t", method, adjust, alternative, control)
  if (is.null(dataset)) {
    found$notes <- notes_ordered(c(found$notes, "rows-as-resamples"))
  } else {
    found$n_datasets <- 1L
  }
  found
}

# The repeats of one dataset as the rows of a table.
repeats_of <- function(t, dataset) {
  scores <- scores_of_repeats(t, dataset)
  rows <- paste("repeat", seq_len(nrow(scores)))
  own <- if (is.null(t$metrics)) t$metric else t$metrics[[match(dataset, t$datasets)]]
  results_table(scores, rows, t$classifiers, t$higher_is_better, metric = own)
}

test_t <- function(t, rho, test, method, adjust, alternative, control) {
  pairs <- pairs_of(t, control)
  answer <- function(gaps) {
    by_size(gaps, function(gaps, at) {
      values <- t_statistics(gaps, rho)
      p <- t_pvalues(values, colSums(gaps != 0) == 0, nrow(gaps) - 1, alternative)
      list(statistics = list(there = values, back = -values), pvalues = p)
    })
  }
  gaps <- differences(t, pairs)
  found <- answer(gaps)
  near <- verdicts_change(
    t, pairs, found, answer(differences(t, pairs, "auto")), adjust, alternative, control
  )
  new_pairs(
    t, square_of(t, pairs, found$statistics), square_of(t, pairs, found$pvalues),
    test = test, statistic = "t", method = method,
    df = if (anyNA(gaps)) numeric() else nrow(gaps) - 1,
    adjust = adjust, alternative = alternative, control = control,
    notes = c(
      if (any(colSums(gaps != 0, na.rm = TRUE) == 0)) "no-difference",
      about_table(t),
      if (t$n_repeats > 1L) "mean-of-repeats",
      if (near) "near-ties"
    )
  )
}

# Nadeau and Bengio's t of the columns of `gaps` (J x pairs); rho = 0 is Student's. Infinite if all
# differences are equal, 0 if they are all zero: stats::t.test() refuses both.
t_statistics <- function(gaps, rho) {
  n <- nrow(gaps)
  # t has no unit: divided by a power of two, which is exact, no square overflows or underflows.
  largest <- apply(abs(gaps), 2L, max)
  largest[largest == 0] <- 1
  gaps <- gaps / rep(2^floor(log2(largest)), each = n)
  exact_means <- function(x) .Call(C_pb_exact_row_sums, t(x), n) / n
  # Deviations from the first difference are exactly zero if all are equal.
  off <- gaps - rep(gaps[1L, ], each = n)
  off <- off - rep(exact_means(off), each = n)
  variance <- colSums(off^2) / (n - 1) * (1 / n + rho / (1 - rho))
  means <- exact_means(gaps)
  ifelse(means == 0, 0, means / sqrt(variance))
}

# p-values of pairs and of reversed pairs. If all differences are zero (`same`) there is no evidence
# for either direction.
t_pvalues <- function(values, same, df, alternative) {
  below <- function(value) ifelse(same, 1, stats::pt(value, df))
  directed_pvalues(
    alternative,
    both = pmin(1, 2 * stats::pt(-abs(values), df)), greater = below(-values), less = below(values)
  )
}
