# The multi-comparison matrix in base graphics. Its texts (plot-multi_comparison_text.R) and layout,
# in inches, are computed by functions that draw nothing.

#' Draw a multi-comparison matrix
#'
#' Draws one cell per pair, row against column. A cell contains the mean difference (score of the
#' row minus score of the column), the numbers of datasets won, tied and lost by the row, and p. The
#' text of a cell is bold if p <= alpha. A cell is red if the row is better on average and blue if
#' the column is better, whichever direction the metric has. The figure follows Ismail-Fawaz et al.
#' (2023), figure 2. Text shrinks until everything fits the device.
#'
#' @param x A result of [pb_multi_comparison()].
#' @param main Title, a string, or `NULL` for none.
#' @param colours `"difference"`: red and blue, as described above. `"none"`: no colours.
#' @param limit Absolute mean difference, > 0, that gets the full colour; `NULL`: the largest one
#'   shown. To make several figures comparable, give all of them the same limit.
#' @param decimals Number of digits after the decimal point of differences and means below 1, a
#'   whole number from 0 to 12; larger numbers have fewer.
#' @param ... Ignored.
#' @return Invisibly, what was drawn, a list of
#'   \item{cells}{data frame, one row per cell: `row`, `column` (names), `text` (lines separated by
#'     line ends), `bold`, `colour`, `x`, `y` (of the cell's middle, in inches from the bottom left
#'     corner)}
#'   \item{cex}{size of the text}
#'   \item{caption}{the text below the matrix}
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
plot.pb_multi_comparison <- function(x, main = NULL, colours = "difference", limit = NULL,
                                     decimals = 4, ...) {
  check_string("main", main, null_ok = TRUE)
  before <- graphics::par(mar = c(0, 0, 0, 0), xpd = NA)
  on.exit(graphics::par(before))
  said <- matrix_content(x, colours, limit, decimals)
  graphics::plot.new()
  size <- graphics::par("pin")
  graphics::plot.window(c(0, size[[1L]]), c(0, size[[2L]]), xaxs = "i", yaxs = "i")
  layout <- matrix_layout(said, main, size)
  draw_matrix(said, layout)
  cells <- data.frame(said$cells, x = layout$x, y = layout$y)
  invisible(list(cells = cells, cex = layout$cex, caption = said$caption))
}

# ----
# layout ---------------------------------------------------------------------------------------

cell_cex <- 0.85 # Of the texts in cells, in sizes of names.

# All positions in inches from the bottom left. The natural size is found first; if the device is
# smaller, the text and everything else shrinks.
matrix_layout <- function(said, main, size) {
  natural <- matrix_extent(said, main, 1)
  cex <- min(1, (size / unlist(natural[c("width", "height")])))
  # Widths of letters do not shrink evenly on every device.
  repeat {
    extent <- matrix_extent(said, main, cex)
    if (all(unlist(extent[c("width", "height")]) <= size + 1e-6) || cex < 0.02) break
    cex <- 0.97 * cex
  }
  columns <- length(said$columns$names)
  rows <- length(said$rows$names)
  left <- (size[[1L]] - extent$width) / 2 + extent$labels
  top <- size[[2L]] - (size[[2L]] - extent$height) / 2 - extent$header
  list(
    cex = cex, extent = extent, main = main, left = left, top = top, size = size,
    x = rep(left + (seq_len(columns) - 0.5) * extent$cell[[1L]], rows),
    y = rep(top - (seq_len(rows) - 0.5) * extent$cell[[2L]], each = columns)
  )
}

# Sizes of the parts for a size of text.
matrix_extent <- function(said, main, cex) {
  small <- cell_cex * cex
  line <- text_line()
  wide <- function(text, cex, font = 1L) {
    max(0, graphics::strwidth(text, units = "inches", cex = cex, font = font))
  }
  needed <- max(
    wide(as.vector(said$lines), small, 2L), wide(said$columns$means, small)
  ) + 0.5 * line * cex
  longest <- wide(said$columns$names, cex) + 0.4 * line * cex
  columns <- length(said$columns$names)
  upright <- longest > needed * (if (columns <= 12L) 1.8 else 1)
  cell <- c(
    if (upright) needed else max(needed, longest), (ncol(said$lines) + 0.6) * 1.05 * line * small
  )
  labels <- max(wide(said$rows$names, cex), wide(said$key, small)) + 0.9 * line * cex
  heading <- if (upright) longest else line * cex
  title <- if (is.null(main)) 0 else 1.6 * line * cex
  header <- title + 0.4 * line * cex +
    max(heading + 1.2 * line * small, (length(said$key) + 0.4) * line * small)
  width <- max(labels + columns * cell[[1L]] + 0.3 * line * cex, labels + 13 * line * cex)
  caption <- wrap_text(said$caption, width - 0.4 * line * cex, small)
  bar <- if (is.null(said$scale)) 0 else 2.4 * line * cex
  below <- bar + (length(caption) + 0.8) * 1.05 * line * small
  list(
    width = width, height = header + length(said$rows$names) * cell[[2L]] + below, cell = cell,
    labels = labels, header = header, title = title, upright = upright, caption = caption,
    bar = bar, line = line
  )
}

# ---- drawing -------------------------------------------------------------------------------------

draw_matrix <- function(said, layout) {
  extent <- layout$extent
  half <- extent$cell / 2
  graphics::rect(
    layout$x - half[[1L]], layout$y - half[[2L]], layout$x + half[[1L]], layout$y + half[[2L]],
    col = said$cells$colour, border = if (is.null(said$scale)) "gray70" else "white"
  )
  small <- cell_cex * layout$cex
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
  # Texts are aligned by their baselines (adj 0): centring would shift them by their descenders.
  graphics::text(edge, y + 0.2 * line, said$rows$names, adj = c(1, 0), cex = layout$cex)
  graphics::text(edge, y - 0.75 * line, said$rows$means, adj = c(1, 0), cex = small, col = quiet)
  above <- layout$top + 0.35 * line
  graphics::text(x, above, said$columns$means, adj = c(0.5, 0), cex = small, col = quiet)
  if (extent$upright) {
    graphics::text(
      x + 0.25 * line, above + line, said$columns$names, adj = c(0, 0), srt = 90, cex = layout$cex
    )
  } else {
    graphics::text(x, above + line, said$columns$names, adj = c(0.5, 0), cex = layout$cex)
  }
  if (!is.null(layout$main)) {
    graphics::text(
      layout$left - extent$labels + 0.3 * line, layout$top + extent$header - 0.8 * line,
      layout$main, adj = c(0, 0.5), cex = 1.2 * layout$cex
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
    span <- layout$left + c(0, 8) * line
    from <- seq(span[[1L]], span[[2L]], length.out = 102L)[-102L]
    graphics::rect(
      from, y - 0.3 * line, span[[2L]], y + 0.3 * line, border = NA,
      col = share_colour(seq(-1, 1, length.out = 101L))
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
