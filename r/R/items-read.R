# Any table of single items -> item table.

item_formats <- c("auto", "table", "lm-eval", "inspect", "run")

# Names that a column of methods may have.
method_columns <- c("classifier", "method", "model", "estimator", "framework")

#' Read scores of single items
#'
#' Reads scores of methods on single items, such as the questions of a benchmark. Nothing is guessed
#' or padded: every method needs a score on every item, and in every run.
#'
#' @param source A table in the long form, with one row per item and method (and run), or in the
#'   wide form, with one row per item (and run) and one column per method: the path of a file as in
#'   [pb_read_results()], a data frame, or an Arrow stream.
#' @param format `"auto"` or `"table"`. Files of lm-eval, logs of inspect_ai and the predictions
#'   of a run are read in Python only; `to_frame()` of the result there can be saved as CSV.
#' @param higher_is_better `TRUE` if higher scores are better, else `FALSE`. There is no default.
#' @param metric Name of the metric, or `NULL`.
#' @param layout `"wide"`, `"long"` or `"auto"`: long if the columns of items and of methods both
#'   exist, else wide.
#' @param item,run,cluster,weight,dataset Names of columns. All but `item` are optional. Items of one
#'   cluster, such as questions on one text, are not independent. Weights are above 0. An item is
#'   identified by its name or, if there is a column of datasets, by dataset and name.
#' @param classifier Name of the column of methods of a long table. `NULL` means the only one of
#'   `"classifier"`, `"method"`, `"model"`, `"estimator"` and `"framework"`.
#' @param score Name of the column of scores of a long table. `NULL` means `"score"`, or the one
#'   named by `metric`.
#' @param delimiter,encoding As in [pb_read_results()].
#' @return An item table, see [pb_item_table]. Items and methods are in order of first appearance.
#'   Runs are ordered by their labels if all of these are numbers, else by appearance; without a
#'   column of runs a repeated row is an error.
#' @section Errors:
#' `pybench_error_argument` for an argument that is not one of its choices, or a format that R does
#' not read; `pybench_error_input` for a file that cannot be read; `pybench_error_results_table` for
#' a malformed table: the message says where, what was expected, what was found and what to do.
#' @examples
#' rows <- data.frame(item = c("1", "2", "3"), small = c(1, 0, 0), large = c(1, 1, 0))
#' pb_read_items(rows, higher_is_better = TRUE, metric = "accuracy")
#' @family single items
#' @export
pb_read_items <- function(source, format = "auto", higher_is_better, metric = NULL,
                          layout = "auto", item = "item", classifier = NULL, score = NULL,
                          run = "run", cluster = "cluster", weight = "weight",
                          dataset = "dataset", delimiter = NULL, encoding = "utf-8") {
  if (missing(source)) {
    refuse_source("nothing")
  }
  check_direction(if (missing(higher_is_better)) NULL else higher_is_better)
  metric <- as_text(check_string("metric", metric, null_ok = TRUE))
  format <- check_choice("format", format, item_formats)
  check_choice("layout", layout, c("auto", "wide", "long"))
  if (!is.null(delimiter)) {
    check_choice("delimiter", delimiter, delimiters)
  }
  check_choice("encoding", encoding, encodings)
  roles <- item_roles(list(
    item = item, classifier = classifier, score = score, run = run, cluster = cluster,
    weight = weight, dataset = dataset
  ))
  refuse_format(source, format)
  grid <- read_grid(source, list(dataset = roles$item), delimiter, encoding)
  rows <- item_rows(grid, layout, roles, metric)
  tabulate_items(rows, higher_is_better, metric, if (is.null(grid$lines)) "frame" else "csv")
}

# The names of the columns by role, in UTF-8; those of methods and scores may be NULL.
item_roles <- function(given) {
  free <- c("classifier", "score")
  for (role in names(given)) {
    if (!is_string(given[[role]]) && !(is.null(given[[role]]) && role %in% free)) {
      stop_argument(
        paste0("`", role, "` must be the name of a column"), expected = "a string"
      )
    }
  }
  named <- given[!vapply(given, is.null, NA)]
  names <- utf8_text(unlist(named))
  again <- anyDuplicated(names)
  if (again > 0L) {
    same <- names(named)[names == names[[again]]]
    stop_argument(
      paste0("`", same[[1L]], "` and `", same[[2L]], "` must name different columns"),
      expected = "different columns", found = paste(shown(names[[again]]), "twice")
    )
  }
  lapply(given, as_text)
}

# Refuses what only Python reads.
refuse_format <- function(source, format) {
  ending <- if (is_string(source)) file_ending(utf8_text(source)) else ""
  if (!format %in% c("auto", "table") || ending %in% c("jsonl", "json", "eval") ||
      (is_string(source) && dir.exists(source))) {
    found <- if (format %in% c("auto", "table")) shown(base_name(source)) else format
    stop_argument(
      paste0("R reads tables of items only, not ", found),
      expected = "a table", found = found,
      hint = "Read it in Python, write to_frame() of the result as CSV, and read that file."
    )
  }
}

# ---- rows ----------------------------------------------------------------------------------------

item_rows <- function(grid, layout, roles, metric) {
  check_column_names(grid)
  item <- required_column(grid, roles$item, "items", "item")
  method <- method_column(grid, roles$classifier, layout)
  others <- lapply(stats::setNames(nm = c("run", "cluster", "weight", "dataset")), function(role) {
    if (roles[[role]] != role || role %in% grid$names) {
      required_column(grid, roles[[role]], paste0(role, "s"), role)
    }
  })
  if (length(grid$columns[[item]]) == 0L) {
    refuse(
      "at least one item", "none", "The table has a header but no rows.", file = grid$file
    )
  }
  if (is.null(method)) {
    scores <- setdiff(seq_along(grid$names), c(item, unlist(others)))
    if (length(scores) == 0L) {
      refuse(
        "at least one method column", "none",
        paste("Every column but", shown(roles$item), "is a method."),
        file = grid$file, line = header_line(grid)
      )
    }
  } else {
    wanted <- if (is.null(roles$score)) c("score", metric) else roles$score
    there <- c(wanted[wanted %in% grid$names], wanted)[[1L]]
    scores <- required_column(grid, there, "scores", "score")
  }
  named <- function(at) if (!is.null(at)) grid_names(grid, at)
  methods <- named(method)
  list(
    items = grid_names(grid, item),
    datasets = named(others$dataset),
    methods = methods,
    classifiers = if (is.null(methods)) grid$names[scores] else unique(methods),
    runs = named(others$run),
    clusters = named(others$cluster),
    weights = if (!is.null(others$weight)) score_values(grid, others$weight)[, 1L],
    scores = score_values(grid, scores),
    columns = grid$names[scores],
    lines = grid$lines,
    file = grid$file
  )
}

# The column of methods of a long table, NULL for a wide one.
method_column <- function(grid, named, layout) {
  if (layout == "wide") {
    return(NULL)
  }
  known <- if (is.null(named)) method_columns else named
  there <- known[known %in% grid$names]
  if (length(there) > 1L) {
    refuse(
      "one column of methods", shown_names(there),
      "Say which column holds the methods: classifier=\"NAME\".",
      file = grid$file, line = header_line(grid)
    )
  }
  if (length(there) == 1L || layout == "long" || !is.null(named)) {
    required_column(grid, c(there, known)[[1L]], "methods", "classifier")
  }
}

# ---- arrangement ---------------------------------------------------------------------------------

# Arranges rows as items x methods x runs.
tabulate_items <- function(rows, higher_is_better, metric, kind) {
  code <- match(rows$items, unique(rows$items))
  if (!is.null(rows$datasets)) {
    code <- (match(rows$datasets, unique(rows$datasets)) - 1) * max(code) + code
  }
  key <- match(code, unique(code))
  first <- match(unique(code), code)
  n <- length(first)
  k <- length(rows$classifiers)
  run <- item_run_numbers(rows)
  runs <- max(run)
  method <- if (is.null(rows$methods)) 1L else match(rows$methods, rows$classifiers)
  refuse_item_twice(rows, (key - 1) * runs * k + (run - 1) * k + method)
  cube <- array(NA_real_, c(n, k, runs))
  if (is.null(rows$methods)) {
    for (j in seq_len(k)) {
      cube[cbind(key, j, run)] <- rows$scores[, j]
    }
  } else {
    cube[cbind(key, method, run)] <- rows$scores[, 1L]
  }
  refuse_item_missing(rows, cube, key, first)
  weights <- of_item(rows, key, first, "weight", rows$weights)
  clusters <- of_item(rows, key, first, "cluster", rows$clusters)
  low <- which(is.na(weights) | weights <= 0)
  if (length(low) > 0L) {
    weight <- weights[[low[[1L]]]]
    refuse(
      "a weight above 0", if (is.na(weight)) "none" else sprintf("`%g`", weight),
      "Leave out items that must not count.",
      file = rows$file, line = rows$lines[first[low[[1L]]]]
    )
  }
  distinct_names("method", rows$classifiers, rows$file)
  check_look_alikes(unique(clusters), rows$file)
  check_look_alikes(unique(rows$datasets[first]), rows$file)
  slices <- lapply(seq_len(runs), function(one) matrix(cube[, , one], n, k) + 0)
  new_item_table(list(
    items = rows$items[first],
    classifiers = rows$classifiers,
    scores = Reduce(`+`, slices) / runs,
    higher_is_better = higher_is_better,
    metric = metric,
    by_run = if (runs > 1L) cube + 0,
    clusters = clusters,
    weights = weights,
    datasets = rows$datasets[first],
    source = rows$file,
    format = kind
  ))
}

# The number of the run of each row: by size if all labels are numbers, else by appearance.
item_run_numbers <- function(rows) {
  if (is.null(rows$runs)) {
    return(rep(1L, length(rows$items)))
  }
  match(rows$runs, ordered_labels(unique(rows$runs)))
}

refuse_item_twice <- function(rows, cell) {
  again <- anyDuplicated(cell)
  if (again == 0L) {
    return(invisible())
  }
  repeated <- min(cell[duplicated(cell)])
  here <- which(cell == repeated)
  row <- here[[1L]]
  refuse(
    "every score once",
    paste0(
      shown_item(rows, row),
      if (!is.null(rows$methods)) paste0(", method ", shown(rows$methods[[row]])),
      if (!is.null(rows$runs)) paste0(", run ", shown(rows$runs[[row]])),
      " on ", shown_rows(rows$lines, here)
    ),
    "Remove one of the rows, or number them in a column of runs.",
    file = rows$file, line = rows$lines[here[2L]]
  )
}

shown_item <- function(rows, row) {
  paste0(
    "item ", shown(rows$items[[row]]),
    if (!is.null(rows$datasets)) paste0(" of dataset ", shown(rows$datasets[[row]]))
  )
}

refuse_item_missing <- function(rows, cube, key, first) {
  absent <- which(aperm(is.na(cube), 3:1)) # item by item, method by method
  if (length(absent) == 0L) {
    return(invisible())
  }
  size <- dim(cube)
  at <- absent[[1L]] - 1
  run <- at %% size[[3L]] + 1
  method <- (at %/% size[[3L]]) %% size[[2L]] + 1
  item <- at %/% (size[[3L]] * size[[2L]]) + 1
  own <- key == item
  if (!is.null(rows$methods)) {
    own <- own & rows$methods == rows$classifiers[[method]]
  }
  there <- which(own)
  refuse(
    "every score",
    paste0(
      format(length(absent), scientific = FALSE), " missing, the first for ",
      shown_item(rows, first[[item]]), " and method ", shown(rows$classifiers[[method]]),
      if (size[[3L]] > 1L) paste0(" in run ", run)
    ),
    "Leave out the item, or the method, that lacks a score.",
    file = rows$file, line = if (length(there) > 0L) rows$lines[there[1L]],
    column = if (length(there) > 0L) rows$columns[[if (is.null(rows$methods)) method else 1L]]
  )
}

# The cluster or the weight of each item; rows of one item that differ are refused.
of_item <- function(rows, key, first, role, values) {
  if (is.null(values)) {
    return(NULL)
  }
  own <- values[first]
  same <- own[key] == values | (is.na(own[key]) & is.na(values))
  other <- which(is.na(same) | !same)
  if (length(other) > 0L) {
    row <- other[[1L]]
    refuse(
      paste("one", role, "for each item"), paste("another for item", shown(rows$items[[row]])),
      "All rows of an item must agree.",
      file = rows$file, line = rows$lines[row]
    )
  }
  own
}
