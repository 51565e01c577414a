# A part of the rows, for maps whose rows lie in many files: Python's partitioned_som() calls these.

# Sums and counts of the rows by their nearest unit; `likely`: these units the last time, or NULL.
bridge_partial <- function(rows, codes, likely) {
  found <- .Call(C_pb_som_partial, t(rows), t(codes), som_axes(codes), 0L, likely)
  names(found) <- c("sums", "counts", "units", "change")
  found
}

# The two nearest units of each row, and the squared distance from the nearest one.
bridge_placed <- function(rows, codes) {
  two <- nearest_two(rows, codes)
  list(units = two[, 1L], second = two[, 2L], distances = code_distances(rows, codes, two[, 1L]))
}

# Which units are within a radius of each unit, and which are neighbours; the usual first radius.
bridge_surroundings <- function(xdim, ydim, topology, toroidal) {
  apart <- grid_distances(xdim, ydim, topology, toroidal)
  list(
    apart = apart, radius = default_radius(apart),
    coordinates = unname(grid_coordinates(xdim, ydim, topology))
  )
}
