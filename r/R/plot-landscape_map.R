# The map of the landscape, unit by unit: rows, codes, distances or regions.

#' Draw the units of a map
#'
#' Draws the units of the map as hexagons, or as squares for a rectangular grid. Unit 1 is at the
#' lower left, and unit 2 is to the right of it. A small dot marks a unit to which no row belongs.
#' The map fills the device; on a small device, text shrinks.
#'
#' @param x A result of [pb_som()] or [pb_map_landscape()]. The regions of a landscape are outlined.
#' @param main Title, a string, or `NULL` for none.
#' @param show `"counts"`: the number of rows of each unit, coloured on a logarithmic scale.
#'   `"codes"`: the value of one feature in the code of each unit (a unit's code is its position in
#'   the space of the features). `"distances"`: the mean distance between a unit's code and the
#'   codes of its neighbours (U-matrix; dark where dissimilar units meet). `"regions"`: the regions.
#' @param regions A result of [pb_regions()] for this map, or `NULL`. The regions are outlined
#'   and named, whatever `show` is. They are required for `show = "regions"`, unless `x` is a
#'   landscape.
#' @param feature The feature whose values are shown; required for `show = "codes"`.
#' @param datasets The dataset of each row that the map was trained on, or `NULL`. Each name is
#'   drawn at a unit that contains rows of the dataset: the unit that is nearest to the mean
#'   position of these rows on the grid.
#' @param ... Nothing: other arguments are refused.
#' @return Invisibly, a list of what was drawn: `values` and `colours` of the units, `empty`
#'   (units without rows), `outlines` (number of sides of units that were drawn as borders of
#'   regions), and `regions` and `datasets`. The last two are data frames of the names, with
#'   `name`, `unit` and the edges `x0`, `y0`, `x1`, `y1` in inches from the lower left corner.
#'   The edges are `NA` if a name did not fit.
#' @section Errors:
#' `pybench_error_argument` for an unknown option or feature, regions of another map, dataset names
#' that are not one per row, or a title that is not a string.
#' @references
#' Ultsch, A. and Siemon, H. P. (1990). Kohonen's self organizing feature maps for exploratory data
#' analysis. *Proceedings of the International Neural Network Conference*, 305-308.
#' @examples
#' map <- pb_som(scale(iris[1:4]), 6, 5, rlen = 20, seed = 1)
#' plot(map, regions = pb_regions(map$codes, k = 3), main = "Irises")
#' plot(map, show = "codes", feature = "Petal.Length")
#' @export
plot.pb_som <- function(x, main = NULL, show = "counts", regions = NULL, feature = NULL,
                        datasets = NULL, ...) {
  check_dots(...)
  draw_map(x, show, regions, feature, datasets, main, !is.null(x$scale))
}

#' @rdname plot.pb_som
#' @export
plot.pb_landscape <- function(x, main = NULL, show = "counts", regions = x$regions,
                              feature = NULL, datasets = NULL, ...) {
  check_dots(...)
  check_landscape_map(x)
  standard <- !is.null(x$som$scale) || identical(x$scaling$scale, "z")
  draw_map(x$som, show, regions, feature, datasets, main, standard)
}

check_landscape_map <- function(x) {
  if (is.null(x$som)) {
    stop_argument(
      sprintf("`x` must be a landscape with a map, not one by \"%s\"", x$reduction),
      expected = "a landscape with a map", found = x$reduction,
      hint = "Draw its coverage: plot(x$coverage)."
    )
  }
}

# `standard`: whether codes are in standard deviations from the mean of all rows.
draw_map <- function(x, show, regions, feature, datasets, main, standard) {
  show <- check_choice("show", show, map_shows)
  check_string("main", main, null_ok = TRUE)
  check_map_regions(regions, nrow(x$codes))
  shades <- unit_shades(x, show, regions, feature, standard)
  centres <- dataset_units(x, datasets)
  page <- open_page()
  on.exit(graphics::par(page$before))
  empty <- which(tabulate(x$units, nrow(x$codes)) == 0)
  said <- map_sentences(x, shades, regions, show, empty, datasets)
  ground <- map_ground(x$grid, page$inches, main, shades, said)
  draw_units(x$grid, shades$colours, empty, regions, ground)
  named <- draw_region_names(x$grid, regions, centres, ground)
  taken <- as.matrix(named[!is.na(named$x0), c("x0", "y0", "x1", "y1")])
  placed <- draw_map_names(centres, x$grid, ground, unname(taken), rel(0.65) * ground$cex, 1L)
  lost <- sum(is.na(placed$x0))
  if (lost > 0L) {
    said <- c(said, sprintf(
      "%s found no room: name fewer datasets, or on a larger device.", counted(lost, "name")
    ))
  }
  draw_map_words(ground, main, shades, said, page$inches)
  invisible(list(
    values = shades$values, colours = shades$colours, empty = empty,
    outlines = if (is.null(regions)) 0L else nrow(unit_borders(x$grid, regions$labels)),
    regions = named, datasets = placed
  ))
}

check_map_regions <- function(regions, units) {
  if (is.null(regions)) {
    return(invisible())
  }
  if (!inherits(regions, "pb_regions")) {
    found <- describe_value(regions)
    stop_argument(
      paste0("`regions` must be a result of pb_regions() or NULL, not ", found),
      expected = "a pb_regions", found = found
    )
  }
  if (length(regions$labels) != units) {
    stop_argument(
      sprintf(
        "`regions` must be regions of this map, which has %s, not of a map with %s",
        counted(units, "unit"),
        counted(length(regions$labels), "unit")
      ),
      expected = counted(units, "unit"), found = as.character(length(regions$labels))
    )
  }
}

# Name of each dataset and the unit at which it is placed.
dataset_units <- function(x, datasets) {
  if (is.null(datasets)) {
    return(data.frame(name = character(), unit = integer()))
  }
  datasets <- if (is.factor(datasets)) as.character(datasets) else datasets
  if (!is.character(datasets) || anyNA(datasets) || length(datasets) != length(x$units)) {
    expected <- sprintf("one name for each of the map's %s", counted(length(x$units), "row"))
    found <- counted(length(datasets), "value")
    stop_argument(
      sprintf("`datasets` must be %s, not %s", expected, found), expected = expected, found = found
    )
  }
  names <- unique(datasets)
  units <- vapply(names, function(name) {
    mine <- x$units[datasets == name]
    places <- sort(unique(mine))
    at <- x$grid$coordinates[places, , drop = FALSE]
    middle <- colMeans(x$grid$coordinates[mine, , drop = FALSE])
    as.integer(places[[which.min(round(rowSums(sweep(at, 2L, middle)^2), 9L))]])
  }, 1L, USE.NAMES = FALSE)
  data.frame(name = names, unit = units)
}

map_sentences <- function(x, shades, regions, show, empty, datasets) {
  grid <- x$grid
  c(
    sprintf(
      "%d x %d %s%s; %s.", as.integer(grid$xdim), as.integer(grid$ydim),
      if (grid$topology == "hexagonal") "hexagons" else "squares",
      if (grid$toroidal) ", opposite edges joined" else "", counted(length(x$units), "row")
    ),
    shades$said,
    if (length(empty) > 0L) sprintf("Dot: %s without rows.", counted(length(empty), "unit")),
    if (!is.null(regions) && show != "regions") {
      sprintf("Lines: borders of the %d regions.", as.integer(max(regions$labels)))
    },
    if (!is.null(datasets)) "Names: the middle of each dataset's rows."
  )
}

# Where the map lies, in inches from the lower left corner, and the size of its text.
map_ground <- function(grid, size, main, shades, said) {
  line <- text_line()
  cex <- if (exact_page$on) 1 else min(1, size / (c(30, 24) * line))
  shape <- unit_shape(grid)
  low <- apply(grid$coordinates, 2L, min) + apply(shape, 2L, min)
  high <- apply(grid$coordinates, 2L, max) + apply(shape, 2L, max)
  head <- if (is.null(main)) 0.4 else 1.7
  words <- paste(said, collapse = " ")
  rows <- length(wrap_text(words, size[[1L]] - 0.6 * line * cex, rel(0.75) * cex))
  foot <- 1.2 + rel(0.85) * (rows + 1) + if (length(shades$key) > 0L) 2.9 else 0
  room <- size - c(0.6, head + foot) * line * cex
  unit <- room[[1L]] / (high - low)[[1L]]
  tell_need(c(18 * line, (head + foot) * line + min(unit, 1.2) * (high - low)[[2L]]))
  step <- max(0.01, min(room / (high - low), 1.2))
  origin <- c((size[[1L]] - step * (high - low)[[1L]]) / 2, size[[2L]] - head * line * cex)
  list(
    step = step, cex = cex, line = line * cex, bottom = origin[[2L]] - step * (high - low)[[2L]],
    size = size, at = function(places) {
      cbind(
        origin[[1L]] + step * (places[, 1L] - low[[1L]]),
        origin[[2L]] - step * (high[[2L]] - places[, 2L])
      )
    }
  )
}

draw_units <- function(grid, colours, empty, regions, ground) {
  centres <- ground$at(grid$coordinates)
  shape <- ground$step * unit_shape(grid)
  x <- rbind(outer(shape[, 1L], centres[, 1L], "+"), NA)
  y <- rbind(outer(shape[, 2L], centres[, 2L], "+"), NA)
  # Lines in the units' own colours: no gap of the background shows between them.
  dense <- ground$step < 1.2 * ground$line
  graphics::polygon(
    as.vector(x), as.vector(y), col = colours, border = if (dense) colours else "#D4D4D4",
    lwd = if (dense) 0.4 else 0.7
  )
  dot <- min(0.16 * ground$step, 0.025)
  if (length(empty) > 0L) {
    graphics::symbols(
      centres[empty, 1L], centres[empty, 2L], circles = rep(dot, length(empty)), inches = FALSE,
      add = TRUE, fg = NA, bg = "#8F8F8F"
    )
  }
  draw_sides(unit_rim(grid), ground, "#8F8F8F", 0.7)
  if (!is.null(regions)) {
    borders <- unit_borders(grid, regions$labels)
    draw_sides(borders, ground, "#FFFFFF", 3.4)
    draw_sides(borders, ground, "#1A1A1A", 1.5)
  }
}

draw_sides <- function(sides, ground, colour, width) {
  if (nrow(sides) > 0L) {
    from <- ground$at(sides[, 1:2, drop = FALSE])
    to <- ground$at(sides[, 3:4, drop = FALSE])
    graphics::segments(from[, 1L], from[, 2L], to[, 1L], to[, 2L], col = colour, lwd = width)
  }
}

# Each region is named inside each of its parts that has room, and beside its largest if none has.
draw_region_names <- function(grid, regions, centres, ground) {
  none <- data.frame(
    name = character(), unit = integer(), x0 = numeric(), y0 = numeric(), x1 = numeric(),
    y1 = numeric()
  )
  if (is.null(regions)) {
    return(none)
  }
  labels <- regions$labels
  depths <- unit_depths(grid, labels)
  at <- ground$at(grid$coordinates)
  dots <- at[centres$unit, , drop = FALSE]
  cex <- 1.05 * ground$cex
  high <- 0.55 * cex * text_line()
  inside <- none
  small <- data.frame(name = character(), unit = integer())
  seen <- numeric()
  for (members in unit_parts(grid, labels)) {
    label <- labels[[members[[1L]]]]
    name <- sprintf("R%d", as.integer(label))
    best <- unit_hearts(members, depths, grid$coordinates)
    half <- label_width(name, cex, TRUE) / 2
    room <- best[(depths[best] - 0.45) * ground$step >= half]
    if (length(room) > 0L) {
      unit <- clear_unit(room, at, c(half, high), dots)
      box <- c(at[unit, ], at[unit, ]) + c(-half, -high, half, high)
      inside[nrow(inside) + 1L, ] <- list(name, unit, box[[1L]], box[[2L]], box[[3L]], box[[4L]])
    } else if (!label %in% seen) {
      small[nrow(small) + 1L, ] <- list(name, best[[1L]])
    }
    seen <- c(seen, label)
  }
  plate(inside)
  write_text(
    (inside$x0 + inside$x1) / 2, (inside$y0 + inside$y1) / 2, inside$name, cex = cex, font = 2L
  )
  taken <- unname(as.matrix(inside[c("x0", "y0", "x1", "y1")]))
  rbind(inside, draw_map_names(small, grid, ground, taken, cex, 2L))
}

# The first unit where a name covers no dot, or else the first.
clear_unit <- function(units, at, half, dots) {
  for (unit in units) {
    gaps <- abs(sweep(dots, 2L, at[unit, ]))
    if (!any(gaps[, 1L] < half[[1L]] + 0.03 & gaps[, 2L] < half[[2L]] + 0.03)) {
      return(unit)
    }
  }
  units[[1L]]
}

# Names beside their dots, joined to them by lines if they are far; with the edges of each.
draw_map_names <- function(named, grid, ground, taken, cex, font) {
  if (nrow(named) == 0L) {
    return(data.frame(
      name = character(), unit = integer(), x0 = numeric(), y0 = numeric(), x1 = numeric(),
      y1 = numeric()
    ))
  }
  at <- ground$at(grid$coordinates)[named$unit, , drop = FALSE]
  text <- without_controls(named$name)
  line <- cex * text_line()
  wide <- graphics::strwidth(text, "inches", cex = cex, font = font) + 0.25 * line
  mark <- 0.06
  lift <- c(0, ground$bottom) # names stay above the key
  boxes <- place_names(
    sweep(at, 2L, lift), cbind(wide, 0.95 * line), ground$size - lift, mark,
    sweep(taken, 2L, c(lift, lift)), if (font == 2L) Inf else 7 * line
  )
  boxes <- sweep(boxes, 2L, c(lift, lift), "+")
  kept <- which(!is.na(boxes[, 1L]))
  near <- nearest_corner(boxes, at)
  far <- kept[sqrt(rowSums((near - at)^2))[kept] > 0.7 * line]
  graphics::segments(at[far, 1L], at[far, 2L], near[far, 1L], near[far, 2L], lwd = 0.7)
  graphics::symbols(
    at[, 1L], at[, 2L], circles = rep(mark / 2, nrow(at)), inches = FALSE, add = TRUE, fg = NA,
    bg = "#1A1A1A"
  )
  found <- data.frame(
    name = named$name, unit = named$unit, x0 = boxes[, 1L], y0 = boxes[, 2L], x1 = boxes[, 3L],
    y1 = boxes[, 4L]
  )
  plate(found[kept, ])
  write_text(
    found$x0[kept] + 0.12 * line, (found$y0 + found$y1)[kept] / 2, text[kept], adj = c(0, 0.5),
    cex = cex, font = font
  )
  found
}

# Pale background, so that names are legible on any colour.
plate <- function(boxes) {
  if (nrow(boxes) > 0L) {
    graphics::rect(boxes$x0, boxes$y0, boxes$x1, boxes$y1, col = "#FFFFFFB8", border = NA)
  }
}

draw_map_words <- function(ground, main, shades, said, size) {
  line <- ground$line
  page_title(main, size, line, ground$cex, 1)
  y <- ground$bottom - 0.9 * line
  if (length(shades$key) > 0L) {
    y <- draw_map_key(shades, y, ground)
  }
  words <- wrap_text(paste(said, collapse = " "), size[[1L]] - 0.6 * line, rel(0.75) * ground$cex)
  write_text(
    0.3 * line, y - rel(0.85) * line * (seq_along(words) - 0.5), words, adj = c(0, 0.5),
    cex = rel(0.75) * ground$cex, col = quiet_colour
  )
}

draw_map_key <- function(shades, y, ground) {
  line <- ground$line
  cex <- rel(0.75) * ground$cex
  write_text(0.3 * line, y, shades$name, adj = c(0, 0.5), cex = cex, col = quiet_colour)
  wide <- max(3 * line, widest(shades$texts, cex) + 0.6 * line)
  wide <- min(wide, (ground$size[[1L]] - 0.6 * line) / length(shades$key))
  x <- 0.3 * line + wide * (seq_along(shades$key) - 1)
  graphics::rect(
    x, y - 1.9 * line, x + wide, y - 0.7 * line, col = shades$key, border = "#D4D4D4", lwd = 0.7
  )
  write_text(x + wide / 2, y - 1.3 * line, shades$texts, cex = cex, col = ink_on(shades$key))
  y - 2.3 * line
}
