# The position of a subset among random subsets of its size.

#' Draw the position of a subset among random ones
#'
#' Draws one row per metric. It shows the value of the subset among the values of the random
#' subsets. Each row has its own scale, from the worst random subset on the left to the best on the
#' right. If the subset itself is worse or better than all random subsets, the scale extends to it.
#'
#' @param x A result of [pb_subset_quality()].
#' @param main Title, a string, or `NULL` for none.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a data frame, one row per metric. `own` is the position of the subset.
#'   `from` and `to` are the positions of the worst and the best random subset. All positions
#'   are on the drawn scale from 0 (left, worst) to 1 (right, best). `text` is the text beside
#'   the row.
#' @section Errors:
#' `pybench_error_argument` for a title that is not a string.
#' @examples
#' scores <- matrix(sin(1:80), 20, dimnames = list(sprintf("d%02d", 1:20), letters[1:4]))
#' t <- pb_read_results(scores, higher_is_better = TRUE)
#' plot(pb_subset_quality(t, c("d01", "d07", "d09"), 200), main = "Three datasets")
#' @export
plot.pb_subset_quality <- function(x, main = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  scales <- lapply(seq_len(nrow(x$table)), function(i) standing_scale(x, x$table[i, ]))
  frame <- standing_rows(x, scales)
  page <- open_page()
  on.exit(graphics::par(page$before))
  draw_standing(x, frame, scales, main, page$inches)
  invisible(frame)
}

# One row per metric: places on its scale, and the text.
standing_rows <- function(x, scales) {
  data.frame(
    metric = x$table$metric, own = vapply(scales, `[[`, 0, "own"),
    from = vapply(scales, function(scale) scale$places[[1L]], 0),
    to = vapply(scales, function(scale) scale$places[[length(scale$places)]], 0),
    text = sprintf("%.3g: better than %.0f %%", x$table$value, 100 * x$table$better_than)
  )
}

standing_names <- c(
  mae = "Error of mean ranks", spearman = "Spearman", kendall = "Kendall tau-b",
  ndcg5 = "NDCG at 5", mrr = "Reciprocal rank", mrr_reversed = "Reversed rank"
)

# Places from 0, the worst, to 1, the best, of the quantiles of random subsets and of the subset
# itself.
standing_scale <- function(x, row) {
  values <- x$random$value[x$random$metric == row$metric]
  if (row$metric %in% less_is_better) {
    values <- rev(values)
  }
  ends <- if (row$metric %in% less_is_better) {
    c(max(values, row$value), min(values, row$value))
  } else {
    c(min(values, row$value), max(values, row$value))
  }
  place <- function(value) {
    if (ends[[1L]] == ends[[2L]]) rep(0.5, length(value)) else (value - ends[[1L]]) / diff(ends)
  }
  list(places = place(values), own = place(row$value), ends = ends)
}

# Percents of random subsets between which a bar is drawn, and its depth.
standing_bands <- rbind(c(0, 100, 0.14), c(5, 95, 0.3), c(25, 75, 0.5))

draw_standing <- function(x, frame, scales, main, size) {
  line <- text_line()
  names <- standing_names[frame$metric]
  head <- if (is.null(main)) 0.4 else 1.7
  sentence <- standing_sentence(x)
  lines <- length(wrap_text(sentence, size[[1L]] - 0.6 * line, rel(0.75)))
  ends <- vapply(scales, function(scale) sprintf("%.3g", scale$ends), c("", ""))
  # In exact mode the bars get 8 lines.
  wide <- if (exact_page$on) {
    12 + (widest(names, 1) + widest(ends[1L, ], 1) + widest(ends[2L, ], 1) +
            widest(frame$text, 1)) / line
  } else {
    38
  }
  natural <- c(wide, head + 2 * nrow(frame) + rel(0.85) * lines + 1)
  cex <- fitting_cex(size, natural * line)
  unit <- line * cex
  margin <- c(
    0.3 * unit + widest(names, cex) + widest(ends[1L, ], rel(0.75) * cex) + 1.3 * unit,
    widest(ends[2L, ], rel(0.75) * cex) + widest(frame$text, cex) + 1.9 * unit
  )
  from <- margin[[1L]]
  long <- size[[1L]] - sum(margin)
  y <- size[[2L]] - (head + 2 * (seq_len(nrow(frame)) - 0.5)) * unit
  write_text(0.3 * unit, y, names, adj = c(0, 0.5), cex = cex)
  quiet <- function(x, text, side) {
    write_text(x, y, text, adj = c(side, 0.5), cex = rel(0.75) * cex, col = quiet_colour)
  }
  quiet(from - 0.5 * unit, ends[1L, ], 1)
  quiet(from + long + 0.6 * unit, ends[2L, ], 0)
  write_text(size[[1L]] - 0.3 * unit, y, frame$text, adj = c(1, 0.5), cex = cex)
  at <- function(percent) {
    from + long * vapply(scales, function(scale) scale$places[[percent / 5 + 1]], 0)
  }
  for (band in seq_len(nrow(standing_bands))) {
    graphics::rect(
      at(standing_bands[band, 1L]), y - 0.45 * unit, at(standing_bands[band, 2L]), y + 0.45 * unit,
      col = mixed_colour("#0072B2", standing_bands[band, 3L]), border = NA
    )
  }
  graphics::segments(at(50), y - 0.45 * unit, at(50), y + 0.45 * unit, col = "white", lwd = 1.5)
  graphics::points(
    from + long * frame$own, y, pch = 21, cex = 1.5 * cex, bg = "#C04A00", col = "white", lwd = 1.2
  )
  said <- wrap_text(sentence, size[[1L]] - 0.6 * unit, rel(0.75) * cex)
  foot <- y[[length(y)]] - (1.3 + rel(0.85) * seq_along(said)) * unit
  write_text(0.3 * unit, foot, said, adj = c(0, 0.5), cex = rel(0.75) * cex, col = quiet_colour)
  page_title(main, size, unit, cex)
}

standing_sentence <- function(x) {
  size <- length(x$names)
  sprintf(
    paste0(
      "Dot: the %s picked. Bars: %.0f random subsets of %d of %d, all of them, 90 %% and half; ",
      "line: median. Better is to the right."
    ),
    counted(size, "dataset"), x$trials, size, x$n_datasets
  )
}
