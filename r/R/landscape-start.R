# Rows whose values the units of a map have before training.

som_starts <- c("random", "pca.sample")

# `random` draws from R's generator, as kohonen does; `pca.sample` draws nothing.
start_rows <- function(values, xdim, ydim, start) {
  if (start == "random") {
    return(sample(seq_len(nrow(values)), xdim * ydim, replace = FALSE))
  }
  nearest_to_nodes(principal_scores(values), xdim, ydim)
}

# Scores on the first two principal axes, not centred; a single variable has no second. Those of the
# last rows are kept: maps of many sizes are trained on the same rows.
principal_scores <- function(values) {
  if (!identical(principal_last$values, values)) {
    scores <- stats::prcomp(values, center = FALSE, scale. = FALSE, rank. = 2L)$x
    principal_last$scores <- if (ncol(scores) == 1L) cbind(scores, 0) else scores
    principal_last$values <- values
  }
  principal_last$scores
}

principal_last <- new.env(parent = emptyenv())

# The row nearest to each node of a regular plane, the first on ties; the longer side of the map
# lies along the first axis.
nearest_to_nodes <- function(scores, xdim, ydim) {
  if (xdim < ydim) {
    scores <- scores[, c(2L, 1L)]
  }
  side <- function(column, count) {
    ends <- stats::quantile(scores[, column], c(0.025, 0.975), names = FALSE)
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
