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
#' @param item,run,cluster,weight,dataset Names of columns. All but `item` are optional. Items of
#'   one cluster, such as questions on one text, are not independent. Weights are above 0. An item
#'   is identified by its name or, if there is a column of datasets, by dataset and name.
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
  is_folder <- is_string(source) && dir.exists(source)
  if (!format %in% c("auto", "table") || ending %in% c("jsonl", "json", "eval") || is_folder) {
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
