# The posterior of a Bayesian comparison of two methods, in a triangle. As in
# plot-critical_difference.R the layout is computed first, in inches, and returned, so that tests
# can check it.

# Corners of better, equal, worse: left, top, right; the side is 1.
simplex_corners <- rbind(c(0, 0), c(0.5, sqrt(0.75)), c(1, 0))
simplex_cells <- 48 # along a side
simplex_points <- 2000L
simplex_margin <- 0.1 # inches
smallest_side <- 9 # of the triangle, in lines of text: below it the text shrinks
usual_side <- 24 # at most, in a figure whose height follows from its width

#' Draw the posterior of a pair in a triangle
#'
#' Shows the draws from the posterior in a triangle. Each corner of the triangle stands for one
#' region: the first method is better, the two are practically equivalent, or the second method is
#' better. A draw consists of one weight per region, which is the probability of the region; the
#' three weights sum to 1. The larger the weight of a region, the closer is the draw to the corner
#' of this region. Dashed lines separate the draws by the region with the largest weight, and each
#' corner shows the share of draws in its part (Benavoli et al. 2017, figure 5).
#'
#' Without `font_size`, texts except the title are at most as large as the default text of the
#' device, and shrink to fit. With `font_size`, all texts except the title, which is larger, have
#' this size, and a device that is too small is refused.
#'
#' @param x A result of [pb_posterior()].
#' @param main Title, a string, or `NULL` for none.
#' @param kind `"density"`: small cells, darker if they contain more draws. `"points"`: the first
#'   2000 draws as dots.
#' @param font_size,labels As in [plot.pb_critical_difference()].
#' @param highlight Methods whose corners are named in bold.
#' @param groups For each method, named by it, the name of its group; also for methods outside the
#'   pair, so that a group has the same colour and shape in all figures. A legend names the groups.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, what was drawn, a list of
#'   \item{labels}{data frame, one row per corner (better, equal, worse): its `text` as drawn; its
#'     `share` of the draws; and, in inches, the position `x`, `y` of the text from the bottom left,
#'     and its `width`}
#'   \item{corners}{3 x 2 matrix: the corners of the triangle, in inches}
#'   \item{cex}{size of the text, relative to the device's}
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range, and for a device that is too small for
#' the given `font_size`. For such a device, the message gives the least width and height in inches,
#' and the largest font size that fits.
#' @references
#' Benavoli, A., Corani, G., Demsar, J. and Zaffalon, M. (2017). Time for a change: a tutorial for
#' comparing multiple classifiers through Bayesian analysis. *Journal of Machine Learning Research*
#' 18(77), 1-36.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(0.9, 0.8, 0.7), B = c(0.6, 0.7, 0.5)),
#'   higher_is_better = TRUE
#' )
#' plot(pb_posterior(t, "A", "B", samples = 2000))
#' @export
plot.pb_posterior <- function(x, main = NULL, kind = "density", font_size = NULL, highlight = NULL,
                              labels = NULL, groups = NULL, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_choice("kind", kind, c("density", "points"))
  page <- open_page()
  on.exit(graphics::par(page$before))
  pair <- c(x$classifier_1, x$classifier_2)
  looks <- method_looks(pair, highlight, labels, groups, of_more = TRUE)
  layout <- simplex_layout(x, looks, main, page$inches, font_size)
  draw_simplex(layout, x$draws, kind)
  invisible(layout[c("labels", "corners", "cex")])
}

# The layout, with text as large as the triangle's room allows, or of the asked size.
simplex_layout <- function(x, looks, main, size, font_size) {
  plan_at <- function(cex, width) simplex_plan(x, looks, main, cex, width, !is.null(font_size))
  height <- function(plan, side) {
    2 * simplex_margin + plan$lines * plan$line + side * simplex_corners[2L, 2L]
  }
  hold_size(
    function(cex, width) {
      plan <- plan_at(cex, width)
      c(plan$least, height(plan, smallest_side * plan$line))
    }, font_size, size, usual = function(cex, width) {
      plan <- plan_at(cex, width)
      height(plan, min(width - 2 * simplex_margin, usual_side * plan$line))
    }
  )
  side_of <- function(plan) {
    high <- (size[[2L]] - 2 * simplex_margin - plan$lines * plan$line) / simplex_corners[2L, 2L]
    min(size[[1L]] - 2 * simplex_margin, high)
  }
  cex <- if (is.null(font_size)) 1 else asked_cex(font_size)
  plan <- plan_at(cex, size[[1L]])
  while (is.null(font_size) && side_of(plan) < smallest_side * plan$line && cex > 0.1) {
    cex <- cex * 0.93
    plan <- plan_at(cex, size[[1L]])
  }
  side <- side_of(plan)
  left <- (size[[1L]] - side) / 2
  above <- (plan$lines - plan$below) * plan$line
  base <- size[[2L]] - simplex_margin - above - side * simplex_corners[2L, 2L]
  corners <- t(t(simplex_corners * side) + c(left, base))
  labels <- data.frame(
    text = plan$text, share = share_text(c(x$better, x$equal, x$worse)),
    x = c(simplex_margin, size[[1L]] / 2, size[[1L]] - simplex_margin),
    y = corners[, 2L] + c(-0.7, 1.7, -0.7) * plan$line, width = plan$width
  )
  list(
    labels = labels, corners = corners, cex = cex, small = plan$small, line = plan$line,
    size = size, title = plan$title, caption = plan$caption, bold = plan$bold, group = plan$group,
    keys = plan$keys
  )
}

# Texts of the size `cex` for a width, how many lines of text are above and below the triangle, and
# the least width.
simplex_plan <- function(x, looks, main, cex, width, fixed) {
  small <- if (fixed) cex else 0.8 * cex
  line <- text_line() * cex
  room <- width - 2 * simplex_margin
  better <- paste(unname(looks$full), "better")
  mark <- if (length(looks$group_names) > 0L) line else 0
  if (!fixed) {
    better <- vapply(better, fit_text, "", cex, 0.48 * room - mark, USE.NAMES = FALSE)
  }
  keys <- legend_entries(looks$group_names, width, cex, small)
  bold <- unname(looks$bold)[c(1L, NA, 2L)] %in% TRUE
  text <- c(better[[1L]], "practically equivalent", better[[2L]])
  title <- title_rows(main, 0.95 * width, 1.2 * cex)
  caption <- wrap_text(simplex_note(x), 0.95 * width, small)
  below <- 2.6 + caption_step * length(caption) * small / cex
  wide <- label_width(text, cex, bold) + c(mark, 0, mark)
  side <- max(sum(wide[-2L]) + 0.6 * line, wide, smallest_side * line)
  list(
    text = text, title = title, caption = caption, small = small, line = line, below = below,
    bold = bold, group = unname(looks$group)[c(1L, NA, 2L)], keys = keys, width = wide,
    lines = 2.2 + below + 1.1 * max(0, keys$row) +
      (if (length(title) > 0L) 0.2 + 1.4 * length(title) else 0),
    least = max(
      side + 2 * simplex_margin, label_width(title, 1.2 * cex) / 0.95,
      label_width(caption, small) / 0.95, legend_width(keys)
    )
  )
}

# A text of one line, its middle cut if it would be wider than `room` inches.
fit_text <- function(text, cex, room) {
  kept <- nchar(text)
  shown <- text
  while (label_width(shown, cex) > room && kept > 3L) {
    kept <- kept - 1L
    shown <- shorten_middle(text, kept)
  }
  shown
}

# Three digits; only a share that is exactly 0 or 1 is written as such.
share_text <- function(shares) {
  ifelse(
    shares > 0 & shares < 0.0005, "< 0.001",
    ifelse(shares < 1 & shares >= 0.9995, "> 0.999", sprintf("%.3f", shares))
  )
}

simplex_note <- function(x) {
  test <- c(
    bayesian_signed_rank = "Bayesian signed-rank test", bayesian_sign = "Bayesian sign test",
    bayesian_hierarchical = "Bayesian hierarchical model"
  )[[x$test]]
  metric <- if (!is.null(x$metric)) paste(" of", without_controls(x$metric))
  paste0(test, ", rope ", sprintf("%g", x$rope), metric, ", ", x$samples, " draws")
}

draw_simplex <- function(layout, draws, kind) {
  place <- function(thetas) thetas %*% layout$corners
  if (kind == "points") {
    dots <- place(draws[seq_len(min(simplex_points, nrow(draws))), , drop = FALSE])
    graphics::points(dots, pch = 16, cex = 0.4, col = grDevices::adjustcolor("#0072B2", 0.35))
  } else {
    draw_cells(draws, place)
  }
  middle <- place(matrix(1 / 3, 1L, 3L))
  edges <- place((1 - diag(3)) / 2)
  graphics::segments(
    middle[[1L]], middle[[2L]], edges[, 1L], edges[, 2L], lty = "43", col = "gray55"
  )
  graphics::polygon(layout$corners[, 1L], layout$corners[, 2L], lwd = 1.3)
  draw_simplex_texts(layout)
}

# The corners of a small triangle, one row each, as shares of the three.
simplex_cell <- function(whole) {
  steps <- if (sum(whole) == simplex_cells - 1) diag(3) else 1 - diag(3)
  t(t(steps) + whole) / simplex_cells
}

# Small triangles formed by parallels to the sides, darker where they hold more draws.
draw_cells <- function(draws, place) {
  counted <- simplex_counts(draws, simplex_cells)
  strength <- 0.12 + 0.88 * sqrt(counted$count / max(counted$count))
  blue <- c(grDevices::col2rgb("#0072B2")) / 255
  shade <- 1 - outer(strength, 1 - blue)
  for (i in seq_along(strength)) {
    corners <- place(simplex_cell(counted$floors[i, ]))
    colour <- grDevices::rgb(shade[i, 1L], shade[i, 2L], shade[i, 3L])
    graphics::polygon(corners, col = colour, border = colour, lwd = 0.3)
  }
}

# The small triangles that hold draws, named by their rounded-down coordinates, which sum to
# `cells` - 1 if the point is up and to `cells` - 2 if it is down.
simplex_counts <- function(draws, cells) {
  floors <- pmin(pmax(floor(draws * cells), 0), cells)
  # Points on the grid, such as the corners, go to an adjacent triangle; so do those that rounding
  # left between two.
  sums <- rowSums(floors)
  move <- pmax(sums - (cells - 1), 0) - pmax(cells - 2 - sums, 0)
  largest <- cbind(seq_len(nrow(floors)), max.col(floors, "first"))
  floors[largest] <- floors[largest] - move
  key <- floors[, 1L] * (cells + 1) + floors[, 2L] + floors[, 3L] / (cells + 1)
  first <- which(!duplicated(key))
  list(
    floors = floors[first, , drop = FALSE], count = tabulate(match(key, key[first]), length(first))
  )
}

draw_simplex_texts <- function(layout) {
  labels <- layout$labels
  line <- layout$line
  for (i in 1:3) {
    adjust <- c((i - 1) / 2, 0.5)
    named <- list(
      text = matrix(labels$text[[i]]), group = matrix(layout$group[[i]]), bold = layout$bold[[i]]
    )
    write_naming(named, labels$x[[i]], labels$y[[i]], layout$cex, adjust[[1L]])
    graphics::text(
      labels$x[[i]], labels$y[[i]] - line, labels$share[[i]], adj = adjust, cex = layout$cex
    )
  }
  draw_note(layout$caption, labels$y[[1L]] - 1.7 * line, layout)
  keys <- 1.1 * max(0, layout$keys$row)
  if (keys > 0) {
    draw_legend(
      layout$keys, labels$y[[2L]] + (0.7 + keys) * line, 1.1 * line, layout$cex,
      small = layout$small
    )
  }
  top <- labels$y[[2L]] + (1.5 + keys + 1.4 * (length(layout$title) - 1)) * line
  draw_title(layout$title, top, layout)
}
