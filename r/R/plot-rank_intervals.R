# Mean ranks with their intervals: one dot and whisker per method.

#' Draw mean ranks with intervals
#'
#' Draws one row per method, the best on top: a dot at the mean rank and a whisker for the interval.
#' To the right of each row are the mean rank and the share of resamples in which the method has the
#' best mean rank. Text shrinks until rows do not overlap and names take at most half of the width.
#'
#' @param x A result of [pb_rank_intervals()].
#' @param main Title, a string, or `NULL` for none.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, what was drawn: a data frame with one row per method, best first:
#'   `classifier`, `mean_rank`, `low`, `high`, `best`, `row` (1 is the top).
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' plot(pb_rank_intervals(t), main = "Three methods")
#' @export
plot.pb_rank_intervals <- function(x, main = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  frame <- as.data.frame(x)
  frame$row <- seq_len(nrow(frame))
  size <- graphics::par("fin")
  cex <- min(1, max(0.3, (size[[2L]] / text_line() - 8) / (1.1 * nrow(frame))))
  names <- chart_labels(frame$classifier, cex, 0.4 * size[[1L]])
  ranks <- sprintf("%.2f", frame$mean_rank)
  shares <- sprintf("%s %%", percentage(frame$best))
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
      paste0(
        "Whiskers: %g %% intervals, each method by itself. Right: mean rank; in how many of %s ",
        "resamples the method is first"
      ),
      100 * x$confidence, format_whole(x$resamples)
    )
  ), main)
  invisible(frame)
}
