# Several metrics or costs of one source -> a results table for each.

#' Read several metrics or costs from one source
#'
#' Reads a results table for each metric, as [pb_compare_metrics()] takes them.
#'
#' @param source A path, a data frame or an Arrow stream, as in [pb_read_results()]: a long table
#'   with one column per metric, a long table whose column `metric` names the metric of each score,
#'   or files of a tool that have several metrics.
#' @param higher_is_better Named vector or list of `TRUE` and `FALSE`: the names of the metrics and
#'   costs to read (such as `accuracy`, `seconds`), each with its direction, `TRUE` if higher scores
#'   are better.
#' @param ... Further arguments of [pb_read_results()], such as `repeats` or `missing`, but not
#'   `metric` and `score`.
#' @return A list of results tables, named by the metrics, in the order of `higher_is_better`.
#' @section Errors:
#' `pybench_error_argument` if `higher_is_better` has no names, or an argument is invalid;
#' `pybench_error_results_table` if a metric is not in the source, or a table is malformed.
#' @examples
#' frame <- data.frame(
#'   dataset = "iris", method = c("a", "b"), accuracy = c(0.9, 0.8), seconds = c(5, 2)
#' )
#' tables <- pb_read_metrics(frame, c(accuracy = TRUE, seconds = FALSE))
#' tables$seconds
#' @family first steps
#' @export
pb_read_metrics <- function(source, higher_is_better, ...) {
  named <- !missing(higher_is_better) && length(higher_is_better) > 0L &&
    !is.null(names(higher_is_better)) && all(nzchar(names(higher_is_better)))
  if (!named) {
    expected <- "the direction of each metric by its name"
    stop_argument(
      paste("`higher_is_better` must be", expected),
      expected = expected,
      found = if (missing(higher_is_better)) "nothing" else describe_value(higher_is_better),
      hint = "Write it so: c(accuracy = TRUE, seconds = FALSE)."
    )
  }
  reading <- list(...)
  for (name in intersect(c("metric", "score"), names(reading))) {
    stop_argument(
      sprintf("`%s` cannot be given: `higher_is_better` names the metrics", name),
      expected = sprintf("no `%s`", name), found = describe_value(reading[[name]])
    )
  }
  if (inherits(source, "nanoarrow_array_stream")) { # it can be read once only
    source <- pb_from_arrow(source, to = "data.frame")
  }
  columns <- columns_of_source(source)
  names <- utf8_text(names(higher_is_better))
  tables <- lapply(seq_along(names), function(i) {
    score <- if (all(c("score", names[[i]]) %in% columns)) names[[i]]
    pb_read_results(
      source, higher_is_better = higher_is_better[[i]], metric = names[[i]], score = score, ...
    )
  })
  stats::setNames(tables, names)
}

# The names of the columns of a source; none if it has no plain table.
columns_of_source <- function(source) {
  if (!is.character(source) || length(source) == 0L || anyNA(source)) {
    return(names(source))
  }
  path <- source_paths(source)[[1L]]
  tryCatch(
    column_names_of(path, default_roles, NULL, "utf-8"),
    pybench_error_argument = function(error) character()
  )
}
