# Margins of a chart: names of the axes, title, and notes that are broken into lines.

# Opens a chart with room for its texts, and draws the grid and the axes.
# `words`: `across` and `up`, names of the axes (without `up`, the vertical axis has no numbers
# either); `notes`, sentences below. `left`, `right`: room beside the axes in inches; `above`,
# `below`: further lines of text between the axes and the title, and between the numbers and the
# name of the axis; `spare`, lines for further notes. Returns what close_chart() needs.
open_chart <- function(words, across, up, main = NULL, left = 0, right = 0.1, above = 0, below = 0,
                       spare = 0, square = FALSE) {
  line <- text_line()
  size <- graphics::par("fin")
  numbers <- if (is.null(words$up)) 0 else widest(chart_number(pretty(up)), rel(0.85)) + 0.15
  upward <- if (!is.null(words$up)) wrap_text(words$up, 0.6 * size[[2L]], rel(0.85))
  from <- left + numbers + 1.1 * line * length(upward) + 0.05
  named <- wrap_text(words$across, size[[1L]] - from - right, rel(0.85))
  notes <- wrap_text(words$notes, size[[1L]] - 0.24, rel(0.7))
  lines <- 1.9 + below + 1.1 * length(named) + rel(0.9) * (length(notes) + spare)
  title <- chart_title(main)
  top <- above + if (is.null(main)) 0.6 else 0.7 + 1.2 * length(title)
  old <- graphics::par(
    mar = c(lines, from / line, top, right / line), xpd = NA, mgp = c(3, 0.5, 0), tcl = -0.25,
    pty = if (square) "s" else "m"
  )
  if (square) {
    margins <- graphics::par("mai")
    side <- min(size[[1L]] - margins[[2L]] - margins[[4L]], 4.5)
    tell_need(c(0, margins[[1L]] + side + margins[[3L]]))
  }
  new_plot()
  tell_need(c(0, 0), suits = usual_height + above * line / size[[1L]]) # a legend is no chart
  graphics::plot.window(across, up, xaxs = "i", yaxs = "i")
  list(
    old = old, title = title, across = named, notes = notes, up = upward, above = above,
    below = below, numbers = numbers
  )
}

# As many ticks as have room on an axis of decimal logarithms between two of them: `at` and `text`.
log_ticks <- function(ends) {
  fine <- c(1, 1.5, 2, 2.5, 3:9)
  steps <- c(1, 1, 1, 2, 3, 5, 10, 50)
  inch <- diff(ends) / graphics::par("pin")[[1L]]
  for (i in seq_along(steps)) {
    parts <- if (i == 1L) fine else if (i == 2L) c(1, 2, 5) else 1
    step <- steps[[i]]
    decades <- seq(step * floor(ends[[1L]] / step), ceiling(ends[[2L]]), by = step)
    values <- as.vector(outer(parts, 10^decades))
    values <- values[log10(values) >= ends[[1L]] & log10(values) <= ends[[2L]]]
    text <- sub("e[+]?(-?)0*", "e\\1", sprintf("%g", values))
    half <- graphics::strwidth(text, "inches", cex = rel(0.85)) / 2 * inch
    at <- log10(values)
    gaps <- utils::tail(at - half, -1L) - utils::head(at + half, -1L)
    if (length(at) > 1L && all(gaps > 0.06 * inch)) {
      return(list(at = at, text = text))
    }
  }
  at <- ends + c(0.1, -0.1) * diff(ends)
  list(at = at, text = sprintf("%.3g", 10^at))
}

# The size of text at which rows of so many lines in all fit into a chart of this height.
rows_cex <- function(height, lines) {
  if (exact_page$on) 1 else min(1, max(0.3, (height / text_line() - 8) / lines))
}

# Numbers at ticks.
chart_number <- function(values) {
  sprintf("%.10g", signif(values, 10L))
}

# Writes the texts around a chart, and further notes.
close_chart <- function(chart, more = character()) {
  own <- graphics::par("cex")
  start <- graphics::par("usr")[[1L]]
  left <- figure_left()
  first <- 1.5 + chart$below
  graphics::mtext(
    chart$across, 1, line = first + 1.1 * (seq_along(chart$across) - 1), adj = 0, at = start,
    cex = rel(0.85) * own
  )
  notes <- c(chart$notes, more)
  graphics::mtext(
    notes, 1, line = first + 1.1 * length(chart$across) + rel(0.9) * (seq_along(notes) - 1),
    adj = 0,
    at = left, cex = rel(0.7) * own, col = quiet_colour
  )
  if (length(chart$up) > 0L) {
    away <- (chart$numbers + 0.05) / text_line() + 1.1 * (length(chart$up) - seq_along(chart$up))
    graphics::mtext(chart$up, 2, line = away, adj = 0, cex = rel(0.85) * own)
  }
  if (length(chart$title) > 0L) {
    graphics::mtext(
      chart$title, 3, line = 0.7 + chart$above + 1.2 * (rev(seq_along(chart$title)) - 1), adj = 0,
      at = left, font = 2, cex = own
    )
  }
}

# Writes a name to the left of each row of a chart or, `right` inches beside it, a number.
write_rows <- function(texts, cex, right = NULL, font = 1L, col = "black") {
  edges <- graphics::par("usr")[1:2]
  inch <- diff(edges) / graphics::par("pin")[[1L]]
  x <- if (is.null(right)) edges[[1L]] - 0.1 * inch else edges[[2L]] + right * inch
  colour <- if (is.null(right)) col else quiet_colour
  graphics::text(x, seq_along(texts), texts, adj = c(1, 0.5), cex = cex, col = colour, font = font)
}
