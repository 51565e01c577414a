# Patterns of verdicts within a core of methods, and in how many sets each occurs.

#' Draw patterns of verdicts
#'
#' Draws the patterns of verdicts within a core (the few methods given to [pb_core_patterns()]). A
#' row is a pattern, the most frequent on top. A filled dot means that the pair of the column
#' differs significantly, and a hollow dot that it does not. The bar shows the share of all sets of
#' other methods in which the pattern occurs. More than one row means that the verdicts within the
#' core depend on which other methods are compared. Text shrinks until it fits.
#'
#' @param x A result of [pb_core_patterns()].
#' @param main Title, a string, or `NULL` for none.
#' @param most Largest number of patterns; the figure says how many more there are.
#' @param highlight Methods whose pairs have names in bold.
#' @param labels,groups As in [plot.pb_critical_difference()].
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a data frame with one row per drawn pattern, from the top: `sets` (number of
#'   sets of other methods with this pattern), `share` (of all sets), and whether each pair differs
#'   significantly.
#' @section Errors:
#' `pybench_error_argument` for a number out of range or a title that is not a string.
#' @examples
#' scores <- cbind(a = c(9, 8, 9, 9), b = c(8, 9, 7, 6), c = c(7, 7, 8, 8), d = 6, e = 1:4)
#' scores <- scores[rep(1:4, 3), ]
#' rownames(scores) <- paste0("d", 1:12)
#' t <- pb_read_results(scores, higher_is_better = TRUE)
#' plot(pb_core_patterns(t, c("a", "b", "c"), extra = 1))
#' @export
plot.pb_core_patterns <- function(x, main = NULL, most = 20, highlight = NULL, labels = NULL,
                                  groups = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  frame <- pattern_rows(x, check_count("most", most))
  looks <- method_looks(x$core, highlight, labels, groups, 20L, of_more = TRUE)
  page <- open_page()
  on.exit(graphics::par(page$before))
  draw_patterns(x, frame, main, page$inches, looks)
  invisible(frame)
}

# The most frequent patterns, one row per pattern.
pattern_rows <- function(x, most) {
  frame <- as.data.frame(x)[-1L]
  frame <- utils::head(frame[order(-frame$sets), , drop = FALSE], most)
  rownames(frame) <- NULL
  frame
}

# Names of the pairs of a core, each name shortened.
pattern_pairs <- function(looks, printed = looks$names) {
  methods <- names(looks$names)
  pairs <- all_pairs(length(methods))
  naming(
    looks, method = methods[pairs[, 1L]], ", ", method = methods[pairs[, 2L]], printed = printed
  )
}

pattern_texts <- function(frame) {
  sprintf("%s %% (%s)", percentage(frame$share), format_whole(frame$sets))
}

pattern_notes <- function(x, shown) {
  more <- nrow(x$patterns) - shown
  paste0(
    counted(nrow(x$patterns), "pattern"), " of verdicts over all ", counted(x$n_sets, "set"),
    " of ", counted(x$extra, "other method"),
    if (more > 0L) sprintf("; %s not shown", counted(more, "rarer pattern")), ". ",
    "Filled: the pair differs significantly; hollow: it does not. Bars: share and number of sets. ",
    sprintf(
      "Test %s, adjustment %s, alpha = %g, %s.", without_controls(x$test),
      without_controls(x$adjust), x$alpha, counted(x$n_datasets, "dataset")
    )
  )
}

draw_patterns <- function(x, frame, main, size, looks) {
  line <- text_line()
  pairs <- pattern_pairs(looks)
  count <- nrow(pairs$text)
  differs <- as.matrix(frame[-(1:2)])
  text <- pattern_texts(frame)
  keys <- 1.1 * max(0, legend_entries(looks$group_names, size[[1L]], 1)$row)
  above <- if (is.null(main)) 0.3 else 1.6
  head <- above + keys + max(naming_width(pairs, 1)) / line + 0.6
  said <- wrap_text(pattern_notes(x, nrow(frame)), size[[1L]] - 0.6 * line, rel(0.75))
  below <- (0.95 * length(said) + 0.5) * line
  number <- widest(text, rel(0.85)) / line
  natural <- c(1.3 * count + number + 7, head + 1.2 * nrow(frame)) * line
  cex <- fitting_cex(size, natural, c(0, below))
  unit <- line * cex
  row <- min(1.5 * unit, (size[[2L]] - below - head * unit) / nrow(frame))
  column <- 1.3 * unit
  top <- size[[2L]] - head * unit
  across <- 0.3 * unit + (seq_len(count) - 0.5) * column
  y <- top - (seq_len(nrow(frame)) - 0.5) * row
  begin <- 0.8 * unit + count * column
  bars <- (size[[1L]] - begin - (number + 0.9) * unit) * frame$share
  write_naming(pairs, across, top + 0.3 * unit, cex, upright = TRUE)
  draw_group_legend(looks, size, size[[2L]] - above * unit, cex)
  graphics::points(
    across[col(differs)], y[row(differs)], pch = 21, cex = 1.1 * cex,
    bg = ifelse(differs, "black", "white"), col = ifelse(differs, "black", "#8F8F8F")
  )
  graphics::rect(begin, y - 0.3 * row, begin + bars, y + 0.3 * row, col = "#0072B2", border = NA)
  graphics::segments(begin, top, begin, top - nrow(frame) * row, col = "#8F8F8F")
  write_text(
    begin + bars + 0.4 * unit, y, text, adj = c(0, 0.5), cex = rel(0.85) * cex, col = quiet_colour
  )
  down <- top - nrow(frame) * row - 0.95 * seq_along(said) * line
  write_text(0.3 * line, down, said, adj = c(0, 0.5), cex = rel(0.75), col = quiet_colour)
  page_title(main, size, unit, cex)
}
