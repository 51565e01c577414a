# Demsar's critical difference diagram. The layout is computed first, in inches, by functions that
# draw nothing; the drawing code only reads it, and returns it, so that tests can check it.

#' Draw a critical difference diagram
#'
#' Draws the methods on an axis of mean ranks; rank 1 is always on the side given by `best`,
#' whichever direction the metric has. A thick bar joins methods that do not differ significantly.
#' If the test has a critical difference, a ruler at the top left is as long as this difference
#' (Demsar 2006, figure 1, page 16).
#'
#' Each bar is one of the `cliques` of the result: a maximal set of methods among which no pair
#' differs significantly. If the members of a bar are not neighbours in mean rank, the bar is
#' broken: dots mark its members, and dashed arcs skip the methods in between that are not members.
#' So no bar covers a method that differs significantly from a member. If there are more than 250
#' bars, none is drawn, and the caption gives their number. A line break in a name is drawn as a
#' blank.
#'
#' Without `font_size`, names and numbers are at most as large as the default text of the device.
#' Text shrinks until no two labels overlap and no label is cut; names that are still too long are
#' shortened in the middle. With `font_size`, all texts except the title, which is larger, have
#' exactly this size, names are printed in full, and a device that is too small is refused.
#' ([grDevices::pdf()] rounds font sizes to whole points.)
#'
#' With a control (Demsar 2006, figure 1b), there are no bars: the name of the control is bold, and
#' an asterisk marks every method that differs significantly from the control. If the test has a
#' critical difference, the ruler and a thick part of the axis extend from the control by the
#' critical difference to both sides, at most to the ends of the axis.
#'
#' The device [grDevices::pdf()] can draw Latin letters only and warns about other letters: use
#' [grDevices::cairo_pdf()] or [grDevices::svg()] for names in other scripts.
#'
#' @param x A result of [pb_critical_difference()] or [pb_nemenyi()]. For a result of
#'   [pb_compare()], see [plot.pb_comparison()].
#' @param main Title, a string, or `NULL` for none.
#' @param best The side of rank 1: `"left"`, or `"right"` as in Demsar's figure.
#' @param layout `"both"`: names on both sides. `"one-sided"`: all names on the side of the best
#'   method, which makes the figure narrower and higher. `"auto"` is `"both"`, unless a `font_size`
#'   is given with which names on both sides leave too little width for the axis; then it is
#'   `"one-sided"`.
#' @param groups Character vector of groups, named by methods, or `NULL`. Methods of the same group
#'   share a colour and a shape; a legend names the groups.
#' @param font_size Size of the text in points, a positive number, or `NULL`: text shrinks to fit
#'   the device, and names and numbers are at most as large as its default text.
#' @param highlight Names of methods that are printed in bold, or `NULL`.
#' @param labels Character vector of printed names, named by methods, or `NULL`. Methods without an
#'   entry in `labels` keep their names.
#' @param max_label Greatest length of a printed name in characters, from 5 to 10000, or `NULL`. The
#'   middle of a longer name is replaced by `...`; different names stay different.
#' @param verdicts `"bars"`: bars join methods that do not differ significantly. `"letters"`:
#'   instead of bars, letters follow the mean ranks, and two methods share a letter if they do not
#'   differ significantly. `"auto"`: letters if more than 12 bars would be broken, since such a
#'   figure is hard to read; otherwise bars.
#' @param ... For a result of [pb_nemenyi()]: `layout` and the arguments after it. Other arguments
#'   are refused.
#' @return Invisibly, what was drawn, a list of
#'   \item{labels}{data frame, one row per method, best first. `classifier` is the method, and
#'     `text` is its label as drawn. `mark` is `*` if the method differs significantly from
#'     the control, `!` if it is in a pair of `against` (see [pb_critical_difference()]), or both;
#'     if letters are drawn, the letters of the method follow. `group` is the number of its group or
#'     `NA`. `mean_rank` is its mean rank. `place` is the position of its leader line below the
#'     bars, in units of ranks. `side` is `"left"` or `"right"`; the better half of the methods is
#'     on the side of `best`. `x` and `y` are the point where the label meets its line, in inches
#'     from the bottom left corner. `width` and `height` are the size of the label in inches}
#'   \item{bars}{data frame, one row per piece of a bar: `clique` (its number), `level` (1 is next
#'     to the axis) and the mean ranks `from`, `to` of its ends}
#'   \item{hops}{data frame of the dashed arcs, with the same columns as `bars`}
#'   \item{members}{data frame of the dots on bars with arcs: `clique`, `level`, `mean_rank`}
#'   \item{ruler}{the critical difference, or `NULL`}
#'   \item{axis}{list, in inches: the positions `first` and `last` of ranks 1 and k; `per_rank`
#'     (length of one rank; negative if the best is on the right); the limits `left` and `right` of
#'     the space for the axis; its height `y`; and `ticks` (the ranks that have a number)}
#'   \item{cex}{size of the text, relative to the device's}
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range, for a method that the result does not
#' have, and for a device that is too small for the given `font_size`. For such a device, the
#' message gives the least width and height in inches, and the largest font size that fits.
#' @references
#' Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. *Journal of
#' Machine Learning Research* 7, 1-30.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' plot(pb_critical_difference(t), main = "Three methods")
#' plot(pb_critical_difference(t), font_size = 8, highlight = "A", labels = c(A = "Ours"))
#' @export
plot.pb_critical_difference <- function(x, main = NULL, best = "left", layout = "auto",
                                        groups = NULL, font_size = NULL, highlight = NULL,
                                        labels = NULL, max_label = NULL, verdicts = "auto", ...) {
  check_dots(...)
  content <- critical_content(
    x, main, best, layout, groups, highlight, labels, max_label, verdicts
  )
  size <- open_page()
  on.exit(graphics::par(size$before))
  drawn <- critical_layout(content, layout, size$inches, font_size)
  draw_critical(drawn)
  invisible(drawn[c("labels", "bars", "hops", "members", "ruler", "axis", "cex")])
}

#' @rdname plot.pb_critical_difference
#' @export
plot.pb_nemenyi <- function(x, main = NULL, best = "left", ...) {
  plot(critical_from_nemenyi(x, list(metric = NULL, higher_is_better = NULL)), main, best, ...)
}

# A page without margins whose coordinates are inches; `before` holds the previous par().
open_page <- function() {
  before <- graphics::par(mar = c(0, 0, 0, 0), xpd = NA)
  graphics::plot.new()
  inches <- graphics::par("pin")
  graphics::plot.window(c(0, inches[[1L]]), c(0, inches[[2L]]), xaxs = "i", yaxs = "i")
  list(before = before, inches = inches)
}

draw_critical <- function(layout) {
  draw_heading(layout)
  draw_axis(layout)
  draw_labels(layout)
  draw_bars(layout)
}

rank_position <- function(axis, rank) {
  axis$first + (rank - 1) * axis$per_rank
}

draw_heading <- function(layout) {
  draw_title(layout$title, layout$heights$title, layout)
  draw_note(layout$caption, layout$heights$caption, layout)
  if (!is.null(layout$ruler)) {
    draw_ruler(layout)
  }
}

# The lines of a title, the middle of the first at `top`; a word too long for the figure shrinks.
draw_title <- function(lines, top, layout) {
  if (length(lines) == 0L) {
    return(invisible())
  }
  width <- layout$size[[1L]]
  graphics::text(
    width / 2, top - 1.4 * (seq_along(lines) - 1) * layout$line, lines,
    cex = within_room(lines, 1.2 * layout$cex, 0.95 * width)
  )
}

# The lines of a note below `top`.
draw_note <- function(lines, top, layout) {
  width <- layout$size[[1L]]
  down <- caption_step * text_line() * layout$small * (seq_along(lines) - 0.5)
  graphics::text(
    width / 2, top - down, lines, cex = within_room(lines, layout$small, 0.95 * width),
    col = "gray30"
  )
}

# The critical difference on both sides of the control, within the axis.
control_reach <- function(layout) {
  last <- max(layout$axis$ticks)
  ends <- layout$control + c(-1, 1) * layout$ruler
  list(ends = pmin(pmax(ends, 1), last), capped = ends >= 1 & ends <= last)
}

draw_interval <- function(layout) {
  reach <- control_reach(layout)
  at <- rank_position(layout$axis, reach$ends)
  y <- layout$heights$ruler
  tip <- 0.2 * layout$line
  graphics::segments(at[[1L]], y, at[[2L]], y, lwd = 1.5)
  capped <- at[reach$capped]
  graphics::segments(capped, rep(y - tip, length(capped)), capped, lwd = 1.5, y1 = y + tip)
  middle <- rank_position(layout$axis, layout$control)
  graphics::points(middle, y, pch = 19, cex = 0.7 * layout$cex)
  graphics::text(
    layout$ruler_middle, y + 0.7 * layout$line, ruler_text(layout), cex = layout$cex
  )
}

ruler_text <- function(layout) {
  control <- if (length(layout$control) > 0L) "control +/- " else ""
  sprintf("%sCD = %.2f", control, layout$ruler)
}

draw_ruler <- function(layout) {
  if (length(layout$control) > 0L) {
    return(draw_interval(layout))
  }
  from <- layout$axis$left
  to <- from + layout$ruler * abs(layout$axis$per_rank)
  y <- layout$heights$ruler
  tip <- 0.2 * layout$line
  graphics::segments(from, y, to, y, lwd = 1.5)
  graphics::segments(c(from, to), y - tip, c(from, to), y + tip, lwd = 1.5)
  graphics::text(
    from, y + 0.7 * layout$line, ruler_text(layout), adj = c(0, 0.5), cex = layout$cex
  )
}

draw_axis <- function(layout) {
  axis <- layout$axis
  line <- layout$line
  graphics::segments(axis$first, axis$y, axis$last, axis$y, lwd = 1.5)
  if (length(layout$control) > 0L) {
    draw_control(layout)
  }
  whole <- rank_position(axis, seq(1, max(axis$ticks)))
  graphics::segments(whole, axis$y, whole, axis$y + 0.15 * line)
  numbered <- rank_position(axis, axis$ticks)
  graphics::segments(numbered, axis$y, numbered, axis$y + 0.3 * line)
  graphics::text(numbered, axis$y + 0.75 * line, sprintf("%.0f", axis$ticks), cex = layout$cex)
}

# The control on the axis and, thick, the ranks closer to it than the critical difference.
draw_control <- function(layout) {
  axis <- layout$axis
  if (!is.null(layout$ruler)) {
    at <- rank_position(axis, control_reach(layout)$ends)
    graphics::segments(at[[1L]], axis$y, at[[2L]], axis$y, lwd = 4 * layout$cex, lend = "butt")
  }
  graphics::points(rank_position(axis, layout$control), axis$y, pch = 19, cex = 0.7 * layout$cex)
}

draw_labels <- function(layout) {
  labels <- layout$labels
  at <- rank_position(layout$axis, labels$mean_rank)
  inward <- ifelse(labels$side == "right", -0.4, 0.4) * label_gap
  colour <- ifelse(is.na(labels$group), "gray50", ink_of(mark_colour(labels$group)))
  weight <- ifelse(layout$bold, 2, 1)
  place <- rank_position(layout$axis, labels$place)
  below <- layout$heights$fan
  parted <- below - fan_lines * layout$line
  graphics::segments(at, layout$axis$y, at, below, col = colour, lwd = weight)
  graphics::segments(at, below, place, parted, col = colour, lwd = weight)
  graphics::segments(place, parted, place, labels$y, col = colour, lwd = weight)
  graphics::segments(place, labels$y, labels$x + inward, labels$y, col = colour, lwd = weight)
  pieces <- label_pieces(layout)
  for (piece in split(pieces, seq_len(nrow(pieces)))) {
    graphics::text(
      piece$x, piece$y, piece$text, cex = layout$cex, adj = c(piece$adj, 0.5),
      col = ink_of(mark_colour(piece$group)), font = if (piece$bold) 2L else 1L
    )
  }
  grouped <- labels[!is.na(labels$group), ]
  inner <- grouped$x + ifelse(grouped$side == "right", -1, 1) * 0.8 * label_gap
  draw_marks(inner, grouped$y, grouped$group, 0.8 * layout$cex)
  draw_legend(
    layout$legend, layout$heights$legend, 1.1 * layout$line, layout$cex, small = layout$entry
  )
}

draw_bars <- function(layout) {
  at <- function(rank) rank_position(layout$axis, rank)
  bars <- layout$bars
  y <- layout$bar_height(bars$level)
  # Round ends: a bar of equal mean ranks is a dot.
  graphics::segments(at(bars$from), y, at(bars$to), y, lwd = 4 * layout$cex, lend = "round")
  dots <- layout$members
  graphics::points(
    at(dots$mean_rank), layout$bar_height(dots$level), pch = 19, cex = 0.45 * layout$cex
  )
  draw_hops(layout$hops, layout$bar_height(layout$hops$level), layout)
}

# Flat dashed arcs between ranks, drawn downwards from `y`.
draw_hops <- function(hops, y, layout) {
  turn <- seq(0, pi, length.out = 25L)
  for (i in seq_len(nrow(hops))) {
    middle <- (hops$from[[i]] + hops$to[[i]]) / 2
    across <- middle + (hops$from[[i]] - middle) * cos(turn)
    drop <- 0.3 * bar_lines * layout$line * sin(turn)
    graphics::lines(
      rank_position(layout$axis, across), y[[i]] - drop, lty = "22", lwd = 1.5 * layout$cex
    )
  }
}
