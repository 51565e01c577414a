# Scores or ranks of each method over the datasets: dots, box and density.

#' Draw how scores or ranks spread
#'
#' Draws how the scores, or the ranks, of each method spread over the datasets. Methods are rows,
#' the best mean rank on top. A row has a box plot. With `of = "scores"`, the density of the scores
#' is above the box, and a dot for each dataset is below it. With `of = "ranks"`, bars above the box
#' show the share of datasets at each rank, and a diamond shows the mean rank. To the right of each
#' row is the mean rank. Text shrinks until rows do not overlap and names take at most 40 % of the
#' width.
#'
#' The box joins the quartiles, with a line at the median; whiskers end at the farthest scores
#' within 1.5 box lengths of the box. The density is Gaussian with the bandwidth of Silverman (1986,
#' eq. 3.31), cut at the smallest and the largest score. All densities are drawn equally high, so
#' their heights cannot be compared.
#'
#' @param t A results table of k >= 2 methods, without missing scores.
#' @param of What is drawn, `"scores"` or `"ranks"`. Ranks are within each dataset; 1 is best.
#' @param highlight Methods whose names are bold and, without groups, whose density has another
#'   colour.
#' @param tie_tol Which scores of a dataset tie; see [pb_ranks()].
#' @param main Title, a string, or `NULL` for none.
#' @param labels,groups As in [plot.pb_critical_difference()].
#' @return Invisibly, a data frame with one row per method, best first: `classifier`, `mean_rank`,
#'   the whiskers `low` and `high`, the quartiles `first`, `median` and `third`, and `row` (1 is the
#'   top).
#' @section Errors:
#' `pybench_error_argument` if `t` is not a table, for a method that the table does not have, and
#' for an argument out of its range; `pybench_error_results_table` for fewer than two methods and
#' for missing scores.
#' @references
#' Silverman, B. W. (1986). *Density estimation for statistics and data analysis*. Chapman and Hall,
#' London.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 6)),
#'   higher_is_better = TRUE
#' )
#' pb_plot_scores(t)
#' pb_plot_scores(t, of = "ranks", highlight = "B")
#' @family figures of a results table
#' @export
pb_plot_scores <- function(t, of = "scores", highlight = NULL, tie_tol = "decimal", main = NULL,
                           labels = NULL, groups = NULL) {
  check_string("main", main, null_ok = TRUE)
  of <- check_choice("of", of, c("scores", "ranks"))
  shown <- spread_of(t, of, check_tie_tolerance(tie_tol))
  looks <- method_looks(shown$classifiers, highlight, labels, groups)
  bold <- unname(looks$bold)
  k <- length(bold)
  size <- graphics::par("fin")
  cex <- rows_cex(size[[2L]], 1.9 * k)
  names <- chart_labels(unname(looks$names), cex, 0.4 * size[[1L]])
  ranks <- sprintf("%.2f", shown$mean_ranks)
  wide <- max(label_width(names, cex, bold))
  right <- widest(ranks, rel(0.85) * cex) + 0.25
  words <- list(across = scores_axis(t, of), notes = scores_note(t, of))
  legend <- chart_legend(looks)
  chart <- open_chart(
    words, scatter_range(shown$values), c(k + 0.6, 0.4), main, left = wide + 0.2, right = right,
    above = legend$lines
  )
  on.exit(graphics::par(chart$old))
  tell_lines(1.9 * k)
  chart_grid("x")
  boxes <- apply(shown$values, 2L, box_of, simplify = FALSE)
  colours <- row_colours(looks)
  for (row in seq_len(k)) {
    if (of == "scores") {
      draw_density(boxes[[row]], row, colours[[row]])
      draw_swarm(shown$values[, row], row, ink_of(colours[[row]]), cex, looks$group[[row]])
    } else {
      draw_shares(shown$values[, row], row, colours[[row]])
    }
  }
  frame <- spread_frame(shown, boxes)
  draw_boxes(frame, if (of == "ranks") cex)
  write_rows(names, cex, font = 1L + bold, col = unname(ink_of(mark_colour(looks$group))))
  write_rows(ranks, rel(0.85) * cex, right - 0.05)
  draw_chart_legend(legend)
  close_chart(chart)
  invisible(frame)
}

scores_axis <- function(t, of) {
  if (of == "ranks") {
    return("Rank within the dataset (1 is best)")
  }
  if (is.null(t$metric)) "Score" else without_controls(t$metric)
}

# The colour of each row: that of its group, or else another one if it is highlighted.
row_colours <- function(looks) {
  grouped <- length(looks$group_names) > 0L
  unname(if (grouped) mark_colour(looks$group) else accents[1L + looks$bold])
}

# One row per method, best first.
spread_frame <- function(shown, boxes) {
  cbind(
    data.frame(classifier = shown$classifiers, mean_rank = shown$mean_ranks),
    box_columns(boxes), row = seq_along(boxes)
  )
}

scores_note <- function(t, of) {
  paste0(
    counted(length(t$datasets), "dataset"),
    if (t$n_repeats > 1L) sprintf(" (means over %d repeats)", t$n_repeats), ", ",
    if (t$higher_is_better) "higher" else "lower", " scores are better. ",
    if (of == "scores") {
      "Above: density; below: one dot per dataset."
    } else {
      "Above: share of datasets at each rank. Diamond, and right: mean rank."
    }, " Box: quartiles and median; whiskers: up to 1.5 box lengths.",
    if (of == "scores") " Right: mean rank."
  )
}

# Of the height of a row, downwards from its middle: the cloud, the box, the dots.
row_cloud <- c(-0.12, -0.56)
row_box <- 0.06
row_dots <- c(0.14, 0.38)

# Corners of the cloud of a row, or none.
density_corners <- function(box, row) {
  base <- row + row_cloud[[1L]]
  if (length(box$x) == 0L) {
    return(data.frame(x = numeric(), y = numeric()))
  }
  data.frame(
    x = c(box$x, rev(range(box$x))), y = c(base + diff(row_cloud) * box$height, base, base)
  )
}

draw_density <- function(box, row, colour) {
  at <- density_corners(box, row)
  graphics::polygon(at$x, at$y, col = mixed_colour(colour, 0.45), border = NA)
}

# The edges of a bar for each rank that occurs.
share_bars <- function(ranks, row) {
  counts <- table(ranks)
  at <- as.double(names(counts))
  base <- row + row_cloud[[1L]]
  data.frame(
    x0 = at - 0.2, y0 = base, x1 = at + 0.2,
    y1 = base + diff(row_cloud) * as.vector(counts) / max(counts)
  )
}

draw_shares <- function(ranks, row, colour) {
  bars <- share_bars(ranks, row)
  graphics::rect(
    bars$x0, bars$y0, bars$x1, bars$y1, col = mixed_colour(colour, 0.45), border = NA
  )
}

# Heights of dots for the datasets, which spread neighbours apart.
swarm_heights <- function(values, row) {
  place <- rank(values, ties.method = "first") - 1
  row + row_dots[[1L]] + diff(row_dots) * ((place * 0.6180339887498949) %% 1)
}

draw_swarm <- function(values, row, colour, cex, group = NA) {
  colour <- grDevices::adjustcolor(colour, 0.6)
  shape <- if (is.na(group)) 19L else mark_shape(group)
  graphics::points(
    values, swarm_heights(values, row), pch = shape, cex = 0.35 * cex, col = colour, bg = colour
  )
}

box_columns <- function(boxes) {
  part <- function(name, at) vapply(boxes, function(box) box[[name]][[at]], 0)
  data.frame(
    low = part("whiskers", 1L), high = part("whiskers", 2L), first = part("quartiles", 1L),
    median = part("quartiles", 2L), third = part("quartiles", 3L)
  )
}

# Box plots, with diamonds of this size at mean ranks.
draw_boxes <- function(frame, diamonds = NULL) {
  row <- frame$row
  graphics::segments(frame$low, row, frame$high, row)
  graphics::rect(frame$first, row - row_box, frame$third, row + row_box, col = "white", lwd = 0.8)
  graphics::segments(frame$median, row - row_box, frame$median, row + row_box, lwd = 2)
  if (!is.null(diamonds)) {
    graphics::points(frame$mean_rank, row, pch = 23, bg = "white", cex = 0.8 * diamonds)
  }
}
