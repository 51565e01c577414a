# Maps of a search: quantization against topographic error.

#' Draw the maps of a search
#'
#' Draws one dot per self-organising map of the search: its quantization error on the horizontal
#' axis, its topographic error on the vertical axis. For both errors, smaller is better. A line
#' joins the maps on the Pareto front, that is, the maps for which no other map is at least as good
#' in both errors and better in one. The chosen map has a ring around its dot. Labels cover neither
#' dots nor other labels; labels of maps that are not on the front are left out if they do not fit
#' nearby.
#'
#' @param x A result of [pb_som_search()].
#' @param main Title, a string, or `NULL` for none.
#' @param labels Whether maps that are not on the front are labelled too.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a data frame, one row per map that has both errors: `name`, `pareto`, `chosen`
#'   and the edges `x0`, `y0`, `x1`, `y1` of the label of the map, in inches from the lower
#'   left corner of the plot. The edges are `NA` if the map has no label.
#' @section Errors:
#' `pybench_error_argument` if `labels` is not `TRUE` or `FALSE` or the title is not a string.
#' @examples
#' plot(pb_som_search(iris[1:4], sizes = 3:5, seeds = 1:2, rlen = 10), main = "Six maps")
#' @export
plot.pb_som_search <- function(x, main = NULL, labels = TRUE, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_flag("labels", labels)
  drawn <- searched_maps(x)
  notes <- chart_notes(c("Quantization error", search_sentence(x, drawn)))
  old <- graphics::par(
    mar = c(notes$margin, 4.2, title_lines(main), 0.6), xpd = NA, mgp = c(3, 0.5, 0), tcl = -0.25
  )
  on.exit(graphics::par(old))
  new_plot()
  graphics::plot.window(
    front_range(drawn$quantization_error), front_range(drawn$topographic_error),
    xaxs = "i", yaxs = "i"
  )
  chart_grid("xy")
  boxes <- draw_front(drawn, labels)
  chart_captions(notes, main)
  graphics::mtext("Topographic error", 2, line = 3, adj = 0, cex = rel(0.85) * graphics::par("cex"))
  invisible(data.frame(
    name = front_names(drawn), pareto = drawn$pareto, chosen = drawn$chosen, x0 = boxes[, 1L],
    y0 = boxes[, 2L], x1 = boxes[, 3L], y1 = boxes[, 4L]
  ))
}

# The maps that have both errors.
searched_maps <- function(x) {
  frame <- x$table
  frame[
    is.finite(frame$quantization_error) & is.finite(frame$topographic_error), , drop = FALSE
  ]
}

search_sentence <- function(x, drawn) {
  out <- nrow(x$table) - nrow(drawn)
  gone <- if (out > 0L) sprintf(" %d without a topographic error left out.", out) else ""
  sprintf(
    "%s, lower is better. Joined: Pareto front (%d); ring: chosen.%s",
    counted(nrow(x$table), "map"), sum(drawn$pareto), gone
  )
}

front_range <- function(values) {
  if (length(values) == 0L) {
    return(c(0, 1))
  }
  spare <- 0.08 * (max(values) - min(values))
  if (spare == 0) {
    spare <- if (values[[1L]] == 0) 0.5 else 0.05 * abs(values[[1L]])
  }
  c(min(values) - spare, max(values) + spare)
}

front_names <- function(drawn) {
  seed <- if (length(unique(drawn$seed)) > 1L) sprintf(", seed %.0f", drawn$seed) else ""
  if (nrow(drawn) == 0L) {
    return(character())
  }
  paste0(sprintf("%.0f x %.0f", drawn$xdim, drawn$ydim), seed)
}

# Draws the maps and their names; returns the edges of the names in inches.
draw_front <- function(drawn, labels) {
  x <- drawn$quantization_error
  y <- drawn$topographic_error
  front <- which(drawn$pareto)
  front <- front[order(x[front], y[front])]
  size <- graphics::par("pin")
  edges <- graphics::par("usr")
  unit <- c(edges[[2L]] - edges[[1L]], edges[[4L]] - edges[[3L]]) / size
  at <- cbind((x - edges[[1L]]) / unit[[1L]], (y - edges[[3L]]) / unit[[2L]])
  names <- front_names(drawn)
  font <- ifelse(drawn$chosen, 2L, 1L)
  boxes <- matrix(NA_real_, nrow(drawn), 4L)
  first <- drawn$pareto | drawn$chosen
  dots <- cbind(at - 0.035, at + 0.035)
  path <- front_path(at[front, , drop = FALSE])
  line <- rel(0.75) * text_line()
  for (mine in list(which(first), if (labels) which(!first) else integer())) {
    if (length(mine) > 0L) {
      wide <- label_width(names[mine], rel(0.75), font[mine] == 2L)
      named <- boxes[!is.na(boxes[, 1L]), , drop = FALSE]
      boxes[mine, ] <- place_names(
        at[mine, , drop = FALSE], cbind(wide, rep(line, length(mine))), size, 0.2,
        rbind(dots[-mine, , drop = FALSE], path, named), if (first[[mine[[1L]]]]) Inf else 4 * line
      )
    }
  }
  kept <- which(!is.na(boxes[, 1L]))
  near <- nearest_corner(boxes, at)
  far <- kept[sqrt(rowSums((near - at)^2))[kept] > 1.2 * line]
  to_x <- function(inches) edges[[1L]] + inches * unit[[1L]]
  to_y <- function(inches) edges[[3L]] + inches * unit[[2L]]
  graphics::segments(
    x[far], y[far], to_x(near[far, 1L]), to_y(near[far, 2L]), col = "#8F8F8F", lwd = 0.6
  )
  graphics::points(x[!drawn$pareto], y[!drawn$pareto], pch = 19, cex = 0.8, col = "#8F8F8F")
  graphics::lines(x[front], y[front], col = "#0072B2", lwd = 1.6)
  graphics::points(x[front], y[front], pch = 19, cex = 0.8, col = "#0072B2")
  graphics::points(x[drawn$chosen], y[drawn$chosen], pch = 1, cex = 1.8, lwd = 2, col = "#C04A00")
  for (bold in unique(font[kept])) {
    some <- kept[font[kept] == bold]
    graphics::text(
      to_x(boxes[some, 1L]), to_y((boxes[some, 2L] + boxes[some, 4L]) / 2), names[some],
      adj = c(0, 0.5), cex = rel(0.75), font = bold,
      col = ifelse(first[some], "#1A1A1A", quiet_colour)
    )
  }
  boxes
}

# Small boxes along the front, so that names avoid its line.
front_path <- function(at) {
  pieces <- lapply(seq_len(max(0L, nrow(at) - 1L)), function(i) {
    length <- sqrt(sum((at[i + 1L, ] - at[i, ])^2))
    steps <- max(1L, as.integer(length / 0.055))
    share <- seq_len(steps - 1L) / steps
    cbind(
      at[i, 1L] + (at[i + 1L, 1L] - at[i, 1L]) * share,
      at[i, 2L] + (at[i + 1L, 2L] - at[i, 2L]) * share
    )
  })
  middles <- do.call(rbind, c(list(matrix(0, 0L, 2L)), pieces))
  cbind(middles - 0.014, middles + 0.014)
}
