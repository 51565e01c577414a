# The grid of a self-organising map: the positions and distances of its units.

som_topologies <- c("hexagonal", "rectangular")

# Unit u = x + (y - 1) xdim; odd rows of hexagons are shifted by a half.
grid_coordinates <- function(xdim, ydim, topology) {
  x <- rep(seq_len(xdim), ydim)
  y <- rep(seq_len(ydim), each = xdim)
  if (topology == "hexagonal") {
    cbind(x = x + 0.5 * (y %% 2), y = sqrt(3) / 2 * y)
  } else {
    cbind(x = as.double(x), y = as.double(y))
  }
}

# Units x units. Neighbours are at distance 1 up to 4e-15: a radius may equal a distance, so the
# distances are those of R's own dist(), whose bits kohonen compares.
grid_distances <- function(xdim, ydim, topology, toroidal) {
  at <- grid_coordinates(xdim, ydim, topology)
  method <- if (topology == "hexagonal") "euclidean" else "maximum"
  if (!toroidal) {
    return(unname(as.matrix(stats::dist(at, method = method))))
  }
  dx <- abs(outer(at[, "x"], at[, "x"], "-"))
  dy <- abs(outer(at[, "y"], at[, "y"], "-"))
  around <- max(at[, "y"])
  dx <- ifelse(dx > xdim / 2, xdim - dx, dx)
  dy <- ifelse(dy > around / 2, around - dy, dy)
  unname(if (topology == "hexagonal") sqrt(dx^2 + dy^2) else pmax(dx, dy))
}

# The default of kohonen: from the 2/3 quantile of the whole matrix, with its diagonal, down to 0.
default_radius <- function(apart) {
  c(unname(stats::quantile(apart, 2 / 3)), 0)
}
