# The common result of all tests of pairs.

alternatives <- c("two-sided", "greater", "less")

#' Tests of pairs
#'
#' Every test of pairs of methods returns an object of class `pb_pairs`. Its matrices compare the
#' method of the row with the method of the column.
#'
#' An object of class `pb_pairs` is a list of
#' \describe{
#'   \item{`pvalues`}{matrix of adjusted p-values in \[0, 1\]: k x k in table order with diagonal 1,
#'     or (k - 1) x 1 with a control}
#'   \item{`pvalues_raw`}{the p-values before adjustment}
#'   \item{`statistics`}{the test statistics, a matrix of the same shape; their name is in
#'     `statistic`. Statistics with a sign are positive where the row is better}
#'   \item{`directions`}{integers, of the same shape: 1 where the statistic favours the row, -1
#'     where it favours the column, 0 where it favours neither}
#'   \item{`verdicts`}{integers, of the same shape: 1 where the row is better, -1 where it is worse,
#'     0 where neither is shown to be better (p > `alpha`)}
#'   \item{`test`, `statistic`, `method`}{name of the function that was called, name of the
#'     `statistics`, and how p was computed}
#'   \item{`df`}{degrees of freedom of the reference distribution, empty if it has none}
#'   \item{`adjust`, `alternative`, `control`, `convention`}{as given}
#'   \item{`alpha`}{level of the verdicts, the text and the notes: 0.05, or in [pb_compare()] the
#'     level given there}
#'   \item{`mean_ranks`}{named vector, k entries in \[1, k\], table order}
#'   \item{`n_datasets`, `n_classifiers`}{N and k}
#'   \item{`notes`}{caveats, a character vector of keys}
#'   \item{`engine`}{`"r"`}
#'   \item{`n_common`}{if scores are missing, the number of datasets on which both methods have a
#'     score, a matrix of the shape of `pvalues`; otherwise `NULL`}
#'   \item{`least_pvalue`}{smallest adjusted p-value possible for data of this size with these ties;
#'     0 if p can be arbitrarily small}
#' }
#' `as.data.frame()` gives one row per tested pair: `classifier_1`, `classifier_2`, `n_common` (if
#' scores are missing), `statistic`, `pvalue_raw`, `pvalue` and `verdict`.
#'
#' @seealso [pb_siegel()] for one such test, [pb_adjust()] for the corrections.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' pairs <- pb_siegel(t, adjust = "holm")
#' pairs
#' as.data.frame(pairs)
#' @name pb_pairs
NULL

# Checks the common arguments of tests of pairs; check_adjust() checks the correction for these
# pairs. With `pairwise`, scores may be missing; `one_metric` as in require_comparable().
check_pairs <- function(t, alternative, control, pairwise = FALSE, one_metric = FALSE) {
  require_comparable(t, pairwise = pairwise, one_metric = one_metric)
  check_choice("alternative", alternative, alternatives)
  check_control(t, control)
}

# Refuses a control that is not a method of the table.
check_control <- function(t, control) {
  if (!is.null(control)) {
    check_member("control", control, t$classifiers)
  }
}

# Returns the name of a method that is one of `names`.
check_member <- function(argument, name, names) {
  if (is_string(name) && name %in% names) {
    return(name)
  }
  found <- describe_value(name)
  stop_argument(
    paste0("`", argument, "` must be a method of the table, not ", found),
    expected = paste0("one of: ", toString(names)), found = found, hint = strangers(name, names)
  )
}

# Refuses all but two different methods of the table.
check_pair <- function(t, first, second) {
  check_member("first", first, t$classifiers)
  check_member("second", second, t$classifiers)
  if (first == second) {
    stop_argument(
      "`first` and `second` must be two different methods",
      found = describe_value(first)
    )
  }
}

# Adjusts the p-values of all pairs and makes the result. `statistics` and `pvalues` are k x k
# matrices, row against column in table order; their diagonals are ignored. `notes` are the keys of
# the caveats that apply; `final` are k x k adjusted p-values if the test has its own; `least` are
# the smallest possible p-values before adjustment, if there is such a bound. `means` are mean ranks
# if scores are missing, else those of the table are used. `directions` are the signs of the
# evidence for the row: of the statistic minus that of the reversed pair, which is W+ - W-, wins
# minus losses, or twice a statistic that has a sign.
new_pairs <- function(t, statistics, pvalues, test, statistic, method, adjust,
                      alternative = "two-sided", control = NULL, convention = "standard",
                      df = numeric(), tie_tol = 0, notes = character(),
                      final = NULL, directions = sign(statistics - t(statistics)),
                      least = NULL, means = NULL) {
  classifiers <- t$classifiers
  diag(directions) <- 0
  dimnames(directions) <- list(classifiers, classifiers)
  dimnames(statistics) <- dimnames(pvalues) <- list(classifiers, classifiers)
  diag(pvalues) <- 1
  diag(statistics) <- 0
  final <- final_pvalues(pvalues, adjust, alternative, control, final)
  if (!is.null(control)) {
    others <- setdiff(classifiers, control)
    pvalues <- pvalues[others, control, drop = FALSE]
    statistics <- statistics[others, control, drop = FALSE]
    directions <- directions[others, control, drop = FALSE]
  }
  storage.mode(directions) <- "integer"
  new_result("pb_pairs", list(
    pvalues = final,
    pvalues_raw = pvalues,
    statistics = statistics,
    directions = directions,
    verdicts = pair_verdicts(final, directions, verdict_level, alternative),
    test = test,
    statistic = statistic,
    method = method,
    df = df,
    adjust = adjust,
    alpha = verdict_level,
    alternative = alternative,
    control = control,
    convention = convention,
    mean_ranks = if (is.null(means)) {
      mean_ranks(doubled_ranks(t$scores, t$higher_is_better, tie_tol))
    } else {
      means
    },
    n_datasets = nrow(t$scores),
    n_classifiers = ncol(t$scores),
    notes = correction_noted(
      c(notes, if (convention == "standard" && any(final < p_floor)) "floor"),
      adjust, nrow(tested_cells(final, alternative)) > 1L,
      disturbed(test, method, ncol(t$scores))
    ),
    engine = "r",
    least_pvalue = least_adjusted(least, classifiers, adjust, alternative, control),
    n_common = if ("pairwise-complete" %in% notes) {
      common_counts(t$scores)[rownames(final), colnames(final), drop = FALSE]
    }
  ))
}

# The name of a test if other methods can disturb its pairs, else empty: exchanging two columns is
# exact whatever the other columns do.
disturbed <- function(test, method, k) {
  if (k > 2L && method != "permutation") test else ""
}

# 1 where a test shows that the row is better, -1 where worse, 0 where neither. A one-sided test
# asks in each cell only whether the row is better ("greater") or worse.
pair_verdicts <- function(pvalues, directions, alpha, alternative) {
  shown <- switch(alternative, "two-sided" = directions, greater = 1L, less = -1L)
  (pvalues <= alpha) * shown
}

# The verdicts at 0.05 from statistics and raw p-values, k x k, as new_pairs() makes them.
verdicts_of <- function(statistics, pvalues, adjust, alternative, control, final = NULL) {
  directions <- sign(statistics - t(statistics))
  diag(directions) <- 0
  dimnames(directions) <- dimnames(pvalues)
  if (!is.null(control)) {
    directions <- directions[rownames(directions) != control, control, drop = FALSE]
  }
  final <- final_pvalues(pvalues, adjust, alternative, control, final)
  pair_verdicts(final, directions, verdict_level, alternative)
}

# The same test with its verdicts at another level.
pairs_at_level <- function(x, alpha) {
  x$alpha <- alpha
  x$verdicts <- pair_verdicts(x$pvalues, x$directions, alpha, x$alternative)
  x
}

# The least possible adjusted p-value, 0 without a bound.
least_adjusted <- function(least, classifiers, adjust, alternative, control) {
  if (is.null(least)) {
    return(0)
  }
  dimnames(least) <- list(classifiers, classifiers)
  diag(least) <- 1
  if (alternative != "two-sided" && is.null(control)) {
    least[lower.tri(least)] <- 1 # of a pair one direction at most
  }
  final <- final_pvalues(least, adjust, alternative, control)
  min(final[tested_cells(final, alternative)])
}

# Adjusts the named p-values of all pairs, k x k, or of the others against a control, (k-1) x 1. If
# the test has its own adjusted p-values, `final` holds those of all pairs, and they are returned.
final_pvalues <- function(pvalues, adjust, alternative, control, final = NULL) {
  if (!is.null(final)) {
    dimnames(final) <- dimnames(pvalues)
    diag(final) <- 1
    return(final)
  }
  if (is.null(control)) {
    return(adjusted_pairs(pvalues, adjust, directed = alternative != "two-sided"))
  }
  family <- pvalues[rownames(pvalues) != control, control, drop = FALSE]
  family[] <- adjusted(family[, 1L], adjust)
  family
}

# Every two of k methods once, in reading order: a matrix with the columns 1 and 2.
all_pairs <- function(k) {
  t(utils::combn(k, 2L))
}

# The cells of a matrix of p-values that are separate hypotheses, in reading order: a matrix with
# columns row and column.
tested_cells <- function(pvalues, alternative) {
  if (ncol(pvalues) == 1L) { # all against a control
    return(cbind(seq_len(nrow(pvalues)), 1L))
  }
  kept <- if (alternative == "two-sided") {
    lower.tri(pvalues)
  } else {
    row(pvalues) != col(pvalues)
  }
  # Of the transposed matrix, so that the cells come row by row.
  which(kept, arr.ind = TRUE)[, 2:1, drop = FALSE]
}

#' @rdname pb_result
#' @export
format.pb_pairs <- function(x, ...) {
  check_dots(...)
  against <- if (is.null(x$control)) "all pairs" else paste("all against", x$control)
  source <- if (startsWith(x$method, "exact")) x$method else paste("by", x$method)
  df <- if (length(x$df) > 0L) paste0(", df = ", toString(sprintf("%g", x$df)))
  c(
    without_controls(c(
      paste0(
        "Test of pairs: ", x$test, " (", x$statistic, ", p ", source, df, "; ", x$alternative,
        ", ", against, ")"
      ),
      sprintf(
        said("  %d methods on %s; adjustment %s, convention %s, engine %s"),
        x$n_classifiers, datasets_text(x$n_datasets, x$n_common), x$adjust, x$convention, x$engine
      ),
      clearest_pairs(x),
      unable(x$least_pvalue, x$alpha, most_common(x$n_datasets, x$n_common), x$notes),
      if (nrow(tested_cells(x$pvalues, x$alternative)) > 1L) {
        paste0("  adjustment: ", said(correction_controls(x$adjust, x$test)$text))
      }
    )),
    format_notes(x$notes)
  )
}

# How many pairs differ, then the `most` pairs with the smallest p-values.
clearest_pairs <- function(x, most = 5L) {
  frame <- as.data.frame(x)
  found <- sum(frame$pvalue <= x$alpha)
  two_sided <- x$alternative == "two-sided"
  verdict <- if (two_sided) {
    verb <- if (found == 1L) "differs" else "differ"
    sprintf("%d of %s %s", found, counted(nrow(frame), "pair"), verb)
  } else {
    side <- if (x$alternative == "greater") "better" else "worse"
    sprintf("in %d of %d ordered pairs the first is %s", found, nrow(frame), side)
  }
  # Ordered by the digits that are shown: the others may depend on the engine.
  shown <- as.double(sprintf("%.4g", pmax(frame$pvalue, p_floor)))
  frame <- utils::head(frame[order(shown), ], most)
  ranks <- cbind(x$mean_ranks[frame$classifier_1], x$mean_ranks[frame$classifier_2])
  names <- sprintf("%s (%.2f)", c(frame$classifier_1, frame$classifier_2), ranks)
  names <- matrix(names, ncol = 2L)
  verdict_of <- frame$verdict
  if (two_sided) { # the better first
    turned <- verdict_of < 0L | verdict_of == 0L & ranks[, 2L] < ranks[, 1L]
    names[turned, ] <- names[turned, 2:1]
    verdict_of <- abs(verdict_of)
  }
  between <- c(" worse than ", ", ", " better than ")[verdict_of + 2L]
  joined <- paste0(names[, 1L], between, names[, 2L])
  c(
    sprintf("  %s (p <= %g); smallest p, mean ranks in brackets:", verdict, x$alpha),
    paste0("    p ", format(format_p(frame$pvalue)), "  ", joined)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_pairs <- function(x, row.names = NULL, # nolint: object_name_linter.
                                   optional = FALSE, ...) {
  check_dots(...)
  cells <- tested_cells(x$pvalues, x$alternative)
  frame <- data.frame(
    classifier_1 = rownames(x$pvalues)[cells[, 1L]],
    classifier_2 = colnames(x$pvalues)[cells[, 2L]]
  )
  frame$n_common <- x$n_common[cells]
  cbind(
    frame,
    statistic = x$statistics[cells],
    pvalue_raw = x$pvalues_raw[cells],
    pvalue = x$pvalues[cells],
    verdict = x$verdicts[cells]
  )
}

# What the table adds to the frame, see base-printable.R.
pairs_sheet <- function(x, letters) {
  sheet_with_better(new_sheet(as.data.frame(x)), test_caption(x))
}
