# A map without training: random codes, given units.
untrained <- function(xdim, ydim, units, topology = "hexagonal", codes = NULL, toroidal = FALSE) {
  if (is.null(codes)) {
    set.seed(xdim + ydim)
    codes <- matrix(stats::rnorm(3 * xdim * ydim), xdim * ydim)
  }
  colnames(codes) <- c("a", "b", "c")[seq_len(ncol(codes))]
  structure(
    list(
      codes = codes, units = units, grid = list(
        xdim = xdim, ydim = ydim, topology = topology, toroidal = toroidal,
        coordinates = pybench:::grid_coordinates(xdim, ydim, topology)
      )
    ),
    class = c("pb_som", "pb_result")
  )
}

# Regions with given labels.
labelled <- function(labels) {
  structure(list(labels = labels, k = max(labels)), class = c("pb_regions", "pb_result"))
}
