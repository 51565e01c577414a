# A map of datasets: two principal components, every dataset named.

#' Draw a map of datasets
#'
#' Neighbours have like features. Names stand where they cover neither dot nor name; one that had to
#' go farther away is joined to its dot by a line, and one that finds no place at all is left out
#' and counted below. Both axes have the same unit.
#'
#' @param x A result of [pb_embedding_map()].
#' @param main Title, a string, or `NULL` for none.
#' @param axes Which two components, across and up.
#' @param groups `NULL`, or group by name of the dataset, such as its kind of data: the colour and
#'   shape of its dot.
#' @param labels Whether datasets are named.
#' @param ... Ignored.
#' @return Invisibly, a data frame of the names that were placed: `dataset` and the edges `x0`,
#'   `y0`, `x1`, `y1` of each in inches from the lower left corner of the plot.
#' @section Errors:
#' `pybench_error_argument` for components that the map does not have, a dataset without a group, or
#' a title that is no string.
#' @examples
#' embedding <- data.frame(a = c(1, 2, 4), b = c(2, 1, 6.5), row.names = c("d", "e", "f"))
#' plot(pb_embedding_map(embedding), main = "Three datasets")
#' @export
plot.pb_embedding_map <- function(x, main = NULL, axes = c(1, 2), groups = NULL, labels = TRUE,
                                  ...) {
  check_string("main", main, null_ok = TRUE)
  check_flag("labels", labels)
  axes <- check_components(axes, length(x$variance))
  kinds <- check_dataset_groups(groups, x$datasets)
  legend <- if (length(kinds) > 0L) 0.3 + 0.9 * ceiling(length(kinds) / 3) else 0
  old <- graphics::par(
    mar = c(4.6, 3.6, title_lines(main) + legend, 0.6), xpd = NA, mgp = c(3, 0.5, 0), tcl = -0.25
  )
  on.exit(graphics::par(old))
  points <- unname(x$coordinates[, axes, drop = FALSE])
  map_window(points)
  chart_grid("xy")
  place <- if (length(kinds) > 0L) match(groups[x$datasets], kinds) else 1L
  shape <- c(19, 15, 17, 18, 25)[(place - 1L) %/% 6L %% 5L + 1L]
  colour <- chart_colours(30L)[place]
  graphics::points(points, pch = shape, col = colour, bg = colour, cex = 0.7)
  placed <- if (labels) map_names(points, without_controls(x$datasets), 0.65)
  share <- sprintf("PC%d: %.1f %% of the variance", as.integer(axes), 100 * x$variance[axes])
  lost <- if (labels) sum(is.na(placed[, 1L])) else 0L
  chart_captions(c(share[[1L]], paste0(
    counted(length(x$datasets), "dataset"), " by ", counted(length(x$features), "feature"), ", ",
    embedding_scales[[x$scale]],
    if (length(x$left_out) > 0L) sprintf("; %d left out", length(x$left_out)), ".",
    if (lost > 0L) sprintf(" %s found no room: make the figure larger.", counted(lost, "name"))
  )), main)
  graphics::mtext(share[[2L]], 2, line = 2.4, adj = 0, cex = 0.85 * graphics::par("cex"))
  if (length(kinds) > 0L) {
    map_legend(kinds)
  }
  kept <- if (labels) which(!is.na(placed[, 1L])) else integer()
  invisible(data.frame(
    dataset = x$datasets[kept], x0 = placed[kept, 1L], y0 = placed[kept, 2L],
    x1 = placed[kept, 3L], y1 = placed[kept, 4L]
  ))
}

check_components <- function(axes, most) {
  good <- is.numeric(axes) && length(axes) == 2L && all(axes %in% seq_len(most))
  if (!good) {
    stop_argument(
      sprintf(
        "`axes` must be two components of the map, which has %d, not %s", most,
        paste(format(axes), collapse = ", ")
      ),
      expected = paste("two numbers from 1 to", most), found = paste(format(axes), collapse = ", "),
      hint = "Ask pb_embedding_map() for more dimensions."
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
        "`groups` must name the group of every dataset, ", shown(absent[[1L]]), " has none"
      ),
      expected = "a group for every dataset", found = absent[[1L]]
    )
  }
  kinds <- unique(as.character(groups[datasets]))
  if (length(kinds) > 30L) {
    stop_argument(
      sprintf(
        "`groups` must be at most 30, which colour and shape tell apart, not %d", length(kinds)
      ),
      expected = "at most 30 groups", found = as.character(length(kinds))
    )
  }
  kinds
}

# Limits of the same unit across and up, with room for names at the edges.
map_window <- function(points) {
  graphics::plot.new()
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

map_legend <- function(kinds) {
  edges <- graphics::par("usr")
  place <- seq_along(kinds)
  graphics::legend(
    edges[[1L]], edges[[4L]], without_controls(kinds), ncol = 3L, yjust = 0, bty = "n", cex = 0.75,
    pch = c(19, 15, 17, 18, 25)[(place - 1L) %/% 6L %% 5L + 1L],
    col = chart_colours(30L)[place], pt.bg = chart_colours(30L)[place]
  )
}

# Writes the names beside dots that are `mark` inches wide, where nothing of `taken` stands; returns
# the edges of each in inches, NA where one found no place.
map_names <- function(points, names, cex, mark = 0.07, taken = matrix(0, 0L, 4L)) {
  size <- graphics::par("pin")
  edges <- graphics::par("usr")
  unit <- c(edges[[2L]] - edges[[1L]], edges[[4L]] - edges[[3L]]) / size
  at <- map_inches(points)
  wide <- graphics::strwidth(names, "inches", cex = cex)
  high <- rep_len(0.85 * cex * text_line(), length(names))
  boxes <- place_names(at, cbind(wide, high), size, mark, taken)
  kept <- which(!is.na(boxes[, 1L]))
  near <- nearest_corner(boxes, at)
  far <- kept[sqrt(rowSums((near - at)^2))[kept] > mark / 2 + 0.075]
  to_user <- function(inches, axis) edges[[2L * axis - 1L]] + inches * unit[[axis]]
  graphics::segments(
    points[far, 1L], points[far, 2L], to_user(near[far, 1L], 1L), to_user(near[far, 2L], 2L),
    col = "#8F8F8F", lwd = 0.6
  )
  graphics::text(
    to_user(boxes[kept, 1L], 1L), to_user((boxes[kept, 2L] + boxes[kept, 4L]) / 2, 2L), names[kept],
    adj = c(0, 0.5), cex = cex
  )
  boxes
}

# Points of the open plot in inches from its lower left corner.
map_inches <- function(points) {
  edges <- graphics::par("usr")
  unit <- c(edges[[2L]] - edges[[1L]], edges[[4L]] - edges[[3L]]) / graphics::par("pin")
  sweep(sweep(points, 2L, edges[c(1L, 3L)]), 2L, unit, "/")
}

# Boxes (x0, y0, x1, y1) for names beside their dots, none over another or a dot, as near as it
# goes; those of the thickest crowd come last. Same unit everywhere, from the lower left corner.
# `taken`: boxes where something stands already; `reach`: how far a name may be from its dot.
place_names <- function(at, sizes, room, mark, taken = matrix(0, 0L, 4L), reach = Inf) {
  half <- mark / 2
  middles <- (taken[, 1:2, drop = FALSE] + taken[, 3:4, drop = FALSE]) / 2
  marks <- cbind(at - half, at + half)
  n <- nrow(at)
  crowd <- rowSums(as.matrix(stats::dist(at)) < 2 * max(sizes[, 1L]))
  boxes <- matrix(NA_real_, n, 4L)
  placed <- integer()
  for (i in order(crowd, at[, 1L], at[, 2L])) {
    tried <- name_places(at[i, ], sizes[i, ], half)
    inside <- tried[, 1L] >= 0 & tried[, 2L] >= 0 & tried[, 3L] <= room[[1L]] &
      tried[, 4L] <= room[[2L]]
    away <- nearest_corner(tried, rows_of(at[i, ], nrow(tried))) - rows_of(at[i, ], nrow(tried))
    inside <- inside & sqrt(rowSums(away^2)) <= reach
    box <- first_free(
      at[i, ], tried[inside, , drop = FALSE], marks,
      rbind(taken, boxes[placed, , drop = FALSE]), rbind(middles, at[placed, , drop = FALSE])
    )
    if (!is.null(box)) {
      boxes[i, ] <- box
      placed <- c(placed, i)
    }
  }
  boxes
}

# Places round a dot, ring by ring; right, above, left and below come first.
name_places <- function(dot, size, half, turns = 24L, rings = 40L) {
  turn <- seq_len(turns) - 1L
  turn <- turn[order(turn %% (turns %/% 4L) != 0L, turn)]
  ring <- seq_len(rings) - 1L
  away <- rep(half * 1.1 + 0.3 * size[[2L]] * ring * (1 + ring / 15), each = turns)
  angle <- rep(2 * pi * turn / turns, rings)
  along <- round(cos(angle), 12L)
  up <- round(sin(angle), 12L)
  x <- dot[[1L]] + along * away + (along - 1) * size[[1L]] / 2
  y <- dot[[2L]] + up * away + (up - 1) * size[[2L]] / 2
  cbind(x, y, x + size[[1L]], y + size[[2L]])
}

# The first place where the name covers nothing, whose line crosses fewest lines; NULL for none.
first_free <- function(dot, tried, marks, boxes, dots) {
  lines <- cbind(dots, nearest_corner(boxes, dots))
  best <- NULL
  least <- Inf
  for (begin in seq(1L, max(1L, nrow(tried)), by = 48L)) {
    some <- tried[seq_len(nrow(tried)) %in% (begin + 0:47), , drop = FALSE]
    some <- some[!covers(some, boxes) & !covers(some, marks), , drop = FALSE]
    for (j in seq_len(nrow(some))) {
      mine <- c(dot, nearest_corner(some[j, , drop = FALSE], rbind(dot)))
      hits <- sum(crosses(mine, lines)) + sum(passes(mine, boxes)) +
        sum(passes_through(lines, some[j, ]))
      if (hits < least) {
        least <- hits
        best <- some[j, ]
      }
      if (least == 0) {
        return(best)
      }
    }
  }
  best
}

nearest_corner <- function(boxes, dots) {
  cbind(
    pmin(pmax(dots[, 1L], boxes[, 1L]), boxes[, 3L]),
    pmin(pmax(dots[, 2L], boxes[, 2L]), boxes[, 4L])
  )
}

# Whether each box shares more than an edge with any other.
covers <- function(boxes, others) {
  before <- function(low, high) outer(boxes[, low], others[, high], `<`)
  after <- function(high, low) outer(boxes[, high], others[, low], `>`)
  rowSums(before(1L, 3L) & after(3L, 1L) & before(2L, 4L) & after(4L, 2L)) > 0
}

# Whether a line (x0, y0, x1, y1) crosses each of others.
crosses <- function(line, others) {
  side <- function(a, b, c) {
    sign((b[, 1L] - a[, 1L]) * (c[, 2L] - a[, 2L]) - (b[, 2L] - a[, 2L]) * (c[, 1L] - a[, 1L]))
  }
  n <- nrow(others)
  start <- rows_of(line[1:2], n)
  end <- rows_of(line[3:4], n)
  one <- others[, 1:2, drop = FALSE]
  two <- others[, 3:4, drop = FALSE]
  apart <- side(start, end, one) * side(start, end, two) < 0
  apart & side(one, two, start) * side(one, two, end) < 0
}

# A matrix of n equal rows, also of none.
rows_of <- function(values, n) {
  matrix(rep(values, each = n), n, length(values))
}

# Whether a line passes through each box; Liang and Barsky (1984).
passes <- function(line, boxes) {
  passes_each(rows_of(line, nrow(boxes)), boxes)
}

# Whether each line passes through a box.
passes_through <- function(lines, box) {
  passes_each(lines, rows_of(box, nrow(lines)))
}

passes_each <- function(lines, boxes) {
  low <- rep_len(0, nrow(lines))
  high <- rep_len(1, nrow(lines))
  for (axis in 1:2) {
    start <- lines[, axis]
    step <- lines[, axis + 2L] - start
    one <- (boxes[, axis] - start) / step
    two <- (boxes[, axis + 2L] - start) / step
    level <- step == 0
    within <- boxes[, axis] < start & start < boxes[, axis + 2L]
    low <- pmax(low, ifelse(level, ifelse(within, 0, 2), pmin(one, two)))
    high <- pmin(high, ifelse(level, 1, pmax(one, two)))
  }
  low < high
}
