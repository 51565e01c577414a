# Several metrics, or scores and costs, of the same methods: on which pairs do they agree?

#' Compare methods by several metrics
#'
#' Compares the same methods by several metrics or costs, and finds where the metrics agree. Scores
#' of different metrics are never averaged: each metric is tested by itself, and only the verdicts
#' are put together.
#'
#' With `over = "all"` and a correction of the family-wise error rate (such as Holm's), the chance
#' of any false rejection, over all pairs and all metrics, is at most `alpha`, however the metrics
#' depend on each other.
#'
#' With few datasets, no pair can differ significantly by a metric, however large the differences;
#' the printed result says so, with the smallest p-value possible.
#'
#' @param tables A named list: the name of each metric or cost (such as `accuracy`, `log loss`,
#'   `seconds`), and its results table, with its own direction. All tables have the same methods;
#'   their datasets may differ.
#' @param alpha Family-wise level, in (0, 1).
#' @param test Test of each pair of methods, two-sided: `"wilcoxon"` or `"sign_test"`.
#' @param adjust Correction of the p-values, see [pb_adjust()]. `"shaffer"` and `"bergmann"` are
#'   possible with `over = "each"` alone.
#' @param over What the p-values are corrected for: the pairs of `"each"` metric by itself, or the
#'   pairs of `"all"` metrics together. With `"each"`, each metric has its own level `alpha`.
#' @param tie_tol See [pb_ranks()].
#' @return An object of class `pb_metric_comparison`, a list of
#'   \item{metrics}{names of the M metrics}
#'   \item{higher_is_better}{direction of each}
#'   \item{pairs}{list of m pairs of methods, as in the first table}
#'   \item{pvalues}{m x M matrix: adjusted p-values}
#'   \item{verdicts}{m x M matrix of integers: 1 if the first method is better, -1 if the second is,
#'     0 if neither is shown to be better}
#'   \item{agreement}{a word for each pair. `"all"`: every metric finds a significant difference in
#'     the same direction; `"some"`: some metrics do, and none the opposite; `"opposite"`: metrics
#'     find opposite directions; `"none"`: no metric finds a significant difference, which does not
#'     mean that the two are equal}
#'   \item{tests}{list: the test of each metric by itself, adjusted for its own pairs}
#'   \item{test, adjust, over, alpha}{as given}
#'   \item{notes}{caveats of all tests, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per pair and metric.
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range, and if `tables` is no named list;
#' `pybench_error_results_table` for fewer than 2 datasets or methods, missing scores, or a table
#' that lacks a method of another.
#' @examples
#' accuracy <- data.frame(dataset = letters[1:8], A = 9, B = 8 - 1:8 / 10)
#' seconds <- data.frame(dataset = letters[1:8], A = 30, B = 1:8)
#' pb_compare_metrics(list(
#'   accuracy = pb_read_results(accuracy, higher_is_better = TRUE),
#'   seconds = pb_read_results(seconds, higher_is_better = FALSE)
#' ))
#' @family first steps
#' @export
pb_compare_metrics <- function(tables, alpha = 0.05, test = "wilcoxon", adjust = "holm",
                               over = "each", tie_tol = "decimal") {
  require_alike(tables, "metric")
  alpha <- check_level("alpha", alpha)
  check_choice("test", test, c("wilcoxon", "sign_test"))
  check_choice("over", over, c("each", "all"))
  names <- tables[[1L]]$classifiers
  one <- if (test == "wilcoxon") pb_wilcoxon else pb_sign_test
  tests <- lapply(unname(tables), function(t) {
    pairs_at_level(one(t[, names], adjust = adjust, tie_tol = tie_tol), alpha)
  })
  k <- length(names)
  first <- rep(seq_len(k - 1L), rev(seq_len(k - 1L)))
  second <- unlist(lapply(seq_len(k - 1L), function(i) seq(i + 1L, k)))
  cells <- cbind(first, second)
  m <- nrow(cells)
  column <- function(field) {
    matrix(vapply(tests, function(x) x[[field]][cells], numeric(m)), m)
  }
  final <- column("pvalues")
  if (over == "all") {
    if (adjust %in% logical_adjustments) {
      check_choice("adjust", adjust, setdiff(adjustment_names(), logical_adjustments))
    }
    # Row by row, as in Python: with equal p-values, the order does not matter.
    raw <- t(column("pvalues_raw"))
    final <- t(matrix(pb_adjust(as.vector(raw), adjust), nrow(raw)))
  }
  verdicts <- (final <= alpha) * column("directions")
  storage.mode(verdicts) <- "integer"
  new_result("pb_metric_comparison", list(
    metrics = names(tables),
    higher_is_better = vapply(unname(tables), `[[`, NA, "higher_is_better"),
    pairs = Map(function(i, j) c(names[[i]], names[[j]]), unname(first), unname(second)),
    pvalues = final,
    verdicts = verdicts,
    agreement = apply(verdicts, 1L, metric_agreement),
    tests = tests,
    test = test,
    adjust = adjust,
    over = over,
    alpha = alpha,
    notes = correction_noted(
      unlist(lapply(tests, `[[`, "notes")), adjust,
      (if (over == "all" || adjust == "none") length(final) else m) > 1L
    ),
    engine = "r"
  ))
}

metric_agreement <- function(verdicts) {
  if (all(verdicts == 0L)) {
    "none"
  } else if (any(verdicts > 0L) && any(verdicts < 0L)) {
    "opposite"
  } else if (all(verdicts != 0L)) {
    "all"
  } else {
    "some"
  }
}

metric_agreements <- c(
  all = "significant by every metric, in the same direction",
  some = "significant by some metrics, in one direction",
  opposite = "significant by several metrics, in opposite directions",
  none = "significant by no metric, which does not mean that the two are equal"
)

#' @rdname pb_result
#' @export
as.data.frame.pb_metric_comparison <- function(x, row.names = NULL, # nolint: object_name_linter.
                                               optional = FALSE, ...) {
  check_dots(...)
  several <- length(x$metrics)
  raw <- vapply(x$tests, function(test) as.data.frame(test)$pvalue_raw, numeric(length(x$pairs)))
  raw <- matrix(raw, length(x$pairs))
  data.frame(
    classifier_1 = rep(vapply(x$pairs, `[[`, "", 1L), each = several),
    classifier_2 = rep(vapply(x$pairs, `[[`, "", 2L), each = several),
    metric = rep(x$metrics, length(x$pairs)),
    pvalue_raw = as.vector(t(raw)),
    pvalue = as.vector(t(x$pvalues)),
    verdict = as.vector(t(x$verdicts)),
    agreement = rep(x$agreement, each = several)
  )
}

# What the adjusted p-values of tests of pairs on so many datasets cannot be below: that of signed
# ranks, and of signs, is 2/2^N without ties. It is 0 for a correction that is not registered here.
least_pvalues <- function(datasets, adjust) {
  if (adjust %in% adjustments) adjusted(pmin(2 * 0.5^datasets, 1), adjust) else 0 * datasets
}

# Test, level and correction of a result with both, in a line.
pairs_caption <- function(x) {
  paste0("  ", test_caption(list(
    test = x$test, alpha = x$alpha, adjust = x$adjust, convention = "standard"
  )))
}

# Which of each pair is better by which of the names, and perhaps than which other.
better_by <- function(x, names, than = NULL) {
  vapply(seq_along(x$pairs), function(row) {
    told <- vapply(c(1L, 2L), function(which) {
      by <- names[x$verdicts[row, ] == c(1L, -1L)[[which]]]
      pair <- x$pairs[[row]]
      said <- paste0(pair[[which]], if (!is.null(than)) paste0(than, pair[[3L - which]]))
      if (length(by) > 0L) sprintf("%s (%s)", said, toString(by)) else ""
    }, "")
    paste(told[nzchar(told)], collapse = "; ")
  }, "")
}

metric_multiplicity <- function(x) {
  tests <- length(x$verdicts)
  metrics <- length(x$metrics)
  if (tests == 1L) {
    return("p-value is that of a single test, and needs no correction.")
  }
  if (x$adjust == "none") {
    return(sprintf(
      "p-values are not corrected: at alpha = %g each of %d tests, some reject by chance alone.",
      x$alpha, tests
    ))
  }
  if (x$over == "all" || metrics == 1L) {
    return(sprintf(
      "p-values are adjusted by %s over all %d tests%s.", x$adjust, tests,
      if (metrics > 1L) " of all metrics" else ""
    ))
  }
  rate <- switch(correction_controls(x$adjust)$controls,
    `strong FWER` = , `weak FWER` = "chance of any false rejection",
    FDR = "false discovery rate",
    "error rate"
  )
  sprintf(
    paste(
      "p-values are adjusted by %s within each metric, at alpha = %g each: over all %d metrics the",
      "%s can be higher; over = \"all\"%s corrects that."
    ),
    x$adjust, x$alpha, metrics, rate,
    if (x$adjust %in% logical_adjustments) " and adjust = \"holm\"" else ""
  )
}

# Says of each metric that its test cannot reject, if so; "" if it can.
metric_unable <- function(x) {
  n <- vapply(x$tests, function(test) test$n_datasets, 0)
  if (x$over == "all") {
    family <- least_pvalues(rep(n, length(x$pairs)), x$adjust)
    least <- apply(matrix(family, length(n)), 1L, min)
    ties <- ""
  } else {
    least <- vapply(x$tests, `[[`, 0, "least_pvalue")
    tied <- vapply(x$tests, function(test) noted_ties(test$notes), NA)
    ties <- ifelse(tied, " and ties like these", "")
  }
  ifelse(least > x$alpha, sprintf(
    "with %s%s no p can be below %.4g: no pair can differ significantly at alpha = %g",
    counted(n, "dataset"), ties, least, x$alpha
  ), "")
}

#' @rdname pb_result
#' @export
format.pb_metric_comparison <- function(x, ...) {
  check_dots(...)
  k <- length(unique(unlist(x$pairs)))
  pairs <- length(x$pairs)
  unable <- metric_unable(x)
  each <- unlist(lapply(seq_along(x$metrics), function(i) {
    ranks <- x$tests[[i]]$mean_ranks
    best <- sort(names(ranks)[ranks == min(ranks)], method = "radix")
    c(
      sprintf(
        "  %s (%s is better, %s): %d of %s differ significantly; best mean rank %.2f: %s",
        x$metrics[[i]], if (x$higher_is_better[[i]]) "higher" else "lower",
        counted(x$tests[[i]]$n_datasets, "dataset"), sum(x$verdicts[, i] != 0L),
        counted(pairs, "pair"), min(ranks), toString(best)
      ),
      if (nzchar(unable[[i]])) paste0("    ", unable[[i]])
    )
  }))
  c(
    sprintf(
      "Comparison of %d %s by %s; engine %s", k, nouns(), counted(length(x$metrics), "metric"),
      x$engine
    ),
    pairs_caption(x),
    without_controls(c(each, metric_sentences(x))),
    paste0("  ", metric_multiplicity(x)),
    format_notes(x$notes)
  )
}

# How many pairs differ by all, some or no metric, and which.
metric_sentences <- function(x, most = 10L) {
  better <- better_by(x, x$metrics, " better than ")
  unlist(lapply(names(metric_agreements), function(key) {
    rows <- which(x$agreement == key)
    if (length(rows) == 0L && key == "opposite") {
      return(NULL)
    }
    c(
      sprintf("  %s: %s", metric_agreements[[key]], counted(length(rows), "pair")),
      if (key != "none" && length(rows) > 0L) {
        c(
          paste0("    ", better[utils::head(rows, most)]),
          if (length(rows) > most) {
            sprintf(
              "    and %s more, see as.data.frame()", counted(length(rows) - most, "pair")
            )
          }
        )
      }
    )
  }))
}

# What the table adds to the frame, see base-printable.R.
metric_sheet <- function(x, letters) {
  frame <- data.frame(
    classifier_1 = vapply(x$pairs, `[[`, "", 1L), classifier_2 = vapply(x$pairs, `[[`, "", 2L)
  )
  heads <- paste0(x$metrics, ": p")
  frame[heads] <- as.data.frame(x$pvalues)
  frame[["better by"]] <- better_by(x, x$metrics)
  frame$agreement <- x$agreement
  bold <- stats::setNames(
    lapply(seq_along(heads), function(i) x$verdicts[, i] != 0L), heads
  )
  new_sheet(
    frame, bold = bold, bold_note = sprintf("Bold p: significant at alpha = %g.", x$alpha),
    notes = stats::setNames(metric_multiplicity(x), "")
  )
}
