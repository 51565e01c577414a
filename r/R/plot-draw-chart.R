# Charts of numbers: margins, grid, captions, names at the ends of lines, a key of lines.

widest <- function(text, cex) {
  max(graphics::strwidth(text, units = "inches", cex = cex), 0)
}

# The title of a chart, in lines that fit into the figure, and the lines of margin that it takes.
chart_title <- function(main, cex = 1, width = graphics::par("fin")[[1L]]) {
  without_controls(title_rows(main, caption_room(width), cex, 2L))
}

title_lines <- function(main, cex = 1, width = graphics::par("fin")[[1L]]) {
  rows <- length(chart_title(main, cex, width))
  if (rows == 0L) 0.6 else 1.3 + 1.2 * rows * cex
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

# The limits of an axis: the range drawn plus 3 % on either side.
chart_range <- function(low, high) {
  spare <- 0.03 * max(max(high) - min(low), 0.5)
  c(min(low) - spare, max(high) + spare)
}

# Pale lines at the ticks of the axes, and the axes. `ticks`: places and texts of those of the
# horizontal axis, if they are not R's.
chart_grid <- function(sides, cex = rel(0.85), ticks = NULL) {
  edges <- graphics::par("usr")
  colour <- "#E4E4E4"
  x <- if (is.null(ticks)) graphics::axTicks(1) else ticks$at
  graphics::segments(x, edges[[3L]], x, edges[[4L]], col = colour)
  if (sides == "xy") {
    y <- graphics::axTicks(2)
    graphics::segments(edges[[1L]], y, edges[[2L]], y, col = colour)
    graphics::axis(2, las = 1, cex.axis = cex, lwd = 0)
  }
  graphics::axis(1, edges[1:2], labels = FALSE, lwd.ticks = 0)
  labels <- if (is.null(ticks)) TRUE else ticks$text
  graphics::axis(1, x, labels, cex.axis = cex, lwd = 0, lwd.ticks = 1)
}

# The name of the axis and how to read the chart, in lines that fit into the figure: `margin` is the
# number of lines of margin that they take. `cex`: the size of all texts, if one is asked for.
chart_notes <- function(lines, cex = NULL, width = graphics::par("fin")[[1L]]) {
  sizes <- if (is.null(cex)) rel(c(0.85, 0.7)) else c(cex, cex)
  unit <- if (is.null(cex)) 1 else cex
  text <- Map(function(of, size) {
    unlist(lapply(lines[of], wrap_text, caption_room(width), size))
  }, list(1L, -1L), sizes)
  count <- lengths(text)
  first <- 1.9 + 1.1 * (seq_len(count[[1L]]) - 1)
  step <- if (is.null(cex)) rel(0.9) else 1.1
  at <- unit * c(first, first[[count[[1L]]]] + 1.2 + step * (seq_len(count[[2L]]) - 1))
  list(
    text = unlist(text), at = at, size = rep(sizes, count), margin = max(at) + 0.8 + 0.7 * unit,
    colour = rep(c("black", quiet_colour), count), cex = cex
  )
}

# Inches that a line of a caption may take.
caption_room <- function(width) {
  width - 2 * caption_edge
}

caption_edge <- 0.12 # Inches between the edge of the figure and its captions.

# Draws notes, which fit into the margin that they name, and the title.
# `above`: lines between the plot and the title.
chart_captions <- function(notes, main, above = 0) {
  own <- graphics::par("cex")
  left <- figure_left()
  graphics::mtext(
    notes$text, 1, line = notes$at, adj = 0, at = left, cex = notes$size * own, col = notes$colour
  )
  draw_chart_title(main, above + 0.8, if (is.null(notes$cex)) 1 else title_share * notes$cex)
}

# The title, its last line `above` lines over the plot.
draw_chart_title <- function(main, above, cex = 1) {
  title <- chart_title(main, cex)
  if (length(title) > 0L) {
    graphics::mtext(
      title, 3, line = above + 1.2 * cex * (rev(seq_along(title)) - 1), adj = 0, at = figure_left(),
      font = 2, cex = cex * graphics::par("cex")
    )
  }
}

title_share <- 1.2 # The size of a title in sizes of the asked text.

# Just right of the left edge of the figure, which can be one of several on a page: captions start
# here, since long names leave little room right of the axis.
figure_left <- function() {
  edge <- graphics::grconvertX(0, "nfc", "inches")
  graphics::grconvertX(edge + caption_edge, "inches", "user")
}

chart_colours <- function(count) {
  rep_len(mark_colours, count)
}

# Moves places to at least `gap` apart, in their order, by as little as possible: touching places
# form groups centred on the average of their members' places. Within low to high if they fit.
spread_labels <- function(places, gap, low, high) {
  if (length(places) == 0L) {
    return(places)
  }
  by_place <- order(places)
  steps <- gap * (seq_along(places) - 1)
  wanted <- stats::isoreg(places[by_place] - steps)$yf
  last <- max(low, high - gap * (length(places) - 1))
  places[by_place] <- pmin(pmax(wanted, low), last) + steps
  places
}

# Samples of lines with their names, for rows above a plot.
line_key <- function(names, colours, types, bold = FALSE, cex = rel(0.85), group = NA) {
  margins <- c(3.2, 0.8) # lines to the left and to the right of the plot
  room <- graphics::par("fin")[[1L]] - sum(margins) * text_line()
  sample <- 0.25 # inches, as all here
  needed <- sample + 0.08 + label_width(names, cex, rep_len(bold, length(names)))
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
    names = names, colours = colours, types = types, cex = cex, at = at, row = row, bold = bold,
    rows = max(row) + 1, sample = sample, margins = margins, group = rep_len(group, length(names))
  )
}

# Opens a chart of lines with room for the key above it; returns the parameters that were set.
open_lines <- function(main, key, notes, across, up, legend = no_legend) {
  above <- title_lines(main) + key$rows + legend$lines
  old <- graphics::par(
    mar = c(notes$margin, key$margins[[1L]], above, key$margins[[2L]]),
    xpd = NA, mgp = c(3, 0.5, 0), tcl = -0.25
  )
  new_plot()
  graphics::plot.window(across, chart_range(up[[1L]], up[[2L]]), xaxs = "i", yaxs = "i")
  chart_grid("xy")
  old
}

no_legend <- list(lines = 0)

# Draws the key, its last row nearest to the plot, the legend of groups, the captions and the title.
close_lines <- function(key, notes, main, legend = no_legend) {
  edges <- graphics::par("usr")
  inch <- diff(edges[1:2]) / graphics::par("pin")[[1L]]
  line <- diff(edges[3:4]) / graphics::par("pin")[[2L]] * text_line()
  x <- edges[[1L]] + key$at * inch
  y <- edges[[4L]] + (0.6 + key$rows - 1 - key$row) * line
  for (i in seq_along(x)) {
    ends <- x[[i]] + c(0, key$sample * inch)
    draw_curve(ends, y[c(i, i)], key$colours[[i]], 1.6, key$types[[i]])
  }
  own <- which(!is.na(key$group))
  if (length(own) > 0L) {
    draw_marks(x[own] + key$sample * inch / 2, y[own], key$group[own], 0.85)
  }
  graphics::text(
    x + (key$sample + 0.08) * inch, y, key$names, adj = c(0, 0.4), cex = key$cex,
    col = ink_of(key$colours), font = 1L + key$bold
  )
  if (legend$lines > 0) {
    draw_chart_legend(legend, key$rows)
  }
  chart_captions(notes, main, above = key$rows + legend$lines)
}

# Writes names to the right of the ends of curves; returns their heights.
name_ends <- function(ends, labels, colours) {
  edges <- graphics::par("usr")
  size <- graphics::par("pin")
  tell_lines(1.1 * length(ends))
  gap <- 1.1 * rel(0.8) * text_line() / size[[2L]] * (edges[[4L]] - edges[[3L]])
  y <- spread_labels(ends, gap, edges[[3L]], edges[[4L]])
  if (length(ends) > 0L) {
    inch <- (edges[[2L]] - edges[[1L]]) / size[[1L]]
    graphics::segments(
      edges[[2L]], ends, edges[[2L]] + 0.1 * inch, y, col = "#8F8F8F", lwd = 0.8
    )
    graphics::text(
      edges[[2L]] + 0.15 * inch, y, labels, adj = c(0, 0.5), cex = rel(0.8), col = ink_of(colours)
    )
  }
  y
}

# The names of the axes, lines on how to read the chart, and the title.
chart_words <- function(across, said, up, main) {
  own <- graphics::par("cex")
  left <- figure_left()
  lines <- 1.9 + c(0, 1.1 + rel(0.9) * (seq_along(said) - 1))
  graphics::mtext(
    c(across, said), 1, line = lines, adj = 0, at = left,
    cex = rel(rep(c(0.85, 0.7), c(1L, length(said)))) * own,
    col = c("black", rep(quiet_colour, length(said)))
  )
  graphics::mtext(up, 3, line = 0.4, adj = 0, at = left, cex = rel(0.85) * own)
  draw_chart_title(main, 1.7)
}
