# The multi-comparison matrix: every pair by itself, whichever other methods are compared.

#' Multi-comparison matrix: every pair by itself
#'
#' Returns, for each pair of methods, the mean difference of scores, the numbers of datasets won,
#' drawn and lost, and the p-value of the Wilcoxon signed-rank test. With `adjust = "none"` (the
#' default), neither a cell nor the order of two methods depends on the other methods, so adding or
#' removing methods leaves both unchanged.
#'
#' The cell of row i and column j contains the mean difference
#' \deqn{\frac 1N \sum_d (\gamma_{id} - \gamma_{jd}),}{(1/N) sum_d (gamma_id - gamma_jd),}
#' where \eqn{\gamma_{id}}{gamma_id} is the score of method i on dataset d. The cell also contains
#' the numbers of datasets that i wins, draws and loses, and the two-sided p-value of
#' [pb_wilcoxon()] (Ismail-Fawaz et al. 2023). The sign of the difference does not depend on the
#' direction of the metric: if lower scores are better, a negative difference favours the row. With
#' `adjust = "none"`, p is not corrected for the number of comparisons, so it does not depend on
#' that number. If row and column are the same method, figures leave the cell empty, but the
#' matrices contain the comparison of the method with itself: no difference, N draws, p = 1.
#'
#' @param t A results table of k >= 2 methods on N >= 2 datasets, from [pb_read_results()].
#' @param rows,columns Methods of the rows and of the columns. `NULL`: all methods; if one side is a
#'   single method, `NULL` on the other side is all other methods. So `rows = "ours"` compares one
#'   method with all others in one row, and `columns = "ours"` in one column.
#' @param order Order of the methods. `"mean"`, `"median"`: by mean or median score, best first.
#'   `"name"`: by name. `"table"`: as in the table, or as listed in `rows` and `columns`. You can
#'   also give a named vector with a number for every method; the method with the smallest number
#'   comes first. Or give a function that computes a number from the N scores of one method; the
#'   method with the best number, in the direction of the metric, comes first. Ties are ordered by
#'   name. Ordering by mean rank is refused, since mean ranks depend on the other methods.
#' @param adjust `"none"`, or the name of a correction for testing all pairs shown, see
#'   [pb_adjust()]. Every correction but `"none"` makes p-values depend on which methods are shown
#'   (note `invariance-lost`).
#' @param alpha Level of the test, in (0, 1). Cells with p <= `alpha` are bold.
#' @param bayesian Whether to add the posterior probabilities of the Bayesian signed-rank test.
#' @param rope,samples,seed For the Bayesian test: `rope` is the half width of the region of
#'   practical equivalence in units of the score, `samples` the number of draws, and `seed` their
#'   seed.
#' @param zero_method How the signed-rank test treats datasets on which both scores are equal:
#'   `"wilcox"`, `"pratt"` or `"zsplit"`; see [pb_wilcoxon()]. The matrix of Ismail-Fawaz et al.
#'   (2023) is made with `"pratt"`.
#' @param effect `NULL`, or an effect size to add: `"hodges_lehmann"`, `"mean_difference"`, `"d_z"`,
#'   `"rank_biserial"` or `"superiority"`. It is shown with its interval of confidence 1 - `alpha`,
#'   as in [pb_effects()]. Whichever direction the metric has, the effect size is positive
#'   (superiority: above 1/2) if the row is better.
#' @param tie_tol Differences of at most this size count as draws, and as zeros in the signed-rank
#'   test; see [pb_wilcoxon()]. `"auto"` is 1e-12 times the largest absolute score of the table,
#'   whichever methods are shown. With `"auto"`, means and medians that differ only by rounding also
#'   count as equal when methods are ordered. The posterior probabilities use `rope` instead of
#'   `tie_tol`.
#' @return An object of class `pb_multi_comparison`, a list of
#'   \item{rows, columns}{names of the r methods in rows and of the c methods in columns, in the
#'   order shown}
#'   \item{mean_scores}{named vector with one entry for each of the m methods shown, in the order
#'     shown: the mean score over datasets}
#'   \item{mean_difference}{r x c matrix: mean of score(row) - score(column)}
#'   \item{wins, draws, losses}{r x c matrices: numbers of datasets on which the row is better, on
#'     which both have the same score, and on which the column is better}
#'   \item{pvalues, pvalues_raw}{r x c matrices in \[0, 1\]; `pvalues` is adjusted by `adjust`}
#'   \item{verdicts}{r x c matrix of integers, by signed ranks: 1 if the row is better, -1 if
#'     it is worse, 0 if the test shows neither (p > `alpha`)}
#'   \item{better, equal, worse}{r x c matrices: posterior probabilities that the row is better,
#'     practically equivalent or worse; or `NULL`}
#'   \item{rope}{as given, or `NULL`}
#'   \item{n_comparisons}{number of different pairs}
#'   \item{ordered_by, adjust, alpha}{as given; `ordered_by` is the argument `order`, or `"own"` if
#'     `order` is a vector or a function}
#'   \item{test, method}{`"wilcoxon"`, and how p was computed}
#'   \item{metric, higher_is_better}{of the table}
#'   \item{n_datasets, n_classifiers}{N and m}
#'   \item{notes}{caveats, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   \item{zero_method, effect}{as given}
#'   \item{effect_size, effect_size_low, effect_size_high}{r x c matrices: the effect and the ends
#'     of its interval; or `NULL`}
#'   `as.data.frame()` gives one row per cell, [plot()][plot.pb_multi_comparison] draws the matrix,
#'   and `toLatex()` writes it as LaTeX.
#' @section Which method is better:
#' If p <= `alpha`, text and figures show which method is better according to the test: "row"
#' or "col" (column). They add an exclamation mark if the mean difference does not favour this
#' method (note `against-mean-difference`). This happens if a few large losses outweigh many
#' small wins in the mean, but not in the ranks.
#' @section Errors:
#' `pybench_error_results_table` for fewer than two datasets or methods;
#' `pybench_error_argument` for a name that is not in the table, no pair to compare, an unknown
#' `order`, `zero_method` or `effect`, or an invalid `tie_tol`.
#' @references
#' Ismail-Fawaz, A. et al. (2023). An approach to multiple comparison benchmark evaluations that is
#' stable under manipulation of the comparate set. arXiv:2305.11921.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' result <- pb_multi_comparison(t)
#' result
#' result$wins
#' pb_multi_comparison(t, rows = "A")$columns
#' @family diagrams and matrices
#' @export
pb_multi_comparison <- function(t, rows = NULL, columns = NULL, order = "mean", adjust = "none",
                                alpha = 0.05, bayesian = FALSE, rope = 0.01, samples = 50000,
                                seed = 0, zero_method = "wilcox", effect = NULL,
                                tie_tol = "decimal") {
  require_comparable(t, pairwise = TRUE, one_metric = TRUE)
  tie_tol <- check_tie_tolerance(tie_tol)
  order <- check_order(t, order, blur = identical(tie_tol, "auto"))
  sides <- selected_comparates(t, rows, columns, order)
  alpha <- check_level("alpha", alpha)
  check_flag("bayesian", bayesian)
  zero_method <- check_choice("zero_method", zero_method, zero_methods)
  if (!is.null(effect)) effect <- check_choice("effect", effect, effect_names)
  adjust <- check_matrix_adjust(adjust, sides)
  shown <- in_order(intersect(t$classifiers, unlist(sides)), order)
  table <- only_methods(t, intersect(t$classifiers, shown))
  common <- common_counts(t$scores)[sides$rows, sides$columns, drop = FALSE]
  tolerance <- table_tolerance(t$scores, tie_tol)
  if (identical(tie_tol, "auto")) tie_tol <- tolerance
  test <- matrix_wilcoxon(table, sides, adjust, alpha, tie_tol, zero_method)
  if (by_equality(tie_tol) && (alpha != verdict_level || adjust != "none")) {
    # The test has already checked, at its own level and for raw p-values, whether noise decides.
    merged <- matrix_wilcoxon(table, sides, adjust, alpha, "auto", zero_method)
    near <- any(test$verdicts != merged$verdicts)
    test$notes <- notes_amended(test$notes, "near-ties", near)
  }
  difference <- matrix_differences(table, sides)
  against <- any(cells_against(test$verdicts, difference, t$higher_is_better))
  posterior <- if (bayesian) matrix_posterior(table, sides, rope, samples, seed)
  counts <- matrix_counts(table, sides, tolerance)
  sizes <- if (!is.null(effect)) matrix_effect(table, sides, effect, 1 - alpha, tie_tol)
  new_result("pb_multi_comparison", list(
    rows = sides$rows,
    columns = sides$columns,
    mean_scores = mean_scores(t$scores[, shown, drop = FALSE]),
    mean_difference = difference,
    wins = counts$wins,
    draws = common - counts$wins - counts$losses,
    losses = counts$losses,
    pvalues = test$pvalues,
    pvalues_raw = test$pvalues_raw,
    verdicts = test$verdicts,
    better = posterior$better,
    equal = posterior$equal,
    worse = posterior$worse,
    rope = if (bayesian) as.double(rope),
    n_comparisons = nrow(different_pairs(sides)),
    ordered_by = order$name,
    test = test$test,
    method = test$method,
    adjust = adjust,
    alpha = alpha,
    metric = t$metric,
    higher_is_better = t$higher_is_better,
    n_datasets = nrow(t$scores),
    n_classifiers = length(shown),
    notes = correction_noted(
      c(
        test$notes, if (adjust != "none") "invariance-lost",
        if (against) "against-mean-difference", if (bayesian) rope_doubt(table, rope),
        sizes$notes
      ),
      adjust, adjust != "none" && nrow(different_pairs(sides)) > 1L
    ),
    engine = "r",
    zero_method = zero_method,
    effect = effect,
    effect_size = sizes$cells[[1L]],
    effect_size_low = sizes$cells[[2L]],
    effect_size_high = sizes$cells[[3L]],
    n_common = n_common(t)[sides$rows, sides$columns, drop = FALSE]
  ))
}

# p-values and verdicts of the two-sided test as r x c matrices, with its method and notes.
matrix_wilcoxon <- function(t, sides, adjust, alpha, tie_tol, zero_method) {
  alone <- which(lengths(sides) == 1L)
  control <- if (length(alone) > 0L) sides[[alone[[1L]]]]
  test <- pb_wilcoxon(t, "none", zero_method, control = control, tie_tol = tie_tol)
  every <- matrix(1, ncol(t$scores), ncol(t$scores), dimnames = rep(list(t$classifiers), 2L))
  if (is.null(control)) {
    every[] <- test$pvalues_raw
  } else {
    every[rownames(test$pvalues_raw), control] <- test$pvalues_raw
    every[control, ] <- every[, control]
  }
  raw <- every[sides$rows, sides$columns, drop = FALSE]
  pvalues <- matrix_adjusted(raw, adjust)
  directions <- square_directions(test, t$classifiers)[sides$rows, sides$columns, drop = FALSE]
  list(
    pvalues = pvalues, pvalues_raw = raw,
    verdicts = pair_verdicts(pvalues, directions, alpha, "two-sided"),
    test = test$test, method = test$method, notes = test$notes
  )
}

# Cells to mark: the test favours a method without the better mean difference.
cells_against <- function(verdicts, difference, higher_is_better) {
  favour <- if (higher_is_better) sign(difference) else -sign(difference)
  verdicts != 0 & verdicts != favour
}

# The better method by the test, r x c: " row", " col", with " !" against the mean difference.
better_by_test <- function(x) {
  said <- x$verdicts
  said[] <- c(" col", "", " row")[x$verdicts + 2L]
  against <- cells_against(x$verdicts, x$mean_difference, x$higher_is_better)
  said[against] <- paste0(said[against], " !")
  said
}

matrix_posterior <- function(t, sides, rope, samples, seed) {
  found <- pb_bayesian_signed_rank(t, rope = rope, samples = samples, seed = seed)
  parts <- lapply(found[c("better", "equal", "worse")], function(part) {
    part[sides$rows, sides$columns, drop = FALSE]
  })
  own <- own_cells(sides)
  for (name in names(parts)) parts[[name]][own] <- as.double(name == "equal")
  parts
}

# The effect and the ends of its interval as r x c matrices, and the caveats of this effect.
matrix_effect <- function(t, sides, effect, confidence, tie_tol) {
  found <- pb_effects(t, confidence = confidence, tie_tol = tie_tol)
  own <- c(hodges_lehmann = "confidence-not-attained", d_z = "constant-difference")[effect]
  list(
    cells = lapply(found[paste0(effect, c("", "_low", "_high"))], function(part) {
      part[sides$rows, sides$columns, drop = FALSE]
    }),
    notes = intersect(found$notes, own)
  )
}

check_matrix_adjust <- function(adjust, sides) {
  adjust <- check_adjust(adjust)
  if (adjust %in% logical_adjustments && !setequal(sides$rows, sides$columns)) {
    stop_argument(
      paste0(
        "`adjust` = \"", adjust, "\" needs all pairs: the same methods in rows and columns"
      ),
      expected = "the same methods in rows and columns",
      found = "different ones", hint = "Use \"holm\"."
    )
  }
  adjust
}

# One family of all pairs shown, each counted once.
matrix_adjusted <- function(pvalues, adjust) {
  sides <- list(rows = rownames(pvalues), columns = colnames(pvalues))
  if (setequal(sides$rows, sides$columns)) {
    square <- pvalues[, sides$rows, drop = FALSE]
    return(adjusted_pairs(square, adjust)[, sides$columns, drop = FALSE])
  }
  key <- outer(sides$rows, sides$columns, Vectorize(function(a, b) {
    paste(match(sort(c(a, b), method = "radix"), unlist(sides)), collapse = " ")
  }))
  shown <- !own_cells(sides)
  first <- shown & !duplicated(as.vector(key))
  family <- stats::setNames(adjusted(pvalues[first], adjust), key[first])
  pvalues[shown] <- family[key[shown]]
  pvalues
}

# ---- methods -------------------------------------------------------------------------------------

#' @rdname pb_result
#' @export
format.pb_multi_comparison <- function(x, ...) {
  check_dots(...)
  metric <- if (is.null(x$metric)) "score" else without_controls(x$metric)
  c(
    sprintf(
      said("Multi-comparison matrix: %s of %d methods on %s; %s, %s is better"),
      counted(x$n_comparisons, "comparison"), x$n_classifiers,
      datasets_text(x$n_datasets, x$n_common), metric,
      if (x$higher_is_better) "higher" else "lower"
    ),
    sprintf(
      "  cells: mean of row - column, wins/draws/losses of the row, p of the two-sided %s",
      paste0("Wilcoxon signed-rank test (", computed_words(x), ")")
    ),
    paste0(
      sprintf(
        said("  then the method that is better by this test where p <= %g: row or col(umn)"),
        x$alpha
      ),
      if ("against-mean-difference" %in% x$notes) "; ! where the mean difference does not favour it"
    ),
    sprintf("  p is %s; engine %s", adjusted_words(x$adjust), x$engine),
    format_cells(x, most = 6L),
    format_notes(x$notes)
  )
}

# How the p-values were computed, and what became of equal scores.
computed_words <- function(x) {
  sprintf("%s; equal scores: %s, %s", x$method, x$zero_method, zero_words[[x$zero_method]])
}

adjusted_words <- function(adjust) {
  if (adjust == "none") {
    "descriptive: not corrected for testing many pairs"
  } else {
    paste("adjusted by", adjust)
  }
}

# The upper left corner as aligned lines.
format_cells <- function(x, most) {
  rows <- utils::head(x$rows, most)
  columns <- utils::head(x$columns, most)
  p <- x$pvalues[rows, columns, drop = FALSE]
  shown <- ifelse(p < p_floor, "<1e-12", sprintf("%.2g", p))
  texts <- sprintf(
    "%+.4g  %d/%d/%d  %s%s", x$mean_difference[rows, columns], x$wins[rows, columns],
    x$draws[rows, columns], x$losses[rows, columns], shown, better_by_test(x)[rows, columns]
  )
  texts[outer(rows, columns, "==")] <- ""
  cells <- rbind(without_controls(columns), array(texts, dim(p)))
  labels <- sprintf("%s (%.4g)", without_controls(rows), x$mean_scores[rows])
  right <- vapply(seq_along(columns), function(j) pad(cells[, j], left = TRUE), cells[, 1L])
  hidden <- c(rows = length(x$rows), columns = length(x$columns)) - most
  hidden <- hidden[hidden > 0L]
  c(
    apply(cbind(pad(c("", labels)), right), 1L, paste, collapse = "  "),
    if (length(hidden) > 0L) {
      paste("... and", paste(hidden, "more", names(hidden), collapse = " and "))
    }
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_multi_comparison <- function(x, row.names = NULL, # nolint: object_name_linter.
                                              optional = FALSE, ...) {
  check_dots(...)
  cells <- which(t(!own_cells(x[c("rows", "columns")])), arr.ind = TRUE)[, 2:1, drop = FALSE]
  first <- x$rows[cells[, 1L]]
  second <- x$columns[cells[, 2L]]
  parts <- list(
    n_common = x$n_common, mean_difference = x$mean_difference,
    wins = x$wins, draws = x$draws, losses = x$losses,
    pvalue_raw = x$pvalues_raw, pvalue = x$pvalues, verdict = x$verdicts, better = x$better,
    equal = x$equal, worse = x$worse, effect_size = x$effect_size,
    effect_size_low = x$effect_size_low, effect_size_high = x$effect_size_high
  )
  parts <- lapply(Filter(Negate(is.null), parts), function(part) part[cells])
  data.frame(
    classifier_1 = first, classifier_2 = second, mean_1 = unname(x$mean_scores[first]),
    mean_2 = unname(x$mean_scores[second]), parts
  )
}

# What the table adds to the frame, see base-printable.R.
matrix_sheet <- function(x, letters) {
  decided <- test_caption(
    list(test = x$test, alpha = x$alpha, adjust = x$adjust, convention = "standard")
  )
  sheet_with_better(new_sheet(as.data.frame(x)), decided)
}
