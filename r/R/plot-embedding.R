# A map of datasets: two principal components, every dataset named.

#' Draw a map of datasets
#'
#' Draws the datasets as dots, placed by two components of the map. Datasets with similar features
#' are close on the map. The reverse need not hold, because the map shows only two components. Names
#' cover neither dots nor other names. A line connects a distant name with its dot; names that do
#' not fit are left out, and the caption gives their number. One unit is equally long on both axes.
#'
#' @param x A result of [pb_embedding_map()].
#' @param main Title, a string, or `NULL` for none.
#' @param axes The two components shown on the horizontal and the vertical axis.
#' @param groups `NULL`, or the group of each dataset, such as its kind of data, as a vector
#'   named by dataset. Colours and shapes show the groups; at most 40 groups.
#' @param labels Whether datasets are named.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a data frame of the names that were placed: `dataset` and the edges `x0`,
#'   `y0`, `x1`, `y1` of its name, in inches from the lower left corner of the plot.
#' @section Errors:
#' `pybench_error_argument` for components that the map does not have, a dataset without a group, or
#' a title that is not a string.
#' @examples
#' embedding <- data.frame(a = c(1, 2, 4), b = c(2, 1, 6.5), row.names = c("d", "e", "f"))
#' plot(pb_embedding_map(embedding), main = "Three datasets")
#' @export
plot.pb_embedding_map <- function(x, main = NULL, axes = c(1, 2), groups = NULL, labels = TRUE,
                                  ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_flag("labels", labels)
  axes <- check_components(axes, length(x$variance))
  kinds <- check_dataset_groups(groups, x$datasets)
  legend <- if (length(kinds) > 0L) 0.3 + rel(0.9) * ceiling(length(kinds) / 3) else 0
  share <- sprintf("PC%d: %.1f %% of the variance", as.integer(axes), 100 * x$variance[axes])
  said <- function(lost) {
    chart_notes(c(share[[1L]], paste(c(
      place_sentence(x), if (lost > 0L) without_room(lost)
    ), collapse = " ")))
  }
  margin <- said(if (labels) length(x$datasets) else 0L)$margin # as many lines as it may take
  old <- graphics::par(
    mar = c(margin, 3.6, title_lines(main) + legend, 0.6), xpd = NA, mgp = c(3, 0.5, 0), tcl = -0.25
  )
  on.exit(graphics::par(old))
  points <- unname(x$coordinates[, axes, drop = FALSE])
  map_window(points)
  tell_lines(label_width(share[[2L]], rel(0.85)) / text_line())
  chart_grid("xy")
  place <- if (length(kinds) > 0L) match(groups[x$datasets], kinds) else 1L
  draw_marks(points[, 1L], points[, 2L], rep_len(place, nrow(points)), 0.6)
  placed <- if (labels) map_names(points, without_controls(x$datasets), rel(0.65))
  lost <- if (labels) sum(is.na(placed[, 1L])) else 0L
  chart_captions(said(lost), main)
  graphics::mtext(share[[2L]], 2, line = 2.4, adj = 0, cex = rel(0.85) * graphics::par("cex"))
  if (length(kinds) > 0L) {
    map_legend(kinds)
  }
  kept <- if (labels) which(!is.na(placed[, 1L])) else integer()
  invisible(data.frame(
    dataset = x$datasets[kept], x0 = placed[kept, 1L], y0 = placed[kept, 2L],
    x1 = placed[kept, 3L], y1 = placed[kept, 4L]
  ))
}

place_sentence <- function(x) {
  paste0(
    counted(length(x$datasets), "dataset"), " by ", counted(length(x$features), "feature"), ", ",
    embedding_scales[[x$scale]],
    if (length(x$left_out) > 0L) sprintf("; %d left out", length(x$left_out)), "."
  )
}

# Says that names are lost, and tells that a higher figure suits them.
without_room <- function(lost) {
  size <- graphics::par("fin")
  tell_need(c(0, 0), suits = min(most_height, step_of_height * size[[2L]] / size[[1L]]))
  sprintf("%s found no room: make the figure larger.", counted(lost, "name"))
}

check_components <- function(axes, most) {
  good <- is.numeric(axes) && length(axes) == 2L && all(axes %in% seq_len(most))
  if (!good) {
    stop_argument(
      sprintf(
        "`axes` must be two components of the map, which has %d components, not %s", most,
        paste(format(axes), collapse = ", ")
      ),
      expected = paste("two numbers from 1 to", most), found = paste(format(axes), collapse = ", "),
      hint = "For more components, give pb_embedding_map() a larger `dimensions`."
    )
  }
  axes
}

# The groups in order of first appearance.
check_dataset_groups <- function(groups, datasets) {
  if (is.null(groups)) {
    return(character())
  }
  absent <- setdiff(datasets, names(groups))
  if (length(absent) > 0L) {
    stop_argument(
      paste0(
        "`groups` must name the group of every dataset; ", shown(absent[[1L]]), " has none"
      ),
      expected = "a group for every dataset", found = absent[[1L]]
    )
  }
  kinds <- unique(as.character(groups[datasets]))
  if (length(kinds) > most_marks) {
    stop_argument(
      sprintf(
        paste(
          "`groups` must name at most 40 different groups, not %d: only 40 markers differ in",
          "colour and shape"
        ),
        length(kinds)
      ),
      expected = "at most 40 groups", found = as.character(length(kinds))
    )
  }
  kinds
}

# Limits of the same unit across and up, with room for names at the edges.
map_window <- function(points) {
  new_plot()
  size <- graphics::par("pin")
  low <- apply(points, 2L, min)
  top <- apply(points, 2L, max)
  unit <- max((top - low) / (c(0.86, 0.9) * size))
  reach <- (if (unit > 0) unit else 1) * size / 2
  middle <- (low + top) / 2
  graphics::plot.window(
    middle[[1L]] + c(-1, 1) * reach[[1L]], middle[[2L]] + c(-1, 1) * reach[[2L]],
    xaxs = "i", yaxs = "i"
  )
}

# Names the groups, `above` lines of text above the plot.
map_legend <- function(kinds, above = 0) {
  if (length(kinds) == 0L) {
    return(invisible())
  }
  edges <- graphics::par("usr")
  line <- (edges[[4L]] - edges[[3L]]) / graphics::par("pin")[[2L]] * text_line()
  place <- seq_along(kinds)
  graphics::legend(
    edges[[1L]], edges[[4L]] + above * line, without_controls(kinds), ncol = 3L, yjust = 0,
    bty = "n", cex = rel(0.75), pch = mark_shape(place), col = edge_of(mark_colour(place)),
    pt.bg = mark_colour(place), text.col = ink_of(mark_colour(place))
  )
}

# The lines of text that the legend takes.
legend_lines <- function(kinds) {
  if (length(kinds) > 0L) 0.3 + rel(0.9) * ceiling(length(kinds) / 3) else 0
}

# Writes the names beside dots that are `mark` inches wide, outside the boxes in `taken`; returns
# the edges of each in inches, NA if a name found no place.
map_names <- function(points, names, cex, mark = 0.07, taken = matrix(0, 0L, 4L), font = 1L,
                      col = "black") {
  size <- graphics::par("pin")
  edges <- graphics::par("usr")
  unit <- c(edges[[2L]] - edges[[1L]], edges[[4L]] - edges[[3L]]) / size
  at <- map_inches(points)
  font <- rep_len(font, length(names))
  col <- rep_len(col, length(names))
  wide <- label_width(names, cex, font == 2L)
  high <- rep_len(rel(0.85) * cex * text_line(), length(names))
  boxes <- place_names(at, cbind(wide, high), size, mark, taken)
  kept <- which(!is.na(boxes[, 1L]))
  near <- nearest_corner(boxes, at)
  far <- kept[sqrt(rowSums((near - at)^2))[kept] > mark / 2 + 0.075]
  to_user <- function(inches, axis) edges[[2L * axis - 1L]] + inches * unit[[axis]]
  graphics::segments(
    points[far, 1L], points[far, 2L], to_user(near[far, 1L], 1L), to_user(near[far, 2L], 2L),
    col = "#8F8F8F", lwd = 0.6
  )
  write_text(
    to_user(boxes[kept, 1L], 1L), to_user((boxes[kept, 2L] + boxes[kept, 4L]) / 2, 2L), names[kept],
    adj = c(0, 0.5), cex = cex, font = font[kept], col = col[kept]
  )
  boxes
}

# Points of the open plot in inches from its lower left corner.
map_inches <- function(points) {
  edges <- graphics::par("usr")
  unit <- c(edges[[2L]] - edges[[1L]], edges[[4L]] - edges[[3L]]) / graphics::par("pin")
  sweep(sweep(points, 2L, edges[c(1L, 3L)]), 2L, unit, "/")
}
