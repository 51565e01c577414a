# Shared parts of figures: colours and shapes of marks, a legend, room between marks.

# Eight colours that differ for the colour-blind and in a grey print (bench/palette.py); with 5
# shapes 40 marks differ. The same colours, as dark as texts and thin lines need.
mark_colours <- c(
  "#056BB5", "#EA8635", "#391573", "#2C9269",
  "#833312", "#85CCFB", "#070032", "#FFF384"
)
mark_inks <- c(
  "#056BB5", "#AB6226", "#391573", "#28845F",
  "#833312", "#4F7A96", "#070032", "#7B7540"
)
mark_shapes <- c(21L, 22L, 24L, 23L, 25L)
# Colours of anything but groups.
accents <- c("#0072B2", "#C04A00")
region_colours <- c(accents, "#35774F", "#5F008D", "#A24A83", "#6F2B03")
quiet_colour <- "#5F5F5F"
# The scales of a matrix: column is better, equal, row is better; a method against itself.
scales <- lapply(
  list(
    "red-blue" = c("#6AA5D8", "#E8796B"), "orange-purple" = c("#A48BD0", "#EE9A3A"),
    "yellow-blue" = c("#6F9BD8", "#E3B92F"), "brown-teal" = c("#45ADA3", "#D2A24C")
  ),
  function(ends) c(column = ends[[1L]], even = "#FAFAFA", row = ends[[2L]])
)
scale_ends <- scales[["red-blue"]]
own_colour <- "#E4E4E4"
most_marks <- length(mark_colours) * length(mark_shapes)

mark_colour <- function(number) {
  ifelse(is.na(number), "black", mark_colours[(number - 1L) %% length(mark_colours) + 1L])
}

mark_shape <- function(number) {
  ifelse(is.na(number), 21L, mark_shapes[(number - 1L) %% length(mark_shapes) + 1L])
}

# The colour of texts and thin lines that belong to marks of a colour.
ink_of <- function(colour) {
  own <- match(colour, mark_colours)
  ifelse(is.na(own), colour, mark_inks[own])
}

# The outline of marks: a light colour needs a dark one on white.
edge_of <- function(colour) {
  light <- colour %in% mark_colours[c(6L, 8L)]
  ifelse(light, ink_of(colour), colour)
}

# The line type of a curve: where colours repeat, another one.
mark_type <- function(number) {
  (number - 1L) %/% length(mark_colours) %% 5L + 1L
}

draw_marks <- function(x, y, number, cex) {
  colour <- mark_colour(number)
  graphics::points(
    x, y, pch = mark_shape(number), col = edge_of(colour), bg = colour, cex = 0.95 * cex, lwd = 0.8
  )
}

# A curve; a light colour gets dark edges.
draw_curve <- function(x, y, colour, lwd = 1.8, lty = 1L, ...) {
  if (edge_of(colour) != colour) {
    graphics::lines(x, y, col = edge_of(colour), lwd = lwd + 1, lty = lty)
  }
  graphics::lines(x, y, col = colour, lwd = lwd, lty = lty, ...)
}

# Places of legend entries in rows: a data frame of `name`, `x` (inches from the left), `row`.
legend_entries <- function(names, width, cex, small = rel(0.85) * cex, bold = FALSE) {
  line <- text_line() * cex
  needed <- label_width(names, small, rep_len(bold, length(names))) + 2 * line
  at <- row <- numeric(length(names))
  x <- 0.1
  current <- 1
  for (i in seq_along(names)) {
    if (x > 0.1 && x + needed[[i]] > width - 0.1) {
      x <- 0.1
      current <- current + 1
    }
    at[[i]] <- x
    row[[i]] <- current
    x <- x + needed[[i]]
  }
  data.frame(name = names, x = at, row = row, width = needed)
}

# The least width of a figure with this legend.
legend_width <- function(entries) {
  if (nrow(entries) > 0L) max(entries$width) + 0.2 else 0
}

# Draws entries below `top`; `bold` are the numbers of the bold ones, `kinds` those of the marks.
draw_legend <- function(entries, top, line, cex, bold = integer(), small = rel(0.85) * cex,
                        kinds = seq_len(nrow(entries))) {
  number <- seq_len(nrow(entries))
  y <- top - (entries$row - 0.5) * line
  draw_marks(entries$x + 0.4 * line, y, kinds, 0.85 * cex)
  for (i in number) {
    graphics::text(
      entries$x[[i]] + 0.9 * line, y[[i]], entries$name[[i]], adj = c(0, 0.5), cex = small,
      col = ink_of(mark_colour(kinds[[i]])), font = if (i %in% bold) 2L else 1L
    )
  }
}

# Draws the legend of the groups of methods below `top` on a page.
draw_group_legend <- function(looks, size, top, cex, small = rel(0.85) * cex) {
  entries <- legend_entries(looks$group_names, size[[1L]], cex, small)
  draw_legend(entries, top, 1.1 * text_line() * cex, cex, small = small)
}

# The legend of the groups above a chart: its entries, and the `lines` of text that it takes.
chart_legend <- function(looks, cex = 1, small = rel(0.85) * cex,
                         width = graphics::par("fin")[[1L]]) {
  entries <- legend_entries(looks$group_names, width, cex, small)
  list(entries = entries, cex = cex, small = small, lines = 1.1 * cex * max(0, entries$row))
}

# Draws it above the plot, `above` lines from it, in inches from the lower left corner of a figure.
draw_chart_legend <- function(legend, above = 0) {
  edges <- graphics::par("usr")
  on.exit(graphics::par(usr = edges))
  inches <- graphics::par("mai")[2:1] + c(0, 0, graphics::par("pin"))
  graphics::par(usr = inches[c(1L, 3L, 2L, 4L)])
  top <- inches[[4L]] + (above + legend$lines) * text_line()
  draw_legend(
    legend$entries, top, 1.1 * text_line() * legend$cex, legend$cex, small = legend$small
  )
}

# Moves ascending numbers as little as possible (least squares) so that neighbours are `gap` apart,
# or as far apart as the room between `low` and `high` allows.
spread_apart <- function(x, gap, low, high) {
  gap <- min(gap, (high - low) / max(1, length(x) - 1))
  steps <- gap * (seq_along(x) - 1)
  pooled <- if (length(x) > 1L) stats::isoreg(x - steps)$yf else x
  pmin(pmax(pooled, low), high - steps[[length(steps)]]) + steps
}
