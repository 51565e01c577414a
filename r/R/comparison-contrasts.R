# Contrast estimation: how far apart methods are, by medians of differences.

#' Contrast estimation: by how much is each method better?
#'
#' Estimates by how much each method is better than each other method, from medians of differences.
#'
#' If \eqn{Z_{uv}} is the median over datasets of the difference of methods u and v, the effect of u
#' is \eqn{m_u = \sum_v Z_{uv} / k}, and the estimated difference of u and v is \eqn{m_u - m_v}
#' (Doksum 1967; Garcia et al. 2010, section 3.3). Unlike the medians, the estimates add up: the
#' estimate of (u, v) plus the estimate of (v, w) is the estimate of (u, w).
#'
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()].
#' @return An object of class `pb_contrasts`, a list of
#'   \item{estimates}{k x k matrix, in units of the score; positive where the row is better,
#'     whichever direction the metric has}
#'   \item{effects}{named vector of the k effects, whose differences are the estimates}
#'   \item{n_datasets, n_classifiers}{N and k}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per pair.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods, missing scores, or
#' differences beyond the range of double.
#' @references
#' Doksum, K. (1967). Robust procedures for some linear models with one observation per cell.
#' *Annals of Mathematical Statistics* 38, 878-883.
#'
#' Garcia, S., Fernandez, A., Luengo, J. and Herrera, F. (2010). Advanced nonparametric tests for
#' multiple comparisons in the design of experiments in computational intelligence and data mining.
#' *Information Sciences* 180, 2044-2064.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("d1", "d2", "d3"), a = c(9, 8, 6), b = c(8, 6, 7), c = c(4, 3, 5)),
#'   higher_is_better = TRUE
#' )
#' pb_contrasts(t)$estimates
#' @family effects and planning
#' @export
pb_contrasts <- function(t) {
  require_comparable(t, one_metric = TRUE)
  k <- length(t$classifiers)
  exact <- whole_scores(if (t$higher_is_better) t$scores else -t$scores)
  sums <- exact_sums(median_differences(exact$scores))
  names(sums) <- t$classifiers
  # Divided last, so that estimates that are equal in exact arithmetic stay equal.
  estimates <- outer(sums, sums, "-") / (k * exact$unit)
  if (!all(is.finite(estimates))) {
    refuse("differences within the range of doubles", "an overflow", "Rescale the scores.")
  }
  doubts <- table_notes(t, doubled_ranks(t$scores, t$higher_is_better), "standard")
  new_result("pb_contrasts", list(
    estimates = estimates,
    effects = sums / (k * exact$unit),
    n_datasets = length(t$datasets),
    n_classifiers = k,
    # No test is made: the other caveats do not apply.
    notes = notes_ordered(notes_among(doubts, c(about_notes, "mean-of-repeats"))),
    engine = "r"
  ))
}

# Medians over datasets of row minus column, k x k.
median_differences <- function(scores) {
  k <- ncol(scores)
  n <- nrow(scores)
  first <- rep(seq_len(k), k)
  second <- rep(seq_len(k), each = k)
  gaps <- scores[, first, drop = FALSE] - scores[, second, drop = FALSE]
  sorted <- matrix(gaps[order(col(gaps), gaps)], nrow = n)
  # Halved first: the sum of two large differences may overflow.
  matrix(sorted[(n + 1L) %/% 2L, ] / 2 + sorted[n %/% 2L + 1L, ] / 2, k, k)
}

#' @rdname pb_result
#' @export
format.pb_contrasts <- function(x, ...) {
  check_dots(...)
  best_first <- order(-x$effects)
  c(
    said("Contrasts by medians of differences: effect of each method, in units of the score"),
    sprintf(
      said("  %d methods on %d datasets; engine %s"), x$n_classifiers, x$n_datasets, x$engine
    ),
    sprintf(
      "  %10.4g  %s", x$effects[best_first], without_controls(names(x$effects)[best_first])
    ),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_contrasts <- function(x, row.names = NULL, # nolint: object_name_linter.
                                       optional = FALSE, ...) {
  check_dots(...)
  names <- rownames(x$estimates)
  pairs <- which(lower.tri(x$estimates), arr.ind = TRUE) # of the transposed: row by row
  data.frame(
    classifier_1 = names[pairs[, 2L]], classifier_2 = names[pairs[, 1L]],
    estimate = x$estimates[pairs[, 2:1, drop = FALSE]]
  )
}
