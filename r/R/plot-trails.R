# Paths of both classes over time.

#' Draw paths of both classes over time
#'
#' The right-hand sides of figures 1 to 3 of "Benchmarking optimality of time series classification
#' methods in distinguishing diffusions" (arXiv 2301.13112). Dots are what is observed.
#'
#' @param x A result of [pb_simulate()].
#' @param main Title, a string, or `NULL` for none.
#' @param shown How many paths of each class, the first; all if there are fewer.
#' @param channel Which coordinate.
#' @param ... Ignored.
#' @return Invisibly, what was drawn: a list of two matrices (paths x times), class 0 and class 1.
#' @section Errors:
#' `pybench_error_argument` for a coordinate that the paths do not have, a number out of range.
#' @examples
#' plot(pb_simulate("b-T2", 20), main = "Two potentials")
#' @family optimal
#' @export
plot.pb_paths <- function(x, main = NULL, shown = 5, channel = 1, ...) {
  check_string("main", main, null_ok = TRUE)
  shown <- check_count("shown", shown)
  channel <- check_count("channel", channel)
  d <- dim(x$paths)[[2L]]
  if (channel > d) {
    stop_argument(
      sprintf("`channel` must be one of the %.0f coordinates of the paths", d),
      expected = sprintf("1 to %.0f", d), found = sprintf("%.0f", channel)
    )
  }
  each <- min(shown, sum(x$label == 0), sum(x$label == 1))
  drawn <- lapply(0:1, function(label) {
    rows <- which(x$label == label)[seq_len(each)]
    matrix(x$paths[rows, channel, ], nrow = each)
  })
  key <- line_key(c("class 0", "class 1"), mark_colour(1:2), c(1, 1))
  old <- open_lines(main, key, chart_range(x$times[[1L]], max(x$times)), range(drawn))
  on.exit(graphics::par(old))
  for (i in 1:2) {
    graphics::matlines(
      x$times, t(drawn[[i]]), type = "o", pch = 19, cex = 0.3, lty = 1, lwd = 0.9,
      col = grDevices::adjustcolor(mark_colour(i), 0.75)
    )
  }
  which <- if (d > 1) sprintf("Coordinate %.0f of %.0f: ", channel, d) else ""
  said <- sprintf(
    "%s%s, %s of each class; dots: observed, %s", which, without_controls(x$process),
    counted(each, "path"), counted(sum(x$substeps), "fine step")
  )
  close_lines(key, c("Time", said), main)
  invisible(drawn)
}

# Samples of lines with their names, for rows above a plot.
line_key <- function(names, colours, types, cex = 0.85) {
  margins <- c(3.2, 0.8) # lines to the left and to the right of the plot
  room <- graphics::par("fin")[[1L]] - sum(margins) * text_line()
  sample <- 0.25 # inches, as all here
  needed <- sample + 0.08 + label_width(names, cex)
  at <- row <- numeric(length(names))
  for (i in seq_along(names)[-1L]) {
    at[[i]] <- at[[i - 1L]] + needed[[i - 1L]] + 0.2
    row[[i]] <- row[[i - 1L]]
    if (at[[i]] + needed[[i]] > room) {
      at[[i]] <- 0
      row[[i]] <- row[[i]] + 1
    }
  }
  list(
    names = names, colours = colours, types = types, cex = cex, at = at, row = row,
    rows = max(row) + 1, sample = sample, margins = margins
  )
}

# Opens a chart of lines with room for the key above it; returns the parameters that were set.
open_lines <- function(main, key, across, up) {
  old <- graphics::par(
    mar = c(4.6, key$margins[[1L]], title_lines(main) + key$rows, key$margins[[2L]]), xpd = NA,
    mgp = c(3, 0.5, 0), tcl = -0.25
  )
  graphics::plot.new()
  graphics::plot.window(across, chart_range(up[[1L]], up[[2L]]), xaxs = "i", yaxs = "i")
  chart_grid("xy")
  old
}

# Draws the key, its last row nearest to the plot, the captions and the title.
close_lines <- function(key, lines, main) {
  edges <- graphics::par("usr")
  inch <- diff(edges[1:2]) / graphics::par("pin")[[1L]]
  line <- diff(edges[3:4]) / graphics::par("pin")[[2L]] * text_line()
  x <- edges[[1L]] + key$at * inch
  y <- edges[[4L]] + (0.6 + key$rows - 1 - key$row) * line
  graphics::segments(x, y, x + key$sample * inch, y, col = key$colours, lty = key$types, lwd = 1.6)
  graphics::text(
    x + (key$sample + 0.08) * inch, y, key$names, adj = c(0, 0.4), cex = key$cex,
    col = key$colours
  )
  chart_captions(lines, main, above = key$rows)
}
