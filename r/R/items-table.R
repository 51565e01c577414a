# The table of items: items x methods, with runs, clusters, weights and datasets of the items.

#' Item table
#'
#' An item table contains the scores of methods on single items, such as the questions of a
#' benchmark. [pb_read_items()] makes such a table.
#'
#' @param x,items An item table.
#' @param row.names,optional Ignored; part of the generic.
#' @param ... Nothing: other arguments are refused.
#' @return
#'   \itemize{
#'     \item `as.data.frame()` returns one row per item, or per item and run, with the columns that
#'       the table has of `dataset`, `item`, `run`, `cluster` and `weight`, followed by the scores
#'       of each method. It can be read again.
#'     \item `format()` returns the lines that `print()` shows.
#'     \item `pb_item_results()` returns a results table: for each dataset, the mean score of each
#'       method over its items. Weights are used; runs become repeats. The mean is the exact sum,
#'       rounded once, divided by the number of items and runs or by the sum of their weights.
#'   }
#' @section Errors:
#' `pybench_error_argument` if `items` is not an item table, or if its items name no dataset.
#' @format A list of class `pb_item_table` with the fields
#' \describe{
#'   \item{`items`}{names of the n items; an item occurs once, or once in each dataset}
#'   \item{`classifiers`}{names of the k methods}
#'   \item{`scores`}{n x k matrix of finite doubles, means over runs}
#'   \item{`higher_is_better`}{`TRUE` or `FALSE`}
#'   \item{`metric`}{name of the metric, or `NULL`}
#'   \item{`by_run`}{n x k x R array of the scores of R >= 2 runs, or `NULL`}
#'   \item{`clusters`}{the cluster of each item, or `NULL`: each item is its own}
#'   \item{`weights`}{the weight of each item, above 0, or `NULL`: all items count alike}
#'   \item{`datasets`}{the dataset (benchmark) of each item, or `NULL`}
#'   \item{`source`}{path of the file that the table came from, or `NULL`}
#'   \item{`format`}{layout that was read: `"frame"` or `"csv"`; in Python, also `"lm-eval"`,
#'     `"inspect"` and `"run"`}
#' }
#' @examples
#' items <- pb_read_items(
#'   data.frame(dataset = c("x", "x", "y"), item = c("1", "2", "1"), a = c(1, 0, 1), b = 0),
#'   higher_is_better = TRUE, metric = "accuracy"
#' )
#' items
#' as.data.frame(items)
#' pb_item_results(items)
#' @family single items
#' @name pb_item_table
NULL

# Makes a table from checked arrays; `scores` and `by_run` get no names.
new_item_table <- function(fields) {
  names <- c(
    "items", "classifiers", "scores", "higher_is_better", "metric", "by_run", "clusters",
    "weights", "datasets", "source", "format"
  )
  new_result("pb_item_table", stats::setNames(fields[names], names))
}

check_items <- function(items) {
  if (!inherits(items, "pb_item_table")) {
    found <- class(items)[[1L]]
    stop_argument(
      paste0("`items` must be an ItemTable, not ", found),
      expected = "an ItemTable", found = found, hint = "Make one: pb_read_items()."
    )
  }
}

item_runs <- function(items) {
  if (is.null(items$by_run)) 1L else dim(items$by_run)[[3L]]
}

item_weights <- function(items) {
  if (is.null(items$weights)) rep(1, length(items$items)) else items$weights
}

# The scores of all runs, n x k x R.
item_cube <- function(items) {
  if (is.null(items$by_run)) array(items$scores, c(dim(items$scores), 1L)) else items$by_run
}

# The items of one dataset; all if `dataset` is NULL.
items_in <- function(items, dataset) {
  if (is.null(dataset)) {
    return(items)
  }
  dataset <- check_string("dataset", dataset, null_ok = TRUE)
  known <- unique(items$datasets)
  if (!dataset %in% known) {
    stop_argument(
      paste0("`dataset` must be a dataset of the items, not '", dataset, "'"),
      expected = if (is.null(known)) {
        "None: the items name no dataset"
      } else {
        paste0("one of: ", toString(known))
      },
      found = paste0("'", dataset, "'"),
      hint = if (!is.null(known)) strangers(dataset, known)
    )
  }
  rows <- which(items$datasets == dataset)
  items$items <- items$items[rows]
  items$scores <- items$scores[rows, , drop = FALSE]
  for (field in c("clusters", "weights", "datasets")) {
    if (!is.null(items[[field]])) {
      items[[field]] <- items[[field]][rows]
    }
  }
  if (!is.null(items$by_run)) {
    items$by_run <- items$by_run[rows, , , drop = FALSE]
  }
  items
}

#' @rdname pb_item_table
#' @export
pb_item_results <- function(items) {
  check_items(items)
  if (is.null(items$datasets)) {
    stop_argument(
      "the items name no dataset, which would be the rows of a results table",
      expected = "a column of datasets", found = "none",
      hint = "Give read_items() a column with the dataset of each item: dataset=\"NAME\"."
    )
  }
  names <- unique(items$datasets)
  weights <- item_weights(items)
  cells <- item_cube(items) * weights
  runs <- dim(cells)[[3L]]
  k <- length(items$classifiers)
  means <- array(0, c(length(names), k, runs))
  overall <- matrix(0, length(names), k)
  for (row in seq_along(names)) {
    own <- which(items$datasets == names[[row]])
    total <- exact_sum(weights[own])
    for (j in seq_len(k)) {
      overall[row, j] <- exact_sum(cells[own, j, ]) / (total * runs)
      for (run in seq_len(runs)) {
        means[row, j, run] <- exact_sum(cells[own, j, run]) / total
      }
    }
  }
  results_table(
    overall, names, items$classifiers, items$higher_is_better, items$metric,
    by_repeat = if (runs > 1L) means, source = items$source
  )
}

#' @rdname pb_item_table
#' @export
as.data.frame.pb_item_table <- function(x, row.names = NULL, # nolint: object_name_linter.
                                        optional = FALSE, ...) {
  check_dots(...)
  runs <- item_runs(x)
  each <- function(values) if (!is.null(values)) rep(values, each = runs)
  columns <- list(
    dataset = each(x$datasets),
    item = each(x$items),
    run = if (runs > 1L) rep(as.character(seq_len(runs)), length(x$items)),
    cluster = each(x$clusters),
    weight = each(x$weights)
  )
  columns <- columns[!vapply(columns, is.null, NA)]
  cube <- item_cube(x)
  for (j in seq_along(x$classifiers)) {
    name <- x$classifiers[[j]]
    while (name %in% names(columns)) { # a method may be called as a column of names
      name <- paste0(name, "_")
    }
    columns[[name]] <- as.vector(t(matrix(cube[, j, ], ncol = runs)))
  }
  structure(columns, row.names = seq_along(columns[[1L]]), class = "data.frame")
}

#' @rdname pb_item_table
#' @export
format.pb_item_table <- function(x, ...) {
  check_dots(...)
  most <- 20L
  metric <- if (is.null(x$metric)) "scores" else one_line(x$metric)
  direction <- if (x$higher_is_better) "higher" else "lower"
  k <- length(x$classifiers)
  sizes <- if (!is.null(x$clusters)) sort(tabulate(match(x$clusters, unique(x$clusters))))
  means <- utils::head(weighted_means(x), most)
  c(
    paste0(
      "Scores of ", counted(k, "method"), " on ", counted(length(x$items), "item"), ": ", metric,
      ", ", direction, " is better"
    ),
    if (item_runs(x) > 1L) sprintf("  means over %d runs", item_runs(x)),
    if (!is.null(sizes)) {
      sprintf(
        "  %s, the smallest of %s, the largest of %d", counted(length(sizes), "cluster"),
        counted(sizes[[1L]], "item"), max(sizes)
      )
    },
    if (!is.null(x$weights)) {
      sprintf("  weights from %.4g to %.4g", min(x$weights), max(x$weights))
    },
    if (!is.null(x$datasets)) paste("  of", counted(length(unique(x$datasets)), "dataset")),
    sprintf("  mean over %s:", if (is.null(x$weights)) "items" else "weighted items"),
    sprintf("    %s  %.4g", padded(one_line(utils::head(x$classifiers, most))), means),
    if (k > most) paste("    and", counted(k - most, "method"), "more")
  )
}
