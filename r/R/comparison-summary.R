# The whole comparison as one result, with conclusions in plain words.

#' Compare methods over datasets: all tests, one result
#'
#' Runs the Friedman test, Iman and Davenport's F, the Nemenyi test and signed-rank tests with
#' Holm's correction on one table. Adds the critical difference diagrams of the Nemenyi test and of
#' the signed-rank tests, and the multi-comparison matrix. The printed text says in plain English
#' what can and cannot be concluded, and names the pairs on which the Nemenyi test and the
#' signed-rank tests disagree. Formulas and sources are on the pages of the functions named below.
#'
#' If scores are missing, the tests of Friedman, Iman and Davenport, and Nemenyi are not done. All
#' methods are tested by [pb_skillings_mack()] (by simulation on fewer than 10 datasets), or by
#' [pb_durbin()] if the blocks are balanced, and each pair by signed ranks, on the datasets on which
#' both methods have a score. `n_common` of `wilcoxon` has the number of these datasets. Scores that
#' are missing because they would be low, for example of a method that fails on hard datasets, bias
#' every one of these tests; [pb_missing_policies()] shows how the verdicts depend on them.
#'
#' If the datasets have different metrics (see [pb_read_results()]), scores are neither averaged nor
#' subtracted: `wilcoxon` is the result of [pb_sign_test()] with Holm's correction, there is no
#' matrix, and the means of the scores are `NA`.
#'
#' @inheritParams pb_nemenyi
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()]. Scores
#'   can be missing (read with `missing = "pairwise"`). If `higher_is_better` is given, `t` can also
#'   be a numeric matrix, or a data frame in a form that [pb_read_results()] reads. If a data frame
#'   has neither a column `dataset` nor row names, its first column can contain the names of the
#'   datasets.
#' @param bayesian Whether to add the Bayesian signed-rank test of all pairs.
#' @param stability Whether to add the stability of the verdicts, that is, whether they change with
#'   other sets of methods, without one dataset, or with resampled datasets. The computation takes
#'   seconds to minutes.
#' @param mcm Whether to add the multi-comparison matrix.
#' @param rope Half width of the region of practical equivalence of the Bayesian test, a number >= 0
#'   in units of the metric.
#' @param seed Seed of all random draws, a whole number; the draws are the same in Python and R.
#' @param convention Convention of Friedman's and Nemenyi's tests, see [pb_nemenyi()].
#' @param hierarchical Whether to add [pb_bayesian_hierarchical()], in place of the Bayesian
#'   signed-rank test: it uses how the repeats of each score vary, which the table must have kept
#'   (read with `repeats = "keep"`). It takes seconds per pair.
#' @param rho If given, [pb_within_datasets()] is added, at the same level: on which datasets does
#'   one method beat another? `rho` is the correlation of the differences on two repeats of a
#'   dataset, in \[0, 1): n_test / (n_train + n_test), such as 0.1 for ten-fold cross-validation.
#'   The table must have kept its repeats. [pb_bayesian_hierarchical()] uses the same `rho`, if it
#'   is added; without `rho` it uses its default.
#' @param samples Number of draws of the Bayesian test, if one is added. `NULL` means the default of
#'   [pb_bayesian_signed_rank()] or [pb_bayesian_hierarchical()]. Set a larger number if the result
#'   has the note `not-converged`.
#' @param higher_is_better `TRUE` if higher scores are better, `FALSE` if lower scores are. Must be
#'   given if `t` is a matrix or a data frame; a results table already records the direction.
#' @return An object of class `pb_comparison`, a list of
#'   \item{table}{the results table}
#'   \item{friedman, iman_davenport}{[pb_friedman()] with `"chi-square"` and `"iman-davenport"`;
#'     `NULL` if scores are missing}
#'   \item{nemenyi}{[pb_nemenyi()]; `NULL` if scores are missing}
#'   \item{wilcoxon}{[pb_wilcoxon()]; `NULL` if the datasets have different metrics}
#'   \item{critical_difference, signed_rank_diagram}{[pb_critical_difference()] of `nemenyi` and of
#'     `wilcoxon`, if they were done}
#'   \item{multi_comparison, bayesian, stability}{[pb_multi_comparison()],
#'     [pb_bayesian_signed_rank()] (or, with `hierarchical`, [pb_bayesian_hierarchical()]) and
#'     [pb_stability()], or `NULL` if not requested}
#'   \item{scores}{data frame, one row per method, ordered by mean rank, then by name. Its columns
#'     are `classifier` (the name of the method), `mean`, `sd` (divisor N - 1) and `median` (of the
#'     method's scores over the datasets), `best` (number of datasets on which the method has the
#'     best score, alone or tied), and `mean_rank`. If scores are missing, all are of the scores
#'     present, and a column `n_scores` has their number}
#'   \item{conclusions}{character vector, one sentence per element}
#'   \item{notes}{caveats of all parts, a character vector of keys}
#'   \item{alpha, rope, seed, convention, tie_tol}{as given}
#'   \item{engine}{`"r"`}
#'   \item{differences}{`NULL`; Python stores its differences from R here}
#'   \item{versions}{named list: versions of pybench and R}
#'   \item{omnibus}{[pb_skillings_mack()] or [pb_durbin()] if scores are missing, else `NULL`}
#'   \item{sign_test, sign_test_diagram}{[pb_sign_test()] and [pb_critical_difference()] of it, if
#'     the datasets have different metrics, else `NULL`}
#'   \item{within}{[pb_within_datasets()] if `rho` is given, else `NULL`}
#'   `as.data.frame()` gives `scores`; `plot()` draws the critical difference
#'   diagram, or the part that its argument `part` names.
#' @section Errors:
#' The errors of [pb_nemenyi()] and, if `t` is a matrix or a data frame, of [pb_read_results()]. In
#' addition, `pybench_error_argument` if `higher_is_better` is missing for a matrix or a data frame,
#' or contradicts the results table, for `stability`, `hierarchical` or a `convention` if scores are
#' missing, and for `rho` if the table has no repeats.
#' `pybench_error_results_table` for `bayesian` or `stability` if the datasets have different
#' metrics.
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
                       hierarchical = FALSE, rho = NULL, samples = NULL,
                       higher_is_better = NULL) {
  t <- table_given(t, higher_is_better)
  check_flag("bayesian", bayesian)
  check_flag("stability", stability)
  check_flag("mcm", mcm)
  check_flag("hierarchical", hierarchical)
  rho <- if (!is.null(rho)) check_share("rho", rho)
  samples <- if (!is.null(samples)) check_count("samples", samples, 1)
  rope <- check_not_negative("rope", rope)
  seed <- check_seed(seed)
  alpha <- check_level("alpha", alpha)
  check_choice("convention", convention, conventions)
  tie_tol <- check_tie_tolerance(tie_tol)
  require_comparable(t, pairwise = TRUE)
  if (!is.null(rho)) require_repeats_for_rho(t)
  gaps <- anyNA(t$scores)
  if (gaps) {
    refuse_with_gaps(t, c(
      stability = stability, hierarchical = hierarchical, convention = convention != "standard"
    ))
  }
  whole <- if (gaps) list() else parts_of_complete(t, alpha, convention, tie_tol)
  one <- is.null(t$metrics)
  answer <- function(tie_tol) (if (one) pb_wilcoxon else pb_sign_test)(t, tie_tol = tie_tol)
  tests <- pairs_judged_at(alpha, tie_tol, answer)
  bars <- pb_critical_difference(t, tests, alpha, tie_tol = tie_tol)
  parts <- list(
    friedman = whole$friedman,
    iman_davenport = whole$iman_davenport,
    nemenyi = whole$nemenyi,
    wilcoxon = if (one) tests,
    critical_difference = whole$critical_difference,
    signed_rank_diagram = if (one) bars,
    multi_comparison = if (mcm && one) pb_multi_comparison(t, alpha = alpha, tie_tol = tie_tol),
    bayesian = bayesian_part(t, bayesian, hierarchical, rope, seed, rho, samples),
    stability = if (stability) pb_stability(t, alpha, seed = seed),
    omnibus = if (gaps) omnibus_of_incomplete(t, alpha, tie_tol, seed),
    sign_test = if (!one) tests,
    sign_test_diagram = if (!one) bars,
    within = if (!is.null(rho)) pb_within_datasets(t, rho, alpha)
  )
  last <- c("omnibus", "sign_test", "sign_test_diagram", "within")
  said <- as_methods(conclusions(parts, if (!gaps) best_by_mean(t)))
  new_result("pb_comparison", c(
    list(table = t),
    parts[setdiff(names(parts), last)],
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
      convention = convention,
      tie_tol = tie_tol,
      engine = "r",
      differences = NULL,
      versions = list(
        pybench = as.character(utils::packageVersion("pybench")),
        R = as.character(getRversion())
      )
    ),
    parts[last]
  ))
}

# `rho` and `samples` are `NULL` for the defaults of the test.
bayesian_part <- function(t, bayesian, hierarchical, rope, seed, rho, samples) {
  given <- c(list(t = t, rope = rope, seed = seed), if (!is.null(samples)) list(samples = samples))
  if (hierarchical) {
    do.call(pb_bayesian_hierarchical, c(given, list(rho = rho)))
  } else if (bayesian) {
    do.call(pb_bayesian_signed_rank, given)
  }
}

# Refuses `rho` for a table of means, or of single scores.
require_repeats_for_rho <- function(t) {
  if (lacks_repeats(t)) {
    stop_argument(
      "`rho` needs a table with 2 or more repeats of each score",
      expected = "a table with its repeats",
      found = if (is.null(t$by_repeat)) "means" else "1 repeat",
      hint = "Read the table with repeats = \"keep\", or leave `rho` out."
    )
  }
}

# The tests that need every score, with the note `near-ties` at a level.
parts_of_complete <- function(t, alpha, convention, tie_tol) {
  omnibus <- function(method) {
    answer <- function(tie_tol) pb_friedman(t, method, convention, tie_tol)
    judged_at(alpha, tie_tol, answer, function(found) found$pvalue <= alpha)
  }
  nemenyi <- pb_nemenyi(t, alpha, convention, tie_tol)
  list(
    friedman = omnibus("chi-square"), iman_davenport = omnibus("iman-davenport"),
    nemenyi = nemenyi, critical_difference = critical_from_nemenyi(nemenyi, t)
  )
}

# The test of all methods if scores are missing: Durbin's if the blocks are balanced. On few
# datasets, the limiting distribution is inaccurate.
omnibus_of_incomplete <- function(t, alpha, tie_tol, seed) {
  few <- sum(rowSums(!is.na(t$scores)) >= 2) < 10
  answer <- function(tie_tol) {
    if (is_balanced(t$scores)) {
      return(pb_durbin(t, tie_tol = tie_tol))
    }
    method <- if (few) "simulation" else "chi-square"
    pb_skillings_mack(t, method, seed = seed, tie_tol = tie_tol)
  }
  judged_at(alpha, tie_tol, answer, function(found) found$pvalue <= alpha)
}

# Refuses the arguments that need every score; `given` says which were given.
refuse_with_gaps <- function(t, given) {
  for (name in names(given)[given]) {
    lacking <- sum(is.na(t$scores))
    stop_argument(
      sprintf(
        "`%s` needs every score, and %d of %d are missing", name, lacking, length(t$scores)
      ),
      expected = "a table without missing scores", found = paste(lacking, "missing"),
      hint = sprintf("Leave `%s` out, or read the table with missing = \"drop\".", name)
    )
  }
}

# The tests of pairs with Holm's correction: by signed ranks, or by signs.
pair_tests <- function(x) {
  if (is.null(x$wilcoxon)) x$sign_test else x$wilcoxon
}

# The diagram of `pair_tests()`.
pair_diagram <- function(x) {
  if (is.null(x$signed_rank_diagram)) x$sign_test_diagram else x$signed_rank_diagram
}

# The diagram of the Nemenyi test; if scores are missing, that of the tests of pairs.
main_diagram <- function(x) {
  if (is.null(x$critical_difference)) pair_diagram(x) else x$critical_difference
}

#' @rdname pb_result
#' @export
format.pb_comparison <- function(x, ...) {
  check_dots(...)
  scores <- x$scores
  counts <- scores$n_scores
  several <- !is.null(x$table$metrics) # no mean of scores of different metrics
  c(
    sprintf(
      said("Comparison of %d methods on %d datasets (%s, %s is better)"),
      ncol(x$table$scores), nrow(x$table$scores),
      if (is.null(x$table$metric)) "score" else without_controls(x$table$metric),
      if (x$table$higher_is_better) "higher" else "lower"
    ),
    paste0("  ", without_controls(conclusions_told(x))),
    sprintf(
      "  %9s  %s%5s  %s%s", "mean rank",
      if (several) "" else sprintf("%10s  %10s  %10s  ", "mean", "sd", "median"), "best",
      if (is.null(counts)) "" else "scores  ", noun()
    ),
    sprintf(
      "  %9.3f  %s%5d  %s%s", scores$mean_rank,
      if (several) "" else sprintf(
        "%10.4g  %10.4g  %10.4g  ", scores$mean, scores$sd, scores$median
      ),
      scores$best,
      if (is.null(counts)) "" else sprintf("%6d  ", counts), without_controls(scores$classifier)
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
#' @param object For `toLatex()`: a result of [pb_compare()].
#' @param ... Further arguments, passed on to the function that draws or writes the part:
#'   [plot.pb_critical_difference()], [plot.pb_multi_comparison()], [plot.pb_stability()] or
#'   [toLatex.pb_multi_comparison()] or, without a part, [toLatex.pb_result()].
#' @param part For `plot()`: `"critical_difference"`, `"multi_comparison"`, or `"stability"`, which
#'   `pb_compare(t, stability = TRUE)` adds. For `toLatex()`: `"critical_difference"` or
#'   `"multi_comparison"`, or `NULL`, the table of all methods that [pb_table()] makes.
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
  check_choice("part", part, comparison_parts)
  plot(comparison_part(x, part), ...)
}

comparison_parts <- c("critical_difference", "multi_comparison", "stability")

#' @rdname plot.pb_comparison
#' @export
toLatex.pb_comparison <- function(object, ..., part = NULL) { # nolint: object_name_linter.
  if (is.null(part)) {
    return(toLatex.pb_result(object, ...))
  }
  check_choice("part", part, c("critical_difference", "multi_comparison"))
  utils::toLatex(comparison_part(object, part), ...)
}

# The part of a comparison, which must have been requested.
comparison_part <- function(x, part) {
  found <- if (part == "critical_difference") main_diagram(x) else x[[part]]
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
  gaps <- !is.null(x$scores$n_scores)
  if (gaps) {
    best <- best["mean_rank"] # the other columns are of other datasets for each method
  }
  shown <- main_diagram(x)
  sheet <- new_sheet(
    frame,
    bold = Map(function(name, best_of) frame[[name]] == best_of(frame[[name]]), names(best), best),
    bold_note = if (gaps) {
      "Bold: the best mean rank, perhaps against other methods."
    } else {
      "Bold: the best of each column."
    },
    scores = c("mean", "sd", "median"),
    notes = c(
      best = said("Best: number of datasets on which no other method is better."),
      n_scores = if (gaps) {
        said(paste(
          "Number of scores: datasets on which the method has a score; all others are left out."
        ))
      }
    ),
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
