# The multi-comparison matrix in base graphics. Its texts (plot-multi_comparison_text.R) and layout,
# in inches, are computed by functions that draw nothing.

#' Draw a multi-comparison matrix
#'
#' Draws one cell per pair, row against column. A cell contains the mean difference (score of the
#' row minus score of the column), the numbers of datasets won, tied and lost by the row, and p;
#' `cell` chooses other lines. The text of a cell is bold if p <= alpha. Without the line `"p"`, it
#' is bold if one of the posterior probabilities is at least 1 - alpha. With neither of these lines,
#' it is never bold. The figure follows Ismail-Fawaz et al. (2023), figure 2. The authors suggest
#' posterior probabilities in place of p: `cell = c("difference", "wins", "posterior")`.
#'
#' A cell is red if the row is better on average and blue if the column is better, whichever
#' direction the metric has; `colours` names other colour scales. Without `font_size`, texts except
#' the title are at most as large as the default text of the device, and shrink until everything
#' fits. With `font_size`, all texts except the title, which is larger, have this size, and a device
#' that is too small is refused. A figure of many methods is wide: to show fewer methods, use the
#' arguments `rows` and `columns` of [pb_multi_comparison()]. A matrix with more than 50 columns is
#' drawn only with a given `font_size`: no device is large enough to read it otherwise.
#'
#' @param x A result of [pb_multi_comparison()].
#' @param main Title, a string, or `NULL` for none.
#' @param colours Colours of cells: `"red-blue"`, `"orange-purple"`, `"yellow-blue"` or
#'   `"brown-teal"`. A cell has the first colour if the row is better on average, and the second if
#'   the column is better, whichever direction the metric has. All four are safe for colour-blind
#'   readers. `"none"`: no colours.
#' @param triangle `"upper"`: only the cells above the diagonal, so that each pair is drawn once;
#'   rows and columns must have the same methods. `"both"`: all cells.
#' @param cell The lines that each cell shows, in the order of `cell`: `"difference"` (mean
#'   difference), `"wins"` (datasets won, tied and lost), `"p"` (p-value, with the method that is
#'   better by the test), `"posterior"` (probabilities that the row is better, practically
#'   equivalent and worse; needs `bayesian = TRUE` in [pb_multi_comparison()]), `"effect"` (effect
#'   size and its interval; needs `effect` in [pb_multi_comparison()]). `NULL`: all lines that the
#'   result has.
#' @param limit Absolute mean difference, > 0, that gets the full colour. `NULL`: the largest
#'   absolute mean difference shown. To make several figures comparable, give all of them the same
#'   limit.
#' @param decimals Number of digits after the decimal point of differences and means below 1, a
#'   whole number from 0 to 12. Larger numbers have fewer digits after the point.
#' @param font_size,highlight,labels,max_label,groups As in [plot.pb_critical_difference()].
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, what was drawn, a list of
#'   \item{cells}{data frame, one row per cell: the methods `row` and `column`;
#'     `text`, its lines separated by line ends; `bold`, whether they are bold; `colour` of the
#'     cell; and its middle `x`, `y`, in inches from the bottom left corner}
#'   \item{cex}{size of the text, relative to the device's}
#'   \item{caption}{the text below the matrix}
#' @section Errors:
#' `pybench_error_argument` for an argument out of its range, for a method or a line of a cell that
#' the result does not have, for a triangle of a matrix whose rows and columns have different
#' methods, for more than 50 columns without `font_size`, and for a device that is too small for the
#' given `font_size`. For such a device, the message gives the least width and height in inches, and
#' the largest font size that fits.
#' @references
#' Ismail-Fawaz, A. et al. (2023). An approach to multiple comparison benchmark evaluations that is
#' stable under manipulation of the comparate set. arXiv:2305.11921.
#' @examples
#' t <- pb_read_results(
#'   data.frame(dataset = c("a", "b", "c"), A = c(9, 8, 7), B = c(6, 7, 5), C = c(1, 2, 3)),
#'   higher_is_better = TRUE
#' )
#' plot(pb_multi_comparison(t), main = "Three methods")
#' @export
plot.pb_multi_comparison <- function(x, main = NULL, colours = "red-blue", triangle = "both",
                                     cell = NULL, limit = NULL, decimals = 4, font_size = NULL,
                                     highlight = NULL, labels = NULL, max_label = 40, groups = NULL,
                                     ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  said <- matrix_content(x, colours, triangle, cell, limit, decimals, labels, max_label)
  if (is.null(font_size)) require_few(said)
  said$looks <- method_looks(union(x$rows, x$columns), highlight, labels, groups)
  for (side in c("row", "column")) {
    shown <- unique(said$cells[[side]])
    said[[paste0(side, "s")]]$font <- unname(1L + said$looks$bold[shown])
    said[[paste0(side, "s")]]$group <- unname(said$looks$group[shown])
  }
  page <- open_page()
  on.exit(graphics::par(page$before))
  layout <- matrix_layout(said, main, page$inches, font_size)
  draw_matrix(said, layout)
  cells <- data.frame(said$cells, x = layout$x, y = layout$y)[said$shown, ]
  invisible(list(cells = cells, cex = layout$cex, caption = said$caption))
}

# ---- layout --------------------------------------------------------------------------------------

cell_cex <- 0.85 # Of the texts in cells, in sizes of names, if no size is asked for.

# All positions in inches from the bottom left. The natural size is found first; if the device is
# smaller, the text and everything else shrinks, or the device is refused.
matrix_layout <- function(said, main, size, font_size) {
  extent_at <- function(cex) matrix_extent(said, main, cex, note_share(cell_cex, font_size))
  needed <- function(extent) unlist(extent[c("width", "height")])
  fewer <- "one method against all: pb_multi_comparison(t, columns = name)"
  hold_size(
    function(cex, width) needed(extent_at(cex)), font_size, size,
    fewer = if (length(said$columns$names) > 1L) fewer
  )
  cex <- asked_cex(font_size)
  if (is.null(cex)) {
    cex <- min(1, size / needed(extent_at(1)))
    # Widths of letters do not shrink evenly on every device.
    while (any(needed(extent_at(cex)) > size + 1e-6) && cex >= 0.02) cex <- 0.97 * cex
  }
  extent <- extent_at(cex)
  columns <- length(said$columns$names)
  rows <- length(said$rows$names)
  left <- (size[[1L]] - extent$width) / 2 + extent$labels
  top <- size[[2L]] - (size[[2L]] - extent$height) / 2 - extent$header
  list(
    cex = cex, extent = extent, left = left, top = top, size = size,
    x = rep(left + (seq_len(columns) - 0.5) * extent$cell[[1L]], rows),
    y = rep(top - (seq_len(rows) - 0.5) * extent$cell[[2L]], each = columns)
  )
}

# Sizes of the parts for a size of text; `share`: that of the cells, in sizes of names.
matrix_extent <- function(said, main, cex, share) {
  small <- share * cex
  unit <- text_line() * cex
  wide <- function(text, cex, bold = FALSE) max(0, label_width(text, cex, bold))
  needed <- max(
    wide(as.vector(said$lines), small, TRUE), wide(said$columns$means, small)
  ) + 0.5 * unit
  mark <- if (length(said$looks$group_names) > 0L) unit else 0
  longest <- wide(said$columns$names, cex, said$columns$font == 2L) + 0.4 * unit + mark
  columns <- length(said$columns$names)
  rows <- max(ncol(said$lines), 2) # name and mean of a row
  upright <- longest > needed * (if (columns <= 12L) 1.8 else 1)
  cell <- c(
    if (upright) needed else max(needed, longest), (rows + 0.6) * 1.05 * unit * share
  )
  labels <- max(wide(said$rows$names, cex, said$rows$font == 2L) + mark, wide(said$key, small)) +
    0.9 * unit
  heading <- if (upright) longest else unit
  # The numbers below the scale of colours stay apart.
  scale <- max(8 * unit, 2 * wide(said$scale, small) + wide("0", small) + unit)
  width <- labels + max(columns * cell[[1L]] + 0.3 * unit, scale + matrix_key_lines * unit)
  title <- title_rows(main, width - 0.6 * unit, 1.2 * cex)
  caption <- wrap_text(said$caption, width - 0.4 * unit, small)
  keys <- legend_entries(said$looks$group_names, width, cex, small)
  width <- max(width, legend_width(keys))
  header <- length(title) * 1.6 * unit + 0.4 * unit + 1.1 * max(0, keys$row) * unit +
    max(heading + 1.2 * unit * share, (length(said$key) + 0.4) * unit * share)
  bar <- if (is.null(said$scale)) 0 else 2.4 * unit
  below <- bar + (length(caption) + 0.8) * 1.05 * unit * share
  list(
    width = max(width, wide(title, 1.2 * cex) + 0.6 * unit, wide(caption, small) + 0.4 * unit),
    height = header + length(said$rows$names) * cell[[2L]] + below, cell = cell, labels = labels,
    header = header, title = title, upright = upright, caption = caption, bar = bar,
    line = text_line(), small = small, scale = scale
  )
}

matrix_key_lines <- 5 # The words beside the scale of colours, in lines of text.

# ---- drawing -------------------------------------------------------------------------------------

draw_matrix <- function(said, layout) {
  extent <- layout$extent
  half <- extent$cell / 2
  x <- layout$x[said$shown]
  y <- layout$y[said$shown]
  graphics::rect(
    x - half[[1L]], y - half[[2L]], x + half[[1L]], y + half[[2L]],
    col = said$cells$colour[said$shown], border = if (is.null(said$scale)) "gray70" else "white"
  )
  small <- extent$small
  step <- 1.05 * extent$line * small
  count <- ncol(said$lines)
  for (bold in unique(said$cells$bold)) {
    here <- said$cells$bold == bold
    for (i in seq_len(count)) {
      graphics::text(
        layout$x[here], layout$y[here] + ((count + 1) / 2 - i) * step, said$lines[here, i],
        cex = small, font = if (bold) 2L else 1L
      )
    }
  }
  draw_matrix_names(said, layout, small)
  draw_matrix_key(said, layout, small)
}

draw_matrix_names <- function(said, layout, small) {
  extent <- layout$extent
  line <- extent$line * layout$cex
  quiet <- "gray35"
  y <- unique(layout$y)
  x <- unique(layout$x)
  edge <- layout$left - 0.35 * line
  away <- if (length(said$looks$group_names) > 0L) line else 0
  mark_names <- function(at, up, side) {
    own <- !is.na(side$group)
    draw_marks(rep_len(at, length(own))[own], rep_len(up, length(own))[own], side$group[own],
               0.85 * layout$cex)
  }
  ink <- function(side) ink_of(mark_colour(side$group))
  # Texts are aligned by their baselines (adj 0): centring would shift them by their descenders.
  graphics::text(
    edge - away, y + 0.2 * line, said$rows$names, adj = c(1, 0), cex = layout$cex,
    font = said$rows$font, col = ink(said$rows)
  )
  mark_names(edge - 0.35 * line, y + 0.45 * line, said$rows)
  graphics::text(edge, y - 0.75 * line, said$rows$means, adj = c(1, 0), cex = small, col = quiet)
  above <- layout$top + 0.35 * line
  graphics::text(x, above, said$columns$means, adj = c(0.5, 0), cex = small, col = quiet)
  if (extent$upright) {
    graphics::text(
      x + 0.25 * line, above + line + away, said$columns$names, adj = c(0, 0), srt = 90,
      cex = layout$cex, font = said$columns$font, col = ink(said$columns)
    )
    mark_names(x, above + 1.35 * line, said$columns)
  } else {
    graphics::text(
      x + away / 2, above + line, said$columns$names, adj = c(0.5, 0), cex = layout$cex,
      font = said$columns$font, col = ink(said$columns)
    )
    half <- label_width(said$columns$names, layout$cex, said$columns$font == 2L) / 2
    mark_names(x - half, above + 1.25 * line, said$columns)
  }
  title <- extent$title
  keys <- legend_entries(said$looks$group_names, extent$width, layout$cex, small)
  keys$x <- keys$x + layout$left - extent$labels
  under_title <- layout$top + extent$header - (0.2 + 1.6 * length(title)) * line
  draw_legend(keys, under_title, 1.1 * line, layout$cex, small = small)
  if (length(title) > 0L) {
    graphics::text(
      layout$left - extent$labels + 0.3 * line,
      layout$top + extent$header - (0.8 + 1.6 * (seq_along(title) - 1)) * line,
      title, adj = c(0, 0.5), cex = 1.2 * layout$cex
    )
  }
}

# The meaning of the lines of a cell, the scale of colours, and the caption.
draw_matrix_key <- function(said, layout, small) {
  extent <- layout$extent
  line <- extent$line * layout$cex
  quiet <- "gray35"
  lines <- rev(said$key)
  graphics::text(
    layout$left - 0.35 * line,
    layout$top + 0.35 * line + (seq_along(lines) - 1) * extent$line * small,
    lines, adj = c(1, 0), cex = small, col = quiet
  )
  bottom <- layout$top - length(said$rows$names) * extent$cell[[2L]]
  if (!is.null(said$scale)) {
    y <- bottom - 0.9 * line
    span <- layout$left + c(0, extent$scale)
    from <- seq(span[[1L]], span[[2L]], length.out = 102L)[-102L]
    graphics::rect(
      from, y - 0.3 * line, span[[2L]], y + 0.3 * line, border = NA,
      col = share_colour(seq(-1, 1, length.out = 101L), said$colours)
    )
    words <- c("column better", "row better")
    for (end in 1:2) {
      graphics::text(
        span[[end]] + c(-0.35, 0.35)[[end]] * line, y, words[[end]], adj = c(2 - end, 0.5),
        cex = small, col = quiet
      )
      graphics::text(
        span[[end]], y - 0.9 * line, said$scale[[end]], adj = c(end - 1, 0.5), cex = small,
        col = quiet
      )
    }
    graphics::text(mean(span), y - 0.9 * line, "0", cex = small, col = quiet)
  }
  graphics::text(
    layout$left - extent$labels + 0.2 * line,
    bottom - extent$bar - seq_along(extent$caption) * 1.05 * extent$line * small,
    extent$caption, adj = c(0, 0), cex = small, col = quiet
  )
}
