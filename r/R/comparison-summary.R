# The whole comparison as one result, with what it says in plain words.

#' Compare classifiers over datasets: all tests, one result
#'
#' Runs the Friedman test, Iman and Davenport's F, the Nemenyi test and the critical difference
#' diagram on one table, and says in plain words what they find. Formulas and sources are on the
#' pages of [pb_friedman()] and [pb_nemenyi()].
#'
#' @inheritParams pb_nemenyi
#' @return An object of class `pb_comparison`, a list of
#'   \item{table}{the results table}
#'   \item{friedman, iman_davenport}{[pb_friedman()] with `"chi-square"` and `"iman-davenport"`}
#'   \item{nemenyi}{[pb_nemenyi()]}
#'   \item{critical_difference}{[pb_critical_difference()]}
#'   \item{scores}{data frame, one row a classifier, by (mean rank, name): `classifier`; `mean`,
#'     `sd` (n - 1) and `median` of its scores over the datasets, in units of the score; `best`, the
#'     number of datasets on which it has the best score, shared or not; `mean_rank`}
#'   \item{conclusions}{character vector, one sentence an element}
#'   \item{notes}{doubts of all parts, a character vector of keys}
#'   \item{alpha, convention, tie_tol}{as asked for}
#'   \item{engine}{`"r"`}
#'   \item{differences}{`NULL`; the Python side puts its differences from R here}
#'   \item{versions}{named list: versions of pybench and R}
#'   `as.data.frame()` gives `scores`; `plot()` draws the critical difference diagram.
#' @section Errors:
#' As [pb_nemenyi()].
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' pb_compare(t)
#' @export
pb_compare <- function(t, alpha = 0.05, convention = "standard", tie_tol = 0) {
  nemenyi <- pb_nemenyi(t, alpha, convention, tie_tol)
  friedman <- pb_friedman(t, "chi-square", convention, tie_tol)
  iman_davenport <- pb_friedman(t, "iman-davenport", convention, tie_tol)
  new_result("pb_comparison", list(
    table = t,
    friedman = friedman,
    iman_davenport = iman_davenport,
    nemenyi = nemenyi,
    critical_difference = critical_from_nemenyi(nemenyi, t),
    scores = scores_summary(t, tie_tol),
    conclusions = conclusions(friedman, iman_davenport, nemenyi),
    notes = notes_ordered(c(friedman$notes, iman_davenport$notes, nemenyi$notes)),
    alpha = nemenyi$alpha,
    convention = nemenyi$convention,
    tie_tol = check_tie_tolerance(tie_tol),
    engine = "r",
    differences = NULL,
    versions = list(
      pybench = as.character(utils::packageVersion("pybench")),
      R = as.character(getRversion())
    )
  ))
}

# One row a classifier, by (mean rank, name).
scores_summary <- function(t, tie_tol) {
  doubled <- doubled_ranks(t$scores, t$higher_is_better, tie_tol)
  is_best <- doubled == apply(doubled, 1L, min)
  # In units of a power of two near the largest score: no square or sum over- or underflows.
  largest <- max(abs(t$scores))
  unit <- if (largest > 0) 2^floor(log2(largest)) else 1
  scaled <- t$scores / unit
  summary <- data.frame(
    classifier = t$classifiers,
    mean = colMeans(scaled) * unit,
    sd = apply(scaled, 2L, stats::sd) * unit,
    median = apply(scaled, 2L, stats::median) * unit,
    best = as.integer(colSums(is_best)),
    mean_rank = mean_ranks(doubled)
  )
  summary <- summary[rank_order(summary$mean_rank, summary$classifier), ]
  rownames(summary) <- NULL
  summary
}

#' @rdname pb_result
#' @export
format.pb_comparison <- function(x, ...) {
  scores <- x$scores
  c(
    sprintf(
      "Comparison of %d classifiers on %d datasets (%s, %s is better)",
      x$friedman$n_classifiers, x$friedman$n_datasets,
      if (is.null(x$table$metric)) "score" else without_controls(x$table$metric),
      if (x$table$higher_is_better) "higher" else "lower"
    ),
    paste0("  ", without_controls(x$conclusions)),
    sprintf(
      "  %9s  %10s  %10s  %10s  %5s  %s", "mean rank", "mean", "sd", "median", "best", "classifier"
    ),
    sprintf(
      "  %9.3f  %10.4g  %10.4g  %10.4g  %5d  %s",
      scores$mean_rank, scores$mean, scores$sd, scores$median, scores$best,
      without_controls(scores$classifier)
    ),
    format_notes(x$notes)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_comparison <- function(x, row.names = NULL, # nolint: object_name_linter.
                                        optional = FALSE, ...) {
  x$scores
}

#' @rdname plot.pb_critical_difference
#' @export
plot.pb_comparison <- function(x, ...) {
  plot(x$critical_difference, ...)
}
