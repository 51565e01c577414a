# Forest plot of paired effect sizes: one dot and interval per pair.

#' Draw effect sizes with intervals
#'
#' Draws a forest plot: one row per pair, with a dot at the effect and a line for its interval. The
#' largest effects are on top. The vertical line marks the effect of two equal methods (0, or 0.5
#' for `"superiority"`). A filled dot means that the interval excludes this effect. Without a
#' control, each pair is shown with its better method first, so that no dot is to the left of the
#' vertical line. With a control, each row shows a method against the control, and the best method
#' is on top. To the right of each row are the effect and the ends of its interval. Text shrinks
#' until rows do not overlap and names take at most 40 % of the width.
#'
#' @param x A result of [pb_effects()].
#' @param main Title, a string, or `NULL` for none.
#' @param effect Which effect is drawn: `"hodges_lehmann"`, `"mean_difference"`, `"d_z"`,
#'   `"rank_biserial"` or `"superiority"`; see [pb_effects()].
#' @param most Largest number of pairs. If there are more, only the pairs with the largest effects
#'   are drawn, and the caption gives the number of all pairs.
#' @param highlight Methods whose rows have names in bold.
#' @param labels,groups As in [plot.pb_critical_difference()].
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a data frame with one row per drawn pair, from the top: `classifier_1`,
#'   `classifier_2`, `effect`, `low`, `high`, `row` (1 is the top).
#' @section Errors:
#' `pybench_error_argument` for an unknown effect, a number out of range, or a title that is not a
#' string.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c", "d"), A = c(9, 8, 6, 9), B = c(7, 7, 7, 6)),
#'   higher_is_better = TRUE
#' )
#' plot(pb_effects(t), effect = "superiority")
#' @export
plot.pb_effects <- function(x, main = NULL, effect = "hodges_lehmann", most = 40,
                            highlight = NULL, labels = NULL, groups = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  effect <- check_choice("effect", effect, effect_names)
  most <- check_count("most", most)
  equal <- if (effect == "superiority") 0.5 else 0
  frame <- forest_rows(x, effect, equal, most)
  rows <- nrow(frame)
  size <- graphics::par("fin")
  cex <- rows_cex(size[[2L]], 1.3 * rows)
  methods <- unique(c(frame$classifier_1, frame$classifier_2))
  single <- !is.null(x$control)
  looks <- forest_looks(x, highlight, labels, groups)
  marks <- if (length(looks$group_names) > 0L) text_line() * cex else 0
  room <- size[[1L]] * (if (single) 0.4 else 0.17) - marks
  names <- chart_labels(unname(looks$names[methods]), cex, room)
  names <- forest_names(x, frame, looks, stats::setNames(names, methods))
  legend <- chart_legend(looks)
  numbers <- sprintf("%.3g (%.3g to %.3g)", frame$effect, frame$low, frame$high)
  right <- widest(numbers, rel(0.85) * cex) + 0.25
  values <- c(unlist(frame[c("effect", "low", "high")]), equal)
  ends <- range(values[is.finite(values)])
  spare <- if (diff(ends) > 0) 0.04 * diff(ends) else 0.5
  words <- list(across = forest_axis[[effect]], notes = forest_note(x, rows, equal, looks))
  chart <- open_chart(
    words, ends + c(-spare, spare), c(rows + 0.6, 0.4), main,
    left = max(0, naming_width(names, cex)) + 0.2, right = right, above = legend$lines
  )
  on.exit(graphics::par(chart$old))
  tell_lines(1.3 * rows)
  chart_grid("x")
  draw_forest(frame, equal, cex)
  write_naming(names, graphics::par("usr")[[1L]] - graphics::xinch(0.1), frame$row, cex, 1)
  write_rows(numbers, rel(0.85) * cex, right - 0.05)
  draw_chart_legend(legend)
  close_chart(chart)
  invisible(frame)
}

# The looks of all methods of a result.
forest_looks <- function(x, highlight, labels, groups = NULL, max_label = NULL) {
  table <- as.data.frame(x)
  methods <- unique(c(table$classifier_1, table$classifier_2))
  method_looks(methods, highlight, labels, groups, max_label)
}

forest_names <- function(x, frame, looks, printed) {
  first <- frame$classifier_1
  if (!is.null(x$control)) {
    return(naming(looks, method = first, printed = printed))
  }
  naming(looks, method = first, " against ", method = frame$classifier_2, printed = printed)
}

forest_axis <- c(
  hodges_lehmann = "Hodges-Lehmann estimate of the difference", mean_difference = "Mean difference",
  d_z = "d_z, mean difference / standard deviation", rank_biserial = "Rank-biserial correlation",
  superiority = "Probability of superiority"
)

# The pairs that are drawn, the largest effect first; without a control, each seen from its better
# method.
forest_rows <- function(x, effect, equal, most) {
  table <- as.data.frame(x)
  frame <- data.frame(
    classifier_1 = table$classifier_1, classifier_2 = table$classifier_2, effect = table[[effect]],
    low = table[[paste0(effect, "_low")]], high = table[[paste0(effect, "_high")]]
  )
  worse <- which(frame$effect < equal & is.null(x$control))
  turned <- frame[worse, , drop = FALSE]
  frame[worse, ] <- data.frame(
    turned$classifier_2, turned$classifier_1, 2 * equal - turned$effect, 2 * equal - turned$high,
    2 * equal - turned$low
  )
  kept <- sort(utils::head(order(-abs(frame$effect - equal)), most))
  frame <- frame[kept[order(-frame$effect[kept])], , drop = FALSE]
  frame$row <- seq_len(nrow(frame))
  rownames(frame) <- NULL
  frame
}

forest_note <- function(x, rows, equal, looks) {
  total <- nrow(as.data.frame(x))
  paste0(
    if (rows < total) sprintf("The %d largest of %d", rows, total) else counted(total, "pair"),
    if (!is.null(x$control)) {
      sprintf(" against %s; right of the line: better than it", looks$full[[x$control]])
    },
    sprintf("; %s. ", counted(x$n_datasets, "dataset")),
    sprintf(
      paste(
        "%g %% intervals, each alone, not adjusted for the number of pairs. Filled: the interval",
        "excludes %g."
      ), 100 * x$confidence, equal
    )
  )
}

draw_forest <- function(frame, equal, cex) {
  edges <- graphics::par("usr")
  within <- function(values) pmin(pmax(values, edges[[1L]]), edges[[2L]]) # infinite ones
  graphics::segments(equal, edges[[3L]], equal, edges[[4L]], col = "#8F8F8F")
  graphics::segments(within(frame$low), frame$row, within(frame$high), frame$row, lwd = 1.3)
  apart <- frame$low > equal | frame$high < equal
  graphics::points(
    within(frame$effect), frame$row, pch = 21, bg = ifelse(apart, "black", "white"), cex = 0.9 * cex
  )
}
