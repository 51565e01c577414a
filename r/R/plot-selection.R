# The map of datasets with the chosen ones, numbered in their order.

#' Draw chosen datasets on a map of all datasets
#'
#' Draws all datasets on the map, and numbers the chosen ones in the order of choice. A line leads
#' from every other dataset to the chosen dataset that represents it, if there is one. (With the
#' strategy `"landscape"`, a region may have no chosen dataset.) The map shows only two components
#' of the features: datasets that are close on the map may differ in other components.
#'
#' @param x A result of [pb_select()].
#' @param map A result of [pb_embedding_map()], for the same datasets.
#' @param main Title, a string, or `NULL` for none.
#' @param axes The two components shown on the horizontal and the vertical axis.
#' @param labels Whether the datasets that were not chosen are named too.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a data frame of the names that were placed: `dataset` and the edges `x0`,
#'   `y0`, `x1`, `y1` of its name, in inches from the lower left corner of the plot.
#' @section Errors:
#' `pybench_error_argument` for a map that lacks a dataset, for components that the map does not
#' have, or for a title that is not a string.
#' @examples
#' embedding <- data.frame(a = c(1, 2, 4), b = c(2, 1, 6.5), row.names = c("d", "e", "f"))
#' plot(pb_select(embedding, 2), pb_embedding_map(embedding))
#' @export
plot.pb_selection <- function(x, map, main = NULL, axes = c(1, 2), labels = FALSE, ...) {
  check_dots(...)
  check_string("main", main, null_ok = TRUE)
  check_flag("labels", labels)
  check_chosen_map(x, if (missing(map)) NULL else map)
  axes <- check_components(axes, length(map$variance))
  names <- c(x$names, setdiff(x$datasets, x$names))
  points <- unname(map$coordinates[match(names, map$datasets), axes, drop = FALSE])
  k <- length(x$names)
  said <- function(more = NULL) {
    text <- paste(c(chosen_sentence(x, map), more), collapse = " ")
    wrap_text(text, graphics::par("fin")[[1L]] - 0.4, rel(0.7))
  }
  lines <- length(said(if (labels) without_room(length(names))))
  old <- graphics::par(
    mar = c(3.6 + rel(0.9) * lines, 3.6, title_lines(main) + 0.9, 0.6), xpd = NA,
    mgp = c(3, 0.5, 0), tcl = -0.25
  )
  on.exit(graphics::par(old))
  map_window(points)
  chart_grid("xy")
  home <- match(x$nearest[match(names, x$datasets)], names)
  led <- which(!is.na(home) & home != seq_along(home))
  graphics::segments(
    points[led, 1L], points[led, 2L], points[home[led], 1L], points[home[led], 2L],
    col = "#D3D3D3", lwd = 0.8
  )
  others <- points[-seq_len(k), , drop = FALSE]
  chosen <- points[seq_len(k), , drop = FALSE]
  graphics::points(others, pch = 19, cex = 0.5, col = "#8F8F8F")
  graphics::points(chosen, pch = 21, cex = 1.2, bg = "#C04A00", col = "white")
  at <- map_inches(points)
  dots <- cbind(at - 0.035, at + 0.035)
  wanted <- paste0(seq_len(k), "  ", without_controls(x$names))
  placed <- map_names(chosen, wanted, rel(0.75), 0.12, dots[-seq_len(k), , drop = FALSE])
  if (labels && nrow(others) > 0L) {
    taken <- rbind(placed[!is.na(placed[, 1L]), , drop = FALSE], dots[seq_len(k), , drop = FALSE])
    rest <- map_names(others, without_controls(names[-seq_len(k)]), rel(0.6), taken = taken)
    placed <- rbind(placed, rest)
  }
  lost <- sum(is.na(placed[, 1L]))
  share <- sprintf("PC%d: %.1f %% of the variance", as.integer(axes), 100 * map$variance[axes])
  said <- said(if (lost > 0L) without_room(lost))
  chart_words(share[[1L]], said, share[[2L]], main)
  kept <- which(!is.na(placed[, 1L]))
  invisible(data.frame(
    dataset = names[kept], x0 = placed[kept, 1L], y0 = placed[kept, 2L], x1 = placed[kept, 3L],
    y1 = placed[kept, 4L]
  ))
}

check_chosen_map <- function(x, map) {
  if (!inherits(map, "pb_embedding_map")) {
    found <- describe_value(map)
    stop_argument(
      paste("`map` must be a result of pb_embedding_map(), not", found),
      expected = "a pb_embedding_map", found = found,
      hint = paste(
        "Build the map from the table that was given to `pb_select()`:",
        "pb_embedding_map(embedding)."
      )
    )
  }
  absent <- setdiff(x$datasets, map$datasets)
  if (length(absent) > 0L) {
    stop_argument(
      sprintf(
        "`map` lacks %s of the selection; the first is %s", counted(length(absent), "dataset"),
        shown(absent[[1L]])
      ),
      expected = "a map of the same datasets", found = paste(length(absent), "missing"),
      hint = paste(
        "Build the map from the table that was given to `pb_select()`:",
        "pb_embedding_map(embedding)."
      )
    )
  }
}

chosen_sentence <- function(x, map) {
  sprintf(
    paste0(
      "%d of %s by %s, numbered in the order of choice; lines lead to the dataset that represents ",
      "another. Map: %s, %s; distances were taken in all of them."
    ),
    length(x$names), counted(length(x$datasets), "dataset"), x$strategy,
    counted(length(map$features), "feature"), embedding_scales[[map$scale]]
  )
}
