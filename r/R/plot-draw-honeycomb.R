# The shape of a map's units: touching hexagons or squares. Lengths in steps of the grid.

# Corners round the centre of a unit, clockwise; side s runs from corner s to the next.
unit_shape <- function(grid) {
  if (grid$topology == "hexagonal") {
    turn <- pi * 0:5 / 3
    cbind(sin(turn), cos(turn)) / sqrt(3)
  } else {
    cbind(c(-0.5, 0.5, 0.5, -0.5), c(0.5, 0.5, -0.5, -0.5))
  }
}

# The unit on the other side of each side, units x sides, NA if there is none: clockwise from the
# upper right of a hexagon, from the top of a square.
units_beside <- function(grid) {
  unit <- seq_len(grid$xdim * grid$ydim) - 1L
  x <- unit %% grid$xdim
  y <- unit %/% grid$xdim
  if (grid$topology == "hexagonal") {
    right <- 1 - y %% 2 # the rows that are half a step to the right
    across <- cbind(right, 1, right, right - 1, -1, right - 1)
    up <- c(1, 0, -1, -1, 0, 1)
  } else {
    across <- matrix(c(0, 1, 0, -1), length(unit), 4L, byrow = TRUE)
    up <- c(1, 0, -1, 0)
  }
  to_x <- x + across
  to_y <- outer(y, up, "+")
  inside <- to_x >= 0 & to_x < grid$xdim & to_y >= 0 & to_y < grid$ydim
  beside <- to_x + to_y * grid$xdim + 1
  beside[!inside] <- NA
  unname(beside)
}

# Sides as lines (x0, y0, x1, y1): between units of different labels, or at the edge of the map.
unit_borders <- function(grid, labels) {
  beside <- units_beside(grid)
  apart <- beside > row(beside) & labels[beside] != labels
  unit_sides(grid, which(apart %in% TRUE))
}

unit_rim <- function(grid) {
  unit_sides(grid, which(is.na(units_beside(grid))))
}

unit_sides <- function(grid, cells) {
  shape <- unit_shape(grid)
  n <- grid$xdim * grid$ydim
  side <- (cells - 1L) %/% n + 1L
  centre <- grid$coordinates[(cells - 1L) %% n + 1L, , drop = FALSE]
  unname(cbind(
    centre + shape[side, , drop = FALSE], centre + shape[side %% nrow(shape) + 1L, , drop = FALSE]
  ))
}

# The connected parts of equal labels, the largest first, each a vector of units.
unit_parts <- function(grid, labels) {
  beside <- units_beside(grid)
  part <- integer(length(labels))
  for (start in seq_along(labels)) {
    front <- if (part[[start]] == 0L) start
    while (length(front) > 0L) {
      part[front] <- start
      near <- unique(as.vector(beside[front, ]))
      near <- near[!is.na(near)]
      front <- near[part[near] == 0L & labels[near] == labels[[start]]]
    }
  }
  parts <- unname(split(seq_along(labels), part))
  parts[order(-lengths(parts), vapply(parts, `[[`, 1L, 1L))]
}

# How many steps each unit is from a unit of another label or the edge, from 1.
unit_depths <- function(grid, labels) {
  beside <- units_beside(grid)
  depth <- rep(1, length(labels))
  inner <- rowSums(is.na(beside) | labels[beside] != labels) == 0
  while (any(inner)) {
    depth[inner] <- depth[inner] + 1
    least <- apply(matrix(depth[beside], nrow(beside)), 1L, min)
    inner <- inner & least == depth
  }
  depth
}

# The units of a part, the best for its name first: far inside, near its middle.
unit_hearts <- function(members, depths, centres) {
  own <- centres[members, , drop = FALSE]
  gaps <- rowSums(sweep(own, 2L, colMeans(own))^2)
  members[order(-depths[members], round(gaps, 9L))]
}

# The mean distance of each code to those of the units at grid distance 1, NaN for a single unit.
code_differences <- function(codes, grid) {
  apart <- grid_distances(grid$xdim, grid$ydim, grid$topology, grid$toroidal)
  near <- round(apart, 3L) == 1
  vapply(seq_len(nrow(codes)), function(unit) {
    others <- codes[near[unit, ], , drop = FALSE]
    mean(sqrt(rowSums((others - rows_of(codes[unit, ], nrow(others)))^2)))
  }, 0)
}

# The number of a colour, from 1, for each label: touching labels differ if there are enough
# colours.
label_tints <- function(grid, labels, colours) {
  k <- max(labels)
  if (k <= colours) {
    return(seq_len(k))
  }
  beside <- units_beside(grid)
  touching <- cbind(rep(labels, ncol(beside)), labels[beside])
  chosen <- integer()
  for (label in seq_len(k)) {
    others <- unique(touching[touching[, 1L] == label & !is.na(touching[, 2L]), 2L])
    near <- tabulate(chosen[others[others < label]], colours)
    chosen[[label]] <- order(near, tabulate(chosen, colours), method = "radix")[[1L]]
  }
  chosen
}
