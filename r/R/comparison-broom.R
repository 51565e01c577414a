# tidy(), glance() and augment() of the package generics, with the names of columns that broom uses.

#' Results as data frames with the names of broom
#'
#' Results of pybench have S3 methods for the generic functions `tidy()`, `glance()` and `augment()`
#' of the package \pkg{generics}, which broom, tidymodels and other packages export. pybench does
#' not need \pkg{generics}; the S3 methods are registered when that package is loaded. The columns
#' have the names that broom uses; [as.data.frame()] gives the same numbers under the names that
#' pybench has in Python and R.
#'
#' @param x A result of a function of pybench that compares methods.
#' @param ... Nothing: other arguments are refused.
#' @return `tidy()` returns a data frame.
#'   * For a test of pairs: one row per tested pair, `group1` and `group2`, with `statistic`,
#'     `p.value` (before adjustment), `adj.p.value` (adjusted) and `verdict` (1 if `group1` is
#'     better, -1 if it is worse, 0 if neither is shown to be better). No table has the column
#'     `adj.p.value` if its p-values are not adjusted (`adjust = "none"`).
#'   * For [pb_nemenyi()]: one row per pair, with `estimate`, the mean rank of `group1` minus that
#'     of `group2` (a lower rank is better), `adj.p.value`, `significant` and `verdict`.
#'   * For [pb_compare()]: the pairs of the Nemenyi test, then the pairs of the signed-rank tests.
#'     The column `method` names the test. `estimate` is the difference of the mean ranks, as for
#'     [pb_nemenyi()]. If scores are missing, only the signed-rank tests, with the number of
#'     datasets of each pair as `n_common`.
#'   * For a test of all methods or of a predicted order: one row with `statistic`, `p.value` and
#'     `method`. Degrees of freedom, if any, are in the column `parameter` or, for F, in the columns
#'     `num.df` and `den.df`.
#'   * For [pb_kendall_w()]: one row with `estimate`, the ends `conf.low` and `conf.high` of its
#'     interval, and `method`.
#'   * For [pb_effects()]: one row per effect size and pair, with the name of the effect size in the
#'     column `term`, its `estimate`, and the ends `conf.low` and `conf.high` of its interval. The
#'     estimate is above 0 (`superiority`: above 0.5) where `group1` is better.
#'   * For [pb_multi_comparison()]: one row per cell of the matrix, with the mean scores `estimate1`
#'     and `estimate2`, and their difference as `estimate`.
#'   * For [pb_rank_intervals()] and [pb_critical_difference()]: one row per method (`term`), with
#'     its mean rank as `estimate`.
#'   * For any other result: the data frame of [as.data.frame()], with broom's names for the
#'     columns.
#'
#'   `glance()` returns one row. Its columns are `nobs` (the number of datasets), `n_classifiers`
#'   (the number of methods), and one column for each of the following fields that has a single
#'   value in the result: `test`, `method`, `statistic`, `p.value`, `alternative`, `adjust`,
#'   `control`, `convention`, `confidence`, `alpha`, `rope`, `seed`, `samples` and `resamples`. For
#'   [pb_compare()], `test`, `statistic` and `p.value` are those of the Friedman test, or of the
#'   test that takes its place if scores are missing.
#'
#'   `augment()` is for a results table and for [pb_compare()]: one row per dataset and method, with
#'   `dataset`, `classifier`, `score` and `.rank`, the rank of the method on the dataset (1 is the
#'   best). [pb_ranks()] returns these ranks as a plain matrix, for which there is no `tidy()` here.
#' @section Errors:
#' `pybench_error_argument` if the result cannot be written as one table or has none of the fields
#' of `glance()`, or for an argument that the function does not have.
#' @examplesIf requireNamespace("generics", quietly = TRUE)
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' generics::tidy(pb_wilcoxon(t))
#' generics::glance(pb_friedman(t))
#' head(generics::augment(pb_compare(t)))
#' @name tidy.pb_result
#' @aliases glance.pb_result augment.pb_comparison augment.pb_results_table
NULL

# Methods of generics that lintr does not see, since generics is not imported.
# nolint start: object_name_linter.

#' @rdname tidy.pb_result
#' @exportS3Method generics::tidy
tidy.pb_result <- function(x, ...) {
  check_dots(...)
  broom_named(as.data.frame(x), x)
}

#' @rdname tidy.pb_result
#' @exportS3Method generics::tidy
tidy.pb_comparison <- function(x, ...) {
  check_dots(...)
  ranks <- pair_tests(x)$mean_ranks
  pairs <- rbind(
    if (!is.null(x$nemenyi)) data.frame(
      as.data.frame(x$nemenyi)[c("classifier_1", "classifier_2")],
      statistic = NA_real_, pvalue_raw = NA_real_,
      as.data.frame(x$nemenyi)[c("pvalue", "verdict")], method = "nemenyi"
    ),
    data.frame(as.data.frame(pair_tests(x)), method = pair_tests(x)$test)
  )
  difference <- unname(ranks[pairs$classifier_1] - ranks[pairs$classifier_2])
  broom_named(data.frame(pairs[1:2], rank_difference = difference, pairs[-(1:2)]))
}

#' @rdname tidy.pb_result
#' @exportS3Method generics::tidy
tidy.pb_effects <- function(x, ...) {
  check_dots(...)
  frame <- as.data.frame(x)
  rows <- lapply(effect_names, function(name) {
    parts <- frame[c(name, paste0(name, c("_low", "_high")))]
    data.frame(term = name, frame[1:2], stats::setNames(parts, c("estimate", "low", "high")))
  })
  broom_named(do.call(rbind, rows))
}

#' @rdname tidy.pb_result
#' @exportS3Method generics::tidy
tidy.pb_friedman <- function(x, ...) {
  check_dots(...)
  tidy_test(x, "Friedman test")
}

#' @rdname tidy.pb_result
#' @exportS3Method generics::tidy
tidy.pb_omnibus <- function(x, ...) {
  check_dots(...)
  tidy_test(x, x$test)
}

#' @rdname tidy.pb_result
#' @exportS3Method generics::tidy
tidy.pb_trend <- function(x, ...) {
  check_dots(...)
  tidy_test(x, x$test)
}

#' @rdname tidy.pb_result
#' @exportS3Method generics::tidy
tidy.pb_kendall_w <- function(x, ...) {
  check_dots(...)
  data.frame(estimate = x$w, conf.low = x$low, conf.high = x$high, method = "Kendall's W")
}

#' @rdname tidy.pb_result
#' @exportS3Method generics::glance
glance.pb_result <- function(x, ...) {
  check_dots(...)
  fields <- unclass(x)[intersect(glanced, names(x))]
  single <- Filter(function(field) is.atomic(field) && length(field) == 1L, fields)
  if (is.character(single$statistic)) { # of a test of pairs, the name of the statistics
    single$statistic <- NULL
  }
  if (length(single) == 0L) {
    stop_argument(
      sprintf("a %s has no summary in one row", class(x)[[1L]]), hint = "Use summary() or tidy()."
    )
  }
  names <- names(single)
  known <- names %in% names(broom_glance)
  names[known] <- broom_glance[names[known]]
  as.data.frame(stats::setNames(lapply(single, unname), names))
}

#' @rdname tidy.pb_result
#' @exportS3Method generics::glance
glance.pb_comparison <- function(x, ...) {
  check_dots(...)
  test <- x$omnibus
  data.frame(
    if (is.null(test)) tidy_test(x$friedman, "Friedman test") else tidy_test(test, test$test),
    alpha = x$alpha, nobs = nrow(x$table$scores), n_classifiers = ncol(x$table$scores)
  )
}

#' @rdname tidy.pb_result
#' @exportS3Method generics::augment
augment.pb_comparison <- function(x, ...) {
  check_dots(...)
  augmented_scores(x$table, pb_ranks(x$table, x$tie_tol))
}

#' @rdname tidy.pb_result
#' @exportS3Method generics::augment
augment.pb_results_table <- function(x, ...) {
  check_dots(...)
  augmented_scores(x, pb_ranks(x))
}
# nolint end

# One row per score, with its rank on the dataset.
augmented_scores <- function(t, ranks) {
  data.frame(
    dataset = rep(t$datasets, each = length(t$classifiers)),
    classifier = rep(t$classifiers, length(t$datasets)),
    score = as.vector(t(t$scores)), .rank = as.vector(t(ranks))
  )
}

# Our names of columns, and broom's.
broom_columns <- c(
  classifier_1 = "group1", classifier_2 = "group2", classifier = "term", pvalue_raw = "p.value",
  pvalue = "adj.p.value", low = "conf.low", high = "conf.high", mean_rank = "estimate",
  rank_difference = "estimate", mean_difference = "estimate", mean_1 = "estimate1",
  mean_2 = "estimate2"
)

# Without a result `x`: with the columns of both.
broom_named <- function(frame, x = NULL) {
  if (!is.null(x) && !has_adjusted(x, frame)) {
    frame$pvalue_raw <- NULL
    names(frame)[names(frame) == "pvalue"] <- "p.value"
  }
  known <- names(frame) %in% names(broom_columns)
  names(frame)[known] <- broom_columns[names(frame)[known]]
  rownames(frame) <- NULL
  frame
}

# Whether the p-values of a result are adjusted: by a correction, or by the test itself.
has_adjusted <- function(x, frame = as.data.frame(x)) {
  own <- setdiff(read_shared("corrections.csv")$key, "none")
  corrected <- if (is.null(x$adjust)) !is.null(frame$pvalue_raw) else x$adjust != "none"
  corrected || inherits(x, "pb_nemenyi") || any(x$test %in% own)
}

# The fields of a result that glance() shows, if they have one value, and broom's names of some.
glanced <- c(
  "test", "method", "statistic", "pvalue", "alternative", "adjust", "control", "convention",
  "confidence", "alpha", "rope", "seed", "samples", "resamples", "n_datasets", "n_classifiers"
)
broom_glance <- c(pvalue = "p.value", n_datasets = "nobs")

# One row of a test of all methods; degrees of freedom as broom names them for htest.
tidy_test <- function(x, name) {
  df <- as.list(x$df)
  names(df) <- if (length(df) == 2L) c("num.df", "den.df") else rep("parameter", length(df))
  parts <- list(statistic = x$statistic, p.value = x$pvalue)
  as.data.frame(c(parts, df, list(method = sprintf("%s (%s)", name, x$method))))
}
