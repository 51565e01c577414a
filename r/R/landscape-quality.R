# How well a map fits its rows: quantization and topographic errors, explained variance.

#' Quality of a map
#'
#' Tells how well a map fits rows. The definitions are those of the R package aweSOM, and for the
#' grid errors of kohonen 2.0.
#'
#' Neighbours are units at grid distance 1, rounded to 3 decimals; on a rectangular grid, whose
#' distance is the maximum norm, there are 8. aweSOM never joins the edges of a toroidal map;
#' `topographic_error_torus` and the grid errors do. The second unit is the second in the stable
#' order of squared distances: where the two nearest are equal and the map assigned the row to the
#' second of them, both are the same unit, which counts as an error. Variance has the divisor n;
#' where it is 0 the explained variance is NaN. The Kaski-Lagus error is NaN for a map of one unit.
#'
#' @param X Rows, a numeric matrix.
#' @param codes Codes of the map, xdim ydim rows; x runs fastest.
#' @param xdim,ydim Size of the grid.
#' @param units Unit of each row, from 1; the nearest, the lower one on equality, for `NULL`.
#' @param topology `"hexagonal"` or `"rectangular"`.
#' @param toroidal Whether opposite edges of the map are joined.
#' @return An object of class `pb_map_quality`, a list of
#'   \item{quantization_error}{mean squared distance of a row to its unit's code}
#'   \item{mean_distance}{mean distance, Kohonen's own quantization error}
#'   \item{topographic_error}{share of rows whose two units are no neighbours, edges not joined}
#'   \item{topographic_error_torus}{the same where a toroidal map's edges are joined}
#'   \item{explained_variance}{percent, 100 (1 - quantization error / total variance)}
#'   \item{explained_variance_rounded}{as aweSOM gives it, to 2 decimals}
#'   \item{kaski_error}{mean distance to the unit, and on along neighbours' codes to the second}
#'   \item{grid_error}{mean distance on the grid of a row's two units}
#'   \item{grid_error_of_codes}{mean over units of the grid distance to the nearest other code}
#'   \item{empty_units}{units without rows}
#'   \item{n_rows}{rows}
#'   \item{engine}{`"r"`}
#' @section Errors:
#' `pybench_error_argument` for matrices that are no finite numbers or do not fit each other or the
#' grid.
#' @references
#' Kaski, S. and Lagus, K. (1996). Comparing self-organizing maps. *ICANN 96*, 809-814.
#' @examples
#' pb_map_quality(matrix(c(0, 1, 4)), matrix(c(0, 1, 3, 9)), 4, 1)
#' @family landscape
#' @export
pb_map_quality <- function(X, codes, xdim, ydim, units = NULL, # nolint: object_name_linter.
                           topology = "hexagonal", toroidal = FALSE) {
  rows <- check_matrix("X", X)
  codes <- check_matrix("codes", codes)
  xdim <- check_count("xdim", xdim)
  ydim <- check_count("ydim", ydim)
  topology <- check_choice("topology", topology, c("hexagonal", "rectangular"))
  toroidal <- check_flag("toroidal", toroidal)
  if (nrow(rows) == 0L) {
    stop_argument("`X` must have a row or more", expected = "a row", found = "none")
  }
  if (nrow(codes) != xdim * ydim || ncol(rows) != ncol(codes) || ncol(rows) == 0L) {
    expected <- sprintf("%.0f codes of %d features", xdim * ydim, ncol(rows))
    found <- sprintf("%d of %d", nrow(codes), ncol(codes))
    stop_argument(
      sprintf("`codes` must be %s, not %s", expected, found), expected = expected, found = found
    )
  }
  two <- nearest_two(rows, codes)
  best <- if (is.null(units)) two[, 1L] else check_places("units", units, nrow(codes), nrow(rows))
  squared <- rowSums((rows - codes[best, , drop = FALSE])^2)
  total <- sum(colMeans((rows - rep(colMeans(rows), each = nrow(rows)))^2))
  left <- if (total > 0) mean(squared) / total else NaN
  grid <- list(xdim = xdim, ydim = ydim, topology = topology)
  flat <- pair_distances(grid, best, two[, 2L], FALSE)
  joined <- pair_distances(grid, best, two[, 2L], toroidal)
  everyone <- seq_len(nrow(codes))
  near <- nearest_two(codes, codes) # among equal codes not the unit itself
  others <- ifelse(near[, 1L] == everyone, near[, 2L], near[, 1L])
  new_result("pb_map_quality", list(
    quantization_error = mean(squared),
    mean_distance = mean(sqrt(squared)),
    topographic_error = mean(round(flat, 3L) != 1),
    topographic_error_torus = mean(round(joined, 3L) != 1),
    explained_variance = 100 - 100 * left,
    explained_variance_rounded = 100 - round(100 * left, 2L),
    kaski_error = mean(sqrt(squared) + code_paths(codes, grid, best, two[, 2L])),
    grid_error = mean(joined),
    grid_error_of_codes = mean(pair_distances(grid, everyone, others, toroidal)),
    empty_units = nrow(codes) - length(unique(best)),
    n_rows = nrow(rows),
    engine = "r"
  ))
}

# Where units lie; a hexagonal grid shifts its odd rows by half a step.
unit_places <- function(grid, units) {
  y <- (units - 1) %/% grid$xdim + 1
  x <- (units - 1) %% grid$xdim + 1
  if (grid$topology == "rectangular") {
    return(cbind(x, y))
  }
  cbind(x + 0.5 * (y %% 2), y * sqrt(3) / 2)
}

# Distance of each pair: Euclidean, or the larger of both on a rectangle.
pair_distances <- function(grid, a, b, toroidal) {
  apart <- abs(unit_places(grid, a) - unit_places(grid, b))
  x <- apart[, 1L]
  y <- apart[, 2L]
  if (toroidal) {
    x <- pmin(x, abs(grid$xdim - x))
    y <- pmin(y, abs(unit_places(grid, grid$xdim * grid$ydim)[[2L]] - y))
  }
  if (grid$topology == "rectangular") pmax(x, y) else sqrt(x^2 + y^2)
}

# The two nearest codes of each row, lower units first on equality. A matrix product finds the few
# that may be nearest, sums of squared differences decide: codes that are equal have equal sums,
# which products do not promise.
nearest_two <- function(rows, codes) {
  if (nrow(codes) == 1L) {
    return(matrix(1, nrow(rows), 2L))
  }
  step <- max(1, 8e6 %/% nrow(codes))
  starts <- seq(1, nrow(rows), by = step)
  parts <- lapply(starts, function(start) {
    part <- seq(start, min(start + step - 1, nrow(rows)))
    nearest_two_of(rows[part, , drop = FALSE], codes)
  })
  do.call(rbind, parts)
}

nearest_two_of <- function(rows, codes) {
  middle <- colMeans(codes)
  a <- rows - rep(middle, each = nrow(rows))
  b <- codes - rep(middle, each = nrow(codes))
  norms <- rowSums(b^2)
  # What rounding may add to a product of n terms, with room to spare.
  noise <- 4 * (ncol(codes) + 4) * .Machine$double.eps * (rowSums(a^2) + max(norms))
  rough <- rep(norms, each = nrow(rows)) - 2 * tcrossprod(a, b)
  others <- rough
  others[cbind(seq_len(nrow(rows)), max.col(-rough, "first"))] <- Inf
  second <- rough[cbind(seq_len(nrow(rows)), max.col(-others, "first"))]
  pairs <- which(rough <= second + noise, arr.ind = TRUE)
  apart <- rows[pairs[, 1L], , drop = FALSE] - codes[pairs[, 2L], , drop = FALSE]
  pairs <- pairs[order(pairs[, 1L], rowSums(apart^2), pairs[, 2L]), , drop = FALSE]
  first <- match(seq_len(nrow(rows)), pairs[, 1L])
  cbind(pairs[first, 2L], pairs[first + 1L, 2L])
}

# The shortest way between codes along neighbours, edges of the map not joined: every step is tried
# in all directions at once until no way gets shorter.
code_paths <- function(codes, grid, start, end) {
  n <- nrow(codes)
  if (n == 1L) {
    return(rep(NaN, length(start)))
  }
  sources <- unique(start)
  far <- matrix(Inf, length(sources), n)
  far[cbind(seq_along(sources), sources)] <- 0
  steps <- grid_steps(codes, grid)
  repeat {
    before <- far
    for (step in steps) {
      way <- far[, step$from, drop = FALSE] + rep(step$length, each = nrow(far))
      far[, step$to] <- pmin(far[, step$to, drop = FALSE], way)
    }
    if (identical(before, far)) {
      return(far[cbind(match(start, sources), end)])
    }
  }
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
  as.data.frame(unclass(x))
}
