# The smallest number of datasets that suffices: strategies by representations.

draw_enough <- function(x, metric, main) {
  frame <- enough_rows(x, metric)
  page <- open_page()
  on.exit(graphics::par(page$before))
  size <- page$inches
  rows <- unique(frame$strategy)
  columns <- unique(frame$representation)
  layout <- enough_layout(rows, columns, enough_sentence(x, frame, metric), main, size)
  unit <- layout$unit
  cell <- layout$cell * unit
  middle <- layout$left + (seq_along(columns) - 0.5) * cell
  y <- layout$top - (seq_along(rows) - 0.5) * 1.9 * unit
  write_text(layout$left - 0.4 * unit, y, layout$names, adj = c(1, 0.5), cex = layout$cex)
  if (layout$flat) {
    write_text(middle, layout$top + 0.7 * unit, layout$heads, cex = layout$cex)
  } else {
    write_text(
      middle, layout$top + 0.4 * unit, layout$heads, adj = c(0, 0.5), srt = 90, cex = layout$cex
    )
  }
  at_x <- middle[match(frame$representation, columns)]
  at_y <- y[match(frame$strategy, rows)]
  graphics::rect(
    at_x - cell / 2, at_y - 0.95 * unit, at_x + cell / 2, at_y + 0.95 * unit,
    col = enough_shade(frame$by_mean, x$sizes), border = "white", lwd = 1.5
  )
  write_text(at_x, at_y, frame$text, cex = layout$cex)
  foot <- layout$top - 1.9 * unit * length(rows) - unit * (0.4 + rel(0.85) * seq_along(layout$said))
  write_text(
    0.3 * unit, foot, layout$said, adj = c(0, 0.5), cex = rel(0.75) * layout$cex, col = quiet_colour
  )
  page_title(main, size, unit, layout$cex)
  rownames(frame) <- NULL
  frame[c("strategy", "representation", "by_mean", "conservative", "text")]
}

# One row per cell.
enough_rows <- function(x, metric) {
  check_choice("metric", metric, unique(x$sufficient$metric))
  frame <- x$sufficient[x$sufficient$metric == metric, ]
  frame$text <- enough_text(frame$by_mean, frame$conservative)
  frame
}

# The layout, in inches; text shrinks until it fits.
enough_layout <- function(rows, columns, sentence, main, size) {
  line <- text_line()
  heads <- ifelse(nzchar(columns), columns, "no features")
  heads <- without_controls(shorten_middle(heads, pmin(nchar(heads), 40L)))
  names <- without_controls(shorten_middle(rows, pmin(nchar(rows), 40L)))
  cell <- 5
  flat <- widest(heads, 1) <= (cell - 0.5) * line
  head <- (if (is.null(main)) 0.3 else 1.6) + if (flat) 1.5 else widest(heads, 1) / line + 0.6
  left <- widest(names, 1) / line + 0.8
  natural <- c(left + cell * length(columns) + 0.3, head + 1.9 * length(rows) + 1)
  lines <- length(wrap_text(sentence, size[[1L]] - 0.6 * line, rel(0.75)))
  cex <- fitting_cex(size, (natural + c(0, rel(0.85) * lines)) * line)
  unit <- line * cex
  list(
    cell = cell, flat = flat, cex = cex, unit = unit, heads = heads, names = names,
    left = left * unit, top = size[[2L]] - head * unit,
    said = wrap_text(sentence, size[[1L]] - 0.6 * unit, rel(0.75) * cex)
  )
}

# A size by the mean and, in parentheses, conservatively.
enough_text <- function(by_mean, conservative) {
  shown <- function(size) ifelse(is.finite(size), sprintf("%.0f", size), "-")
  ifelse(is.finite(by_mean), sprintf("%s (%s)", shown(by_mean), shown(conservative)), "-")
}

enough_shade <- function(size, sizes) {
  share <- (max(sizes) - size) / max(max(sizes) - min(sizes), 1)
  depth <- ifelse(is.finite(size), 0.06 + 0.44 * share, 0)
  ifelse(is.finite(size), mixed_colour("#0072B2", depth), "#EFEFEF")
}

enough_sentence <- function(x, frame, metric) {
  sprintf(
    paste0(
      "Smallest number of datasets, of %.0f to %.0f, with %s of %s %g: by the mean over %.0f ",
      "trials, and in parentheses by the worse end of the interval of %g %%. A dash: none."
    ),
    min(x$sizes), max(x$sizes), enough_names[[metric]],
    if (metric %in% less_is_better) "at most" else "at least", frame$target[[1L]], x$trials,
    100 * x$confidence
  )
}

enough_names <- c(
  mae = "mean absolute error of mean ranks", spearman = "Spearman's correlation",
  kendall = "Kendall's tau-b", ndcg5 = "NDCG at 5", mrr = "reciprocal rank",
  mrr_reversed = "reversed reciprocal rank"
)
