# Paths of both classes over time.

#' Draw paths of both classes over time
#'
#' Draws the first paths of each class; dots are the observed states. The figure corresponds to the
#' right-hand sides of figures 1 to 3 of "Benchmarking optimality of time series classification
#' methods in distinguishing diffusions" (arXiv 2301.13112).
#'
#' @param x A result of [pb_simulate()].
#' @param main Title, a string, or `NULL` for none.
#' @param shown Number of paths to draw of each class, from the first on. If a class has fewer
#'   paths, this smaller number of paths is drawn of both classes.
#' @param channel Number of the coordinate, from 1.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, what was drawn: a list of two matrices (paths x times), class 0 and class 1.
#' @section Errors:
#' `pybench_error_argument` for a coordinate that the paths do not have, or a number out of range.
#' @examples
#' plot(pb_simulate("b-T2", 20), main = "Two potentials")
#' @family optimal
#' @export
plot.pb_paths <- function(x, main = NULL, shown = 5, channel = 1, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  drawn <- shown_paths(x, shown, channel)
  notes <- chart_notes(c("Time", path_sentence(x, nrow(drawn[[1L]]), channel)))
  key <- line_key(c("class 0", "class 1"), mark_colour(1:2), c(1, 1))
  old <- open_lines(
    main, key, notes, chart_range(x$times[[1L]], max(x$times)), range(drawn)
  )
  on.exit(graphics::par(old))
  for (i in 1:2) {
    graphics::matlines(
      x$times, t(drawn[[i]]), type = "o", pch = 19, cex = 0.3, lty = 1, lwd = 0.9,
      col = grDevices::adjustcolor(mark_colour(i), 0.75)
    )
  }
  close_lines(key, notes, main)
  invisible(drawn)
}

# The first paths of each class, a matrix (paths x times) for each.
shown_paths <- function(x, shown, channel) {
  shown <- check_count("shown", shown)
  channel <- check_count("channel", channel)
  d <- dim(x$paths)[[2L]]
  if (channel > d) {
    stop_argument(
      sprintf(
        "`channel` must be the number of a coordinate of the paths, 1 to %.0f, not %.0f", d, channel
      ),
      expected = sprintf("1 to %.0f", d), found = sprintf("%.0f", channel)
    )
  }
  each <- min(shown, sum(x$label == 0), sum(x$label == 1))
  lapply(0:1, function(label) {
    rows <- which(x$label == label)[seq_len(each)]
    matrix(x$paths[rows, channel, ], nrow = each)
  })
}

path_sentence <- function(x, each, channel) {
  d <- dim(x$paths)[[2L]]
  which <- if (d > 1) sprintf("Coordinate %.0f of %.0f: ", channel, d) else ""
  sprintf(
    "%s%s, %s of each class; dots: observed, %s", which, without_controls(x$process),
    counted(each, "path"), counted(sum(x$substeps), "fine step")
  )
}
