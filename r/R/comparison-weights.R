# Random weights of datasets: draws from a Dirichlet distribution, the same as in Python.

draws_at_once <- 2048L

# A list of the results of `work` on each block of weights.
over_draws <- function(name, n, samples, prior, seed, work) {
  lapply(seq(0, samples - 1, by = draws_at_once), function(first) {
    work(dirichlet_weights(name, n, first, min(draws_at_once, samples - first), prior, seed))
  })
}

# Weights of a Dirichlet(prior, 1, ..., 1), not divided by their sum: (n + 1) x count, one column
# per draw, the pseudo-observation in the first row. A draw takes n + 1 numbers of the stream.
dirichlet_weights <- function(name, n, first, count, prior, seed) {
  drawn <- uniforms(seed, name, first * (n + 1), count * (n + 1))
  weights <- matrix(stats::qexp(drawn), n + 1)
  weights[1L, ] <- stats::qgamma(matrix(drawn, n + 1)[1L, ], prior)
  weights
}
