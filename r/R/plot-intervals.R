# Mean ranks with their intervals: a dot and a whisker for each classifier.

#' Draw mean ranks with intervals
#'
#' One row a classifier, the best on top: a dot at the mean rank, a whisker as long as the interval;
#' on the right the mean rank and the share of resamples in which the classifier is first. Text
#' shrinks until the rows do not overlap and the names leave half of the width.
#'
#' @param x A result of [pb_rank_intervals()].
#' @param main Title, a string, or `NULL` for none.
#' @param ... Ignored.
#' @return Invisibly, what was drawn: a data frame with a row a classifier, best first:
#'   `classifier`, `mean_rank`, `low`, `high`, `best`, `row` (1 is the top).
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' plot(pb_rank_intervals(t), main = "Three classifiers")
#' @export
plot.pb_rank_intervals <- function(x, main = NULL, ...) {
  check_string("main", main, null_ok = TRUE)
  frame <- as.data.frame(x)
  frame$row <- seq_len(nrow(frame))
  size <- graphics::par("fin")
  cex <- min(1, max(0.3, (size[[2L]] / text_line() - 8) / (1.1 * nrow(frame))))
  names <- chart_labels(frame$classifier, cex, 0.4 * size[[1L]])
  ranks <- sprintf("%.2f", frame$mean_rank)
  shares <- sprintf("first in %s %%", percentage(frame$best))
  wide <- c(widest(names, cex) + 0.25, widest(ranks, 0.85 * cex) + 0.1, widest(shares, 0.85 * cex))
  right <- 0.4 + sum(wide[-1L] + 0.1) / text_line()
  bottom_up <- c(4.6, wide[[1L]] / text_line(), title_lines(main), right)
  old <- graphics::par(mar = bottom_up, xpd = NA, mgp = c(3, 0.5, 0), tcl = -0.25)
  on.exit(graphics::par(old))
  graphics::plot.new()
  graphics::plot.window(
    chart_range(frame$low, frame$high), c(nrow(frame) + 0.6, 0.4), xaxs = "i", yaxs = "i"
  )
  chart_grid("x")
  graphics::segments(frame$low, frame$row, frame$high, frame$row, lwd = 1.5)
  graphics::points(frame$mean_rank, frame$row, pch = 19, cex = 0.8 * cex)
  edges <- graphics::par("usr")[1:2]
  inch <- diff(edges) / graphics::par("pin")[[1L]]
  beside <- function(x, text, cex, col = "black") {
    graphics::text(x, frame$row, text, adj = c(1, 0.5), cex = cex, col = col)
  }
  beside(edges[[1L]] - 0.1 * inch, names, cex)
  beside(edges[[2L]] + (0.1 + wide[[2L]]) * inch, ranks, 0.85 * cex, quiet_colour)
  beside(edges[[2L]] + (0.2 + wide[[2L]] + wide[[3L]]) * inch, shares, 0.85 * cex, quiet_colour)
  chart_captions(c(
    sprintf("Mean rank (1 is best) over %d datasets", x$n_datasets),
    sprintf(
      "Whiskers: %g %% intervals of each alone; first in how many of %s resamples",
      100 * x$confidence, format_whole(x$resamples)
    )
  ), main)
  invisible(frame)
}

quiet_colour <- "#5F5F5F"

widest <- function(text, cex) {
  max(graphics::strwidth(text, units = "inches", cex = cex), 0)
}

title_lines <- function(main) {
  if (is.null(main)) 0.6 else 2.5
}

# Names on one line each, shortened in the middle until they fit into `room` inches.
chart_labels <- function(names, cex, room) {
  names <- without_controls(names)
  kept <- nchar(names)
  repeat {
    text <- shorten_middle(names, kept)
    over <- graphics::strwidth(text, units = "inches", cex = cex) > room & kept > 3L
    if (!any(over)) {
      return(text)
    }
    kept[over] <- pmax(3L, kept[over] - pmax(1L, kept[over] %/% 20L))
  }
}

# The limits of an axis: what is drawn and 3 % on either side.
chart_range <- function(low, high) {
  spare <- 0.03 * max(max(high) - min(low), 0.5)
  c(min(low) - spare, max(high) + spare)
}

# Quiet lines at the ticks of the axes, and the axes.
chart_grid <- function(sides) {
  edges <- graphics::par("usr")
  colour <- "#E4E4E4"
  x <- graphics::axTicks(1)
  graphics::segments(x, edges[[3L]], x, edges[[4L]], col = colour)
  if (sides == "xy") {
    y <- graphics::axTicks(2)
    graphics::segments(edges[[1L]], y, edges[[2L]], y, col = colour)
    graphics::axis(2, las = 1, cex.axis = 0.85, lwd = 0)
  }
  graphics::axis(1, edges[1:2], labels = FALSE, lwd.ticks = 0)
  graphics::axis(1, x, cex.axis = 0.85, lwd = 0, lwd.ticks = 1)
}

# The name of the axis, a line on how to read the chart, and the title.
# `above`: lines between the plot and the title.
chart_captions <- function(lines, main, above = 0) {
  own <- graphics::par("cex")
  left <- figure_left()
  graphics::mtext(
    lines, 1, line = c(1.9, 3.1), adj = 0, at = left, cex = c(0.85, 0.7) * own,
    col = c("black", quiet_colour)
  )
  if (!is.null(main)) {
    graphics::mtext(without_controls(main), 3, line = 0.8 + above, adj = 0, font = 2, cex = own)
  }
}

# Just right of the left edge of the figure, which can be one of several on a page: where captions
# begin, since long names leave little room right of the axis.
figure_left <- function() {
  edge <- graphics::grconvertX(0, "nfc", "inches")
  graphics::grconvertX(edge + 0.12, "inches", "user")
}
