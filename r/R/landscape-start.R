# Rows whose values the units of a map have before training.

som_starts <- c("random", "pca.sample")

# `random` draws from R's generator, as kohonen does; `pca.sample` draws nothing.
start_rows <- function(values, xdim, ydim, start, weights = NULL) {
  if (start == "random") {
    return(sample(seq_len(nrow(values)), xdim * ydim, replace = FALSE, prob = weights))
  }
  nearest_to_nodes(principal_scores(values, weights), xdim, ydim, weights)
}

# Scores on the first two principal axes, not centred; a single variable has no second. Those of the
# last rows are kept: maps of many sizes are trained on the same rows.
principal_scores <- function(values, weights = NULL) {
  known <- identical(principal_last$values, values)
  if (!known || !identical(principal_last$weights, weights)) {
    counting <- if (is.null(weights)) values else values * sqrt(weights)
    found <- stats::prcomp(counting, center = FALSE, scale. = FALSE, rank. = 2L)
    scores <- if (is.null(weights)) found$x else values %*% found$rotation
    principal_last$scores <- if (ncol(scores) == 1L) cbind(scores, 0) else scores
    principal_last$values <- values
    principal_last$weights <- weights
  }
  principal_last$scores
}

principal_last <- new.env(parent = emptyenv())

# The row nearest to each node of a regular plane, the first on ties; the longer side of the map
# lies along the first axis.
nearest_to_nodes <- function(scores, xdim, ydim, weights = NULL) {
  if (xdim < ydim) {
    scores <- scores[, c(2L, 1L)]
  }
  side <- function(column, count) {
    shares <- c(0.025, 0.975)
    ends <- if (is.null(weights)) {
      stats::quantile(scores[, column], shares, names = FALSE)
    } else {
      weighted_quantiles(scores[, column], weights, shares)
    }
    seq(ends[[1L]], ends[[2L]], length.out = count)
  }
  x <- side(1L, xdim)
  y <- side(2L, ydim)
  across <- outer(scores[, 1L], x, function(score, node) (score - node)^2)
  along <- outer(scores[, 2L], y, function(score, node) (score - node)^2)
  as.vector(vapply(seq_len(ydim), function(row) {
    apply(across + along[, row], 2L, which.min)
  }, integer(xdim)))
}
