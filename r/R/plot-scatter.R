# Two methods against each other: one dot per dataset.

#' Draw one method against another
#'
#' Draws one dot per dataset: the score of the first method on the horizontal axis, the score of the
#' second method on the vertical axis. On the diagonal line, both methods have the same score. The
#' line separates the datasets on which the first method is better from those on which the second is
#' better. The texts at the corners give the number of datasets on each side of the line, and the
#' number of ties. Names of datasets cover neither dots nor other names; the caption says how many
#' names did not fit.
#'
#' @param t A results table. Datasets that lack a score of one of the two methods are left out; the
#'   caption gives their number.
#' @param first,second Two different methods of the table.
#' @param labels Which datasets are named: all (`TRUE`), none (`FALSE`), the given number of
#'   datasets with the largest differences, or those whose names are given.
#' @param groups `NULL`, or the group of each dataset, such as its kind of data, as a vector named
#'   by dataset. Colours and shapes show the groups.
#' @param tie_tol Which scores of a dataset tie; see [pb_ranks()].
#' @param main Title, a string, or `NULL` for none.
#' @return Invisibly, a data frame with one row per dataset: `dataset`, `first` and `second` (the
#'   scores), `better` (1: the first method, 2: the second, 0: tied) and the edges `x0`, `y0`, `x1`,
#'   `y1` of the name in inches from the lower left corner of the plot (`NA` if the dataset is not
#'   named).
#' @section Errors:
#' `pybench_error_argument` if `t` is not a table, if `first` and `second` are not two different
#' methods of `t`, for a dataset in `labels` that is not drawn, a dataset without a group, a bad
#' `tie_tol`, or a title that is not a string. `pybench_error_results_table` if no dataset has
#' scores of both methods.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("d1", "d2", "d3"), A = c(0.9, 0.7, 0.6), B = c(0.8, 0.75, 0.6)),
#'   higher_is_better = TRUE, metric = "accuracy"
#' )
#' pb_plot_scatter(t, "A", "B", labels = 1)
#' @family figures of a results table
#' @export
pb_plot_scatter <- function(t, first, second, labels = FALSE, groups = NULL, tie_tol = "decimal",
                            main = NULL) {
  check_string("main", main, null_ok = TRUE)
  tie_tol <- check_tie_tolerance(tie_tol)
  frame <- duel(t, first, second, tie_tol)
  named <- scatter_named(labels, frame)
  kinds <- check_dataset_groups(groups, frame$dataset)
  methods <- shorten_middle(without_controls(c(first, second)), 40L)
  corners <- scatter_corners(frame, methods, t$higher_is_better)
  legend <- legend_lines(kinds)
  ends <- scatter_range(c(frame$first, frame$second))
  unit <- scatter_unit(t)
  words <- list(
    across = paste0(methods[[1L]], unit), up = paste0(methods[[2L]], unit),
    notes = scatter_notes(frame, t, tie_tol)
  )
  own <- rel(0.85)
  together <- sum(label_width(corners[1:2], own)) <= graphics::par("fin")[[1L]] - 1.2
  rows <- if (together) 1 else 2
  chart <- open_chart(
    words, ends, ends, main, above = rows + legend, below = 1.1, spare = any(named), square = TRUE
  )
  on.exit(graphics::par(chart$old))
  chart_grid("xy")
  graphics::segments(ends[[1L]], ends[[1L]], ends[[2L]], ends[[2L]], col = "#8F8F8F", lwd = 1.2)
  place <- if (length(kinds) > 0L) match(groups[frame$dataset], kinds) else 1L
  draw_marks(frame$first, frame$second, rep_len(place, nrow(frame)), 0.6)
  frame[c("x0", "y0", "x1", "y1")] <- scatter_names(frame, named)
  own <- own * graphics::par("cex")
  graphics::mtext(corners[1:2], 3, line = 0.3 + c(rows - 1, 0), adj = c(0, 1), cex = own)
  graphics::mtext(corners[[3L]], 1, line = 1.5, adj = 1, cex = own)
  map_legend(kinds, rows)
  lost <- sum(named & is.na(frame$x0))
  close_chart(chart, if (lost > 0L) without_room(lost))
  invisible(frame)
}

# The metric, behind the name of a method.
scatter_unit <- function(t) {
  if (!is.null(t$metric)) paste0(", ", without_controls(t$metric))
}

# Whether each dataset is named.
scatter_named <- function(labels, frame) {
  datasets <- frame$dataset
  if (isTRUE(labels) || isFALSE(labels)) {
    return(rep_len(labels, length(datasets)))
  }
  if (is.numeric(labels)) {
    largest <- order(-abs(frame$first - frame$second))
    return(seq_along(datasets) %in% utils::head(largest, check_count("labels", labels, 0)))
  }
  labels <- check_names("labels", labels, "TRUE, FALSE, a number or names of datasets")
  if (!all(labels %in% datasets)) {
    stop_argument(
      "`labels` must be names of datasets that have scores of both methods",
      expected = "names of datasets", found = describe_value(labels),
      hint = strangers(sort(labels), datasets)
    )
  }
  datasets %in% labels
}

# The texts of the upper left corner, the end of the diagonal and the lower right corner.
scatter_corners <- function(frame, methods, higher_is_better) {
  sides <- sprintf("%s better: %d", methods, c(sum(frame$better == 1L), sum(frame$better == 2L)))
  if (higher_is_better) {
    sides <- rev(sides)
  }
  c(sides[[1L]], sprintf("tied: %d", sum(frame$better == 0L)), sides[[2L]])
}

scatter_range <- function(scores) {
  ends <- range(scores)
  spare <- 0.05 * diff(ends)
  if (spare == 0) {
    spare <- if (ends[[1L]] == 0) 0.5 else 0.05 * abs(ends[[1L]])
  }
  ends + c(-spare, spare)
}

scatter_notes <- function(frame, t, tie_tol) {
  n <- nrow(frame)
  out <- length(t$datasets) - n
  paste0(paste(c(
    counted(n, "dataset"),
    if (t$n_repeats > 1L) sprintf("means over %d repeats", t$n_repeats),
    if (out > 0L) sprintf("%d left out for missing scores", out),
    if (t$higher_is_better) "higher is better" else "lower is better",
    if (!identical(tie_tol, "decimal")) paste("tie tolerance", tie_tol)
  ), collapse = "; "), ". Line: equal scores.")
}

# Writes the names; returns the edges of each.
scatter_names <- function(frame, named) {
  boxes <- matrix(NA_real_, nrow(frame), 4L)
  if (any(named)) {
    points <- cbind(frame$first, frame$second)
    others <- map_inches(points[!named, , drop = FALSE])
    names <- shorten_middle(without_controls(frame$dataset[named]), 40L)
    boxes[named, ] <- map_names(
      points[named, , drop = FALSE], names, rel(0.75), 0.09, cbind(others - 0.045, others + 0.045)
    )
  }
  boxes
}
