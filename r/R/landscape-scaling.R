# Features on one scale, ready for a map; unusable columns are dropped by name.

feature_scales <- c("z", "robust", "none")
largest_feature <- 1e300
robust_limit <- 5

#' Scale features
#'
#' Brings features to a common scale, as a self-organising map needs them. Distances between rows
#' are sums over columns, so a column with values in the hundreds would outweigh a column with
#' values in the hundredths. The paper on landscapes (see [pb_map_landscape()]) does not say how it
#' scales features; we infer that it uses `"z"`.
#'
#' Sums are computed in a fixed order in extended precision, so that Python and R get the same
#' numbers to the last bit. Values whose squares would overflow or underflow are first divided by a
#' power of two, which is exact.
#'
#' @param features Table of [pb_read_features()], data frame or numeric matrix; rows are instances.
#'   If a data frame has a column `dataset`, the columns `dataset`, `split`, `label` and `id` are
#'   not features.
#' @param scale `"z"` or `TRUE`: subtract the mean and divide by the standard deviation with divisor
#'   n - 1. The result is the same to the last bit as with [scale()]. `"robust"`, which is not from
#'   the paper on landscapes: subtract the median, divide by the interquartile range / 1.34898, then
#'   clip values to \[-5, 5\]. For normal data, this divisor estimates the standard deviation. If
#'   the interquartile range is 0, divide by the standard deviation. Clipping keeps a single
#'   outlying row from compressing a whole column. `"none"` or `FALSE`: no scaling.
#' @param dataset The dataset of each row, if the table does not name it.
#' @param unusable How to treat unusable columns: `"drop"` leaves them out, `"refuse"` raises
#'   an error. A column is unusable if it has a value that is missing, infinite or above 1e300
#'   in absolute value. Unless `scale` is `"none"`, a column is also unusable if it is constant
#'   up to rounding, that is, if its range is at most 1e-13 times its largest absolute value.
#'   An example is the autocorrelation at lag 0, which is always 1.
#' @param weights `"instance"`: each row counts alike. `"dataset"`: each dataset counts alike,
#'   however many rows it has, so that no large dataset determines the scale. A row counts 1 /
#'   (number of rows of its dataset). With `"z"`, the center is then the mean over datasets of their
#'   means, and the square of the spread is the mean over datasets of the mean squared distance of
#'   their rows from the center (no divisor n - 1). With `"robust"`, a quantile is the smallest
#'   value such that the rows up to it have this share of all weight. If all datasets have equally
#'   many rows, the result is that of `"instance"`, to the last bit.
#' @return An object of class `pb_scaled_features`, a list of
#'   \item{values}{matrix, scaled}
#'   \item{dataset}{the dataset of each row, `NULL` if it is not known}
#'   \item{scaling}{an object of class `pb_scaling`, a list of `features`, `center`, `spread`,
#'     `left_out` (names of the columns that are left out, with the reasons), `scale`, `n_rows`,
#'     `named` (whether the columns have their own names) and `weights`; `predict(scaling, table)`
#'     scales other rows in the same way}
#' @section Errors:
#' `pybench_error_argument` if `features` is not a numeric table, or has fewer than two rows or no
#' usable column, or, with `unusable = "refuse"`, if a column is unusable, or, with
#' `weights = "dataset"`, if it does not name the datasets.
#' @examples
#' scaled <- pb_scale_features(data.frame(a = c(1, 2, 3), b = 5))
#' scaled$values
#' scaled$scaling$left_out
#' @family landscape
#' @export
pb_scale_features <- function(features, scale = TRUE, dataset = NULL, unusable = "drop",
                              weights = "instance") {
  if (inherits(features, "pb_scaled_features")) {
    if (!is.null(dataset)) {
      features$dataset <- check_datasets(dataset, nrow(features$values))
    }
    return(features)
  }
  scale <- check_scale(scale)
  unusable <- check_choice("unusable", unusable, c("drop", "refuse"))
  weights <- check_choice("weights", weights, map_weights)
  opened <- opened_features("features", features, dataset)
  values <- opened$values
  times <- row_weights(weights, opened$dataset)
  named <- !is.null(colnames(values))
  labels <- if (named) colnames(values) else as.character(seq_len(ncol(values)))
  if (nrow(values) < 2L || anyDuplicated(labels) > 0L) {
    stop_argument(
      sprintf(
        "`features` must have at least two rows, and columns with different names, not %s and %s",
        counted(nrow(values), "row"), counted(length(unique(labels)), "different name")
      ),
      expected = "two rows or more", found = counted(nrow(values), "row")
    )
  }
  reasons <- vapply(seq_along(labels), function(j) unscaled_reason(values[, j], scale), "")
  left_out <- stats::setNames(reasons, labels)[nzchar(reasons)]
  kept <- which(!nzchar(reasons))
  if (length(kept) == 0L || (unusable == "refuse" && length(left_out) > 0L)) {
    refuse_columns(left_out)
  }
  measures <- vapply(kept, function(j) column_measures(values[, j], scale, times), numeric(2L))
  scaling <- new_result("pb_scaling", list(
    features = labels[kept], center = measures[1L, ], spread = measures[2L, ],
    left_out = left_out, scale = scale, n_rows = nrow(values), named = named,
    weights = weights
  ))
  ready <- scaled_columns(values[, kept, drop = FALSE], scaling)
  colnames(ready) <- if (named) labels[kept]
  new_result("pb_scaled_features", list(
    values = ready, dataset = opened$dataset, scaling = scaling
  ))
}

check_scale <- function(scale) {
  if (isTRUE(scale)) {
    "z"
  } else if (isFALSE(scale)) {
    "none"
  } else {
    check_choice("scale", scale, feature_scales)
  }
}

# A list of `values`, a matrix with the names of its columns, and `dataset`, NULL if not known. In a
# data frame that has the columns `only`, no other columns are used.
opened_features <- function(name, table, dataset, only = NULL) {
  named <- NULL
  given <- table
  if (inherits(table, "pb_feature_table")) {
    named <- table$dataset
    table <- table$values
  } else if (is.data.frame(table)) {
    named <- if ("dataset" %in% names(table)) as.character(table$dataset)
    table <- frame_features(table, only)
  }
  if (!is.matrix(table) || !holds_numbers(table) || length(table) == 0L) {
    expected <- "a table of features or a matrix of numbers"
    found <- describe_value(given)
    stop_argument(
      sprintf("`%s` must be %s, not %s", name, expected, found), expected = expected, found = found,
      hint = "Give features only; names of datasets go into a column named dataset."
    )
  }
  if (!is.null(dataset)) {
    named <- dataset
  }
  list(
    values = matrix(as.double(table), nrow(table), dimnames = list(NULL, colnames(table))),
    dataset = if (!is.null(named)) check_datasets(named, nrow(table))
  )
}

# The columns of a data frame that are features, as a matrix; NULL if one is not numeric.
frame_features <- function(frame, only) {
  if ("dataset" %in% names(frame)) {
    frame <- frame[setdiff(names(frame), feature_keys)]
  }
  if (!is.null(only) && all(only %in% names(frame))) {
    frame <- frame[only]
  }
  if (all(vapply(frame, holds_numbers, NA))) as.matrix(frame)
}

check_datasets <- function(names, rows) {
  if (is.factor(names)) {
    names <- as.character(names)
  }
  if (is.character(names) && length(names) == rows && !anyNA(names)) {
    return(utf8_text(names))
  }
  expected <- paste("the name of a dataset for each of", counted(rows, "row"))
  found <- describe_value(names)
  stop_argument(
    sprintf("`dataset` must be %s, not %s", expected, found), expected = expected, found = found
  )
}

refuse_columns <- function(left_out) {
  first <- names(left_out)[[1L]]
  stop_argument(
    sprintf(
      "`features` has %s that no map can use; the first is '%s' (%s)",
      counted(length(left_out), "column"), one_line(first), left_out[[1L]]
    ),
    column = first, expected = "columns of finite numbers that vary", found = left_out[[1L]],
    hint = "Leave such columns out, as unusable = \"drop\" does. At least one column must be left."
  )
}

# ---- one column ----------------------------------------------------------------------------------

unscaled_reason <- function(column, scale) {
  bad <- sum(!is.finite(column) | abs(column) > largest_feature)
  if (bad > 0L) {
    return(paste("no finite value up to 1e300 on", counted(bad, "row")))
  }
  if (scale == "none") {
    return("")
  }
  low <- min(column)
  high <- max(column)
  if (low == high) {
    "never varies"
  } else if (high / 2 - low / 2 <= 1e-13 / 2 * max(-low, high)) {
    # Half of each first: the range of doubles may exceed the largest double.
    "varies by rounding alone"
  } else {
    ""
  }
}

# Center and spread.
column_measures <- function(column, scale, weights) {
  switch(scale,
    z = z_measures(column, weights), robust = robust_measures(column, weights), none = c(0, 1)
  )
}

z_measures <- function(column, weights) {
  unit <- safe_unit(column)
  part <- column / unit
  if (!is.null(weights)) {
    total <- extended_sum(weights)
    mean <- extended_sum(part * weights) / total
    apart <- part - mean
    return(c(mean * unit, sqrt(extended_sum(apart * apart * weights) / total) * unit))
  }
  mean <- extended_sum(part, length(part))
  apart <- part - mean
  c(mean * unit, sqrt(extended_sum(apart * apart) / (length(part) - 1)) * unit)
}

robust_measures <- function(column, weights) {
  shares <- c(0.25, 0.5, 0.75)
  ends <- if (is.null(weights)) {
    ordered <- sort(column)
    vapply(shares, function(share) type_7(ordered, share), 0)
  } else {
    weighted_quantiles(column, weights, shares)
  }
  spread <- (ends[[3L]] - ends[[1L]]) / 1.3489795003921634
  c(ends[[2L]], if (spread > 0) spread else z_measures(column, weights)[[2L]])
}

# A power of two that makes squares safe, mostly 1.
safe_unit <- function(column) {
  largest <- max(abs(column))
  if (largest > 2^-400 && largest < 2^400) 1 else 2^floor(log2(largest))
}

type_7 <- function(ordered, share) {
  at <- (length(ordered) - 1) * share
  low <- floor(at)
  high <- min(low + 1, length(ordered) - 1)
  ordered[[low + 1]] + (at - low) * (ordered[[high + 1]] - ordered[[low + 1]])
}

scaled_columns <- function(values, scaling) {
  if (scaling$scale == "none") {
    return(values)
  }
  values <- sweep(values, 2L, scaling$center)
  values <- sweep(values, 2L, scaling$spread, "/")
  if (scaling$scale == "robust") {
    values <- pmin(pmax(values, -robust_limit), robust_limit)
  }
  values
}

# ---- other rows ----------------------------------------------------------------------------------

#' Scale other rows in the same way
#'
#' Scales other rows in the same way as the rows from which the scale was computed.
#'
#' @param object The `scaling` of [pb_scale_features()] or of [pb_map_landscape()].
#' @param newdata A table with all columns that the scaling uses; other columns are ignored. If the
#'   original table had no column names, this table must have the same columns in the same order.
#' @param ... Nothing: other arguments are refused.
#' @return A matrix, scaled.
#' @section Errors:
#' `pybench_error_argument`: a column or a value is missing.
#' @examples
#' scaling <- pb_scale_features(data.frame(a = c(1, 2, 3), b = 5))$scaling
#' predict(scaling, data.frame(a = 4))
#' @family landscape
#' @export
predict.pb_scaling <- function(object, newdata, ...) {
  check_dots(...)
  only <- if (object$named) object$features
  values <- opened_features("table", newdata, NULL, only)$values
  values <- values[, scaled_places(object, values), drop = FALSE]
  bad <- which(!is.finite(values) | abs(values) > largest_feature, arr.ind = TRUE)
  if (nrow(bad) > 0L) {
    at <- bad[order(bad[, 1L], bad[, 2L])[[1L]], ]
    name <- object$features[[at[[2L]]]]
    found <- format(values[[at[[1L]], at[[2L]]]])
    stop_argument(
      sprintf(
        "`table` must hold finite numbers; row %d, column '%s' is %s", at[[1L]], one_line(name),
        found
      ),
      column = name, expected = "finite numbers", found = found,
      hint = "Leave out such rows, or replace such values by numbers."
    )
  }
  scaled_columns(values, object)
}

scaled_places <- function(scaling, values, argument = "table") {
  by_name <- scaling$named && !is.null(colnames(values))
  known <- if (by_name) colnames(values) else as.character(seq_len(ncol(values)))
  wide <- length(scaling$features) + length(scaling$left_out)
  missing <- setdiff(scaling$features, known)
  if (length(missing) > 0L || (!by_name && ncol(values) != wide)) {
    found <- if (length(missing) > 0L) {
      paste("no", shown_names(missing))
    } else {
      counted(ncol(values), "column")
    }
    expected <- if (scaling$named) {
      paste("the", counted(length(scaling$features), "feature"), "of the landscape")
    } else {
      counted(wide, "column")
    }
    stop_argument(
      sprintf("`%s` must have %s, found %s", argument, expected, found),
      column = if (length(missing) > 0L) missing[[1L]], expected = expected, found = found,
      hint = "Compute the same representation as for the landscape."
    )
  }
  match(scaling$features, known)
}

#' @rdname pb_result
#' @export
format.pb_scaling <- function(x, ...) {
  check_dots(...)
  said <- c(
    z = "each scaled to mean 0 and variance 1 (divisor n - 1)",
    robust = "each by its median and interquartile range, clipped to between -5 and 5",
    none = "as they are"
  )[[x$scale]]
  if (x$weights == "dataset" && x$scale != "none") {
    said <- paste0(sub(" (divisor n - 1)", "", said, fixed = TRUE), said_alike[["dataset"]])
  }
  c(
    sprintf(
      "%s of %s, %s", counted(length(x$features), "feature"), counted(x$n_rows, "row"), said
    ),
    vapply(unique(x$left_out), function(reason) {
      sprintf("  left out, %s: %s", reason, shown_names(names(x$left_out)[x$left_out == reason]))
    }, "", USE.NAMES = FALSE)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_scaling <- function(x, row.names = NULL, # nolint: object_name_linter.
                                     optional = FALSE, ...) {
  check_dots(...)
  data.frame(center = x$center, spread = x$spread, row.names = x$features)
}

#' @rdname pb_result
#' @export
format.pb_scaled_features <- function(x, ...) {
  check_dots(...)
  format(x$scaling)
}

#' @rdname pb_result
#' @export
as.data.frame.pb_scaled_features <- function(x, row.names = NULL, # nolint: object_name_linter.
                                             optional = FALSE, ...) {
  check_dots(...)
  frame <- as.data.frame(x$values)
  names(frame) <- x$scaling$features
  if (is.null(x$dataset)) frame else cbind(dataset = x$dataset, frame)
}
