# The whole comparison as one result, with conclusions in plain words.

#' Compare methods over datasets: all tests, one result
#'
#' Runs the Friedman test, Iman and Davenport's F, the Nemenyi test and signed-rank tests with
#' Holm's correction on one table. Adds the critical difference diagrams of the Nemenyi test and of
#' the signed-rank tests, and the multi-comparison matrix. The printed text says in plain English
#' what can and cannot be concluded, and names the pairs on which the Nemenyi test and the
#' signed-rank tests disagree. Formulas and sources are on the pages of the functions named below.
#'
#' @inheritParams pb_nemenyi
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()]. If
#'   `higher_is_better` is given, `t` can also be a numeric matrix, or a data frame in a form that
#'   [pb_read_results()] reads. If a data frame has neither a column `dataset` nor row names, its
#'   first column can contain the names of the datasets.
#' @param bayesian Whether to add the Bayesian signed-rank test of all pairs.
#' @param stability Whether to add the stability of the verdicts, that is, whether they change with
#'   other sets of methods, without one dataset, or with resampled datasets. The computation takes
#'   seconds to minutes.
#' @param mcm Whether to add the multi-comparison matrix.
#' @param rope Half width of the region of practical equivalence of the Bayesian test, a number >= 0
#'   in units of the metric.
#' @param seed Seed of all random draws, a whole number; the draws are the same in Python and R.
#' @param convention Convention of Friedman's and Nemenyi's tests, see [pb_nemenyi()].
#' @param higher_is_better `TRUE` if higher scores are better, `FALSE` if lower scores are. Must be
#'   given if `t` is a matrix or a data frame; a results table already records the direction.
#' @return An object of class `pb_comparison`, a list of
#'   \item{table}{the results table}
#'   \item{friedman, iman_davenport}{[pb_friedman()] with `"chi-square"` and `"iman-davenport"`}
#'   \item{nemenyi}{[pb_nemenyi()]}
#'   \item{wilcoxon}{[pb_wilcoxon()]}
#'   \item{critical_difference, signed_rank_diagram}{[pb_critical_difference()] of `nemenyi` and of
#'     `wilcoxon`}
#'   \item{multi_comparison, bayesian, stability}{[pb_multi_comparison()],
#'     [pb_bayesian_signed_rank()] and [pb_stability()], or `NULL` if not requested}
#'   \item{scores}{data frame, one row per method, ordered by mean rank, then by name. Its columns
#'     are `classifier` (the name of the method), `mean`, `sd` (divisor N - 1) and `median` (of the
#'     method's scores over the datasets), `best` (number of datasets on which the method has the
#'     best score, alone or tied), and `mean_rank`}
#'   \item{conclusions}{character vector, one sentence per element}
#'   \item{notes}{caveats of all parts, a character vector of keys}
#'   \item{alpha, rope, seed, convention, tie_tol}{as given}
#'   \item{engine}{`"r"`}
#'   \item{differences}{`NULL`; Python stores its differences from R here}
#'   \item{versions}{named list: versions of pybench and R}
#'   `as.data.frame()` gives `scores`; `plot()` draws the critical difference
#'   diagram, or the part that its argument `part` names.
#' @section Errors:
#' The errors of [pb_nemenyi()] and, if `t` is a matrix or a data frame, of [pb_read_results()]. In
#' addition, `pybench_error_argument` if `higher_is_better` is missing for a matrix or a data frame,
#' or contradicts the results table.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' pb_compare(t)
#'
#' errors <- cbind(A = c(0.1, 0.2, 0.3), B = c(0.2, 0.4, 0.1))
#' rownames(errors) <- c("a", "b", "c")
#' pb_compare(errors, higher_is_better = FALSE)$scores
#' @family first steps
#' @export
pb_compare <- function(t, alpha = 0.05, bayesian = FALSE, stability = FALSE, mcm = TRUE,
                       rope = 0.01, seed = 0, convention = "standard", tie_tol = "decimal",
                       higher_is_better = NULL) {
  t <- table_given(t, higher_is_better)
  check_flag("bayesian", bayesian)
  check_flag("stability", stability)
  check_flag("mcm", mcm)
  rope <- check_not_negative("rope", rope)
  seed <- check_seed(seed)
  nemenyi <- pb_nemenyi(t, alpha, convention, tie_tol)
  alpha <- nemenyi$alpha
  tie_tol <- check_tie_tolerance(tie_tol)
  omnibus <- function(method) {
    answer <- function(tie_tol) pb_friedman(t, method, convention, tie_tol)
    judged_at(alpha, tie_tol, answer, function(found) found$pvalue <= alpha)
  }
  friedman <- omnibus("chi-square")
  iman_davenport <- omnibus("iman-davenport")
  answer <- function(tie_tol) pb_wilcoxon(t, tie_tol = tie_tol)
  wilcoxon <- pairs_judged_at(alpha, tie_tol, answer)
  parts <- list(
    friedman = friedman,
    iman_davenport = iman_davenport,
    nemenyi = nemenyi,
    wilcoxon = wilcoxon,
    critical_difference = critical_from_nemenyi(nemenyi, t),
    signed_rank_diagram = pb_critical_difference(t, wilcoxon, alpha, tie_tol = tie_tol),
    multi_comparison = if (mcm) pb_multi_comparison(t, alpha = alpha, tie_tol = tie_tol),
    bayesian = if (bayesian) pb_bayesian_signed_rank(t, rope = rope, seed = seed),
    stability = if (stability) pb_stability(t, alpha, seed = seed)
  )
  said <- conclusions(parts, best_by_mean(t))
  new_result("pb_comparison", c(
    list(table = t),
    parts,
    list(
      scores = scores_summary(t, tie_tol),
      conclusions = said,
      notes = notes_ordered(notes_but(
        unlist(lapply(unname(parts), `[[`, "notes")),
        if (!any(grepl("< 1e-12", said, fixed = TRUE))) "floor"
      )),
      alpha = alpha,
      rope = rope,
      seed = seed,
      convention = nemenyi$convention,
      tie_tol = tie_tol,
      engine = "r",
      differences = NULL,
      versions = list(
        pybench = as.character(utils::packageVersion("pybench")),
        R = as.character(getRversion())
      )
    )
  ))
}

#' @rdname pb_result
#' @export
format.pb_comparison <- function(x, ...) {
  check_dots(...)
  scores <- x$scores
  c(
    sprintf(
      "Comparison of %d methods on %d datasets (%s, %s is better)",
      x$friedman$n_classifiers, x$friedman$n_datasets,
      if (is.null(x$table$metric)) "score" else without_controls(x$table$metric),
      if (x$table$higher_is_better) "higher" else "lower"
    ),
    paste0("  ", without_controls(x$conclusions)),
    sprintf(
      "  %9s  %10s  %10s  %10s  %5s  %s", "mean rank", "mean", "sd", "median", "best", "method"
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
  check_dots(...)
  x$scores
}

#' Draw a part of a whole comparison
#'
#' Draws the critical difference diagram, the multi-comparison matrix or the stability matrix of a
#' result of [pb_compare()].
#'
#' @param x A result of [pb_compare()].
#' @param object For `toLatex()`: a result of [pb_compare()], whose multi-comparison matrix is
#'   written as LaTeX.
#' @param ... Further arguments, passed on to the function that draws or writes the part:
#'   [plot.pb_critical_difference()], [plot.pb_multi_comparison()], [plot.pb_stability()] or
#'   [toLatex.pb_multi_comparison()].
#' @param part `"critical_difference"`, `"multi_comparison"`, or `"stability"`, which
#'   `pb_compare(t, stability = TRUE)` adds.
#' @return The value of the function that draws or writes the part.
#' @section Errors:
#' `pybench_error_argument` for an unknown `part`, or a part that the result does not contain
#' because it was not requested.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' plot(pb_compare(t), part = "multi_comparison")
#' @export
plot.pb_comparison <- function(x, ..., part = "critical_difference") {
  check_choice("part", part, c("critical_difference", "multi_comparison", "stability"))
  plot(comparison_part(x, part), ...)
}

#' @rdname plot.pb_comparison
#' @export
toLatex.pb_comparison <- function(object, ...) { # nolint: object_name_linter.
  utils::toLatex(comparison_part(object, "multi_comparison"), ...)
}

# The part of a comparison, which must have been requested.
comparison_part <- function(x, part) {
  found <- x[[part]]
  if (is.null(found)) {
    option <- c(multi_comparison = "mcm", stability = "stability")[[part]]
    stop_argument(
      sprintf("`x` must be a comparison that includes %s, which this one does not", part),
      expected = paste("a comparison with", part), found = "one without",
      hint = sprintf("Compute it: pb_compare(t, %s = TRUE).", option)
    )
  }
  found
}

# What the table adds to the frame, see base-printable.R.
comparison_sheet <- function(x, letters) {
  frame <- as.data.frame(x)
  best_of <- if (x$table$higher_is_better) max else min
  best <- list(mean_rank = min, mean = best_of, median = best_of, best = max)
  shown <- x$critical_difference
  sheet <- new_sheet(
    frame,
    bold = Map(function(name, best_of) frame[[name]] == best_of(frame[[name]]), names(best), best),
    bold_note = "Bold: the best of each column.", scores = c("mean", "sd", "median"),
    notes = c(best = "Best: number of datasets on which no other method is better."),
    # Those of the tests of pairs are about other tables, this one about bars.
    caveats = notes_but(shown$notes, "not-an-interval")
  )
  if (!letters) {
    return(sheet)
  }
  found <- critical_letters(shown)
  found <- if (!is.null(found)) found[match(frame$classifier, shown$classifiers)]
  sheet_with_letters(sheet, found, test_caption(shown))
}
