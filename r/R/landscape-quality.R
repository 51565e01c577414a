# How well a map fits its rows: quantization and topographic errors, explained variance.

#' Quality of a map
#'
#' Measures how well a self-organising map fits the given rows. The measures are defined as in the R
#' package aweSOM, unless stated otherwise; `grid_error` and `grid_error_of_codes` are defined as in
#' the R package kohonen 2.0.
#'
#' The measures follow these rules:
#' \itemize{
#'   \item Neighbours are units whose grid distance, rounded to 3 decimals, is 1. On a rectangular
#'     grid, the distance is the maximum norm, so a unit has up to 8 neighbours.
#'   \item On a toroidal map, `topographic_error_torus` and the two grid errors join opposite edges.
#'     The other measures do not join them, as in aweSOM.
#'   \item To find the second unit of a row, all units are sorted by the squared distance of their
#'     codes from the row, and tied units by their number. The second in this order is the second
#'     unit. If the two nearest units are tied and the map assigned the row to the second of them,
#'     the row's own unit is also its second unit. This counts as a topographic error.
#'   \item The variance of the rows has the number of rows as its divisor. If this variance is 0,
#'   the explained variance is NaN.
#'   \item Topographic errors and the Kaski-Lagus error (`kaski_error`) are NaN for a map of one
#'     unit.
#' }
#'
#' @param X Rows, a numeric matrix.
#' @param codes Codes of the map, one row per unit: unit (x, y) is row x + (y - 1) * xdim, all
#'   counted from 1.
#' @param xdim,ydim Size of the grid.
#' @param units Unit of each row, from 1; `NULL`: the nearest unit, with the lower number if tied.
#' @param topology `"hexagonal"` or `"rectangular"`.
#' @param toroidal Whether opposite edges of the map are joined.
#' @param weights How much each row counts in means, shares and the variance over rows: numbers, at
#'   least 0. `NULL`: all rows count alike.
#' @return An object of class `pb_map_quality`, a list of
#'   \item{quantization_error}{mean squared distance of a row from its unit's code}
#'   \item{mean_distance}{mean distance of a row from its unit's code, which is Kohonen's definition
#'   of the quantization error}
#'   \item{topographic_error}{share of rows whose two units (their own and the second-nearest) are
#'     not neighbours; edges are not joined}
#'   \item{topographic_error_torus}{the same share, but with the opposite edges of a toroidal map
#'     joined}
#'   \item{explained_variance}{percent, 100 (1 - quantization error / total variance)}
#'   \item{explained_variance_rounded}{as aweSOM returns it, to 2 decimals}
#'   \item{kaski_error}{mean over rows of the length of a path that starts at the row, goes to the
#'     code of its unit, and from this code on to the code of its second unit. The second part is
#'     the shortest path whose steps go from the code of a unit to the code of a neighbour}
#'   \item{grid_error}{mean distance on the grid between the unit of a row and its second unit}
#'   \item{grid_error_of_codes}{mean over units of the distance on the grid between the unit and the
#'     other unit with the nearest code}
#'   \item{empty_units}{units without rows}
#'   \item{n_rows}{number of rows}
#'   \item{engine}{`"r"`}
#' @section Errors:
#' `pybench_error_argument` if a matrix contains values that are not finite numbers, or if the
#' matrices do not fit each other or the grid.
#' @references
#' Kaski, S. and Lagus, K. (1996). Comparing self-organizing maps. *ICANN 96*, 809-814.
#' @examples
#' pb_map_quality(matrix(c(0, 1, 4)), matrix(c(0, 1, 3, 9)), 4, 1)
#' @family landscape
#' @export
pb_map_quality <- function(X, codes, xdim, ydim, units = NULL, # nolint: object_name_linter.
                           topology = "hexagonal", toroidal = FALSE, weights = NULL) {
  rows <- check_matrix("X", X)
  codes <- check_matrix("codes", codes)
  xdim <- check_count("xdim", xdim)
  ydim <- check_count("ydim", ydim)
  topology <- check_choice("topology", topology, c("hexagonal", "rectangular"))
  toroidal <- check_flag("toroidal", toroidal)
  if (nrow(rows) == 0L) {
    stop_argument("`X` must have at least one row", expected = "at least one row", found = "none")
  }
  if (nrow(codes) != xdim * ydim || ncol(rows) != ncol(codes) || ncol(rows) == 0L) {
    expected <- sprintf("%.0f codes of %d features", xdim * ydim, ncol(rows))
    found <- sprintf("%d of %d", nrow(codes), ncol(codes))
    stop_argument(
      sprintf("`codes` must be %s, not %s", expected, found), expected = expected, found = found
    )
  }
  weights <- check_row_weights(weights, nrow(rows))
  two <- nearest_two(rows, codes)
  best <- if (is.null(units)) two[, 1L] else check_places("units", units, nrow(codes), nrow(rows))
  grid <- list(xdim = xdim, ydim = ydim, topology = topology, toroidal = toroidal)
  fit <- map_fit(rows, codes, grid, best, two[, 2L], weights)
  everyone <- seq_len(nrow(codes))
  near <- nearest_two(codes, codes) # among equal codes not the unit itself
  others <- ifelse(near[, 1L] == everyone, near[, 2L], near[, 1L])
  new_result("pb_map_quality", c(
    fit[c(
      "quantization_error", "mean_distance", "topographic_error", "topographic_error_torus",
      "explained_variance"
    )],
    list(
      explained_variance_rounded = 100 - round(100 - fit$explained_variance, 2L),
      kaski_error = mean_of(
        sqrt(fit$squared) + code_paths(codes, grid, best, two[, 2L]), weights
      ),
      grid_error = mean_of(pair_distances(grid, best, two[, 2L], toroidal), weights),
      grid_error_of_codes = mean(pair_distances(grid, everyone, others, toroidal)),
      empty_units = nrow(codes) - length(unique(best)),
      n_rows = nrow(rows),
      engine = "r"
    )
  ))
}

# How well codes fit rows, with `best` and `second` the two units of each row; shared by the
# training of maps and pb_map_quality().
map_fit <- function(rows, codes, grid, best, second, weights = NULL) {
  squared <- code_distances(rows, codes, best)
  error <- mean_of(squared, weights)
  total <- sum(vapply(seq_len(ncol(rows)), function(j) {
    mean_of((rows[, j] - mean_of(rows[, j], weights))^2, weights)
  }, 0))
  apart <- function(toroidal) {
    near <- round(pair_distances(grid, best, second, toroidal), 3L) == 1
    if (nrow(codes) > 1L) mean_of(!near, weights) else NaN
  }
  list(
    quantization_error = error,
    mean_distance = mean_of(sqrt(squared), weights),
    topographic_error = apart(FALSE),
    topographic_error_torus = apart(grid$toroidal),
    explained_variance = 100 - 100 * (if (total > 0) error / total else NaN),
    squared = squared
  )
}

# Squared distance of each row from the code of a unit, summed in the order of the variables as in
# the kernel, so that the bits are the same.
code_distances <- function(rows, codes, units) {
  squared <- numeric(nrow(rows))
  for (j in seq_len(ncol(rows))) {
    squared <- squared + (rows[, j] - codes[units, j])^2
  }
  squared
}

# Distance of each pair: Euclidean, or the larger of both on a rectangle.
pair_distances <- function(grid, a, b, toroidal) {
  places <- grid_coordinates(grid$xdim, grid$ydim, grid$topology)
  apart <- abs(places[a, , drop = FALSE] - places[b, , drop = FALSE])
  x <- apart[, 1L]
  y <- apart[, 2L]
  if (toroidal) {
    x <- pmin(x, abs(grid$xdim - x))
    y <- pmin(y, abs(max(places[, 2L]) - y))
  }
  if (grid$topology == "rectangular") pmax(x, y) else sqrt(x^2 + y^2)
}

# The two nearest codes of each row, lower units first on ties: a matrix, rows x 2.
nearest_two <- function(rows, codes, axes = som_axes(codes)) {
  if (nrow(codes) == 1L) {
    return(matrix(1L, nrow(rows), 2L))
  }
  .Call(C_pb_som_nearest_two, t(unname(rows) + 0), t(unname(codes) + 0), axes, 0L)
}

# The shortest path between codes along neighbours, edges of the map not joined.
code_paths <- function(codes, grid, start, end) {
  n <- nrow(codes)
  if (n == 1L) {
    return(rep(NaN, length(start)))
  }
  steps <- do.call(rbind, lapply(grid_steps(codes, grid), as.data.frame))
  steps <- steps[order(steps$from), ]
  pairs <- order(start, end)
  ways <- .Call(
    C_pb_code_paths, as.integer(steps$from) - 1L, as.integer(steps$to) - 1L, steps$length,
    as.integer(start[pairs]) - 1L, as.integer(end[pairs]) - 1L, n
  )
  ways[order(pairs)]
}

# Neighbours by direction: lists of units `from`, `to`, and the `length` between their codes.
grid_steps <- function(codes, grid) {
  units <- seq_len(nrow(codes))
  x <- (units - 1) %% grid$xdim
  y <- (units - 1) %/% grid$xdim
  directions <- expand.grid(dx = -1:1, dy = -1:1)
  lapply(which(directions$dx != 0 | directions$dy != 0), function(i) {
    dx <- directions$dx[[i]]
    dy <- directions$dy[[i]]
    inside <- x + dx >= 0 & x + dx < grid$xdim & y + dy >= 0 & y + dy < grid$ydim
    from <- units[inside]
    to <- from + dx + dy * grid$xdim
    near <- round(pair_distances(grid, from, to, FALSE), 3L) == 1
    apart <- codes[from[near], , drop = FALSE] - codes[to[near], , drop = FALSE]
    list(from = from[near], to = to[near], length = sqrt(rowSums(apart^2)))
  })
}

#' @rdname pb_result
#' @export
format.pb_map_quality <- function(x, ...) {
  check_dots(...)
  c(
    sprintf(
      "Map of %s, %s empty; engine %s", counted(x$n_rows, "row"), counted(x$empty_units, "unit"),
      x$engine
    ),
    sprintf(
      "  quantization error %.6g (mean distance %.6g)", x$quantization_error, x$mean_distance
    ),
    sprintf(
      "  topographic error %.4f (edges joined: %.4f)", x$topographic_error,
      x$topographic_error_torus
    ),
    sprintf("  explained variance %.2f%%", x$explained_variance),
    sprintf("  Kaski-Lagus error %.6g, grid error %.4f", x$kaski_error, x$grid_error)
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_map_quality <- function(x, row.names = NULL, # nolint: object_name_linter.
                                         optional = FALSE, ...) {
  check_dots(...)
  as.data.frame(unclass(x))
}
