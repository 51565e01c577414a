# The results table: datasets x methods, one metric, one direction; the input of all comparisons.

#' Results table
#'
#' A results table contains the scores of methods on datasets, and says whether higher or lower
#' scores are better. [pb_read_results()] makes such a table. A table has at least one dataset
#' and one method, names that are distinct and do not look alike, and finite scores only. If
#' missing scores were kept, they are `NA`; every dataset and every method has at least one
#' score.
#'
#' @param x,object A results table.
#' @param i,j Datasets and methods to select: names, positions or `TRUE` and `FALSE`.
#' @param drop Ignored: the selection is always a table.
#' @param name,value Not used: a table cannot be edited.
#' @param row.names,optional Ignored; part of the generic.
#' @param ... Nothing: other arguments are refused.
#' @return
#'   \itemize{
#'     \item `x[i, j]`, `head()` and `tail()` return a table of the given datasets and methods, in
#'       the given order, with their repeats, metric and `dropped`.
#'     \item `dim()` returns c(N, k), and `dimnames()` the names of the datasets and of the methods.
#'     \item `format()` returns the lines that `print()` shows: the upper left corner of the table,
#'       with as many methods as fit into `getOption("width")`, at most 6.
#'     \item `as.matrix()` returns the scores. `as.data.frame()` returns a column `dataset` followed
#'       by the scores, one row per dataset.
#'     \item `summary()` returns a data frame with one row per method and the columns `classifier`,
#'       `mean`, `sd` (`NA` for one dataset), `min` (the smallest), `median` and `max` (the
#'       largest), each over the scores that are present; `NA` if the datasets have different
#'       metrics.
#'   }
#' @section Errors:
#' `pybench_error_argument` if an index names a dataset or method that is not in the table, if
#' something is assigned to the table or to a part of it, or if the table is transposed: in the
#' transposed matrix, which `t(as.matrix(x))` gives, functions of pybench would take methods for
#' datasets.
#' `pybench_error_results_table` if an index selects nothing, or selects something twice; every
#' function that takes a table also raises it if the scores no longer match the names.
#' @format A list of class `pb_results_table` with the fields
#' \describe{
#'   \item{`datasets`}{names of the N datasets}
#'   \item{`classifiers`}{names of the k methods}
#'   \item{`scores`}{N x k matrix of finite doubles, in the unit of the metric, with the names of
#'     the datasets and methods as dimnames. If the table has repeats, the scores are means over
#'     them. `NA` where missing scores were kept}
#'   \item{`higher_is_better`}{`TRUE` or `FALSE`}
#'   \item{`metric`}{name of the metric, or `NULL`; of several metrics, all names with commas
#'     between}
#'   \item{`by_repeat`}{N x k x R array of the scores of the repeats or folds, with `NA` for repeats
#'     that a dataset lacks; `NULL` if the repeats were not kept}
#'   \item{`n_repeats`}{number R of repeats of a score, the largest over all scores; 1 without
#'     repeats}
#'   \item{`n_available`}{if some scores have fewer than R repeats, N x k matrix of the numbers of
#'     repeats over which the scores are means; otherwise `NULL`}
#'   \item{`filled`}{if scores were missing and have been filled in, N x k matrix that is `TRUE` for
#'     these scores; otherwise `NULL`}
#'   \item{`filled_by`}{what they were filled in with, `"worst"` or `"impute:<method>"`, or `NULL`;
#'     see [pb_read_results()]}
#'   \item{`dropped`}{names of the datasets dropped because a score was missing}
#'   \item{`source`}{path of the file from which the table comes, or `NULL`}
#'   \item{`metrics`}{metric of each dataset, if the datasets have different metrics, such as AUC
#'     for some and the negative log loss for others; `NULL` if all have the same.
#'     `higher_is_better` is true of all of them. Scores of different metrics are never averaged or
#'     subtracted: such a table can be analysed by tests of ranks and signs only. The datasets of
#'     one metric are `x[x$metrics == "auc", ]`}
#' }
#' @examples
#' t <- pb_read_results(
#'   matrix(c(0.94, 0.68, 0.96, 0.57), 2, dimnames = list(c("iris", "glass"), c("J48", "SMO"))),
#'   higher_is_better = TRUE
#' )
#' t
#' dim(t)
#' as.data.frame(t)
#' summary(t)
#' t["iris", ]
#' t[, c("SMO", "J48")]
#' @name pb_results_table
NULL

# Makes a checked table from arrays. `scores`: N x k numbers, rows are datasets; `by_repeat`: N x k
# x R or NULL. `missing`: scores may be missing, as NA or NaN.
results_table <- function(scores, datasets, classifiers, higher_is_better, metric = NULL,
                          by_repeat = NULL, dropped = character(), source = NULL, n_repeats = 1L,
                          missing = FALSE, n_available = NULL, filled = NULL, filled_by = NULL,
                          metrics = NULL) {
  check_flag("higher_is_better", higher_is_better)
  check_string("metric", metric, null_ok = TRUE)
  datasets <- distinct_names("dataset", datasets, source)
  classifiers <- distinct_names("method", classifiers, source)
  if (!is.null(metrics)) {
    metrics <- check_metrics(metrics, datasets, source)
    metric <- toString(unique(metrics))
  }
  new_result("pb_results_table", list(
    datasets = datasets,
    classifiers = classifiers,
    scores = finite_scores("scores", scores, datasets, classifiers, source, missing),
    higher_is_better = higher_is_better,
    metric = metric,
    by_repeat = if (!is.null(by_repeat)) {
      finite_scores("by_repeat", by_repeat, datasets, classifiers, source, missing)
    },
    dropped = utf8_text(dropped),
    source = source,
    n_repeats = if (is.null(by_repeat)) as.integer(n_repeats) else dim(by_repeat)[[3L]],
    n_available = if (any(n_available < n_repeats)) {
      counts <- finite_scores("n_available", n_available, datasets, classifiers, source, FALSE)
      `storage.mode<-`(counts, "integer")
    },
    filled = if (any(filled)) array(filled, dim(scores), list(datasets, classifiers)),
    filled_by = if (any(filled)) filled_by,
    metrics = if (length(unique(metrics)) > 1L) metrics
  ))
}

# ---- checks --------------------------------------------------------------------------------------

# Finite numbers of the right shape, without negative zeros, with their names. With `missing`, NA is
# allowed, but every dataset and every method has a score.
finite_scores <- function(argument, values, datasets, classifiers, file, missing) {
  check_shape(argument, values, length(datasets), length(classifiers), file)
  bad <- if (missing) is.infinite(values) else !is.finite(values)
  if (length(dim(values)) == 3L) { # a dataset may have fewer repeats
    none <- apply(is.na(values), c(1L, 3L), all)
    bad <- bad & !aperm(array(none, dim(values)[c(1L, 3L, 2L)]), c(1L, 3L, 2L))
  }
  bad <- which(bad, arr.ind = TRUE)
  if (nrow(bad) > 0L) {
    first <- bad[do.call(order, unname(as.data.frame(bad)))[[1L]], , drop = FALSE]
    refuse(
      "a finite number",
      paste0(
        "`", values[first], "` for dataset ", shown(datasets[[first[[1L]]]]),
        " and method ", shown(classifiers[[first[[2L]]]])
      ),
      "Correct the score, or leave it out as missing.",
      file = file
    )
  }
  if (missing && argument == "scores") {
    check_no_empty("dataset", datasets, rowSums(!is.na(values)), file)
    check_no_empty("method", classifiers, colSums(!is.na(values)), file)
  }
  values[is.na(values)] <- NA_real_ # NaN, which is what Python has, is missing too
  repeats <- if (length(dim(values)) == 3L) list(NULL)
  array(as.double(values) + 0, dim(values), c(list(datasets, classifiers), repeats))
}

check_no_empty <- function(what, names, counts, file) {
  if (any(counts == 0)) {
    refuse(
      paste("at least one score for every", what),
      paste("none for", shown_names(names[counts == 0])), paste0("Leave out the ", what, "."),
      file = file
    )
  }
}

check_shape <- function(argument, values, n, k, file) {
  if (!is.numeric(values) || is.object(values)) {
    refuse(
      paste0("`", argument, "` as numbers"), type_name(values), "Convert them to double first.",
      file = file
    )
  }
  dimensions <- if (argument == "by_repeat") 3L else 2L
  size <- dim(values)
  if (length(size) != dimensions || !all(size[1:2] == c(n, k)) || any(size == 0L)) {
    refuse(
      paste0(
        "`", argument, "` of shape ", shape_text(c(n, k)), if (dimensions == 3L) " by repeats"
      ),
      shape_text(if (is.null(size)) length(values) else size),
      "Give one row per dataset, one column per method.",
      file = file
    )
  }
}

shape_text <- function(size) {
  paste0("(", toString(size), ")")
}

# Refuses a table whose parts do not match: one that was unclassed, edited and classed again.
check_table <- function(t) {
  names <- list(t$datasets, t$classifiers)
  fits <- function(array, repeats = NULL) {
    is.double(array) && identical(dimnames(array), c(names, repeats)) && !any(is.infinite(array))
  }
  check_flag("higher_is_better", t$higher_is_better)
  whole <- fits(t$scores) && anyDuplicated(t$datasets) == 0L && anyDuplicated(t$classifiers) == 0L
  if (!whole || (!is.null(t$by_repeat) && !fits(t$by_repeat, list(NULL)))) {
    refuse(
      "a table as pb_read_results() made it", "scores that do not go with its names", select_rows
    )
  }
}

select_rows <- paste(
  "Select datasets and methods with t[datasets, classifiers], and make a table of other",
  "scores with pb_read_results()."
)

refuse_edit <- function() {
  stop_argument("a results table cannot be edited", hint = select_rows)
}

# ---- methods -------------------------------------------------------------------------------------

#' @rdname pb_results_table
#' @export
`[.pb_results_table` <- function(x, i, j, ..., drop = FALSE) {
  if (nargs() != 3L + !missing(drop)) {
    stop_argument(
      "a results table is indexed by datasets and methods", hint = "Write t[i, ] or t[, j]."
    )
  }
  check_table(x)
  rows <- table_positions("datasets", x$datasets, if (missing(i)) TRUE else i)
  columns <- table_positions("classifiers", x$classifiers, if (missing(j)) TRUE else j)
  results_table(
    x$scores[rows, columns, drop = FALSE], x$datasets[rows], x$classifiers[columns],
    x$higher_is_better, x$metric,
    by_repeat = if (!is.null(x$by_repeat)) x$by_repeat[rows, columns, , drop = FALSE],
    dropped = x$dropped, source = x$source, n_repeats = x$n_repeats, missing = TRUE,
    n_available = if (!is.null(x$n_available)) x$n_available[rows, columns, drop = FALSE],
    filled = if (!is.null(x$filled)) x$filled[rows, columns, drop = FALSE], filled_by = x$filled_by,
    metrics = x$metrics[rows]
  )
}

# Positions in `names` by any kind of index that R knows; unknown entries are refused.
table_positions <- function(argument, names, index) {
  if (is.factor(index)) {
    index <- as.character(index)
  }
  found <- if (is.character(index)) match(utf8_text(index), names) else seq_along(names)[index]
  if (anyNA(found) || (is.logical(index) && !length(index) %in% c(1L, length(names)))) {
    what <- if (is.character(index)) shown_names(index[is.na(found)]) else "an index beyond them"
    stop_argument(
      paste0("`", argument, "` must be in the table, not ", what),
      expected = shown_names(names), found = what
    )
  }
  found
}

#' @rdname pb_results_table
#' @export
`$<-.pb_results_table` <- function(x, name, value) refuse_edit() # nolint: object_name_linter.

#' @rdname pb_results_table
#' @export
`[[<-.pb_results_table` <- function(x, i, value) refuse_edit()

#' @rdname pb_results_table
#' @export
`[<-.pb_results_table` <- function(x, i, j, ..., value) refuse_edit()

#' @rdname pb_results_table
#' @export
`dimnames<-.pb_results_table` <- function(x, value) refuse_edit()

#' @rdname pb_results_table
#' @export
`names<-.pb_results_table` <- function(x, value) refuse_edit()

#' @rdname pb_results_table
#' @export
t.pb_results_table <- function(x) {
  stop_argument("the rows of a results table are datasets", hint = "Use t(as.matrix(x)).")
}

#' @rdname pb_results_table
#' @export
dimnames.pb_results_table <- function(x) {
  list(x$datasets, x$classifiers)
}

#' @rdname pb_results_table
#' @export
dim.pb_results_table <- function(x) {
  dim(x$scores)
}

#' @rdname pb_results_table
#' @export
as.matrix.pb_results_table <- function(x, ...) {
  check_dots(...)
  x$scores
}

#' @rdname pb_results_table
#' @export
as.data.frame.pb_results_table <- function(x, row.names = NULL, # nolint: object_name_linter.
                                           optional = FALSE, ...) {
  check_dots(...)
  columns <- lapply(seq_along(x$classifiers), function(j) unname(x$scores[, j]))
  structure(
    c(list(x$datasets), columns),
    names = c("dataset", x$classifiers),
    row.names = seq_along(x$datasets), class = "data.frame"
  )
}

#' @rdname pb_results_table
#' @export
summary.pb_results_table <- function(object, ...) {
  check_dots(...)
  several <- !is.null(object$metrics) # no mean of scores of different metrics
  column <- function(statistic) {
    found <- unname(apply(object$scores, 2L, statistic, na.rm = TRUE))
    if (several) NA_real_ * found else found
  }
  data.frame(
    classifier = object$classifiers,
    mean = column(mean), sd = column(stats::sd),
    min = column(min), median = column(stats::median), max = column(max)
  )
}

#' @rdname pb_results_table
#' @export
format.pb_results_table <- function(x, ...) {
  check_dots(...)
  metric <- if (is.null(x$metric)) "scores" else one_line(x$metric)
  direction <- if (x$higher_is_better) "higher" else "lower"
  c(
    paste0(
      "Results of ", counted(length(x$classifiers), "method"), " on ",
      counted(length(x$datasets), "dataset"), ": ", metric, ", ", direction, " is better"
    ),
    if (x$n_repeats > 1L) paste("means over", x$n_repeats, "repeats"),
    if (nzchar(unequal_repeats(x))) paste("of fewer repeats:", unequal_repeats(x)),
    if (anyNA(x$scores)) paste(counted(sum(is.na(x$scores)), "score"), "missing (NA)"),
    format_corner(x, rows = 10L, columns = 6L),
    if (nzchar(left_out(x))) paste("left out for missing scores:", left_out(x)),
    if (nzchar(filled_in(x))) paste("filled in, not measured:", filled_in(x))
  )
}

# How many scores were filled in, with what, and where; "" if none.
filled_in <- function(t) {
  if (is.null(t$filled)) {
    return("")
  }
  by <- if (t$filled_by == "worst") {
    "the worst score of the dataset"
  } else {
    paste("the score of", shown(sub("^impute:", "", t$filled_by)))
  }
  cells <- which(t(t$filled), arr.ind = TRUE) # row by row
  places <- paste0(t$datasets[cells[, 2L]], ", ", t$classifiers[cells[, 1L]])
  sprintf("%d of %d scores, by %s: %s", nrow(cells), length(t$filled), by, shown_names(places))
}

# How many datasets were dropped, of how many, and which; "" if none was.
left_out <- function(t) {
  n <- length(t$dropped)
  if (n == 0L) "" else paste0(n, " of ", length(t$datasets) + n, ": ", shown_names(t$dropped))
}

# How many scores are means of fewer repeats than others; "" if none.
unequal_repeats <- function(t) {
  fewer <- sum(t$n_available < t$n_repeats)
  if (fewer == 0L) {
    return("")
  }
  sprintf(
    "%d of %d scores, the fewest %d of %d", fewer, length(t$n_available), min(t$n_available),
    t$n_repeats
  )
}

# The upper left corner of the table as aligned lines, no wider than the console but for a first
# column of scores.
format_corner <- function(x, rows, columns) {
  n <- min(rows, length(x$datasets))
  k <- min(columns, length(x$classifiers))
  scores <- x$scores[seq_len(n), seq_len(k), drop = FALSE]
  texts <- rbind(one_line(x$classifiers[seq_len(k)]), array(sprintf("%.4g", scores), c(n, k)))
  right <- vapply(seq_len(k), function(j) pad(texts[, j], left = TRUE), character(n + 1L))
  left <- pad(c("", one_line(x$datasets[seq_len(n)])))
  ends <- nchar(left[[1L]]) + cumsum(2L + nchar(right[1L, ]))
  k <- max(1L, sum(ends <= getOption("width")))
  lines <- cbind(left, right[, seq_len(k), drop = FALSE])
  hidden <- c(
    if (length(x$datasets) > n) counted(length(x$datasets) - n, "dataset"),
    if (length(x$classifiers) > k) counted(length(x$classifiers) - k, "method")
  )
  c(
    apply(lines, 1L, paste, collapse = "  "),
    if (length(hidden) > 0L) paste("...", "and", paste(hidden, collapse = " and "), "more")
  )
}

# Pads with blanks on the right, or on the left, to the width of the widest; widths in characters.
pad <- function(x, left = FALSE) {
  widths <- nchar(x, type = "chars")
  blanks <- strrep(" ", max(widths) - widths)
  if (left) paste0(blanks, x) else paste0(x, blanks)
}

# The scores; below them their means and the mean ranks, unless one is missing: base-printable.R.
results_sheet <- function(x, letters) {
  scores <- x$scores
  higher <- x$higher_is_better
  best_of <- if (higher) max else min
  best <- scores == apply(scores, 1L, best_of, na.rm = TRUE)
  best[is.na(best)] <- FALSE
  metric <- if (is.null(x$metric)) "scores" else spelled(x$metric)
  notes <- c(
    sprintf("Values: %s, %s is better.", metric, if (higher) "higher" else "lower"),
    if (nzchar(filled_in(x))) paste0("Filled in, not measured: ", filled_in(x), ".")
  )
  frame <- as.data.frame(x)
  first <- "dataset"
  while (first %in% x$classifiers) { # the columns of a table have different names
    first <- paste0(first, "s")
  }
  names(frame)[[1L]] <- first
  sheet <- new_sheet(
    frame,
    key = first, heads = stats::setNames("dataset", first),
    bold = stats::setNames(lapply(seq_along(x$classifiers), function(j) unname(best[, j])),
                           x$classifiers),
    bold_note = "Bold: the best of each row, before rounding.", scores = x$classifiers
  )
  if (anyNA(scores)) {
    sheet$notes <- c(notes, paste0(no_number, ": no score; so there are no mean ranks."))
    return(sheet)
  }
  sheet$notes <- c(notes, "Rank 1 is best; equal scores share the average rank.")
  means <- unname(colMeans(scores))
  ranks <- unname(mean_ranks(doubled_ranks(scores, higher)))
  sheet$foot <- list(
    if (is.null(x$metrics)) { # no mean of scores of different metrics
      list(name = "mean", format = "", values = means, bold = means == best_of(means))
    },
    list(name = "mean rank", format = ".2f", values = ranks, bold = ranks == min(ranks))
  )
  sheet$foot <- Filter(Negate(is.null), sheet$foot)
  sheet
}
