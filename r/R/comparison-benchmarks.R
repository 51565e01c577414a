# Critical differences of the same methods on several benchmarks, or by several metrics.

#' Critical differences of the same methods on several benchmarks
#'
#' Makes one critical difference diagram per benchmark, metric or setting.
#' [plot()][plot.pb_critical_differences] draws the diagrams in rows below a common axis, like the
#' two-dimensional diagrams of the Python package critdd.
#'
#' @inheritParams pb_critical_difference
#' @param tables Named list of results tables, one per benchmark, metric or setting. All tables have
#'   the same k >= 2 methods, in any order; their datasets, metrics and directions may differ.
#' @param test Name of a test, see [pb_critical_difference()].
#' @param alpha Family-wise level within each benchmark; p-values are not corrected for the number
#'   of benchmarks.
#' @return An object of class `pb_critical_differences`, a list of
#'   \item{benchmarks}{names, in the order given}
#'   \item{classifiers}{names of the methods, ordered by the mean of their mean ranks over the
#'   benchmarks, best first, then by name}
#'   \item{mean_ranks}{matrix, benchmarks x methods, in the orders of `benchmarks` and
#'   `classifiers`; entries in \[1, k\]}
#'   \item{diagrams}{list of [pb_critical_difference()] results, one per benchmark}
#'   \item{test, adjust, control, alpha, convention}{as in [pb_critical_difference()]}
#'   \item{notes}{caveats of all benchmarks, a character vector of keys}
#'   \item{engine}{`"r"`}
#'   `as.data.frame()` gives one row per benchmark and method.
#' @section Errors:
#' The errors of [pb_critical_difference()], and in addition `pybench_error_argument` if `tables` is
#' empty or an element of it has no name; `pybench_error_results_table` if a benchmark lacks a
#' method of another benchmark.
#' @examples
#' scores <- data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3))
#' tables <- list(
#'   accuracy = pb_read_results(scores, higher_is_better = TRUE),
#'   error = pb_read_results(scores, higher_is_better = FALSE)
#' )
#' shown <- pb_critical_differences(tables)
#' shown$mean_ranks
#' plot(shown)
#' @family diagrams and matrices
#' @export
pb_critical_differences <- function(tables, test = "nemenyi", alpha = 0.05, adjust = NULL,
                                    control = NULL, convention = "standard", tie_tol = "decimal") {
  require_alike(tables)
  check_choice("test", test, critical_tests())
  diagrams <- lapply(
    tables, pb_critical_difference, test, alpha, adjust, control, convention, tie_tol
  )
  every <- sort(diagrams[[1L]]$classifiers, method = "radix")
  ranks <- do.call(rbind, lapply(diagrams, function(shown) {
    stats::setNames(shown$mean_ranks, shown$classifiers)[every]
  }))
  by_rank <- rank_order(round(colMeans(ranks), 9), every)
  new_result("pb_critical_differences", list(
    benchmarks = names(tables),
    classifiers = every[by_rank],
    mean_ranks = ranks[, by_rank, drop = FALSE],
    diagrams = unname(diagrams),
    test = diagrams[[1L]]$test,
    adjust = diagrams[[1L]]$adjust,
    control = diagrams[[1L]]$control,
    alpha = diagrams[[1L]]$alpha,
    convention = diagrams[[1L]]$convention,
    notes = notes_ordered(unlist(lapply(unname(diagrams), `[[`, "notes"))),
    engine = "r"
  ))
}

require_named <- function(tables) {
  labels <- names(tables)
  plain <- is.list(tables) && !is.object(tables) && length(tables) > 0L
  if (!plain || is.null(labels) || !all(nzchar(labels)) || anyDuplicated(labels)) {
    stop_argument(
      "`tables` must be named tables, one or more",
      expected = "a named list of results tables", found = describe_value(tables)
    )
  }
}

# Refuses an empty list, a benchmark without a name, and one that lacks a method.
require_alike <- function(tables) {
  require_named(tables)
  lapply(tables, require_comparable)
  every <- sort(unique(unlist(lapply(tables, `[[`, "classifiers"))), method = "radix")
  for (benchmark in names(tables)) {
    missing <- setdiff(every, tables[[benchmark]]$classifiers)
    if (length(missing) > 0L) {
      stop_results_table(
        paste0("benchmark '", benchmark, "' has no method ", toString(sQuote(missing, "'"))),
        expected = "the same methods on every benchmark",
        found = paste(length(missing), "missing"),
        hint = "Leave these methods out of the other tables, or leave this benchmark out."
      )
    }
  }
}

#' @rdname pb_result
#' @export
format.pb_critical_differences <- function(x, ...) {
  check_dots(...)
  against <- if (is.null(x$control)) "" else paste0(", all against ", x$control)
  of_each <- apply(x$mean_ranks, 1L, function(ranks) {
    paste(x$classifiers, sprintf("%.3f", ranks), collapse = ", ")
  })
  c(
    without_controls(c(
      sprintf(
        "Critical differences on %d benchmarks (%s%s, adjustment %s, alpha = %g each)",
        length(x$benchmarks), x$test, against, x$adjust, x$alpha
      ),
      paste0("  ", x$benchmarks, ": ", of_each),
      unlist(Map(format_benchmark, x$benchmarks, x$diagrams), use.names = FALSE)
    )),
    format_notes(x$notes)
  )
}

# Which methods do not differ significantly on a benchmark, or which differ from the control.
format_benchmark <- function(benchmark, shown) {
  if (is.null(shown$control)) {
    told <- vapply(shown$cliques, toString, "")
    return(sprintf("  no significant difference on %s: %s", benchmark, told))
  }
  paste0(
    "  differ significantly from ", shown$control, " on ", benchmark, ": ", differing(shown)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_critical_differences <- function(x, row.names = NULL, # nolint: object_name_linter.
                                                  optional = FALSE, ...) {
  check_dots(...)
  frames <- Map(function(benchmark, shown) {
    cbind(benchmark = benchmark, as.data.frame(shown))
  }, x$benchmarks, x$diagrams)
  frame <- do.call(rbind, frames)
  rownames(frame) <- NULL
  frame
}
