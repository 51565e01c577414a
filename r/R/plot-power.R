# Power over the number of datasets: one curve per pair.

#' Draw power over the number of datasets
#'
#' Draws one curve per pair of methods. The curve shows the power of the test of this pair
#' against the number of datasets. The dashed line is the target power. The pairs whose power
#' grows most from the smallest size to the largest are coloured and named; other pairs are
#' grey lines in the background.
#'
#' @param x A result of [pb_datasets_needed()].
#' @param main Title, a string, or `NULL` for none.
#' @param curve `"family"`: the power with p-values adjusted for testing all pairs. `"single"`: the
#'   power of each pair tested alone.
#' @param labelled Number of pairs that are coloured and named.
#' @param highlight Methods whose pairs have names in bold.
#' @param labels As in [plot.pb_critical_difference()].
#' @param groups As in [plot.pb_critical_difference()]. Curves of pairs are then black: colours and
#'   marks beside the names are those of the groups.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a data frame with one row per named pair: `classifier_1`, `classifier_2`,
#'   `end` (power at the largest size) and `y` (height of the name).
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' plot(pb_datasets_needed(t, repeats = 50))
#' @export
plot.pb_power <- function(x, main = NULL, curve = "family", labelled = 6, highlight = NULL,
                          labels = NULL, groups = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  curve <- check_choice("curve", curve, c("family", "single"))
  labelled <- check_count("labelled", labelled, 0)
  named <- utils::head(power_order(x, x[[curve]]), labelled)
  first <- vapply(x$pairs[named], `[[`, "", 1L)
  second <- vapply(x$pairs[named], `[[`, "", 2L)
  room <- graphics::par("fin")[[1L]] * 0.2
  cex <- rel(0.8)
  looks <- method_looks(unique(unlist(x$pairs)), highlight, labels, groups)
  short <- stats::setNames(chart_labels(unname(looks$names), cex, room), names(looks$names))
  names <- naming(looks, method = first, " against ", method = second, printed = short)
  right <- (max(0, naming_width(names, cex)) + 0.35) / text_line()
  curves <- pair_curves(looks, length(named))
  legend <- chart_legend(looks)
  notes <- chart_notes(power_captions(x, curve))
  old <- graphics::par(
    mar = c(notes$margin, 2.5, title_lines(main) + legend$lines, right), xpd = NA,
    mgp = c(3, 0.5, 0), tcl = -0.25
  )
  on.exit(graphics::par(old))
  draw_power(x, x[[curve]], named, curves)
  ends <- x[[curve]][named, length(x$sizes)]
  tell_lines(1.1 * length(named))
  y <- spread_labels(ends, 1.1 * rel(0.8) * text_line() / graphics::par("pin")[[2L]], 0, 1)
  if (length(named) > 0L) {
    edge <- graphics::par("usr")[[2L]]
    inch <- diff(graphics::par("usr")[1:2]) / graphics::par("pin")[[1L]]
    graphics::segments(edge, ends, edge + 0.1 * inch, y, col = "#8F8F8F", lwd = 0.8)
    if (length(looks$group_names) > 0L) {
      write_naming(names, edge + 0.15 * inch, y, cex)
    } else {
      graphics::text(
        edge + 0.15 * inch, y, naming_text(names), adj = c(0, 0.5), cex = cex,
        col = ink_of(curves$colour), font = 1L + names$bold
      )
    }
  }
  draw_chart_legend(legend)
  chart_captions(notes, main, above = legend$lines)
  invisible(data.frame(classifier_1 = first, classifier_2 = second, end = ends, y = y))
}

# The pairs, those whose power grows most first.
power_order <- function(x, curves) {
  growth <- curves[, ncol(curves)] - curves[, 1L]
  first <- vapply(x$pairs, `[[`, "", 1L)
  second <- vapply(x$pairs, `[[`, "", 2L)
  order(-growth, first, second, method = "radix")
}

power_captions <- function(x, curve) {
  adjustment <- if (curve == "family") paste("adjustment", x$adjust) else "each pair alone"
  c(
    sprintf("Number of datasets like the %d of the table", x$n_datasets),
    sprintf(
      "Power of %s at alpha = %g, %s; dashed: %g; %s resamples", x$test, x$alpha, adjustment,
      x$power, format_whole(x$repeats)
    )
  )
}

# Colour and line type of each pair; where colours show groups of methods, a pair has none.
pair_curves <- function(looks, count) {
  place <- seq_len(count)
  grouped <- length(looks$group_names) > 0L
  data.frame(
    colour = if (grouped) rep("black", count) else chart_colours(count),
    type = if (grouped) (place - 1L) %% 5L + 1L else mark_type(place)
  )
}

draw_power <- function(x, curves, named, looks) {
  new_plot()
  graphics::plot.window(chart_range(min(x$sizes), max(x$sizes)), c(0, 1.02), yaxs = "i", xaxs = "i")
  chart_grid("xy")
  others <- setdiff(seq_len(nrow(curves)), named)
  if (length(others) > 0L) {
    graphics::matlines(x$sizes, t(curves[others, , drop = FALSE]), col = "#C9C9C9", lty = 1)
  }
  edges <- graphics::par("usr")[1:2]
  graphics::segments(edges[[1L]], x$power, edges[[2L]], x$power, lty = 2)
  if (length(named) > 0L) {
    for (i in rev(seq_along(named))) {
      draw_curve(
        x$sizes, curves[named[[i]], ], looks$colour[[i]],
        lty = looks$type[[i]], type = "o", pch = 19, cex = 0.6
      )
    }
  }
}
