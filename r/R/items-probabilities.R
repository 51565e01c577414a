# Posterior probabilities that one method of a pair is better, without random draws.

# P(better), P(equivalent), P(worse) of right and wrong answers. The four outcomes of an item (both
# right, only the first, only the second, none) have the prior Dirichlet(1, 1, 1, 1). The share s of
# items on which the two differ and the share of these that the first wins are independent Beta
# variables, and the difference is s (2 share - 1).
answer_regions <- function(wins, losses, n, rope) {
  a <- wins + 1
  b <- losses + 1
  c <- n - wins - losses + 2
  better <- beyond_rope(a, b, c, rope)
  worse <- beyond_rope(b, a, c, rope)
  c(better, max(0, 1 - better - worse), worse)
}

# P(s (2 share - 1) > edge) for independent s ~ Beta(a + b, c), share ~ Beta(a, b).
beyond_rope <- function(a, b, c, edge) {
  if (edge == 0) {
    return(stats::pbeta(0.5, a, b, lower.tail = FALSE))
  }
  if (edge >= 1) {
    return(0)
  }
  low <- max(edge, stats::qbeta(1e-18, a + b, c))
  high <- stats::qbeta(1e-18, a + b, c, lower.tail = FALSE)
  if (low >= high) {
    return(0)
  }
  rule <- gauss_legendre(200L)
  s <- low + (high - low) * (rule$nodes + 1) / 2
  tail <- stats::pbeta(pmin(1, (1 + edge / s) / 2), a, b, lower.tail = FALSE)
  sum(rule$weights * stats::dbeta(s, a + b, c) * tail) * (high - low) / 2
}

# The same if the difference is Student's t around its estimate.
mean_regions <- function(mean, error, df, rope) {
  if (error == 0) {
    return(c(NaN, NaN, NaN)) # no variation: nothing is known of the spread
  }
  better <- stats::pt((mean - rope) / error, df)
  worse <- stats::pt((-mean - rope) / error, df)
  c(better, max(0, 1 - better - worse), worse)
}
