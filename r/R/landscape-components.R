# Principal components instead of a map: fewer columns, the same rows.

# The smallest number of components that together have a share of the variance: eigenvectors of the
# covariance matrix or, if there are fewer rows than columns, of the matrix of inner products of
# rows. A row counts as much as its weight. Signs are fixed, so that both languages agree.
map_components <- function(rows, features, variance, weights = NULL) {
  variance <- check_fraction("variance", variance)
  mean <- if (is.null(weights)) colMeans(rows) else colSums(rows * weights) / sum(weights)
  centred <- sweep(unname(rows), 2L, mean)
  if (!is.null(weights)) centred <- centred * sqrt(weights)
  wide <- ncol(rows) > nrow(rows)
  found <- eigen(if (wide) tcrossprod(centred) else crossprod(centred), symmetric = TRUE)
  real <- found$values > 1e-10 * found$values[[1L]]
  if (found$values[[1L]] <= 0 || !any(real)) {
    stop_argument(
      "`features` must have rows that differ", expected = "rows that differ", found = "equal rows"
    )
  }
  # Dropped components are noise, which differs between the two languages.
  shares <- found$values[real] / sum(found$values[real])
  enough <- min(sum(cumsum(shares) < variance - 1e-12) + 1, length(shares))
  shares <- shares[seq_len(enough)]
  loadings <- found$vectors[, seq_len(enough), drop = FALSE]
  if (wide) {
    loadings <- crossprod(centred, loadings)
    loadings <- sweep(loadings, 2L, sqrt(colSums(loadings^2)), "/")
  }
  loadings <- sweep(loadings, 2L, component_signs(loadings), "*")
  dimnames(loadings) <- list(features, paste0("PC", seq_len(enough)))
  new_result("pb_components", list(
    features = features, mean = unname(mean), loadings = loadings, variance = shares,
    explained = sum(shares)
  ))
}

# Makes the first of the largest loadings of each component positive.
component_signs <- function(loadings) {
  size <- abs(loadings)
  vapply(seq_len(ncol(loadings)), function(j) {
    sign(loadings[which(size[, j] >= (1 - 1e-6) * max(size[, j]))[[1L]], j])
  }, 0)
}

component_scores <- function(components, rows) {
  unname(sweep(unname(rows), 2L, components$mean) %*% components$loadings)
}

#' @rdname pb_result
#' @export
format.pb_components <- function(x, ...) {
  check_dots(...)
  sprintf(
    "%s of %s: %.1f%% of the variance", counted(length(x$variance), "component"),
    counted(length(x$mean), "feature"), 100 * x$explained
  )
}

#' @rdname pb_result
#' @export
as.data.frame.pb_components <- function(x, row.names = NULL, # nolint: object_name_linter.
                                        optional = FALSE, ...) {
  check_dots(...)
  as.data.frame(x$loadings)
}
