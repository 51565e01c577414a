# Convergence of Markov chains: R-hat and effective sample size (Gelman et al. 2013, Bayesian Data
# Analysis, 3rd edition, sections 11.4 and 11.5). `draws` is a matrix, one column per chain.

# Halves of chains as columns; the last draw of an odd number is dropped.
half_chains <- function(draws) {
  half <- nrow(draws) %/% 2L
  cbind(draws[seq_len(half), , drop = FALSE], draws[half + seq_len(half), , drop = FALSE])
}

# Variance within chains, and the estimate of the variance of all draws.
chain_variances <- function(halves) {
  # Draws of probabilities that differ by at most this count as constant.
  if (max(halves) - min(halves) <= 1e-9) {
    return(list(within = 0, total = 0))
  }
  within <- mean(apply(halves, 2L, stats::var))
  between <- stats::var(colMeans(halves))
  list(within = within, total = within * (nrow(halves) - 1) / nrow(halves) + between)
}

# Total spread over spread within chains: 1 if nothing varies.
r_hat <- function(draws) {
  variance <- chain_variances(half_chains(draws))
  if (variance$total == 0) 1 else sqrt(variance$total / variance$within)
}

# The number of independent draws that the chains are worth: autocorrelations are summed in pairs
# while these are positive, and never increase (Geyer 1992).
effective_samples <- function(draws) {
  halves <- half_chains(draws)
  size <- length(halves)
  variance <- chain_variances(halves)
  if (variance$total == 0) {
    return(size)
  }
  covariance <- rowMeans(apply(halves, 2L, autocovariance))
  correlation <- 1 - (variance$within - covariance) / variance$total
  correlation[[1L]] <- 1
  pairs <- colSums(matrix(correlation[seq_len(nrow(halves) %/% 2L * 2L)], 2L))
  positive <- cumsum(pairs <= 0) == 0
  size / max(2 * sum(cummin(ifelse(positive, pairs, 0))) - 1, 1)
}

# Autocovariances of a series at all lags; the divisor is its length.
autocovariance <- function(series) {
  n <- length(series)
  padded <- c(series - mean(series), numeric(n))
  Re(stats::fft(Mod(stats::fft(padded))^2, inverse = TRUE))[seq_len(n)] / (2 * n) / n
}
