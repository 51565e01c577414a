# A-optimal designs of more datasets than there are directions. Once those chosen span all of them,
# a further dataset takes little of the trace of M^-1, and by the k x k form that little is a
# difference of numbers of the size of 1 / ridge, mere rounding where the ridge is small. M itself,
# by then no larger, gives it to all digits: with h = M^-1 x, adding x takes |h|^2 / (1 + x'h) away.

# Directions with less than this share of the squares of the largest have none.
no_direction <- 1e-12

# In how many directions the datasets lie; all of length 0 lie in one.
design_rank <- function(gram) {
  values <- eigen(gram, symmetric = TRUE, only.values = TRUE)$values
  max(1L, sum(values > no_direction * values[[1L]]))
}

# Coordinates with these inner products, a row a dataset.
design_points <- function(gram, rank) {
  found <- eigen(gram, symmetric = TRUE)
  at <- seq_len(rank)
  found$vectors[, at, drop = FALSE] * rep(sqrt(pmax(found$values[at], 0)), each = nrow(gram))
}

design_information <- function(points, chosen, ridge) {
  crossprod(points[chosen, , drop = FALSE]) + diag(ridge, ncol(points))
}

# What each dataset would take of the trace.
spanned_additions <- function(points, chosen, ridge) {
  h <- solve(design_information(points, chosen, ridge), t(points))
  colSums(h^2) / (1 + colSums(t(points) * h))
}

spanned_trace <- function(points, chosen, ridge) {
  sum(diag(solve(design_information(points, chosen, ridge))))
}

# Goes on with a greedy order.
spanned_order <- function(points, chosen, size, ridge) {
  while (length(chosen) < size) {
    gains <- replace(spanned_additions(points, chosen, ridge), chosen, -Inf)
    chosen <- c(chosen, first_best(gains, spanned_trace(points, chosen, ridge), design_noise))
  }
  chosen
}

# The best swap of all, again and again, until none improves.
spanned_swaps <- function(points, chosen, ridge) {
  for (swap in seq_len(most_swaps * length(chosen))) {
    gains <- t(vapply(seq_along(chosen), function(i) {
      additions <- spanned_additions(points, chosen[-i], ridge)
      additions - additions[[chosen[[i]]]]
    }, numeric(nrow(points)))) / spanned_trace(points, chosen, ridge)
    gains[, chosen] <- -Inf
    if (max(gains) <= design_noise) break
    best <- first_best(as.vector(t(gains)), 1, design_noise) - 1L
    chosen[[best %/% nrow(points) + 1L]] <- best %% nrow(points) + 1L
  }
  chosen
}
