# Whether similar datasets rank models alike: one panel per representation and metric.

#' Draw the distance between rankings against the distance between datasets
#'
#' Draws one panel per representation (a table of features of the datasets) and metric of distance.
#' Pairs of datasets are divided into tenths by their distance, the nearest pairs on the left. For
#' each tenth, the panel shows the mean and the quartiles of the ranking distance, that is, the
#' distance between the rankings of the two datasets of a pair. If a representation is informative,
#' the rankings differ more between distant datasets than between near ones, and the line rises.
#'
#' @param x A result of [pb_mantel()].
#' @param main Title, a string, or `NULL` for none.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a data frame, one row per panel: `representation`, `metric` and the
#'   `text` in the panel.
#' @section Errors:
#' `pybench_error_argument` for a title that is not a string.
#' @examples
#' place <- matrix(sin(1:40), 20, dimnames = list(sprintf("d%02d", 1:20), c("x", "y")))
#' scores <- place %*% matrix(cos(1:12), 2, dimnames = list(NULL, letters[1:6]))
#' t <- pb_read_results(scores, higher_is_better = TRUE)
#' plot(pb_mantel(t, list(where = place), permutations = 99))
#' @export
plot.pb_mantel <- function(x, main = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  frame <- alike_rows(x)
  page <- open_page()
  on.exit(graphics::par(page$before))
  draw_alike(x, frame, main, page$inches)
  invisible(frame)
}

# One row per panel.
alike_rows <- function(x) {
  frame <- x$table[c("representation", "metric")]
  frame$text <- sprintf(
    "%s: correlation %.2f, p %s", x$table$metric,
    round(x$table$correlation, 2L) + 0, # never -0.00
    format_p(x$table$pvalue)
  )
  frame
}

draw_alike <- function(x, frame, main, size) {
  line <- text_line()
  places <- unique(frame$representation)
  metrics <- unique(frame$metric)
  sentence <- alike_sentence(x)
  head <- if (is.null(main)) 0.3 else 1.6
  lines <- length(wrap_text(sentence, size[[1L]] - 0.6 * line, rel(0.75)))
  # A panel is at least 4 lines high, below two lines of text.
  wide <- if (exact_page$on) {
    2 + length(metrics) * (1.2 + widest(frame$text, 1) / line) + widest("-0.12", 1) / line
  } else {
    36
  }
  natural <- c(wide, head + 7 * length(places) + rel(0.85) * lines + 1)
  cex <- fitting_cex(size, natural * line)
  unit <- line * cex
  said <- wrap_text(sentence, size[[1L]] - 0.6 * unit, rel(0.75) * cex)
  row <- (size[[2L]] - (head + rel(0.85) * length(said) + 1) * unit) / length(places)
  row <- min(row, 12 * unit)
  limits <- c(min(x$profile$low), max(x$profile$high))
  if (limits[[1L]] == limits[[2L]]) {
    limits <- limits + c(-0.5, 0.5)
  }
  ticks <- sprintf("%.2g", limits)
  left <- 0.6 * unit + widest(ticks, rel(0.75) * cex)
  wide <- (size[[1L]] - left - (1.2 * (length(metrics) - 1) + 0.3) * unit) / length(metrics)
  ground <- list(
    limits = limits, cex = cex, unit = unit, wide = wide, high = row - 3.2 * unit,
    mean = stats::weighted.mean(x$profile$ranking, x$profile$pairs)
  )
  names <- chart_labels(places, cex, size[[1L]] - left)
  for (i in seq_along(places)) {
    top <- size[[2L]] - head * unit - (i - 1) * row
    write_text(left, top - 0.6 * unit, names[[i]], adj = c(0, 0.5), font = 2L, cex = cex)
    y <- top - 2.5 * unit - c(ground$high, 0)
    write_text(
      left - 0.3 * unit, y, ticks, adj = c(1, 0.5), cex = rel(0.75) * cex, col = quiet_colour
    )
    for (j in seq_along(metrics)) {
      mine <- x$profile$representation == places[[i]] & x$profile$metric == metrics[[j]]
      begin <- left + (j - 1) * (wide + 1.2 * unit)
      draw_tenths(x$profile[mine, ], begin, y[[1L]], ground)
      text <- frame$text[frame$representation == places[[i]] & frame$metric == metrics[[j]]]
      write_text(
        begin, top - 1.7 * unit, text, adj = c(0, 0.5), cex = rel(0.75) * cex, col = quiet_colour
      )
    }
  }
  foot <- size[[2L]] - head * unit - length(places) * row - rel(0.85) * seq_along(said) * unit
  write_text(0.3 * unit, foot, said, adj = c(0, 0.5), cex = rel(0.75) * cex, col = quiet_colour)
  page_title(main, size, unit, cex)
}

# One panel, whose lower left corner is at (x, y).
draw_tenths <- function(rows, x, y, ground) {
  across <- function(part) x + (part - 0.5) / 10 * ground$wide
  up <- function(value) {
    y + (value - ground$limits[[1L]]) / diff(ground$limits) * ground$high
  }
  blue <- "#0072B2"
  if (nrow(rows) == 1L) {
    graphics::rect(
      across(rows$part) - 0.03, up(rows$low), across(rows$part) + 0.03, up(rows$high),
      col = mixed_colour(blue, 0.22), border = NA
    )
  } else {
    graphics::polygon(
      across(c(rows$part, rev(rows$part))), up(c(rows$low, rev(rows$high))),
      col = mixed_colour(blue, 0.22), border = NA
    )
  }
  graphics::segments(x, up(ground$mean), x + ground$wide, up(ground$mean), lty = 2, col = "#8F8F8F")
  graphics::segments(x, y, x + ground$wide, y)
  graphics::lines(
    across(rows$part), up(rows$ranking), type = "o", pch = 19, cex = 0.6 * ground$cex, lwd = 1.8,
    col = blue
  )
}

alike_sentence <- function(x) {
  sprintf(
    paste0(
      "Pairs of %s in tenths by their distance in the representation, the nearest on the left; ",
      "up: distance of their rankings (mean absolute difference of mean ranks), its mean and ",
      "quartiles; dashed: the mean over all pairs. Mantel test (%s), %.0f permutations, p by Holm."
    ),
    counted(x$n_datasets, "dataset"), x$method, x$permutations
  )
}
