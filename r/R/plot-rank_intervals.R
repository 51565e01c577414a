# Mean ranks with their intervals: one dot and whisker per method.

#' Draw mean ranks with intervals
#'
#' Draws one row per method, the best on top: a dot at the mean rank and a whisker for the interval.
#' To the right of each row are the mean rank and the share of resamples in which the method has the
#' best mean rank. Without `font_size`, text shrinks until rows do not overlap, and names are
#' shortened in the middle until they take at most 40 % of the width.
#'
#' @param x A result of [pb_rank_intervals()].
#' @param main Title, a string, or `NULL` for none.
#' @param font_size,highlight,labels,max_label,groups As in [plot.pb_critical_difference()].
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, what was drawn: a data frame with one row per method, best first:
#'   `classifier`, `mean_rank`, `low`, `high`, `best`, `row` (1 is the top).
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range, for a method that the result does not
#' have, and for a device that is too small for the given `font_size`. For such a device, the
#' message gives the least width and height in inches, and the largest font size that fits.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' plot(pb_rank_intervals(t), main = "Three methods")
#' @export
plot.pb_rank_intervals <- function(x, main = NULL, font_size = NULL, highlight = NULL,
                                   labels = NULL, max_label = NULL, groups = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  frame <- as.data.frame(x)
  frame$row <- seq_len(nrow(frame))
  looks <- method_looks(frame$classifier, highlight, labels, groups, max_label)
  plan_at <- function(cex, width, ...) intervals_plan(x, frame, looks, main, cex, width, ...)
  size <- graphics::par("fin")
  plan <- plan_at(asked_cex(font_size), size[[1L]])
  hold_size(
    function(cex, width) plan_at(cex, width)$least, font_size, size,
    function(cex, width) plan_at(cex, width, pitch = 1.5)$least[[2L]]
  )
  unit <- if (is.null(font_size)) 1 else plan$cex
  old <- graphics::par(
    mar = plan$margins, xpd = NA, mgp = c(3, 0.5, 0) * unit, tcl = -0.25
  )
  on.exit(graphics::par(old))
  graphics::plot.new()
  graphics::plot.window(
    chart_range(frame$low, frame$high), c(nrow(frame) + 0.6, 0.4), xaxs = "i", yaxs = "i"
  )
  chart_grid("x", if (is.null(font_size)) 0.85 else plan$cex)
  draw_intervals(frame, plan)
  draw_chart_legend(plan$legend)
  chart_captions(plan$notes, main, above = plan$legend$lines)
  invisible(frame)
}

# Texts, margins in lines, and the least size in inches. `cex`: the asked size of text, or NULL.
intervals_plan <- function(x, frame, looks, main, cex, width, pitch = 1.1) {
  names <- unname(looks$names)
  bold <- unname(looks$bold)
  notes <- chart_notes(c(
    sprintf("Mean rank (1 is best) over %d datasets", x$n_datasets),
    sprintf(
      said(paste0(
        "Whiskers: %g %% intervals, each method by itself. Right: mean rank; in how many of %s ",
        "resamples the method is first"
      )),
      100 * x$confidence, format_whole(x$resamples)
    )
  ), cex, width)
  title <- if (is.null(cex)) 1 else title_share * cex
  unit <- if (is.null(cex)) 1 else cex
  legend <- chart_legend(looks, unit, note_share(0.85, cex) * unit, width)
  across <- c(notes$margin, title_lines(main, title, width) + legend$lines)
  count <- nrow(frame)
  asked <- !is.null(cex)
  if (!asked) {
    rows <- graphics::par("fin")[[2L]] / text_line() - sum(across) - 0.4
    cex <- min(1, max(0.3, rows / (1.1 * count)))
    names <- chart_labels(names, cex, 0.4 * width)
  }
  small <- if (asked) cex else 0.85 * cex
  ranks <- sprintf("%.2f", frame$mean_rank)
  shares <- sprintf("%s %%", percentage(frame$best))
  wide <- c(
    max(label_width(names, cex, bold)) + 0.25, widest(ranks, small) + 0.1, widest(shares, small)
  )
  right <- 0.4 + sum(wide[-1L] + 0.1) / text_line()
  words <- c(
    label_width(notes$text, small), label_width(chart_title(main, title, width), title, TRUE)
  )
  list(
    cex = cex, small = small, names = names, bold = bold, ranks = ranks, shares = shares,
    wide = wide, notes = notes, looks = looks, legend = legend,
    margins = c(across[[1L]], wide[[1L]] / text_line(), across[[2L]], right),
    least = c(
      max(
        wide[[1L]] + (right + 7.5 * cex) * text_line(), words + 2 * caption_edge,
        legend_width(legend$entries)
      ),
      (sum(across) + pitch * (count + 0.2) * cex) * text_line()
    )
  )
}

draw_intervals <- function(frame, plan) {
  cex <- plan$cex
  group <- unname(plan$looks$group)
  ink <- ink_of(mark_colour(group))
  graphics::segments(frame$low, frame$row, frame$high, frame$row, lwd = 1.5, col = ink)
  plain <- is.na(group)
  graphics::points(frame$mean_rank[plain], frame$row[plain], pch = 19, cex = 0.8 * cex)
  draw_marks(frame$mean_rank[!plain], frame$row[!plain], group[!plain], cex)
  edges <- graphics::par("usr")[1:2]
  inch <- diff(edges) / graphics::par("pin")[[1L]]
  wide <- plan$wide
  beside <- function(x, text, cex, col = "black", font = 1L) {
    graphics::text(x, frame$row, text, adj = c(1, 0.5), cex = cex, col = col, font = font)
  }
  beside(edges[[1L]] - 0.1 * inch, plan$names, cex, ink, 1L + plan$bold)
  small <- plan$small
  beside(edges[[2L]] + (0.1 + wide[[2L]]) * inch, plan$ranks, small, quiet_colour)
  beside(edges[[2L]] + (0.2 + wide[[2L]] + wide[[3L]]) * inch, plan$shares, small, quiet_colour)
}
